/**
 * The caller: does what Billhook does. It submits, takes nothing for failed that may have been taken, asks
 * before it submits again, and only submits the next number once the last one was never taken.
 */

import type { OperationName } from '@billhook/connector-kit/protocol/operations';
import { type Ask, callerKeys, openProbe } from '@billhook/connector-kit/verify/probe';
import { openKeySet } from '@billhook/connector-kit/wire/keys';
import { MERCHANT } from '../../../../connectors/method/stand-in/people.ts';
import { BASE_URL, fullManifest, suiteKeys } from '../world.ts';
import type { Figures } from './figures.ts';
import type { Clock } from './network.ts';
import type { Running } from './process.ts';

export type Said = {
  readonly status: number;
  /** Of a result. Nothing: it is running or refused, or there was no response. */
  readonly kind?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

export type Payer = { readonly auth: string; readonly phone: string };

export type Submission = {
  readonly payment: string;
  readonly submission: number;
  readonly payer: Payer;
  readonly cents: number;
};

export type Caller = ReturnType<typeof openCaller>;

export function openCaller(clock: Clock, figures: Figures, running: () => Running) {
  const manifest = fullManifest();
  const probe = openProbe({
    baseUrl: BASE_URL,
    send: (request) => running().handle(request),
    keys: callerKeys(suiteKeys),
    manifest,
    connectorKeys: openKeySet(manifest.keys) ?? [],
    secondMilliseconds: 1,
  });
  const call = async (name: OperationName, ask: Ask): Promise<Said> => {
    const seconds = Math.round((clock.now - Date.now()) / 1000);
    const request = await probe.sign(probe.build(name, ask), { seconds });
    figures.requests += 1;
    const reply = await probe.sendAsIs(request).catch(() => undefined);
    if (!reply) return { status: 0, body: undefined };
    const { status, body, state } = reply;
    const result = state?.state === 'done' ? state.result : undefined;
    return { status, body, ...(result && { kind: result.kind, result }) };
  };
  const about = ({ payment, submission, payer }: Submission, operation: string) => ({
    operation,
    parts: { payment, submission },
    document: {
      company: MERCHANT,
      auth: payer.auth,
      attended: false,
      at: new Date(clock.now).toISOString(),
      payment,
      submission,
    },
  });
  let questions = 0;
  const ask = (name: 'findPayment' | 'cancelPayment') => (one: Submission) => {
    questions += 1;
    const operation = `question-${String(questions).padStart(12, '0')}`;
    return call(name, { ...about(one, operation), secrets: { form: formOf(one.payer) } });
  };
  return {
    pay(one: Submission): Promise<Said> {
      const { payer, cents } = one;
      const asked = about(one, operationOf(one));
      const more = { accountKey: `fp_${payer.phone}`, amount: { cents, currency: 'USD' } };
      return call('pay', {
        ...asked,
        document: { ...asked.document, ...more },
        secrets: { form: formOf(payer), method: bankOf(payer) },
      });
    },
    find: ask('findPayment'),
    cancel: ask('cancelPayment'),
    settlements: (day: string, cursor?: string) =>
      call('settlements', { query: { day, ...(cursor !== undefined && { cursor }) } }),
  };
}

export function operationOf({ payment, submission }: Submission): string {
  return `${payment}-${submission}`;
}

function formOf({ phone }: Payer) {
  return { firstName: 'Ada', lastName: 'Tester', phone, dateOfBirth: '01/31/1980' };
}

function bankOf({ phone }: Payer) {
  return {
    type: 'bank',
    routingNumber: '021000021',
    accountNumber: phone,
    accountType: 'checking',
    name: 'Ada Tester',
  };
}

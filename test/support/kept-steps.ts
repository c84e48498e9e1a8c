/** What is done with a kept state, and what must be true of it. */
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { until } from '../../lib/base/until.ts';
import type { ApiClient } from '../../lib/client/api-client.ts';
import type { KeptAuth } from './kept/manifest.ts';
import { type Ledger, paymentOf } from './ledger.ts';
import type { Receiver } from './receiver.ts';
import { valueFrom } from './world.ts';

/** Answers an open challenge as the sandbox wants it, to its end. */
export async function answerChallenge(
  api: ApiClient,
  { authId, answer: method = 'prompt' }: KeptAuth,
): Promise<void> {
  const open = () => api.auth.getAuth({ authId });
  const { challenge } = valueFrom(await open());
  const token = challenge?.token ?? '';
  if (method === 'prompt') {
    valueFrom(await api.auth.answerStep({ token, method }));
    return;
  }
  if (method === 'code') {
    const security = { identifier: 'text' };
    valueFrom(await api.auth.answerStep({ token, method, security }));
  }
  const next = await until(`questions of ${authId}`, async () => {
    const { challenge: then } = valueFrom(await open());
    return (method === 'questions' || then?.token !== token) && then;
  });
  const questions = next.input as { identifier: string }[];
  const security = questions.map(({ identifier }) => ({
    identifier,
    answer: identifier === 'code' ? '123456' : 'answer',
  }));
  const step = { token: next.token, method: 'questions' as const, security };
  valueFrom(await api.auth.answerStep(step));
}

/** What the companies took is what the payments say, each once, and no statement twice. */
export function expectEachChargedOnce({ payments, accounts, ledgers }: Ledger): void {
  const paid = payments.filter(({ status }) => status === 'paid');
  const charges = accounts.flatMap(({ attempts }) =>
    attempts.flatMap(({ paymentId, outcome }) =>
      outcome.kind === 'paid' ? [`${paymentOf(paymentId)} ${outcome.amountCents}`] : [],
    ),
  );
  const wanted = paid.map(({ _id, amountCents }) => `${_id} ${amountCents}`);
  expect(charges.toSorted()).toEqual(wanted.toSorted());
  const statements = paid.map(({ statement }) => JSON.stringify(statement));
  expect(new Set(statements).size).toBe(paid.length);
  expect(ledgers.flatMap(({ pendingPaymentId }) => pendingPaymentId ?? [])).toEqual([]);
}

/** By the package that receivers use, at the time that the service has, which may not be today's. */
export function isSignedBy({ delivered }: Receiver, secret: string): boolean {
  return delivered.every(({ headers, body }) => {
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const wanted = new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body);
    return headers['webhook-signature']?.split(' ').includes(wanted);
  });
}

/** One machine of an operation: what follows what, and that a connector and a worker's records agree. */
import { type Author, memoryStore } from '@billhook/connector-kit';
import {
  next,
  type Operation,
  type Request,
  type Result,
  type Standing,
} from '@billhook/connector-kit/protocol/machine';
import type { StatefulName } from '@billhook/connector-kit/protocol/operations';
import type { WireCall } from '@billhook/runtime/companies/remote/exchange';
import { workStore } from '@billhook/runtime/stores/work-store';
import { describe, expect, test } from 'vitest';
import {
  billsCall,
  findCall,
  logInCall,
  payCall,
  takeWork,
  workWorld,
} from '../../../../support/work-world.ts';
import { callerOf } from '../../../support/caller.ts';
import { goodConnector } from '../../../support/good-connector.ts';

const of = (name: string, more: Partial<Operation> = {}): Operation => ({
  ...{ name, operation: 'op', fingerprint: 'f', sequence: 1, ...more },
});
const begin = (name: string, more: object = {}): Request => ({
  ...{ do: 'begin', name, operation: 'op', fingerprint: 'f', ...more },
});
const gone: Standing = { gone: { kind: 'unknown' } };
const ended = (kind: string, more: object = {}) => ({ result: { kind, ...more } });
const asked = of('logIn', ended('mfa-required'));
const round = (number: number, more: object = {}) => begin('logIn', { round: number, ...more });
const failedLogin = (tried: boolean) => of('logIn', ended('failed', { tried }));
const otherBody = begin('pay', { fingerprint: 'g' });
const otherOperation = begin('pay', { operation: 'x' });

describe('What is asked for', () => {
  test.each<[string, Operation | undefined, Request, Standing | undefined, string]>([
    ['the first time begins', undefined, begin('pay'), undefined, 'begins'],
    ['again is repeated', of('pay'), begin('pay'), 'at-it', 'stands'],
    ['again though it is gone is no second payment', of('pay'), begin('pay'), gone, 'stands'],
    ['with another body is refused', of('pay'), otherBody, 'at-it', 'another_body'],
    ['by another operation is refused', of('pay'), otherOperation, 'at-it', 'another_body'],
    ['as something else is refused', of('swap'), begin('pay'), 'at-it', 'another_body'],
    [
      'after it was looked for is refused',
      of('pay', { fingerprint: undefined, ...ended('never-taken') }),
      begin('pay'),
      undefined,
      'stands',
    ],
    ['as the next round begins', asked, round(2, { fingerprint: 'g' }), undefined, 'begins'],
    ['as a round after the next is stale', asked, round(3), undefined, 'stale_round'],
    [
      'as a round that nothing asked for is stale',
      of('logIn', ended('verified')),
      round(2),
      undefined,
      'stale_round',
    ],
    ['as a round while it runs is stale', of('logIn'), round(2), 'at-it', 'stale_round'],
    [
      'of a login that tried nothing begins again',
      failedLogin(false),
      round(1),
      undefined,
      'begins',
    ],
    [
      'of a login that may have tried is repeated',
      failedLogin(true),
      round(1),
      undefined,
      'stands',
    ],
    [
      'of a reading that failed begins again',
      of('listBills', ended('failed', { tried: true })),
      begin('listBills'),
      undefined,
      'begins',
    ],
    ['of a reading that is gone begins again', of('listBills'), begin('listBills'), gone, 'begins'],
  ])('%s', (_, record, request, standing, wanted) => {
    const follows = next(record, request, standing);
    expect(follows.kind === 'refused' ? follows.problem : follows.kind).toBe(wanted);
  });
});

describe('A poll', () => {
  test.each<[string, Operation | undefined, Standing | undefined, string]>([
    ['of what nobody began is refused', undefined, undefined, 'refused'],
    ['tells what it came to', of('pay', ended('paid')), undefined, 'stands'],
    ['tells that it goes on', of('pay'), 'at-it', 'stands'],
    ['tells that it waits', of('pay'), 'waits', 'stands'],
    ['has what is lost given out again', of('pay'), 'lost', 'given-again'],
    ['ends what is gone', of('pay'), gone, 'ends'],
  ])('%s', (_, record, standing, wanted) => {
    expect(next(record, { do: 'poll' }, standing).kind).toBe(wanted);
  });
});

describe('Who looks for a submission', () => {
  const find = (more: object = {}): Request => ({
    ...{ do: 'find', canAsk: true, mayReturn: false, ...more },
  });
  const alone = find({ canAsk: false });
  const returns = find({ mayReturn: true });
  test.each<[string, Operation | undefined, Request, Standing | undefined, string]>([
    ['that never came fences it', undefined, find(), undefined, 'ends never-taken'],
    ['that nobody has taken yet fences it', of('pay'), find(), 'waits', 'ends never-taken'],
    ['that was lost fences it', of('pay'), find(), 'lost', 'ends never-taken'],
    ['that somebody is at learns nothing', of('pay'), find(), 'at-it', 'says not-known'],
    [
      'that is gone and was never committed ends it',
      of('pay'),
      find(),
      { gone: { kind: 'never-taken' } },
      'ends never-taken',
    ],
    ['that is gone and may be paid asks', of('pay'), find(), gone, 'asks'],
    ['that is unclear asks', of('pay', ended('unknown')), find(), undefined, 'asks'],
    [
      'that nobody can be asked about learns nothing',
      of('pay', ended('unknown')),
      alone,
      undefined,
      'says not-known',
    ],
    ['that was paid is told so', of('pay', ended('paid')), find(), undefined, 'says paid'],
    ['that was paid and may come back asks', of('pay', ended('paid')), returns, undefined, 'asks'],
    [
      'that could not log in is told that it is closed',
      of('pay', ended('not-logged-in')),
      find(),
      undefined,
      'says never-taken',
    ],
  ])('%s', (_, record, request, standing, wanted) => {
    const follows = next(record, request, standing);
    const { result } = follows as { readonly result?: Result };
    expect([follows.kind, result?.kind].filter(Boolean).join(' ')).toBe(wanted);
  });
});

test.each([
  ['unknown', 'paid', true],
  ['unknown', 'never-taken', true],
  ['accepted', 'returned', true],
  ['paid', 'returned', true],
  ['paid', 'declined', false],
  ['paid', 'never-taken', false],
  ['never-taken', 'paid', true],
  ['never-taken', 'declined', false],
  ['declined', 'paid', false],
  ['returned', 'paid', false],
])('What ended as %s and ends as %s changes: %s', (known, found, changes) => {
  const follows = next(of('pay', ended(known)), { do: 'end', result: { kind: found } }, undefined);
  expect(follows.kind === 'ends').toBe(changes);
});

type Kept = Pick<Operation, 'name' | 'operation' | 'round' | 'sequence' | 'result'> & {
  readonly isFenced: boolean;
};

const keptOf = ({ name, operation, round, sequence, result, fingerprint }: Operation): Kept => ({
  ...{ name, operation, round, sequence, result, isFenced: fingerprint === undefined },
});

/** Both ways of keeping operations, asked the same. Each says a state or a code, and what it has kept. */
function both() {
  let result: Result = { kind: 'unknown' };
  const store = memoryStore();
  const says = async () => result as never;
  const author: Author = {
    companies: () => ({ companies: [], asOf: new Date().toISOString() }),
    ...{ logIn: says, listBills: says, pay: says, findPayment: says },
  };
  const connector = goodConnector({ author, store, answerSeconds: Number.POSITIVE_INFINITY });
  const caller = callerOf(connector);
  const world = workWorld();
  let worker: Awaited<ReturnType<typeof takeWork>>;
  const keyOf = ({ operation, parts }: WireCall) =>
    parts
      ? `submission/suite/payment/${parts.payment}/${parts.submission}`
      : `operation/suite/${operation}`;
  const recordOf = (call: WireCall) =>
    parts(call) ? `${call.parts?.payment}-${call.parts?.submission}` : call.operation;
  const parts = ({ parts: given }: WireCall) => given !== undefined;
  return {
    /** @param said what the company says, if it is asked. */
    async ask(call: WireCall, said: Result) {
      result = said;
      const { name, operation, parts: given, document, secrets } = call;
      const ask = { operation, document, secrets, ...(given && { parts: given }) };
      const { state, code } = await caller.ask(name as StatefulName, ask);
      const ofKit = state?.state === 'done' ? state.result : code;
      let ofWorker = await world.asked(call);
      if (ofWorker.state === 'running') {
        const message = [...world.attended.splice(0), ...world.unattended.splice(0)].at(-1);
        const taken = message && (await takeWork(world, message));
        if (taken) {
          worker = taken;
          if (taken.work.name === 'pay') await taken.commit();
          await taken.end(said);
        }
        ofWorker = await world.poll(operation);
      }
      return { ofKit, ofWorker: ofWorker.result ?? ofWorker.code };
    },
    /** The same submission, told of once more. */
    async endAgain({ parts: of }: WireCall, said: Result) {
      await connector.update({
        ...{ caller: 'suite', kind: 'payment', id: String(of?.payment) },
        ...{ submission: Number(of?.submission), result: said as never },
      });
      await worker?.end(said);
    },
    async records(call: WireCall) {
      const ofKit = (await store.get(keyOf(call)))?.value as Operation;
      const ofWorker = (await workStore(world.table).find(recordOf(call))) as Operation;
      return { ofKit: ofKit && keptOf(ofKit), ofWorker: ofWorker && keptOf(ofWorker) };
    },
  };
}

const cents = 8_437;
const amount = { cents, currency: 'USD' };
const paid = { kind: 'paid', amount, paidAt: '2026-11-25T12:00:00.000Z', confirmation: 'MV-1' };
const question = { question: 'Which code?', identifier: 'code' };
const asksCode = { kind: 'mfa-required', challenge: { kind: 'code-entry', question, sent: true } };
const none = { kind: 'declined' };

type Step = readonly [call: WireCall, said: Result, wanted: string];
const answers = { answers: { code: '1' } };

const sequences: Readonly<Record<string, readonly Step[]>> = {
  'a login of two rounds': [
    [logInCall('ada'), asksCode, 'mfa-required'],
    [logInCall('ada'), none, 'mfa-required'],
    [logInCall('ada', 3), none, 'stale_round'],
    [logInCall('ada', 2), { kind: 'verified' }, 'verified'],
    [logInCall('ada', 2), none, 'verified'],
    [
      logInCall('ada', 2, { secrets: { ...answers, form: { userid: 'bob' } } }),
      none,
      'another_body',
    ],
    [logInCall('ada', 1), none, 'stale_round'],
  ],
  'a reading that fails, and is read again': [
    [billsCall('ada'), { kind: 'failed', tried: true } as Result, 'failed'],
    [billsCall('ada'), { kind: 'bills', bills: [] } as Result, 'bills'],
    [billsCall('ada'), none, 'bills'],
  ],
  'a payment, sent twice and with another amount': [
    [payCall('ada', 'a'), paid, 'paid'],
    [payCall('ada', 'a'), none, 'paid'],
    [payCall('ada', 'a', { cents: cents + 1 }), none, 'another_body'],
  ],
  'a payment that is looked for before it comes': [
    [findCall('ada', 'b'), none, 'never-taken'],
    [payCall('ada', 'b'), paid, 'never-taken'],
    [findCall('ada', 'b'), none, 'never-taken'],
  ],
  'a payment whose answer was lost, and that is found': [
    [payCall('ada', 'c'), { kind: 'unknown' }, 'unknown'],
    [findCall('ada', 'c'), paid, 'paid'],
    [payCall('ada', 'c'), none, 'paid'],
  ],
};

describe('A connector’s server and the workers keep equal records', () => {
  test.each(Object.keys(sequences))('of %s', async (name) => {
    const two = both();
    for (const [call, said, wanted] of sequences[name] ?? []) {
      const { ofKit, ofWorker } = await two.ask(call, said);
      const kindOf = (one: unknown) => (typeof one === 'string' ? one : (one as Result)?.kind);
      expect([kindOf(ofKit), kindOf(ofWorker)]).toEqual([wanted, wanted]);
      expect(ofWorker).toEqual(ofKit);
      const records = await two.records(call);
      expect(records.ofWorker).toEqual({ ...records.ofKit, operation: expect.any(String) });
    }
  });

  test.each([
    ['declined', none, 'paid'],
    ['returned', { kind: 'returned', reason: 'insufficient_funds', on: '2026-11-27' }, 'returned'],
  ])('of a payment that ends as paid and then as %s', async (_, said, wanted) => {
    const two = both();
    const call = payCall('ada', 'd');
    await two.ask(call, paid);
    await two.endAgain(call, said);
    const { ofKit, ofWorker } = await two.records(call);
    expect(ofKit.result?.kind).toBe(wanted);
    expect(ofWorker).toEqual(ofKit);
  });
});

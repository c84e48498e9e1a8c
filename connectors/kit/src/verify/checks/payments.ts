/** Payments, swaps, settlements, and what is left behind. */
import * as v from 'valibot';
import { payResult } from '../../protocol/payments.ts';
import { newNonce } from '../../wire/signature.ts';
import {
  billOf,
  type Done,
  done,
  findAsk,
  foundAs,
  loginFor,
  methodOf,
  type Pay,
  paid,
  payAsk,
  type Result,
  sessionOf,
  testBank,
  testCard,
} from '../asks.ts';
import { type Check, must } from '../check.ts';
import type { Ask, Probe } from '../probe.ts';

/** Taken: paid at once, or accepted. The amount is the one that was asked for. */
function isTaken({ result }: Pick<Done, 'result'>, cents: number): void {
  must(v.is(payResult, result), `The result ${result.kind} is none of the protocol`);
  must(result.kind === 'paid' || result.kind === 'accepted', `The result is ${result.kind}`);
  if (result.kind === 'paid') must(result.amount.cents === cents, 'The amount is another one');
}

function nameOf({ confirmation, reference }: Result): unknown {
  return confirmation ?? reference;
}

const pays = {
  can: ({ pays: methods }: { readonly pays: readonly string[] }) => methods.length > 0,
};

const scenarioOf = (probe: Probe) =>
  probe.manifest.capabilities.pays.includes('card')
    ? ('pays-card' as const)
    : ('pays-bank' as const);

function paysWith(method: 'card' | 'bank'): Check {
  const given = method === 'card' ? testCard : testBank;
  const name = method === 'card' ? 'A card' : 'A bank account';
  return {
    id: `pay.${method}`,
    proves: `${name} pays a bill, and the result has the amount that was asked for.`,
    why: 'Billhook believes no other amount.',
    logins: [`pays-${method}`],
    can: (capabilities) => capabilities.pays.includes(method),
    run: async (probe) => isTaken(await paid(probe, `pays-${method}`, given), 100),
  };
}

export const paymentChecks: readonly Check[] = [
  paysWith('card'),
  paysWith('bank'),
  {
    id: 'pay.repeated',
    proves: 'The same submission again pays nothing more.',
    why: 'Billhook sends it again whenever a response was lost.',
    ...pays,
    async run(probe) {
      const first = await paid(probe, scenarioOf(probe), methodOf(probe));
      const again = await done(probe, 'pay', payAsk(first.pay));
      must(again.result.kind === first.result.kind, `The second result is ${again.result.kind}`);
      must(nameOf(again.result) === nameOf(first.result), 'It was paid twice');
    },
  },
  {
    id: 'pay.at-once',
    proves: 'Two requests of one submission at the same time pay once.',
    why: 'A retry may arrive while the first request is still under way.',
    ...pays,
    async run(probe) {
      const login = loginFor(probe, scenarioOf(probe));
      const { accountKey } = await billOf(probe, login);
      const pay: Pay = {
        login,
        accountKey,
        payment: newNonce(),
        operation: newNonce(),
        auth: newNonce(),
        cents: 100,
        method: methodOf(probe),
      };
      const both = [done(probe, 'pay', payAsk(pay)), done(probe, 'pay', payAsk(pay))];
      const [first, second] = await Promise.all(both);
      must(
        nameOf(first?.result ?? { kind: '' }) === nameOf(second?.result ?? { kind: '' }),
        'It was paid twice',
      );
    },
  },
  {
    id: 'pay.other-amount',
    proves: 'A known submission with another amount is refused.',
    why: 'It is a mistake of the caller, and the money must not move twice.',
    ...pays,
    async run(probe) {
      const { pay } = await paid(probe, scenarioOf(probe), methodOf(probe));
      const reply = await probe.call('pay', payAsk({ ...pay, cents: 200 }));
      must(reply.status === 409, `The status is ${reply.status}`);
    },
  },
  {
    id: 'pay.other-method',
    proves: 'A known submission with another method is refused.',
    why: 'It is a mistake of the caller, and the money must not move twice.',
    ...pays,
    async run(probe) {
      const { pay } = await paid(probe, scenarioOf(probe), methodOf(probe));
      const method = { ...(pay.method as object), name: 'Somebody Else' };
      const reply = await probe.call('pay', payAsk({ ...pay, method }));
      must(reply.status === 409, `The status is ${reply.status}`);
    },
  },
  {
    id: 'pay.path',
    proves: 'A body that names another payment than the path is refused.',
    why: 'Which of the two is meant must not be a guess.',
    ...pays,
    async run(probe) {
      const login = loginFor(probe, scenarioOf(probe));
      const method = methodOf(probe);
      const ask = payAsk({ login, payment: newNonce(), accountKey: 'any', cents: 100, method });
      const parts = { payment: newNonce(), submission: 1 };
      const reply = await probe.call('pay', { ...ask, parts });
      must(reply.status === 400, `The status is ${reply.status}`);
    },
  },
  {
    id: 'pay.whole-cents',
    proves: 'An amount that is not in whole cents is refused.',
    why: 'Rounding is a decision that nobody has made.',
    ...pays,
    async run(probe) {
      const login = loginFor(probe, scenarioOf(probe));
      const method = methodOf(probe);
      const ask = payAsk({ login, payment: newNonce(), accountKey: 'any', cents: 100.5, method });
      const reply = await probe.call('pay', ask);
      must(reply.status === 400, `The status is ${reply.status}`);
    },
  },
  {
    id: 'pay.found',
    proves: '`find` returns what became of a submission.',
    why: 'It is how a lost response is made up for.',
    ...pays,
    async run(probe) {
      const { pay, result } = await paid(probe, scenarioOf(probe), methodOf(probe));
      const found = await done(probe, 'findPayment', findAsk(pay.login, pay.payment));
      isTaken(found, 100);
      must(
        nameOf(found.result) === nameOf(result) || found.result.kind !== result.kind,
        'It is another payment',
      );
    },
  },
  {
    id: 'pay.declined',
    proves: 'A payment that the company declines is `declined`.',
    why: 'Any other result would be looked for until somebody settles it by hand.',
    logins: ['declines'],
    ...pays,
    async run(probe) {
      const { result } = await paid(probe, 'declines', methodOf(probe));
      must(v.is(payResult, result), 'The result is none of the protocol');
      must(result.kind === 'declined', `The result is ${result.kind}`);
    },
  },
  {
    id: 'pay.accepted',
    proves: 'A payment that settles later is `accepted`, and `find` shows that it was paid.',
    why: 'Bank transfers take days.',
    logins: ['accepts'],
    can: ({ settles }) => settles === 'later',
    async run(probe) {
      const { pay, result } = await paid(probe, 'accepts', methodOf(probe));
      must(v.is(payResult, result), 'The result is none of the protocol');
      must(result.kind === 'accepted', `The result is ${result.kind}`);
      must(Date.parse(result.askAgainAt) > Date.now(), '`askAgainAt` is over');
      const found = await foundAs(probe, pay, 'paid');
      must(found.kind === 'paid', `It is still ${found.kind} after 10 seconds`);
    },
  },
  {
    id: 'pay.returned',
    proves: 'A payment that came back is `returned`.',
    why: 'The bill is open again, and the user has to know.',
    logins: ['returns'],
    can: ({ returnsWithinDays }) => returnsWithinDays > 0,
    async run(probe) {
      const { pay } = await paid(probe, 'returns', methodOf(probe));
      const found = await foundAs(probe, pay, 'returned');
      must(found.kind === 'returned', `It is still ${found.kind} after 10 seconds`);
    },
  },
  {
    id: 'pay.unclear',
    proves:
      'A payment whose outcome is not clear is `unknown`, and `find` shows what became of it.',
    why: 'Calling it failed would pay it twice.',
    logins: ['unclear'],
    ...pays,
    async run(probe) {
      const { pay, result } = await paid(probe, 'unclear', methodOf(probe));
      must(result.kind === 'unknown', `The result is ${result.kind}`);
      const found = await foundAs(probe, pay, 'paid');
      must(found.kind === 'paid', `It is still ${found.kind} after 10 seconds`);
    },
  },
  {
    id: 'pay.never-taken',
    proves: 'A submission that never came is `never-taken`.',
    why: 'Only then may Billhook submit the payment again.',
    can: (capabilities) => capabilities.pays.length > 0 && capabilities.findsSubmissions,
    async run(probe) {
      const login = loginFor(probe, scenarioOf(probe));
      const { result } = await done(probe, 'findPayment', findAsk(login, newNonce()));
      must(result.kind === 'never-taken', `The result is ${result.kind}`);
    },
  },
  {
    id: 'pay.fenced',
    proves: 'A submission that was called `never-taken` is refused when it arrives after all.',
    why: 'The next submission is on its way already: both would pay.',
    ...pays,
    async run(probe) {
      const login = loginFor(probe, scenarioOf(probe));
      const { accountKey } = await billOf(probe, login);
      const payment = newNonce();
      const found = await done(probe, 'findPayment', findAsk(login, payment));
      if (found.result.kind !== 'never-taken') return;
      const pay = { login, payment, accountKey, cents: 100, method: methodOf(probe) };
      const { result } = await done(probe, 'pay', payAsk(pay));
      must(result.kind === 'never-taken', `The result is ${result.kind}: it was taken after all`);
    },
  },
  {
    id: 'pay.not-logged-in',
    proves: 'A payment whose login fails says so, and is not made.',
    why: 'The user is asked for the new password.',
    logins: ['wrong-password'],
    ...pays,
    async run(probe) {
      const login = loginFor(probe, 'wrong-password');
      const method = methodOf(probe);
      const pay = { login, payment: newNonce(), accountKey: 'any', cents: 100, method };
      const { result } = await done(probe, 'pay', payAsk(pay));
      must(result.kind === 'not-logged-in', `The result is ${result.kind}`);
    },
  },
  {
    id: 'pay.confirmation',
    proves: 'A payment has a confirmation.',
    why: 'Support has nothing to quote without one.',
    onlyWarns: true,
    ...pays,
    async run(probe) {
      const { result } = await paid(probe, scenarioOf(probe), methodOf(probe));
      must(nameOf(result) !== undefined, 'There is none');
    },
  },
  {
    id: 'pay.cancelled',
    proves: 'An accepted payment can be cancelled, and is `never-taken` then.',
    why: 'The manifest says that it can.',
    logins: ['accepts'],
    can: ({ cancels, settles }) => cancels && settles === 'later',
    async run(probe) {
      const { pay } = await paid(probe, 'accepts', methodOf(probe));
      const { result } = await done(probe, 'cancelPayment', findAsk(pay.login, pay.payment));
      must(result.kind === 'never-taken', `The result is ${result.kind}`);
      const found = await done(probe, 'findPayment', findAsk(pay.login, pay.payment));
      must(found.result.kind === 'never-taken', `\`find\` says ${found.result.kind}`);
    },
  },
  {
    id: 'pay.settled',
    proves: 'A payment is in the settlements of its day, once, with its amount.',
    why: 'It is how a payment is found whose report and response were lost.',
    ...pays,
    async run(probe) {
      const { pay, result } = await paid(probe, scenarioOf(probe), methodOf(probe));
      const day = new Date(typeof result.paidAt === 'string' ? result.paidAt : Date.now());
      const query = { day: day.toISOString().slice(0, 'yyyy-mm-dd'.length) };
      const rows = await settlementsOf(probe, query);
      const own = rows.filter(({ payment }) => payment === pay.payment);
      must(own.length === 1, `It is there ${own.length} times`);
      must(own[0]?.amount?.cents === 100, 'Its amount is another one');
    },
  },
];

type Row = { readonly payment?: string; readonly amount?: { readonly cents?: number } };

async function settlementsOf(
  probe: Probe,
  query: Readonly<Record<string, string>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 500; page += 1) {
    const { status, body } = await probe.call('settlements', {
      query: { ...query, ...(cursor !== undefined && { cursor }) },
    });
    must(status === 200, `The status is ${status}`);
    const read = body as { settlements?: readonly Row[]; cursor?: string };
    rows.push(...(read.settlements ?? []));
    cursor = read.cursor;
    if (cursor === undefined) return rows;
  }
  return must(false, 'The settlements do not end') as never;
}

function swapAsk(probe: Probe, swap: string, operation = newNonce()): Ask {
  const login = loginFor(probe, 'swaps');
  return {
    operation,
    parts: { swap, submission: 1 },
    document: { ...sessionOf(login), auth: 'auth-of-the-swap-0001', swap, submission: 1 },
    secrets: { form: login.form, method: testCard },
  };
}

const swaps = {
  logins: ['swaps'] as const,
  can: ({ swaps: can }: { readonly swaps: boolean }) => can,
};

export const swapChecks: readonly Check[] = [
  {
    id: 'swap.completed',
    proves: 'A card is put on file.',
    why: 'The manifest says that it can.',
    ...swaps,
    async run(probe) {
      const { result } = await done(probe, 'swap', swapAsk(probe, newNonce()));
      must(result.kind === 'completed', `The result is ${result.kind}`);
    },
  },
  {
    id: 'swap.repeated',
    proves: 'The same swap again does nothing more.',
    why: 'Billhook sends it again whenever a response was lost.',
    ...swaps,
    async run(probe) {
      const ask = swapAsk(probe, newNonce());
      const [first, second] = [await done(probe, 'swap', ask), await done(probe, 'swap', ask)];
      must(first.state.sequence === second.state.sequence, 'It was done again');
    },
  },
  {
    id: 'swap.fenced',
    proves: 'A swap that was called `never-taken` is refused when it arrives after all.',
    why: 'The card that is put on file then may be an old one.',
    ...swaps,
    async run(probe) {
      const swap = newNonce();
      const found = await done(probe, 'findSwap', findAsk(loginFor(probe, 'swaps'), swap, 'swap'));
      if (found.result.kind !== 'never-taken') return;
      const { result } = await done(probe, 'swap', swapAsk(probe, swap));
      must(result.kind === 'never-taken', `The result is ${result.kind}`);
    },
  },
  {
    id: 'session.ended',
    proves: 'The end of a session is 200, also if there is none.',
    why: 'Billhook ends sessions without knowing whether they are still open.',
    async run(probe) {
      const reply = await probe.call('endSession', { parts: { handle: 'not-open' } });
      must(reply.status === 200, `The status is ${reply.status} (${reply.code ?? 'no code'})`);
    },
  },
  {
    id: 'connection.forgotten',
    proves: 'A connection can be forgotten, also one that is unknown.',
    why: 'An erased person must be gone everywhere.',
    async run(probe) {
      const company = probe.manifest.testLogins?.[0]?.company ?? 'none';
      const reply = await probe.call('forget', {
        document: { company, auth: newNonce() },
        secrets: { connection: 'unknown' },
      });
      must(reply.status === 200, `The status is ${reply.status} (${reply.code ?? 'no code'})`);
    },
  },
];

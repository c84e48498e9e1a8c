/** Payments: each submission once. */
import * as v from 'valibot';
import type { Bill } from '../../protocol/bills.ts';
import { payResult } from '../../protocol/payments.ts';
import { newNonce } from '../../wire/signature.ts';
import {
  A_DOLLAR,
  anyAccount,
  billsOf,
  type Done,
  done,
  findAsk,
  loginFor,
  methodOf,
  nameOf,
  type Pay,
  paid,
  payAsk,
  payOf,
  scenarioOf,
  testBank,
  testCard,
} from '../asks.ts';
import { type Check, CheckSkipped, must } from '../check.ts';

/** Taken: paid at once, or accepted. The amount is the one that was asked for. */
function isTaken({ result }: Pick<Done, 'result'>, cents: number): void {
  must(v.is(payResult, result), `The result ${result.kind} is none of the protocol`);
  must(result.kind === 'paid' || result.kind === 'accepted', `The result is ${result.kind}`);
  if (result.kind === 'paid') must(result.amount.cents === cents, 'The amount is another one');
}

const pays = {
  can: ({ pays: methods }: { readonly pays: readonly string[] }) => methods.length > 0,
};

function paysWith(method: 'card' | 'bank'): Check {
  const given = method === 'card' ? testCard : testBank;
  const name = method === 'card' ? 'A card' : 'A bank account';
  return {
    id: `pay.${method}`,
    proves: `${name} pays a bill, and the result has the amount that was asked for.`,
    why: 'Billhook believes no other amount.',
    logins: [`pays-${method}`],
    can: (capabilities) => capabilities.pays.includes(method),
    async run(probe) {
      const made = await paid(probe, `pays-${method}`, given);
      isTaken(made, made.pay.cents);
    },
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
      const given = await payOf(probe, scenarioOf(probe));
      const pay: Pay = { ...given, operation: newNonce(), method: methodOf(probe) };
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
      const reply = await probe.call('pay', payAsk({ ...pay, cents: pay.cents + A_DOLLAR }));
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
      const ask = payAsk({ ...anyAccount(login), cents: A_DOLLAR, method });
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
      const ask = payAsk({ ...anyAccount(login), cents: A_DOLLAR + 0.5, method });
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
      const found = await done(probe, 'findPayment', findAsk(pay));
      isTaken(found, pay.cents);
      must(
        nameOf(found.result) === nameOf(result) || found.result.kind !== result.kind,
        'It is another payment',
      );
    },
  },
  {
    id: 'pay.survives',
    proves: 'A submission is known after a restart, and so is one that was called `never-taken`.',
    why: 'What is forgotten is paid again.',
    ...pays,
    async run(probe) {
      if (!probe.restart) throw new CheckSkipped('Nothing restarts it: see --restart');
      const { pay, result } = await paid(probe, scenarioOf(probe), methodOf(probe));
      const refused = { ...(await payOf(probe, scenarioOf(probe))), method: methodOf(probe) };
      const fenced = await done(probe, 'findPayment', findAsk(refused));
      await probe.restart();
      const again = await done(probe, 'pay', payAsk(pay));
      must(nameOf(again.result) === nameOf(result), 'It was paid twice');
      if (fenced.result.kind !== 'never-taken') return;
      const { kind } = (await done(probe, 'pay', payAsk(refused))).result;
      must(kind === 'never-taken', `What was called never-taken is ${kind}`);
    },
  },
  {
    id: 'pay.posted',
    proves: 'A payment that is listed as `posted` is in the balances of the same reading.',
    why: 'Billhook subtracts it no longer, so that a balance without it is paid again.',
    can: ({ pays: methods, reads }) => methods.length > 0 && reads,
    async run(probe) {
      const { bill: before, ...given } = await payOf(probe, scenarioOf(probe));
      const pay: Pay = { ...given, method: methodOf(probe) };
      const { result } = await done(probe, 'pay', payAsk(pay));
      isTaken({ result }, pay.cents);
      const bills = await billsOf(probe, pay.login, pay.auth);
      const after = bills.find(({ accountKey }) => accountKey === pay.accountKey);
      if (!after || !isPosted(before, after, { pay, result }))
        throw new CheckSkipped('The payment is not listed as posted yet');
      const isLower = figures.some((figure) => {
        const [was, is] = [before[figure], after[figure]];
        return was !== undefined && is !== undefined && was - is >= pay.cents;
      });
      must(isLower, `No figure is lower by ${pay.cents} cents`);
    },
  },
];

const figures = ['balanceCents', 'statementBalanceCents', 'fullBalanceCents'] as const;

/** Told by its confirmation; or, where the company lists none, by one more of its amount. */
function isPosted(
  { recentPayments: before = [] }: Bill,
  { recentPayments: after = [] }: Bill,
  { pay, result }: { readonly pay: Pay; readonly result: Done['result'] },
): boolean {
  const amounts = [pay.cents, pay.cents + Number(result.feeCents ?? 0)];
  const posted = (list: typeof before) =>
    list.filter((one) => one.posted && amounts.includes(one.amountCents));
  const name = nameOf(result);
  const isNamed = after.some((one) => one.posted && one.confirmation === name);
  return (name !== undefined && isNamed) || posted(after).length > posted(before).length;
}

/** What payments come to, and what is found of them later. */
import * as v from 'valibot';
import { instantOf, parseDateTime } from '../../protocol/dates.ts';
import { payResult } from '../../protocol/payments.ts';
import {
  A_DOLLAR,
  anyAccount,
  done,
  findAsk,
  foundAs,
  inDays,
  loginFor,
  methodOf,
  nameOf,
  type Paid,
  type Pay,
  paid,
  paidAs,
  payAsk,
  payOf,
  type Result,
  scenarioOf,
} from '../asks.ts';
import { type Check, must } from '../check.ts';
import type { Probe } from '../probe.ts';
import { tryWrong } from '../wrong-tries.ts';

const pays = {
  can: ({ pays: methods }: { readonly pays: readonly string[] }) => methods.length > 0,
};

export const outcomeChecks: readonly Check[] = [
  {
    id: 'pay.declined',
    proves: 'A payment that the company declines is `declined`.',
    why: 'Any other result would be looked for until somebody settles it by hand.',
    logins: ['declines'],
    ...pays,
    async run(probe) {
      const { pay, result } = await paid(probe, 'declines', methodOf(probe));
      must(v.is(payResult, result), 'The result is none of the protocol');
      const last = await onceSettled(probe, pay, result, 'declined');
      must(last.kind === 'declined', `The result is ${last.kind}`);
    },
  },
  {
    id: 'pay.accepted',
    proves: 'A payment that settles later is `accepted`, and `find` shows that it was paid.',
    why: 'Bank transfers take days.',
    logins: ['accepts'],
    can: ({ pays: methods, settles }) => methods.length > 0 && settles === 'later',
    async run(probe) {
      const { pay, result } = await paidAs(probe, 'accepts', 'accepted');
      must(v.is(payResult, result), 'The result is none of the protocol');
      must(result.kind === 'accepted', `The result is ${result.kind}`);
      const at = new Date(instantOf(result.askAgainAt));
      must(at.getTime() > Date.now(), '`askAgainAt` is over');
      const found = await foundAs(probe, pay, { kind: 'paid', at });
      must(found.kind === 'paid', `It is still ${found.kind} after 10 seconds`);
    },
  },
  {
    id: 'pay.returned',
    proves: 'A payment that came back is `returned`.',
    why: 'The bill is open again, and the user has to know.',
    logins: ['returns'],
    can: ({ pays: methods, returnsWithinDays }) => methods.length > 0 && returnsWithinDays > 0,
    async run(probe) {
      const at = inDays(probe.manifest.capabilities.returnsWithinDays);
      const found = (made: Paid) => foundAs(probe, made.pay, { kind: 'returned', at });
      await paidAs(probe, 'returns', 'returned', found);
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
      const { pay } = await paidAs(probe, 'unclear', 'unknown');
      const found = await foundAs(probe, pay, { kind: 'paid', at: inDays(1) });
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
      const { result } = await done(probe, 'findPayment', findAsk(anyAccount(login)));
      must(result.kind === 'never-taken', `The result is ${result.kind}`);
    },
  },
  {
    id: 'pay.fenced',
    proves: 'A submission that was called `never-taken` is refused when it arrives after all.',
    why: 'The next submission is on its way already: both would pay.',
    ...pays,
    async run(probe) {
      const pay = { ...(await payOf(probe, scenarioOf(probe))), method: methodOf(probe) };
      const found = await done(probe, 'findPayment', findAsk(pay));
      if (found.result.kind !== 'never-taken') return;
      const { result } = await done(probe, 'pay', payAsk(pay));
      must(result.kind === 'never-taken', `The result is ${result.kind}: it was taken after all`);
    },
  },
  {
    id: 'pay.not-logged-in',
    proves: 'A payment whose login fails says so, and is not made.',
    why: 'The user is asked for the new password.',
    triesWrong: true,
    ...pays,
    run: (probe, wrong) =>
      tryWrong(
        probe,
        wrong,
        (login) => {
          const pay = { ...anyAccount(login), cents: A_DOLLAR, method: methodOf(probe) };
          return done(probe, 'pay', payAsk(pay));
        },
        ({ result }) => must(result.kind === 'not-logged-in', `The result is ${result.kind}`),
      ),
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
    can: ({ pays: methods, cancels, settles }) =>
      methods.length > 0 && cancels && settles === 'later',
    async run(probe) {
      const { pay } = await paidAs(probe, 'accepts', 'accepted');
      const { result } = await done(probe, 'cancelPayment', findAsk(pay));
      must(result.kind === 'never-taken', `The result is ${result.kind}`);
      const found = await done(probe, 'findPayment', findAsk(pay));
      must(found.result.kind === 'never-taken', `\`find\` says ${found.result.kind}`);
    },
  },
];

/** What is accepted comes to something later; of the rest it is known at once. */
export async function onceSettled(
  probe: Probe,
  pay: Pay,
  result: Result,
  kind: string,
): Promise<Result> {
  if (result.kind !== 'accepted') return result;
  const at = parseDateTime(String(result.askAgainAt));
  must(at !== undefined, '`askAgainAt` is no date and time that exist');
  return foundAs(probe, pay, { kind, at: new Date(at) });
}

/** Bills. */
import * as v from 'valibot';
import { type Bill, billsResult } from '../../protocol/bills.ts';
import { MAX_RECENT_PAYMENTS } from '../../protocol/limits.ts';
import { newNonce } from '../../wire/signature.ts';
import {
  billsOf,
  type Done,
  done,
  inDays,
  isKind,
  loginFor,
  methodOf,
  paid,
  type Result,
  scenarioOf,
  sessionOf,
} from '../asks.ts';
import { type Check, CheckSkipped, must } from '../check.ts';
import { showsPaymentsAt } from '../directory.ts';
import type { Probe } from '../probe.ts';
import { tryWrong } from '../wrong-tries.ts';

export const billChecks: readonly Check[] = [
  {
    id: 'bills.read',
    proves: 'Bills are documents of the protocol, with amounts in whole cents.',
    why: 'Billhook shows and pays what they say.',
    logins: ['bills'],
    can: ({ reads }) => reads,
    async run(probe) {
      const { result } = await readBills(probe, 'bills');
      const bills = (result.bills ?? []) as readonly { balanceCents?: number }[];
      must(
        bills.some(({ balanceCents = 0 }) => balanceCents > 0),
        'There is none with a balance',
      );
    },
  },
  {
    id: 'bills.account-keys',
    proves: 'An account has the same key at every reading.',
    why: 'It would be another account, and its settings would be gone.',
    logins: ['bills'],
    can: ({ reads }) => reads,
    async run(probe) {
      const keys = async () =>
        ((await readBills(probe, 'bills')).result.bills as readonly { accountKey: string }[])
          .map(({ accountKey }) => accountKey)
          .sort()
          .join();
      const first = await keys();
      must(first === (await keys()), 'They differ');
    },
  },
  {
    id: 'bills.none',
    proves: 'A login without bills gets an empty list.',
    why: 'An error would be shown to the user as one.',
    logins: ['no-bills'],
    can: ({ reads }) => reads,
    async run(probe) {
      const { result } = await readBills(probe, 'no-bills');
      must((result.bills as readonly unknown[] | undefined)?.length === 0, 'It is not empty');
    },
  },
  {
    id: 'bills.not-logged-in',
    proves: 'A reading whose login fails says what the login said.',
    why: 'The daily reading is how Billhook learns that a password has changed.',
    triesWrong: true,
    // Where nobody reads unattended, the login itself says so, to whoever is there.
    can: ({ reads, unattended }) => reads && unattended.reads,
    run: (probe, wrong) =>
      tryWrong(
        probe,
        wrong,
        (login) => {
          const ask = { document: sessionOf(login), secrets: { form: login.form } };
          return done(probe, 'listBills', ask);
        },
        ({ result }) => {
          isKind({ result }, 'not-logged-in');
          const { kind } = (result.login ?? {}) as Partial<Result>;
          must(kind === 'authenticate', 'The login says something else');
        },
      ),
  },
  {
    id: 'bills.repeated',
    proves: 'The same reading again returns the same state.',
    why: 'Each reading is another session at the company.',
    logins: ['bills'],
    can: ({ reads }) => reads,
    async run(probe) {
      const login = loginFor(probe, 'bills');
      const document = sessionOf(login);
      const ask = { operation: newNonce(), document, secrets: { form: login.form } };
      const [first, second] = [
        await done(probe, 'listBills', ask),
        await done(probe, 'listBills', ask),
      ];
      isKind(first, 'bills');
      must(first.state.sequence === second.state.sequence, 'It was done again');
    },
  },
  {
    id: 'bills.payment-days',
    proves: 'No payment that is shown is of a day after tomorrow.',
    why: 'Billhook ignores it: a payment that is still to come proves nothing.',
    logins: ['bills'],
    can: ({ reads }) => reads,
    async run(probe) {
      const tomorrow = inDays(1).toISOString().slice(0, 'yyyy-mm-dd'.length);
      const bills = await billsOf(probe, loginFor(probe, 'bills'));
      const late = bills.flatMap(daysShown).find((day) => day > tomorrow);
      must(late === undefined, `One is of ${late}`);
    },
  },
  {
    id: 'bills.payments-stay',
    proves: 'A payment that is listed is listed in the next reading too.',
    why: 'One that goes away counts as taken back by the company.',
    logins: ['bills'],
    can: ({ reads }) => reads,
    async run(probe) {
      const { pays } = probe.manifest.capabilities;
      const login = (pays.length > 0 && probe.testLogin(scenarioOf(probe))) || undefined;
      const read = () => billsOf(probe, login ?? loginFor(probe, 'bills'));
      const [first, second] = [await read(), await read()];
      for (const bill of first) {
        const next = second.find(({ accountKey }) => accountKey === bill.accountKey);
        const gone = goneFrom(bill, next);
        must(gone === undefined, `One of ${gone} cents is gone`);
      }
    },
  },
  {
    id: 'bills.no-payments',
    proves: 'A company of `showsPayments: false` shows no payment, not even one just made.',
    why: 'The next statement is proof of the last payment there: what is only late is paid twice.',
    logins: ['bills'],
    can: ({ reads }) => reads,
    async run(probe) {
      const { pays } = probe.manifest.capabilities;
      const paying = pays.length > 0 ? probe.testLogin(scenarioOf(probe)) : undefined;
      let isSaid = false;
      for (const login of [loginFor(probe, 'bills'), ...(paying ? [paying] : [])]) {
        if (await showsPaymentsAt(probe, login.company)) continue;
        isSaid = true;
        if (login === paying) await paid(probe, paying.scenario, methodOf(probe));
        const bills = await billsOf(probe, login);
        must(bills.flatMap(daysShown).length === 0, `The login ${login.scenario} shows a payment`);
      }
      if (!isSaid) throw new CheckSkipped('No company of its test logins says so');
    },
  },
];

function daysShown({ lastPaidOn, recentPayments = [] }: Bill): string[] {
  const listed = recentPayments.map(({ paidOn }) => paidOn);
  return lastPaidOn === undefined ? listed : [lastPaidOn, ...listed];
}

/** How far back a list goes at least, but for a day that may have begun in between. */
const LISTED_DAYS = 29;

/** The amount of a payment that the next reading lists less often. Nothing where it shows no list. */
function goneFrom({ recentPayments: before = [] }: Bill, next: Bill | undefined) {
  const after = next?.recentPayments;
  if (!after || before.length === MAX_RECENT_PAYMENTS) return undefined;
  const since = inDays(-LISTED_DAYS).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const recent = before.filter(({ paidOn }) => paidOn >= since);
  const count = (list: typeof before, cents: number) =>
    list.filter(({ amountCents }) => amountCents === cents).length;
  return recent
    .map(({ amountCents }) => amountCents)
    .find((cents) => count(after, cents) < count(recent, cents));
}

async function readBills(probe: Probe, scenario: 'bills' | 'no-bills'): Promise<Done> {
  const login = loginFor(probe, scenario);
  const ask = { document: sessionOf(login), secrets: { form: login.form } };
  const ended = await done(probe, 'listBills', ask);
  isKind(ended, 'bills');
  const parsed = v.safeParse(billsResult, ended.result);
  must(parsed.success, `Wrong: ${parsed.success || v.getDotPath(parsed.issues[0])}`);
  return ended;
}

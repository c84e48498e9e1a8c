/** Bills. */
import * as v from 'valibot';
import { billsResult } from '../../protocol/bills.ts';
import { newNonce } from '../../wire/signature.ts';
import { type Done, done, isKind, loginFor, type Result, sessionOf } from '../asks.ts';
import { type Check, must } from '../check.ts';
import type { Probe } from '../probe.ts';

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
    logins: ['wrong-password'],
    // Where nobody reads unattended, the login itself says so, to whoever is there.
    can: ({ reads, unattended }) => reads && unattended.reads,
    async run(probe) {
      const login = loginFor(probe, 'wrong-password');
      const ask = { document: sessionOf(login), secrets: { form: login.form } };
      const { result } = await done(probe, 'listBills', ask);
      isKind({ result }, 'not-logged-in');
      must(
        (result.login as Result | undefined)?.kind === 'authenticate',
        'The login says something else',
      );
    },
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
];

async function readBills(probe: Probe, scenario: 'bills' | 'no-bills'): Promise<Done> {
  const login = loginFor(probe, scenario);
  const ask = { document: sessionOf(login), secrets: { form: login.form } };
  const ended = await done(probe, 'listBills', ask);
  isKind(ended, 'bills');
  const parsed = v.safeParse(billsResult, ended.result);
  must(parsed.success, `Wrong: ${parsed.success || v.getDotPath(parsed.issues[0])}`);
  return ended;
}

/** Accounts at Method: those that a person owes to, and those that they pay from. */
import type { Bill, BillsResult, PayingMethod, Run, Session } from '@billhook/connector-kit';
import type { Account, AccountUpdate } from './api/documents.ts';
import { type Deps, digestOf, keyOf } from './deps.ts';
import { changePerson, type Person } from './person.ts';
import { signIn } from './sign-in.ts';

type Bank = Extract<PayingMethod, { type: 'bank' }>;

/** Looks for a person's accounts. Method asks a credit bureau, so it is done at logins only. */
export async function connect(
  deps: Deps,
  session: Session,
  person: Person,
  run: Run,
): Promise<void> {
  const isDone = await deps.method.connect(
    person.entity,
    keyOf('connect', run.operation, person.entity),
    run.signal,
  );
  if (!isDone) throw new Error('Method has not found the accounts');
  await changePerson(deps, session, run, (one) => ({ ...(one ?? person), isConnected: true }));
}

/** The accounts of a person at the session's company. */
async function owedAt(deps: Deps, session: Session, person: Person, run: Run): Promise<Account[]> {
  if (!person.isConnected) await connect(deps, session, person, run);
  const accounts = await deps.method.accounts(person.entity, run.signal);
  return accounts.filter(
    ({ liability, status }) => liability?.mch_id === session.company && status === 'active',
  );
}

/** The same for whoever links the account: Method's id is another for each entity. */
function accountKeyOf({ id, liability }: Account): string {
  return liability?.fingerprint ?? id;
}

export async function accountOf(
  deps: Deps,
  session: Session,
  person: Person,
  accountKey: string,
  run: Run,
): Promise<Account | undefined> {
  const accounts = await owedAt(deps, session, person, run);
  return accounts.find((one) => accountKeyOf(one) === accountKey);
}

/** The bank account at Method with these numbers, made once for each person. */
export async function sourceOf(
  deps: Deps,
  session: Session,
  person: Person,
  { routingNumber, accountNumber, accountType }: Bank,
  run: Run,
): Promise<Pick<Account, 'id' | 'status'>> {
  const bank = digestOf(deps, [person.entity, routingNumber, accountNumber, accountType]);
  const known = person.banks?.[bank];
  if (known !== undefined) return { id: known, status: 'active' };
  const ach = { routing: routingNumber, number: accountNumber, type: accountType };
  const key = keyOf('ach', run.operation, bank);
  const account = await deps.method.createAch(person.entity, ach, key, run.signal);
  if (account.status === 'active') {
    await changePerson(deps, session, run, (one) => {
      const kept = one ?? person;
      return { ...kept, banks: { ...kept.banks, [bank]: account.id } };
    });
  }
  return account;
}

export async function listBills(deps: Deps, session: Session, run: Run): Promise<BillsResult> {
  const signedIn = await signIn(deps, session, run);
  if (signedIn.kind === 'not-logged-in') return signedIn;
  const accounts = await owedAt(deps, session, signedIn.person, run);
  const bills: Bill[] = [];
  for (const account of accounts) {
    const key = keyOf('update', run.operation, account.id);
    const fresh = await deps.method.readAccount(account.id, key, run.signal);
    const before = typeof account.update === 'object' ? account.update : undefined;
    bills.push(billOf(account, fresh ?? before ?? undefined, fresh === undefined));
  }
  return { kind: 'bills', bills };
}

/** Kinds of which the whole balance is due. Of all others, the creditor names a payment. */
const dueInFull: readonly string[] = ['bnpl', 'fintech', 'utility'];

export function billOf(
  account: Account,
  update: AccountUpdate | undefined,
  syncing: boolean,
): Bill {
  const { liability } = account;
  const details = update?.[update.type as 'credit_card'] ?? {};
  const isDueInFull = dueInFull.includes(update?.type ?? liability?.type ?? '');
  const due = isDueInFull ? details.balance : details.next_payment_minimum_amount;
  return {
    accountKey: accountKeyOf(account),
    currency: 'USD',
    ...(liability?.mask && { accountNumber: `XXXX${liability.mask}` }),
    ...(syncing && { syncing }),
    ...centsOf('balanceCents', due),
    ...(!isDueInFull && centsOf('fullBalanceCents', details.balance)),
    ...(details.next_payment_due_date && { dueOn: details.next_payment_due_date }),
    ...centsOf('lastPaidAmountCents', details.last_payment_amount),
    ...(details.last_payment_date && { lastPaidOn: details.last_payment_date }),
    autopay: 'unknown',
    autopaySource: 'unknown',
  };
}

/** A credit is 0. What the creditor does not say is left out. */
function centsOf<const N extends string>(name: N, cents: number | null | undefined) {
  if (cents === null || cents === undefined) return {};
  return { [name]: Math.max(0, cents) } as Record<N, number>;
}

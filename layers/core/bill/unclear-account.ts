/** Accounts that an operator has to tell apart (decision: accounts-keep-their-identity). */
import { createHash } from 'node:crypto';
import { instantText } from '../base/dates.ts';
import type { CompanyBill } from '../company/connector.ts';

export type UnclearAccount = Pick<
  CompanyBill,
  'accountNumber' | 'dueOn' | 'balanceCents' | 'statementBalanceCents'
> & {
  /** The fingerprint of what the connector calls it now. */
  readonly named: string;
  /** When it was first seen so: an instant of the machine's clock. */
  readonly since: string;
};

/** Those of one auth, as they were with its last reading. */
export type UnclearAccounts = {
  readonly authId: string;
  readonly partnerId: string;
  readonly companyId: string;
  readonly accounts: readonly UnclearAccount[];
  /** The bills that they may be. */
  readonly billIds: readonly string[];
  readonly seenAt: string;
};

type Seen = Omit<UnclearAccount, 'since'>;

/** What is noted after a reading. One that was unclear before stays so since then. */
export function noteUnclear(
  before: UnclearAccounts | undefined,
  auth: Pick<UnclearAccounts, 'authId' | 'partnerId' | 'companyId'>,
  { seen, billIds }: { readonly seen: readonly Seen[]; readonly billIds: readonly string[] },
  machineNow: number,
): UnclearAccounts {
  const seenAt = instantText(machineNow);
  const sinceOf = new Map(before?.accounts.map(({ named, since }) => [named, since]));
  const accounts = seen.map(
    ({ named, accountNumber, dueOn, balanceCents, statementBalanceCents }) => ({
      ...{ named, since: sinceOf.get(named) ?? seenAt },
      ...{ accountNumber, dueOn, balanceCents, statementBalanceCents },
    }),
  );
  return { ...auth, accounts, billIds, seenAt };
}

const ID_LENGTH = 12;

/** How an operator names one: the same each time that it is seen. */
export function unclearId({ authId }: UnclearAccounts, { named }: UnclearAccount): string {
  const digest = createHash('sha256').update(`${authId} ${named}`).digest('hex');
  return `acc_${digest.slice(0, ID_LENGTH)}`;
}

/** What is left to tell once one is told, as the bill named or as an account of its own. */
export function withoutAccount(
  noted: UnclearAccounts,
  told: string,
  billId?: string,
): UnclearAccounts {
  return {
    ...noted,
    accounts: noted.accounts.filter(({ named }) => named !== told),
    billIds: noted.billIds.filter((id) => id !== billId),
  };
}

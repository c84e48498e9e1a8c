/**
 * How records of earlier releases are rewritten (decision: old-records-are-rewritten). The service
 * opens them as they are; rewritten, they say what it otherwise concludes each time.
 */
import type { AuthRecord } from '@billhook/core/auth/auth';
import { dayOf } from '@billhook/core/base/dates';
import { ownedKey } from '@billhook/core/base/table-keys';
import type { BillRecord } from '@billhook/core/bill/bill';
import { consentOf, startOf } from '@billhook/core/consent/consent';
import { adoptHold } from '@billhook/core/payment/adopt-hold';
import type { StatementHold } from '@billhook/core/payment/payment';
import { paymentOf, type StoredPayment } from '@billhook/core/payment/stored-payment';
import { ledgerStore } from '@billhook/runtime/stores/ledger-store';
import { momentOf } from '@billhook/runtime/table/partner-time';
import type { Key, Table, Write } from '@billhook/runtime/table/types';

export type Item = Key & Readonly<Record<string, unknown>>;

/** `later`: the record is still needed as it is; a later run rewrites it. */
export type Rewritten = readonly Write[] | 'later';

export type Rewrite = {
  /** What is counted, as the report calls it. */
  readonly name: string;
  /** Whether the item is one of an earlier release. */
  readonly isOld: (item: Item) => boolean;
  /** What replaces it, under the condition that it stands as it was read. */
  readonly rewrite: (item: Item, table: Table, machineNow: number) => Promise<Rewritten>;
};

export const rewrites: readonly Rewrite[] = [
  {
    name: 'bills with consent',
    isOld: (item) => isKind(item, 'bill') && item.recurring === 'enabled' && !item.consent,
    rewrite: async (item) => [raise(item, { consent: consentOf(as<BillRecord>(item)) })],
  },
  {
    name: 'auths with what their bills begin with',
    isOld: (item) => isKind(item, 'auth') && !item.starts,
    rewrite: async (item) => [raise(item, { starts: startOf(as<AuthRecord>(item)) })],
  },
  {
    name: 'payments with a numbered submission',
    isOld: (item) =>
      isKind(item, 'pay') && item.amountCents !== undefined && item.submission === undefined,
    rewrite: async (item) => [raise(item, { submission: 1 })],
  },
  {
    name: 'statements in the ledgers of their accounts',
    isOld: ({ pk }) => pk.startsWith('statement#'),
    rewrite: adoptStatement,
  },
];

function isKind({ sk }: Item, kind: string): boolean {
  return sk.startsWith(`${kind}_`);
}

/** The record under its next version: whoever has read the one before decides anew. */
function raise({ pk, sk, version }: Item, set: Readonly<Record<string, unknown>>): Write {
  const standing = Number(version);
  return {
    update: { pk, sk },
    set: { ...set, version: standing + 1 },
    when: { equals: { version: standing } },
  };
}

/** An account that has a ledger was paid under the present rules: its hold says nothing more. */
async function adoptStatement(item: Item, table: Table, machineNow: number): Promise<Rewritten> {
  const { paymentId, state } = as<StatementHold>(item);
  const [, companyId = '', accountFingerprint = ''] = item.pk.split('#');
  const account = { companyId, accountFingerprint };
  const over: Write = {
    delete: { pk: item.pk, sk: item.sk },
    when: { equals: { paymentId, state } },
  };
  if (state === 'released') return [over];
  const ledgers = ledgerStore(table);
  const key = ownedKey('pay', paymentId);
  const [ledger, payment] = await Promise.all([
    ledgers.find(account),
    key && table.get<StoredPayment>(key),
  ]);
  if (ledger) return payment?.status === 'pending' ? 'later' : [over];
  const { partnerNow } = payment
    ? await momentOf(table, payment, machineNow)
    : { partnerNow: machineNow };
  const adopted = adoptHold(payment && paymentOf(payment), dayOf(partnerNow));
  return adopted ? [ledgers.save(account, adopted), over] : [over];
}

function as<T>(item: Item): T {
  return item as unknown as T;
}

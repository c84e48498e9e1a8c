/** How the list of bills is grouped: what needs the user first. */
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { askedFor } from '../kit/linking/challenge-kind.ts';
import type { LinkProgress } from '../kit/linking/task.ts';
import {
  type AuthNeed,
  type BillLine,
  type LineKind,
  lineOf,
  needOf,
  needsUser,
} from './bill-line.ts';
import type { Account, Entry } from './entry.ts';

export const groupNames = [
  'attention',
  'upcoming',
  'processing',
  'paid',
  'syncing',
  'zero',
  'hidden',
] as const;

export type GroupName = (typeof groupNames)[number];

export type Row =
  | { readonly kind: 'bill'; readonly entry: Entry; readonly line: BillLine }
  | { readonly kind: 'auth'; readonly auth: LinkProgress['auth']; readonly why: AuthWhy }
  | { readonly kind: 'method'; readonly method: PaymentMethod };

export type AuthWhy = AuthNeed | 'linking';

export type Groups = Readonly<Record<GroupName, readonly Row[]>>;

/** What is left, where nothing needs the user. */
const groupOfKind: Readonly<Partial<Record<LineKind, GroupName>>> = {
  paying: 'processing',
  accepted: 'processing',
  delayed: 'processing',
  paid: 'paid',
  syncing: 'syncing',
  nothing: 'zero',
};

export function groupAccount(account: Account): Groups {
  const { auths, links, methods, entries } = account;
  const groups: Record<GroupName, Row[]> = {
    attention: [],
    upcoming: [],
    processing: [],
    paid: [],
    syncing: [],
    zero: [],
    hidden: [],
  };
  for (const link of links) {
    if (!link.linking && !link.challenge) continue;
    const why = link.challenge ? askedFor(link.challenge) : 'linking';
    groups[link.challenge ? 'attention' : 'syncing'].push({ kind: 'auth', auth: link.auth, why });
  }
  // Its bills say it themselves.
  const told = new Set([
    ...links.filter(({ linking }) => linking).map(({ auth }) => auth._id),
    ...entries.filter(({ bill }) => bill.hidden === 'false').map(({ bill }) => bill.auth._id),
  ]);
  for (const auth of auths) {
    const why = needOf(auth);
    if (why && !told.has(auth._id)) {
      groups.attention.push({ kind: 'auth', auth, why });
    }
  }
  for (const method of methods) {
    if (method.status === 'declined') groups.attention.push({ kind: 'method', method });
  }
  for (const entry of sortEntries(entries)) {
    const line = lineOf(entry, methods);
    const own = needsUser(line) ? 'attention' : (groupOfKind[line.kind] ?? 'upcoming');
    const group = entry.bill.hidden === 'true' ? 'hidden' : own;
    groups[group].push({ kind: 'bill', entry, line });
  }
  return groups;
}

/** What its user pays, or we do, of all that is shown: by when, and how many bills that are. */
export function toPay(entries: readonly Entry[], methods: readonly PaymentMethod[]) {
  const owed = entries
    .filter(({ bill }) => bill.hidden === 'false')
    .map((entry) => ({ entry, line: lineOf(entry, methods) }))
    .filter(({ entry: { bill }, line }) => isOwed(line) && isOwing(bill.status.type));
  const days = owed.flatMap(({ entry }) => entry.bill.dueDate ?? []).sort();
  return {
    bills: owed.map(({ entry }) => entry.bill),
    by: days.at(-1),
  };
}

function isOwed({ kind }: BillLine): boolean {
  return groupOfKind[kind] === undefined && kind !== 'collected';
}

function isOwing(status: Entry['bill']['status']['type']): boolean {
  return status !== 'paid' && status !== 'zero-balance' && status !== 'syncing';
}

/** What is due first comes first; what was paid last does among the paid. */
function sortEntries(entries: readonly Entry[]): Entry[] {
  const dayOf = ({ bill }: Entry) => bill.dueDate ?? '9';
  return [...entries].sort((one, other) => {
    if (one.bill.status.type === 'paid' && other.bill.status.type === 'paid') {
      return compare(other.bill.lastPaidOn ?? '', one.bill.lastPaidOn ?? '');
    }
    return compare(dayOf(one), dayOf(other));
  });
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Whether something goes on that the list waits for. */
export function isBusy({ entries, links, methods }: Account): boolean {
  return (
    entries.some(
      ({ bill, payment }) => payment?.status === 'pending' || bill.status.type === 'pending',
    ) ||
    links.some(({ linking, challenge }) => linking && !challenge) ||
    methods.some(({ status }) => status === 'pending')
  );
}

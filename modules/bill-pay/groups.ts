/** How the list of bills is grouped: what needs the user first. */
import type { BillStatus } from '@billhook/core/schemas/bill';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import type { LinkProgress } from '../kit/linking/task.ts';
import { assignedTo } from './bill-actions.ts';
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
  | { readonly kind: 'bill'; readonly entry: Entry; readonly why: BillWhy }
  | { readonly kind: 'auth'; readonly auth: LinkProgress['auth']; readonly why: AuthWhy }
  | { readonly kind: 'method'; readonly method: PaymentMethod };

export type BillWhy = BillStatus | 'scheduled';
export type AuthWhy = 'hold' | 'authenticate' | 'mfa-required' | 'linking';

export type Groups = Readonly<Record<GroupName, readonly Row[]>>;

const groupOfStatus: Readonly<Record<BillWhy, GroupName>> = {
  'payment-required': 'attention',
  'payment-declined': 'attention',
  overdue: 'attention',
  upcoming: 'upcoming',
  scheduled: 'upcoming',
  pending: 'processing',
  paid: 'paid',
  syncing: 'syncing',
  'zero-balance': 'zero',
};

export function groupAccount(account: Account): Groups {
  const { auths, links, methods } = account;
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
    const why = link.challenge ? 'mfa-required' : 'linking';
    groups[link.challenge ? 'attention' : 'syncing'].push({ kind: 'auth', auth: link.auth, why });
  }
  const shown = new Set(links.filter(({ linking }) => linking).map(({ auth }) => auth._id));
  for (const auth of auths) {
    const why = auth.status.type;
    if (why !== 'verified' && !shown.has(auth._id)) {
      groups.attention.push({ kind: 'auth', auth, why });
    }
  }
  for (const method of methods) {
    if (method.status === 'declined') groups.attention.push({ kind: 'method', method });
  }
  for (const entry of sortEntries(account.entries)) {
    const why = whyOf(entry, methods);
    const group = entry.bill.hidden === 'true' ? 'hidden' : groupOfStatus[why];
    groups[group].push({ kind: 'bill', entry, why });
  }
  return groups;
}

/** What a bill's row tells. What is being paid or is scheduled comes before what is due. */
export function whyOf({ bill, payment }: Entry, methods: readonly PaymentMethod[]): BillWhy {
  const { type } = bill.status;
  if (payment?.status === 'pending') return 'pending';
  if (payment?.status === 'scheduled') return 'scheduled';
  const owed = type === 'upcoming' || type === 'overdue';
  return owed && bill.company.requiredPayment && !assignedTo(bill, methods)
    ? 'payment-required'
    : type;
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

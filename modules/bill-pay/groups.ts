/** How the list of bills is grouped: what needs the user first. */
import { parseMoney } from '@billhook/core/base/money';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { askedFor } from '../kit/linking/challenge-kind.ts';
import type { LinkProgress } from '../kit/linking/task.ts';
import { chargeOfEntry } from './bill-actions.ts';
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
  | { readonly kind: 'method'; readonly method: PaymentMethod }
  /** So many bills lack one and the same: any payment method. */
  | { readonly kind: 'methodless'; readonly bills: number };

type BillRow = Extract<Row, { readonly kind: 'bill' }>;

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
  return { ...groups, ...toldOnce(groups) };
}

/** What one problem is of: an account, a method that was declined, or that there is none. */
function problemOf({ entry: { bill }, line: { kind } }: BillRow): string | undefined {
  if (kind === 'no-payment-method' || kind === 'payment-method-declined') return kind;
  return kind === needOf(bill.auth) ? bill.auth._id : undefined;
}

/** One note for one problem: the bills that it keeps come up without a note of their own. */
function toldOnce({ attention, upcoming }: Groups): Pick<Groups, 'attention' | 'upcoming'> {
  const bills = attention.filter((row): row is BillRow => row.kind === 'bill');
  const isMethodTold = attention.some(({ kind }) => kind === 'method');
  const kept = new Map<string, BillRow[]>();
  for (const row of bills) {
    const problem = problemOf(row);
    if (problem) kept.set(problem, [...(kept.get(problem) ?? []), row]);
  }
  for (const [problem, rows] of kept) {
    const isTold = problem === 'payment-method-declined' ? isMethodTold : rows.length > 1;
    if (!isTold) kept.delete(problem);
  }
  const quiet = [...kept.values()].flat();
  const notes = [...kept].flatMap(([problem, [first, ...others]]): Row[] => {
    if (!first || problem === 'payment-method-declined') return [];
    if (problem === 'no-payment-method') return [{ kind: 'methodless', bills: others.length + 1 }];
    const { auth } = first.entry.bill;
    const why = needOf(auth);
    return why ? [{ kind: 'auth', auth, why }] : [];
  });
  const muted = quiet.map((row): Row => ({ ...row, line: { ...row.line, tone: 'muted' } }));
  return {
    attention: [...notes, ...attention.filter((row) => !quiet.includes(row as BillRow))],
    upcoming: [...upcoming, ...muted],
  };
}

/** Who pays a bill that is owed, and when its money leaves: its user, we, or its company collects it. */
export const payers = ['you', 'automatic', 'collected'] as const;

export type Payer = (typeof payers)[number];

const paidByUs: readonly LineKind[] = ['scheduled', 'automatic', 'minimum'];

function payerOf({ kind }: BillLine): Payer {
  if (kind === 'collected') return 'collected';
  return paidByUs.includes(kind) ? 'automatic' : 'you';
}

export type Coming = {
  readonly entry: Entry;
  readonly payer: Payer;
  /** As a decimal text, with the fee where it is decided. */
  readonly amount: string;
  /** The day of the payment, else the due date, as the API writes it. */
  readonly day?: string;
};

/** All that is shown and will be paid, by whom, how much and when. */
export function coming(
  entries: readonly Entry[],
  methods: readonly PaymentMethod[],
): readonly Coming[] {
  return entries
    .filter(({ bill }) => bill.hidden === 'false')
    .map((entry) => ({ entry, line: lineOf(entry, methods) }))
    .filter(({ entry: { bill }, line }) => isOwed(line) && isOwing(bill.status.type))
    .map(({ entry, line }) => {
      const { dueDate } = entry.bill;
      const day = payerOf(line) === 'automatic' ? (line.date ?? dueDate) : dueDate;
      const { amount } = chargeOfEntry(entry, methods);
      return { entry, payer: payerOf(line), amount, ...(day && { day }) };
    });
}

/** What its user pays, or we do: by when, how many bills that are, and who pays how much, in cents. */
export function toPay(all: readonly Coming[]) {
  const owed = all.filter(({ payer }) => payer !== 'collected');
  const days = owed.flatMap(({ entry }) => entry.bill.dueDate ?? []).sort();
  return { bills: owed.map(({ entry }) => entry.bill), by: days.at(-1) };
}

/** What some of them come to, in cents. */
export function centsOf(all: readonly Coming[], ...payers: readonly Payer[]): number {
  const own = all.filter(({ payer }) => payers.includes(payer));
  return own.reduce((sum, { amount }) => sum + (parseMoney(amount) ?? 0), 0);
}

function isOwed({ kind }: BillLine): boolean {
  return groupOfKind[kind] === undefined;
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

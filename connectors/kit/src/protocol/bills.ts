/** Bills, as a company shows them. */
import * as v from 'valibot';
import { cents, day, optionally, plainText, said, text, withAnyResult } from './fields.ts';
import { MAX_BILLS, MAX_RECENT_PAYMENTS } from './limits.ts';
import { failed, needsSecrets, notLoggedIn, sessionFields } from './session.ts';

export const billsRequest = v.object({ ...sessionFields, ...needsSecrets });

const listedPayment = v.object({
  amountCents: said(cents, 'As the company lists it: without a fee, or with it.'),
  paidOn: said(day, 'As the company shows it.'),
  confirmation: optionally(plainText(128), 'What the company calls the payment.'),
  posted: optionally(
    v.literal(true),
    'The balances of this very reading have it. Left out: received, pending, scheduled or not known.',
  ),
});

export const bill = v.object({
  accountKey: said(
    text(4_096),
    'What tells this account from every other at the company, whoever links it. Unique in the list.',
  ),
  currency: said(v.literal('USD'), 'Always `USD` in protocol 1.'),
  accountNumber: optionally(plainText(64), 'Masked as the company masks it.'),
  syncing: optionally(v.boolean(), 'The company is still preparing the bill.'),
  balanceCents: optionally(
    cents,
    'What is owed. A credit is 0. Left out: the company does not say.',
  ),
  statementBalanceCents: optionally(cents, 'Of the last statement.'),
  fullBalanceCents: optionally(cents, 'Of a card or a loan.'),
  dueOn: optionally(day, 'The due date.'),
  statementName: optionally(plainText(128), 'What the company calls the statement.'),
  lastPaidAmountCents: optionally(cents, 'The last payment that the company shows.'),
  lastPaidOn: optionally(day, 'Its day.'),
  recentPayments: optionally(
    v.pipe(v.array(listedPayment), v.maxLength(MAX_RECENT_PAYMENTS)),
    'All payments of the last 30 days, ours and others, that the company shows. Empty: there are none. Left out: this reading does not show the list.',
  ),
  autopay: said(
    v.picklist(['enabled', 'disabled', 'unknown']),
    'Whether the company collects by itself.',
  ),
  autopaySource: said(v.picklist(['client', 'company', 'unknown']), 'Who arranged that.'),
});

export const billsResult = v.variant('kind', [
  v.object({
    kind: v.literal('bills'),
    bills: said(
      v.pipe(
        v.array(bill),
        v.maxLength(MAX_BILLS),
        v.check(
          (list) => new Set(list.map(({ accountKey }) => accountKey)).size === list.length,
          'Expected each account once',
        ),
      ),
      'Every account that the login leads to.',
    ),
    partial: optionally(
      v.literal(true),
      'Some accounts could not be read: the others are as before.',
    ),
    ...withAnyResult,
  }),
  notLoggedIn,
  failed,
]);

/** A bill that is no document of the protocol, by its place. */
export type BadBill = { readonly member: string; readonly rule: string };

/**
 * A reading without the bills that can't be believed, where there is another: it is `partial` then. One
 * account's bad data keeps nobody's other bills from being read.
 */
export function withoutBadBills(result: unknown): {
  readonly result: unknown;
  readonly bad: readonly BadBill[];
} {
  const { kind, bills } = (result ?? {}) as { readonly kind?: unknown; readonly bills?: unknown };
  if (kind !== 'bills' || !Array.isArray(bills)) return { result, bad: [] };
  const parsed = bills.map((one) => v.safeParse(bill, one, { abortEarly: true }));
  const bad = parsed.flatMap(({ issues }, place) =>
    issues ? [{ member: `bills.${place}.${memberOf(issues[0])}`, rule: issues[0].type }] : [],
  );
  const keys = new Set(bills.map((one) => (one as Partial<Bill> | null)?.accountKey));
  // A bad one that has the key of another may be the same account: neither is believed.
  const isApart = keys.size === bills.length;
  if (bad.length === 0 || bad.length === bills.length || !isApart) return { result, bad: [] };
  const good = bills.filter((_, place) => parsed[place]?.success);
  return { result: { ...(result as object), bills: good, partial: true }, bad };
}

function memberOf(issue: v.BaseIssue<unknown>): string {
  return v.getDotPath(issue) ?? 'all of it';
}

export type Bill = v.InferOutput<typeof bill>;
export type BillsResult = v.InferOutput<typeof billsResult>;

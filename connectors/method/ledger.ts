/**
 * What the connector remembers of its own: each submission from before Method is asked, the last thing
 * that Method said of it, and what came about on each day.
 */
import type { Settlement } from '@billhook/connector-kit';
import * as v from 'valibot';
import { type Payment, paymentStatuses } from './api/documents.ts';
import { type Deps, dayOf, days } from './deps.ts';
import { isPaid, mayFollow, type Outcome, outcomeOf, type Seen } from './outcome.ts';

/** Longer than a payment can come back. */
const KEPT_DAYS = 400;
const MAX_CONFLICTS = 20;
const ROWS_PER_PAGE = 200;

const attempt = v.object({
  caller: v.string(),
  payment: v.string(),
  submission: v.number(),
  source: v.string(),
  destination: v.string(),
  cents: v.number(),
  /** Milliseconds since the epoch, of the last time that Method may have been asked. */
  askedAt: v.number(),
  /** It will never be paid: nothing is sent for it any more. */
  isClosed: v.optional(v.boolean()),
  seen: v.optional(
    v.object({
      paymentId: v.string(),
      cents: v.number(),
      status: v.picklist(paymentStatuses),
      createdAt: v.string(),
      updatedAt: v.string(),
      errorCode: v.optional(v.number()),
      feeCents: v.optional(v.number()),
      paidAt: v.optional(v.string()),
      expectBy: v.optional(v.string()),
    }),
  ),
});

export type Attempt = v.InferOutput<typeof attempt>;
export type Submission = Pick<Attempt, 'caller' | 'payment' | 'submission'>;

const row = v.object({
  caller: v.string(),
  payment: v.string(),
  submission: v.number(),
  kind: v.picklist(['accepted', 'paid', 'declined', 'returned']),
  cents: v.number(),
  feeCents: v.optional(v.number()),
  at: v.string(),
  confirmation: v.string(),
  reason: v.optional(v.string()),
});
const rows = v.array(row);
type Row = v.InferOutput<typeof row>;

function attemptKey({ caller, payment, submission }: Submission): string {
  return `method/attempt/${caller}/${payment}/${submission}`;
}

export async function findAttempt({ store }: Deps, one: Submission): Promise<Attempt | undefined> {
  const stored = await store.get(attemptKey(one));
  return stored && v.parse(attempt, stored.value);
}

/** Whether this is the first that is said of the submission: only then may Method be asked. */
export function beginAttempt({ store, now }: Deps, one: Attempt): Promise<boolean> {
  return store.put(attemptKey(one), one, 0, now() + days(KEPT_DAYS));
}

/** Nothing is sent for the submission from here on, even if it was not known. Not for one that was taken. */
export function closeAttempt(deps: Deps, one: Submission): Promise<Attempt> {
  const nothing = { ...one, source: '', destination: '', cents: 0, askedAt: deps.now() };
  return changeAttempt(deps, one, (known) =>
    known?.seen ? known : { ...(known ?? nothing), isClosed: true },
  );
}

async function changeAttempt(
  { store, now }: Deps,
  one: Submission,
  change: (known: Attempt | undefined) => Attempt,
): Promise<Attempt> {
  const key = attemptKey(one);
  for (let conflict = 0; conflict < MAX_CONFLICTS; conflict += 1) {
    const stored = await store.get(key);
    const known = stored && v.parse(attempt, stored.value);
    const changed = change(known);
    if (changed === known) return changed;
    if (await store.put(key, changed, stored?.version ?? 0, now() + days(KEPT_DAYS)))
      return changed;
  }
  throw new Error('A submission was changed too often at the same time');
}

/** What goes into the metadata of a payment, and tells it again. */
export function metadataOf({ caller, payment, submission }: Submission) {
  return { billhook_caller: caller, billhook_payment: payment, billhook_submission: submission };
}

const metadata = v.object({
  billhook_caller: v.string(),
  billhook_payment: v.string(),
  billhook_submission: v.number(),
});

/** Which submission a payment at Method is of. Nothing: somebody else made it. */
export function submissionOf({ metadata: given }: Payment): Submission | undefined {
  const parsed = v.safeParse(metadata, given);
  if (!parsed.success) return undefined;
  const { billhook_caller, billhook_payment, billhook_submission } = parsed.output;
  return {
    caller: billhook_caller,
    payment: billhook_payment,
    submission: billhook_submission,
  };
}

export type Learned = Submission & { readonly outcome: Outcome };

/**
 * Notes what Method says of a payment. What is older than what is known changes nothing, and the outcome
 * is that of what is known. Nothing: the payment is none of ours.
 */
export async function learn(deps: Deps, payment: Payment): Promise<Learned | undefined> {
  const one = submissionOf(payment);
  if (!one) return undefined;
  const { source, destination, amount } = payment;
  const known = await changeAttempt(deps, one, (before) => {
    if (before?.seen && !mayFollow(before.seen.status, payment.status)) return before;
    const begun = before ?? { ...one, source, destination, cents: amount, askedAt: deps.now() };
    const { isClosed: _, ...open } = begun;
    return { ...open, seen: seenOf(payment, before?.seen) };
  });
  if (!known.seen) throw new Error('A payment was learned of, and is not known');
  await noteDay(deps, known);
  return { ...one, outcome: outcomeOf(known.seen, deps.now()) };
}

function seenOf(payment: Payment, before: Attempt['seen']): Seen {
  const { id, status, amount, created_at, updated_at, error, fee } = payment;
  const { estimated_completion_date } = payment;
  const paidAt = before?.paidAt ?? (isPaid(status) ? updated_at : undefined);
  return {
    paymentId: id,
    cents: amount,
    status,
    createdAt: created_at,
    updatedAt: updated_at,
    ...(error && { errorCode: error.code }),
    ...(fee && { feeCents: fee.amount }),
    ...(paidAt !== undefined && { paidAt }),
    ...(estimated_completion_date && { expectBy: estimated_completion_date }),
  };
}

function dayKey(day: string, page: number): string {
  return `method/day/${day}/${page}`;
}

/** Writes what came about to its day. A crash before this is made up for by whoever learns it next. */
async function noteDay(deps: Deps, { caller, payment, submission, cents, seen }: Attempt) {
  if (!seen) return;
  const outcome = outcomeOf(seen, deps.now());
  const { kind } = outcome;
  if (kind === 'held' || !isNoted(kind)) return;
  const { feeCents } = seen;
  await addRow(deps, {
    ...{ caller, payment, submission, kind, cents },
    ...(kind === 'paid' && feeCents !== undefined && { feeCents }),
    at: timeOf(outcome, seen),
    confirmation: seen.paymentId,
    ...('reason' in outcome && outcome.reason !== undefined && { reason: outcome.reason }),
  });
}

/** When it came about, which is the same whenever it is learned. */
function timeOf(outcome: Outcome, { createdAt, updatedAt }: Seen): string {
  if (outcome.kind === 'accepted') return createdAt;
  return outcome.kind === 'paid' ? outcome.paidAt : updatedAt;
}

function isNoted(kind: string): kind is Row['kind'] {
  return ['accepted', 'paid', 'declined', 'returned'].includes(kind);
}

async function addRow({ store, now }: Deps, added: Row): Promise<void> {
  const day = dayOf(Date.parse(added.at));
  for (let page = 0, conflict = 0; conflict < MAX_CONFLICTS; ) {
    const stored = await store.get(dayKey(day, page));
    const list = v.parse(rows, stored?.value ?? []);
    if (list.some((one) => isSame(one, added))) return;
    if (list.length >= ROWS_PER_PAGE) {
      page += 1;
      continue;
    }
    const version = stored?.version ?? 0;
    if (await store.put(dayKey(day, page), [...list, added], version, now() + days(KEPT_DAYS)))
      return;
    conflict += 1;
  }
  throw new Error('A day was changed too often at the same time');
}

function isSame(one: Row, other: Row): boolean {
  const { caller, payment, submission, kind } = other;
  return (
    one.caller === caller &&
    one.payment === payment &&
    one.submission === submission &&
    one.kind === kind
  );
}

/** A page of what came about on a day for a caller, and whether there is another. */
export async function readDay(
  { store }: Deps,
  caller: string,
  day: string,
  page: number,
): Promise<{ readonly settlements: Settlement[]; readonly isLast: boolean }> {
  const stored = await store.get(dayKey(day, page));
  const list = v.parse(rows, stored?.value ?? []);
  const settlements = list
    .filter((one) => one.caller === caller)
    .map(({ caller: _, cents, reason, ...one }) => ({
      ...one,
      amount: { cents, currency: 'USD' as const },
      ...(reason !== undefined && { reason: reason as Settlement['reason'] }),
      // Each reason for which Method declines is one of the bank account's.
      ...(one.kind === 'declined' && reason !== undefined && { fault: 'user' as const }),
    }));
  return { settlements, isLast: list.length < ROWS_PER_PAGE };
}

/** What was open before and was not found again: looked at once more where it is of a payment, else over. */

import { addDays, type Day } from '@billhook/core/base/dates';
import { isKeptReference } from '@billhook/core/erasing/kept-payment';
import type { EventRecord } from '@billhook/core/events/event';
import { eventKey } from '@billhook/core/events/event-id';
import { endFinding, type Found } from '@billhook/core/reconciliation/finding';
import { paymentIdOf } from '@billhook/core/reconciliation/judge-payment';
import { SETTLEMENT_DAYS_KEPT, windowOf } from '@billhook/core/reconciliation/report';
import type { StoredFinding } from '../stores/reconciliation-store.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import { everyDay, type Looking, type ReconcileDeps } from './deps.ts';
import { lookAtPayment, noteFinding } from './look-at-payment.ts';

/** These are found on bills, and every bill was looked at. */
const ofBills: ReadonlySet<string> = new Set([
  'lock-without-payment',
  'paid-elsewhere',
  'not-applied',
]);

export async function endOver(deps: ReconcileDeps, looking: Looking): Promise<void> {
  const { ownerId, run } = looking;
  for await (const open of deps.findings.openFindings(ownerId)) {
    if (open.seenIn === run.startedAt || (await isStillSo(deps, open, looking))) continue;
    // Where another run finds it in the same moment, it stays.
    const ended = { ...open, ...endFinding(open, run.day) };
    await writeUnlessChanged(deps.table, deps.findings.end(ownerId, ended, run));
  }
}

async function isStillSo(
  deps: ReconcileDeps,
  open: StoredFinding,
  looking: Looking,
): Promise<boolean> {
  const { _id, kind, subject, paymentId, eventId, submissionId } = open;
  if (ofBills.has(kind)) return false;
  const known = paymentIdOf(submissionId ?? '');
  const stays =
    (kind === 'paid-not-ours' && !(await deps.payments.findAny(known))) ||
    isKeptReference(paymentId ?? '') ||
    isPast(open, looking.run.day);
  if (stays) {
    await noteFinding(deps, looking, factsOf(open));
    return true;
  }
  if (eventId !== undefined) {
    if (!(await isUntold(deps, eventId))) return false;
    await noteFinding(deps, looking, { kind, subject, eventId });
    return true;
  }
  const payment = paymentId === undefined ? undefined : await deps.payments.findAny(paymentId);
  if (!payment) return false;
  // Its day was reported when it was found, and may be past what is looked at now.
  await lookAtPayment(deps, payment, { ...looking, covered: everyDay(deps) });
  const now = await deps.findings.findFinding(looking.ownerId, _id);
  return now?.seenIn === looking.run.startedAt;
}

/** What nothing can be looked up about any more stays until a person closes it. */
function isPast({ kind, on }: StoredFinding, day: Day): boolean {
  if (on === undefined) return false;
  const [first = day] = windowOf(day);
  if (kind === 'no-report' || kind === 'totals-differ') return on < first;
  return on < addDays(day, -SETTLEMENT_DAYS_KEPT);
}

function factsOf(open: StoredFinding): Found {
  const { _id, version, firstSeenOn, lastSeenOn, endedOn, closed, seenIn, ...found } = open;
  const { pk: _pk, sk: _sk, writeId: _write, expiresAt: _at, ...facts } = found as Found & Stored;
  return facts;
}

/** What the table adds to an item: none of it belongs into the line of a report. */
type Stored = {
  readonly pk?: string;
  readonly sk?: string;
  readonly writeId?: string;
  readonly expiresAt?: number;
};

/** An event that went out is not due any more. */
async function isUntold({ table }: ReconcileDeps, eventId: string): Promise<boolean> {
  const key = eventKey(eventId);
  const event = key && (await table.get<EventRecord>(key));
  return event?.dueShard !== undefined;
}

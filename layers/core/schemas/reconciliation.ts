/** What reconciliation found, as the API shows it (decision: reconciled-daily). */
import * as v from 'valibot';
import { isDay } from '../base/dates.ts';
import { findingKinds, settledAs } from '../reconciliation/finding.ts';
import { alsoDescribed } from './described.ts';
import { id, instant, money, pageQuery } from './fields.ts';

const day = v.pipe(v.string(), v.isoDate());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const kind = v.picklist(findingKinds);

/** The sums of a day's report, as its event has them too. */
export const reconciliationSummary = v.object({
  day,
  completedAt: instant,
  /** False where a connector has not reported a day: payments of that day may be wrong unseen. */
  complete: v.boolean(),
  /** Payments and accounts that were looked at. */
  payments: count,
  accounts: count,
  /** Open findings, of which so many are new on this day. */
  open: count,
  newFindings: count,
  /** Found and settled by what the connector reported. */
  settled: count,
  /** Open findings by kind, the loudest first. */
  kinds: v.array(v.object({ kind, count })),
});

export const reconciliationFinding = v.object({
  /** The same fault has the same id each day. */
  _id: id,
  kind,
  firstSeenOn: day,
  ageDays: count,
  /** What it was settled as; left out where it is open. */
  settled: v.optional(v.picklist(settledAs)),
  paymentId: v.optional(id),
  billId: v.optional(id),
  companyId: v.optional(id),
  connectorId: v.optional(v.string()),
  submissionId: v.optional(v.string()),
  eventId: v.optional(id),
  /** The day that it is about. */
  on: v.optional(day),
  /** What we have on record. */
  ours: v.optional(money),
  /** What the company or its connector says. */
  theirs: v.optional(money),
  /** What we have on record of the payment. */
  status: v.optional(v.string()),
  confirmation: v.optional(v.string()),
});

export const reconciliationReport = v.object({
  report: reconciliationSummary,
  data: v.array(reconciliationFinding),
  nextCursor: v.optional(v.string()),
});

const notADay = 'Expected a day, such as 2026-11-22';

export const reconciliationQuery = v.object({
  ...pageQuery.entries,
  /** The day of the report; the newest where it is left out. */
  day: v.optional(
    v.pipe(v.string(), v.maxLength(10), alsoDescribed({ format: 'date' }), v.check(isDay, notADay)),
  ),
});

/**
 * Reading what connectors did, day by day and page by page, into the table. It is resumed where it
 * stopped, and reading a page twice changes nothing.
 */

import { SUITE_PREFIX } from '@billhook/connector-kit/protocol/limits';
import type { Day } from '@billhook/core/base/dates';
import { clientOf } from '@billhook/core/base/ids';
import type { Settlement } from '@billhook/core/company/connector';
import { isErasure } from '@billhook/core/erasing/erasure';
import { DEPLOYMENT } from '@billhook/core/partner/audit';
import { addLines, noReport, notOurs } from '@billhook/core/reconciliation/judge-day';
import { paymentIdOf } from '@billhook/core/reconciliation/judge-payment';
import { logCounted, logFailure } from '../aws/logger.ts';
import type { SettlementSource } from '../companies/settlement-sources.ts';
import { keptPaymentStore } from '../stores/kept-payment-store.ts';
import type { CollectedDay } from '../stores/reconciliation-run-store.ts';
import { writeSurely } from '../table/intended-writes.ts';
import { eachOf, type Looking, type ReconcileDeps } from './deps.ts';
import { takeKeptReturn } from './kept-return.ts';
import { lookAtPayment, noteFinding } from './look-at-payment.ts';

export type Collecting = Looking & {
  /** Names what was read: once for each run. */
  readonly name: string;
  readonly days: readonly Day[];
  /** Only what is of this partner. */
  readonly only?: string;
  /** The report is made without what is not there by now. */
  readonly giveUp: boolean;
  /** Milliseconds since the epoch; no page is begun after it. */
  readonly deadline: number;
  readonly clock: () => number;
};

/** Reads a connector's day to its end, or as far as it goes now. */
export async function collectDay(
  deps: ReconcileDeps,
  source: SettlementSource,
  day: Day,
  collecting: Collecting,
): Promise<CollectedDay['state']> {
  const { ownerId, name, clock, deadline } = collecting;
  const { connectorId } = source;
  const key = { run: name, connectorId, day };
  const standing = await deps.findings.findCollected(ownerId, key);
  let state: CollectedDay = standing ?? { ...key, version: 0, state: 'reading', sums: {} };
  while (state.state === 'reading' && clock() < deadline) {
    const next = await readPage(deps, source, state, collecting);
    if (!next) return 'reading';
    const write = deps.findings.saveCollected(ownerId, next, clock());
    // Another run reads the same day: it goes on, and this one does not.
    if ((await deps.table.write([write])) === 'conflict') return 'reading';
    state = next;
    if (next.state === 'missing') await report(deps, next, collecting);
  }
  return state.state;
}

async function readPage(
  deps: ReconcileDeps,
  { connectorId, read }: SettlementSource,
  state: CollectedDay,
  collecting: Collecting,
): Promise<CollectedDay | undefined> {
  const version = state.version + 1;
  const page = await read(state.day, state.cursor).catch((error) => {
    logFailure('The report of a connector could not be read', error, { connectorId });
    return undefined;
  });
  if (!page) return collecting.giveUp ? { ...state, version, state: 'missing' } : undefined;
  const { settlements, nextCursor, totals, fundingCents } = page;
  await eachOf(settlements, (line) =>
    takeLine(deps, { connectorId, day: state.day, line }, collecting),
  );
  const { cursor: _read, ...rest } = state;
  return {
    ...rest,
    version,
    sums: addLines(state.sums, settlements),
    ...(nextCursor === undefined ? { state: 'reported' } : { cursor: nextCursor }),
    ...(totals && { totals }),
    ...(fundingCents !== undefined && { fundingCents }),
  };
}

type Taken = { readonly connectorId: string; readonly day: Day; readonly line: Settlement };

async function takeLine(
  deps: ReconcileDeps,
  { connectorId, day, line }: Taken,
  collecting: Collecting,
): Promise<void> {
  const paymentId = paymentIdOf(line.submissionId);
  const payment = await deps.payments.findAny(paymentId);
  const { only, run, days } = collecting;
  const kept = payment ? undefined : await keptPaymentStore(deps.table).findReturnable(paymentId);
  const whose = (payment ?? kept)?.partnerId;
  // What is nobody's is the deployment's affair, whoever has it look.
  if (only !== undefined && whose !== undefined && whose !== only) return;
  const write = deps.findings.saveSettlement(connectorId, { paymentId, line }, run.machineNow);
  await writeSurely(deps.table, [write]);
  if (kept && line.kind === 'returned') {
    await takeKeptReturn(deps, kept, { connectorId, paymentId, line }, collecting);
    return;
  }
  if (!payment) {
    const moved = line.kind === 'paid' || line.kind === 'returned';
    // Whoever adds a connector has the suite pay there, with the same keys.
    const isOfSuite = paymentId.startsWith(SUITE_PREFIX);
    if (moved && !isOfSuite && !(await isOfErased(deps, paymentId)))
      await noteFinding(deps, { ownerId: DEPLOYMENT, run }, notOurs(connectorId, day, line));
    return;
  }
  // The lists of the days that are looked at do not have it.
  const [first = day] = days;
  const { partnerShard } = payment.submitted ?? {};
  const listed = partnerShard !== undefined && askedOn(partnerShard) >= first;
  if (listed) return;
  await lookAtPayment(deps, payment, { ...collecting, ownerId: payment.partnerId });
}

/** The day in the name of the list that a payment is in. */
function askedOn(partnerShard: string): Day {
  return partnerShard.split('#')[2] ?? '';
}

/** What its company took is kept, and nothing is wrong with that. */
async function isOfErased({ clients }: ReconcileDeps, paymentId: string): Promise<boolean> {
  const clientId = clientOf('pay', paymentId);
  return clientId !== undefined && isErasure(await clients.read(clientId));
}

async function report(
  deps: ReconcileDeps,
  { connectorId, day }: CollectedDay,
  { run }: Collecting,
): Promise<void> {
  await noteFinding(deps, { ownerId: DEPLOYMENT, run }, noReport(connectorId, day));
  const message = 'A connector has not reported a day';
  logCounted('MissingReports', message, { connectorId }, run.machineNow);
}

/**
 * Doing what is due with a bill: notices, the mark of being overdue, the automatic payment. Each is
 * decided on the bill as it is read here, and written under its version: done twice, it is done once.
 */

import { instantText } from '@billhook/core/base/dates';
import { type BillTask, nextTask, noticed, unannounced } from '@billhook/core/bill/agenda';
import type { BillRecord } from '@billhook/core/bill/bill';
import { dependsOnMethods, nextPayment } from '@billhook/core/payment/next-payment';
import { beginAutomatic } from '../payments/begin-due.ts';
import { findBeside } from '../payments/client-methods.ts';
import type { StoresAndWorkflows } from '../stores/stores-and-workflows.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import { momentOf } from '../table/partner-time.ts';
import { attemptWrite, type conflict, retryOrThrow } from '../table/retry-conflict.ts';

/** More than a bill has tasks at one time. */
const MAX_TASKS = 8;

export async function takeUpBill(
  deps: StoresAndWorkflows,
  billId: string,
  machineNow: number,
): Promise<void> {
  for (let count = 0; count < MAX_TASKS; count += 1) {
    const done = await retryOrThrow('Work that is due for a bill could not be done', () =>
      doNext(deps, billId, machineNow),
    );
    if (done !== 'noticed') return;
  }
}

async function doNext(
  deps: StoresAndWorkflows,
  billId: string,
  machineNow: number,
): Promise<'noticed' | 'nothing' | typeof conflict> {
  const bill = await deps.bills.findAny(billId);
  if (!bill) return 'nothing';
  const { partnerNow } = await momentOf(deps.table, bill, machineNow);
  const task = nextTask(bill);
  if (!task || task.at > instantText(partnerNow)) return putBack(deps, bill, task, partnerNow);
  if (task.kind === 'pay') {
    await beginAutomatic(deps, billId, machineNow);
    return 'nothing';
  }
  const isPromise = task.kind === 'scheduled-payment';
  const holds = !isPromise || (await isToBePaid(deps, bill, partnerNow));
  return attemptWrite(deps.table, 'noticed', [
    // What is noticed in time is told with it.
    deps.bills.save(holds ? noticed(bill, task) : unannounced(bill, task), bill),
  ]);
}

/** A payment is announced where it will be made (decision: pay-date-is-a-promise). */
async function isToBePaid(
  deps: StoresAndWorkflows,
  bill: BillRecord,
  partnerNow: number,
): Promise<boolean> {
  if (!dependsOnMethods(bill, partnerNow)) return false;
  const beside = await findBeside(deps, bill);
  return nextPayment(bill, beside, partnerNow).payOn !== undefined;
}

/**
 * A bill whose place in the index is not what follows from the bill, as when a release changes the
 * rules: saved again it takes its place, else every sweep would meet it.
 */
async function putBack(
  { table, bills }: StoresAndWorkflows,
  bill: BillRecord,
  task: BillTask | undefined,
  partnerNow: number,
): Promise<'nothing'> {
  const { dueAt } = bill;
  const misplaced = dueAt !== undefined && dueAt <= instantText(partnerNow) && dueAt !== task?.at;
  if (misplaced) await writeUnlessChanged(table, [bills.save(bill, bill)]);
  return 'nothing';
}

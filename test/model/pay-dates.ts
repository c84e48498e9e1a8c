/** Holds the day on which each bill says that it is paid against the model's own: a promise is kept. */

import { dayInstant, dayOf } from '@billhook/core/base/dates';
import { CLIENT_SORT_KEY } from '@billhook/core/base/table-keys';
import type { BillRecord } from '@billhook/core/bill/bill';
import { presentBill } from '@billhook/core/bill/present-bill';
import type { ClientRecord } from '@billhook/core/client/client';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import { automaticAmount } from '@billhook/core/payment/bound';
import { planNow } from './agreements.ts';
import { Divergence } from './divergence.ts';
import { recordOf } from './ledgers.ts';
import { automaticDay, owes, payingMethod, whyNotPayable } from './rules.ts';
import type { Model, ModelBill } from './state.ts';
import type { WalkTable } from './table.ts';

/** The day on which the bill is paid by the rules that are in force; nothing where it is not. */
export function payDayOf(model: Model, bill: ModelBill, now: number): string | undefined {
  const today = dayOf(now);
  const open = { ...bill, scheduled: undefined };
  if (bill.pending || whyNotPayable(model, open, false)) return undefined;
  const method = payingMethod(model, bill);
  if (typeof method === 'string') return undefined;
  const planned = model.payments[bill.scheduled?.paymentId ?? ''];
  if (bill.scheduled && planned) {
    const waits = planned.waits !== undefined || planned.withheld !== undefined;
    return waits || typeof planNow(planned, bill, now) !== 'number' ? undefined : planned.payOn;
  }
  const own = Object.values(model.methods).filter(({ clientId }) => clientId === bill.clientId);
  const halted = bill.methodId !== method.id && own.some(({ status }) => status !== 'verified');
  const withheld = bill.withheld?.startsWith(`${bill.reported.dueOn} `) && owes(bill);
  const day = automaticDay(bill);
  if (
    halted ||
    bill.notAgreed ||
    withheld ||
    day === undefined ||
    typeof automaticAmount(recordOf(bill)) !== 'number'
  )
    return undefined;
  return day < today ? today : day;
}

/** @throws Divergence where a bill shows another day. */
export function checkPayDates(table: WalkTable, model: Model, now: number): void {
  for (const bill of Object.values(model.bills)) {
    const records = table.partition(bill.clientId) as readonly { readonly sk?: unknown }[];
    const record = records.find(({ sk }) => sk === bill.id) as BillRecord | undefined;
    if (bill.deleted || !record) continue;
    const methods = records.filter(({ sk }) => String(sk).startsWith('pm_'));
    const { defaultMethodId } = records.find(
      ({ sk }) => sk === CLIENT_SORT_KEY,
    ) as unknown as ClientRecord;
    const client = { defaultMethodId, methods: methods as unknown as PaymentMethodRecord[] };
    const { payDate } = presentBill(record, { partnerNow: now, sandbox: true, beside: { client } });
    const expected = payDayOf(model, bill, now);
    if (payDate !== (expected && dayInstant(expected)))
      throw new Divergence(`${bill.id} is to be paid on ${payDate}, not ${expected}`);
  }
}

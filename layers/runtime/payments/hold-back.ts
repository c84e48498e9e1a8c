/** An automatic payment that a pause, or another payment of its account, holds back. */

import { dayOf } from '@billhook/core/base/dates';
import { holdBack } from '@billhook/core/bill/agenda';
import type { IdleBill } from '@billhook/core/bill/bill';
import { nextPayment } from '@billhook/core/payment/next-payment';
import type { Stores } from '../stores/open-stores.ts';
import { findClientMethods } from './client-methods.ts';

/** The bill, looked at again in an hour; its partner is told once, from the due date on. */
export async function holdBackAutomatic(
  stores: Stores,
  bill: IdleBill,
  partnerNow: number,
): Promise<IdleBill> {
  const held = holdBack(bill, partnerNow);
  const { heldBack } = held;
  if (!heldBack || heldBack.told || heldBack.dueOn > dayOf(partnerNow)) return held;
  const client = await findClientMethods(stores, bill.clientId);
  const { payOn } = nextPayment(bill, { client }, partnerNow);
  // Decision: held-back-payments-are-told.
  return payOn === undefined ? held : { ...held, heldBack: { ...heldBack, told: true } };
}

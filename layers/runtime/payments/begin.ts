/** Beginning a payment: bill, method, payment and statement change in one transaction, or none. */
import type { BillRecord } from '@billhook/core/bill';
import { type Failure, fail, isFailure } from '@billhook/core/errors';
import { ownerOf } from '@billhook/core/owner';
import {
  beginPayment,
  checkMethod,
  type MethodError,
  methodIdOf,
  type PaymentRecord,
} from '@billhook/core/payment';
import type { PaymentMethodRecord } from '@billhook/core/payment-method';
import type { Stores } from '../stores/open-stores.ts';
import { momentOf } from '../table/partner-time.ts';
import { conflict } from '../table/retry-conflict.ts';

/** The method that would pay the bill now, if it may. */
export async function findPayingMethod(
  { clients, methods }: Stores,
  bill: BillRecord,
): Promise<PaymentMethodRecord | Failure<MethodError>> {
  const usesDefault = !bill.company.requiredPayment && !bill.methodId;
  const client = usesDefault ? await clients.find(bill.clientId, ownerOf(bill)) : undefined;
  const methodId = methodIdOf(bill, client?.defaultMethodId);
  if (isFailure(methodId)) return methodId;
  const method = await methods.find(methodId, ownerOf(bill));
  return checkMethod(method, bill) ?? (method as PaymentMethodRecord);
}

/**
 * Writes a payment's beginning. `payment` is new (version 1) or scheduled (its version raised by
 * one). The statement's condition is part of the transaction: of two payments of one statement, from
 * whatever bill, client or moment, one begins.
 */
export async function writeBeginning(
  { table, bills, methods, payments }: Stores,
  standing: {
    readonly bill: BillRecord;
    readonly method: PaymentMethodRecord;
    readonly payment: PaymentRecord;
    /** The payment as it was read, where it was scheduled. */
    readonly scheduled?: PaymentRecord;
  },
  machineNow: number,
): Promise<PaymentRecord | typeof conflict | Failure<'statement_already_paid'>> {
  const moment = await momentOf(table, standing.bill, machineNow);
  const begun = beginPayment(standing.bill, standing.method, standing.payment, moment);
  const result = await table.write([
    payments.holdStatement(begun.payment),
    bills.save(begun.bill, standing.bill),
    methods.save(begun.method, standing.method),
    payments.save(begun.payment, standing.scheduled),
  ]);
  if (result === 'written') return begun.payment;
  const hold = await payments.findHold(begun.payment);
  // Held by another payment of this very bill, perhaps: deciding anew tells that it is pending.
  const bill = await bills.findAny(standing.bill._id);
  if (bill?.version !== standing.bill.version) return conflict;
  return hold?.state === 'held' ? fail('statement_already_paid') : conflict;
}

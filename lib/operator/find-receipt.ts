/** Payments by the confirmation number that a user reads out: `npx billhook payment find`. */
import { moneyText } from '@billhook/core/base/money';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { readReceiptNumber, receiptNumber } from '@billhook/core/payment/receipt-number';
import { paymentOf, type StoredPayment } from '@billhook/core/payment/stored-payment';
import { pagesOf } from '@billhook/runtime/erasing/everything';
import { billStore } from '@billhook/runtime/stores/bill-store';
import type { Table } from '@billhook/runtime/table/types';
import { columns, type Options, type Report, type Service, usageError } from './command-group.ts';

/** A number follows from the payment's id, so a client's payments are read, or those of all with a bill. */
export async function findReceipt(
  { table }: Service,
  [typed = '']: readonly string[],
  { client, partner }: Options,
): Promise<Report> {
  const number = readReceiptNumber(typed);
  if (!number) throw usageError('A confirmation number looks like BH-7K4Q-29');
  if ((client === undefined) === (partner === undefined))
    throw usageError('Pass --client or --partner');
  const clientIds = client === undefined ? clientsOf(table, String(partner)) : [String(client)];
  const found = await withNumber(table, clientIds, number);
  const data = found.map(({ _id, status, payOn, submitted, companyId, clientId }) => ({
    ...{ _id, status, payDay: payOn, companyId, clientId },
    ...(submitted?.amountCents !== undefined && { amount: moneyText(submitted.amountCents) }),
  }));
  const rows = data.map((one) => [
    ...[one._id, one.status, one.payDay, one.amount ?? '-', one.companyId, one.clientId],
  ]);
  const heads = ['PAYMENT', 'STATUS', 'PAY DAY', 'AMOUNT', 'COMPANY', 'CLIENT'];
  return {
    value: { data },
    lines: rows.length > 0 ? columns([heads, ...rows]) : [`No payment has the number ${number}.`],
  };
}

/** The payments of these clients that have the number. */
export async function withNumber(
  table: Table,
  clientIds: AsyncIterable<string> | Iterable<string>,
  number: string,
): Promise<PaymentRecord[]> {
  const found: PaymentRecord[] = [];
  for await (const clientId of clientIds) {
    for await (const page of pagesOf<StoredPayment>(table, clientId, 'pay_')) {
      found.push(...page.filter(({ _id }) => receiptNumber(_id) === number).map(paymentOf));
    }
  }
  return found;
}

/** The clients of a partner who have a bill. */
export async function* clientsOf(table: Table, partnerId: string): AsyncGenerator<string> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await billStore(table).listByPartner(partnerId, { cursor });
    if ('failure' in page) throw new Error('A list rejects a cursor that it returned');
    for (const { clientId } of page.items) {
      if (!seen.has(clientId)) yield clientId;
      seen.add(clientId);
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

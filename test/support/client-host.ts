/** A program of somebody who uses the client, for their compiler: what is right of it, and what must not compile. */
export const clientHost = `
import { attempt, createBillhook, openSession, verifyWebhook } from '@billhook/client';
import type { Bill, CreateAuthInput, WebhookEvent } from '@billhook/client';

const billhook = createBillhook({ baseUrl: 'https://billhook.example/v1', apiKey: 'bh_1' });
const form: CreateAuthInput['form'] = { username: 'ada' };
export async function use(): Promise<Bill[]> {
  const bills: Bill[] = [];
  for await (const { bill } of billhook.bill.listBills({ clientId: 'cl_1', limit: 5 })) bills.push(bill);
  const page = await billhook.auth.listAuths({ clientId: 'cl_1' });
  const next: string | undefined = page.nextCursor;
  await billhook.auth.createAuth({ clientId: 'cl_1', companyId: next ?? '', items: ['bill'], form });
  const outcome = await attempt(billhook.bill.getBill({ billId: 'bill_1' }));
  if (!outcome.ok && outcome.error.code === 'bill_not_found') return [];
  // @ts-expect-error a code that the operation does not have
  if (!outcome.ok && outcome.error.code === 'company_not_found') return [];
  await (await openSession({ baseUrl: 'https://b.example/v1', token: 't' })).api.company.listCategories();
  return bills;
}
export function amountOf(event: WebhookEvent): string | undefined {
  // @ts-expect-error not every event has an amount
  event.payload.data.amount;
  return event.type === 'bill.payment.sent' ? event.payload.data.amount : undefined;
}
verifyWebhook({ secret: 's', headers: { 'webhook-id': ['a'] }, body: new Uint8Array() });
// @ts-expect-error a field that is missing
billhook.payment.schedulePayment({});
// @ts-expect-error a field that the operation does not have
billhook.payment.schedulePayment({ billId: 'bill_1', total: '5.00' });
// @ts-expect-error an amount that is no text
billhook.payment.schedulePayment({ billId: 'bill_1', maxAmount: 5 });
// @ts-expect-error an item that there is none of
billhook.auth.createAuth({ clientId: 'cl_1', companyId: 'co_1', items: ['bills'], form });
// @ts-expect-error a card without its number
billhook.payment.addPaymentMethod({ clientId: 'cl_1', paymentType: 'card', name: 'Ada' });
// @ts-expect-error an operation that there is none of
billhook.payment.payNow({ billId: 'bill_1' });
// @ts-expect-error two credentials
createBillhook({ baseUrl: 'https://b.example/v1', apiKey: 'bh_1', accessToken: 't' });
`;

import type { Operation } from '@billhook/core/api/operation';
import {
  billPayment,
  billWithPayments,
  givenCustomization,
  partnerBill,
} from '@billhook/core/schemas/bill';
import { listOf, pageQuery, success } from '@billhook/core/schemas/fields';
import * as v from 'valibot';

export const getBill = {
  method: 'GET',
  path: '/bill/{billId}',
  summary: 'Retrieve a bill with the history of its payments.',
  description:
    '`payment` is the newest payment, whatever its outcome; `payments` are the payments that ' +
    'were made. A list has `payment` only while one is scheduled or pending, with the details ' +
    'that the bill itself holds.',
  callers: ['partner', 'client'],
  scope: 'service',
  response: billWithPayments,
  errors: ['bill_not_found'],
  uses: { table: ['get', 'query'] },
  impact: 'Users cannot see a bill.',
} as const satisfies Operation;

export const getBillPayment = {
  method: 'GET',
  path: '/bill/{billId}/payment/{paymentId}',
  summary: 'Retrieve one payment of a bill, whatever its outcome.',
  description:
    'Its id is in `payments` and `payment` of `GET /bill/{billId}`, and in events. Entries of ' +
    '`payments` that an earlier release wrote have no id.',
  callers: ['partner', 'client'],
  scope: 'service',
  response: v.object({ payment: billPayment }),
  errors: ['bill_not_found', 'payment_not_found'],
  uses: { table: ['get'] },
  impact: 'Users cannot open the receipt of an earlier payment.',
} as const satisfies Operation;

export const customizeBill = {
  method: 'POST',
  path: '/bill/{billId}/customize',
  summary:
    'Set what a user chose for a bill: the amount to pay, a label, whether it is hidden, ' +
    'notifications.',
  description:
    'Omitted fields stay unchanged; `null` unsets a field. A chosen amount is charged from then ' +
    'on instead of the balance, lowered to the largest balance where the company accepts no ' +
    'more. What a payment leaves unpaid is still owed: a statement is paid once, so the rest is ' +
    'paid with the next one.',
  callers: ['partner', 'client'],
  scope: 'service',
  body: givenCustomization,
  response: success,
  errors: ['bill_not_found', 'payment_amount_not_accepted', 'amount_limit', 'request_conflict'],
  uses: { table: ['get', 'put'] },
  impact: 'Users cannot choose how much of a bill they pay, name the bill or hide it.',
} as const satisfies Operation;

export const listBills = {
  method: 'GET',
  path: '/bill/list/{clientId}',
  summary: "List a client's bills with the history of their payments.",
  description:
    'A bill is in the list once its account is linked. Without `limit`, the list is returned ' +
    'as a whole, up to 4 MiB.',
  callers: ['partner', 'client'],
  scope: 'service',
  query: pageQuery,
  response: listOf(billWithPayments),
  errors: ['client_not_found', 'invalid_cursor'],
  uses: { table: ['query', 'get'] },
  impact: 'Users cannot see their bills.',
} as const satisfies Operation;

export const listPartnerBills = {
  method: 'GET',
  path: '/bill/listByPartner/{partnerId}',
  summary: "List the active bills of all the partner's clients.",
  description:
    '`partnerUserId` is your own identifier of the client. Without `limit`, the list is ' +
    'returned as a whole, up to 4 MiB.',
  callers: ['partner'],
  scope: 'service',
  query: pageQuery,
  response: listOf(partnerBill),
  errors: ['partner_not_found', 'invalid_cursor'],
  uses: { table: ['query-index', 'query', 'get'] },
  impact: 'Partners cannot reconcile the bills of their users.',
} as const satisfies Operation;

import type { Operation } from '@billhook/core/operation';
import { billWithPayments, partnerBill } from '@billhook/core/schemas/bill';
import { listOf, pageQuery } from '@billhook/core/schemas/fields';

export const getBill = {
  method: 'GET',
  path: '/bill/{billId}',
  summary: 'Retrieve a bill with the history of its payments.',
  callers: ['partner', 'client'],
  response: billWithPayments,
  errors: ['bill_not_found'],
  uses: { table: ['get'] },
  impact: 'Users cannot see a bill.',
} as const satisfies Operation;

export const listBills = {
  method: 'GET',
  path: '/bill/list/{clientId}',
  summary: "List a client's bills with the history of their payments.",
  callers: ['partner', 'client'],
  query: pageQuery,
  response: listOf(billWithPayments),
  errors: ['client_not_found', 'invalid_cursor'],
  uses: { table: ['query', 'get'] },
  impact: 'Users cannot see their bills.',
} as const satisfies Operation;

export const listPartnerBills = {
  method: 'GET',
  path: '/bill/listByPartner/{partnerId}',
  summary: "List the active bills of all of a partner's clients.",
  callers: ['partner'],
  query: pageQuery,
  response: listOf(partnerBill),
  errors: ['partner_not_found', 'invalid_cursor'],
  uses: { table: ['query-index', 'get'] },
  impact: 'Partners cannot reconcile the bills of their users.',
} as const satisfies Operation;

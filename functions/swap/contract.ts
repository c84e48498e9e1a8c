import type { Operation } from '@billhook/core/api/operation';
import { company } from '@billhook/core/schemas/company';
import { id, listOf, pageQuery } from '@billhook/core/schemas/fields';
import { givenSwap, swap } from '@billhook/core/schemas/swap';
import * as v from 'valibot';

export const createSwap = {
  method: 'POST',
  path: '/swap/create',
  alsoAt: '/swap',
  summary: 'Put a card of the client on file at the company of an auth.',
  description:
    'The swap is queued; `GET /swap/list/{clientId}` shows its outcome. A company that requires ' +
    'the user to be present accepts swaps only through `POST /auth` with `items: ["swap"]`. ' +
    '`POST /swap` is the same.',
  callers: ['partner', 'client'],
  scope: 'service',
  body: givenSwap,
  response: v.object({ success: v.literal(true), swapId: id }),
  errors: [
    'auth_not_found',
    'payment_method_not_found',
    'auth_not_verified',
    'swap_in_progress',
    'swap_not_supported',
    'company_in_maintenance',
    'user_presence_required',
    'payment_method_not_accepted',
    'payment_method_declined',
    'card_code_required',
    'partner_locked',
    'request_conflict',
  ],
  uses: { table: ['get', 'query', 'put', 'delete'], starts: ['swap-card'] },
  impact: 'Users cannot put a card on file at their companies.',
} as const satisfies Operation;

export const listSwaps = {
  method: 'GET',
  path: '/swap/list/{clientId}',
  summary: "List a client's swaps.",
  description:
    '`status.type` says how far a swap has come, and `reason` what the user has to do if it ' +
    'is on hold.',
  callers: ['partner', 'client'],
  scope: 'service',
  query: pageQuery,
  response: listOf(swap),
  errors: ['client_not_found', 'invalid_cursor'],
  uses: { table: ['query', 'get'] },
  impact: 'Users cannot see whether their card is on file.',
} as const satisfies Operation;

export const listSwapCompanies = {
  method: 'GET',
  path: '/swap/companies',
  summary: 'List the companies that support swaps, by name.',
  description: 'All companies in one list, each as `GET /company/{companyId}` returns it.',
  callers: ['partner', 'client'],
  scope: 'service',
  response: v.object({ data: v.array(company), resultCount: v.pipe(v.number(), v.integer()) }),
  errors: [],
  uses: { table: ['get', 'get-many', 'query'] },
  impact: 'Users cannot see where they can put a card on file.',
  memoryMebibytes: 1024,
} as const satisfies Operation;

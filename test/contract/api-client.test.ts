import type { Problem } from '@billhook/core/base/errors';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { createApiClient } from '../../lib/client/api-client.ts';

type Sent = { url: string; method?: string; body?: unknown; headers: Headers };

/** A client whose answers are given, and what it sent. */
function clientAnswering(status: number, body: unknown, headers: Record<string, string> = {}) {
  const sent: Sent[] = [];
  const answer: typeof fetch = async (url, init) => {
    sent.push({
      url: String(url),
      method: init?.method,
      body: init?.body,
      headers: new Headers(init?.headers),
    });
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', 'request-id': 'r1', ...headers },
    });
  };
  const client = (validate: boolean) =>
    createApiClient({ baseUrl: 'http://service/v1', apiKey: 'bh_test', fetch: answer, validate });
  return { api: client(false), strict: client(true), sent };
}

const notFound: Problem = {
  type: 'urn:billhook:error:client_not_found',
  title: 'Client not found',
  status: 404,
  detail: 'There is no client with this id.',
  code: 'client_not_found',
  message: 'There is no client with this id.',
  requestId: 'r1',
  success: false,
};

describe('a call', () => {
  test('sends the body as JSON with the key', async () => {
    const { api, sent } = clientAnswering(200, { clientId: 'cl_1' });
    await api.client.createClient({ identifier: 'user-1' });
    expect(sent).toMatchObject([
      { url: 'http://service/v1/client', method: 'POST', body: '{"identifier":"user-1"}' },
    ]);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer bh_test');
    expect(sent[0]?.headers.get('content-type')).toBe('application/json');
  });

  test('puts path parameters into the path, escaped, and the rest into query or body', async () => {
    const { api, sent } = clientAnswering(200, { data: [] });
    await api.bill.listBills({ clientId: 'a/b', limit: 10 });
    await api.payment.assignPaymentMethod({ paymentMethodId: 'pm_1', billId: 'bill_1' });
    expect(sent).toMatchObject([
      { url: 'http://service/v1/bill/list/a%2Fb?limit=10', method: 'GET' },
      { url: 'http://service/v1/payment/pm_1/assign', body: '{"billId":"bill_1"}' },
    ]);
  });

  test('sends no body where the operation reads none', async () => {
    const { api, sent } = clientAnswering(200, { success: true });
    await api.auth.fixHold({ authId: 'auth_1' });
    expect(sent[0]?.body).toBeUndefined();
    expect(sent[0]?.headers.has('content-type')).toBe(false);
  });

  test('answers the value of a success', async () => {
    const { api } = clientAnswering(200, { clientId: 'cl_1' });
    const result = await api.client.createClient({ identifier: 'user-1' });
    expect(result).toEqual({
      ok: true,
      value: { clientId: 'cl_1' },
      status: 200,
      requestId: 'r1',
    });
  });

  test('answers the problem of a refusal, without throwing', async () => {
    const { api } = clientAnswering(404, notFound);
    const result = await api.bill.listBills({ clientId: 'cl_1' });
    expect(result).toEqual({ ok: false, problem: notFound, status: 404, requestId: 'r1' });
  });

  test('rejects when the answer is not JSON', async () => {
    const { api } = clientAnswering(502, '<html>');
    await expect(api.company.listCategories()).rejects.toThrow(/502 with a body that is not JSON/);
  });
});

describe('a validating client', () => {
  const breaches = [
    ['a missing field', 200, {}, {}, /clientId/],
    ['an undeclared field', 200, { clientId: 'cl_1', secret: 'x' }, {}, /undeclared fields/],
    ['a missing request-id', 200, { clientId: 'cl_1' }, { 'request-id': '' }, /no request-id/],
    ['a body of another type', 200, { clientId: 'cl_1' }, { 'content-type': 'text/html' }, /html/],
    ['an error of no known shape', 404, { error: 'no' }, {}, /broke its contract/],
    ['a code that it does not declare', 404, notFound, {}, /declares no client_not_found/],
    [
      'a request id of another request',
      413,
      { ...notFound, code: 'body_too_large', status: 413 },
      { 'request-id': 'r2' },
      /requestId/,
    ],
    [
      'a code under another status',
      400,
      { ...notFound, code: 'body_too_large', status: 400 },
      {},
      /the status of body_too_large is wrong/,
    ],
  ] as const;

  test.each(breaches)('rejects %s', async (_what, status, body, headers, message) => {
    const { strict } = clientAnswering(status, body, headers);
    await expect(strict.client.createClient({ identifier: 'user-1' })).rejects.toThrow(message);
  });

  test('passes what the contract declares', async () => {
    const { strict } = clientAnswering(404, notFound);
    await expect(strict.bill.listBills({ clientId: 'cl_1' })).resolves.toMatchObject({ ok: false });
  });
});

test('the types are exact for each operation', () => {
  const { api } = clientAnswering(200, {});
  const getBill = () => api.bill.getBill({ billId: 'bill_1' });
  type BillResult = Awaited<ReturnType<typeof getBill>>;
  type Success = Extract<BillResult, { ok: true }>;
  type Refusal = Extract<BillResult, { ok: false }>;
  expectTypeOf<Success['value']['bill']['status']['type']>().toEqualTypeOf<
    | 'syncing'
    | 'zero-balance'
    | 'overdue'
    | 'payment-required'
    | 'payment-declined'
    | 'upcoming'
    | 'pending'
    | 'paid'
  >();
  expectTypeOf<Refusal['problem']['code']>().toEqualTypeOf<
    | 'bill_not_found'
    | 'invalid_request'
    | 'api_key_missing'
    | 'api_key_invalid'
    | 'partner_suspended'
    | 'token_invalid'
    | 'signature_missing'
    | 'signature_expired'
    | 'signature_invalid'
    | 'signature_used'
    | 'digest_missing'
    | 'digest_mismatch'
    | 'origin_not_registered'
    | 'forbidden'
    | 'too_many_requests'
    | 'internal_error'
    | 'service_unavailable'
  >();
  expectTypeOf(api.company.listCategories).toBeCallableWith();
  expectTypeOf(api.company.searchCompanies).toBeCallableWith();
  expectTypeOf(api.client.createClient).parameter(0).toHaveProperty('identifier');
  const mistakes = () => [
    // @ts-expect-error: the path parameter is missing.
    api.bill.getBill({}),
    // @ts-expect-error: an argument is needed.
    api.bill.getBill(),
    // @ts-expect-error: `swap` is no schedule.
    api.payment.updatePaymentSettings({ billId: 'bill_1', schedule: 'swap' }),
    // @ts-expect-error: a card needs its number.
    api.payment.addPaymentMethod({ paymentType: 'card', clientId: 'cl_1', name: 'A' }),
    // @ts-expect-error: there is no such operation.
    api.bill.payBill({ billId: 'bill_1' }),
  ];
  expect(mistakes).toBeTypeOf('function');
});

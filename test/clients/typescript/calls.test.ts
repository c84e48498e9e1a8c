import { describe, expect, expectTypeOf, test } from 'vitest';
import { createBillhook } from '../../../clients/typescript/src/billhook.ts';
import { attempt } from '../../../clients/typescript/src/call.ts';
import {
  ApiError,
  ConnectionError,
  UnexpectedAnswerError,
} from '../../../clients/typescript/src/errors.ts';
import { problem, serviceAnswering, success } from './fake-service.ts';

const lost = { lost: new TypeError('fetch failed') };
const pay = { billId: 'bill_1' };

describe('a request', () => {
  test('has the key, a path with its parameters, and the rest as query or body', async () => {
    const { api, sent } = serviceAnswering([success({ data: [] })]);
    await api.bill.listBills({ clientId: 'a/b?', limit: 10, cursor: "c d'&" });
    await api.payment.assignPaymentMethod({ paymentMethodId: 'pm_1', billId: 'bill_1' });
    expect(sent).toMatchObject([
      {
        url: 'https://billhook.example/v1/bill/list/a%2Fb%3F?limit=10&cursor=c%20d%27%26',
        method: 'GET',
        body: undefined,
        redirect: 'manual',
      },
      {
        url: 'https://billhook.example/v1/payment/pm_1/assign',
        method: 'POST',
        body: '{"billId":"bill_1"}',
      },
    ]);
    // What `fetch` sends is what was signed: it changes nothing of the address.
    for (const { url } of sent) expect(new URL(url).href).toBe(url);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer bh_test');
    expect(sent[0]?.headers.has('idempotency-key')).toBe(false);
    expect(sent[1]?.headers.get('content-type')).toBe('application/json');
  });

  test.each(['', '.', '..', undefined, 7])('has no %j in its path', async (id) => {
    const { api, sent } = serviceAnswering([success()]);
    await expect(api.client.eraseClient({ clientId: id as string })).rejects.toThrow(
      new TypeError('clientId is missing or not an id'),
    );
    expect(sent).toEqual([]);
  });

  test('shows its credential to no operation that needs none', async () => {
    const { api, sent } = serviceAnswering([success({ keys: [] })]);
    await api.client.listTokenKeys();
    expect(sent[0]?.headers.has('authorization')).toBe(false);
  });

  test('has the token that is good then', async () => {
    let count = 0;
    const accessToken = async () => `token${++count}`;
    const { api, sent } = serviceAnswering([success()], { apiKey: undefined, accessToken });
    await api.bill.getBill({ billId: 'bill_1' });
    await api.bill.getBill({ billId: 'bill_1' });
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer token1',
      'Bearer token2',
    ]);
  });

  test('is not made without a credential that it needs', async () => {
    const { api, sent } = serviceAnswering([success()], { apiKey: undefined });
    await expect(api.partner.getPartner()).rejects.toThrow('needs an apiKey or an accessToken');
    expect(sent).toEqual([]);
  });
});

describe('a client', () => {
  const options = { baseUrl: 'https://billhook.example/v1', apiKey: 'bh_test' };

  test.each([
    ['http://billhook.example/v1', 'baseUrl must be https'],
    ['ftp://localhost/v1', 'baseUrl must be https'],
    ['http://localhost.evil.example/v1', 'baseUrl must be https'],
    ['https://billhook.example', 'from https:// to /v1'],
    ['https://billhook.example/v1?a', 'from https:// to /v1'],
    ['https://user@billhook.example/v1', 'from https:// to /v1'],
    ['nowhere', 'from https:// to /v1'],
  ])('is not made for %s', (baseUrl, complaint) => {
    expect(() => createBillhook({ ...options, baseUrl })).toThrow(complaint);
  });

  test.each(['http://localhost:8787/v1', 'http://127.0.0.1:8787/v1/', 'http://[::1]/v1'])(
    'is made for %s',
    (baseUrl) => {
      expect(createBillhook({ ...options, baseUrl })).toBeDefined();
    },
  );

  test('quotes no key that is none, and shows none', () => {
    const make = () => createBillhook({ ...options, apiKey: 'bh_secret\n' });
    expect(make).toThrow(
      new TypeError('apiKey is empty, or has a space or another invalid character'),
    );
    expect(JSON.stringify(createBillhook(options))).not.toContain('bh_test');
  });
});

describe('a request that may be repeated', () => {
  test('is sent again under the same key when its answer is lost', async () => {
    const { api, sent, waits } = serviceAnswering([
      lost,
      problem(503, 'service_unavailable'),
      success(),
    ]);
    const answered = await api.payment.schedulePayment(pay).withResponse();
    expect(answered).toMatchObject({ value: { success: true }, attempts: 3, requestId: 'r1' });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\w-]{24}$/);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(waits).toEqual([0.25, 0.5]);
  });

  test('has another key in another call, or the one that it was given', async () => {
    const { api, sent } = serviceAnswering([success()]);
    await api.payment.schedulePayment(pay);
    await api.payment.schedulePayment(pay);
    await api.payment.schedulePayment(pay, { idempotencyKey: 'order-7' });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('order-7');
    for (const idempotencyKey of ['', 'a b', 'é', 'x'.repeat(256)]) {
      await expect(api.payment.schedulePayment(pay, { idempotencyKey })).rejects.toThrow(TypeError);
    }
    expect(sent).toHaveLength(3);
  });

  test('waits as long as the service asks, and not longer than it may', async () => {
    const busy = problem(409, 'request_in_progress', { 'retry-after': '7' });
    const later = problem(429, 'too_many_requests', { 'retry-after': '3600' });
    const { api, waits } = serviceAnswering([busy, later]);
    const error = await api.payment.schedulePayment(pay).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 3600,
      attempts: 2,
    });
    expect(waits).toEqual([7.25]);
  });

  test('is given up after its retries, and can be taken up under its key', async () => {
    const { api, sent } = serviceAnswering([lost]);
    const error = await api.payment.schedulePayment(pay, { maxRetries: 1 }).catch((e) => e);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      operation: 'payment.schedulePayment',
      attempts: 2,
      timedOut: false,
      cause: lost.lost,
      idempotencyKey: sent[0]?.headers.get('idempotency-key'),
    });
    expect(sent).toHaveLength(2);
  });

  test.each([
    ['GET', (api: Api) => api.bill.getBill({ billId: 'bill_1' })],
    ['PUT', (api: Api) => api.partner.updateEncryption({ required: true })],
    ['DELETE', (api: Api) => api.auth.deleteAuth({ authId: 'auth_1' })],
    ['search', (api: Api) => api.company.searchCompanies({ query: 'a' })],
    ['exchange with a verifier', (api: Api) => exchange(api, 'v'.repeat(43))],
  ])('is a %s, which needs no key', async (_, call) => {
    const { api, sent } = serviceAnswering([lost, success()]);
    await call(api);
    expect(sent).toHaveLength(2);
    expect(sent.some(({ headers }) => headers.has('idempotency-key'))).toBe(false);
  });
});

type Api = ReturnType<typeof serviceAnswering>['api'];
const exchange = (api: Api, verifier?: string) =>
  api.client.createAccessToken({ token: 't', verifier });

describe('nothing is sent again', () => {
  test('of a POST that has neither a key nor a verifier', async () => {
    for (const answer of [
      lost,
      problem(503, 'service_unavailable'),
      problem(429, 'too_many_requests'),
    ]) {
      const { api, sent } = serviceAnswering([answer, success()]);
      await expect(exchange(api)).rejects.toThrow();
      expect(sent).toHaveLength(1);
    }
  });

  test.each([
    [400, 'invalid_request'],
    [401, 'api_key_invalid'],
    [404, 'bill_not_found'],
    [409, 'request_conflict'],
    [409, 'answer_not_kept'],
    [422, 'idempotency_key_reused'],
  ])('after %i %s', async (status, code) => {
    const { api, sent } = serviceAnswering([problem(status, code), success()]);
    await expect(api.payment.schedulePayment(pay)).rejects.toMatchObject({ status, code });
    expect(sent).toHaveLength(1);
  });

  test('where the client is told so', async () => {
    const { api, sent } = serviceAnswering([lost, success()], { maxRetries: 0 });
    await expect(api.payment.schedulePayment(pay)).rejects.toThrow(ConnectionError);
    expect(sent).toHaveLength(1);
  });

  test('once the caller has aborted', async () => {
    const controller = new AbortController();
    const { api, sent } = serviceAnswering(['silence', success()]);
    const call = api.payment.schedulePayment(pay, { signal: controller.signal });
    controller.abort(new Error('Enough'));
    await expect(call).rejects.toThrow('Enough');
    expect(sent.length).toBeLessThan(2);
    const before = api.payment.schedulePayment(pay, { signal: controller.signal });
    await expect(before).rejects.toThrow('Enough');
    expect(sent.length).toBeLessThan(2);
  });
});

describe('an error', () => {
  test('has the code, the status, the request and the fields', async () => {
    const errors = [{ field: 'form.dueDate', code: 'check', message: 'Expected a date' }];
    const body = { code: 'invalid_form', title: 'T', detail: 'D', requestId: 'r9', errors };
    const { api } = serviceAnswering([{ status: 400, body }]);
    const call = api.auth.createAuth({ clientId: 'c', companyId: 'c', items: ['bill'], form: {} });
    const outcome = await attempt(call);
    if (outcome.ok) throw new Error('It was accepted');
    expectTypeOf(outcome.error.code).extract<'bill_not_payable'>().toBeNever();
    expectTypeOf(outcome.error.code).extract<'invalid_form'>().toEqualTypeOf<'invalid_form'>();
    expect(outcome.error).toMatchObject({
      name: 'ApiError',
      operation: 'auth.createAuth',
      code: 'invalid_form',
      status: 400,
      requestId: 'r9',
      fields: errors,
      attempts: 1,
      message: 'invalid_form: D form.dueDate: Expected a date. (request r9)',
    });
  });

  test('of a connection is no value', async () => {
    const { api } = serviceAnswering([lost]);
    await expect(attempt(api.partner.getPartner())).rejects.toThrow(ConnectionError);
  });

  test.each([
    [200, '<html>'],
    [302, ''],
    [403, '{"message":"Forbidden"}'],
  ])('of %i with %j is of no service', async (status, body) => {
    const { api, sent } = serviceAnswering([{ status, body }]);
    const error = await api.partner.getPartner().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({ status, attempts: 1 });
    expect(sent).toHaveLength(1);
  });

  test('says that nothing came in time', async () => {
    const { api, sent } = serviceAnswering(['silence'], { timeoutSeconds: 0.01, maxRetries: 1 });
    const error = await api.partner.getPartner().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ timedOut: true, attempts: 2 });
    expect(sent).toHaveLength(2);
  });

  test('is told once, where the response is asked for', async () => {
    const { api } = serviceAnswering([problem(404, 'bill_not_found')]);
    await expect(api.bill.getBill({ billId: 'b' }).withResponse()).rejects.toThrow(ApiError);
  });
});

describe('a list', () => {
  const pages = [
    success({ data: [1, 2], nextCursor: 'c1' }),
    success({ data: [], nextCursor: 'c2' }),
    success({ data: [3] }),
  ] as const;

  test('is its first page, or every item in turn', async () => {
    const { api, sent } = serviceAnswering(pages);
    const list = api.bill.listBills({ clientId: 'cl_1', limit: 2 });
    expect(await list).toEqual({ data: [1, 2], nextCursor: 'c1' });
    expect(sent).toHaveLength(1);
    const found = [];
    for await (const bill of list) found.push(bill);
    expect(found).toEqual([1, 2, 3]);
    expect(sent.map(({ url }) => url.split('?')[1])).toEqual([
      'limit=2',
      'limit=2&cursor=c1',
      'limit=2&cursor=c2',
    ]);
  });

  test('comes page by page, and asks for no page that nobody wants', async () => {
    const { api, sent } = serviceAnswering(pages);
    for await (const page of api.bill.listBills({ clientId: 'cl_1' }).pages()) {
      expect(page.data).toHaveLength(2);
      break;
    }
    expect(sent).toHaveLength(1);
  });
});

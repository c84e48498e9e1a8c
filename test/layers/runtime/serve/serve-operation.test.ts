import type { Operation } from '@billhook/core/api/operation';
import { openNothing } from '@billhook/runtime/serve/opened-over';
import { serve } from '@billhook/runtime/serve/serve';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as v from 'valibot';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { loggedFields } from '../../../support/logged.ts';

// Before the first line, with which the logger is made.
beforeAll(() => {
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO');
});

const base = {
  method: 'GET',
  path: '/thing',
  summary: 'Say who calls.',
  response: v.unknown(),
  errors: [],
  uses: {},
  scope: 'service',
  impact: 'Nothing.',
} as const;

const forClients = { ...base, callers: ['partner', 'client'] } as const satisfies Operation;
const forPartners = { ...base, callers: ['partner'] } as const satisfies Operation;
const forAnyone = { ...base, callers: ['anyone'], cacheSeconds: 60 } as const satisfies Operation;

const event = (authorizer?: Record<string, unknown>) =>
  ({
    requestContext: { extendedRequestId: 'r', authorizer },
    headers: {},
  }) as unknown as APIGatewayProxyEvent;

async function ask(operation: Operation, authorizer?: Record<string, unknown>) {
  const answered = await serve(
    operation,
    openNothing,
    async ({ caller }) => caller,
  )(event(authorizer));
  const body = JSON.parse(answered.body);
  return { outcome: answered.statusCode === 200 ? body : `${body.status} ${body.code}`, answered };
}

const partner = { kind: 'partner', partnerId: 'ptn_a', keyId: 'key_a' };
const client = { kind: 'client', partnerId: 'ptn_a', clientId: 'cl_a' };
const noCaller = '401 api_key_invalid';

describe('a caller', () => {
  const cases: [string, Operation, Record<string, unknown> | undefined, unknown][] = [
    ['a partner at a partner’s operation', forPartners, partner, partner],
    ['a partner at a client’s operation', forClients, partner, partner],
    ['a client at a client’s operation', forClients, client, client],
    ['a client at a partner’s operation', forPartners, client, '403 forbidden'],
    ['nobody', forClients, undefined, noCaller],
    ['an empty context', forClients, {}, noCaller],
    ['a client without its id', forClients, { ...client, clientId: '' }, noCaller],
    ['a client whose id is missing', forClients, { ...client, clientId: undefined }, noCaller],
    ['a client without its partner', forClients, { ...client, partnerId: '' }, noCaller],
    ['a partner without its id', forPartners, { kind: 'partner' }, noCaller],
    ['anyone by the authorizer’s word', forClients, { ...client, kind: 'anyone' }, noCaller],
    ['a kind that is none', forClients, { ...client, kind: 'operator' }, noCaller],
    ['nobody where anyone may call', forAnyone, undefined, { kind: 'anyone' }],
  ];

  test.each(cases)('%s is known for what it is', async (_who, operation, context, expected) => {
    expect((await ask(operation, context)).outcome).toEqual(expected);
  });

  test('a partner is no client by an id beside it', async () => {
    const { outcome } = await ask(forClients, { ...partner, clientId: 'cl_a' });
    expect(outcome).toEqual(partner);
  });
});

describe('the log names', () => {
  const grants: [string, Record<string, unknown>, Record<string, unknown>][] = [
    ['the key of a partner', partner, { partnerId: 'ptn_a', keyId: 'key_a' }],
    [
      'the client and the family of its token',
      { ...client, tokenFamily: 'family-a' },
      { partnerId: 'ptn_a', clientId: 'cl_a', tokenFamily: 'family-a' },
    ],
  ];
  test.each(grants)('%s', async (_who, context, names) => {
    const lines = await loggedFields(() => ask(forClients, context));
    expect(lines).toMatchObject([{ message: 'Request completed', ...names }]);
  });
});

describe('an answer', () => {
  test('is kept by a cache only where the operation says so', async () => {
    const open = await ask(forAnyone);
    expect(open.answered.headers?.['cache-control']).toBe('public, max-age=60');
    const closed = await ask(forPartners, partner);
    expect(closed.answered.headers?.['cache-control']).toBe('no-store');
  });

  test.each([
    [{ data: [1], nextCursor: 'abc' }, 'abc'],
    [{ data: [1] }, undefined],
    [{ data: [], nextCursor: 7 }, undefined],
  ])('that is the list %j says in a header whether it goes on', async (list, expected) => {
    const handler = serve(forAnyone, openNothing, async () => list);
    expect((await handler(event())).headers?.['next-cursor']).toBe(expected);
  });

  test('that is a refusal is kept nowhere', async () => {
    const handler = serve(forAnyone, openNothing, async () => ({
      failure: 'invalid_request' as const,
    }));
    expect((await handler(event())).headers?.['cache-control']).toBe('no-store');
  });
});

describe('a refusal', () => {
  const refusing = (authorizer: object, headers: Record<string, string>) =>
    serve(forClients, openNothing, async () => ({ failure: 'invalid_request' as const }))({
      ...event(authorizer as Record<string, unknown>),
      headers,
    });

  test('for want of a credential names the one that is wanted', async () => {
    const { answered } = await ask(forClients);
    expect(answered.headers?.['www-authenticate']).toBe('Bearer realm="billhook"');
    const forbidden = await ask(forPartners, client);
    expect(forbidden.answered.headers).not.toHaveProperty('www-authenticate');
  });

  test.each([
    ['application/problem+json', 'application/problem+json'],
    ['text/html, application/problem+json;q=0.5', 'application/problem+json'],
    ['application/problem+json;q=0', 'application/json'],
    ['application/json, Application/Problem+JSON ; Q=0.0', 'application/json'],
    ['application/problem+jsonx', 'application/json'],
    ['*/*', 'application/json'],
  ])('to who accepts %s is %s', async (accept, expected) => {
    const answered = await refusing(client, { accept });
    expect(answered.headers?.['content-type']).toBe(expected);
  });
});

describe('a page of another origin', () => {
  const allowed = async (operation: Operation, authorizer?: Record<string, unknown>) =>
    (await ask(operation, authorizer)).answered.headers?.['access-control-allow-origin'];

  test('reads what a token opens, or nothing closes, and nothing that a key opens', async () => {
    expect(await allowed(forClients, client)).toBe('*');
    expect(await allowed(forPartners, client)).toBe('*');
    expect(await allowed(forAnyone)).toBe('*');
    expect(await allowed(forClients, partner)).toBeUndefined();
    const { answered } = await ask(forClients, client);
    expect(answered.headers?.['access-control-expose-headers']).toContain('RateLimit, ');
    expect(answered.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('is refused where the partner registered others', async () => {
    const { outcome } = await ask(forClients, { ...client, originRefused: 'true' });
    expect(outcome).toBe('403 origin_not_registered');
  });
});

test('a request that is not done in time is an outage', async () => {
  const never = serve(forPartners, openNothing, () => new Promise(() => {}));
  const answered = await never(event(partner), { getRemainingTimeInMillis: () => 1_010 });
  expect(answered.statusCode).toBe(503);
  expect(JSON.parse(answered.body).code).toBe('service_unavailable');
});

test.each([
  [{ Authorization: ['Bearer a', 'Bearer b'] }, '400 invalid_request'],
  [{ Authorization: ['Bearer a'], authorization: ['Bearer a'] }, '400 invalid_request'],
  [{ Authorization: ['Bearer a'] }, '200'],
])('the credentials %j are answered with %s', async (multiValueHeaders, expected) => {
  const given = { ...event(partner), multiValueHeaders };
  const answered = await serve(forPartners, openNothing, async () => 'x')(given);
  const { code = '' } = JSON.parse(answered.body);
  expect(`${answered.statusCode} ${code}`.trim()).toBe(expected);
});

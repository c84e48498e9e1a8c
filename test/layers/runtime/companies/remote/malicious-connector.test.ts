/**
 * Responses of a connector that means harm, or of somebody between it and us, as every caller has them.
 * Reports that mean harm: test/functions/connector/report-operation.test.ts.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MAX_BODY_BYTES } from '@billhook/connector-kit/protocol/limits';
import { newOwnKeys, openKeySet } from '@billhook/connector-kit/wire/keys';
import type { WireResponse } from '@billhook/connector-kit/wire/message';
import { encryptSecrets } from '@billhook/connector-kit/wire/secrets';
import type { Connector, Session } from '@billhook/core/company/connector';
import { listCompanies } from '@billhook/runtime/companies/stored-directory';
import { refreshConnector } from '@billhook/runtime/partners/register-connector';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { manifest } from '../../../../../connectors/kit/template/manifest.ts';
import { connectorKeys, suiteKeys } from '../../../../connectors/support/good-connector.ts';
import {
  jsonBody,
  operator,
  type Registered,
  registerServed,
  saysInstead,
} from '../../../../connectors/support/registered-connector.ts';
import type { Between } from '../../../../connectors/support/served-connector.ts';

const order = {
  paymentId: 'c_1_pm_1',
  number: 1,
  submissionId: 'c_1_pm_1_1',
  accountKey: 'power:pays-card',
  amountCents: 100,
  method: {
    type: 'card',
    cardNumber: '4111111111111111',
    cardCode: '123',
    expMonth: '01',
    expYear: '2030',
    zipcode: '10001',
    name: 'Ada Tester',
  },
} as const;

let evil: Registered;
let connector: Connector;
let session: Session;
let elsewhere: Server;
let asked: number;

beforeEach(async () => {
  vi.stubEnv('STAGE', 'sandbox');
  evil = await registerServed();
  await evil.importRows();
  const [company] = await listCompanies(evil.table);
  if (!company) throw new Error('Its company was not imported');
  connector = evil.open();
  session = {
    company,
    form: { username: 'pays-card', password: 'correct horse' },
    login: { name: 'link-1', round: 1 },
    ...{ partnerId: 'p_1', clientId: 'c_1', authId: 'c_1_a_1', attended: true },
    partnerNow: Date.now(),
  };
  asked = 0;
  elsewhere = createServer((_request, response) => {
    asked += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  elsewhere.close();
  await evil.served.close();
});

const PAYMENTS = '/v1/payments/';

/** Changes the result of whatever is asked about payments, and signs it. */
const result = (more: object): Between =>
  saysInstead(PAYMENTS, (_response, body) =>
    jsonBody({ ...body, result: { ...(body.result as object), ...more } }),
  );

const signedAs = (change: (response: WireResponse, body: Record<string, unknown>) => object) =>
  saysInstead(PAYMENTS, change as never);

const elsewhereUrl = () => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;

/** The first response again, to every request after it: with that request's address even. */
function replays(): Between {
  let first: WireResponse | undefined;
  return async (request, next) => {
    const response = await next(request);
    if (!request.url.includes(PAYMENTS)) return response;
    first ??= response;
    return first;
  };
}

describe('A payment is unclear, and stays so when it is asked about, where a response', () => {
  test.each<[string, () => Between]>([
    ['has another amount', () => result({ amount: { cents: 99, currency: 'USD' } })],
    ['has no whole cents', () => result({ amount: { cents: 100.5, currency: 'USD' } })],
    ['has another currency', () => result({ amount: { cents: 100, currency: 'EUR' } })],
    ['has a fee that gives money back', () => result({ feeCents: -100 })],
    ['has a day that is none', () => result({ paidAt: 'yesterday' })],
    ['is of a February 30', () => result({ paidAt: '2026-02-30T10:00:00Z' })],
    ['has control characters', () => result({ confirmation: 'Paid\u001B[2J' })],
    ['turns text around', () => result({ confirmation: 'C\u202E1' })],
    ['has a link', () => result({ confirmation: 'https://elsewhere.example' })],
    ['is of no known kind', () => result({ kind: 'refunded' })],
    [
      'is of another operation',
      () => signedAs((_, body) => jsonBody({ ...body, operation: 'o'.repeat(40) })),
    ],
    [
      'names another operation',
      () =>
        signedAs(({ headers }) => ({
          headers: { ...headers, 'billhook-operation': 'o'.repeat(40) },
        })),
    ],
    [
      'names another connector',
      () =>
        signedAs(({ headers }) => ({
          headers: { ...headers, 'billhook-connector': 'another' },
        })),
    ],
    ['says that it goes on, and is done', () => signedAs(() => ({ status: 202 }))],
    [
      'sends us elsewhere',
      () =>
        signedAs(({ headers }) => ({
          status: 307,
          headers: { ...headers, location: elsewhereUrl() },
        })),
    ],
    [
      'is too large',
      () => signedAs((_, body) => jsonBody({ ...body, more: 'x'.repeat(MAX_BODY_BYTES) })),
    ],
    ['is no JSON', () => signedAs(() => ({ body: Buffer.from('paid') }))],
  ])('%s', async (_what, between) => {
    evil.served.between = between();
    expect(await connector.pay(session, order)).toEqual({ kind: 'unknown' });
    expect(await connector.findPayment(session, order)).toEqual({ kind: 'not-known' });
    expect(asked).toBe(0);
  });
});

test('The response to one payment is none to another', async () => {
  evil.served.between = replays();
  expect(await connector.pay(session, order)).toMatchObject({ kind: 'paid' });
  const other = { ...order, paymentId: 'c_1_pm_2', submissionId: 'c_1_pm_2_1' };
  expect(await connector.pay(session, other)).toEqual({ kind: 'unknown' });
  expect(await connector.findPayment(session, order)).toEqual({ kind: 'not-known' });
});

describe('A login', () => {
  const login = (more: object) =>
    saysInstead('/v1/logins/', (_response, body) => jsonBody({ ...body, ...more }));
  const asks = (text: string, identifier = 'q') => ({
    result: {
      kind: 'mfa-required',
      challenge: { kind: 'questions', questions: [{ question: text, identifier }] },
    },
  });

  test.each([
    ['turns text around', asks('What is your \u202Enip?')],
    ['has invisible letters', asks('What is your P\u200BIN?')],
    ['has control characters', asks('\u001B]0;Billhook\u0007 What is your PIN?')],
    ['has a link', asks('Go to https://elsewhere.example')],
    ['is longer than a question', asks('?'.repeat(501))],
    [
      'asks nothing',
      { result: { kind: 'mfa-required', challenge: { kind: 'questions', questions: [] } } },
    ],
  ])('whose question %s asks nobody', async (_what, more) => {
    evil.served.between = login(more);
    await expect(connector.logIn(session)).rejects.toThrow();
  });

  test.each([
    ['another operation', 'o'.repeat(40), suiteKeys],
    ['somebody else', undefined, newOwnKeys()],
  ])('keeps no connection that is encrypted for %s', async (_what, of, to) => {
    const keep = vi.fn();
    const [, key] = openKeySet({ keys: [to.signing.publicJwk, to.encryption.publicJwk] }) ?? [];
    if (!key) throw new Error('There is no key');
    evil.served.between = saysInstead('/v1/logins/', (_response, body) => {
      const secrets = encryptSecrets(
        { connection: { value: 'x' } },
        key,
        of ?? `${body.operation}`,
      );
      return jsonBody({ ...body, secrets });
    });
    expect(await connector.logIn({ ...session, keep })).toEqual({ kind: 'verified' });
    expect(keep).not.toHaveBeenCalled();
  });
});

describe('Bills', () => {
  const bill = { accountKey: 'a', currency: 'USD', autopay: 'unknown', autopaySource: 'unknown' };
  test.each([
    ['of one account twice', [bill, bill]],
    ['in another currency', [{ ...bill, currency: 'EUR' }]],
    ['that are owed to the user', [{ ...bill, balanceCents: -1 }]],
    ['that are larger than any', [{ ...bill, balanceCents: 1e15 }]],
    ['named with control characters', [{ ...bill, statementName: 'a\u0000b' }]],
    ['without end', Array.from({ length: 1_001 }, (_, at) => ({ ...bill, accountKey: `${at}` }))],
  ])('%s are none', async (_what, bills) => {
    evil.served.between = saysInstead('/v1/bills/', (_response, body) =>
      jsonBody({ ...body, result: { kind: 'bills', bills } }),
    );
    await expect(connector.listBills(session)).rejects.toThrow();
  });

  test('of which one can’t be believed are read in part, and the member is said', async () => {
    const bills = [bill, { ...bill, accountKey: 'b', balanceCents: -1 }];
    evil.served.between = saysInstead('/v1/bills/', (_response, body) =>
      jsonBody({ ...body, result: { kind: 'bills', bills } }),
    );
    const said: string[] = [];
    const nonsense = (member: string) => void said.push(member);
    const read = await connector.listBills({ ...session, nonsense });
    expect(read).toMatchObject({ kind: 'partial', bills: [{ accountKey: 'a' }] });
    expect(said).toEqual(['listBills: bills.1.balanceCents']);
  });
});

describe('A manifest that is read again changes nothing where it has', () => {
  const { signing, encryption } = connectorKeys;
  const stranger = newOwnKeys();
  test.each([
    ['another id', { manifest: { ...manifest, id: 'another' } }, 'another-id'],
    [
      'another mode',
      { manifest: { ...manifest, mode: 'live' as const, testLogins: undefined } },
      'wrong-mode',
    ],
    ['other keys', { keys: stranger }, 'another-key'],
    [
      'a new key that signs for itself',
      { keys: { signing: stranger.signing, encryption, earlier: [signing] } },
      'another-key',
    ],
  ])('%s', async (_what, more, reason) => {
    const before = await evil.standing();
    evil.served.serve(more as never);
    expect(await refreshConnector(evil.deps, before, operator)).toBe(reason);
    expect(await evil.standing()).toEqual(before);
  });

  test('is sent from elsewhere', async () => {
    const before = await evil.standing();
    evil.served.between = async () => ({
      status: 301,
      headers: { location: elsewhereUrl() },
      body: Buffer.alloc(0),
    });
    expect(await refreshConnector(evil.deps, before, operator)).toBe('no-manifest');
    expect(asked).toBe(0);
  });
});

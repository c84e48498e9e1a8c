/** Secrets sent in the clear, by a partner's server and by a page, where encryption is required. */
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { encryptJwe, publicKeyOf } from '../support/encrypt.ts';
import { addPartner } from '../support/partners.ts';
import { sendRaw } from '../support/raw.ts';
import { openWorld, refusal, valueFrom } from '../support/world.ts';

const service = inject('service');
const card = {
  ...{ paymentType: 'card', name: 'Ada Tester', zipcode: '10001' },
  ...{ cardNumber: '4111111111111111', cardCode: '123', expMonth: '12', expYear: '2030' },
};
const bank = { paymentType: 'bank', name: 'Ada', accountType: 'checking', routing: '021000021' };
const form = { username: 'ada@test.test', password: 'secret' };

let apiKey = '';
let accessToken = '';
let clientId = '';
let kid = '';
let key: ReturnType<typeof publicKeyOf>;
let api: ReturnType<typeof openWorld>['api'];

beforeAll(async () => {
  apiKey = (await addPartner(service)).apiKey;
  api = openWorld({ baseUrl: service.baseUrl, apiKey }).api;
  expect(refusal(await api.partner.updateEncryption({ required: true }))).toBe(
    '409 no_encryption_key',
  );
  const made = valueFrom(await api.partner.createEncryptionKey());
  kid = made.kid;
  key = publicKeyOf(made);
  valueFrom(await api.partner.updateEncryption({ required: true }));
  clientId = valueFrom(await api.client.createClient({ identifier: 'user-1' })).clientId;
  const { token } = valueFrom(await api.client.createToken({ identifier: 'user-1' }));
  accessToken = valueFrom(await api.client.createAccessToken({ token })).accessToken;
});

type Sent = { readonly path: string; readonly body: object; readonly apiKey?: string };

async function send({ path, body, apiKey: credential = apiKey }: Sent): Promise<string> {
  const request = { method: 'POST', path, apiKey: credential, body: JSON.stringify(body) };
  const response = await sendRaw(request);
  return response.ok ? 'ok' : `${response.status} ${(await response.json()).code}`;
}

const encrypted = (body: object) => ({
  encrypted: kid,
  hash: encryptJwe(key, JSON.stringify(body)),
});

const auth = () => ({ clientId, companyId: 'co_RegularCompany100000', items: ['bill'], form });
const secrets: Record<string, () => { path: string; body: object }> = {
  'a card': () => ({ path: '/payment', body: { clientId, ...card } }),
  'a bank account': () => ({ path: '/payment', body: { clientId, ...bank, account: '12345678' } }),
  'a bank account by its other name': () => ({
    path: '/payment',
    body: { clientId, ...bank, accountNumber: '12345678' },
  }),
  'a card code': () => ({ path: '/payment/pm_1/card-code', body: { cardCode: '123' } }),
  'a login form': () => ({ path: '/auth', body: auth() }),
  'an empty login form': () => ({ path: '/auth', body: { ...auth(), form: {} } }),
  'a code for a challenge': () => ({
    path: '/auth/step',
    body: { token: 't', method: 'code', security: { identifier: 'a', answer: '123456' } },
  }),
  'answers for a challenge': () => ({
    path: '/auth/step',
    body: { token: 't', method: 'questions', security: [{ identifier: 'a', answer: 'x' }] },
  }),
  'answers to questions': () => ({
    path: '/auth/auth_1/answer-questions',
    body: { answers: [{ identifier: 'a', answer: 'x' }] },
  }),
  'cards among others': () => ({
    path: '/client/sync',
    body: { client: { identifier: 'user-1' }, cards: [{ identifier: 'a' }, card] },
  }),
};

describe('in the clear is refused', () => {
  test.each(Object.entries(secrets))('%s', async (what, sent) => {
    expect(await send(sent())).toBe('400 encryption_required');
    if (what === 'cards among others') return;
    expect(await send({ ...sent(), apiKey: accessToken })).toBe('400 encryption_required');
  });
});

test('encrypted it goes through, from a page as well', async () => {
  expect(await send({ path: '/payment', body: encrypted({ clientId, ...card }) })).toBe('ok');
  const path = '/auth';
  expect(await send({ path, body: encrypted(auth()), apiKey: accessToken })).toBe('ok');
});

test('what holds no secret goes in the clear: a choice of where to send a code, a schedule', async () => {
  const security = { identifier: 'a' };
  expect(await send({ path: '/auth/step', body: { token: 't', method: 'code', security } })).toBe(
    '404 challenge_not_found',
  );
  const sync = { client: { identifier: 'user-2' } };
  expect(await send({ path: '/client/sync', body: sync })).toBe('ok');
});

test('the last key stays while it is needed, and the page is told', async () => {
  expect(refusal(await api.partner.deleteEncryptionKey({ keyId: kid }))).toBe(
    '409 no_encryption_key',
  );
  expect(valueFrom(await api.partner.getPartner()).encryption).toEqual({ required: true });
  const { token } = valueFrom(await api.client.createToken({ identifier: 'user-1' }));
  const session = valueFrom(await api.module.openModuleSession({ token, module: 'bill-pay' }));
  expect(session).toMatchObject({ encryptionRequired: true, encryptionKey: { kid } });
});

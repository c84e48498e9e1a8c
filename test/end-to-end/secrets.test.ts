import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectionOf, liveOf } from '@billhook/core/sandbox/logins';
import { beforeAll, expect, inject, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { filesBelow, formsOf, foundIn } from '../support/canaries.ts';
import { newTokenClient } from '../support/client-access.ts';
import { addPartner } from '../support/partners.ts';
import { scanPassingTable, scanTable } from '../support/table-server.ts';
import { givenBank, givenCard, newName, openWorld, valueFrom } from '../support/world.ts';

/** What must be found nowhere in clear, once the requests that carried it were answered. */
const canaries: Record<string, string> = {
  'card number': '6011111111111117',
  'declined card number': '4000000000000002',
  'bank account number': '88273645546372',
  'bank routing number': '026009593',
  'user name': `canary-user-${Date.now()}`,
  password: `canary-Passw0rd-${Date.now()}`,
  'idempotency key': `canary-idempotency-${Date.now()}`,
  'signing header': `canary-header-${Date.now()}`,
  answer: `canary-answer-${Date.now()}`,
  'wrong code': `canary-code-${Date.now()}`,
  'last wrong code': `canary-wrong-${Date.now()}`,
  'refused code of a card': `canary-cvc-${Date.now()}`,
  'name of a user': `canary-name-${Date.now()}`,
  'address of a user': `canary-street-${Date.now()}`,
};
/** Four digits are found by chance: only as a whole value do they mean something. */
const CARD_CODE = '7391';
/** Given again for a card that has lost its own, and given again without need. */
const CODES_GIVEN_AGAIN = ['8264', '9157'] as const;

const { folder, tableUrl, stateDir, logFile } = inject('service');

beforeAll(async () => {
  const partner = await addPartner({ stateDir, tableUrl });
  canaries['api key'] = partner.apiKey;
  canaries['api key secret'] = partner.apiKey.split('_')[3] as string;
  const { api, newClient, findCompany, findOrdinaryCompany, link, billOf, pay } = openWorld({
    ...inject('service'),
    apiKey: partner.apiKey,
  });
  // A key that the API itself made, used once and revoked.
  const idempotencyKey = canaries['idempotency key'] as string;
  const made = valueFrom(await api.partner.createApiKey({}, { idempotencyKey }));
  const repeated = await api.partner.createApiKey({}, { idempotencyKey });
  expect(!repeated.ok && repeated.problem.code).toBe('answer_not_kept');
  canaries['created api key'] = made.apiKey;
  canaries['created api key secret'] = made.apiKey.split('_')[3] as string;
  const next = openWorld({ ...inject('service'), apiKey: made.apiKey });
  valueFrom(await next.api.partner.revokeApiKey({ keyId: made.keyId }));
  const client = await newTokenClient(api);
  // Claims are no secret; it is the signature that opens something.
  canaries['SSO token'] = client.ssoToken.split('.')[2] as string;
  canaries['access token'] = client.accessToken.split('.')[2] as string;
  canaries.verifier = `canary-verifier-${Date.now()}`.padEnd(43, 'v');
  const spent = valueFrom(
    await api.client.createToken(
      { identifier: newName(), nonce: true },
      { idempotencyKey: `${idempotencyKey}-token` },
    ),
  );
  canaries['one-time token'] = spent.token.split('.')[2] as string;
  const { verifier } = canaries;
  valueFrom(await api.client.createAccessToken({ ...spent, verifier }));
  valueFrom(await client.api.bill.listBills({ clientId: client.clientId }));
  valueFrom(await api.client.revokeTokens({ clientToken: client.accessToken }));
  await client.api.bill.listBills({ clientId: client.clientId });
  // The header of an address that keys are fetched from; nothing listens there.
  const headers = { 'X-Canary': canaries['signing header'] as string };
  const jwksUrl = 'http://127.0.0.1:9/jwks.json';
  valueFrom(await api.partner.updateSigning({ jwksUrl, headers }));
  valueFrom(await api.partner.refreshSigning());
  const meta = {
    firstName: canaries['name of a user'] as string,
    address1: canaries['address of a user'] as string,
  };
  valueFrom(
    await api.client.createClient(
      { identifier: newName(), meta },
      { idempotencyKey: `${idempotencyKey}-client` },
    ),
  );
  valueFrom(await api.client.syncClient({ client: { identifier: newName(), meta } }));
  const clientId = await newClient();
  const cardNumber = canaries['card number'] as string;
  const card = { ...givenCard(clientId), cardNumber };
  const { paymentMethodId } = valueFrom(
    await api.payment.addPaymentMethod(card, { idempotencyKey: `${idempotencyKey}-card` }),
  );
  canaries['kept answer'] = `{"paymentMethodId":"${paymentMethodId}"}`;
  const amex = { cardNumber: '378282246310005', cardCode: CARD_CODE };
  const amexId = valueFrom(
    await api.payment.addPaymentMethod({ ...givenCard(clientId), ...amex }),
  ).paymentMethodId;
  valueFrom(
    await api.payment.addPaymentMethod({
      ...givenBank(clientId),
      accountNumber: canaries['bank account number'] as string,
      routingNumber: canaries['bank routing number'] as string,
    }),
  );
  const company = await findOrdinaryCompany();
  const form = {
    username: canaries['user name'] as string,
    password: canaries.password as string,
  };
  const auth = await link(clientId, company, form);
  const { bill } = await billOf(clientId, auth._id);
  await pay(bill._id);

  const asking = await link(clientId, await findCompany('Regular Company 1'), {
    status: 'mfa-required-questions',
  });
  const answers = (asking.mfa?.mfa ?? []).map(({ identifier }) => ({
    identifier,
    answer: canaries.answer as string,
  }));
  valueFrom(await api.auth.answerQuestions({ authId: asking._id, answers }));
  await until('the hold', async () => {
    const { data } = valueFrom(await api.auth.listAuths({ clientId }));
    return data.some(({ status }) => status.type === 'hold');
  });
  const { api: own, challengeOf } = openWorld({ ...inject('service'), apiKey: partner.apiKey });
  const mfaCompany = await findCompany('MFA Company 1');
  const coded = await link(clientId, mfaCompany, { status: 'mfa-required-code' });
  const { token } = await challengeOf(coded._id);
  const choice = { token, method: 'code' as const, security: { identifier: 'text' } };
  valueFrom(await own.auth.answerStep(choice));
  const entry = await challengeOf(coded._id, token);
  const security = [{ identifier: 'code', answer: canaries['wrong code'] as string }];
  valueFrom(
    await own.auth.answerStep({ token: entry.token, method: 'questions' as const, security }),
  );
  const last = await challengeOf(coded._id, entry.token);
  const wrong = { identifier: 'code', answer: canaries['last wrong code'] as string };
  valueFrom(
    await own.auth.answerStep(
      { token: last.token, method: 'code' as const, security: wrong },
      { idempotencyKey: `${idempotencyKey}-step` },
    ),
  );
  await challengeOf(coded._id, last.token);
  await swapCards({ partner, clientId, amexId, idempotencyKey });
  await leaveSessions(partner.apiKey, clientId);
  // Requests that are refused carry secrets as well, and errors are tempted to quote them.
  const refused = { ...givenCard(clientId), cardNumber, expMonth: '99', cardCode: CARD_CODE };
  await api.payment.addPaymentMethod(refused);
  await api.client.syncClient({
    client: { identifier: newName() },
    cards: [{ ...givenCard(clientId), cardNumber, expYear: '2001' }],
  });
});

type Swapping = {
  readonly partner: { readonly apiKey: string };
  readonly clientId: string;
  readonly amexId: string;
  readonly idempotencyKey: string;
};

/** Swaps that a company takes and refuses, with codes given again, each call under a key. */
async function swapCards({ partner, clientId, amexId, idempotencyKey }: Swapping): Promise<void> {
  const world = openWorld({ ...inject('service'), apiKey: partner.apiKey });
  const { api } = world;
  const { _id: authId } = await world.link(clientId, await world.findCompany('Regular Company 3'), {
    status: 'syncing',
  });
  const swap = async (paymentMethodId: string, key: string) => {
    const keyed = { idempotencyKey: `${idempotencyKey}-${key}` };
    const asked = { authId, paymentMethodId };
    const { swapId } = valueFrom(await api.swap.createSwap(asked, keyed));
    // The repetition is answered by what was kept.
    expect(valueFrom(await api.swap.createSwap(asked, keyed))).toMatchObject({ swapId });
    await until(`the end of ${swapId}`, async () => {
      const { data } = valueFrom(await api.swap.listSwaps({ clientId }));
      const type = data.find(({ _id }) => _id === swapId)?.status.type;
      return type === 'completed' || type === 'hold';
    });
  };
  await swap(amexId, 'swap');
  for (const cardCode of CODES_GIVEN_AGAIN) {
    const given = { paymentMethodId: amexId, cardCode };
    const keyed = { idempotencyKey: `${idempotencyKey}-${cardCode}` };
    valueFrom(await api.payment.setCardCode(given, keyed));
    expect(valueFrom(await api.payment.setCardCode(given, keyed))).toEqual({ success: true });
    if (cardCode === CODES_GIVEN_AGAIN[0]) await swap(amexId, 'swap-again');
  }
  const refused = canaries['refused code of a card'] as string;
  const given = { paymentMethodId: amexId, cardCode: refused };
  expect((await api.payment.setCardCode(given, { idempotencyKey })).ok).toBe(false);
  const cardNumber = canaries['declined card number'] as string;
  await swap(await world.addCard(clientId, { cardNumber }), 'swap-refused');
}

/** A connection that a company has given, and a session that was left open for a payment. */
async function leaveSessions(apiKey: string, clientId: string): Promise<void> {
  const world = openWorld({ ...inject('service'), apiKey });
  const { api, challengeOf, findCompany } = world;
  const ended = (authId: string) =>
    until(`the end of the link of ${authId}`, async () => {
      const { auth, linking } = valueFrom(await api.auth.getAuth({ authId }));
      return !linking && auth.status?.type === 'verified';
    });
  const amounts = { balance: '42.00', dueDate: '12/31/2040' };
  const known = await world.link(clientId, await findCompany('Regular Company 4'), {
    ...{ ...amounts, status: 'connection-ends' },
  });
  const choice = await challengeOf(known._id);
  const text = { identifier: 'text' };
  valueFrom(
    await api.auth.answerStep({ token: choice.token, method: 'code' as const, security: text }),
  );
  const { token } = await challengeOf(known._id, choice.token);
  const code = { identifier: 'code', answer: '123456' };
  valueFrom(await api.auth.answerStep({ token, method: 'code' as const, security: code }));
  await ended(known._id);
  canaries.connection = connectionOf({ authId: known._id });
  const paymentMethodId = await world.addCard(clientId);
  const { authId } = valueFrom(
    await api.auth.createAuth({
      ...{ clientId, companyId: (await findCompany('Regular Company 2'))._id },
      ...{ items: ['bill', 'payment'], meta: { paymentMethodId } },
      form: { ...amounts, status: 'mfa-required-at-payment' },
    }),
  );
  canaries['live session'] = liveOf({ authId });
  await ended(authId);
  await until('the payment of a link', async () => {
    const { data } = valueFrom(await api.bill.listBills({ clientId }));
    const own = data.find(({ bill }) => bill.auth._id === authId);
    return own?.bill.status.type === 'paid';
  });
  const passing = JSON.stringify(await scanPassingTable(tableUrl));
  expect(passing).toContain(`${known._id}#connection`);
  expect(passing).toContain('#live');
}

test('the search finds what is there, in every form', () => {
  const text = 'a secret of some length';
  const hidden = Buffer.from(`{"x":"${text}"}`);
  const isFound = (written: string) => formsOf(text).some((form) => written.includes(form));
  expect(isFound(hidden.toString('latin1'))).toBe(true);
  expect(isFound(Buffer.from(hidden.toString(), 'utf16le').toString('latin1'))).toBe(true);
  expect(isFound(hidden.toString('hex'))).toBe(true);
  expect(isFound(hidden.toString('base64'))).toBe(true);
  expect(isFound('{"x":"a secret of some"}')).toBe(false);
});

test('no secret stands in clear in logs, state, workflow histories or the table', () => {
  const files = [...filesBelow(folder), logFile];
  const logs = files.filter((file) => file.includes('/logs/'));
  expect(logs.length).toBeGreaterThan(5);
  expect(files.some((file) => file.endsWith('tables.db'))).toBe(true);
  expect(files.some((file) => file.endsWith('local.db'))).toBe(true);
  expect(foundIn(files, canaries)).toEqual([]);
});

test.each([CARD_CODE, ...CODES_GIVEN_AGAIN])(
  'a card code (%s) stands nowhere as a value',
  async (code) => {
    // A number of the table, an amount for instance, may be the same by chance.
    const value = new RegExp(`(?<!"N":)"${code}"|[cC]ode"?:\\s*${code}`);
    expect('{"cardCode":{"S":"1234"}}'.replace('1234', code)).toMatch(value);
    const items = [...(await scanTable(tableUrl)), ...(await scanPassingTable(tableUrl))];
    expect(items.length).toBeGreaterThan(10);
    expect(value.test(JSON.stringify(items))).toBe(false);
    for (const file of [...filesBelow(folder), logFile]) {
      expect(value.test(readFileSync(file).toString('latin1')), file).toBe(false);
    }
  },
);

test('no code of a card is in the table that can be set back, not even sealed', async () => {
  expect(JSON.stringify(await scanTable(tableUrl))).not.toContain('cardCode');
});

test('logs carry no body, no header and no event', () => {
  const logs = filesBelow(join(stateDir, 'logs')).map((file) => readFileSync(file, 'utf8'));
  for (const word of ['Authorization', 'Bearer', 'cardNumber', 'password', 'Ada Lovelace']) {
    expect(
      logs.filter((text) => text.includes(word)),
      word,
    ).toEqual([]);
  }
});

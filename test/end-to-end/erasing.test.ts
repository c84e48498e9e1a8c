/**
 * A user is erased over the API: with something of every kind behind it, every canary is looked for in
 * an export of the table and in the logs.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { createApiClient } from '../../lib/client/api-client.ts';
import { newTokenClient, useToken } from '../support/client-access.ts';
import { addPartner } from '../support/partners.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { recordKinds } from '../support/record-kinds.ts';
import { callTable, scanTable } from '../support/table-server.ts';
import { createVerifiedEndpoint } from '../support/verified-endpoint.ts';
import {
  dueDate,
  givenBank,
  givenCard,
  newName,
  openWorld,
  refusal,
  valueFrom,
  type World,
} from '../support/world.ts';

const { baseUrl, stateDir, logFile, ...place } = inject('service');
const canary = (what: string) => `canary-${what}-${Date.now()}-${process.pid}`;
const words = {
  identifier: canary('identifier'),
  first: canary('first'),
  email: `${canary('email')}@b.example`,
  city: canary('city'),
  holder: canary('holder'),
  method: canary('method'),
  label: canary('label'),
  correlation: canary('correlation'),
  login: canary('login'),
  answer: canary('answer'),
  consent: canary('consent'),
};
const ACCOUNT = { balance: '30.00', dueDate: dueDate(10), status: 'posts-late' };

let world: World;
let receiver: Receiver;
let clientId: string;
let partnerId: string;
let person: Awaited<ReturnType<typeof newTokenClient>>;
let ids: Record<'authId' | 'billId' | 'methodId', string>;
let before: string;

const exported = async () => JSON.stringify(await scanTable(place.tableUrl));
/** What stands in one of the small tables that lie apart. */
const apart = async (name: string) => {
  const { TableNames } = await callTable(place.tableUrl, 'ListTables', {});
  const TableName = (TableNames as string[]).find((one) => one.includes(name));
  const { Items } = await callTable(place.tableUrl, 'Scan', { TableName });
  return JSON.stringify(Items);
};
/** What docs/operate/data.md calls such a record. */
const kindOf = (key: { pk: string; sk: string }) =>
  recordKinds().find(({ matches }) => matches(key))?.name ?? `${key.pk} ${key.sk}`;
const found = (text: string) => Object.values(words).filter((word) => text.includes(word));

beforeAll(async () => {
  const partner = await addPartner({ stateDir, ...place }, { authEvents: true });
  ({ partnerId } = partner);
  world = openWorld({ baseUrl, apiKey: partner.apiKey });
  receiver = await openReceiver();
  const { api } = world;
  await createVerifiedEndpoint(api, { url: receiver.url });
  const meta = { firstName: words.first, email: words.email, city: words.city };
  const { identifier } = words;
  ({ clientId } = valueFrom(await api.client.createClient({ identifier, meta })));
  person = await newTokenClient(api, identifier);
  ids = await fill(world);
  before = await exported();
});

/** Links, pays, asks and answers: what a person leaves behind. */
async function fill({ api, link, billOf, findCompany, findOrdinaryCompany, pay }: World) {
  const card = { ...givenCard(clientId), name: words.holder, identifier: words.method };
  const idempotencyKey = newName();
  const made = valueFrom(await person.api.payment.addPaymentMethod(card, { idempotencyKey }));
  valueFrom(await api.payment.addPaymentMethod({ ...givenBank(clientId), name: words.holder }));
  const company = await findCompany('Regular Company 2');
  const items = ['bill' as const];
  const { authId } = valueFrom(
    await api.auth.createAuth({
      ...{ clientId, companyId: company._id, items, form: ACCOUNT },
      paymentIdentifier: words.correlation,
    }),
  );
  const { bill } = await billOf(clientId, authId);
  const billId = bill._id;
  valueFrom(await api.bill.customizeBill({ billId, customLabel: words.label }));
  await pay(billId);
  const consent = { textHash: 'a'.repeat(64), version: words.consent, locale: 'en-US' };
  valueFrom(
    await person.api.payment.updatePaymentSettings({ billId, recurring: 'enabled', consent }),
  );
  const ordinary = await findOrdinaryCompany();
  await link(clientId, ordinary, { username: words.login, password: words.login });
  const asking = await link(clientId, await findCompany('Regular Company 1'), {
    status: 'mfa-required-questions',
  });
  const answers = (asking.mfa?.mfa ?? []).map(({ identifier }) => ({
    identifier,
    answer: words.answer,
  }));
  valueFrom(await api.auth.answerQuestions({ authId: asking._id, answers }));
  // Waits for a code when it is erased.
  await link(clientId, await findCompany('MFA Company 1'), { status: 'mfa-required-code' });
  await until('deliveries', async () => receiver.delivered.length > 5);
  return { authId, billId, methodId: made.paymentMethodId };
}

describe('A user who is erased', () => {
  test('had left something readable before, and a key of its own', async () => {
    const readable = found(before);
    expect(await apart('ClientKeys')).toContain(clientId);
    expect(readable).toEqual(
      expect.arrayContaining([words.identifier, words.holder, words.label, words.correlation]),
    );
  });

  test('is erased within the call, and the call can be repeated', async () => {
    const erased = { success: true, status: 'erased' };
    expect(valueFrom(await world.api.client.eraseClient({ clientId }))).toEqual(erased);
    expect(valueFrom(await world.api.client.eraseClient({ clientId }))).toEqual(erased);
  });

  test('is unknown to the partner and to its own tokens', async () => {
    const { api } = world;
    const { authId, billId, methodId: paymentMethodId } = ids;
    expect(refusal(await api.auth.listAuths({ clientId }))).toBe('404 client_not_found');
    expect(refusal(await api.payment.listPaymentMethods({ clientId }))).toBe(
      '404 client_not_found',
    );
    expect(refusal(await api.event.listEvents({ clientId }))).toBe('404 client_not_found');
    expect(refusal(await api.auth.getAuth({ authId }))).toBe('404 auth_not_found');
    expect(refusal(await api.bill.getBill({ billId }))).toBe('404 bill_not_found');
    expect(refusal(await api.payment.schedulePayment({ billId }))).toBe('404 bill_not_found');
    expect(refusal(await api.payment.deletePaymentMethod({ paymentMethodId }))).toBe(
      '404 payment_method_not_found',
    );
    const form = { username: 'a', password: 'b' };
    const { _id: companyId } = await world.findOrdinaryCompany();
    const asked = { clientId, companyId, items: ['bill' as const], form };
    expect(refusal(await api.auth.createAuth(asked))).toBe('404 client_not_found');
    expect(refusal(await api.payment.addPaymentMethod(givenCard(clientId)))).toBe(
      '404 client_not_found',
    );
    expect(await useToken(person.accessToken)).toBe('401 token_invalid');
    const { ssoToken: token } = person;
    const open = createApiClient({ baseUrl, apiKey: '' });
    expect(refusal(await open.client.createAccessToken({ token }))).toBe('401 token_invalid');
  });

  test('is told of by one event, without a word about the person', async () => {
    const { event } = await until('the event', async () =>
      receiver.delivered.find(({ event }) => event.type === 'client.erased'),
    );
    expect(event.payload).toEqual({ resource: { type: 'client', id: clientId }, data: {} });
    expect(event).not.toHaveProperty('identifier');
    const types = receiver.delivered.map(({ event }) => event.type);
    expect(types.filter((type) => type === 'client.erased')).toHaveLength(1);
    expect(types).not.toContain('auth.deleted');
  });

  test('is nowhere in an export of the table, nor in logs', async () => {
    const text = await exported();
    expect(found(text)).toEqual([]);
    const logs = [...filesBelow(join(stateDir, 'logs')), logFile];
    expect(logs.filter((file) => found(readFileSync(file, 'latin1')).length > 0)).toEqual([]);
    // Its id stands in its mark, the audit and the event; for a day, in counts of what was refused since
    // and in what is kept, sealed, of its own requests; and at the invented companies.
    const root = clientId.slice('cl_'.length);
    const items = (await scanTable(place.tableUrl)).filter((item) =>
      JSON.stringify(item).includes(root),
    );
    const kinds = items.map(({ pk, sk }) => kindOf({ pk: String(pk?.S), sk: String(sk?.S) }));
    expect([...new Set(kinds)].toSorted()).toEqual([
      'Account at an invented company',
      'Answer kept for a user',
      'Audit of a partner',
      'Client',
      'Event of a partner',
      "Line of an invented company's report",
      'Refused tokens',
    ]);
  });

  test('has no key any more, and is in the list that lies apart', async () => {
    expect(await apart('ClientKeys')).not.toContain(clientId);
    expect(await apart('Erasures')).toContain(clientId);
  });

  test('leaves what was paid: the sum, and what the company has yet to show', async () => {
    const items = await scanTable(place.tableUrl);
    const kept = items.filter(({ pk }) => String(pk?.S).endsWith(`${partnerId}#kept`));
    expect(kept.map(({ amountCents }) => amountCents?.N)).toEqual(['3000']);
    const reference = String(kept[0]?._id?.S);
    const ledgers = items.filter(({ unposted }) => JSON.stringify(unposted)?.includes(reference));
    expect(ledgers).toHaveLength(1);
    expect(JSON.stringify(ledgers)).toContain('"amountCents":{"N":"3000"}');
  });

  test('can begin anew under the same identifier', async () => {
    const { identifier } = words;
    const again = valueFrom(await world.api.client.createClient({ identifier }));
    expect(again.clientId).not.toBe(clientId);
    valueFrom(await world.api.client.eraseClient(again));
  });
});

test('docs/operate/data.md names every kind of record that the service has written', async () => {
  const kinds = recordKinds();
  const keys = (await scanTable(place.tableUrl)).map(({ pk, sk }) => ({
    pk: String(pk?.S),
    sk: String(sk?.S),
  }));
  expect(keys.length).toBeGreaterThan(50);
  expect(keys.filter((key) => kinds.filter(({ matches }) => matches(key)).length !== 1)).toEqual(
    [],
  );
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** The TypeScript client as a stranger has it: packed, installed in an empty folder, and used. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { clientHost } from '../support/client-host.ts';
import { type Client, type Installed, installClient } from '../support/installed-client.ts';
import { addPartner } from '../support/partners.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { pemOf, rsaPair } from '../support/signing.ts';
import { blocksOf } from '../support/snippets.ts';
import { dueDate, givenCard, newName } from '../support/world.ts';

const { baseUrl, apiKey } = inject('service');

let installed: Installed;
let client: Client;
let billhook: ReturnType<Client['createBillhook']>;
let receiver: Receiver;

beforeAll(async () => {
  [installed, receiver] = await Promise.all([installClient(), openReceiver()]);
  client = installed.client;
  billhook = client.createBillhook({ baseUrl, apiKey });
});
afterAll(async () => {
  installed.remove();
  await receiver.close();
});

const newClient = async () =>
  (await billhook.client.createClient({ identifier: newName() })).clientId;

/** Links a test company, and answers its bill. */
async function newBill(clientId: string) {
  const { data } = await billhook.company.searchCompanies({ query: 'Regular Company 1' });
  const company = data.find(({ name }) => name === 'Regular Company 1');
  const form = { balance: '42.00', dueDate: dueDate(10) };
  const companyId = company?._id ?? '';
  await billhook.auth.createAuth({ clientId, companyId, items: ['bill'], form });
  return await until('a bill', async () => (await billhook.bill.listBills({ clientId })).data[0]);
}

/** What an endpoint of its own gets when it is tested. */
async function testDelivery() {
  const endpoints = billhook.webhookEndpoint;
  const given = { url: `${receiver.url}/${newName()}`, events: ['webhook-endpoint.test'] } as const;
  const { secret, _id } = await endpoints.createWebhookEndpoint(given);
  await endpoints.testWebhookEndpoint({ endpointId: _id });
  const { headers, body } = await until('the delivery', async () =>
    receiver.delivered.find(({ event }) => event.payload.resource.id === _id),
  );
  return { secret, headers, body };
}

/** A way to the service that loses answers: the request arrives, and nothing comes back. */
function losing(count: number) {
  const sent: Request[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    sent.push(new Request(url, init));
    const response = await globalThis.fetch(url, init);
    if (sent.length > count) return response;
    await response.arrayBuffer();
    throw new TypeError('fetch failed');
  };
  return { sent, fetch };
}

describe('The installed package', () => {
  test('links an account, reads its bill and pays it', async () => {
    const clientId = await newClient();
    await billhook.payment.addPaymentMethod(givenCard(clientId));
    const { bill } = await newBill(clientId);
    expect(bill).toMatchObject({ balance: '42.00', status: { type: 'upcoming' } });
    await billhook.payment.schedulePayment({ billId: bill._id });
    const paid = await until('the payment', async () => {
      const now = await billhook.bill.getBill({ billId: bill._id });
      return now.bill.status.type === 'paid' ? now : undefined;
    });
    expect(paid.payments).toMatchObject([{ amount: '42.00' }]);
  });

  test('adds one card, though the answer is lost twice', async () => {
    const clientId = await newClient();
    const { sent, fetch } = losing(2);
    const unlucky = client.createBillhook({ baseUrl, apiKey, fetch });
    const call = unlucky.payment.addPaymentMethod(givenCard(clientId));
    const { value, attempts, replayed } = await call.withResponse();
    expect({ attempts, replayed, sent: sent.length }).toEqual({
      attempts: 3,
      replayed: true,
      sent: 3,
    });
    const { data } = await billhook.payment.listPaymentMethods({ clientId });
    expect(data.map(({ _id }) => _id)).toEqual([value.paymentMethodId]);
  });

  test('reads a list page by page', async () => {
    const clientId = await newClient();
    const added: string[] = [];
    for (let count = 0; count < 3; count++) {
      const { paymentMethodId } = await billhook.payment.addPaymentMethod(givenCard(clientId));
      added.push(paymentMethodId);
    }
    const list = billhook.payment.listPaymentMethods({ clientId, limit: 1 });
    const found: string[] = [];
    for await (const { _id } of list) found.push(_id);
    expect(found.toSorted()).toEqual(added.toSorted());
    expect((await list).data).toHaveLength(1);
  });

  test('says what was refused', async () => {
    const none = await client.attempt(billhook.bill.getBill({ billId: 'bill_none' }));
    expect(none).toMatchObject({ ok: false, error: { code: 'bill_not_found', status: 404 } });
    const wrong = billhook.client.createClient({ identifier: 7 as never });
    const error = await wrong.catch((thrown) => thrown);
    expect(error).toBeInstanceOf(client.ApiError);
    expect(error).toMatchObject({ code: 'invalid_request', fields: [{ field: 'identifier' }] });
    expect(error.requestId).not.toBe('');
  });

  test('signs, where each signature counts once and an answer is lost', async () => {
    const own = await addPartner(inject('service'));
    const pair = rsaPair();
    const plain = client.createBillhook({ baseUrl, apiKey: own.apiKey });
    await plain.partner.updateSigning({
      publicKey: pemOf(pair.publicKey),
      required: true,
      requireDigest: true,
      refuseReplays: true,
    });
    await expect(plain.partner.getPartner()).rejects.toMatchObject({ code: 'signature_missing' });
    const privateKey = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
    const { sent, fetch } = losing(1);
    const options = { baseUrl, apiKey: own.apiKey, signing: { privateKey } };
    const signed = client.createBillhook({ ...options, fetch });
    const identifier = `${newName()} 'ü'`;
    const { clientId } = await signed.client.createClient({ identifier });
    expect(sent).toHaveLength(2);
    const events = await signed.event.listEvents({ clientId, type: 'auth.created', limit: 5 });
    expect(events.data).toEqual([]);
    await signed.client.eraseClient({ clientId });
    await signed.partner.updateSigning({ required: false });
  });

  test('encrypts a card, and goes on with another key when the first is gone', async () => {
    const own = await addPartner(inject('service'));
    const admin = client.createBillhook({ baseUrl, apiKey: own.apiKey });
    const first = await admin.partner.createEncryptionKey();
    await admin.partner.updateEncryption({ required: true });
    const { sent, fetch } = losing(0);
    const encryption = { bodies: 'secrets' } as const;
    const api = client.createBillhook({ baseUrl, apiKey: own.apiKey, fetch, encryption });
    const { clientId } = await api.client.createClient({ identifier: newName() });
    await expect(admin.payment.addPaymentMethod(givenCard(clientId))).rejects.toMatchObject({
      code: 'encryption_required',
    });
    await api.payment.addPaymentMethod(givenCard(clientId));
    await admin.partner.createEncryptionKey();
    await admin.partner.deleteEncryptionKey({ keyId: first.kid });
    await api.payment.addPaymentMethod(givenCard(clientId));
    expect((await api.payment.listPaymentMethods({ clientId })).data).toHaveLength(2);
    const bodies = await Promise.all(sent.map((request) => request.clone().text()));
    expect(bodies.join()).not.toContain(givenCard(clientId).cardNumber);
  });

  test("opens a user's session, though the answer of its exchange is lost", async () => {
    const identifier = newName();
    const { token } = await billhook.client.createToken({ identifier, nonce: true });
    const { sent, fetch } = losing(1);
    const { api, clientId } = await client.openSession({ baseUrl, token, fetch });
    expect(sent).toHaveLength(2);
    expect((await api.bill.listBills({ clientId })).data).toEqual([]);
    await expect(api.partner.getPartner()).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('verifies a webhook, and refuses it once it is changed', async () => {
    const { secret, headers, body } = await testDelivery();
    const event = await client.verifyWebhook({ secret, headers, body });
    expect(event).toMatchObject({ type: 'webhook-endpoint.test' });
    const changed = client.verifyWebhook({ secret, headers, body: body.replace('test', 'Test') });
    await expect(changed).rejects.toMatchObject({ reason: 'not-signed' });
  });
});

describe('Its README', () => {
  const readme = new URL('../../clients/typescript/README.md', import.meta.url);
  const programs = blocksOf(readme).filter(({ language }) => language === 'ts');
  const fileOf = (title: string) => `${title.toLowerCase().replace(/\W+/g, '-')}.ts`;

  test('compiles, as does what a stranger writes, and what is wrong does not', async () => {
    installed.write('host.ts', clientHost);
    for (const { title, code } of programs) installed.write(fileOf(title), code);
    const files = ['host.ts', ...programs.map(({ title }) => fileOf(title))];
    const how = ['--module', 'nodenext', '--lib', 'es2022', '--types', 'node'];
    expect(await installed.compile(files, how)).toBe('');
  });

  test.each([
    ['First requests', /^Regular Company 1: 42\.00, due 2030-12-31/],
    ['Lists', /^1 in all\n\S+ auth\.created\n1\n$/],
    ['Errors', /^gone \S+\n$/],
    ['Retries', /^cl_\w+ for the first time\n$/],
    ['Signed requests', /^Another partner\n$/],
    ['Encrypted bodies', /^pm_\w+\n$/],
    ["Your users' pages and apps", /^1 bills\n$/],
  ])('does what it says of: %s', async (title, printed) => {
    const { code } = programs.find((one) => one.title === title) ?? {};
    if (code === undefined) throw new Error('There is no such program');
    const own = await partnerOf(title);
    installed.write(fileOf(title), code);
    const keyFile = join(installed.folder, 'key.pem');
    writeFileSync(keyFile, rsaPair().privateKey.export({ format: 'pem', type: 'pkcs8' }));
    const env = { BILLHOOK_URL: baseUrl, BILLHOOK_API_KEY: own, KEY_FILE: keyFile };
    expect(await installed.run(fileOf(title), env)).toMatch(printed);
  });

  test('receives a delivery, and refuses another', async () => {
    const { secret, ...delivery } = await testDelivery();
    installed.write('delivery.json', JSON.stringify(delivery));
    installed.write('try.ts', tryReceiver);
    const printed = await installed.run('try.ts', { WEBHOOK_SECRET: secret });
    expect(printed).toBe('webhook-endpoint.test\n204\n400\n');
  });
});

const tryReceiver = `
import receiver from './webhooks.ts';
import delivery from './delivery.json' with { type: 'json' };
for (const more of ['', ' ']) {
  const { headers, body } = delivery;
  const given = { method: 'POST', headers, body: body + more };
  console.log((await receiver.fetch(new Request('http://localhost/hooks', given))).status);
}
`;

/** The programs of the README go on from one another, but for the one about keys. */
const partners = new Map<string, string>();
async function partnerOf(title: string): Promise<string> {
  const name = title === 'Encrypted bodies' ? title : '';
  const known = partners.get(name) ?? (await addPartner(inject('service'))).apiKey;
  partners.set(name, known);
  if (name) await client.createBillhook({ baseUrl, apiKey: known }).partner.createEncryptionKey();
  return known;
}

describe('What is packed', () => {
  const home = () => join(installed.folder, 'node_modules/@billhook/client');

  test('needs no other package, and is small', () => {
    const manifest = JSON.parse(readFileSync(join(home(), 'package.json'), 'utf8'));
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.private).toBeUndefined();
    const code = readFileSync(join(home(), 'dist/index.js'), 'utf8');
    const imported = [...code.matchAll(/^import .* from "(.*)";$/gm)].map(([, from]) => from);
    expect(new Set(imported)).toEqual(new Set(['#webcrypto']));
    expect(code).not.toMatch(/\bimport\(|\brequire\(/);
    const small = transformSync(code, { minify: true, format: 'esm' }).code;
    expect(gzipSync(small).byteLength).toBeLessThan(7 * 1_024);
  });

  test.each(['browser', 'node', 'neutral'] as const)('is bundled for %s', async (platform) => {
    const entry = join(home(), 'dist/index.js');
    const options = { bundle: true, format: 'esm', write: false, platform } as const;
    const { outputFiles } = await build({ ...options, entryPoints: [entry] });
    expect(outputFiles[0]?.text.includes('node:crypto')).toBe(platform === 'node');
  });

  test('is its code, its types, its README and the license alone', () => {
    const files = readdirSync(home(), { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.\w+$|LICENSE/.test(file),
    );
    const types = files.filter((file) => file.endsWith('.d.ts'));
    expect(files.filter((file) => !types.includes(file)).sort()).toEqual([
      'LICENSE',
      'README.md',
      'dist/index.js',
      'dist/webcrypto-node.js',
      'dist/webcrypto.js',
      'package.json',
    ]);
    const text = types.map((file) => readFileSync(join(home(), file), 'utf8')).join('\n');
    expect(text).not.toMatch(/valibot|\.ts'/);
  });
});

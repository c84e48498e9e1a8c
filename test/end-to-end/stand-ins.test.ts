/** Companies with a website, and a browser that reaches them: as `npm start` has it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DecryptCommand,
  DeriveSharedSecretCommand,
  KMSClient,
  SignCommand,
} from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import { newPrivateJwk, openKeyPair } from '@billhook/connector-kit';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StandInName, standInCompanies } from '../../connectors/stand-ins/companies.ts';
import { operate } from '../../lib/base/operate.ts';
import { until } from '../../lib/base/until.ts';
import { readOperatorAccess } from '../../lib/local/access/operator-access.ts';
import { type Service, startService } from '../../lib/local/service-process.ts';
import type { StandInFacts } from '../../lib/local/stand-ins/open.ts';
import { readAssembly } from '../../lib/local/template/assembly.ts';
import { REGION } from '../../lib/local/template/intrinsics.ts';
import { createModel } from '../../lib/local/template/model.ts';
import { ensureAssembly } from '../../lib/local/template/synthesis.ts';
import { invoke } from '../../lib/operator/connector/invoke.ts';
import { openBroker } from '../connectors/browser/asset/broker.ts';
import { startConfined } from '../connectors/browser/asset/confined.ts';
import { layOut } from '../connectors/browser/asset/place.ts';
import { filesBelow, foundIn } from '../support/canaries.ts';
import { payCall, workWorld } from '../support/work-world.ts';
import { type WorkerRole, workerRoleOf } from '../support/worker-role.ts';
import { openWorld, valueFrom, type World } from '../support/world.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'billhook-stand-ins-'));
const stateDir = join(folder, 'state');
/** Of each company, for these tests. */
const SESSIONS_AT_ONCE = 2;
/** How long a browser may take to start and sign in where other tests have the processors too. */
const BROWSER_SECONDS = 100;

let service: Service;
let world: World;
let standIns: readonly StandInFacts[];

beforeAll(async () => {
  service = await startService({ stateDir, standIns: true });
  world = openWorld(service);
  standIns = JSON.parse(readFileSync(join(stateDir, 'sandbox.json'), 'utf8')).standIns;
  await limitSessions();
});

afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function operatorsTables() {
  const { endpointUrl: endpoint, credentials, outputs } = readOperatorAccess(stateDir);
  const client = new DynamoDBClient({ endpoint, credentials, region: 'us-east-1' });
  return { tables: DynamoDBDocumentClient.from(client), outputs };
}

/** As if each company allowed no more: what was imported says so. */
async function limitSessions(): Promise<void> {
  const { tables, outputs } = operatorsTables();
  const TableName = outputs.TableName;
  const { Items = [] } = await tables.send(new ScanCommand({ TableName }));
  const limited = Items.filter((item) => JSON.stringify(item).includes('"sessionsAtOnce":'));
  expect(limited.length).toBeGreaterThan(0);
  for (const item of limited) {
    const text = JSON.stringify(item);
    const lower = text.replaceAll(/"sessionsAtOnce":\d+/g, `"sessionsAtOnce":${SESSIONS_AT_ONCE}`);
    await tables.send(new PutCommand({ TableName, Item: JSON.parse(lower) }));
  }
}

const factsOf = (name: string) => standIns.find((one) => one.name === name) as StandInFacts;

const read = async (address: string) => (await fetch(address)).json();

/** What isn't for a company's customers. */
async function admin(name: StandInName, path: string, body?: object) {
  const key = readFileSync(join(stateDir, 'stand-ins', name, 'admin-key'), 'utf8');
  const { url } = factsOf(standInCompanies[name]);
  const response = await fetch(`${url}/admin${path}`, {
    headers: { 'x-admin-key': key, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return response.json();
}

/** Answers with the code that the company has sent. */
async function giveCode(authId: string, phone: string, spent?: string): Promise<string> {
  const entry = await world.challengeOf(authId, spent, BROWSER_SECONDS);
  const [message] = await read(phone);
  const security = [{ identifier: 'code', answer: message.code }];
  const { answerStep } = world.api.auth;
  valueFrom(await answerStep({ token: entry.token, method: 'questions', security }));
  return message.code;
}

/** Where the code goes: the first that is offered. */
async function chooseCode(authId: string): Promise<string> {
  const { token, input } = await world.challengeOf(authId, undefined, BROWSER_SECONDS);
  const [{ identifier }] = input as { readonly identifier: string }[] as [{ identifier: string }];
  valueFrom(
    await world.api.auth.answerStep({ token, method: 'code' as const, security: { identifier } }),
  );
  return token;
}

test('A user links an account with a code, sees the bill, and pays it with a card', async () => {
  const { name, companyId, form, phone, payments } = factsOf('Marlow Valley Electric');
  const company = await world.findCompany(name);
  expect(company._id).toBe(companyId);
  const clientId = await world.newClient();
  const methodId = await world.addCard(clientId);
  const asked = await world.link(clientId, company, form, BROWSER_SECONDS);
  expect(asked).toMatchObject({ status: { type: 'mfa-required' } });

  await giveCode(asked._id, phone, await chooseCode(asked._id));
  expect(await world.linkedAuth(asked._id, BROWSER_SECONDS)).toMatchObject({
    status: { type: 'verified' },
  });

  const { bill } = await world.billOf(clientId, asked._id);
  expect(bill.balance).toBe('84.37');
  valueFrom(
    await world.api.payment.assignPaymentMethod({ paymentMethodId: methodId, billId: bill._id }),
  );
  const paid = await world.pay(bill._id);
  const [own, ...others] = await read(payments);
  expect(others).toEqual([]);
  expect(own.amount).toBe(84.37);
  expect(paid.payments).toMatchObject([{ amount: '84.37' }]);
  expect(paid.payment).toMatchObject({ confirmation: own.confirmation });
  // Of the whole walk, one code.
  expect(await read(phone)).toHaveLength(1);
  // The user's own sign-in, and one for the payment: it reads what is owed and pays it in one session.
  const { logins } = await admin('utility', `/logins/${form.userid}`);
  expect(logins).toMatchObject([{ outcome: 'right' }, { outcome: 'remembered' }]);
});

test('A card is put on file at a streaming service, which shows it', async () => {
  const { name, form } = factsOf('Nightjar');
  const company = await world.findCompany(name);
  const clientId = await world.newClient();
  const paymentMethodId = await world.addCard(clientId, { cardCode: '123' });
  const given = { clientId, companyId: company._id, form, items: ['swap' as const] };
  const { authId } = valueFrom(
    await world.api.auth.createAuth({ ...given, meta: { paymentMethodId } }),
  );
  await world.linkedAuth(authId, BROWSER_SECONDS);
  const [swap] = await until('the swap to end', async () => {
    const { data } = valueFrom(await world.api.swap.listSwaps({ clientId }));
    const isOver = data.length > 0 && data.every(({ status }) => status.type === 'completed');
    return isOver ? data : undefined;
  });
  expect(swap).toMatchObject({ status: { type: 'completed' } });
  const cards = await admin('streaming', `/cards/${encodeURIComponent(form.email ?? '')}`);
  expect(cards).toMatchObject([{ last4: '1111' }]);
});

test('A browser that waits for a code is closed with its link, and its place is free', async () => {
  const { name, companyId, form } = factsOf('Marlow Valley Electric');
  const clientId = await world.newClient();
  const asked = await world.link(clientId, await world.findCompany(name), form, BROWSER_SECONDS);
  expect(asked).toMatchObject({ status: { type: 'mfa-required' } });
  const sessions = async () => {
    const shown = await operate({ stateDir }, 'company', 'show', companyId);
    return v.parse(v.object({ sessions: v.number() }), shown).sessions;
  };
  expect(await sessions()).toBe(1);
  valueFrom(await world.api.auth.deleteAuth({ authId: asked._id }));
  await until('its place to be free', async () => ((await sessions()) === 0 ? true : undefined));
});

/** As its schedule does, once an hour. */
async function runHourlyJob() {
  const { endpointUrl, credentials } = readOperatorAccess(stateDir);
  const assembly = readAssembly(await ensureAssembly(root, () => {}));
  const job = createModel(assembly)
    .ofType('AWS::Lambda::Function')
    .find(({ logicalId }) => /^refreshConnectors/i.test(logicalId));
  const client = new LambdaClient({ endpoint: endpointUrl, region: REGION, credentials });
  await invoke(client, job?.ref ?? '', {});
}

test('A page that has changed is seen without a login, before a user meets it', async () => {
  const { companyId, form, phone } = factsOf('Marlow Valley Electric');
  const turn = (value: string) => admin('utility', '/switches', { name: 'markup', value });
  const visitsOf = () => Promise.all([admin('utility', `/logins/${form.userid}`), read(phone)]);
  const shown = async (id: string) =>
    v.parse(shownPage, await operate({ stateDir }, 'company', 'show', id));
  const before = await visitsOf();
  await turn('yes');
  try {
    await runHourlyJob();
    const seen = (id: string) => async () => {
      const found = await shown(id);
      return found.page === undefined ? undefined : found;
    };
    const changed = await until('the page to be looked at', seen(companyId), 90);
    expect(changed.page).toBe('changed');
    const [page] = changed.unknownPages ?? [];
    expect(page?.lines.join('\n')).toContain('input[type=password,name]');
    expect(page?.lines.join('\n')).not.toMatch(/passphrase|acct_secret|welcome/i);
    const logs = readdirSync(join(stateDir, 'logs')).map((name) =>
      readFileSync(join(stateDir, 'logs', name), 'utf8'),
    );
    const warnings = logs
      .flatMap((log) => log.split('\n'))
      .filter((line) => /"PagesChanged":1/.test(line));
    expect(warnings.join('\n')).toContain(companyId);
    const { companyId: other } = factsOf('Larkspur Mobile');
    const known = await until('another page to be looked at', seen(other), 90);
    expect(known).toMatchObject({ page: 'as-known' });
    expect(await visitsOf()).toEqual(before);
  } finally {
    await turn('');
  }
});

const shownPage = v.object({
  page: v.optional(v.string()),
  unknownPages: v.optional(v.array(v.object({ lines: v.array(v.string()) }))),
});

test('All three are listed, each with a logo, a login, its messages and its own books', async () => {
  expect(standIns.map(({ name }) => name)).toEqual([
    ...['Marlow Valley Electric', 'Larkspur Mobile', 'Nightjar'],
  ]);
  for (const { name, companyId, url, phone, payments } of standIns) {
    expect(companyId).toMatch(/^co_/);
    const { logo } = await world.findCompany(name);
    expect((await fetch(logo.url)).headers.get('content-type')).toBe('image/png');
    for (const address of [phone, payments]) expect(address.startsWith(url)).toBe(true);
  }
});

describe('Whoever takes over a worker', () => {
  const card = '6011111111111117';
  const login = `canary.${Date.now()}`;
  const canaries: Record<string, string> = {
    login,
    password: `canary-pass-${Date.now()}`,
    code: `canarycode${Date.now()}`,
    card,
  };
  /** Of somebody who waits for a code. */
  type Waiting = { readonly id: string; readonly attempt: number; readonly session: string };
  let role: WorkerRole;
  let other: Waiting & { readonly pk: string; readonly sk: string };
  let authId: string;
  let spent: string;
  let clientId: string;

  beforeAll(async () => {
    const { tables, outputs } = operatorsTables();
    const facts = factsOf('Larkspur Mobile');
    const nobody = await world.newClient();
    const waits = await world.link(
      nobody,
      await world.findCompany(facts.name),
      facts.form,
      BROWSER_SECONDS,
    );
    await world.challengeOf(waits._id, undefined, BROWSER_SECONDS);
    const { PassingTableName: TableName } = outputs;
    const { Items = [] } = await tables.send(new ScanCommand({ TableName }));
    const [found] = Items.filter(
      ({ name, company }) => name === 'logIn' && company === 'larkspur-mobile',
    );
    other = found as typeof other;
    await admin('utility', '/customers', { login, password: canaries.password, cents: 5_125 });
    await admin('utility', '/switches', { name: 'code', value: canaries.code, login });
    clientId = await world.newClient();
    const company = await world.findCompany('Marlow Valley Electric');
    const form = { userid: login, password: canaries.password ?? '' };
    const asked = await world.link(clientId, company, form, BROWSER_SECONDS);
    authId = asked._id;
    spent = await chooseCode(authId);
    await world.challengeOf(authId, spent, BROWSER_SECONDS);
    role = workerRoleOf(stateDir) as WorkerRole;
  });

  test('is told nothing of another operation, and changes nothing of it', async () => {
    const { id, attempt, session } = other;
    const lease = 'a'.repeat(32);
    const key = openKeyPair(newPrivateJwk('enc')).publicJwk;
    const committed = { cents: 1, at: Date.now(), before: [] };
    const asks = [
      { do: 'take', id, attempt, ticket: lease, key },
      { do: 'take', id, attempt: attempt + 1, ticket: lease, key },
      { do: 'beat', id, lease },
      { do: 'try', id, lease },
      { do: 'commit', id, lease, committed },
      { do: 'end', id, lease, result: { kind: 'verified' } },
      { do: 'next', session, lease, key },
      { do: 'close', session, lease },
      // Of none that there is: it is told the same.
      { do: 'beat', id: 'nobody', lease },
    ];
    for (const asked of asks) {
      expect(await role.askBroker(asked), asked.do).toEqual({ kind: 'stop' });
    }
    const { tables, outputs } = operatorsTables();
    const { PassingTableName: TableName } = outputs;
    const Key = { pk: other.pk, sk: other.sk };
    const { Item } = await tables.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    expect(Item).toMatchObject({ id, attempt, session });
    expect(Item).not.toHaveProperty('committed');
  });

  test('reaches no table, key, secret and other function, and no message of its own queues', async () => {
    const { outputs } = readOperatorAccess(stateDir);
    const denied = async (what: string, asked: Promise<unknown>) =>
      expect(
        await asked.then(
          () => 'allowed',
          (error: Error) => error.name,
        ),
        what,
      ).toMatch(/^AccessDenied(Exception)?$/);
    const tables = DynamoDBDocumentClient.from(new DynamoDBClient(role.config));
    const Key = { pk: other.pk, sk: other.sk };
    const names = Object.entries(outputs).filter(([name]) => name.endsWith('TableName'));
    expect(names.length).toBeGreaterThan(3);
    for (const [name, TableName] of names) {
      await denied(`Get ${name}`, tables.send(new GetCommand({ TableName, Key })));
      await denied(`Scan ${name}`, tables.send(new ScanCommand({ TableName })));
      await denied(`Put ${name}`, tables.send(new PutCommand({ TableName, Item: Key })));
      await denied(`Delete ${name}`, tables.send(new DeleteCommand({ TableName, Key })));
    }
    const kms = new KMSClient(role.config);
    const bytes = Buffer.alloc(64, 1);
    const keys = Object.entries(outputs).filter(([name]) => name.endsWith('KeyArn'));
    expect(keys.length).toBeGreaterThan(3);
    for (const [name, KeyId] of keys) {
      await denied(name, kms.send(new DecryptCommand({ KeyId, CiphertextBlob: bytes })));
      const signing = { KeyId, Message: bytes, SigningAlgorithm: 'ECDSA_SHA_256' as const };
      await denied(name, kms.send(new SignCommand(signing)));
      const deriving = { KeyId, PublicKey: bytes, KeyAgreementAlgorithm: 'ECDH' as const };
      await denied(name, kms.send(new DeriveSharedSecretCommand(deriving)));
    }
    const secrets = new SecretsManagerClient(role.config);
    for (const [name, SecretId] of Object.entries(outputs).filter(([key]) =>
      key.endsWith('SecretArn'),
    ))
      await denied(name, secrets.send(new GetSecretValueCommand({ SecretId })));
    const queues = new SQSClient(role.config);
    const urls = Object.entries(outputs).filter(([name]) => /OutputRef\w+Queue/.test(name));
    expect(urls.map(([name]) => name).join()).toMatch(/RefAttendedQueue.*RefUnattendedQueue/);
    for (const [name, QueueUrl] of urls)
      await denied(name, queues.send(new ReceiveMessageCommand({ QueueUrl })));
    const functions = readdirSync(join(stateDir, 'logs')).map((file) => file.replace(/\.log$/, ''));
    const others = functions.filter((name) => !/ServeBrowser|connectorservebrowser/i.test(name));
    expect(others.length).toBeGreaterThan(5);
    for (const name of others) expect(await role.invoke(name), name).toMatch(/^AccessDenied/);
  });

  test('finds no login, code, card or cookie of an earlier session, wherever it was written', async () => {
    const facts = factsOf('Marlow Valley Electric');
    const phone = `${facts.url}/phone.json/${encodeURIComponent(login)}`;
    expect(await giveCode(authId, phone, spent)).toBe(canaries.code);
    expect(await world.linkedAuth(authId, BROWSER_SECONDS)).toMatchObject({
      status: { type: 'verified' },
    });
    const paymentMethodId = await world.addCard(clientId, { cardNumber: card });
    const { bill } = await world.billOf(clientId, authId);
    const billId = bill._id;
    valueFrom(await world.api.payment.assignPaymentMethod({ paymentMethodId, billId }));
    expect((await world.pay(billId)).payments).toMatchObject([{ amount: '51.25' }]);
    const cookies: string[] = await admin('utility', `/cookies/${encodeURIComponent(login)}`);
    expect(cookies.length).toBeGreaterThan(1);
    for (const [index, cookie] of cookies.entries()) canaries[`cookie ${index}`] = cookie;
    const books = await read(`${facts.url}/books/${encodeURIComponent(login)}`);
    expect(books).toMatchObject([{ amount: 51.25 }]);
    // The companies' own files may have it: they are no part of ours.
    const files = filesBelow(folder).filter((file) => !file.includes('/stand-ins/'));
    expect(files.some((file) => file.endsWith('local.db'))).toBe(true);
    expect(files.some((file) => file.endsWith('tables.db'))).toBe(true);
    expect(files.some((file) => file.includes('/logs/'))).toBe(true);
    expect(foundIn(files, canaries)).toEqual([]);
  });
});

test('The worker pays from its asset, in a folder of its own, within Lambda’s limits', async () => {
  const login = 'from.the.asset';
  await admin('utility', '/customers', { login, password: 'correct horse', cents: 8_437 });
  await admin('utility', '/switches', { name: 'no-code', value: 'yes', login });
  const work = workWorld();
  const broker = await openBroker(work);
  const place = await layOut(join(folder, 'asset'), broker.url);
  const variables = { ...place.environment, STAND_INS_FOLDER: join(stateDir, 'stand-ins') };
  const instance = startConfined({ ...place, environment: variables });
  try {
    const call = payCall(login, 'from the asset');
    await work.asked(call);
    await instance.invoke(JSON.stringify(work.attended.shift()));
    expect(await work.poll(call.operation)).toMatchObject({ result: { kind: 'paid' } });
  } finally {
    const used = await instance.end();
    await broker.close();
    expect(used.memoryBytes).toBeGreaterThan(0);
    expect(used.memoryBytes).toBeLessThan(place.memoryMegabytes * 2 ** 20);
    expect(used.temporaryBytes).toBeLessThan(place.temporaryMegabytes * 2 ** 20);
  }
  expect(place.bytes).toBeLessThan(250_000_000);
  expect(readdirSync(place.temporary)).toEqual(['chromium']);
  expect(instance.printed()).not.toContain(login);
});

test('Nobody waits for a company that hangs, and no company sees more of us than it allows', async () => {
  const hanging = factsOf('Larkspur Mobile');
  await admin('mobile', '/switches', { name: 'slow', value: '60000' });
  const begin = async (
    clientId: string,
    companyId: string,
    form: Readonly<Record<string, string>>,
  ) =>
    valueFrom(
      await world.api.auth.createAuth({ clientId, companyId, items: ['bill' as const], form }),
    ).authId;
  const nobody = await world.newClient();
  const waits = await begin(nobody, hanging.companyId, hanging.form);
  const { companyId } = factsOf('Marlow Valley Electric');
  // Long enough at each page for sessions to be there at the same time, however slow this machine is.
  await admin('utility', '/switches', { name: 'slow', value: '1500' });
  const users = await Promise.all(
    ['first', 'second', 'third', 'fourth'].map(async (name) => {
      const login = `${name}.user`;
      await admin('utility', '/customers', { login, password: 'correct horse' });
      await admin('utility', '/switches', { name: 'no-code', value: 'yes', login });
      return {
        clientId: await world.newClient(),
        form: { userid: login, password: 'correct horse' },
      };
    }),
  );
  const links = await Promise.all(
    users.map(async ({ clientId, form }) => {
      return world.linkedAuth(await begin(clientId, companyId, form), 150);
    }),
  );
  expect(links.map(({ status }) => status?.type)).toEqual(links.map(() => 'verified'));
  const { linking } = valueFrom(await world.api.auth.getAuth({ authId: waits }));
  expect(linking).toBeTruthy();
  await admin('mobile', '/switches', { name: 'slow', value: '' });
  await admin('utility', '/switches', { name: 'slow', value: '' });
  const { atOnce } = await admin('utility', '/logins/first.user');
  expect(atOnce.inUse).toBe(SESSIONS_AT_ONCE);
});

/** A company with a website, and a browser that reaches it: as `npm start -- --stand-ins` has it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOperatorAccess } from '../../lib/local/access/operator-access.ts';
import type { StandInFacts } from '../../lib/local/stand-ins/open.ts';
import { readAssembly } from '../../lib/local/template/assembly.ts';
import { REGION } from '../../lib/local/template/intrinsics.ts';
import { createModel } from '../../lib/local/template/model.ts';
import { ensureAssembly } from '../../lib/local/template/synthesis.ts';
import { operate } from '../../lib/measure/operate.ts';
import { type Service, startService } from '../../lib/measure/service-process.ts';
import { until } from '../../lib/measure/until.ts';
import { invoke } from '../../lib/operator/connector/invoke.ts';
import { openWorld, valueFrom, type World } from '../support/world.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'billhook-stand-ins-'));
const stateDir = join(folder, 'state');

let service: Service;
let world: World;
let standIns: readonly StandInFacts[];

beforeAll(async () => {
  service = await startService({ stateDir, standIns: true });
  world = openWorld(service);
  standIns = JSON.parse(readFileSync(join(stateDir, 'sandbox.json'), 'utf8')).standIns;
});

afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const factsOf = (name: string) => standIns.find((one) => one.name === name) as StandInFacts;

const read = async (address: string) => (await fetch(address)).json();

test('A user links an account with a code, sees the bill, and pays it with a card', async () => {
  const { name, companyId, form, phone, payments } = factsOf('Marlow Valley Electric');
  const company = await world.findCompany(name);
  expect(company._id).toBe(companyId);
  const clientId = await world.newClient();
  const methodId = await world.addCard(clientId);
  const asked = await world.link(clientId, company, form);
  expect(asked).toMatchObject({ status: { type: 'mfa-required' } });

  const { answerStep } = world.api.auth;
  const { token, input } = await world.challengeOf(asked._id);
  const [{ identifier }] = input as { readonly identifier: string }[] as [{ identifier: string }];
  valueFrom(await answerStep({ token, method: 'code', security: { identifier } }));
  const entry = await world.challengeOf(asked._id, token);
  const [message] = await read(phone);
  const security = [{ identifier: 'code', answer: message.code }];
  valueFrom(await answerStep({ token: entry.token, method: 'questions', security }));
  expect(await world.linkedAuth(asked._id, 60)).toMatchObject({ status: { type: 'verified' } });

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
});

test('A card is put on file at a streaming service, which shows it', async () => {
  const { name, form, url } = factsOf('Nightjar');
  const company = await world.findCompany(name);
  const clientId = await world.newClient();
  const paymentMethodId = await world.addCard(clientId, { cardCode: '123' });
  const given = { clientId, companyId: company._id, form, items: ['swap' as const] };
  const { authId } = valueFrom(
    await world.api.auth.createAuth({ ...given, meta: { paymentMethodId } }),
  );
  await world.linkedAuth(authId, 60);
  const [swap] = await until(
    'the swap to end',
    async () => {
      const { data } = valueFrom(await world.api.swap.listSwaps({ clientId }));
      const isOver = data.length > 0 && data.every(({ status }) => status.type === 'completed');
      return isOver ? data : undefined;
    },
    60,
  );
  expect(swap).toMatchObject({ status: { type: 'completed' } });
  const key = readFileSync(join(stateDir, 'stand-ins/streaming/admin-key'), 'utf8');
  const address = `${url}/admin/cards/${encodeURIComponent(form.email ?? '')}`;
  const cards = await (await fetch(address, { headers: { 'x-admin-key': key } })).json();
  expect(cards).toMatchObject([{ last4: '1111' }]);
});

test('A browser that waits for a code is closed with its link, and its place is free', async () => {
  const { name, companyId, form } = factsOf('Marlow Valley Electric');
  const clientId = await world.newClient();
  const asked = await world.link(clientId, await world.findCompany(name), form);
  expect(asked).toMatchObject({ status: { type: 'mfa-required' } });
  const sessions = async () => {
    const shown = await operate({ stateDir }, 'company', 'show', companyId);
    return v.parse(v.object({ sessions: v.number() }), shown).sessions;
  };
  expect(await sessions()).toBe(1);
  valueFrom(await world.api.auth.deleteAuth({ authId: asked._id }));
  await until('its place to be free', async () => ((await sessions()) === 0 ? true : undefined), 20);
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

async function adminOf(name: 'utility', url: string, path: string, body?: object) {
  const key = readFileSync(join(stateDir, 'stand-ins', name, 'admin-key'), 'utf8');
  const headers = { 'x-admin-key': key, 'content-type': 'application/json' };
  const given = body && { method: 'POST', body: JSON.stringify(body) };
  return (await fetch(`${url}/admin${path}`, { headers, ...given })).json();
}

test('A page that has changed is seen without a login, before a user meets it', async () => {
  const { companyId, url, form, phone } = factsOf('Marlow Valley Electric');
  const turn = (value: string) => adminOf('utility', url, '/switches', { name: 'markup', value });
  const visitsOf = () =>
    Promise.all([adminOf('utility', url, `/logins/${form.userid}`), read(phone)]);
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

test('All three are listed, each with a login, its messages and its own books', () => {
  expect(standIns.map(({ name }) => name)).toEqual([
    ...['Marlow Valley Electric', 'Larkspur Mobile', 'Nightjar'],
  ]);
  for (const { companyId, url, phone, payments } of standIns) {
    expect(companyId).toMatch(/^co_/);
    for (const address of [phone, payments]) expect(address.startsWith(url)).toBe(true);
  }
});

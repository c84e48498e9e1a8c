/** A company with a website, and a browser that reaches it: as `npm start -- --stand-ins` has it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StandInFacts } from '../../lib/local/stand-ins/open.ts';
import { type Service, startService } from '../../lib/measure/service-process.ts';
import { until } from '../../lib/measure/until.ts';
import { openWorld, valueFrom, type World } from '../support/world.ts';

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

test('All three are listed, each with a login, its messages and its own books', () => {
  expect(standIns.map(({ name }) => name)).toEqual([
    ...['Marlow Valley Electric', 'Larkspur Mobile', 'Nightjar'],
  ]);
  for (const { companyId, url, phone, payments } of standIns) {
    expect(companyId).toMatch(/^co_/);
    for (const address of [phone, payments]) expect(address.startsWith(url)).toBe(true);
  }
});

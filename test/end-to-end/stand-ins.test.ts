/** A company with a website, and a browser that reaches it: as `npm start -- --stand-ins` has it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StandInFacts } from '../../lib/local/stand-ins/open.ts';
import { type Service, startService } from '../../lib/measure/service-process.ts';
import { openWorld, valueFrom, type World } from '../support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'billhook-stand-ins-'));
const stateDir = join(folder, 'state');

let service: Service;
let world: World;
let facts: StandInFacts;

beforeAll(async () => {
  service = await startService({ stateDir, standIns: true });
  world = openWorld(service);
  const written = JSON.parse(readFileSync(join(stateDir, 'sandbox.json'), 'utf8'));
  [facts] = written.standIns;
});

afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const read = async (address: string) => (await fetch(address)).json();

test('A user links an account with a code, sees the bill, and pays it with a card', async () => {
  const { name, companyId, form, phone, payments } = facts;
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

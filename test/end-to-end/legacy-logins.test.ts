import { describe, expect, test } from 'vitest';
import { dayIn, openWorld, valueFrom } from '../support/world.ts';

const { api, newClient, addCard, findOrdinaryCompany, link, billOf } = openWorld();

const legacyRows = [
  ['test', { status: { type: 'verified' } }],
  ['testfail', { status: { type: 'authenticate' } }],
  ['testhold', { status: { type: 'hold' } }],
  ['testmfaquestion', { status: { type: 'mfa-required' }, mfa: { method: 'questions' } }],
  ['testmfacode', { status: { type: 'mfa-required' }, mfa: { method: 'code' } }],
  ['testmfaprompt', { status: { type: 'mfa-required' }, mfa: { method: 'prompt' } }],
  ['testpaymentfail', { status: { type: 'verified' } }],
  ['anything-else', { status: { type: 'verified' } }],
] as const;

describe.each(legacyRows)('the legacy login %s', (login, expected) => {
  const spellings = [
    ['as a username', 'username', ''],
    ['as a username with the suffix', 'username', '@test.test.'],
    ['as an email with the suffix', 'email', '@test.test.'],
    ['as an email with the suffix without its last dot', 'email', '@test.test'],
  ] as const;

  test.each(spellings)('%s', async (_how, field, suffix) => {
    const company = await findOrdinaryCompany(field);
    const form = { [field]: `${login}${suffix}`, password: 'any password' };
    const auth = await link(await newClient(), company, form);
    expect(auth).toMatchObject(expected);
  });
});

test('the legacy login testpaymentfail declines the payment', async () => {
  const clientId = await newClient();
  await addCard(clientId);
  const company = await findOrdinaryCompany('username');
  const form = { username: 'testpaymentfail', password: 'any' };
  const auth = await link(clientId, company, form);
  const { bill } = await billOf(clientId, auth._id);
  valueFrom(await api.payment.schedulePayment({ billId: bill._id }));
  await billOf(clientId, auth._id, (entry) => entry.bill.status.type === 'payment-declined');
});

test('any other login finds a bill due in 14 days', async () => {
  const clientId = await newClient();
  const form = { username: 'grace', password: 'hopper' };
  const auth = await link(clientId, await findOrdinaryCompany('username'), form);
  const { bill } = await billOf(clientId, auth._id);
  expect(bill).toMatchObject({
    status: { type: 'upcoming' },
    dueDate: `${dayIn(14)}T00:00:00.000Z`,
  });
  expect(Number(bill.balance)).toBeGreaterThan(0);
});

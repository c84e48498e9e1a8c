/** The interface's "Legacy test path": each of its logins, in each of its spellings. */
import type { Company } from '@billhook/core/schemas/company';
import { describe, expect, test } from 'vitest';
import { onlySwapOf } from '../support/swap-steps.ts';
import { dayIn, type Form, openWorld, valueFrom } from '../support/world.ts';

const world = openWorld();
const { api, newClient, addCard, findOrdinaryCompany, link, billOf } = world;

type Spelling = [how: string, field: 'username' | 'email', suffix: string, company?: string];

/** Which has no field for it. */
const TEST_COMPANY = 'Regular Company 3';

const spellings = [
  ['at a test company, as a username', 'username', '', TEST_COMPANY],
  ['at a test company, as an email with the suffix', 'email', '@test.test.', TEST_COMPANY],
  ['at a company that asks for a username', 'username', ''],
  ['at a company that asks for a username, with the suffix', 'username', '@test.test.'],
  ['at a company that asks for a username, suffixed without the dot', 'username', '@test.test'],
  ['at a company that asks for an email', 'email', ''],
  ['at a company that asks for an email, with the suffix', 'email', '@test.test.'],
  ['at a company that asks for an email, suffixed without the dot', 'email', '@test.test'],
] satisfies Spelling[] as Spelling[];

type Login = { readonly company: Company; readonly form: Form };

/** A test of a login in each spelling. */
function inEachSpelling(login: string, check: (given: Login) => Promise<void>): void {
  describe(login, () => {
    test.each(spellings)('%s', async (_how, field, suffix, named = '') => {
      const form = { [field]: `${login}${suffix}`, password: 'any password' };
      const company = named ? await world.findCompany(named) : await findOrdinaryCompany(field);
      await check({ company, form });
    });
  });
}

const mfa = (method: string) => ({ status: { type: 'mfa-required' }, mfa: { method } });

const outcomes: [string, object][] = [
  ['test', { status: { type: 'verified' } }],
  ['testfail', { status: { type: 'authenticate' } }],
  ['testhold', { status: { type: 'hold' }, reason: { code: 'account_issue_accept_toc' } }],
  ['testmfaquestion', mfa('questions')],
  ['testmfacode', mfa('code')],
  ['testmfaprompt', mfa('prompt')],
];

for (const [login, outcome] of outcomes) {
  inEachSpelling(login, async ({ company, form }) => {
    expect(await link(await newClient(), company, form)).toMatchObject(outcome);
  });
}

inEachSpelling('testpaymentfail', async ({ company, form }) => {
  const clientId = await newClient();
  await addCard(clientId);
  const auth = await link(clientId, company, form);
  expect(auth.status.type).toBe('verified');
  const { bill } = await billOf(clientId, auth._id);
  valueFrom(await api.payment.schedulePayment({ billId: bill._id }));
  await billOf(clientId, auth._id, (entry) => entry.bill.status.type === 'payment-declined');
});

inEachSpelling('testswap', async ({ company, form }) => {
  const clientId = await newClient();
  const meta = { paymentMethodId: await addCard(clientId) };
  const given = { clientId, companyId: company._id, items: ['bill' as const], meta, form };
  valueFrom(await api.auth.createAuth(given));
  expect(await onlySwapOf(world, clientId)).toMatchObject({
    status: { type: 'completed' },
    auth: { status: { type: 'verified' } },
    paymentMethod: { _id: meta.paymentMethodId },
  });
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

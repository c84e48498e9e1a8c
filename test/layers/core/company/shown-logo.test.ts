/** The brand's color has no `#`, also where release 0.1.0 recorded one: each place that shows a company. */
import { presentAuth } from '@billhook/core/auth/auth';
import { presentBill } from '@billhook/core/bill/present-bill';
import { presentCompany } from '@billhook/core/company/company';
import { withShownLogo } from '@billhook/core/company/shown-logo';
import { authEvents } from '@billhook/core/events/auth-events';
import { billEvents } from '@billhook/core/events/bill-events';
import { paymentEvents } from '@billhook/core/events/payment-events';
import { swapEvents } from '@billhook/core/events/swap-events';
import { newPayment } from '@billhook/core/payment/transitions';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { planSwap, presentSwap } from '@billhook/core/swap/swap';
import { expect, test } from 'vitest';
import { authRecord, billRecord, methodRecord, NOW, TODAY } from '../../../support/records.ts';

const logo = {
  url: 'https://logos.example/one.png',
  background: false,
  svg: { url: 'https://logos.example/one.svg', color: '#1f6f43' },
};
const auth = authRecord({ company: { ...authRecord().company, logo } });
const own = billRecord();
const bill = { ...own, auth: presentAuth(auth), company: { ...own.company, logo } };
const earlier = { ...bill, auth: { ...bill.auth, company: auth.company } };
const context = { partnerNow: NOW, sandbox: true };
const payment = newPayment(bill, { paymentId: 'pay_1', payOn: TODAY, partnerNow: NOW });
const swap = planSwap(auth, { swapId: 'swap_1', paymentMethodId: 'pm_1', now: NOW });
const [company] = sandboxCompanies;

test.each([
  ['an auth', presentAuth(auth)],
  ['a bill', presentBill(earlier, context)],
  ['a company', presentCompany({ ...company, logo } as never)],
  ['a swap', presentSwap(swap, { auth, method: methodRecord(), defaultMethodId: undefined })],
  ['the events of an auth', authEvents(auth, undefined)],
  ['the events of a bill', billEvents(earlier, { ...earlier, customLabel: 'Flat' }, context)],
  ['the events of a payment', paymentEvents(undefined, payment)],
  ['the events of a swap', swapEvents(undefined, swap)],
])('%s', (_what, shown) => {
  const text = JSON.stringify(shown);
  expect(text).toContain('"1f6f43"');
  expect(text).not.toContain('#1f6f43');
});

test('A logo without one, and a color that is right, stay', () => {
  const plain = { logo: { url: logo.url, background: true } };
  expect(withShownLogo(plain)).toBe(plain);
  const right = { logo: { ...logo, svg: { ...logo.svg, color: '1f6f43' } } };
  expect(withShownLogo(right)).toBe(right);
});

test('No company of the sandbox is recorded with a # in its color', () => {
  const colors = sandboxCompanies.flatMap(({ logo: { svg } }) => svg?.color ?? []);
  expect(colors.length).toBeGreaterThan(0);
  for (const color of colors) expect(color).toMatch(/^[0-9a-f]{6}$/);
});

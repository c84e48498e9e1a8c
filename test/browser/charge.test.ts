/** What leaves the user's account is the same amount on each screen: 128.40, with a fee of 3.21. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { type ModulePages, serveModulePages } from '../support/module-pages.ts';
import { allStates, stateOf } from './all-states.ts';
import { showState } from './show-state.ts';

let browser: Browser;
let pages: ModulePages;

beforeAll(async () => {
  [browser, pages] = await Promise.all([launchChromium(), serveModulePages()]);
});

afterAll(async () => {
  await browser.close();
  await pages.close();
});

function shown(name: string): Promise<Page> {
  return showState(browser, pages.origin, stateOf('bill-pay', name));
}

/** Where each says it. */
test.each([
  ['bill', '.primary'],
  ['review', '.hero, .primary, dl'],
  ['settings', '[data-screen="settings"]'],
  ['what was agreed to', 'dl'],
  ['an account that was linked', '.planned'],
  ['cancel', '.hero, dialog'],
  ['payment scheduled', '.hero, p, dl'],
  ['payment paid', '.hero, dl'],
  ['unlinking', 'dialog'],
])('%s says what leaves the account', async (name, where) => {
  const page = await shown(name);
  const texts = await page.locator(where).allInnerTexts();
  expect(texts.length).toBeGreaterThan(0);
  const text = texts.join('\n').replaceAll('\n.', '.');
  expect(text).toContain('$131.61');
  // By itself it says nothing of what is paid: only with the fee, which is said too.
  if (text.includes('$128.40')) expect(text).toContain('$3.21');
  await page.context().close();
});

test.each([
  ['history', '.row', '$122.74', '$2.99'],
  ['a bill over a limit', '.notice', '$100.00', 'its fee'],
])('%s says the whole amount, with the fee', async (name, where, ...said) => {
  const page = await shown(name);
  const text = await page.locator(where).first().innerText();
  for (const one of said) expect(text).toContain(one);
  await page.context().close();
});

test('a payment with another method than the one that pays leaves that as it is', async () => {
  const page = await shown('pay with');
  await page.getByLabel(/Checking account/).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('pays this time only').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(`${request.url()} ${request.postData()}`);
  });
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect
    .poll(() => asked.find((one) => one.includes('/payment/schedule')))
    .toContain('"paymentMethodId":"pm_2"');
  expect(asked.filter((one) => one.includes('/assign'))).toEqual([]);
  await page.context().close();
});

/** In cents. */
const amounts = (text: string) =>
  [...text.matchAll(/\$([\d,]+)\s*\.(\d\d)/g)].map(([, dollars = '', cents = '']) =>
    Number(`${dollars.replaceAll(',', '')}${cents}`),
  );

const paying = allStates.filter(
  ({ page, screen }) => page === 'bill-pay' && (screen === 'bill' || screen === 'review'),
);

test.each(paying.map((state) => ({ state, name: state.name })))(
  'the button of $name takes what the screen says, and its fee',
  async ({ state }) => {
    const page = await showState(browser, pages.origin, state);
    const [button] = amounts((await page.locator('.primary').allInnerTexts()).join());
    const [hero = 0] = amounts((await page.locator('.hero').allInnerTexts()).join());
    const fees = await page.locator('.row small', { hasText: /^Fee \$/ }).allInnerTexts();
    const [fee = 0] = amounts(fees.join());
    if (button !== undefined) expect(button).toBe(hero + fee);
    await page.context().close();
  },
);

/** The demo: what a buyer sees first, and that its ledger says what became of the money. */
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Demo, openDemo } from '../../lib/local/demo/demo.ts';
import { addPartner } from '../support/partners.ts';
import { violationsOf } from './axe.ts';
import { comeAnew, onScreen, page, visitInChromium, visitor } from './visitor.ts';

let demo: Demo;

visitInChromium();

beforeAll(async () => {
  const { baseUrl, modulesUrl } = inject('service');
  const { partnerId, apiKey } = await addPartner(inject('service'));
  demo = await openDemo({ baseUrl, modulesUrl, partnerId, apiKey, host: '127.0.0.1', port: 0 });
});

afterAll(() => demo.close());

beforeEach(async () => {
  await comeAnew();
  await page.setViewportSize({ width: 1280, height: 920 });
  await page.goto(demo.origin);
  // Once all of the first user's accounts are linked.
  await page.locator('#due', { hasText: 'to pay' }).waitFor({ timeout: 90_000 });
});

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const sheet = () => {
  const frame = page.frames().at(-1);
  if (!frame) throw new Error('Nothing is open');
  return frame;
};

test('a card that is declined charges nothing, and a bill that is paid says how much', async () => {
  const ledger = page.getByRole('list').filter({ hasText: 'Nothing charged yet' });
  await ledger.waitFor();
  await press('Something goes wrong');
  await page.locator('#module iframe').waitFor();
  await onScreen(sheet(), 'bill');
  await sheet().getByRole('button', { name: 'Pay $58.39' }).click();
  await onScreen(sheet(), 'review');
  await sheet().getByRole('button', { name: 'Pay $58.39' }).click();
  await onScreen(sheet(), 'payment-declined');
  await page.getByText('Regular Company 2 did not take the card: nothing was charged').waitFor();
  expect(await ledger.count()).toBe(1);
  await press('Start as another user');
  await page.locator('#another:not([aria-busy])').waitFor({ timeout: 90_000 });
  await page.locator('#ledger li').filter({ hasText: 'Regular' }).waitFor({ state: 'detached' });
  await press('Pay');
  await onScreen(sheet(), 'bills');
  await sheet().locator('.row', { hasText: 'Pebblerun Water' }).first().click();
  await onScreen(sheet(), 'bill');
  await sheet().locator('.primary').click();
  await onScreen(sheet(), 'review');
  await sheet().locator('.primary').click();
  await page
    .getByText(/Pebblerun Water was paid \$\d/)
    .first()
    .waitFor();
  expect(await ledger.count()).toBe(0);
  await page.getByText('Code', { exact: true }).click();
  expect(await page.locator('#code').innerText()).toContain('module: "bill-pay"');
});

test('the bank changes its brand, and its modules with it', async () => {
  await press('Sunspar Money');
  await page.locator('.bank', { hasText: 'Sunspar Money' }).waitFor();
  await press('Swap');
  await onScreen(sheet(), 'intro');
  const color = () =>
    sheet()
      .locator('.primary')
      .evaluate((button) => getComputedStyle(button).backgroundColor);
  await expect.poll(color).toBe('rgb(255, 196, 0)');
  await sheet().locator('header').getByRole('button', { name: 'Close' }).click();
  await page.locator('#sheet').waitFor({ state: 'hidden' });
});

test.each(['light', 'dark'] as const)('it is accessible, %s', async (colorScheme) => {
  await page.emulateMedia({ colorScheme });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  expect([...visitor.errors, ...visitor.console]).toEqual([]);
});

/** The preview as a tool: what is set shows on both devices at once, and is saved with a key. */
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { screenGroups } from '../../modules/preview/screens.tsx';
import { launchChromium } from '../support/chromium.ts';
import { addPartner } from '../support/partners.ts';
import { newVisitor, type Visitor } from './visitor.ts';

let browser: Browser;
let partner: Awaited<ReturnType<typeof addPartner>>;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [browser, partner] = await Promise.all([launchChromium(), addPartner(inject('service'))]);
});

afterAll(async () => {
  await browser.close();
});

afterEach(async () => {
  await visitor.context.close();
});

async function open(): Promise<Record<'phone' | 'desktop', FrameLocator>> {
  visitor = await newVisitor(browser);
  page = visitor.page;
  await page.goto(`${inject('service').modulesUrl}/preview?partner=${partner.partnerId}`);
  return {
    phone: page.frameLocator('.on-phone iframe'),
    desktop: page.frameLocator('.on-desktop iframe'),
  };
}

const colorOf = (device: FrameLocator) =>
  device.locator('.primary').evaluate((button) => getComputedStyle(button).backgroundColor);

test('a setting shows on both devices at once, each laid out by its own width', async () => {
  const { phone, desktop } = await open();
  await page.getByLabel('Screen', { exact: true }).selectOption('signIn');
  await page.getByLabel('Brand', { exact: true }).fill('#0a7f5c');
  for (const device of [phone, desktop]) {
    await expect.poll(() => colorOf(device)).toBe('rgb(10, 127, 92)');
  }
  const widthOf = (device: FrameLocator) =>
    device.locator('.frame').evaluate((frame) => frame.getBoundingClientRect().width);
  expect([await widthOf(phone), await widthOf(desktop)]).toEqual([390, 480]);
  // The policy of the page holds in its frames, and nothing met it.
  expect([...visitor.errors, ...visitor.console]).toEqual([]);
});

test('every screen of every module is there, and none breaks', async () => {
  const { phone } = await open();
  for (const [index, names] of Object.values(screenGroups).entries()) {
    await page.getByRole('radiogroup', { name: 'Module' }).getByRole('radio').nth(index).check();
    for (const name of names) {
      await page.getByLabel('Screen', { exact: true }).selectOption(name);
      await phone.locator('.frame').waitFor();
      await expect.poll(() => phone.locator('h1').innerText(), { message: name }).not.toBe('');
    }
  }
  expect(visitor.errors).toEqual([]);
});

test('companies have the logos that are drawn for them', async () => {
  const { phone } = await open();
  await expect.poll(() => phone.locator('.logo.glyph img').count()).toBe(4);
});

test.each([390, 1024, 1280, 1440, 1920])(
  'both devices stand side by side at %i pixels, and stay in sight while settings change',
  async (width) => {
    const { phone } = await open();
    await page.setViewportSize({ width, height: 844 });
    await phone.locator('.frame').waitFor();
    const tops = async () => {
      const boxes = await page.locator('.device').evaluateAll((found) =>
        found.map((device) => {
          const { top, left, right } = device.getBoundingClientRect();
          const screen = device.firstElementChild?.getBoundingClientRect();
          return { top, isWhole: right <= innerWidth && screen?.left === left };
        }),
      );
      return boxes;
    };
    const [one, other] = await tops();
    expect([other?.top, one?.isWhole, other?.isWhole]).toEqual([one?.top, true, true]);
    await page.getByLabel('Logo on dark').scrollIntoViewIfNeeded();
    const [after] = await tops();
    expect(after?.top).toBeGreaterThanOrEqual(0);
    expect(after?.top).toBeLessThan(844 / 2);
  },
);

test('what was set is copied as the body of the call that saves it', async () => {
  await open();
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByLabel('Brand', { exact: true }).fill('#0a7f5c');
  await page.getByRole('button', { name: 'Copy as JSON' }).click();
  await page.getByText('Copied.').waitFor({ state: 'attached' });
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(copied)).toMatchObject({ theme: { brandColor: '#0a7f5c' } });
});

test('a look is saved with a key of its partner, and with no other', async () => {
  await open();
  await page.getByLabel('Corners, in pixels', { exact: true }).fill('4');
  await page.getByLabel('Compact').check();
  await page.getByLabel('API key', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.notice.problem').waitFor();
  await page.getByLabel('API key', { exact: true }).fill(partner.apiKey);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await page.getByLabel('API key', { exact: true }).inputValue()).toBe('');
  const { baseUrl } = inject('service');
  const answer = await fetch(`${baseUrl}/partner/modules`, {
    headers: { Authorization: `Bearer ${partner.apiKey}` },
  });
  expect(await answer.json()).toMatchObject({
    theme: { colorScheme: 'auto', radius: 4, density: 'compact' },
  });
});

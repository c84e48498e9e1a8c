/** What single screens show, where nothing else would notice that it is gone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { type ModulePages, serveModulePages } from '../support/module-pages.ts';
import { stateOf } from './all-states.ts';
import { auth, session } from './scene.ts';
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

test.each([
  ['connect', 'connecting', 'h1', 'Connecting to Larkspire Power & Light'],
  ['connect', 'questions-later', 'h1', 'Larkspire Power & Light has 2 questions for you'],
  ['connect', 'review', '.hero strong', '$126.54'],
  ['connect', 'linked', '.seal .disc', ''],
  ['bill-pay', 'payment pending', 'h1', 'Paying Larkspire Power & Light'],
  ['bill-pay', 'bill paid bill_7', '.hero strong', '$54.20'],
  ['bill-pay', 'bill overdue bill_2', '.status', 'Overdue since Nov 14'],
  ['bill-pay', 'accounts', '.row small', 'Summer house, ••2207, ••4934'],
] as const)('%s, %s: the company’s logo, and %s', async (module, name, selector, text) => {
  const page = await showState(browser, pages.origin, stateOf(module, name));
  expect(await page.locator('main .logo').count()).toBeGreaterThan(0);
  expect(await page.locator(`main ${selector}`).first().innerText()).toBe(text);
  await page.context().close();
});

test.each([
  ['connect', 'hold-account_issue_accept_toc', '.seal .disc.warning'],
  ['connect', 'hold-account_paid_in_full', '.seal .disc.success'],
  ['connect', 'payment-declined', '.seal .disc.danger'],
  ['connect', 'payment-unknown', '.seal .disc.warning'],
  ['connect', 'review-gone', 'main > .disc'],
  ['bill-pay', 'empty', '.disc'],
  ['bill-pay', 'no methods', '.disc'],
] as const)('%s, %s: what it comes to is drawn once', async (module, name, selector) => {
  const page = await showState(browser, pages.origin, stateOf(module, name));
  expect(await page.locator(selector).count()).toBe(1);
  expect(await page.locator('.disc').count()).toBe(1);
  await page.context().close();
});

test.each([
  ['connect', 'paid', '$126.54'],
  ['bill-pay', 'payment scheduled', '$131.61'],
  ['bill-pay', 'payment in the history', '$122.74'],
] as const)('%s, %s: a receipt has its total as the large number', async (module, name, total) => {
  const page = await showState(browser, pages.origin, stateOf(module, name));
  expect(await page.locator('.hero strong').innerText()).toBe(total);
  expect(await page.locator('.receipt .sum dd').innerText()).toBe(total);
  await page.context().close();
});

test.each([
  'bill of a hold',
  'bill payment-declined bill_3',
  'bill payment-required bill_4',
  'waiting',
])('%s: what the notice tells is told once', async (name) => {
  const page = await showState(browser, pages.origin, stateOf('bill-pay', name));
  expect(await page.locator('main .notice').count()).toBe(1);
  expect(await page.locator('main .status').count()).toBe(0);
  await page.context().close();
});

test('a receipt that could not be read can be asked for again', async () => {
  const state = stateOf('bill-pay', 'payment in the history');
  const key = 'GET /bill/bill_1/payment/pay_0';
  let asked = 0;
  const answers = {
    ...state.answers,
    get [key]() {
      asked += 1;
      return asked === 1 ? { status: 500, code: 'internal_error' } : state.answers?.[key];
    },
  };
  const failed = { ...state, answers, screen: 'payment-loading' };
  const page = await showState(browser, pages.origin, failed);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('[data-screen="payment"]').waitFor();
  await page.context().close();
});

test('in the list, a day is told as due once in a row, and what was paid has its amount', async () => {
  const page = await showState(browser, pages.origin, stateOf('bill-pay', 'list'));
  const rows = (await page.locator('.row:has(b):visible').allInnerTexts()).map((text) =>
    text.split('\n'),
  );
  const due = rows.filter((row) => row.join(' ').match(/due/gi)?.length !== 1);
  expect(due.map((row) => row.at(-1))).toEqual(['Paid Nov 20']);
  expect(due[0]).toContain('$54.20');
  await page.context().close();
});

test('the list has who pays how much, and what is paid in the next 30 days', async () => {
  const page = await showState(browser, pages.origin, stateOf('bill-pay', 'list'));
  expect(await page.locator('main').innerText()).toContain('You $385.20 · Automatic $256.80');
  const days = await page.locator('.month li:not(.none)').allInnerTexts();
  expect(days.map((text) => text.split('\n')[0])).toEqual(['Nov 30', 'Dec 1', 'Dec 6']);
  await page.context().close();
});

test.each(['bill', 'list', 'add the first card'])(
  'on a desktop, %s has two columns, and its button in view',
  async (name) => {
    const size = { width: 1280, height: 800 };
    const page = await showState(browser, pages.origin, stateOf('bill-pay', name), size);
    const box = async (where: string) => {
      const found = await page.locator(where).first().boundingBox();
      if (!found) throw new Error(`There is no ${where}`);
      return found;
    };
    expect((await box('.frame')).width).toBe(920);
    const [title, second] = [await box('h1'), await box('.second')];
    expect(second.x).toBeGreaterThan(title.x + 350);
    if (name === 'bill') {
      const { y, height } = await box('.primary');
      expect(y + height).toBeLessThanOrEqual(size.height);
    }
    await page.context().close();
  },
);

test('a swapped card has what its company charges next, and the companies around it', async () => {
  const page = await showState(browser, pages.origin, stateOf('card-swap', 'summary'));
  expect(await page.locator('.row').innerText()).toContain('Next charge: $128.40, due Dec 6');
  expect(await page.locator('.moved .logo').count()).toBe(1);
  await page.context().close();
});

test('a receipt tells how far the money is', async () => {
  const page = await showState(
    browser,
    pages.origin,
    stateOf('bill-pay', 'payment in the history'),
  );
  const steps = await page.locator('.steps li').allInnerTexts();
  expect(steps.map((text) => text.trim())).toEqual([
    'Sent',
    'Accepted on Nov 1, 2026',
    'Your account should show it by Nov 6, 2026.',
  ]);
  await page.context().close();
});

test('in Spanish one bill is paid in the singular', async () => {
  const state = stateOf('bill-pay', 'bill paid bill_7');
  const page = await showState(browser, pages.origin, state, { locale: 'es' });
  expect(await page.locator('.hero p').first().innerText()).toBe('Pagado');
  expect(await page.locator('.hero strong').innerText()).toBe('$54.20');
  await page.context().close();
});

test('a row of choices is one stop of Tab, and arrows go through it', async () => {
  const page = await showState(browser, pages.origin, stateOf('connect', 'search'));
  const chosen = () =>
    page.evaluate(() => document.querySelector('.chips :focus')?.closest('label')?.textContent);
  await page.getByLabel('Company name').focus();
  await page.keyboard.press('Tab');
  expect(await chosen()).toBe('All');
  await page.keyboard.press('ArrowRight');
  expect(await chosen()).toBe('Utilities');
  await page.keyboard.press('Tab');
  expect(await chosen()).toBeUndefined();
  await page.context().close();
});

test('a company that is linked says so among those to choose from', async () => {
  const state = stateOf('connect', 'search');
  const answers = { ...state.answers, 'GET /auth/list/cl_1': { data: [auth('verified')] } };
  const page = await showState(browser, pages.origin, { ...state, answers });
  const linked = page.locator('main li', { hasText: 'Linked' });
  await linked.waitFor();
  expect(await linked.innerText()).toContain('Larkspire Power & Light');
  await page.getByLabel('Company name').fill('lark');
  await page.locator('.row', { hasText: 'Linked' }).waitFor();
  await page.context().close();
});

test('the footer of a partner without links is shown whole', async () => {
  const plain = { ...session, look: { ...session.look, links: {} } };
  const state = stateOf('connect', 'search');
  const answers = { ...state.answers, 'POST /module/session': plain };
  const page = await showState(browser, pages.origin, { ...state, answers });
  const space = await page.evaluate(() => {
    const [frame, words] = ['.frame', 'footer span span'].map((selector) =>
      document.querySelector(selector)?.getBoundingClientRect(),
    );
    return (frame?.bottom ?? 0) - (words?.bottom ?? 0);
  });
  expect(space).toBeGreaterThan(16);
  await page.context().close();
});

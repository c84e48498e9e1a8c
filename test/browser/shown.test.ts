/** What single screens show, where nothing else would notice that it is gone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { type ModulePages, serveModulePages } from '../support/module-pages.ts';
import { allStates } from './all-states.ts';
import { session } from './scene.ts';
import { showState } from './show-state.ts';
import type { State } from './states.ts';

let browser: Browser;
let pages: ModulePages;

beforeAll(async () => {
  [browser, pages] = await Promise.all([launchChromium(), serveModulePages()]);
});

afterAll(async () => {
  await browser.close();
  await pages.close();
});

function stateOf(page: State['page'], name: string): State {
  const state = allStates.find((one) => one.page === page && one.name === name);
  if (!state) throw new Error(`There is no state ${name}`);
  return state;
}

test.each([
  ['connect', 'connecting', 'h1', 'Connecting to Larkspire Power & Light'],
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

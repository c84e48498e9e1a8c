import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { type ModulePages, serveModulePages } from '../support/module-pages.ts';
import { allStates } from './all-states.ts';
import { layoutProblemsOf, violationsOf } from './axe.ts';
import { nextShare } from './next-share.ts';
import { showState } from './show-state.ts';

let browser: Browser;
let pages: ModulePages;

beforeAll(async () => {
  process.stdout.write(`\n${says}\n`);
  [browser, pages] = await Promise.all([launchChromium(), serveModulePages()]);
});

afterAll(async () => {
  await browser.close();
  await pages.close();
});

/** Each run looks at a share of the states, the next run at the next; `npm run pictures` at all. */
const { share, turn, says } = nextShare(allStates);

/**
 * Half of them in light, half in dark and narrow with texts that are 40 % longer, and the other way
 * about when their turn comes again.
 */
const showings = share.map((state, index) => {
  const plain = (index + turn) % 2 === 0;
  const showing = plain
    ? ({ scheme: 'light' } as const)
    : ({ scheme: 'dark', width: 320 } as const);
  // What a user does to get there is written in English.
  const locale = plain || state.act ? 'en' : 'en-XA';
  return { name: `${state.page}: ${state.name}`, state, showing: { ...showing, locale } };
});

test.each(showings)('$name is accessible', async ({ state, showing }) => {
  const page = await showState(browser, pages.origin, state, showing);
  expect([...(await violationsOf(page)), ...(await layoutProblemsOf(page))]).toEqual([]);
  await page.context().close();
});

test('a page that nobody can read fails', async () => {
  const [state] = allStates;
  if (!state) throw new Error('There is no state');
  const page = await showState(browser, pages.origin, state);
  await page.evaluate(() => {
    document.body.insertAdjacentText('beforeend', 'Faint');
    document.body.style.color = '#eeeeee';
    const header = document.querySelector('header');
    if (header) header.style.minWidth = '500px';
  });
  expect((await violationsOf(page)).join()).toContain('color-contrast');
  expect((await layoutProblemsOf(page)).join()).toContain('px too wide');
  await page.context().close();
});

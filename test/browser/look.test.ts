/** What the look of the modules rests on. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { type ModulePages, serveModulePages } from '../support/module-pages.ts';
import { look, session } from './scene.ts';
import { showState } from './show-state.ts';
import { linkingStates, type State } from './states.ts';

let browser: Browser;
let pages: ModulePages;

beforeAll(async () => {
  [browser, pages] = await Promise.all([launchChromium(), serveModulePages()]);
});

afterAll(async () => {
  await browser.close();
  await pages.close();
});

function stateOf(name: string): State {
  const state = linkingStates.find((one) => one.name === name);
  if (!state) throw new Error(`There is no state ${name}`);
  return state;
}

/** What the page loaded, by the ends of the addresses, and when its first picture was there. */
async function loaded(page: Page) {
  return page.evaluate(() => ({
    paintedAt: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    font: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(({ startTime }) => startTime),
  }));
}

describe('the font', () => {
  test('is asked for after the first picture, and moves nothing when it comes', async () => {
    const page = await showState(browser, pages.origin, stateOf('search'));
    const { paintedAt, font } = await loaded(page);
    expect(font).toHaveLength(1);
    expect(font[0]).toBeGreaterThan(paintedAt);
    const shifts = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const entries = list.getEntries() as unknown as { readonly value: number }[];
            resolve(entries.reduce((sum, { value }) => sum + value, 0));
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(0), 500);
        }),
    );
    // Words move by a pixel within their line; what counts as good is 0.1.
    expect(shifts).toBeLessThan(0.001);
    await page.context().close();
  });

  test('stays away where the partner has one', async () => {
    const font = { name: 'Own Sans', fontId: 'font_1' };
    const themed = { ...look, theme: { colorScheme: 'auto' as const, font } };
    const state = {
      ...stateOf('search'),
      answers: { 'POST /module/session': { ...session, look: themed } },
    };
    const page = await showState(browser, pages.origin, state);
    expect((await loaded(page)).font).toEqual([]);
    await page.context().close();
  });

  test('that does not come leaves the system’s', async () => {
    const context = await browser.newContext();
    await context.route(/\.woff2$/, (route) => route.abort());
    const page = await context.newPage();
    const gone = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.woff2'));
    await page.goto(`${pages.origin}/connect`);
    await gone;
    expect(await page.locator('h1').innerText()).not.toBe('');
    await context.close();
  });
});

/** What the look of the modules rests on. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { type ModulePages, serveModulePages } from '../support/module-pages.ts';
import { stateOf } from './all-states.ts';
import { auth, look, session } from './scene.ts';
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

const families = (page: Page) =>
  page.evaluate(() => [...document.fonts].map(({ family }) => family));

describe('the font', () => {
  test('is asked for once, and moves nothing when it comes', async () => {
    const page = await showState(browser, pages.origin, stateOf('connect', 'search'));
    const asked = await page.evaluate(() =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2')),
    );
    expect(asked).toHaveLength(1);
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

  test('is not used where the partner has one', async () => {
    const font = { name: 'Own Sans', fontId: 'font_1' };
    const themed = { ...look, theme: { colorScheme: 'auto' as const, font } };
    const state = {
      ...stateOf('connect', 'search'),
      answers: { 'POST /module/session': { ...session, look: themed } },
    };
    const page = await showState(browser, pages.origin, state);
    expect(await families(page)).not.toContain('Figtree');
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

describe('motion', () => {
  type Moved = readonly [moved: string, milliseconds: number, far: boolean];

  /** What moved on the way through linking: from a company's row to a link that is there. */
  async function movedBy(reducedMotion: 'reduce' | 'no-preference'): Promise<Moved[]> {
    const state = stateOf('connect', 'search-results');
    const answers = {
      ...state.answers,
      'GET /auth/auth_1': { auth: auth('verified'), linking: false },
      'GET /bill/list/cl_1': { data: [] },
    };
    const before = async (page: Page) => {
      await page.emulateMedia({ reducedMotion });
      await page.addInitScript(`window.moved = []; const { animate } = Element.prototype;
        Element.prototype.animate = function ([from], { duration }) {
          const [x, y] = /translate\\((.*?)px, (.*?)px/.exec(from.transform).slice(1).map(Number);
          moved.push([this.getAttribute('class') || this.tagName, duration, Math.hypot(x, y) > 20]);
          return animate.apply(this, arguments);
        };`);
    };
    const page = await showState(browser, pages.origin, { ...state, answers }, { before });
    await page.getByRole('button', { name: /Larkspire/ }).click();
    await page.getByLabel('Username', { exact: true }).fill('ada');
    await page.getByLabel('Password', { exact: true }).fill('any');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('[data-screen="linked"]').waitFor();
    const styled = await page.evaluate(() =>
      document.getAnimations().filter((one) => one instanceof CSSAnimation),
    );
    if (reducedMotion === 'reduce') expect(styled).toEqual([]);
    const moved = await page.evaluate<Moved[]>('moved');
    await page.context().close();
    return moved;
  }

  test('takes a mark from its row to the title, and what was asked for to its end', async () => {
    const moved = await movedBy('no-preference');
    expect(moved[0]).toEqual([expect.stringMatching(/^logo/), expect.any(Number), true]);
    expect(moved.some(([what]) => /disc/.test(what))).toBe(true);
    for (const [, milliseconds] of moved) {
      expect(milliseconds).toBeGreaterThanOrEqual(150);
      expect(milliseconds).toBeLessThanOrEqual(250);
    }
  });

  test('is none where the user wants none', async () => {
    expect(await movedBy('reduce')).toEqual([]);
  });
});

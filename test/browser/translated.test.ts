/** A browser that translates puts nodes of its own in the place of texts: what is said stays true. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { type ModulePages, serveModulePages } from '../support/module-pages.ts';
import { allStates, stateOf } from './all-states.ts';
import { nextShare } from './next-share.ts';
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

/** As translators do it: each text is in elements of its own, and its old node is out of the page. */
function translate(): void {
  const replaced: (readonly [old: Text, shown: HTMLElement])[] = [];
  // What was written where no one sees it.
  Object.assign(globalThis, {
    unseen: () =>
      replaced
        .filter(([old, shown]) => shown.isConnected && shown.textContent !== old.data)
        .map(([old, shown]) => `${shown.textContent} is ${old.data}`),
  });
  const wrap = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      const { parentElement } = text;
      if (!text.data.trim() || !parentElement?.isConnected) continue;
      if (parentElement.closest('script, style, svg, font, [translate="no"]')) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
      replaced.push([text, inner]);
    }
  };
  new MutationObserver(() => document.body && wrap(document.body)).observe(document, {
    ...{ childList: true, subtree: true, characterData: true },
  });
}

const problems = (page: Page) => {
  const found: string[] = [];
  page.on('pageerror', ({ message }) => found.push(message));
  return found;
};

const unseen = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { unseen: () => string[] }).unseen());

const { share, says } = nextShare(allStates.filter(({ page }) => page !== 'preview'));

test(`each screen shows what is written when it is translated: ${says}`, async () => {
  for (const state of share) {
    let wrong: string[] = [];
    const page = await showState(browser, pages.origin, state, {
      before: async (opened) => {
        wrong = problems(opened);
        await opened.addInitScript(translate);
      },
    });
    expect([state.name, ...wrong, ...(await unseen(page))]).toEqual([state.name]);
    await page.context().close();
  }
});

test('what is chosen is what the button says, and what is paid', async () => {
  const state = stateOf('bill-pay', 'bill');
  const page = await showState(browser, pages.origin, state, {
    before: (opened) => opened.addInitScript(translate),
  });
  const wrong = problems(page);
  const pay = page.locator('button.primary');
  const paid = page.waitForRequest(/payment\/schedule/);
  for (const [choice, total] of [
    [/^Full balance/, '$2,368.31'],
    [/^Statement balance/, '$656.10'],
  ] as const) {
    await page.locator('label', { hasText: choice }).click();
    await expect.poll(() => pay.innerText()).toBe(`Pay ${total}`);
    await expect
      .poll(async () => await page.locator('.row small').first().innerText())
      .toMatch(/^Fee/);
  }
  const shown = await page.locator('.hero').innerText();
  expect(shown.replace(/\s/g, '')).toContain('$640.10');
  expect(await page.locator('.hero [translate="no"], .hero .number').count()).toBeGreaterThan(0);
  await pay.click();
  await page.locator('[data-screen="review"]').waitFor();
  await page.locator('.chips label', { hasText: 'Dec 6' }).click();
  await expect.poll(() => pay.innerText()).toBe('Schedule $656.10');
  await page.locator('.chips label', { hasText: 'Today' }).click();
  await expect.poll(() => pay.innerText()).toBe('Pay $656.10');
  expect(await page.locator('.legal').innerText()).toContain('today');
  await pay.click();
  expect((await paid).postDataJSON()).toMatchObject({ amount: '640.10', maxAmount: '640.10' });
  expect([...wrong, ...(await unseen(page))]).toEqual([]);
  const open = await page.locator('[data-screen]').evaluate((screen) =>
    [...screen.querySelectorAll('*')]
      .filter((element) => /\$\d/.test(element.textContent ?? '') && element.children.length === 0)
      .filter((element) => !element.closest('[translate="no"]'))
      .map((element) => element.outerHTML),
  );
  expect(open).toEqual([]);
  await page.context().close();
});

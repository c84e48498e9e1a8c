/** A day that is chosen at the moment in which the bill itself arrives. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { type ModulePages, serveModulePages } from '../support/module-pages.ts';
import { stateOf } from './all-states.ts';
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

test('stays chosen, and is what the button says', async () => {
  const state = stateOf('bill-pay', 'review');
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const act = async (page: Page) => {
    const pay = page.getByRole('button', { name: /^Pay \$/ });
    // Each screen reads the bill: the review's own answer waits.
    await page.waitForLoadState('networkidle');
    await page.route(/\/bill\/bill_1$/, async (route) => {
      await arrived;
      await route.fallback();
    });
    await pay.click();
    await page.locator('[data-screen="review"]').waitFor();
    await page.getByLabel('Another day').check();
    await page.getByLabel('Day of payment').waitFor();
  };
  const page = await showState(browser, pages.origin, { ...state, act });
  await page.evaluate(typeOnceDrawn);
  arrive();
  await page.getByRole('button', { name: /^Schedule \$/ }).waitFor();
  await page.context().close();
});

/** Runs in the page: as soon as the button is no longer busy, before anything else can run. */
function typeOnceDrawn(): void {
  const button = document.querySelector('.primary');
  const input = document.querySelector<HTMLInputElement>('input[type="date"]');
  if (!button || !input) throw new Error('This is not the review');
  new MutationObserver((_, observer) => {
    observer.disconnect();
    input.value = '2099-01-01';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }).observe(button, { attributes: true, attributeFilter: ['aria-disabled'] });
}

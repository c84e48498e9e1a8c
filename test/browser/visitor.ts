/** A user in front of a module, with what the browser would let out written down. */
import type { Browser, BrowserContext, Frame, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import type { World } from '../support/world.ts';
import { newName, valueFrom } from '../support/world.ts';

export type Visitor = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Every request that left the page, with its body. */
  readonly requests: readonly {
    readonly url: string;
    readonly method: string;
    readonly body: string;
  }[];
  readonly console: readonly string[];
  readonly errors: readonly string[];
};

/** Of the file that has called `visitInChromium`: the browser of its tests, and whom the test has now. */
export let browser: Browser;
export let visitor: Visitor;
export let page: Page;

/** Starts a browser for the tests of a file. Whoever visits leaves when the test is over. */
export function visitInChromium(): void {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
  });
  afterEach(async () => {
    await visitor?.context.close();
  });
}

/** Somebody who comes for the first time; to the page, where one is named. */
export async function comeAnew(address?: string): Promise<void> {
  visitor = await newVisitor(browser);
  page = visitor.page;
  if (address !== undefined) await page.goto(address);
}

/** The same visitor, in a browser window that keeps nothing of the one before and is not watched. */
export async function comeUnwatched(): Promise<void> {
  visitor = { ...visitor, context: await browser.newContext() };
  page = await visitor.context.newPage();
}

/** A client with a token, as a partner's server makes one. */
export async function newUser(world: World, more: { readonly nonce?: boolean } = {}) {
  const identifier = newName();
  const { clientId } = valueFrom(await world.api.client.createClient({ identifier }));
  const newToken = async () =>
    valueFrom(await world.api.client.createToken({ identifier, ...more })).token;
  return { identifier, clientId, newToken };
}

export function moduleAddress(
  page: 'connect' | 'card-swap' | 'bill-pay',
  query: Readonly<Record<string, string>>,
): string {
  return `${inject('service').modulesUrl}/${page}?${new URLSearchParams(query)}`;
}

export async function newVisitor(browser: Browser): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  context.setDefaultTimeout(20_000);
  // The logos of companies without a host are nowhere: they are answered, so that nothing fails.
  await context.route(/logos\.billhook\.example/, (route) => route.fulfill({ status: 404 }));
  const page = await context.newPage();
  const requests: { url: string; method: string; body: string }[] = [];
  const said: string[] = [];
  const errors: string[] = [];
  context.on('request', (request: Request) => {
    requests.push({
      url: request.url(),
      method: request.method(),
      body: request.postData() ?? '',
    });
  });
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  return { context, page, requests, console: said, errors };
}

/** Waits until a screen of the module is there. @throws with the screen that is there instead. */
export async function onScreen(page: Page | Frame, name: string, timeout = 30_000): Promise<void> {
  try {
    await page.locator(`[data-screen="${name}"]`).waitFor({ timeout });
  } catch (cause) {
    const shown = page.locator('[data-screen]');
    const there = await shown.evaluateAll((found) =>
      found.map((screen) => screen.getAttribute('data-screen')),
    );
    // What a form complains about, never what was typed into it.
    const notices = await page.locator('.notice').allInnerTexts();
    const told = [...there, ...notices].join(' | ');
    throw new Error(`The screen ${name} did not come; there is: ${told}`, { cause });
  }
}

/** Agrees to what a user is told before the first password. */
export async function agree(page: Page | Frame): Promise<void> {
  await onScreen(page, 'consent');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

/** Fills a test company's form and sends it. */
export async function signIn(
  page: Page | Frame,
  form: { readonly balance?: string; readonly dueDate?: string; readonly status?: string },
): Promise<void> {
  await page.locator('[data-screen="sign-in"], [data-screen="consent"]').first().waitFor();
  if (await page.locator('[data-screen="consent"]').count()) await agree(page);
  await onScreen(page, 'sign-in');
  for (const [name, value] of Object.entries(form)) {
    await page.locator(`input[name="${name}"]`).fill(value);
  }
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function answerCode(page: Page | Frame, code: string): Promise<void> {
  await onScreen(page, 'code');
  await page.locator('input[name="code"]').fill(code);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

/** All that a page keeps where scripts of its site could read it later. */
export async function keptBy(page: Page | Frame): Promise<string> {
  return page.evaluate(() => {
    const read = (name: 'localStorage' | 'sessionStorage' | 'cookie') => {
      try {
        return JSON.stringify(name === 'cookie' ? document.cookie : globalThis[name]);
      } catch {
        // A frame of another site has none.
        return '';
      }
    };
    const storage = (['localStorage', 'sessionStorage', 'cookie'] as const).map(read);
    return [...storage, location.href, JSON.stringify(history.state)].join(' ');
  });
}

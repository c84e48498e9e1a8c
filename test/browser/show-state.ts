/** Brings a page into a state with canned answers. */
import type { Browser, Page, Route } from 'playwright-core';
import { isRefusal } from '../support/stub-check.ts';
import { sentFor } from './canned.ts';
import { inLanguage } from './in-language.ts';
import { type Answers, basics } from './scene.ts';
import type { State } from './states.ts';

export type Showing = {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  readonly locale?: string;
  /** What is done with the page before it opens. */
  readonly before?: (page: Page) => Promise<unknown>;
};

const svg = (text: string, fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40"><rect width="80" height="40" fill="${fill}"/><text x="40" y="25" font-size="14" text-anchor="middle" fill="#fff">${text}</text></svg>`;

/** @returns the page in its state; whoever asked closes its context. */
export async function showState(
  browser: Browser,
  origin: string,
  state: State,
  { scheme = 'light', width = 390, height = 844, locale, before }: Showing = {},
): Promise<Page> {
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width, height },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const answers = withAnswersOf(state);
  await before?.(page);
  await page.route(/\/v1\//, (route) => answer(route, answers));
  await page.route(/logos\.billhook\.example/, (route) => logo(route));
  const query = [
    'token=x.eyJwYXJ0bmVySWQiOiJwdG5fMSJ9.z',
    state.query,
    locale && `locale=${locale}`,
  ];
  await page.goto(`${origin}/${state.page}?${query.filter(Boolean).join('&')}`);
  await state.act?.(locale && locale !== 'en' ? await inLanguage(page, locale) : page);
  await page.locator(`[data-screen="${state.screen}"]`).waitFor();
  await page.waitForFunction(isComplete);
  return page;
}

/**
 * Whether what comes after the first screen is there: its styles and, unless a partner's, the font,
 * which may wait for another screen.
 */
function isComplete(): boolean {
  const screen = document.querySelector<HTMLElement>('[data-screen]');
  if (screen) screen.dataset.screen = `${screen.dataset.screen}`;
  const late = document.querySelector<HTMLLinkElement>('link[href*=".late-"]');
  const own = getComputedStyle(document.body).fontFamily.includes('Figtree');
  const loaded = [...document.fonts].some(
    ({ family, status }) => family === 'Figtree' && status === 'loaded',
  );
  return Boolean(late?.sheet) && (loaded || !own);
}

/** Those of a state are looked up each time: one may change as it is asked. */
function withAnswersOf({ answers }: State): Answers {
  return new Proxy(basics, {
    get: (all, name: string) => (answers && name in answers ? answers[name] : all[name]),
  });
}

async function answer(route: Route, answers: Answers): Promise<void> {
  const request = route.request();
  const asked = `${request.method()} ${new URL(request.url()).pathname.replace('/v1', '')}`;
  const { lists } = asked === SESSION ? request.postDataJSON() : {};
  await route.fulfill(sentFor(asked, lists ? withLists(answers) : answers[asked]));
}

const SESSION = 'POST /module/session';

/** The session as the service answers it to who wants the lists: with those of the state. */
function withLists(answers: Answers): unknown {
  const session = answers[SESSION];
  const [bills, auths, paymentMethods] = ['bill', 'auth', 'payment'].map(
    (kind) =>
      answers[`GET /${kind}/list/cl_1`] as { readonly data?: readonly object[] } | undefined,
  );
  if (isRefusal(session) || !bills?.data || !auths?.data || !paymentMethods?.data) return session;
  return {
    ...(session as object),
    ...(auths.data.length > 0 && { companies: [] }),
    lists: { bills, auths, paymentMethods },
  };
}

async function logo(route: Route): Promise<void> {
  const photo = route.request().url().endsWith('.jpg');
  const white = route.request().url().endsWith('.svg');
  const body = photo ? svg('', '#c9b458') : svg('Logo', white ? 'none' : '#2b6cb0');
  await route.fulfill({ contentType: 'image/svg+xml', body });
}

/** What a screen gives as its reason, and what it promises, is true of the state that it shows. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { type ModulePages, serveModulePages } from '../support/module-pages.ts';
import { stateOf } from './all-states.ts';
import { asked, auth, powerCompany, session } from './scene.ts';
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

async function textOf(state: State, where = 'main'): Promise<string> {
  const page = await showState(browser, pages.origin, state);
  const text = (await page.locator(where).allInnerTexts()).join('\n');
  await page.context().close();
  return text;
}

const prompted = asked({ method: 'prompt', input: { request: 'Approve.' } });
const coded = asked({
  ...{ method: 'questions', showRetry: true },
  input: [{ identifier: 'code', question: 'Code' }],
});
const questioned = asked({
  method: 'questions',
  input: [{ identifier: 'pet', question: 'Your first pet?' }],
});

test.each([
  ['a code', coded, 'Enter your code'],
  ['a question', questioned, 'Answer a security question'],
  ['an approval', prompted, 'Approve it on your phone'],
])('the list of bills says that a company wants %s', async (_what, link, text) => {
  const state = stateOf('bill-pay', 'list');
  const answers = {
    ...state.answers,
    'POST /module/session': { ...session, open: [link] },
    'GET /auth/auth_1': link,
  };
  expect(await textOf({ ...state, answers })).toContain(text);
});

test('the list of cards says that a company wants an approval', async () => {
  expect(await textOf(stateOf('card-swap', 'progress'))).toContain('Approve it on your phone');
});

test('what a company has its user approve is quoted, with its name', async () => {
  const text = await textOf(stateOf('connect', 'prompt'));
  expect(text).toContain(`${powerCompany.name} says: “Open the app on your phone and approve.”`);
});

test.each([
  ['questions', questioned, 'Your first pet?', "That answer didn't match"],
  ['code', coded, 'Code', "That code didn't match"],
])('a wrong answer of %s is called what it is', async (screen, link, label, text) => {
  const reason = {
    ...{ code: 'authentication_not_completed', subcode: 'invalid-mfa' },
    userMessage: 'Please log in again.',
  };
  const held = { auth: auth('hold', { reason } as object), linking: false };
  let isAnswered = false;
  const state = stateOf('connect', 'prompt');
  const act = async (page: Page) => {
    await state.act?.(page);
    await page.locator(`[data-screen="${screen}"]`).waitFor();
    await page.getByLabel(label, { exact: true }).fill('Rex');
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  const answers = {
    ...state.answers,
    get 'POST /auth/step'() {
      isAnswered = true;
      return { success: true, message: '' };
    },
    get 'GET /auth/auth_1'() {
      return isAnswered ? held : link;
    },
  };
  const shown = await textOf({ ...state, act, answers, screen: 'sign-in' }, '.notice');
  expect(shown).toContain(text);
});

const unasked = { ...session, dataConsent: undefined, open: [prompted] };

test.each(['connect', 'bill-pay'] as const)(
  '%s: a link that its user did not begin waits for their consent',
  async (page) => {
    const state: State = {
      ...{ name: 'under way', page, screen: 'consent' },
      answers: {
        ...stateOf('bill-pay', 'list').answers,
        ...{ 'POST /module/session': unasked, 'GET /auth/auth_1': prompted },
      },
      ...(page === 'bill-pay' && {
        act: (shown) => shown.getByRole('button', { name: /Larkspire.*Approve/ }).click(),
      }),
    };
    expect(await textOf(state)).toContain('Your sign-ins stay private');
  },
);

test('an account that is linked is not used before its user has agreed', async () => {
  const state: State = {
    ...{ name: 'known', page: 'connect', screen: 'consent' },
    query: `companyId=${powerCompany._id}&items=bill`,
    answers: {
      'POST /module/session': { ...unasked, open: [], companies: [], company: powerCompany },
      'GET /auth/list/cl_1': { data: [auth('verified')] },
      'POST /auth/auth_1/continue': { success: true, message: '', authId: 'auth_1' },
      'GET /auth/auth_1': prompted,
    },
  };
  const page = await showState(browser, pages.origin, state);
  const asked = page.waitForRequest((one) => one.url().endsWith('/continue'));
  await page.getByRole('button', { name: 'Continue' }).click();
  expect((await asked).postDataJSON().dataConsent.text).toContain('Your sign-ins stay private');
  await page.context().close();
});

test('nothing can be scheduled until its day is chosen', async () => {
  const state = stateOf('bill-pay', 'review');
  const page = await showState(browser, pages.origin, state);
  await page.getByLabel('Another day').check();
  const schedule = page.getByRole('button', { name: /^Schedule \$/ });
  expect(await schedule.isDisabled()).toBe(true);
  const typed = page.getByLabel('Day of payment');
  await typed.fill('2099-01-01');
  expect(await schedule.isEnabled()).toBe(true);
  await typed.fill('');
  expect(await schedule.isDisabled()).toBe(true);
  await page.getByLabel('Today', { exact: true }).check();
  expect(await page.getByRole('button', { name: /^Pay \$/ }).isEnabled()).toBe(true);
  await page.context().close();
});

test.each([
  ['review', 'dl', 'Minimum'],
  ['settings', '.choice', 'Minimum, $131.61'],
  ['method of a bill', '.planned', 'Minimum · $128.40'],
])('%s calls a minimum that', async (name, where, text) => {
  expect(await textOf(stateOf('bill-pay', name), where)).toContain(text);
});

test.each(['asked to pay automatically', 'settings of one'])(
  'settings of a bill that is not paid automatically promise no day: %s',
  async (name) => {
    const { act: _act, ...state } = stateOf('bill-pay', name);
    const act = async (page: Page) => {
      await page.getByRole('button', { name: /Bill settings/ }).click();
    };
    const page = await showState(browser, pages.origin, { ...state, act, screen: 'settings' });
    const days = page.locator('fieldset#field-schedule');
    expect(await days.locator('input:enabled').count()).toBe(0);
    expect(await days.innerText()).not.toMatch(/Dec|Nov/);
    expect(await page.locator('main').innerText()).not.toContain('Automatic payments continue');
    await page.context().close();
  },
);

test('a card that replaces another says that its bills follow', async () => {
  const state = stateOf('bill-pay', 'declined method');
  const act = async (page: Page) => {
    await state.act?.(page);
    await page.getByRole('button', { name: 'Replace the card' }).click();
  };
  const text = await textOf({ ...state, act, screen: 'add-card' });
  expect(text).toContain('All bills that it pays move to the new one.');
});

test('a hold says which amount waits for it', async () => {
  const state = stateOf('connect', 'hold-account_issue_accept_toc');
  const linked = stateOf('connect', 'linked').answers?.['GET /bill/list/cl_1'];
  const act = async (page: Page) => {
    await state.act?.(page);
    await page.locator('main .notice').waitFor();
  };
  const answers = { ...state.answers, 'GET /bill/list/cl_1': linked };
  expect(await textOf({ ...state, act, answers }, '.notice')).toContain('$128.40 is due on');
});

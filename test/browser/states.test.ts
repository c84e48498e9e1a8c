import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { type ModulePages, serveModulePages } from '../support/module-pages.ts';
import { allStates } from './all-states.ts';
import { layoutProblemsOf, violationsOf } from './axe.ts';
import { designProblemsOf } from './design-rules.ts';
import { nextShare } from './next-share.ts';
import { basics } from './scene.ts';
import { showState } from './show-state.ts';
import type { State } from './states.ts';

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

/** Each run looks at a share of the states, the next run at the next; `npm run tools -- pictures` at all. */
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

test.each(showings)(
  '$name is accessible, and holds the rules of the look',
  async ({ state, showing }) => {
    const page = await showState(browser, pages.origin, state, showing);
    expect([...(await violationsOf(page)), ...(await layoutProblemsOf(page))]).toEqual([]);
    expect(await designProblemsOf(page)).toEqual([]);
    await page.context().close();
  },
);

test.each([
  ['every line of a bill', 'en'],
  ['every line of a bill', 'es'],
  ['list', 'es'],
  ['progress-held', 'es'],
  ['summary', 'es'],
  ['hold-visited', 'en'],
])('%s holds the rules of the look, %s', async (name, locale) => {
  const state = allStates.find((one) => one.name === name);
  if (!state) throw new Error('There is no such state');
  const page = await showState(browser, pages.origin, state, { locale });
  expect(await designProblemsOf(page)).toEqual([]);
  await page.context().close();
});

test.each([
  ...['search', 'sign-in', 'review', 'partner-logo-and-words', 'list', 'accounts'],
  ...['bill payment-required bill_4', 'brands-chosen', 'summary'],
])('%s holds the longest names and amounts at 320 pixels', async (name) => {
  for (const state of allStates.filter((one) => one.name === name)) {
    const page = await showState(browser, pages.origin, longest(state), { width: 320 });
    expect(await layoutProblemsOf(page)).toEqual([]);
    expect(await designProblemsOf(page)).toEqual([]);
    await page.context().close();
  }
});

/** The same state with a partner's name of 60 letters, a company's of 41, and amounts of eight digits. */
function longest(state: State): State {
  const text = JSON.stringify({ ...basics, ...state.answers })
    .replaceAll('"Harbor Bank"', '"Harborside Community Savings and Investment Bank of Michigan"')
    .replaceAll('"Larkspire Power & Light"', '"Larkspire Power & Light of Northumberland"')
    .replaceAll(/"(\d+\.\d\d)"/g, (_, amount) => `"${(123_400 + Number(amount)).toFixed(2)}"`);
  return { ...state, answers: JSON.parse(text) };
}

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

test('a screen that breaks the rules of the look fails, with each that it breaks', async () => {
  const state = allStates.find(({ name }) => name === 'sign-in');
  if (!state) throw new Error('There is no such state');
  const page = await showState(browser, pages.origin, state);
  expect(await designProblemsOf(page)).toEqual([]);
  await page.evaluate(() => {
    const main = document.querySelector('main');
    const form = main?.querySelector('form');
    const add = (name: string, className: string, text: string) => {
      const element = document.createElement(name);
      element.className = className;
      element.textContent = text;
      form?.append(element);
      return element;
    };
    add('p', '', 'Larger').style.fontSize = '19px';
    add('h2', '', 'Beside').style.marginInlineStart = '6px';
    Object.assign(add('p', '', '$1,234,567.89').style, {
      ...{ inlineSize: '40px', overflow: 'hidden', whiteSpace: 'nowrap' },
    });
    add('button', 'primary', 'Another');
    main?.querySelector('.actions')?.prepend(add('button', 'button', 'First'));
    const heading = main?.querySelector('h1');
    if (heading) heading.textContent = 'A title that is far too long to stand at a logo '.repeat(2);
    const notice = add('div', 'notice', '');
    notice.append(add('div', 'notice', 'Within'), add('a', '', 'Same'), add('a', '', 'Same'));
    add('div', 'row', '').append(add('em', 'warning', 'Overdue'));
    const row = add('div', 'row', '');
    const text = add('span', '', 'Far');
    text.style.marginInlineStart = '20px';
    row.append(add('i', 'icon mark', ''), text);
    add('div', 'receipt', '').append(add('p', 'number', ''));
  });
  const found = (await designProblemsOf(page)).join('\n');
  for (const rule of [
    'off the type scale, 19px',
    '6 px off the axis: <h2',
    'a number that is cut off',
    '2 filled buttons',
    'not the first of its buttons',
    'lines of 3: <h1',
    'a surface in a surface',
    'two links that say the same',
    'a status without an icon',
    'an icon far from its text',
    'a receipt without its number',
  ]) {
    expect(found).toContain(rule);
  }
  await page.context().close();
});

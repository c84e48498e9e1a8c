/** What the blocks find on pages that companies build in their own ways. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billsInTable } from '../../../../connectors/browser/blocks/bills.ts';
import { firstThere, type Sign } from '../../../../connectors/browser/blocks/signs.ts';
import { structureOf } from '../../../../connectors/browser/blocks/structure.ts';
import { UnknownPage } from '../../../../connectors/browser/blocks/unknown-page.ts';
import { visitOf } from '../../../../connectors/browser/blocks/visit.ts';
import { findChromium } from '../../../../connectors/browser/find-chromium.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  const { executablePath, env } = findChromium();
  browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  page = await browser.newPage();
});

afterAll(() => browser?.close());

const visit = () => visitOf(page, 'http://127.0.0.1:1', { waitMilliseconds: 300 });

/** A button and a field within open shadow roots, with the button's words slotted into it. */
const components = `<my-app></my-app><script>
  customElements.define('my-button', class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = '<button><slot></slot></button>' } });
  customElements.define('my-app', class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = '<h2>Hi  there</h2><label for="a">Phone number</label><input id="a"><my-button>Sign in</my-button>' } });
</script>`;

describe('A sign', () => {
  test.each<[string, string, Sign, boolean]>([
    ['a heading', '<h1>My  account</h1>', { heading: 'My account' }, true],
    [
      'a heading by its role',
      '<div role="heading">My account</div>',
      { heading: 'My account' },
      true,
    ],
    ['part of a heading', '<h1>My account</h1>', { heading: 'My' }, false],
    ['a hidden heading', '<h1 hidden>My account</h1>', { heading: 'My account' }, false],
    ['an invisible heading', '<h1 style="visibility:hidden">A</h1>', { heading: 'A' }, false],
    ['a field by its label', '<label>User ID <input></label>', { field: 'User ID' }, true],
    [
      'a field by the label beside',
      '<label for=a>User ID</label><input id=a>',
      { field: 'User ID' },
      true,
    ],
    ['a field by aria-label', '<input aria-label="User ID">', { field: 'User ID' }, true],
    [
      'a field by another element',
      '<b id=x>User</b><i id=y>ID</i><input aria-labelledby="x y">',
      { field: 'User ID' },
      true,
    ],
    ['a placeholder', '<input placeholder="User ID">', { field: 'User ID' }, false],
    ['a button', '<button><b>Sign</b> In</button>', { button: 'Sign In' }, true],
    [
      'an input that is a button',
      '<input type=submit value="Sign In">',
      { button: 'Sign In' },
      true,
    ],
    ['a text', '<p>Your card <b>was</b> declined.</p>', { text: 'card was declined' }, true],
    ['a text in other letters', '<p>DECLINED</p>', { text: 'declined' }, true],
    ['a hidden text', '<p style="display:none">declined</p>', { text: 'declined' }, false],
    ['a text of a script', '<script>"declined"</script><p>ok</p>', { text: 'declined' }, false],
    ['all that is said', '<h1>A</h1><button>B</button>', { heading: 'A', button: 'B' }, true],
    ['one of two', '<h1>A</h1>', { heading: 'A', button: 'B' }, false],
    ['nothing at all', '<h1>A</h1>', {}, false],
    [
      'a component',
      components,
      { heading: 'Hi there', field: 'Phone number', button: 'Sign in' },
      true,
    ],
  ])('%s', async (_, html, sign, isThere) => {
    await page.setContent(html);
    expect(await firstThere(page, [['it', sign]])).toBe(isThere ? 'it' : undefined);
  });

  test('The first that holds is the page', async () => {
    await page.setContent('<h1>Sign in</h1><p>Wrong password</p>');
    const pages = { wrong: { text: 'Wrong password' }, signIn: { heading: 'Sign in' } };
    expect(await visit().waitFor(pages)).toBe('wrong');
  });

  test('A page that comes late is waited for', async () => {
    await page.setContent(
      '<script>setTimeout(() => { document.body.innerHTML = "<h1>A</h1>" }, 100)</script>',
    );
    expect(await visit().waitFor({ a: { heading: 'A' } })).toBe('a');
  });

  test('A page that is none of these is unknown, and shows what it is made of', async () => {
    await page.setContent('<h1>Brand new, Ada</h1><input type=password name=pw value=hunter2>');
    const error = await visit()
      .waitFor({ a: { heading: 'A' } })
      .catch((one: unknown) => one);
    expect(error).toBeInstanceOf(UnknownPage);
    expect((error as UnknownPage).structure?.lines).toEqual([
      'body',
      ' h1 short',
      ' input[type=password,name]',
    ]);
  });
});

describe('What a page says', () => {
  test.each([
    ['cells', '<table><tr><td>Amount due</td><td>$84.37</td></tr></table>'],
    ['a head and its cell', '<table><tr><th>Amount due</th><td>$84.37</td></tr></table>'],
    ['a list of terms', '<dl><dt>Amount due</dt><dd>$84.37</dd></dl>'],
    ['a line', '<div><span>Amount due</span><b>$84.37</b></div>'],
    ['a nested label', '<div><span><em>Amount due</em></span><b>$84.37</b></div>'],
  ])('beside a label: %s', async (_, html) => {
    await page.setContent(html);
    expect(await visit().beside('Amount due')).toBe('$84.37');
  });

  const table = (rows: string) =>
    `<table><tr><th>Account<th>Where<th>You owe<th>By</tr>${rows}</table>`;
  const names = { account: 'Account', balance: 'You owe', due: 'By' };
  const how = { company: 'acme', names, days: 'MM/DD/YYYY' as const };

  test('in a table of bills, by its heads', async () => {
    await page.setContent(
      `<table><tr><th>Other</table>${table('<tr><td>**1234<td>Home<td>$5.00<td>1/9/2027<tr><td>**5678<td>Shed<td>$0.00<td>Paid')}`,
    );
    expect(await billsInTable(visit(), how)).toMatchObject([
      { accountKey: 'acme:1234', balanceCents: 500, dueOn: '2027-01-09' },
      { accountKey: 'acme:5678', balanceCents: 0 },
    ]);
  });

  test.each([
    ['has no such table', '<table><tr><th>Account</table>'],
    ['has a row with a cell too few', table('<tr><td>**1234<td>$5.00<td>1/9/2027')],
    ['has another word for an amount', table('<tr><td>**1234<td>Home<td>soon<td>1/9/2027')],
    ['has another form of days', table('<tr><td>**1234<td>Home<td>$5.00<td>9 Jan')],
  ])('is not guessed at where it %s', async (_, html) => {
    await page.setContent(html);
    await expect(billsInTable(visit(), how)).rejects.toThrow(UnknownPage);
  });

  test('in its text, by a pattern', async () => {
    await page.setContent('<p>Bill N-1 of May</p>');
    expect(await visit().find(/Bill (?<name>\S+)(?<rest> to)?/, ['name'])).toMatchObject({
      name: 'N-1',
    });
    await expect(visit().find(/Bill (?<name>\d+)/, ['name'])).rejects.toThrow(UnknownPage);
  });
});

test('A field that can’t be filled is told without what was to be typed', async () => {
  await page.setContent('<label>Password <input type=password disabled></label>');
  page.setDefaultTimeout(300);
  const error = await visit()
    .fill('Password', 'canary-secret')
    .catch((one: Error) => one);
  page.setDefaultTimeout(30_000);
  expect(String(error)).toContain('Password');
  expect(`${String(error)} ${(error as Error).stack}`).not.toContain('canary');
});

test('The structure of a page has no word of it', async () => {
  const canary = 'canary-4111111111111111';
  await page.setContent(
    `<body class="${canary}" data-x="${canary}"><${canary}-tag id="${canary}">${canary}</${canary}-tag>
     <input type="${canary}" name="${canary}" value="${canary}" placeholder="${canary}"><a href="/${canary}" role="${canary}">${canary}</a>
     <script>${canary}</script><p title="${canary}">${'long '.repeat(40)}</p>`,
  );
  const { lines, hash, more } = await structureOf(page);
  expect(JSON.stringify({ lines, hash })).not.toMatch(/canary|4111|long \w/);
  expect(lines).toEqual([
    'body',
    ' custom[id] medium',
    ' input[name,placeholder]',
    ' a[href] medium',
    ' p long',
  ]);
  expect(more).toBe(0);
});

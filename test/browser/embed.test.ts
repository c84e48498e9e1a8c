/**
 * The helper for hosts in a real browser: a page of another origin around the real module, its
 * headers and its handshake. Canned answers stand in the place of the service.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildEmbed } from '../../lib/build/embed.ts';
import { launchChromium } from '../support/chromium.ts';
import { type ModulePages, serveModulePages } from '../support/module-pages.ts';
import { sentFor } from './canned.ts';
import { basics, look, session } from './scene.ts';

const HOST = `<!doctype html><html lang="en"><title>Host</title><button id="open">Open</button>
  <div id="place"></div><script type="module" src="/host.js"></script></html>`;
/** Says everything to every window that it can reach, again and again, and keeps what it hears. */
const ATTACKER = `<!doctype html><html lang="en"><title>Attacker</title><script>
  window.heard = [];
  addEventListener('message', ({ data }) => heard.push(data));
  let sent = 0;
  const event = (type, reason) => ({ event: { _id: 'evt_' + (sent += 1), type, created: '',
    payload: { resource: { type: 'module' }, data: { reason, height: 1 } } } });
  const messages = () => [{ billhook: 'token-wanted' }, { billhook: 'token', token: 'evil' },
    { billhook: 'close' }, event('auth'), event('exit', 'session_expired'), event('close'), event('resize')];
  setInterval(() => {
    const near = [parent, top, opener].filter((one) => one && one !== window);
    for (const one of near.flatMap((one) => [one, ...Array.from(one, (_, at) => one[at])]))
      for (const message of messages()) one.postMessage(message, '*');
  }, 20);
</script></html>`;
const SCRIPT = `import { createModule } from '/billhook-embed.js'; window.createModule = createModule;`;

let browser: Browser;
let host: Server;
let hostOrigin: string;
let modules: ModulePages;
let folder: string;
let page: Page;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'billhook-embed-'));
  await buildEmbed(join(folder, 'dist'));
  const helper = readFileSync(join(folder, 'dist/index.js'), 'utf8');
  const scripts: Record<string, string> = { '/host.js': SCRIPT, '/billhook-embed.js': helper };
  host = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', scripts[url] ? 'text/javascript' : 'text/html');
    response.end(scripts[url] ?? (url === '/attacker' ? ATTACKER : HOST));
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  hostOrigin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  modules = await serveModulePages([hostOrigin]);
  browser = await launchChromium();
});

afterEach(() => page.context().close());
afterAll(async () => {
  await browser.close();
  await modules.close();
  host.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the page was told, and which tokens the service was asked to exchange. */
type Told = { readonly name: string; readonly type: string; readonly reason?: string };

const exchanged: string[] = [];

/**
 * A host's page that tells what it hears. `window.make()` makes a module with the options given.
 * @param answers of `POST /module/session`, one after the other; the last stays.
 */
async function openHost(
  options: string,
  answers: readonly object[] = [session],
  registered?: object,
): Promise<void> {
  exchanged.length = 0;
  page = await (await browser.newContext()).newPage();
  const left = [...answers];
  await page.context().route(/\/v1\//, async (route) => {
    const request = route.request();
    const path = `${request.method()} ${new URL(request.url()).pathname.replace('/v1', '')}`;
    const known = { ...look, origins: [hostOrigin] };
    if (path === 'GET /module/look/ptn_1') {
      // As the service lets every page read it.
      const headers = { 'access-control-allow-origin': '*' };
      return route.fulfill({ ...sentFor(path, registered ?? known), headers });
    }
    if (path !== 'POST /module/session') return route.fulfill(sentFor(path, basics[path]));
    exchanged.push(request.postDataJSON().token);
    const answer = (left.length > 1 ? left.shift() : left[0]) as object;
    await route.fulfill(sentFor(path, 'code' in answer ? answer : { ...answer, look: known }));
  });
  await page.goto(hostOrigin);
  await page.waitForFunction('window.createModule');
  await page.evaluate(`
    window.told = [];
    window.tokens = 0;
    const tell = (name) => (it) =>
      told.push({ name, type: it.type ?? it.code ?? it, reason: it.payload?.data.reason });
    window.make = () => createModule({
      module: 'account-linking', baseUrl: '${modules.origin}', partner: 'ptn_1',
      getToken: () => 'sso-' + ++tokens,
      onEvent: tell('event'), onExit: tell('exit'), onClose: tell('closed'), onProblem: tell('problem'),
      ${options}
    });
  `);
}

function told(): Promise<Told[]> {
  return page.evaluate('told');
}

async function heard(type: string, times = 1): Promise<Frame> {
  await page.waitForFunction(`told.filter((one) => one.type === '${type}').length >= ${times}`);
  return page.frames().find((frame) => frame.url().startsWith(modules.origin)) as Frame;
}

const inPlace = `container: document.getElementById('place')`;

describe('in an element', () => {
  test('one frame after a double mount, whose token is in no address', async () => {
    await openHost(inPlace);
    await page.evaluate('{ const first = make(); first.open(); first.destroy(); make().open(); }');
    const frame = await heard('resize');
    expect(exchanged).toEqual(['sso-1']);
    expect(page.frames()).toHaveLength(2);
    expect(frame.url()).toBe(`${modules.origin}/connect?partner=ptn_1&events=extended`);
    const types = (await told()).map(({ type }) => type);
    expect(types.filter((type) => type !== 'resize')).toEqual(['step', 'ready']);
  });

  test('as high as its page, also when that becomes smaller', async () => {
    await openHost(inPlace);
    // On a desktop the page is a card that is never lower than so much.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate('make().open()');
    const frame = await heard('resize');
    const height = () => page.locator('iframe').evaluate((element) => element.clientHeight);
    const before = await height();
    await frame.getByLabel('Company name').fill('zzz');
    await expect.poll(height).not.toBe(before);
    const scrolls = await frame.evaluate('document.documentElement.scrollHeight > innerHeight');
    expect(scrolls).toBe(false);
  });

  test('tells once that the user left, and is gone', async () => {
    await openHost(inPlace);
    await page.evaluate('make().open()');
    const frame = await heard('ready');
    await frame.getByRole('button', { name: 'Close' }).first().click();
    await heard('user');
    const ends = (await told()).filter(({ type }) => /exit|close|user/.test(type));
    expect(ends).toEqual([
      { name: 'event', type: 'exit', reason: 'closed' },
      { name: 'exit', type: 'exit', reason: 'closed' },
      { name: 'event', type: 'close', reason: 'closed' },
      { name: 'closed', type: 'user' },
    ]);
    expect(page.frames()).toHaveLength(1);
  });
});

describe('with another token', () => {
  const renewing = `${inPlace}, onExpired: async () => 'sso-new'`;

  test.each([
    ['a link that was used', { status: 401, code: 'token_invalid' }, 1],
    ['a session that has ended', { ...session, expiresIn: 2 }, 2],
  ])('%s goes on in the same frame', async (_, first, times) => {
    await openHost(renewing, [first, session]);
    await page.evaluate('make().open()');
    await heard('close');
    await heard('ready', times);
    expect(exchanged).toEqual(['sso-1', 'sso-new']);
    expect((await told()).filter(({ name }) => name === 'closed')).toEqual([]);
  });

  test('that comes late opens the page, which could be closed meanwhile', async () => {
    await openHost(`mode: 'modal', getToken: () => new Promise((give) => { window.give = give; })`);
    await page.evaluate('make().open()');
    const frame = await heard('error');
    expect(await told()).toEqual([{ name: 'event', type: 'error', reason: 'token_missing' }]);
    expect(await frame.getByRole('button', { name: 'Close' }).first().isVisible()).toBe(true);
    await page.evaluate(`give('sso-late')`);
    await heard('ready');
    expect(exchanged).toEqual(['sso-late']);
  });

  test('or none: a page that cannot begin can be left', async () => {
    await openHost(`mode: 'modal'`, [{ status: 500, code: 'internal_error' }]);
    await page.evaluate('make().open()');
    const frame = await heard('error');
    await frame.getByRole('button', { name: 'Close' }).first().click();
    await heard('user');
    expect((await told()).map(({ name, type, reason }) => [name, type, reason].join(' '))).toEqual([
      'event error service_unavailable',
      'event exit closed',
      'exit exit closed',
      'event close closed',
      'closed user ',
    ]);
    expect(await page.locator('dialog').count()).toBe(0);
  });

  test('that the host does not give, the module is closed', async () => {
    await openHost(inPlace, [{ status: 401, code: 'token_invalid' }]);
    await page.evaluate('make().open()');
    await heard('expired');
    expect((await told()).at(-1)).toEqual({ name: 'closed', type: 'expired' });
    expect(page.frames()).toHaveLength(1);
  });
});

describe('as a modal', () => {
  test('keeps the focus inside, and gives it back where it was', async () => {
    await openHost(`mode: 'modal'`);
    await page.evaluate(`{
      window.modal = make();
      document.getElementById('open').addEventListener('click', modal.open);
    }`);
    await page.focus('#open');
    await page.keyboard.press('Enter');
    const frame = await heard('ready');
    const focused = () => page.evaluate('document.activeElement.tagName');
    expect(await focused()).toBe('IFRAME');
    await page.keyboard.press('Tab');
    // The frame is another process of the browser, which is told in its own time.
    const inside = () => frame.evaluate('document.activeElement.tagName');
    await expect.poll(inside).toBe('BUTTON');
    for (let time = 0; time < 25; time += 1) {
      await page.keyboard.press('Tab');
      expect(await focused()).not.toBe('BUTTON');
    }
    // Pressed in the frame, where the dialog around it does not hear it.
    await page.keyboard.press('Escape');
    await heard('user');
    expect(await page.evaluate('document.activeElement.id')).toBe('open');
    expect(await page.locator('dialog').count()).toBe(0);
  });
});

describe('an attacker', () => {
  /** The same server, by a name that makes it another origin. */
  const elsewhere = () => hostOrigin.replace('127.0.0.1', 'localhost');
  const frame = (sandbox?: string) => (src: string) =>
    `{
    const frame = document.createElement('iframe');
    ${sandbox === undefined ? '' : `frame.setAttribute('sandbox', '${sandbox}');`}
    frame.src = '${src}';
    document.body.append(frame);
  }`;

  test.each<[string, (src: string) => string]>([
    ['in a frame beside the module', frame()],
    ['in a sandboxed frame beside it, of no origin', frame('allow-scripts')],
    ['in a popup of the host', (src) => `{ window.open('${src}') }`],
  ])('%s gives no token, gets none, and is no event', async (_where, comes) => {
    const getToken = `getToken: () => new Promise((give) => setTimeout(give, 600, 'sso-' + ++tokens))`;
    await openHost(`${inPlace}, ${getToken}`);
    await page.evaluate(comes(`${elsewhere()}/attacker`));
    const find = () =>
      page
        .context()
        .pages()
        .flatMap((one) => one.frames())
        .find((one) => one.url().endsWith('/attacker'));
    await expect.poll(find).toBeDefined();
    await page.evaluate('make().open()');
    const module = await heard('ready');
    // It goes on while the page is open.
    await page.waitForTimeout(200);
    expect(exchanged).toEqual(['sso-1']);
    expect(await page.evaluate('tokens')).toBe(1);
    const types = new Set((await told()).map(({ type }) => type));
    expect([...types].sort()).toEqual(['ready', 'resize', 'step']);
    expect(await module.getByLabel('Company name').isVisible()).toBe(true);
    expect(
      await page
        .locator('iframe')
        .first()
        .evaluate(({ clientHeight }) => clientHeight),
    ).toBeGreaterThan(1);
    expect(await find()?.evaluate('heard')).toEqual([]);
  });

  test('who opens the module in a window of its own is not its host', async () => {
    await openHost(inPlace);
    const opened = page.context().waitForEvent('page');
    await page.goto(`${elsewhere()}/attacker`);
    const address = `${modules.origin}/connect?partner=ptn_1&events=extended`;
    await page.evaluate(`{
      const opened = window.open('${address}');
      setInterval(() => opened.postMessage({ billhook: 'token', token: 'evil' }, '*'), 20);
    }`);
    await (await opened).locator('[data-screen]').waitFor();
    await page.waitForTimeout(200);
    expect(exchanged).toEqual([]);
    expect(await page.evaluate('heard')).toEqual([]);
  });

  test('around the host’s own page gets no module, however deep it stands', async () => {
    await openHost(inPlace);
    const refused = page.waitForEvent('console', (line) => line.text().includes('frame-ancestors'));
    await page.goto(`${elsewhere()}/attacker`);
    await page.evaluate(frame()(hostOrigin));
    const find = () => page.frames().find((one) => one.url().startsWith(hostOrigin));
    await expect.poll(find).toBeDefined();
    const inner = find() as Frame;
    await inner.waitForFunction('document.readyState === "complete"');
    await inner.evaluate(frame()(`${modules.origin}/connect?partner=ptn_1`));
    await refused;
    expect(exchanged).toEqual([]);
  });
});

test('a host that is not registered is told at once, and shows no broken page', async () => {
  const closed = await serveModulePages(['https://other.example']);
  try {
    const registered = { ...look, origins: ['https://other.example'] };
    await openHost(`mode: 'modal', baseUrl: '${closed.origin}'`, [session], registered);
    await page.evaluate('make().open()');
    // Neither after 20 seconds nor in the browser's own words.
    await page.getByText("This page can't be shown here right now.").waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await told()).toEqual([{ name: 'problem', type: 'origin-not-registered' }]);
    await page.getByRole('button', { name: 'Close' }).click();
    expect((await told()).at(-1)).toEqual({ name: 'closed', type: 'failed' });
    expect(await page.locator('dialog').count()).toBe(0);
  } finally {
    await closed.close();
  }
});

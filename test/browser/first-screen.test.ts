/** What a page does before its module's script is there, and however it was come to. */
import type { Route } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { createApiClient } from '../../lib/client/api-client.ts';
import { addPartner } from '../support/partners.ts';
import { dueDate, newName, openWorld, valueFrom } from '../support/world.ts';
import { measureVisit, roundTripsOf } from './page-speed.ts';
import { frameModule } from './partner-app.ts';
import {
  agree,
  browser,
  comeAnew,
  moduleAddress,
  newUser,
  onScreen,
  page,
  visitInChromium,
  visitor,
} from './visitor.ts';

const world = openWorld();
const SESSION = '/v1/module/session';
const pages = ['connect', 'card-swap', 'bill-pay'] as const;

visitInChromium();

/** Keeps the modules' scripts on their way until they are let go. */
async function holdScripts(): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await visitor.context.route(/\/assets\/.*\.js/, (route) => void held.push(route));
  return async () => {
    await visitor.context.unroute(/\/assets\/.*\.js/);
    await Promise.all(held.map((route) => route.continue()));
  };
}

const sessionsAsked = () => visitor.requests.filter(({ url }) => url.endsWith(SESSION));

async function askedOnce(): Promise<Record<string, unknown>> {
  const [asked] = await until('the request for a session', async () => {
    const found = sessionsAsked();
    return found.length > 0 && found;
  });
  return JSON.parse(asked?.body ?? '{}');
}

test.each(pages)('%s is there after two round trips, the page’s own among them', async (name) => {
  const user = await newUser(world);
  // The first one warms the service.
  for (let run = 0; run < 2; run += 1) {
    const { requests } = await measureVisit(
      browser,
      moduleAddress(name, { token: await user.newToken() }),
    );
    if (run === 0) continue;
    const asked = requests.map((one) => one.name);
    expect(asked.filter((one) => !one.startsWith('/assets/'))).toEqual([`/${name}`, SESSION]);
    expect(asked.length).toBeLessThanOrEqual(4);
    expect(roundTripsOf(requests)).toBe(2);
  }
});

/** Somebody with two bills, whose amounts stand at the end of their rows. */
async function userWithBills() {
  const user = await newUser(world);
  for (const [name, balance] of [
    ['Regular Company 1', '42.00'],
    ['Regular Company 2', '1184.71'],
  ] as const) {
    const form = { balance, dueDate: dueDate(9) };
    const auth = await world.link(user.clientId, await world.findCompany(name), form);
    await world.billOf(user.clientId, auth._id);
  }
  return user;
}

describe('the font', () => {
  test.each([
    ['connect', newUser],
    ['card-swap', newUser],
    ['bill-pay', newUser],
    ['bill-pay', userWithBills],
  ] as const)('is there with the first screen and moves nothing: %s, %o', async (name, userOf) => {
    const user = await userOf(world);
    for (const width of [390, 320, 1280]) {
      let isOwn = false;
      // A screen waits 100 ms for its font: on a busy machine one visit in many goes on without it.
      for (let visit = 0; visit < 3 && !isOwn; visit++) {
        const address = moduleAddress(name, { token: await user.newToken() });
        const { cls, ownFont } = await measureVisit(browser, address, width);
        expect({ width, cls }).toEqual({ width, cls: 0 });
        isOwn = ownFont;
      }
      expect({ width, isOwn }).toEqual({ width, isOwn: true });
    }
  });

  test('that comes late and would move something is used from the next screen on', async () => {
    const user = await userWithBills();
    await comeAnew();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await visitor.context.route(/\/assets\/figtree-/, (route) => held.then(() => route.continue()));
    const font = page.waitForResponse(/\/assets\/figtree-/);
    await page.goto(moduleAddress('bill-pay', { token: await user.newToken() }));
    await onScreen(page, 'bills');
    letGo();
    await (await font).finished();
    const has = () => [...document.fonts].some(({ family }) => family === 'Figtree');
    // Long enough for a font that is there to be used.
    await page.waitForTimeout(500);
    expect(await page.evaluate(has)).toBe(false);
    // What both bills lack stands above them.
    await page.locator('[data-screen=bills] section').last().locator('button').first().click();
    await onScreen(page, 'bill');
    expect(await page.evaluate(has)).toBe(true);
  });
});

test.each([
  ['the page alone', [[0, 100]], 1],
  [
    'two at once',
    [
      [0, 100],
      [50, 200],
      [60, 300],
    ],
    2,
  ],
  [
    'one after another',
    [
      [0, 90],
      [100, 190],
      [200, 290],
    ],
    3,
  ],
])('round trips are counted: %s', (_what, rows, trips) => {
  const requests = rows.map(([from = 0, answered = 0]) => ({ name: 'a', from, answered }));
  expect(roundTripsOf(requests)).toBe(trips);
});

describe('before its script is there', () => {
  test.each([
    ['the query', '?token=', ''],
    ['the fragment', '', '#token='],
  ])('the token of %s is out of the address, and a session asked for', async (_, query, hash) => {
    await comeAnew();
    const letGo = await holdScripts();
    const token = await (await newUser(world, { nonce: true })).newToken();
    const more = `${query ? '&' : '?'}companyId=co_none&cardPaymentsOnly=true`;
    const { modulesUrl } = inject('service');
    const address = `${modulesUrl}/connect${query && query + token}${more}${hash && hash + token}`;
    await page.goto(address, { waitUntil: 'commit' });
    expect(await askedOnce()).toEqual({
      ...{ module: 'account-linking', token, companyId: 'co_none', cardPaymentsOnly: true },
      verifier: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(page.url()).toBe(`${modulesUrl}/connect?companyId=co_none&cardPaymentsOnly=true`);
    await onScreen(page, 'loading');
    await letGo();
    // There is no such company.
    await onScreen(page, 'hindrance');
    await page.locator('button.primary').click();
    await agree(page);
    await onScreen(page, 'search');
    expect(sessionsAsked()).toHaveLength(1);
    expect(visitor.errors).toEqual([]);
    expect(visitor.console.join('\n')).not.toMatch(/policy|trusted/i);
  });

  test('a page that its host gives the token has asked for it, and for a session', async () => {
    await comeAnew();
    const letGo = await holdScripts();
    const token = await (await newUser(world, { nonce: true })).newToken();
    await page.addInitScript(`addEventListener('message', ({ source, data, origin }) => {
      if (data.billhook === 'token-wanted') source.postMessage({ billhook: 'token', token: '${token}' }, origin);
    })`);
    const { partnerId } = inject('service');
    const app = { origin: inject('partnerApp') };
    const frame = await frameModule(page, app, moduleAddress('card-swap', { partner: partnerId }));
    expect(await askedOnce()).toMatchObject({ module: 'card-swap', token });
    expect(visitor.requests.map(({ url }) => new URL(url).pathname)).not.toContain(
      `/v1/module/look/${partnerId}`,
    );
    await letGo();
    await onScreen(frame, 'intro');
    expect(sessionsAsked()).toHaveLength(1);
  });

  test('it has the colors of its partner, its title, and says when it is stuck', async () => {
    const partner = await addPartner(inject('service'));
    const api = createApiClient({ baseUrl: inject('service').baseUrl, apiKey: partner.apiKey });
    const theme = { brandColor: '#aa3300', light: { background: '#fff4e0' } };
    valueFrom(await api.partner.updateModules({ theme }));
    const { token } = valueFrom(await api.client.createToken({ identifier: newName() }));
    await comeAnew();
    await holdScripts();
    await page.goto(moduleAddress('bill-pay', { token, locale: 'es' }), { waitUntil: 'commit' });
    await onScreen(page, 'loading');
    expect(await page.locator('h1').innerText()).toBe('Tus facturas');
    const color = 'getComputedStyle(document.body).backgroundColor';
    await expect.poll(() => page.evaluate(color)).toBe('rgb(255, 244, 224)');
    await page.getByText('Si no aparece nada más').waitFor();
  });
});

describe('a page that was open', () => {
  test('goes on when it is loaded again, or come back to', async () => {
    await comeAnew();
    const user = await newUser(world, { nonce: true });
    await page.goto(moduleAddress('bill-pay', { token: await user.newToken() }));
    await onScreen(page, 'welcome');
    await page.reload();
    await onScreen(page, 'welcome');
    await page.goto(`${inject('service').modulesUrl}/nothing`);
    await page.goBack();
    await onScreen(page, 'welcome');
    await page.goForward();
    await page.goBack();
    await onScreen(page, 'welcome');
    expect(visitor.errors).toEqual([]);
  });

  test('with a link that was used says so, and shows whose it was', async () => {
    const user = await newUser(world, { nonce: true });
    const token = await user.newToken();
    valueFrom(await world.api.client.createAccessToken({ token, verifier: 'v'.repeat(43) }));
    await comeAnew();
    await page.goto(moduleAddress('connect', { token }));
    await onScreen(page, 'closed-expired');
    expect(page.url()).not.toContain('token');
  });

  test('without a connection says so, and opens once there is one', async () => {
    await comeAnew();
    const user = await newUser(world, { nonce: true });
    await visitor.context.route(`**${SESSION}`, (route) => route.abort());
    await page.goto(moduleAddress('connect', { token: await user.newToken() }));
    await onScreen(page, 'closed-offline');
    await visitor.context.unroute(`**${SESSION}`);
    await page.locator('button.primary').click();
    await agree(page);
    await onScreen(page, 'search');
  });
});

test.each([
  ['with bills and a card downloads neither linking nor what adds a card', true, ['places']],
  ['with nothing yet downloads both while reading', false, ['adding', 'linking', 'places']],
] as const)('who comes to bill pay %s', async (_, hasAll, expected) => {
  const user = hasAll ? await userWithBills() : await newUser(world);
  if (hasAll) await world.addCard(user.clientId);
  await comeAnew();
  const parts = () =>
    visitor.requests.flatMap(({ url }) => /\/bill-pay\.en\.(\w+)-/.exec(url)?.[1] ?? []).sort();
  await page.goto(moduleAddress('bill-pay', { token: await user.newToken() }));
  await onScreen(page, hasAll ? 'bills' : 'welcome');
  await until('the parts', () => Promise.resolve(parts().length >= expected.length));
  // All that is asked for is asked for at once, half a second after the first screen.
  await page.waitForTimeout(1_000);
  expect(parts()).toEqual(expected);
});

test('a part that comes later and does not come is asked for again', async () => {
  const user = await newUser(world);
  await comeAnew();
  const parts = /\/assets\/bill-pay\.en\.\w+-/;
  await visitor.context.route(parts, (route) => route.abort());
  await page.goto(moduleAddress('bill-pay', { token: await user.newToken() }));
  await onScreen(page, 'welcome');
  await page.getByRole('button', { name: /add/i }).first().click();
  await onScreen(page, 'part-failed');
  await visitor.context.unroute(parts);
  await page.locator('button.primary').click();
  await agree(page);
  await onScreen(page, 'search');
});

test.each([
  ['of a part', '', 'welcome', 'consent'],
  ['of a bill that a link leads to', 'bill', 'part-failed', 'bill'],
] as const)('the texts %s that do not come are asked for again', async (_, asked, before, then) => {
  const user = await newUser(world);
  const more: Record<string, string> = {};
  if (asked) {
    const company = await world.findCompany('Regular Company 1');
    const form = { balance: '12.00', dueDate: dueDate(9) };
    const auth = await world.link(user.clientId, company, form);
    more.billId = (await world.billOf(user.clientId, auth._id)).bill._id;
  }
  await comeAnew();
  const texts = /\/assets\/bill-pay\.texts\.en/;
  await visitor.context.route(texts, (route) => route.abort());
  await page.goto(moduleAddress('bill-pay', { token: await user.newToken(), ...more }));
  await onScreen(page, before);
  if (!asked) await page.getByRole('button', { name: /add/i }).first().click();
  await onScreen(page, 'part-failed');
  await visitor.context.unroute(texts);
  await page.locator('button.primary').click();
  await onScreen(page, then);
  expect(visitor.errors).toEqual([]);
});

test('in bill pay a search begins with companies that the session left out', async () => {
  const user = await newUser(world);
  const company = await world.findCompany('Regular Company 1');
  const auth = await world.link(user.clientId, company, { balance: '12.00', dueDate: dueDate(9) });
  await world.billOf(user.clientId, auth._id);
  await comeAnew();
  await page.goto(moduleAddress('bill-pay', { token: await user.newToken() }));
  await onScreen(page, 'bills');
  expect(sessionsAsked()).toHaveLength(1);
  expect(visitor.requests.filter(({ url }) => url.includes('/list/'))).toEqual([]);
  await page
    .getByRole('button', { name: /add .*(bill|account)|another/i })
    .first()
    .click();
  await agree(page);
  await onScreen(page, 'search');
  await page.locator('[data-screen=search] li button').nth(11).waitFor();
  expect(sessionsAsked()).toHaveLength(2);
  expect(JSON.parse(sessionsAsked()[1]?.body ?? '{}')).not.toHaveProperty('lists');
});

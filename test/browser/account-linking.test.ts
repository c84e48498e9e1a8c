import type { Frame, Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { texts } from '../../modules/kit/consent/texts/en.ts';
import { addPartner } from '../support/partners.ts';
import { DECLINING_CARD, swap, swapOf } from '../support/swap-steps.ts';
import { dueDate, givenBank, openWorld, valueFrom } from '../support/world.ts';
import { frameModule, heardBy, servePartnerApp } from './partner-app.ts';
import {
  agree,
  answerCode,
  comeAnew,
  comeUnwatched,
  keptBy,
  moduleAddress,
  newUser,
  onScreen,
  page,
  signIn,
  visitInChromium,
  visitor,
} from './visitor.ts';

const world = openWorld();
const form = { balance: '42.00', dueDate: dueDate(9) };

const app = { origin: inject('partnerApp') };

visitInChromium();

async function companyId(name: string): Promise<string> {
  return (await world.findCompany(name))._id;
}

/** A partner whose settings a test may change: the files share another, and run side by side. */
async function newPartnerWorld() {
  const service = inject('service');
  return openWorld({ ...service, ...(await addPartner(service)) });
}

async function status(authId: string) {
  return valueFrom(await world.api.auth.getAuth({ authId })).auth.status?.type;
}

/** Presses a key and counts it. */
function keyboard(of: Page) {
  let count = 0;
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) {
        count += 1;
        await of.keyboard.press(key);
      }
    },
    type: (text: string) => of.keyboard.type(text),
    count: () => count,
  };
}

describe('linking an account', () => {
  test('with a code, wrong first and then right, by keyboard alone in a frame on another origin', async () => {
    await comeAnew();
    const user = await newUser(world, { nonce: true });
    const company = await companyId('MFA Company 1');
    const query = { token: await user.newToken(), companyId: company, sessionId: 'session-1' };
    const frame = await frameModule(page, app, moduleAddress('connect', query));
    await agree(frame);
    await onScreen(frame, 'sign-in');
    const keys = keyboard(page);
    await frame.locator('h1').focus();
    await keys.press('Tab');
    await keys.type(form.balance);
    await keys.press('Tab');
    await keys.type(form.dueDate);
    await keys.press('Tab');
    await keys.type('mfa-required-code');
    await keys.press('Enter');
    await onScreen(frame, 'code-destination');
    await keys.press('Tab', 'Enter');
    await onScreen(frame, 'code');
    await keys.press('Tab');
    await keys.type('000000');
    await keys.press('Enter');
    await frame.getByText("That code didn't match").waitFor();
    const before = keys.count();
    await keys.press('Tab');
    await keys.type('123456');
    await keys.press('Enter');
    await onScreen(frame, 'linked');
    // What was wrong the first time is no part of the shortest way.
    const shortest = before;
    await keys.press('Tab', 'Enter');
    expect(shortest + 2).toBeLessThanOrEqual(12);
    await onScreen(frame, 'closed');
    const heard = await heardBy(page);
    expect(heard.map(({ event }) => event.type).filter((type) => type !== 'alive')).toEqual([
      'auth',
    ]);
    const [{ origin, event }] = heard as [(typeof heard)[number]];
    expect(origin).toBe(inject('service').modulesUrl);
    expect(event).toMatchObject({
      sessionId: 'session-1',
      payload: { data: { companyId: company } },
    });
    const { type, id = '' } = event.payload.resource;
    expect(type).toBe('auth');
    expect(await status(id)).toBe('verified');
    await expectNothingLeft(frame, ['123456', 'mfa-required-code']);
  });

  /** What was typed stands in the one request that carries it, and nowhere else. */
  async function expectNothingLeft(frame: Page | Frame, secrets: readonly string[]): Promise<void> {
    const kept = await keptBy(frame);
    const heard = JSON.stringify(await heardBy(page));
    for (const secret of secrets) {
      const carriers = visitor.requests.filter(({ body }) => body.includes(secret));
      expect(carriers.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toHaveLength(
        1,
      );
      expect([kept, heard, visitor.console.join(), visitor.errors.join()].join()).not.toContain(
        secret,
      );
      expect(visitor.requests.map(({ url }) => url).join()).not.toContain(secret);
    }
    expect(kept).not.toContain('?token=');
    expect(visitor.errors).toEqual([]);
  }

  test('on hold, fixed, and linked', async () => {
    await comeAnew();
    const user = await newUser(world);
    const query = { token: await user.newToken(), companyId: await companyId('Regular Company 1') };
    await page.goto(moduleAddress('connect', query));
    await signIn(page, { status: 'hold' });
    await onScreen(page, 'hold');
    await page.getByRole('button', { name: "I've done this" }).click();
    await onScreen(page, 'linked');
  });

  test('on hold, without the file that says what can be done: the service’s own sentence, and no way to go on blindly', async () => {
    await comeAnew();
    const user = await newUser(world);
    const query = { token: await user.newToken(), companyId: await companyId('Regular Company 1') };
    await visitor.context.route(/\/assets\/holds\./, (route) => route.abort());
    await page.goto(moduleAddress('connect', query));
    await signIn(page, { status: 'hold' });
    await onScreen(page, 'hold');
    await page.getByRole('link', { name: /^Go to Regular Company 1/ }).waitFor();
    expect(await page.locator('[data-code]').innerText()).toContain(' ');
    expect(await page.getByRole('button', { name: "I've done this" }).count()).toBe(0);
  });

  test('with questions that are left for later, and answered in another visit', async () => {
    await comeAnew();
    const user = await newUser(world, { nonce: true });
    const query = { companyId: await companyId('Regular Company 2') };
    await page.goto(moduleAddress('connect', { ...query, token: await user.newToken() }));
    await signIn(page, { status: 'mfa-required-questions' });
    await onScreen(page, 'questions');
    await page.getByRole('button', { name: 'Skip for now' }).click();
    await onScreen(page, 'skipped');
    await page.goto('about:blank');
    await page.goto(moduleAddress('connect', { token: await user.newToken() }));
    await onScreen(page, 'questions');
    for (const field of await page.locator('main input').all()) await field.fill('answer');
    await page.getByRole('button', { name: 'Continue' }).click();
    await onScreen(page, 'linked');
  });

  test('with a prompt, while the page is reloaded, killed and opened again with another token', async () => {
    await comeAnew();
    const user = await newUser(world, { nonce: true });
    const query = { companyId: await companyId('MFA Company 2') };
    await page.goto(moduleAddress('connect', { ...query, token: await user.newToken() }));
    await signIn(page, { ...form, status: 'mfa-required-prompt' });
    await onScreen(page, 'prompt');
    // The one-time token is spent and out of the address; the page goes on all the same.
    await page.reload();
    await onScreen(page, 'prompt');
    await visitor.context.close();
    await comeAnew();
    await page.goto(moduleAddress('connect', { token: await user.newToken() }));
    await onScreen(page, 'prompt');
    await page.getByRole('button', { name: "I've approved it" }).click();
    await onScreen(page, 'linked');
    await page.getByText(/\$42\.00 · due /).waitFor();
    await page.getByText('Nothing is paid yet.').waitFor();
  });

  test('with credentials that are refused, then others', async () => {
    await comeAnew();
    const user = await newUser(world);
    const query = { token: await user.newToken(), companyId: await companyId('Regular Company 3') };
    await page.goto(moduleAddress('connect', query));
    await signIn(page, { status: 'authenticate' });
    await page.getByText("didn't accept this sign-in").waitFor();
    await signIn(page, form);
    await onScreen(page, 'linked');
  });

  test('in two pages at once, each of which ends where the link is', async () => {
    await comeAnew();
    const user = await newUser(world);
    const token = await user.newToken();
    const query = { token, companyId: await companyId('MFA Company 1') };
    await page.goto(moduleAddress('connect', query));
    await signIn(page, { ...form, status: 'mfa-required-code' });
    await onScreen(page, 'code-destination');
    const second = await visitor.context.newPage();
    await second.goto(moduleAddress('connect', query));
    await onScreen(second, 'code-destination');
    await second.getByRole('button', { name: 'Send code' }).click();
    await answerCode(second, '123456');
    await onScreen(second, 'linked');
    await onScreen(page, 'linked');
    expect(
      valueFrom(await world.api.auth.listAuths({ clientId: user.clientId })).data,
    ).toHaveLength(1);
  });

  test('over a connection that is gone for a while', async () => {
    await comeAnew();
    const user = await newUser(world);
    const query = { token: await user.newToken(), companyId: await companyId('Regular Company 4') };
    await page.goto(moduleAddress('connect', query));
    await agree(page);
    await onScreen(page, 'sign-in');
    await visitor.context.setOffline(true);
    await page.getByText("You're offline").waitFor();
    await page.locator('input[name="status"]').fill('mfa-required-questions');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Check your connection').waitFor();
    await visitor.context.setOffline(false);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await onScreen(page, 'questions');
  });
});

describe('a company that wants its user there', () => {
  test('is paid in the module with the stored credentials, once', async () => {
    await comeAnew();
    const user = await newUser(world);
    const company = await world.findCompany('MFA Company 1');
    const methodId = await world.addCard(user.clientId);
    const auth = await world.link(user.clientId, company, form);
    const { bill } = await world.billOf(user.clientId, auth._id);
    const query = { billId: bill._id, paymentMethodId: methodId, items: 'payment' };
    await page.goto(moduleAddress('connect', { ...query, token: await user.newToken() }));
    await onScreen(page, 'review');
    await page.getByRole('button', { name: 'Pay $42.00' }).dblclick();
    await onScreen(page, 'paid');
    await page.reload();
    await onScreen(page, 'paid');
    const { payments } = valueFrom(await world.api.bill.getBill({ billId: bill._id }));
    expect(payments.map(({ amount }) => amount)).toEqual(['42.00']);
  });

  test('is linked and paid in one visit, once its user has seen what is paid, to whom and when', async () => {
    await comeAnew();
    const user = await newUser(world);
    const company = await world.findCompany('MFA Company 1');
    await world.addCard(user.clientId);
    const query = { companyId: company._id, items: 'payment' };
    await page.goto(moduleAddress('connect', { ...query, token: await user.newToken() }));
    await signIn(page, { ...form, status: 'mfa-required-code' });
    await onScreen(page, 'code-destination');
    expect(await page.getByText('before you pay').count()).toBe(0);
    await page.getByRole('button', { name: 'Send code' }).click();
    await answerCode(page, '123456');
    await onScreen(page, 'review');
    const [entry] = valueFrom(await world.api.bill.listBills({ clientId: user.clientId })).data;
    if (!entry) throw new Error('There is no bill');
    const { bill } = entry;
    expect(bill.status.type).not.toBe('pending');
    // Nobody comes back to signing in, and a reload pays nothing either.
    await page.reload();
    await onScreen(page, 'review');
    await page
      .getByText('One payment, today, from Visa ending in 1111 to MFA Company 1.')
      .waitFor();
    expect(valueFrom(await world.api.bill.getBill({ billId: bill._id })).payment).toBeUndefined();
    await page.getByRole('button', { name: 'Pay $42.00' }).click();
    // The company asks for a code again: nothing of the first session is left. The screens say why.
    await onScreen(page, 'code-destination');
    const why = page.getByText("checks that it's you before you pay, even if you just signed in");
    await why.waitFor();
    await page.getByRole('button', { name: 'Send code' }).click();
    await onScreen(page, 'code');
    await why.waitFor();
    await answerCode(page, '123456');
    await onScreen(page, 'paid');
    const { payments } = valueFrom(await world.api.bill.getBill({ billId: bill._id }));
    expect(payments.map(({ amount }) => amount)).toEqual(['42.00']);
  });

  test('is paid what its user chooses of a minimum, a statement and a full balance', async () => {
    await comeAnew();
    const user = await newUser(world);
    const company = await world.findCompany('Fallowmere Store Card');
    const given = givenBank(user.clientId);
    const { paymentMethodId } = valueFrom(await world.api.payment.addPaymentMethod(given));
    const names = company.auth.loginFields.map(({ name }) => [name, `${user.clientId}@a.example`]);
    const auth = await world.link(user.clientId, company, Object.fromEntries(names));
    const { bill } = await world.billOf(user.clientId, auth._id);
    const { balance = '', statementBalance = '' } = bill;
    const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
    const shown = (amount: string) => dollars.format(Number(amount));
    const query = { billId: bill._id, paymentMethodId, items: 'payment' };
    await page.goto(moduleAddress('connect', { ...query, token: await user.newToken() }));
    await onScreen(page, 'review');
    await page.getByRole('button', { name: `Pay ${shown(balance)}` }).waitFor();
    await page.getByRole('radio', { name: 'Statement balance' }).check();
    expect(await page.locator('.hero strong').innerText()).toBe(shown(statementBalance));
    const asked = page.waitForRequest((one) => one.url().endsWith('/continue'));
    await page.getByRole('button', { name: `Pay ${shown(statementBalance)}` }).click();
    const { meta } = (await asked).postDataJSON();
    expect(meta).toMatchObject({ amount: statementBalance, maxAmount: statementBalance });
    await onScreen(page, 'paid');
    await page.reload();
    await onScreen(page, 'paid');
    const { payments } = valueFrom(await world.api.bill.getBill({ billId: bill._id }));
    expect(payments.map(({ amount }) => amount)).toEqual([statementBalance]);
  });

  test('is not paid more than its user was shown: the new amount is looked over first', async () => {
    await comeAnew();
    const user = await newUser(world);
    const company = await world.findCompany('MFA Company 1');
    const paymentMethodId = await world.addCard(user.clientId);
    const auth = await world.link(user.clientId, company, form);
    const { bill } = await world.billOf(user.clientId, auth._id);
    const query = { billId: bill._id, paymentMethodId, items: 'payment' };
    await page.goto(moduleAddress('connect', { ...query, token: await user.newToken() }));
    await onScreen(page, 'review');
    // Meanwhile the company asks for more.
    await world.link(user.clientId, company, { ...form, balance: '300.00' });
    await page.getByRole('button', { name: 'Pay $42.00' }).click();
    await onScreen(page, 'payment-none');
    await page.getByText('You agreed to $42.00, but MFA Company 1 now asks for $300.00.').waitFor();
    const before = valueFrom(await world.api.bill.getBill({ billId: bill._id }));
    expect(before).toMatchObject({ payments: [], bill: { status: { type: 'upcoming' } } });
    await page.getByRole('button', { name: 'Review your payment' }).click();
    await page.getByRole('button', { name: 'Pay $300.00' }).click();
    await onScreen(page, 'paid');
    const { payments } = valueFrom(await world.api.bill.getBill({ billId: bill._id }));
    expect(payments.map(({ amount }) => amount)).toEqual(['300.00']);
  });
});

test('a swap that is on hold for its card is moved to another card, without signing in', async () => {
  await comeAnew();
  const user = await newUser(world);
  const { clientId } = user;
  const company = await world.findCompany('Regular Company 2');
  const { _id: authId } = await world.link(clientId, company, form);
  const refused = await world.addCard(clientId, { cardNumber: DECLINING_CARD });
  const held = await swap(world, { clientId, authId, methodId: refused });
  expect(held).toMatchObject({ status: { type: 'hold' }, auth: { status: { type: 'hold' } } });
  const paymentMethodId = await world.addCard(clientId);
  const query = { swapId: held._id, paymentMethodId, token: await user.newToken() };
  await page.goto(moduleAddress('connect', query));
  await agree(page);
  await onScreen(page, 'swapped');
  const moved = await swapOf(world, clientId, held._id);
  expect(moved).toMatchObject({
    status: { type: 'completed' },
    paymentMethod: { _id: paymentMethodId },
    auth: { status: { type: 'verified' } },
  });
});

describe('a session', () => {
  test('that is revoked in the middle ends on its own screen, and goes on with another token', async () => {
    await comeAnew();
    const user = await newUser(world);
    const query = { token: await user.newToken(), companyId: await companyId('Regular Company 1') };
    const frame = await frameModule(page, app, moduleAddress('connect', query));
    await agree(frame);
    await onScreen(frame, 'sign-in');
    valueFrom(await world.api.client.revokeTokens({ identifier: user.identifier }));
    await signIn(frame, form);
    await onScreen(frame, 'expired');
    expect((await heardBy(page)).map(({ event }) => event.type)).toEqual(['exit']);
    expect((await heardBy(page))[0]?.event.payload.data).toEqual({ reason: 'session_expired' });
    const token = await user.newToken();
    await page.evaluate(
      ([given = '', origin = '']) => {
        const message = { billhook: 'token', token: given };
        document.querySelector('iframe')?.contentWindow?.postMessage(message, origin);
      },
      [token, inject('service').modulesUrl],
    );
    await onScreen(frame, 'sign-in');
  });

  test('asks before it ends, and is made longer', async () => {
    await comeAnew();
    const { identifier } = await newUser(world);
    const given = { identifier, nonce: true, accessTokenExpiresIn: 120 };
    const { token } = valueFrom(await world.api.client.createToken(given));
    await page.clock.install();
    await page.goto(moduleAddress('connect', { token }));
    await agree(page);
    await onScreen(page, 'search');
    await page.clock.fastForward(100_000);
    const held = () => page.evaluate(() => history.state.billhook.accessToken);
    const before = await held();
    await page.getByRole('button', { name: 'Yes, continue' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(held).not.toBe(before);
    // Until the page has drawn what it now knows.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await page.clock.runFor(1_000);
    await page.clock.fastForward(60_000);
    expect(await page.locator('[data-screen]').getAttribute('data-screen')).toBe('search');
  });
});

describe('who may hear and frame the page', () => {
  test('an origin that is not registered gets neither the page nor an event', async () => {
    await comeAnew();
    const stranger = await servePartnerApp();
    const user = await newUser(world);
    const address = moduleAddress('connect', { token: await user.newToken() });
    const frame = await frameModule(page, stranger, address);
    await until('the refusal', async () =>
      visitor.console.some((line) => line.includes('frame-ancestors')),
    );
    expect(await frame.locator('[data-screen]').count()).toBe(0);
    expect(await heardBy(page)).toEqual([]);
    await stranger.close();
  });

  test('a page that belongs into frames opens by no link, with a token of whoever sent it', async () => {
    await comeAnew();
    const own = await newPartnerWorld();
    const settings = { origins: [app.origin], opensIn: ['frame' as const] };
    valueFrom(await own.api.partner.updateModules(settings));
    const user = await newUser(own);
    const query = { token: await user.newToken(), companyId: await companyId('Regular Company 1') };
    await page.goto(moduleAddress('connect', query));
    await onScreen(page, 'closed-place');
    expect(await page.locator('input').count()).toBe(0);
    const frame = await frameModule(page, app, moduleAddress('connect', query));
    await agree(frame);
    await onScreen(frame, 'sign-in');
  });

  test('whom a password is typed for stands above it, masked', async () => {
    await comeAnew();
    const { token } = valueFrom(
      await world.api.client.createToken({ identifier: `mallory-${Date.now()}@evil.example` }),
    );
    const query = { token, companyId: await companyId('Regular Company 1') };
    await page.goto(moduleAddress('connect', query));
    await agree(page);
    await onScreen(page, 'sign-in');
    await page.getByText(/^For ma•••\d\d@evil\.example$/).waitFor();
    expect(await page.locator('body').innerText()).not.toContain('mallory');
  });

  test('a token comes by handshake where the address has none', async () => {
    await comeAnew();
    const user = await newUser(world);
    const token = await user.newToken();
    await page.addInitScript((given) => {
      addEventListener('message', ({ data, source, origin }) => {
        if (data?.billhook !== 'token-wanted') return;
        (source as Window).postMessage({ billhook: 'token', token: given }, origin);
      });
    }, token);
    const query = { partner: inject('service').partnerId };
    const frame = await frameModule(page, app, moduleAddress('connect', query));
    await agree(frame);
    await onScreen(frame, 'search');
    expect(frame.url()).not.toContain(token);
  });

  test.each([
    ['iOS', 'webkit', 'object'],
    ['Android', 'Billhook', 'string'],
  ])('the bridge of %s hears an exit once', async (_system, bridge, kind) => {
    await comeAnew();
    await page.addInitScript((name) => {
      const heard: unknown[] = [];
      const handler = { postMessage: (message: unknown) => heard.push(message) };
      const own = name === 'webkit' ? { messageHandlers: { Billhook: handler } } : handler;
      Object.assign(globalThis, { [name]: own, heard });
    }, bridge);
    const user = await newUser(world);
    await page.goto(moduleAddress('connect', { token: await user.newToken() }));
    await agree(page);
    await onScreen(page, 'search');
    await page.getByRole('button', { name: 'Close' }).click();
    await onScreen(page, 'closed');
    const heard = await heardBy(page);
    expect(heard.map((one) => typeof one)).toEqual([kind]);
    const message = typeof heard[0] === 'string' ? JSON.parse(heard[0]) : heard[0];
    expect(message.event.type).toBe('exit');
  });
});

test('a subscription says what its user agrees to, which is kept with its bill', async () => {
  await comeAnew();
  const user = await newUser(world);
  const query = { token: await user.newToken(), companyId: await companyId('Regular Company 5') };
  await page.goto(moduleAddress('connect', query));
  await agree(page);
  await page.getByText(/^Regular Company 5 takes automatic payments only\./).waitFor();
  await signIn(page, form);
  await onScreen(page, 'linked');
  const { data } = valueFrom(await world.api.bill.listBills({ clientId: user.clientId }));
  const textHash = texts['consent.subscription.2.hash'];
  const consent = { by: 'user', textHash, version: '2', locale: 'en' };
  expect(data.map(({ bill }) => bill.settings)).toMatchObject([{ recurring: 'enabled', consent }]);
});

test('a partner with an encryption key gets what is secret encrypted', async () => {
  await comeAnew();
  const own = await newPartnerWorld();
  valueFrom(await own.api.partner.createEncryptionKey());
  const user = await newUser(own);
  const query = { token: await user.newToken(), companyId: await companyId('Regular Company 5') };
  await page.goto(moduleAddress('connect', query));
  await signIn(page, { ...form, status: 'secret-status' });
  await onScreen(page, 'linked');
  const sent = visitor.requests.filter(
    ({ url, method }) => method === 'POST' && url.endsWith('/auth'),
  );
  expect(sent.map(({ body }) => Object.keys(JSON.parse(body)))).toEqual([['encrypted', 'hash']]);
  expect(visitor.requests.map(({ body }) => body).join()).not.toContain('secret-status');
});

describe('a page of the partner’s own, which calls the API with a token', () => {
  type Called = { status: number; code?: string; rate: string | null } | 'not readable';

  /** As a page does it: the browser asks first whether it may. */
  const call = (path: string, credential: string, body?: object): Promise<Called> =>
    page.evaluate(
      async ([url = '', bearer = '', json]) => {
        try {
          const response = await fetch(url, {
            method: json ? 'POST' : 'GET',
            headers: {
              authorization: `Bearer ${bearer}`,
              'content-type': 'application/json',
              ...(json && { 'idempotency-key': crypto.randomUUID() }),
            },
            body: json,
          });
          const { code } = await response.json();
          return { status: response.status, code, rate: response.headers.get('ratelimit') };
        } catch {
          return 'not readable';
        }
      },
      [`${inject('service').baseUrl}${path}`, credential, body && JSON.stringify(body)],
    );

  /** Without a route: where there is one, Playwright answers preflights in the service's place. */
  async function visitPage(origin: string): Promise<void> {
    await comeUnwatched();
    await page.goto(origin);
  }

  async function accessOf(user: Awaited<ReturnType<typeof newUser>>) {
    const token = await user.newToken();
    return valueFrom(await world.api.client.createAccessToken({ token })).accessToken;
  }

  test('reads what the token opens, and every refusal; what a key opens stays closed', async () => {
    await visitPage(app.origin);
    const user = await newUser(world);
    const access = await accessOf(user);
    const rate = expect.stringContaining('"default";r=');
    expect(await call(`/bill/list/${user.clientId}`, access)).toMatchObject({ status: 200, rate });
    const search = { query: 'Regular Company 1' };
    expect(await call('/company/search', access, search)).toMatchObject({ status: 200 });
    const absent = await call('/bill/none', access);
    expect(absent).toMatchObject({ status: 404, code: 'bill_not_found' });
    expect(await call('/bill/none', 'a.b.c')).toMatchObject({ status: 401, code: 'token_invalid' });
    const exchange = { token: await user.newToken() };
    expect(await call('/client/access-token', '', exchange)).toMatchObject({ status: 200 });
    const { apiKey } = inject('service');
    expect(await call('/company/search', apiKey, search)).toBe('not readable');
    expect(await call('/partner', access)).toBe('not readable');
  });

  test('of an origin that the partner did not register is refused, and told so', async () => {
    const elsewhere = await servePartnerApp();
    try {
      await visitPage(elsewhere.origin);
      const user = await newUser(world);
      const refused = { status: 403, code: 'origin_not_registered' };
      const access = await accessOf(user);
      expect(await call(`/bill/list/${user.clientId}`, access)).toMatchObject(refused);
      const token = await user.newToken();
      expect(await call('/client/access-token', '', { token })).toMatchObject(refused);
    } finally {
      await elsewhere.close();
    }
  });
});

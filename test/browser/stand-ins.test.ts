/** The stand-in companies in Chromium: the app of the phone company, and what the hostile page achieves. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, standIn } from '../connectors/stand-ins/site.ts';
import { launchChromium } from '../support/chromium.ts';

const mobile = standIn('mobile', (customer) => String(5_550_200_000 + customer));
const streaming = standIn('streaming', (customer) => `member-${customer}@mail.example`);

let browser: Browser;

beforeAll(async () => {
  // Otherwise WebRTC makes its addresses known to the network that this machine is in.
  browser = await launchChromium(['--disable-features=WebRtcHideLocalIpsWithMdns']);
});

afterAll(async () => {
  await browser?.close();
});

async function inPage(visit: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  try {
    await visit(await context.newPage());
  } finally {
    await context.close();
  }
}

async function signIn(page: Page, login: string, password = PASSWORD): Promise<void> {
  await page.goto(mobile.url());
  await page.getByLabel('Phone number').fill(login);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function letIn(page: Page, login: string): Promise<void> {
  await signIn(page, login);
  const code = page.getByLabel('Code from your phone');
  await code.waitFor();
  await code.fill((await mobile.messagesTo(login))[0].code);
  await code.press('Enter');
  await page.getByRole('heading', { name: 'Your bill' }).waitFor();
}

/** As far as the button that charges the card. */
async function review(page: Page, amount: string) {
  await page.getByRole('button', { name: 'Pay bill' }).click();
  await page.getByLabel('Amount').fill(amount);
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expires').fill('12/31');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('ZIP code').fill('78701');
  await page.getByRole('button', { name: 'Next' }).click();
  return page.getByRole('button', { name: 'Pay $' });
}

describe('The phone company’s app', () => {
  test('lets a customer in with a code, and takes a payment that is processed for a while', () =>
    inPage(async (page) => {
      const login = await mobile.newCustomer();
      await letIn(page, login);
      await page.getByText('$84.37').waitFor();
      await page.getByText('Due 01/10/27').waitFor();
      await (await review(page, '$20.00')).click();
      await page.getByRole('heading', { name: 'Thanks!' }).waitFor();
      const [payment] = await mobile.booksOf(login);
      expect(payment.amount).toBe(20);
      await page.getByText(payment.confirmation).waitFor();
      await page.getByText('Payments', { exact: true }).click();
      await page.getByText('Processing').waitFor();
    }));

  test('says what is wrong, and keeps what was typed', () =>
    inPage(async (page) => {
      const login = await mobile.newCustomer();
      await signIn(page, login, 'wrong');
      await page.getByRole('alert').getByText('don’t match').waitFor();
      expect(await page.getByLabel('Phone number').inputValue()).toBe(login);
    }));

  test('forgets its customer when it is reloaded, and keeps nothing in the browser', () =>
    inPage(async (page) => {
      await letIn(page, await mobile.newCustomer());
      expect(await page.context().cookies()).toEqual([]);
      expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
      await page.reload();
      await page.getByLabel('Phone number').waitFor();
    }));

  test('shows the sign-in once a session has ended', () =>
    inPage(async (page) => {
      const login = await mobile.newCustomer();
      await letIn(page, login);
      await mobile.turn('session-ended', 'yes', login);
      await page.getByText('Payments', { exact: true }).click();
      await page.getByRole('alert').getByText('signed out').waitFor();
      await page.getByLabel('Phone number').waitFor();
    }));

  test.each([
    ['once, and it is guarded', '', 1],
    ['twice, and it is not', 'yes', 2],
  ])('charges %s, when the button is pressed twice', (_, chargesTwice, charged) =>
    inPage(async (page) => {
      const login = await mobile.newCustomer();
      await mobile.turn('charges-twice', chargesTwice, login);
      await mobile.turn('slow-payment', '400', login);
      await letIn(page, login);
      await (await review(page, '10')).dblclick();
      await page.getByRole('heading', { name: 'Thanks!' }).waitFor();
      await expect.poll(() => mobile.booksOf(login)).toHaveLength(charged);
    }),
  );

  test('is made anew on command, and says when it rests', () =>
    inPage(async (page) => {
      await mobile.turn('markup', 'yes', '*');
      await page.goto(mobile.url());
      await page.getByRole('button', { name: 'Let me in' }).waitFor();
      expect(await page.getByLabel('Phone number').count()).toBe(0);
      await mobile.turn('markup', '', '*');
      await mobile.turn('maintenance', 'yes', '*');
      const response = await page.goto(mobile.url());
      expect(response?.status()).toBe(503);
      await mobile.turn('maintenance', '', '*');
    }));
});

/** Each alone, in a browser that forbids nothing: none asks for anything beyond this machine. */
const succeed = [
  ...['loopback-fetch', 'loopback-name', 'loopback-image', 'loopback-frame', 'loopback-socket'],
  ...['loopback-beacon', 'loopback-form', 'service-worker', 'webrtc', 'download', 'pop-up'],
  'navigation',
];

describe('The hostile page', () => {
  test.each(succeed)('gets through where nobody hinders it, and tells: %s', (what) =>
    inPage(async (page) => {
      const login = await streaming.newCustomer();
      await page.goto(`${streaming.url()}/hostile?of=${login}&only=${what}`);
      await expect
        .poll(() => streaming.admin(`/hostile/${login}`))
        .toContainEqual(expect.objectContaining({ what }));
    }),
  );

  test('asks without an end whether anybody is there, and grows', () =>
    inPage(async (page) => {
      let dialogs = 0;
      page.on('dialog', (dialog) => {
        dialogs += 1;
        void dialog.dismiss().catch(() => {});
      });
      await page.goto(`${streaming.url()}/hostile?of=nobody&only=huge-page,dialogs`);
      await expect.poll(() => dialogs).toBeGreaterThan(3);
    }));
});

/** The ways through the modules: consent, back, out, and what an address asks for that is not there. */
import { describe, expect, inject, test } from 'vitest';
import { dueDate, openWorld, valueFrom } from '../support/world.ts';
import { frameModule, heardBy } from './partner-app.ts';
import {
  agree,
  comeAnew,
  moduleAddress,
  newUser,
  onScreen,
  page,
  signIn,
  visitInChromium,
  visitor,
} from './visitor.ts';

const world = openWorld();
const app = { origin: inject('partnerApp') };
const form = { balance: '42.00', dueDate: dueDate(9) };

visitInChromium();

async function open(
  module: 'connect' | 'card-swap' | 'bill-pay',
  query: Record<string, string> = {},
  user?: Awaited<ReturnType<typeof newUser>>,
) {
  await comeAnew();
  const who = user ?? (await newUser(world));
  await page.goto(moduleAddress(module, { ...query, token: await who.newToken() }));
  return who;
}

const companyId = async (name: string) => (await world.findCompany(name))._id;
const press = (name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();

/** What a screen reader finds in the page beside what stands there. */
const spoken = async () => (await page.locator('[role="status"]').allTextContents()).join('');

describe('before the first password', () => {
  test('the user is told once who reads what, and the link keeps that it was agreed to', async () => {
    const user = await open('connect', { companyId: await companyId('Regular Company 1') });
    await onScreen(page, 'consent');
    expect(await page.locator('input').count()).toBe(0);
    await page.getByText(/^For .*•••/).waitFor();
    await page.reload();
    await agree(page);
    await page.reload();
    await onScreen(page, 'sign-in');
    await page.getByText(/^Encrypted before it leaves this page\. .* never sees it\.$/).waitFor();
    await signIn(page, form);
    await onScreen(page, 'linked');
    const { token } = valueFrom(
      await world.api.client.createToken({ identifier: user.identifier }),
    );
    const opened = valueFrom(
      await world.api.module.openModuleSession({ token, module: 'account-linking' }),
    );
    expect(opened.dataConsent).toMatchObject({ by: 'user', version: '1', locale: 'en' });
    await visitor.context.close();
    await open('connect', { companyId: await companyId('Regular Company 2') }, user);
    await onScreen(page, 'sign-in');
  });

  test('a refused sign-in keeps the username and has the focus on what is typed again', async () => {
    await open('connect', { companyId: await companyId('Regular Company 3') });
    await signIn(page, { ...form, status: 'authenticate' });
    await page.getByText("didn't accept this sign-in").waitFor();
    const field = (name: string) => page.locator(`input[name="${name}"]`);
    expect(await field('balance').inputValue()).toBe('42.00');
    const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement).name);
    expect(await focused()).toBe('status');
    expect(await spoken()).toBe('');
    await page.keyboard.type('verified');
    expect(await page.getByText("didn't accept this sign-in").count()).toBe(0);
  });
});

describe('an address that asks for what is not there', () => {
  test.each([
    ['a company', { companyId: 'co_unknown' }, 'company_not_found'],
    ['no company by its form', { companyId: 'Regular Company 1' }, 'company_not_found'],
    ['a payment method', { paymentMethodId: 'pm_gone' }, 'payment_method_not_found'],
    ['a swap without one', { items: 'swap' }, 'payment_method_missing'],
  ])('%s is told before anything is typed, and to the host', async (_, query, reason) => {
    await comeAnew();
    const user = await newUser(world);
    const address = moduleAddress('connect', {
      ...query,
      ...{ events: 'extended', token: await user.newToken() },
    });
    const frame = await frameModule(page, app, address);
    await onScreen(frame, 'hindrance');
    const errors = async () =>
      (await heardBy(page)).flatMap(({ event }) =>
        event.type === 'error' ? [event.payload.data] : [],
      );
    await expect.poll(errors).toMatchObject([{ reason }]);
    if (reason === 'company_not_found') {
      await frame.getByRole('button', { name: 'Find your company' }).click();
      await agree(frame);
      await onScreen(frame, 'search');
      return;
    }
    await frame.getByRole('button', { name: /^Back to/ }).click();
    await onScreen(frame, 'closed');
  });

  test('a bank account is no card', async () => {
    const user = await newUser(world);
    const bank = {
      ...{ clientId: user.clientId, paymentType: 'bank' as const, name: 'Ada' },
      ...{ routingNumber: '011000015', accountNumber: '123456789' },
      accountType: 'checking' as const,
    };
    const { paymentMethodId } = valueFrom(await world.api.payment.addPaymentMethod(bank));
    await open('connect', { items: 'swap', paymentMethodId }, user);
    await onScreen(page, 'hindrance');
    await page.getByText('Only a card works here').waitFor();
  });
});

describe('Back', () => {
  test('is one screen back in linking, by the browser and by the page', async () => {
    await open('connect');
    await agree(page);
    await onScreen(page, 'search');
    await page.getByLabel('Company name').fill('Regular Company 4');
    await page.getByRole('button', { name: /Regular Company 4/ }).click();
    await onScreen(page, 'sign-in');
    await page.goBack();
    await onScreen(page, 'search');
    await page.goForward();
    await onScreen(page, 'sign-in');
    await press('Back');
    await onScreen(page, 'search');
  });

  test('asks while a code is waited for, and stays or leaves', async () => {
    await open('connect', { companyId: await companyId('MFA Company 1') });
    await signIn(page, { ...form, status: 'mfa-required-code' });
    await onScreen(page, 'code-destination');
    await page.goBack();
    await page.getByRole('dialog').waitFor();
    await press('Stay here');
    await onScreen(page, 'code-destination');
    await page.goBack();
    await press('Leave');
    await onScreen(page, 'sign-in');
    expect(await page.locator('input[name="balance"]').inputValue()).toBe('42.00');
  });

  test('asks when a code is waited for and the page is closed', async () => {
    await open('connect', { companyId: await companyId('MFA Company 2') });
    await signIn(page, { ...form, status: 'mfa-required-prompt' });
    await onScreen(page, 'prompt');
    await page.getByText(/Waiting for you: [45] min \d\d sec left/).waitFor();
    await press('Close');
    await page.getByRole('dialog').getByText('You only have a few minutes').waitFor();
    await press('Leave');
    await onScreen(page, 'closed');
    // No end without a way on.
    await press('Open it again');
    await onScreen(page, 'prompt');
  });

  test('never leads to signing in to what is linked', async () => {
    await open('connect', { companyId: await companyId('Regular Company 1') });
    await signIn(page, form);
    await onScreen(page, 'linked');
    await page.goBack();
    await page.waitForTimeout(300);
    await onScreen(page, 'linked');
  });

  test('is one screen back in bill pay, and not into what was decided', async () => {
    const user = await newUser(world);
    await world.addCard(user.clientId);
    await world.newBill(user.clientId);
    await open('bill-pay', { skipOnboarding: 'true' }, user);
    await onScreen(page, 'bills');
    // What is said aloud goes when it is over, here by a page's clock that is moved on.
    await page.clock.install();
    await press('Refresh');
    await expect.poll(spoken).toBe('Your bills are up to date.');
    await page.clock.runFor(8_000);
    await expect.poll(spoken).toBe('');
    await page.getByRole('button', { name: /^Regular Company 1 / }).click();
    await onScreen(page, 'bill');
    await page.getByRole('button', { name: /^Pay/ }).first().click();
    await page.goBack();
    await onScreen(page, 'bill');
    await page.goBack();
    await onScreen(page, 'bills');
    await page.reload();
    await page.goForward();
    await onScreen(page, 'bill');
  });

  test('is one screen back in card swap', async () => {
    const user = await newUser(world);
    await world.addCard(user.clientId);
    await open('card-swap', {}, user);
    await press('Get started');
    await onScreen(page, 'choose-card');
    await press('Add another card');
    await onScreen(page, 'add-card');
    await page.goBack();
    await onScreen(page, 'choose-card');
    await press('Continue');
    await onScreen(page, 'brands');
    await page.goBack();
    await onScreen(page, 'choose-card');
    await page.goBack();
    await onScreen(page, 'intro');
  });
});

describe('outside of any app', () => {
  test('a page leads back to a registered origin', async () => {
    await open('connect', { returnUrl: `${app.origin}/accounts?from=billhook` });
    await onScreen(page, 'consent');
    await press('Close');
    await page.waitForURL(`${app.origin}/accounts?from=billhook`);
  });

  test('and to no other', async () => {
    await open('connect', { returnUrl: 'https://evil.example/' });
    await onScreen(page, 'consent');
    await press('Close');
    await onScreen(page, 'closed');
    expect(await page.locator('a[href*="evil"]').count()).toBe(0);
  });
});

describe('card swap', () => {
  test('suggests what the partner knows, keeps what was chosen, and says what came of each', async () => {
    const user = await newUser(world);
    await world.addCard(user.clientId);
    const suggested = await world.findCompany('Regular Company 4');
    const suggestedCompanyIds = `${suggested._id},co_unknown`;
    await open('card-swap', { startView: 'brands', suggestedCompanyIds }, user);
    await onScreen(page, 'brands');
    await page
      .getByRole('list', { name: 'Companies you already pay' })
      .getByRole('checkbox')
      .check();
    await page.getByLabel('Company name').fill('zzzz');
    await page.getByText('Check the spelling, or try the name on your bill.').waitFor();
    // Still in sight, and taken out by a press.
    const chosen = page.getByRole('button', { name: 'Remove Regular Company 4' });
    await chosen.waitFor();
    await chosen.click();
    expect(await page.getByRole('button', { name: /^Continue with/ }).count()).toBe(0);
    await page.getByLabel('Company name').fill('Regular Company 4');
    await page.getByRole('checkbox', { name: 'Regular Company 4', exact: true }).check();
    await press(/^Continue with/);
    await signIn(page, { status: 'verified' });
    await onScreen(page, 'summary');
    await page.getByText(/^On file: Visa ending in \d{4}$/).waitFor();
  });
});

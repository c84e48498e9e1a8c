import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { texts } from '../../modules/kit/consent/texts/en.ts';
import { dayIn, dueDate, openWorld, valueFrom } from '../support/world.ts';
import { sentFor } from './canned.ts';
import {
  agree,
  comeAnew,
  keptBy,
  moduleAddress,
  newUser,
  onScreen,
  page,
  visitInChromium,
  visitor,
} from './visitor.ts';

const world = openWorld();

visitInChromium();

type User = Awaited<ReturnType<typeof newUser>>;

async function visit(user: User, query: Readonly<Record<string, string>> = {}): Promise<void> {
  await comeAnew(moduleAddress('bill-pay', { ...query, token: await user.newToken() }));
}

async function press(...names: readonly (string | RegExp)[]): Promise<void> {
  for (const name of names) await page.getByRole('button', { name }).click();
}

async function typeCard(number: string): Promise<void> {
  await onScreen(page, 'add-card');
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expires').fill('1240');
  await page.getByLabel('Code on the back').fill('123');
}

async function payNow(): Promise<void> {
  await press(/^Pay \$/);
  await onScreen(page, 'review');
  await press(/^Pay \$/);
}

async function billNow(billId: string) {
  return valueFrom(await world.api.bill.getBill({ billId }));
}

test('a first bill is linked, its card declined and replaced, and nothing entered twice', async () => {
  const user = await newUser(world, { nonce: true });
  await visit(user);
  await onScreen(page, 'welcome');
  await press('Not now', /Payment methods/, 'Add a card');
  await typeCard('4000000000000002');
  await page.getByLabel('ZIP code').fill('94107');
  await page.getByLabel('Name on the card').fill('Ada Lovelace');
  await press('Save');
  await onScreen(page, 'methods');
  await press('Back', 'Add your first bill');
  await agree(page);
  await page.getByLabel('Company name').fill('Thistledown Waste');
  await press(/Thistledown Waste/);
  await page.getByLabel('Username', { exact: true }).fill('test');
  await page.getByLabel('Password', { exact: true }).fill('any');
  await press('Sign in');
  await onScreen(page, 'linked');
  await press('Choose how to pay');
  await onScreen(page, 'agree');
  await press("I'll pay myself");
  await onScreen(page, 'bills');
  await press(/Thistledown Waste.*\$/);
  await payNow();
  await onScreen(page, 'payment-declined');
  await press('Replace the card');
  await typeCard('4111111111111111');
  expect(await page.getByLabel('ZIP code').inputValue()).toBe('94107');
  expect(await page.getByLabel('Name on the card').inputValue()).toBe('Ada Lovelace');
  await press('Save');
  await onScreen(page, 'review');
  await press(/^Pay \$/);
  await onScreen(page, 'paid');
  const { data } = valueFrom(await world.api.bill.listBills({ clientId: user.clientId }));
  expect(data.map(({ payments }) => payments.length)).toEqual([1]);
  expect(visitor.errors).toEqual([]);
  expect([await keptBy(page), visitor.console.join()].join()).not.toMatch(/1{10}|94107/);
});

test('a field that is typed into as soon as it is there keeps the focus', async () => {
  const user = await newUser(world);
  await visit(user);
  await onScreen(page, 'welcome');
  await press('Not now', /Payment methods/);
  // A microtask after the screen is there, long before its next picture.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const field = document.querySelector<HTMLInputElement>('input[name="cardnumber"]');
      if (!field) return;
      observer.disconnect();
      field.focus();
    }).observe(document, { childList: true, subtree: true });
  });
  await press('Add a card');
  await onScreen(page, 'add-card');
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(
    'cardnumber',
  );
});

test('a reading that ends after a newer one takes nothing away', async () => {
  const user = await newUser(world);
  await visit(user);
  await onScreen(page, 'welcome');
  await press('Not now', /Payment methods/);
  await onScreen(page, 'methods');
  const release = Promise.withResolvers<void>();
  let readings = 0;
  await page.route('**/v1/payment/list/*', async (route) => {
    const response = await route.fetch();
    readings += 1;
    if (readings === 1) await release.promise;
    await route.fulfill({ response });
  });
  const readAgain = () => page.evaluate(() => void dispatchEvent(new Event('online')));
  await readAgain();
  await expect.poll(() => readings).toBe(1);
  await world.addCard(user.clientId);
  await readAgain();
  const added = page.getByRole('button', { name: /1111/ });
  await added.waitFor();
  release.resolve();
  await page.waitForTimeout(500);
  expect(await added.count()).toBe(1);
});

test('a reading that ends after a newer one has failed leaves nothing loading', async () => {
  const user = await newUser(world);
  await visit(user);
  await onScreen(page, 'welcome');
  await press('Not now');
  await onScreen(page, 'bills');
  const release = Promise.withResolvers<void>();
  let readings = 0;
  await page.route('**/v1/payment/list/*', async (route) => {
    readings += 1;
    // As where the client is gone: an answer that is not asked for again.
    const gone = { status: 404, code: 'client_not_found' };
    if (readings > 1) return route.fulfill(sentFor('GET /payment/list/cl_1', gone));
    const response = await route.fetch();
    await release.promise;
    await route.fulfill({ response });
  });
  const readAgain = () => page.evaluate(() => void dispatchEvent(new Event('online')));
  const loading = page.locator('[aria-busy="true"]');
  await readAgain();
  await expect.poll(() => readings).toBe(1);
  await readAgain();
  await page.locator('.notice').waitFor();
  release.resolve();
  await page.locator('.notice').waitFor({ state: 'detached' });
  await expect.poll(() => loading.count()).toBe(0);
});

test('a payment whose answer is lost is made once, over a reload and in two pages', async () => {
  const user = await newUser(world);
  await world.addCard(user.clientId);
  const { bill } = await world.newBill(user.clientId);
  await visit(user, { billId: bill._id });
  const keys = new Set<string | undefined>();
  await page.route('**/v1/payment/schedule', async (route) => {
    await route.fetch();
    keys.add(route.request().headers()['idempotency-key']);
    // The page may be gone by then.
    await route.abort().catch(() => {});
  });
  await payNow();
  await expect.poll(() => keys.size).toBe(1);
  await page.reload();
  await onScreen(page, 'paid');
  expect(keys.size).toBe(1);
  const other = await visitor.context.newPage();
  const query = { billId: bill._id, token: await user.newToken() };
  await other.goto(moduleAddress('bill-pay', query));
  await onScreen(other, 'bill');
  expect(await other.getByRole('button', { name: /^Pay \$/ }).count()).toBe(0);
  expect((await billNow(bill._id)).payments).toHaveLength(1);
});

test('is not paid more than the button says, where more is owed since', async () => {
  const user = await newUser(world);
  await world.addCard(user.clientId);
  const company = await world.findCompany('Regular Company 3');
  const auth = await world.link(user.clientId, company, { balance: '42.00', dueDate: dueDate(9) });
  const { bill } = await world.billOf(user.clientId, auth._id);
  await visit(user, { billId: bill._id });
  await press('Pay $42.00');
  await onScreen(page, 'review');
  await page.getByRole('button', { name: 'Pay $42.00' }).waitFor();
  await world.link(user.clientId, company, { balance: '300.00', dueDate: dueDate(9) });
  await press('Pay $42.00');
  await page.getByText('You agreed to $42.00. Now $300.00 is due').waitFor();
  expect(await billNow(bill._id)).toMatchObject({
    payments: [],
    payment: { waiting: { reason: 'more-owed', seen: '42.00', owed: '300.00' } },
  });
  await press('Pay $300.00');
  await onScreen(page, 'paid');
  expect((await billNow(bill._id)).payments.map(({ amount }) => amount)).toEqual(['300.00']);
});

test('a payment is scheduled and cancelled, and settings are changed', async () => {
  const user = await newUser(world);
  await world.addCard(user.clientId);
  const { bill } = await world.newBill(user.clientId);
  await visit(user, { companyId: bill.company._id });
  await onScreen(page, 'bill');
  await press(/^Pay \$/);
  await page.getByLabel('Another day').check();
  await page.getByLabel('Day of payment').fill(dayIn(4));
  await press(/^Schedule/);
  await onScreen(page, 'scheduled');
  expect((await billNow(bill._id)).payment?.status).toBe('scheduled');
  await press('See this bill', /^Cancel the payment/);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the payment' }).click();
  await page.getByText('The payment is canceled').waitFor();
  expect((await billNow(bill._id)).payment?.status).toBe('cancelled');
  await press(/Bill settings/);
  await page.getByLabel('Pay this bill automatically').click();
  await page.getByText('Nothing is paid until you press Pay').waitFor();
  await page.getByLabel("Remind me before it's due").click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByLabel('Your name for this account').fill('Summer house');
  await page.keyboard.press('Enter');
  const labelNow = async () => (await billNow(bill._id)).bill.customLabel;
  await expect.poll(labelNow).toBe('Summer house');
  expect((await billNow(bill._id)).bill).toMatchObject({
    customLabel: 'Summer house',
    settings: { recurring: 'disabled', notifications: 'disabled' },
  });
  await page.getByLabel('Pay this bill automatically').click();
  await onScreen(page, 'agree');
  await page.getByText('electronically debit').waitFor({ state: 'detached' });
  await page.getByText('to charge your card for the bills above').waitFor();
  await press('Pay automatically');
  await onScreen(page, 'settings');
  const textHash = createHash('sha256').update(texts['consent.card.2']).digest('hex');
  const consent = { by: 'user', textHash, version: '2', locale: 'en' };
  const { settings } = (await billNow(bill._id)).bill;
  expect(settings).toMatchObject({ recurring: 'enabled', consent });
  expect(settings.consent?.terms?.paymentMethod).toMatchObject({ lastFour: '1111' });
  await press(/What you agreed to/);
  const agreed = texts['consent.card.2'].replace('{partner}', '');
  const shown = await page.locator('blockquote').innerText();
  expect(shown.slice(-100)).toBe(agreed.slice(-100));
});

test('a first card says what it will pay, and pays nothing that nobody agreed to', async () => {
  const user = await newUser(world);
  const { bill } = await world.newBill(user.clientId, { dueDate: dueDate(3) });
  await visit(user);
  await press(/Payment methods/, 'Add a card');
  await typeCard('4111111111111111');
  await page.getByLabel('ZIP code').fill('94107');
  await page.getByLabel('Name on the card').fill('Ada Lovelace');
  // Its day is past: it would be paid at once, so that it is asked about by itself.
  await page.getByText(/is due now: \$/).waitFor();
  await press('Save and pay automatically');
  await onScreen(page, 'methods');
  const { bill: after, payments, payment } = await billNow(bill._id);
  expect([payments, payment]).toEqual([[], undefined]);
  expect(after).toMatchObject({
    skipped: true,
    settings: { consent: { by: 'user', version: '2' } },
  });
  await press(/Visa ending/);
  await page.getByText('You agreed to this on').waitFor();
});

test('a first card pays no subscription that its user keeps it from, until it is chosen for it', async () => {
  const user = await newUser(world);
  const company = await world.findCompany('Regular Company 5');
  const form = { balance: '19.99', dueDate: dueDate(12) };
  const { _id: authId } = await world.link(user.clientId, company, form);
  const { _id: billId } = (await world.billOf(user.clientId, authId)).bill;
  await visit(user);
  await press(/Payment methods/, 'Add a card');
  await typeCard('4111111111111111');
  await page.getByLabel('ZIP code').fill('94107');
  await page.getByLabel('Name on the card').fill('Ada Lovelace');
  await page.getByText(/takes automatic payments only: \$19\.99 on/).waitFor();
  await press('Save');
  await page.getByText('Choose one').first().waitFor();
  await page.getByLabel('Not this card').check();
  await page.getByText('to keep this card and to charge it each time').waitFor();
  await press('Save');
  await onScreen(page, 'methods');
  const kept = (await billNow(billId)).bill;
  expect(kept).toMatchObject({ withheld: { reason: 'not-agreed' } });
  expect(kept.settings.consent).toMatchObject({ by: 'partner', implied: true });
  expect(kept).not.toHaveProperty('payDate');
  await press('Back', /Needs your OK/);
  await page.getByText("haven't agreed to them").waitFor();
  await press('Choose Visa ••1111');
  await onScreen(page, 'bill-method');
  await page.getByText(`This is for Regular Company 5`).waitFor();
  await press('Save');
  await onScreen(page, 'bill');
  const chosen = (await billNow(billId)).bill;
  expect(chosen).not.toHaveProperty('withheld');
  expect(chosen).toMatchObject({
    payDate: expect.any(String),
    settings: { consent: { by: 'user' } },
  });
});

test('an account is unlinked after what that means was said', async () => {
  const user = await newUser(world);
  await world.newBill(user.clientId);
  await visit(user);
  await press(/Linked accounts/, /Regular Company 1/, /^Unlink/);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('We delete your sign-in').waitFor();
  await dialog.getByRole('button', { name: 'Unlink' }).click();
  await page.getByText('is unlinked').waitFor();
  const { data } = valueFrom(await world.api.auth.listAuths({ clientId: user.clientId }));
  expect(data).toEqual([]);
});

test('a payment in the history opens its receipt', async () => {
  const user = await newUser(world);
  await world.addCard(user.clientId);
  const { bill } = await world.newBill(user.clientId);
  const { payments } = await world.pay(bill._id);
  await visit(user, { billId: bill._id });
  await press(/^Payments/, /BH-/);
  await onScreen(page, 'payment');
  await page.getByText(payments[0]?.receiptNumber ?? 'none').waitFor();
});

test.each([
  ['an unknown bill', { billId: 'bill_nobody' }, "This bill isn't on your list anymore"],
  ['an unknown company', { companyId: 'co_nobody' }, "We can't find this company"],
])('%s is explained', async (_, query, words) => {
  await visit(await newUser(world), query);
  await page.getByText(words).waitFor();
  await onScreen(page, 'bills');
});

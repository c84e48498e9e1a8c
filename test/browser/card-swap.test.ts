import { expect, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { openWorld, valueFrom } from '../support/world.ts';
import type { HeardEvent } from './partner-app.ts';
import {
  answerCode,
  comeAnew,
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

visitInChromium();

/** In an app on Android, whose bridge writes down what it hears. */
async function visit(): Promise<void> {
  await comeAnew();
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    const postMessage = (text: string) => heard.push(JSON.parse(text).event);
    Object.assign(globalThis, { Billhook: { postMessage }, heard });
  });
}

async function heardFinish(): Promise<HeardEvent[]> {
  const heard = await page.evaluate(
    () => (globalThis as unknown as { readonly heard: HeardEvent[] }).heard,
  );
  return heard.filter(({ type }) => type === 'finish');
}

async function chooseCompanies(...names: readonly string[]): Promise<void> {
  await onScreen(page, 'brands');
  for (const name of names) {
    await page.getByLabel('Company name').fill(name);
    await page.getByRole('checkbox', { name, exact: true }).check();
  }
  await page.getByRole('button', { name: /^Continue with/ }).click();
}

async function addCard(): Promise<void> {
  await onScreen(page, 'add-card');
  await page.getByLabel('Card number').pressSequentially('4111111111111111');
  await page.getByLabel('Expires').pressSequentially('1240');
  await page.getByLabel('Code on the back').fill('987');
  await page.getByLabel('ZIP code').fill('10001');
  await page.getByLabel('Name on the card').fill('Ada Tester');
  expect(await page.getByLabel('Card number').inputValue()).toBe('4111 1111 1111 1111');
  // As phones should write what is typed: a name in capitals, a code and a password never.
  const capitals = await page
    .locator('input')
    .evaluateAll((all) =>
      all.map((one) => ['name', 'autocapitalize'].map((of) => one.getAttribute(of))),
    );
  expect(Object.fromEntries(capitals)).toEqual({
    cardnumber: 'none',
    'cc-exp': 'none',
    cvc: 'none',
    ccname: 'words',
    'postal-code': 'characters',
  });
  await page.getByRole('button', { name: 'Add card' }).click();
}

async function swapsOf(clientId: string) {
  return valueFrom(await world.api.swap.listSwaps({ clientId })).data;
}

const rowAt = (company: { readonly _id: string }, state: string) =>
  page.locator(`[data-company="${company._id}"][data-state="${state}"]`);

test('a new card is put on file at two companies, one of which needs the user, over a reload', async () => {
  await visit();
  const user = await newUser(world, { nonce: true });
  const query = { token: await user.newToken(), startView: 'brands', sessionId: 'session-2' };
  await page.goto(moduleAddress('card-swap', query));
  const careful = await world.findCompany('MFA Company 1');
  await chooseCompanies('Regular Company 1', careful.name);
  await addCard();
  await signIn(page, { status: 'verified' });
  await page.getByRole('heading', { name: `Sign in to ${careful.name}` }).waitFor();
  // The page goes on where it was, and asks no company twice.
  await page.reload();
  await page.getByRole('heading', { name: `Sign in to ${careful.name}` }).waitFor();
  await until('the first swap', async () =>
    (await swapsOf(user.clientId)).some(({ status }) => status.type === 'completed'),
  );
  await signIn(page, { status: 'mfa-required-code' });
  await rowAt(careful, 'needs-you').getByRole('button').click();
  await onScreen(page, 'code-destination');
  await page.getByRole('button', { name: 'Send code' }).click();
  await answerCode(page, '123456');
  await onScreen(page, 'summary', 60_000);
  const swaps = await swapsOf(user.clientId);
  expect(swaps.map(({ status }) => status.type)).toEqual(['completed', 'completed']);
  const [finish, ...more] = await heardFinish();
  expect(more).toEqual([]);
  expect(finish).toMatchObject({
    sessionId: 'session-2',
    payload: { resource: { id: 'card-swap' } },
  });
  const told = finish?.payload.data.swapIds as string[] | undefined;
  expect(told?.toSorted()).toEqual(swaps.map(({ _id }) => _id).toSorted());
  await page.getByRole('button', { name: 'Choose more companies' }).click();
  await onScreen(page, 'brands');
  const kept = [await keptBy(page), visitor.console.join(), JSON.stringify(finish)].join();
  expect(kept).not.toMatch(/4111 ?1111|987"|123456/);
  expect(visitor.errors).toEqual([]);
});

test('the code of a card is asked for again where the company needs it, and used', async () => {
  await visit();
  const user = await newUser(world);
  await world.addCard(user.clientId);
  const company = await world.findCompany('Stillheron Yoga');
  const form = { email: 'ada@home.example', password: 'any' };
  const { _id: authId } = await world.link(user.clientId, company, form);
  const { bill } = await world.billOf(user.clientId, authId);
  await world.pay(bill._id);
  await page.goto(moduleAddress('card-swap', { token: await user.newToken() }));
  await page.getByRole('button', { name: 'Get started' }).click();
  await onScreen(page, 'choose-card');
  await page.getByRole('button', { name: 'Continue' }).click();
  await chooseCompanies(company.name);
  await onScreen(page, 'card-code');
  await page.getByLabel('Security code').fill('987');
  await page.getByRole('button', { name: 'Continue' }).click();
  await onScreen(page, 'summary', 60_000);
  expect((await swapsOf(user.clientId)).map(({ status }) => status.type)).toEqual(['completed']);
  const kept = [await keptBy(page), visitor.console.join()].join();
  expect(kept).not.toContain('987"');
});

test('the main button stays near while companies are chosen, and hides nothing that has the focus', async () => {
  await visit();
  const user = await newUser(world);
  await world.addCard(user.clientId);
  const query = { token: await user.newToken(), startView: 'brands' };
  await page.goto(moduleAddress('card-swap', query));
  await onScreen(page, 'brands');
  const boxes = page.locator('[data-screen=brands] li input');
  await boxes.nth(11).waitFor();
  const near = page.getByRole('button', { name: /^Continue with/ });
  expect(await near.count()).toBe(0);
  await boxes.first().check();
  await page.evaluate(() => window.scrollTo(0, 0));
  const isInWindow = () =>
    near.evaluate((one) => one.getBoundingClientRect().bottom <= window.innerHeight);
  expect(await isInWindow()).toBe(true);
  const size = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  // Else it would be near anyway.
  expect(size).toBeGreaterThan(100);
  for (let key = 0; key < 30; key += 1) {
    await page.keyboard.press('Tab');
    const hidden = await near.evaluate((button) => {
      const focused = document.activeElement;
      if (!focused || focused === button || !focused.closest('main')) return false;
      const { bottom } = focused.getBoundingClientRect();
      return bottom > (button.parentElement?.getBoundingClientRect().top ?? 0) + 12;
    });
    expect([key, hidden]).toEqual([key, false]);
  }
});

test('a card that the company does not take is replaced in the same swap, and taken up by another page', async () => {
  await visit();
  const user = await newUser(world);
  await world.addCard(user.clientId, { cardNumber: '4000000000000002' });
  await world.addCard(user.clientId, { cardNumber: '5555555555554444' });
  const company = await world.findCompany('Regular Company 2');
  await world.link(user.clientId, company, {});
  await page.goto(moduleAddress('card-swap', { token: await user.newToken() }));
  await page.getByRole('button', { name: 'Get started' }).click();
  await onScreen(page, 'choose-card');
  await page.getByLabel('Visa ending in 0002').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  // It is linked: nobody signs in.
  await chooseCompanies(company.name);
  await rowAt(company, 'needs-you').getByRole('button').click();
  await onScreen(page, 'hold');
  await page.getByRole('button', { name: 'Choose another card' }).click();
  await onScreen(page, 'choose-card');
  await page.getByRole('button', { name: 'Continue' }).click();
  await signIn(page, { status: 'mfa-required-prompt' });
  await rowAt(company, 'needs-you').waitFor();
  const second = await visitor.context.newPage();
  await second.goto(moduleAddress('card-swap', { token: await user.newToken() }));
  await second.getByRole('button', { name: /Needs you/ }).click();
  await second.getByRole('button', { name: "I've approved it" }).click();
  await onScreen(second, 'summary', 60_000);
  await onScreen(page, 'summary');
  const [swap, ...others] = await swapsOf(user.clientId);
  expect(others).toEqual([]);
  expect(swap).toMatchObject({ status: { type: 'completed' } });
  expect(swap?.paymentMethod?.card?.number).toMatch(/4444$/);
  expect(await heardFinish()).toEqual([]);
});

import type { Frame } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { openWorld, valueFrom } from '../support/world.ts';
import { frameModule, heardBy } from './partner-app.ts';
import { comeAnew, moduleAddress, newUser, onScreen, page, visitInChromium } from './visitor.ts';

const world = openWorld();

const app = { origin: inject('partnerApp') };
let frame: Frame;

visitInChromium();

async function open(module: 'card-swap' | 'bill-pay', query: Record<string, string>) {
  await comeAnew();
  await page.clock.install();
  frame = await frameModule(page, app, moduleAddress(module, query));
}

/** More than any screen has. */
const MAX_TABS = 40;

/** Goes on with Tab until what has the focus is called so, from the heading of the screen on. */
async function tabTo(name: RegExp): Promise<void> {
  for (let count = 0; count < MAX_TABS; count += 1) {
    await page.keyboard.press('Tab');
    if (name.test(await focused())) return;
  }
  throw new Error(`No Tab leads to ${name}; the last was ${await focused()}`);
}

/** The label of the field, or the text of the control, that has the focus. */
async function focused(): Promise<string> {
  return frame.evaluate(() => {
    const element = document.activeElement;
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const label = element?.getAttribute('aria-label');
    return (
      label ?? (labels.map(({ textContent }) => textContent).join() || element?.textContent || '')
    );
  });
}

async function press(name: RegExp, key = 'Enter'): Promise<void> {
  await tabTo(name);
  // A button that still waits for what it is about says so, and does nothing.
  await frame.locator('[aria-busy="true"]:focus').waitFor({ state: 'detached' });
  await page.keyboard.press(key);
}

/** Presses what leads to another screen, whose heading then has the focus. */
async function goTo(screen: string, name: RegExp): Promise<void> {
  await press(name);
  await onScreen(frame, screen, 60_000);
  await frame.locator('h1:focus').waitFor();
}

async function startAt(screen: string): Promise<void> {
  await onScreen(frame, screen);
  await frame.locator('h1').focus();
}

test('a bill is paid by keyboard alone in a frame, which hears that its user is there', async () => {
  const user = await newUser(world);
  await world.addCard(user.clientId);
  const { bill } = await world.newBill(user.clientId);
  await open('bill-pay', { token: await user.newToken(), sessionId: 'session-3' });
  await startAt('bills');
  await goTo('bill', /Regular Company 1/);
  await goTo('review', /^Pay \$/);
  await goTo('paid', /^Pay \$/);
  const { payments } = valueFrom(await world.api.bill.getBill({ billId: bill._id }));
  expect(payments).toHaveLength(1);
  // Once in 30 seconds in which something was done; nothing else is bill pay's to say.
  await page.clock.fastForward(30_000);
  await expect
    .poll(async () => (await heardBy(page)).map(({ event }) => event.type))
    .toEqual(['alive']);
  expect((await heardBy(page))[0]?.event.sessionId).toBe('session-3');
});

test('a card is put on file by keyboard alone in a frame, which hears the finish once', async () => {
  const user = await newUser(world);
  await world.addCard(user.clientId);
  await open('card-swap', { token: await user.newToken(), startView: 'brands' });
  await startAt('brands');
  await tabTo(/Company name/);
  await page.keyboard.type('Regular Company 3');
  // What was there before may have the same name, and goes.
  await frame.getByText(/compan(y|ies) found/).waitFor({ state: 'attached' });
  await press(/Regular Company 3/, 'Space');
  await goTo('consent', /^Continue with/);
  await goTo('sign-in', /^Continue$/);
  await tabTo(/^Status/);
  await page.keyboard.type('verified');
  await page.keyboard.press('Enter');
  await onScreen(frame, 'summary', 60_000);
  expect((await heardBy(page)).map(({ event }) => event.type)).toEqual(['finish']);
  const { data } = valueFrom(await world.api.swap.listSwaps({ clientId: user.clientId }));
  expect(data.map(({ status }) => status.type)).toEqual(['completed']);
});

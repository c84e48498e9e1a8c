import { expect, test } from 'vitest';
import { openWorld } from '../support/world.ts';
import {
  comeAnew,
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

async function visit(user: User, module: 'connect' | 'bill-pay'): Promise<void> {
  await comeAnew(moduleAddress(module, { token: await user.newToken() }));
}

/** A logo once it is drawn: how wide its image is in truth, what is behind it, and what is over it. */
async function shownLogo(file: string) {
  const image = page.locator(`img[src$="/${file}"]`).first();
  await image.scrollIntoViewIfNeeded();
  await page.waitForFunction(
    (one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0,
    await image.elementHandle(),
  );
  return image.evaluate((one: HTMLImageElement) => {
    const logo = one.closest('.logo');
    if (!logo) throw new Error('The image is in no logo');
    return { behind: getComputedStyle(logo).backgroundColor, over: logo.textContent };
  });
}

test('Companies are found by their logos: white on their color, on white, or under their name', async () => {
  await visit(await newUser(world), 'connect');
  await onScreen(page, 'consent');
  await page.getByRole('button', { name: 'Continue' }).click();
  await onScreen(page, 'search');
  expect(await shownLogo('bramblewick-power.svg')).toEqual({
    behind: 'rgb(31, 111, 67)',
    over: '',
  });
  const field = page.getByRole('searchbox').or(page.getByLabel('Company name')).first();
  await field.fill('Willowmend');
  expect(await shownLogo('willowmend-clinic.png')).toEqual({
    behind: 'rgb(255, 255, 255)',
    over: '',
  });
  await field.fill('Ottermoor');
  expect((await shownLogo('ottermoor-electric.png')).over).toBe('Ottermoor Electric');
  expect(visitor.errors).toEqual([]);
  expect(visitor.console.filter((line) => /Content.Security|Refused/i.test(line))).toEqual([]);
});

test('A bill has the logo of its company', async () => {
  const user = await newUser(world);
  const company = await world.findCompany('Tarnbeck Gas');
  const { loginFields } = company.auth;
  const form = Object.fromEntries(loginFields.map(({ name }) => [name, 'test']));
  const { _id: authId } = await world.link(user.clientId, company, form);
  await world.linkedAuth(authId);
  await visit(user, 'bill-pay');
  expect(await shownLogo('tarnbeck-gas.svg')).toEqual({ behind: 'rgb(122, 31, 43)', over: '' });
});

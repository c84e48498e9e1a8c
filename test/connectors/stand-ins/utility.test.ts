/** Marlow Valley Electric as a customer sees it, and what it does wrong on command. */
import { describe, expect, test } from 'vitest';
import { PASSWORD, standIn } from './site.ts';
import { type Visited, visit } from './visit.ts';

const site = standIn('utility', (customer) => `customer-${customer}`);
const { newCustomer, turn, messagesTo, booksOf } = site;
const card = {
  ...{ amt: 'total', cc_name: 'Ada Pemberton', cc_no: '4242 4242 4242 4242', cc_exp: '12/31' },
  ...{ cc_cvv: '123', cc_zip: '78701' },
};

async function signIn(login: string, password = PASSWORD) {
  const browser = visit(site.url());
  const first = await browser.send('/account/login', { userid: login, passwd: password });
  return { browser, first };
}

async function letIn(login: string) {
  const { browser } = await signIn(login);
  await browser.send('/account/verify', { where: 'text' });
  const [{ code }] = await messagesTo(login);
  const page = await browser.send('/account/code', { otp: code, remember: '1' });
  return { browser, page };
}

const tokenOf = ({ html }: Visited) => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '';

/** As far as the button that charges the card. */
async function review(browser: ReturnType<typeof visit>, given: Record<string, string> = card) {
  return tokenOf(await browser.send('/account/pay', given));
}

describe('A customer', () => {
  test('signs in with a code, reads the bill, pays it, and finds the payment in the history', async () => {
    const login = await newCustomer();
    const { first } = await signIn(login);
    expect(first.path).toBe('/account/verify');
    expect(first.html).toContain('(***) ***-0142');
    const { browser, page } = await letIn(login);
    expect(page.path).toBe('/account/summary');
    expect(page.html).toContain('$84.37');
    expect(page.html).toContain('Jan 10, 2027');
    const token = await review(browser);
    const done = await browser.send('/account/pay/confirm', { token });
    const [payment] = await booksOf(login);
    expect(payment).toEqual({
      amount: 84.37,
      confirmation: expect.stringMatching(/^MVE\d{8}$/),
      at: expect.any(String),
    });
    expect(done.html).toContain(payment.confirmation);
    const { html } = await browser.open('/account/history');
    expect(html).toContain(payment.confirmation);
    expect(html).toContain('Posted');
    expect((await browser.open('/account/summary')).html).toContain('$0.00');
  });

  test('is asked for no code on a device that is remembered', async () => {
    const login = await newCustomer();
    const { browser } = await letIn(login);
    browser.forget('MVESESSION');
    const again = await browser.send('/account/login', { userid: login, passwd: PASSWORD });
    expect(again.path).toBe('/account/summary');
    expect(await messagesTo(login)).toHaveLength(1);
  });

  test('with a wrong password is told so, and is locked out after five', async () => {
    const login = await newCustomer();
    for (let time = 0; time < 5; time += 1) {
      const { first } = await signIn(login, 'wrong');
      expect(first.html).toContain('user ID or password you entered is incorrect');
    }
    expect((await signIn(login)).first.html).toContain('locked');
  });

  test('with a wrong code is asked again', async () => {
    const login = await newCustomer();
    const { browser } = await signIn(login);
    await browser.send('/account/verify', { where: 'email' });
    const [message] = await messagesTo(login);
    expect(message.to).toContain('@mail.example');
    const wrong = await browser.send('/account/code', { otp: '000000' });
    expect(wrong.html).toContain('That code is incorrect');
    expect((await browser.send('/account/code', { otp: message.code })).path).toBe(
      '/account/summary',
    );
  });

  test('pays once, though the button is pressed twice', async () => {
    const login = await newCustomer();
    const { browser } = await letIn(login);
    const token = await review(browser, { ...card, amt: 'other', other: '$20.00' });
    await Promise.all([1, 2].map(() => browser.send('/account/pay/confirm', { token })));
    expect(await booksOf(login)).toHaveLength(1);
  });

  test('sees nothing of it before the sign-in is complete', async () => {
    const login = await newCustomer();
    const { browser } = await signIn(login);
    expect((await browser.open('/account/summary')).path).toBe('/account/verify');
    expect((await visit(site.url()).open('/account/summary')).path).toBe('/?ended=1');
  });
});

describe('On command', () => {
  test.each<[string, string, string]>([
    ['maintenance', 'yes', 'right back'],
    ['captcha', 'yes', 'Are you a person?'],
    ['locked', 'yes', 'account is locked'],
    ['password-expired', 'yes', 'Choose a new password'],
  ])('a sign-in meets %s', async (name, value, expected) => {
    const login = await newCustomer();
    await turn(name, value, login);
    expect((await signIn(login)).first.html).toContain(expected);
    await turn(name, '', login);
    expect((await signIn(login)).first.path).toBe('/account/verify');
  });

  test('the markup of the sign-in is another', async () => {
    await turn('markup', 'yes', '*');
    expect((await visit(site.url()).open('/')).html).not.toContain('name="userid"');
    await turn('markup', '', '*');
    expect((await visit(site.url()).open('/')).html).toContain('name="userid"');
  });

  test('a session ends', async () => {
    const login = await newCustomer();
    const { browser } = await letIn(login);
    await turn('session-ended', 'yes', login);
    expect((await browser.open('/account/summary')).html).toContain('Your session has ended');
  });

  test('a card is declined, and nobody charged', async () => {
    const login = await newCustomer();
    const { browser } = await letIn(login);
    await turn('declines', 'yes', login);
    expect((await browser.send('/account/pay', card)).html).toContain('declined');
    expect(await booksOf(login)).toEqual([]);
  });

  test('the money is taken and the confirmation lost', async () => {
    const login = await newCustomer();
    const { browser } = await letIn(login);
    await turn('confirmation-lost', 'yes', login);
    const token = await review(browser);
    await expect(browser.send('/account/pay/confirm', { token })).rejects.toThrow();
    expect(await booksOf(login)).toHaveLength(1);
  });

  test('pressing twice pays twice', async () => {
    const login = await newCustomer();
    const { browser } = await letIn(login);
    await turn('charges-twice', 'yes', login);
    const token = await review(browser, { ...card, amt: 'other', other: '10' });
    for (let time = 0; time < 2; time += 1) await browser.send('/account/pay/confirm', { token });
    expect(await booksOf(login)).toHaveLength(2);
  });

  test('a payment posts late', async () => {
    const login = await newCustomer();
    const { browser } = await letIn(login);
    await turn('posts-late', '60000', login);
    await browser.send('/account/pay/confirm', { token: await review(browser) });
    expect((await browser.open('/account/history')).html).toContain('Processing');
    expect((await browser.open('/account/summary')).html).toContain('$84.37');
  });
});

test('What it remembers is there after a restart, at the same address', async () => {
  const login = await newCustomer();
  await letIn(login);
  const url = site.url();
  await site.restart();
  expect(site.url()).toBe(url);
  expect(await messagesTo(login)).toHaveLength(1);
  expect(await site.admin(`/logins/${login}`)).toMatchObject({
    ...{ logins: [{ outcome: 'right' }], codes: [{}] },
  });
});

test('Its switches are for whoever has the key', async () => {
  const response = await fetch(`${site.url()}/admin/customers`, { method: 'POST', body: '{}' });
  expect(response.status).toBe(403);
});

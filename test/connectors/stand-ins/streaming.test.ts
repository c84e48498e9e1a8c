/** Nightjar as a member sees it, and what it does wrong on command. */
import { describe, expect, test } from 'vitest';
import { PASSWORD, standIn } from './site.ts';
import { visit } from './visit.ts';

const site = standIn('streaming', (customer) => `member-${customer}@mail.example`);
const { newCustomer, turn, messagesTo, booksOf } = site;
const card = { pan: '4242 4242 4242 4242', mm: '12', yy: '2031', cvc: '123', zip: '78701' };

async function signIn(email: string, password = PASSWORD) {
  const browser = visit(site.url());
  const asked = await browser.send('/in', { email });
  expect(asked.html).toContain('Enter your password');
  return { browser, page: await browser.send('/in/password', { email, password }) };
}

async function withCard(login: string) {
  const { browser } = await signIn(login);
  await browser.send('/you/card', card);
  return browser;
}

/** As far as the button that charges the card. */
async function toPay(browser: ReturnType<typeof visit>) {
  const { html } = await browser.open('/you/pay');
  return { token: /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '' };
}

describe('A member', () => {
  test('replaces the card on file, and the website says so', async () => {
    const login = await newCustomer();
    const { browser, page } = await signIn(login);
    expect(page.path).toBe('/browse');
    expect((await browser.open('/you')).html).toContain('Add card');
    const saved = await browser.send('/you/card', card);
    expect(saved.html).toContain('payment method is updated');
    expect(saved.html).toContain('•••• 4242, expires 12/31');
    await browser.send('/you/card', { ...card, pan: '5555 5555 5555 4444', mm: '1' });
    expect(await site.admin(`/cards/${login}`)).toMatchObject([
      { last4: '4444', expires: '01/31' },
      { last4: '4242', expires: '12/31' },
    ]);
    expect(await booksOf(login)).toEqual([]);
  });

  test('pays with the card on file, and finds the payment in the history', async () => {
    const login = await newCustomer();
    const browser = await withCard(login);
    const { html } = await browser.send('/you/pay', await toPay(browser));
    const [payment] = await booksOf(login);
    expect(payment).toMatchObject({ amount: 84.37 });
    expect(html).toContain(payment.confirmation);
    expect((await browser.open('/you/history')).html).toContain(payment.confirmation);
    expect((await browser.open('/you')).html).toContain('Paid, thank you');
  });

  test('pays once, though the button is pressed twice', async () => {
    const login = await newCustomer();
    const browser = await withCard(login);
    const token = await toPay(browser);
    await Promise.all([1, 2].map(() => browser.send('/you/pay', token)));
    expect(await booksOf(login)).toHaveLength(1);
  });

  test('with an unknown address or a wrong password is told so, and locked out after five', async () => {
    const login = await newCustomer();
    const unknown = await visit(site.url()).send('/in', { email: 'nobody@mail.example' });
    expect(unknown.html).toContain('can’t find an account');
    for (let time = 0; time < 5; time += 1)
      expect((await signIn(login, 'no')).page.html).toContain('isn’t right');
    expect((await signIn(login)).page.html).toContain('Account locked');
  });

  test('sees nothing before the sign-in is complete', async () => {
    const login = await newCustomer();
    await turn('captcha', 'yes', login);
    const { browser } = await signIn(login);
    expect((await browser.open('/you')).html).toContain('Sign in');
  });
});

describe('On command', () => {
  test.each([
    ['maintenance', 'Intermission'],
    ['captcha', 'Are you human?'],
    ['locked', 'Account locked'],
    ['password-expired', 'Pick a new password'],
    ['asks-code', 'Is it really you?'],
  ])('a sign-in meets %s', async (name, expected) => {
    const login = await newCustomer();
    const browser = visit(site.url());
    await turn(name, 'yes', login);
    const sent = { email: login, password: PASSWORD };
    expect((await browser.send('/in/password', sent)).html).toContain(expected);
    await turn(name, '', login);
    expect((await browser.send('/in/password', sent)).path).toBe('/browse');
  });

  test('a code arrives by e-mail and lets in', async () => {
    const login = await newCustomer();
    await turn('asks-code', 'yes', login);
    const { browser } = await signIn(login);
    const [{ code }] = await messagesTo(login);
    expect((await browser.send('/in/prove', { answer: 'x' })).html).toContain('Try again');
    expect((await browser.send('/in/prove', { answer: code })).path).toBe('/browse');
  });

  test('the picture is another at each try, and five wrong answers end it', async () => {
    const login = await newCustomer();
    await turn('captcha', 'yes', login);
    const { browser, page } = await signIn(login);
    const pictures = [page.html];
    for (let time = 0; time < 4; time += 1)
      pictures.push((await browser.send('/in/prove', { answer: '0' })).html);
    expect(new Set(pictures).size).toBe(5);
    expect((await browser.send('/in/prove', { answer: '0' })).html).toContain('Next');
  });

  test('the markup of the sign-in is another', async () => {
    await turn('markup', 'yes', '*');
    expect((await visit(site.url()).open('/')).html).not.toContain('name="email"');
    await turn('markup', '', '*');
    expect((await visit(site.url()).open('/')).html).toContain('name="email"');
  });

  test('a session ends', async () => {
    const login = await newCustomer();
    const { browser } = await signIn(login);
    await turn('session-ended', 'yes', login);
    expect((await browser.open('/you')).html).toContain('signed you out');
  });

  test('a page is slow', async () => {
    const login = await newCustomer();
    const { browser } = await signIn(login);
    await turn('slow', '400', login);
    const began = Date.now();
    await browser.open('/you');
    expect(Date.now() - began).toBeGreaterThanOrEqual(395);
  });

  test('a card is declined: the one that is put on file, and the one that is there', async () => {
    const login = await newCustomer();
    const browser = await withCard(login);
    await turn('declines', 'yes', login);
    expect((await browser.send('/you/card', card)).html).toContain('declined this card');
    expect((await browser.send('/you/pay', await toPay(browser))).html).toContain('declined the');
    expect(await booksOf(login)).toEqual([]);
    expect(await site.admin(`/cards/${login}`)).toHaveLength(1);
  });

  test('what was done is done, and its confirmation lost', async () => {
    const login = await newCustomer();
    const browser = await withCard(login);
    await turn('confirmation-lost', 'yes', login);
    await expect(browser.send('/you/card', card)).rejects.toThrow();
    await expect(browser.send('/you/pay', await toPay(browser))).rejects.toThrow();
    expect(await booksOf(login)).toHaveLength(1);
    expect(await site.admin(`/cards/${login}`)).toHaveLength(2);
  });

  test('pressing twice pays twice', async () => {
    const login = await newCustomer();
    const browser = await withCard(login);
    await turn('charges-twice', 'yes', login);
    const token = await toPay(browser);
    for (let time = 0; time < 2; time += 1) await browser.send('/you/pay', token);
    expect(await booksOf(login)).toHaveLength(2);
  });

  test('a payment posts late', async () => {
    const login = await newCustomer();
    const browser = await withCard(login);
    await turn('posts-late', '60000', login);
    await browser.send('/you/pay', await toPay(browser));
    expect((await browser.open('/you/history')).html).toContain('Pending');
    expect((await browser.open('/you')).html).toContain('Pay now');
  });

  test('every page is the hostile one', async () => {
    const login = await newCustomer();
    const { browser } = await signIn(login);
    await turn('hostile', 'yes', login);
    expect((await browser.open('/you')).html).toContain('id="hostile"');
    expect(await site.admin(`/hostile/${login}`)).toEqual([]);
  });
});

/** Larkspur Mobile by what its app asks of it, and what it does wrong on command. */
import { describe, expect, test } from 'vitest';
import { PASSWORD, standIn } from './site.ts';

const site = standIn('mobile', (customer) => String(5_550_100_000 + customer));
const { newCustomer, turn, messagesTo, booksOf } = site;
const card = { card: '4242 4242 4242 4242', expires: '12/31' };

async function ask(path: string, { token, given }: { token?: string; given?: unknown } = {}) {
  const response = await fetch(`${site.url()}/api/${path}`, {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(given !== undefined && { method: 'POST', body: JSON.stringify(given) }),
  });
  return { status: response.status, said: await response.json() };
}

const signIn = (number: string, pin = PASSWORD) => ask('sign-in', { given: { number, pin } });

async function letIn(login: string): Promise<string> {
  const { challenge } = (await signIn(login)).said;
  const [{ code }] = await messagesTo(login);
  return (await ask('code', { given: { challenge, code } })).said.token;
}

async function quote(token: string, cents = 8_437) {
  return (await ask('quotes', { token, given: { ...card, cents } })).said;
}

describe('A customer', () => {
  test('pays, and the bill is lower once the payment has posted', async () => {
    const login = await newCustomer();
    await turn('posts-late', '300', login);
    const token = await letIn(login);
    expect((await ask('account', { token })).said).toMatchObject({
      ...{ left: 8_437, dueOn: '2027-01-10', name: 'Ada Pemberton' },
    });
    const { said } = await ask('payments', { token, given: await quote(token) });
    expect(said).toMatchObject({ state: 'processing', cents: 8_437 });
    expect(await booksOf(login)).toEqual([
      { amount: 84.37, confirmation: said.confirmation, at: expect.any(String) },
    ]);
    expect((await ask('account', { token })).said.left).toBe(8_437);
    await expect.poll(async () => (await ask('account', { token })).said.left).toBe(0);
    expect((await ask('payments', { token })).said).toMatchObject([{ state: 'posted' }]);
  });

  test('finds a code on the phone while it is waited for, and nowhere afterwards', async () => {
    const login = await newCustomer();
    const { challenge } = (await signIn(login)).said;
    const [{ code, text }] = await messagesTo(login);
    expect(text).toContain(code);
    const wrong = await ask('code', { given: { challenge, code: '0' } });
    expect(wrong.said.message).toContain('isn’t the code');
    expect((await ask('code', { given: { challenge, code } })).said.token).toBeTruthy();
    expect(await messagesTo(login)).toEqual([]);
    expect(await site.admin(`/logins/${login}`)).toMatchObject({ codes: [{}] });
  });

  test('is let in by no challenge, and by no code of another', async () => {
    const [ada, bea] = [await newCustomer(), await newCustomer()];
    const { challenge } = (await signIn(ada)).said;
    expect((await ask('account', { token: challenge })).status).toBe(401);
    await signIn(bea);
    const [{ code }] = await messagesTo(ada);
    await turn('code', code === '1111' ? '2222' : '1111', bea);
    const { challenge: another } = (await signIn(bea)).said;
    expect((await ask('code', { given: { challenge: another, code } })).status).toBe(400);
  });

  test('is locked out after five wrong passwords', async () => {
    const login = await newCustomer();
    for (let time = 0; time < 5; time += 1) expect((await signIn(login, 'no')).status).toBe(401);
    expect((await signIn(login)).said.message).toContain('locked');
  });

  test('pays once, though the button is pressed twice', async () => {
    const login = await newCustomer();
    const token = await letIn(login);
    await turn('slow-payment', '100', login);
    const given = await quote(token, 2_000);
    const both = await Promise.all([1, 2].map(() => ask('payments', { token, given })));
    const [payment] = await booksOf(login);
    expect(both.map(({ said }) => said.confirmation)).toEqual([
      payment.confirmation,
      payment.confirmation,
    ]);
    expect(await booksOf(login)).toHaveLength(1);
  });

  test('can’t pay more than is owed', async () => {
    const token = await letIn(await newCustomer());
    expect((await quote(token, 8_438)).message).toContain('up to what you owe');
  });
});

describe('On command', () => {
  test.each([
    ['maintenance', 'rest'],
    ['captcha', 'human'],
    ['locked', 'locked'],
    ['password-expired', 'new password'],
  ])('a sign-in meets %s', async (name, expected) => {
    const login = await newCustomer();
    await turn(name, 'yes', login);
    expect((await signIn(login)).said.message).toContain(expected);
    await turn(name, '', login);
    expect((await signIn(login)).said.challenge).toBeTruthy();
  });

  test('a sign-in is slow', async () => {
    const login = await newCustomer();
    await turn('slow', '400', login);
    const began = Date.now();
    await signIn(login);
    expect(Date.now() - began).toBeGreaterThanOrEqual(395);
  });

  test('no code is asked for, and none is counted', async () => {
    const login = await newCustomer();
    await turn('no-code', 'yes', login);
    expect((await signIn(login)).said.token).toBeTruthy();
    expect(await site.admin(`/logins/${login}`)).toMatchObject({ codes: [] });
  });

  test('a session ends', async () => {
    const login = await newCustomer();
    const token = await letIn(login);
    await turn('session-ended', 'yes', login);
    expect((await ask('account', { token })).status).toBe(401);
  });

  test('a card is declined, and nobody charged', async () => {
    const login = await newCustomer();
    const token = await letIn(login);
    await turn('declines', 'yes', login);
    expect((await quote(token)).message).toContain('said no');
    expect(await booksOf(login)).toEqual([]);
  });

  test('the money is taken and the confirmation lost', async () => {
    const login = await newCustomer();
    const token = await letIn(login);
    await turn('confirmation-lost', 'yes', login);
    const given = await quote(token);
    await expect(ask('payments', { token, given })).rejects.toThrow();
    expect(await booksOf(login)).toHaveLength(1);
  });

  test('pressing twice pays twice', async () => {
    const login = await newCustomer();
    const token = await letIn(login);
    await turn('charges-twice', 'yes', login);
    const given = await quote(token, 1_000);
    await Promise.all([1, 2].map(() => ask('payments', { token, given })));
    expect(await booksOf(login)).toHaveLength(2);
  });
});

test('It counts who is there at once', async () => {
  const login = await newCustomer();
  const tokens = [await letIn(login), await letIn(login)];
  const { atOnce } = (await site.admin(`/logins/${login}`)) as Counted;
  expect(atOnce.ofOneLogin).toBeGreaterThanOrEqual(2);
  for (const token of tokens) await ask('sign-out', { token, given: {} });
  expect((await ask('account', { token: tokens[0] })).status).toBe(401);
});

type Counted = { readonly atOnce: { readonly ofAll: number; readonly ofOneLogin: number } };

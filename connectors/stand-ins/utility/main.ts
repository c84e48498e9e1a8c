/**
 * Marlow Valley Electric, an invented power company: a classic website of forms and a session cookie, with a
 * code by text or e-mail, and a history of payments. It has nothing of Billhook's in it, as no real
 * company has.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { besideTheSite } from '../site/beside.ts';
import { type Customer, type Database, openDatabase } from '../site/database.ts';
import {
  type Answer,
  type Asked,
  page,
  pause,
  run,
  type Site,
  seeOther,
  text,
} from '../site/http.ts';
import { countSessions } from '../site/sessions-at-once.ts';
import { openSwitches } from '../site/switches.ts';
import { dayOf, dollars, longDay } from '../site/words.ts';
import { htmlOf, problem } from './look.ts';

/** `left`: the customer has been let in. */
type Session = {
  readonly id: string;
  readonly login: string;
  stage: 'choose' | 'code' | 'in';
  code?: string;
  wrongCodes: number;
  /** Of the payment that is being reviewed: sent back with the button, and good for one payment. */
  review?: { readonly token: string; readonly cents: number; readonly card: string; used: boolean };
};

const KEPT = { name: 'utility', confirmations: 'MVE', statements: 'MV', cents: 8_437 };
const COOKIE = 'MVESESSION';
const DEVICE = 'MVEDEVICE';
const MOST_FAILURES = 5;
const MOST_WRONG_CODES = 3;
const DECLINED_CARD = '4000000000000002';

const maintenance = () =>
  page(
    htmlOf(
      'We’ll be right back',
      '<div class="box"><p>We are making improvements to our online services. Please try again in a little while.</p></div>',
    ),
    { status: 503 },
  );

function open(folder: string, adminKey: string): Site {
  const database = openDatabase(folder, KEPT);
  const switches = openSwitches(database.sql);
  const atOnce = countSessions();
  const sessions = new Map<string, Session>();
  const deps = { database, switches, atOnce, sessions };
  const signIn = signingIn(deps);
  const inside = account(deps);
  const more = (path: string) => {
    const [, login = ''] = /^\/admin\/cookies\/([^/]+)$/.exec(path) ?? [];
    return login ? cookiesOf(deps, decodeURIComponent(login)) : undefined;
  };
  const beside = besideTheSite({ ...deps, adminKey, htmlOf, more });
  return {
    close: () => database.sql.close(),
    async answer(asked) {
      const own = beside(asked);
      if (own) return own;
      const session = sessions.get(asked.cookies[COOKIE] ?? '');
      const login = session?.login ?? asked.form.get('userid') ?? undefined;
      await pause(switches.number('slow', login));
      if (switches.is('maintenance', login)) return maintenance();
      if (session) atOnce.seen(session.id, session.login);
      return signIn(asked, session) ?? inside(asked, session);
    },
  };
}

/** What browsers hold of a customer, by which each is let in. */
function cookiesOf({ sessions, database }: Deps, login: string): string[] {
  const own = [...sessions.values()].filter((one) => one.login === login);
  return [...own.map(({ id }) => id), ...database.devices(login)];
}

type Deps = {
  readonly database: Database;
  readonly switches: ReturnType<typeof openSwitches>;
  readonly atOnce: ReturnType<typeof countSessions>;
  readonly sessions: Map<string, Session>;
};

/** The pages up to the account. */
function signingIn(deps: Deps) {
  const { sessions, atOnce } = deps;
  return (asked: Asked, session: Session | undefined): Answer | undefined => {
    const { method, path, query } = asked;
    if (path === '/') return page(loginPage(deps, query.has('ended') ? ENDED : undefined));
    if (path === '/account/login' && method === 'POST') return logIn(deps, asked);
    if (path === '/account/logout') {
      if (session) {
        sessions.delete(session.id);
        atOnce.ended(session.id);
      }
      return seeOther('/', { 'set-cookie': `${COOKIE}=; Path=/; Max-Age=0` });
    }
    if (!path.startsWith('/account/')) return undefined;
    if (!session) return seeOther('/?ended=1');
    if (session.stage === 'in') return undefined;
    const customer = deps.database.customer(session.login) as Customer;
    if (path === '/account/verify' && method === 'POST') return sendCode(deps, asked, session);
    if (path === '/account/verify') return page(choosePage(customer));
    if (path === '/account/code' && method === 'POST') return checkCode(deps, asked, session);
    if (path === '/account/code') return page(codePage());
    return seeOther(session.stage === 'choose' ? '/account/verify' : '/account/code');
  };
}

const ENDED = 'Your session has ended. Please sign in again.';
const WRONG = 'The user ID or password you entered is incorrect.';
const LOCKED =
  'Your online account is locked. Please call customer care at (512) 555-0100 to unlock it.';

function loginPage({ switches }: Pick<Deps, 'switches'>, error?: string): string {
  // A website that was made anew overnight: other names, another order, other words.
  if (switches.is('markup')) {
    return htmlOf(
      'Welcome back',
      `${problem(error)}<div class="box"><form method="post" action="/account/login"><div class="f1"><span>E-mail or user name</span><input type="text" name="acct_user"></div><div class="f2"><span>Passphrase</span><input type="password" name="acct_secret"></div><button>Continue</button></form></div>`,
    );
  }
  return htmlOf(
    'Sign in to your account',
    `${problem(error)}<div class="box"><form method="post" action="/account/login" name="frmLogin"><label for="ctl00_userid">User ID</label><input type="text" id="ctl00_userid" name="userid" autocomplete="username"><label for="ctl00_passwd">Password</label><input type="password" id="ctl00_passwd" name="passwd" autocomplete="current-password"><br><button type="submit">Sign In</button></form><p class="note">Forgot your user ID or password? Call us: we’re happy to help.</p></div>`,
  );
}

function logIn(deps: Deps, { form, cookies }: Asked): Answer {
  const { database, switches } = deps;
  const login = (form.get('userid') ?? '').trim().toLowerCase();
  const customer = database.customer(login);
  if (customer && (customer.failures >= MOST_FAILURES || switches.is('locked', login)))
    return page(htmlOf('Account locked', problem(LOCKED)));
  if (!customer || !database.isPassword(login, form.get('passwd') ?? '')) {
    if (customer) database.noteLogin(login, 'wrong');
    return page(loginPage(deps, WRONG));
  }
  if (switches.is('captcha', login)) {
    return page(
      htmlOf(
        'Are you a person?',
        '<div class="box"><p>Type the characters you see in the picture.</p><svg width="160" height="50" role="img" aria-label="Picture with characters"><rect width="160" height="50" fill="#e8e4d5"/><path d="M10 35 30 12 48 38 70 10 92 40 120 14 150 36" stroke="#2f7d4f" fill="none" stroke-width="4"/></svg><form><label for="captcha">Characters</label><input type="text" id="captcha" name="captcha"><button>Continue</button></form></div>',
      ),
    );
  }
  if (switches.is('password-expired', login)) {
    return page(
      htmlOf(
        'Choose a new password',
        '<div class="box"><p>Your password is more than a year old. Choose a new one to go on.</p></div>',
      ),
    );
  }
  const isRemembered = database.isRemembered(login, cookies[DEVICE]);
  const asksForCode = !isRemembered && !switches.is('no-code', login);
  database.noteLogin(login, isRemembered ? 'remembered' : 'right');
  const session: Session = {
    id: randomBytes(18).toString('base64url'),
    ...{ login, stage: asksForCode ? 'choose' : 'in', wrongCodes: 0 },
  };
  deps.sessions.set(session.id, session);
  deps.atOnce.seen(session.id, login);
  const cookie = `${COOKIE}=${session.id}; Path=/; HttpOnly; SameSite=Lax`;
  const next = asksForCode ? '/account/verify' : '/account/summary';
  return seeOther(next, { 'set-cookie': cookie });
}

function choosePage({ phone, email }: Customer, error?: string): string {
  const masked = `(***) ***-${phone.slice(-4)}`;
  const [name = '', host = ''] = email.split('@');
  return htmlOf(
    'Verify it’s you',
    `${problem(error)}<div class="box"><p>We don’t recognize this device. Where should we send your security code?</p><form method="post" action="/account/verify"><p><input type="radio" name="where" value="text" id="w1" checked><label class="inline" for="w1">Text message to ${text(masked)}</label></p><p><input type="radio" name="where" value="email" id="w2"><label class="inline" for="w2">Email to ${text(`${name.slice(0, 1)}***@${host}`)}</label></p><button type="submit">Send Code</button></form></div>`,
  );
}

function sendCode({ database, switches }: Deps, { form }: Asked, session: Session): Answer {
  const { phone, email } = database.customer(session.login) as Customer;
  // A script that can't read messages is told beforehand.
  const code = switches.of('code', session.login) || String(randomInt(100_000, 999_999));
  session.code = code;
  session.stage = 'code';
  const to = form.get('where') === 'email' ? email : phone;
  database.send(session.login, to, `Marlow Valley Electric: your security code is ${code}.`, code);
  return seeOther('/account/code');
}

function codePage(error?: string): string {
  return htmlOf(
    'Enter your security code',
    `${problem(error)}<div class="box"><form method="post" action="/account/code"><label for="otp">Security code</label><input type="tel" id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code"><p><input type="checkbox" name="remember" value="1" id="rm" checked><label class="inline" for="rm">Remember this device</label></p><button type="submit">Verify</button></form></div>`,
  );
}

function checkCode({ database, sessions }: Deps, { form }: Asked, session: Session): Answer {
  if (form.get('otp')?.trim() !== session.code) {
    session.wrongCodes += 1;
    if (session.wrongCodes < MOST_WRONG_CODES)
      return page(codePage('That code is incorrect. Please check it and try again.'));
    sessions.delete(session.id);
    return page(
      htmlOf('Too many attempts', problem('Too many incorrect codes. Please sign in again.')),
    );
  }
  session.stage = 'in';
  const isKept = form.get('remember') === '1';
  const device = isKept
    ? `${DEVICE}=${database.remember(session.login)}; Path=/; Max-Age=7776000`
    : '';
  return seeOther('/account/summary', isKept ? { 'set-cookie': device } : {});
}

type MaybeLater = Answer | undefined | Promise<Answer>;

/** The pages of a customer who is signed in. */
function account(deps: Deps) {
  const { database, switches, sessions } = deps;
  return (asked: Asked, session: Session | undefined): MaybeLater => {
    const { method, path } = asked;
    if (session?.stage !== 'in') return undefined;
    const { login } = session;
    if (switches.is('session-ended', login)) {
      sessions.delete(session.id);
      return seeOther('/?ended=1');
    }
    if (path === '/account/summary') return page(summaryPage(deps, login));
    if (path === '/account/history') return page(historyPage(database, login));
    if (path === '/account/pay' && method === 'POST') return review(deps, asked, session);
    if (path === '/account/pay') return page(payPage(deps, login));
    if (path === '/account/pay/confirm' && method === 'POST') return confirm(deps, asked, session);
    if (path === '/account/pay/done') return page(donePage(database, session));
    return undefined;
  };
}

function summaryPage({ database }: Deps, login: string): string {
  const customer = database.customer(login) as Customer;
  const bill = database.bill(login, Date.now());
  const owed = bill
    ? `<tr><td>Amount due</td><td class="due" id="amtDue">${dollars(bill.left)}</td></tr><tr><td>Due date</td><td id="dueDt">${bill.left > 0 ? longDay(bill.dueOn) : 'Nothing due'}</td></tr><tr><td>Statement</td><td>${text(bill.statement)}</td></tr>`
    : '<tr><td colspan="2">You have no bill yet.</td></tr>';
  return htmlOf(
    'My account',
    `<div class="box"><table role="presentation"><tr><td width="60%"><table class="acct"><tr><td>Account number</td><td>${text(`******${customer.accountNumber.slice(-4)}`)}</td></tr><tr><td>Service address</td><td>${text(customer.address)}</td></tr>${owed}</table></td><td valign="top"><a class="btn" href="/account/pay">Pay My Bill</a></td></tr></table></div><p>Welcome, ${text(customer.name)}.</p>`,
    true,
  );
}

function payPage({ database }: Deps, login: string, error?: string): string {
  const { left = 0 } = database.bill(login, Date.now()) ?? {};
  if (left === 0)
    return htmlOf('Pay my bill', '<div class="box"><p>You have nothing to pay.</p></div>', true);
  return htmlOf(
    'Pay my bill',
    `${problem(error)}<div class="box"><form method="post" action="/account/pay"><p><input type="radio" name="amt" value="total" id="a1" checked><label class="inline" for="a1">Total amount due: ${dollars(left)}</label></p><p><input type="radio" name="amt" value="other" id="a2"><label class="inline" for="a2">Other amount</label></p><label for="other">Other amount ($)</label><input type="text" id="other" name="other"><label for="cc_name">Name on card</label><input type="text" id="cc_name" name="cc_name" autocomplete="cc-name"><label for="cc_no">Card number</label><input type="tel" id="cc_no" name="cc_no" autocomplete="cc-number"><label for="cc_exp">Expiration date (MM/YY)</label><input type="text" id="cc_exp" name="cc_exp" autocomplete="cc-exp"><label for="cc_cvv">Security code</label><input type="tel" id="cc_cvv" name="cc_cvv" autocomplete="cc-csc"><label for="cc_zip">Billing ZIP code</label><input type="text" id="cc_zip" name="cc_zip" autocomplete="postal-code"><br><button type="submit">Continue</button></form></div>`,
    true,
  );
}

/** Shows what is going to be paid. No money moves until the customer presses the button there. */
function review(deps: Deps, { form }: Asked, session: Session): Answer {
  const { database } = deps;
  const { login } = session;
  const { left = 0 } = database.bill(login, Date.now()) ?? {};
  const other = Math.round(Number((form.get('other') ?? '').replace(/[$,\s]/g, '')) * 100);
  const cents = form.get('amt') === 'other' ? other : left;
  const card = (form.get('cc_no') ?? '').replace(/\D/g, '');
  const isWhole =
    /^\d{2}\s*\/\s*\d{2}$/.test(form.get('cc_exp')?.trim() ?? '') && card.length >= 13;
  if (!isWhole) return page(payPage(deps, login, 'Please check your card details.'));
  if (!Number.isSafeInteger(cents) || cents <= 0 || cents > left)
    return page(payPage(deps, login, 'Please enter an amount up to the total amount due.'));
  if (card === DECLINED_CARD || deps.switches.is('declines', login))
    return page(payPage(deps, login, 'Your card was declined. Please use another card.'));
  const token = randomBytes(12).toString('base64url');
  session.review = { token, cents, card: card.slice(-4), used: false };
  return page(
    htmlOf(
      'Review your payment',
      `<div class="box"><table><tr><th>Amount</th><td id="revAmt">${dollars(cents)}</td></tr><tr><th>Card</th><td>ending in ${text(card.slice(-4))}</td></tr></table><form method="post" action="/account/pay/confirm"><input type="hidden" name="token" value="${token}"><button type="submit">Submit Payment</button></form><p class="note">Press the button once. Your card is charged right away.</p></div>`,
      true,
    ),
  );
}

async function confirm(
  { database, switches }: Deps,
  { form }: Asked,
  session: Session,
): Promise<Answer> {
  const { review: reviewed, login } = session;
  if (!reviewed || form.get('token') !== reviewed.token) return seeOther('/account/pay');
  // A website that doesn't look whether it has done it: who presses twice pays twice.
  if (reviewed.used && !switches.is('charges-twice', login)) return seeOther('/account/pay/done');
  reviewed.used = true;
  await pause(switches.number('slow-payment', login));
  const at = Date.now();
  database.charge({
    ...{ login, cents: reviewed.cents, card: reviewed.card, at },
    postsAt: at + switches.number('posts-late', login),
  });
  if (switches.is('confirmation-lost', login)) return { cut: true };
  return seeOther('/account/pay/done');
}

function donePage(database: Deps['database'], { login }: Session): string {
  const [last] = database.payments(login);
  if (!last)
    return htmlOf('Pay my bill', '<div class="box"><p>You have made no payment.</p></div>', true);
  return htmlOf(
    'Thank you for your payment',
    `<div class="box"><table><tr><th>Confirmation number</th><td id="confNo">${text(last.confirmation)}</td></tr><tr><th>Amount</th><td>${dollars(last.cents)}</td></tr><tr><th>Date</th><td>${longDay(dayOf(last.at))}</td></tr></table></div>`,
    true,
  );
}

function historyPage(database: Deps['database'], login: string): string {
  const now = Date.now();
  const rows = database
    .payments(login)
    .map(
      ({ at, cents, confirmation, card, postsAt }) =>
        `<tr><td>${longDay(dayOf(at))}</td><td>${dollars(cents)}</td><td>${text(confirmation)}</td><td>Card ending in ${text(card)}</td><td>${postsAt <= now ? 'Posted' : 'Processing'}</td></tr>`,
    );
  return htmlOf(
    'Payment history',
    `<div class="box"><table class="hist"><thead><tr><th>Date</th><th>Amount</th><th>Confirmation</th><th>Method</th><th>Status</th></tr></thead><tbody>${rows.join('')}</tbody></table>${rows.length === 0 ? '<p>You have made no payments yet.</p>' : ''}</div>`,
    true,
  );
}

await run(open);

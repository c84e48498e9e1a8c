/** Nightjar's sign-in: the e-mail address first, then the password, and on command a picture or a code. */
import { randomBytes, randomInt } from 'node:crypto';
import { type Answer, type Asked, page, seeOther, text } from '../site/http.ts';
import { makeCaptcha } from './captcha.ts';
import { field, form, panel } from './look.ts';
import { COOKIE, type Deps, type Session } from './session.ts';

const MOST_FAILURES = 5;
const LOCKED =
  '<p>We noticed unusual activity and locked your account. Write to help@nightjar.example.</p>';

export function signingIn(
  deps: Deps,
  asked: Asked,
  session: Session | undefined,
): Answer | undefined {
  const { method, path, form: sent, query } = asked;
  if (path === '/') return page(emailPage(deps, query.has('late')));
  if (method === 'POST' && path === '/in') return givenEmail(deps, emailOf(sent));
  if (method === 'POST' && path === '/in/password') return givenPassword(deps, sent);
  if (path !== '/in/prove') return undefined;
  if (!session || session.stage === 'in') return seeOther(session ? '/browse' : '/');
  return method === 'POST' ? proven(deps, session, sent) : page(provePage(session));
}

const emailOf = (sent: URLSearchParams) => (sent.get('email') ?? '').trim().toLowerCase();

function emailPage({ switches }: Deps, isLate: boolean): string {
  const wrong = isLate ? 'You were away for a while, so we signed you out.' : undefined;
  // A website that was made anew overnight.
  if (switches.is('markup')) {
    const fields = '<div>Who’s watching?</div><input name="who" placeholder="you@somewhere">';
    return panel('Welcome to the new Nightjar', form('/in', 'Onwards', fields), { wrong });
  }
  const fields = field('Email', 'email', 'type="email" autocomplete="username"');
  return panel('Sign in', form('/in', 'Next', fields), { wrong });
}

function givenEmail({ database }: Deps, email: string): Answer {
  if (database.customer(email)) return page(passwordPage(email));
  const fields = field('Email', 'email', 'type="email" autocomplete="username"');
  const wrong = 'We can’t find an account with that email.';
  return page(panel('Sign in', form('/in', 'Next', fields), { wrong }));
}

function passwordPage(email: string, wrong?: string): string {
  const fields = `<input type="hidden" name="email" value="${text(email)}"><p>${text(email)}</p>${field('Password', 'password', 'type="password" autocomplete="current-password"')}`;
  return panel('Enter your password', form('/in/password', 'Sign in', fields), { wrong });
}

function givenPassword(deps: Deps, sent: URLSearchParams): Answer {
  const { database, switches } = deps;
  const login = emailOf(sent);
  const customer = database.customer(login);
  if (customer && (customer.failures >= MOST_FAILURES || switches.is('locked', login)))
    return page(panel('Account locked', LOCKED));
  if (!customer || !database.isPassword(login, sent.get('password') ?? '')) {
    if (customer) database.noteLogin(login, 'wrong');
    return page(passwordPage(login, 'That password isn’t right. Try again.'));
  }
  if (switches.is('password-expired', login))
    return page(
      panel('Pick a new password', '<p>Your password turned up in a leak elsewhere.</p>'),
    );
  database.noteLogin(login, 'right');
  const asks = switches.is('captcha', login) ? 'captcha' : undefined;
  const stage = asks ?? (switches.is('asks-code', login) ? 'code' : 'in');
  const session: Session = { id: randomBytes(18).toString('base64url'), login, stage, failures: 0 };
  deps.sessions.set(session.id, session);
  deps.atOnce.seen(session.id, login);
  if (stage === 'code') sendCode(deps, session);
  const cookie = `${COOKIE}=${session.id}; Path=/; HttpOnly; SameSite=Strict`;
  return seeOther(stage === 'in' ? '/browse' : '/in/prove', { 'set-cookie': cookie });
}

function sendCode({ database, switches }: Deps, session: Session): void {
  const code = switches.of('code', session.login) || String(randomInt(100_000, 1_000_000));
  session.expected = code;
  const { email = '' } = database.customer(session.login) ?? {};
  database.send(session.login, email, `${code} is your Nightjar sign-in code.`, code);
}

function provePage(session: Session, wrong?: string): string {
  if (session.stage === 'code') {
    const fields = `<p>We emailed you a code.</p>${field('Sign-in code', 'answer', 'autocomplete="one-time-code" inputmode="numeric"')}`;
    return panel('Is it really you?', form('/in/prove', 'Continue', fields), { wrong });
  }
  // Another picture each time: a page that is opened again is no second try at the same one.
  const { answer, picture } = makeCaptcha();
  session.expected = answer;
  const fields = `${picture}${field('Digits in the picture', 'answer', 'inputmode="numeric" autocomplete="off"')}`;
  return panel('Are you human?', form('/in/prove', 'I am', fields), { wrong });
}

function proven(deps: Deps, session: Session, sent: URLSearchParams): Answer {
  if (sent.get('answer')?.trim() === session.expected) {
    session.stage = 'in';
    return seeOther('/browse');
  }
  session.failures += 1;
  if (session.failures < MOST_FAILURES)
    return page(provePage(session, 'That isn’t it. Try again.'));
  deps.sessions.delete(session.id);
  return seeOther('/');
}

/**
 * Larkspur Mobile, an invented phone company: an app of one page that talks JSON, and forgets its customer
 * when it is reloaded. Codes come from the customer's phone and are kept in memory alone; a payment is
 * accepted at once and posted later. It has nothing of Billhook's in it.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { besideTheSite } from '../site/beside.ts';
import { openDatabase } from '../site/database.ts';
import { type Answer, type Asked, json, pause, run, type Site } from '../site/http.ts';
import { countSessions } from '../site/sessions-at-once.ts';
import { openSwitches } from '../site/switches.ts';
import { messagesPage, shellPage } from './look.ts';
import { paying } from './paying.ts';
import type { Deps, Session } from './session.ts';

const KEPT = { name: 'mobile', confirmations: 'LK', statements: 'LM', cents: 6_250 };
const MOST_FAILURES = 5;
const MOST_WRONG_CODES = 3;

const problem = (message: string, status = 400): Answer => json({ message }, status);
const MAINTENANCE = 'Larkspur is having a quick rest while we make things better. Back soon.';

function open(folder: string, adminKey: string): Site {
  const database = openDatabase(folder, KEPT);
  const switches = openSwitches(database.sql);
  const sessions = new Map<string, Session>();
  const deps: Deps = { database, switches, sessions, atOnce: countSessions() };
  const script = readFileSync(join(import.meta.dirname, 'app.js'));
  const beside = besideTheSite({
    ...{ ...deps, adminKey, htmlOf: messagesPage },
    messages: (login) => codesOnPhone(deps, login),
  });
  return {
    close: () => database.sql.close(),
    async answer(asked) {
      const own = beside(asked);
      if (own) return own;
      const { path, json: given } = asked;
      if (path === '/app.js')
        return { headers: { 'content-type': 'text/javascript' }, body: script };
      const session = sessions.get(tokenOf(asked));
      const login = session?.login ?? digits((given as { number?: unknown })?.number);
      await pause(switches.number('slow', login));
      const isResting = switches.is('maintenance', login);
      if (path === '/') return shellPage(isResting ? MAINTENANCE : '', switches.is('markup'));
      if (!path.startsWith('/api/')) return undefined;
      if (isResting) return problem(MAINTENANCE, 503);
      return signingIn(deps, asked) ?? signedIn(deps, asked, session);
    },
  };
}

/** The code of each sign-in that waits for one, as the customer's own phone shows it. */
function codesOnPhone({ database, sessions }: Deps, login: string) {
  const { phone = '' } = database.customer(login) ?? {};
  return [...sessions.values()]
    .filter((one) => one.login === login && !one.isIn)
    .map(({ code, at }) => ({
      ...{
        to: phone,
        code,
        at,
        text: `Larkspur: ${code} signs you in. Never tell it to a caller.`,
      },
    }))
    .reverse();
}

function signingIn(deps: Deps, { method, path, json: given }: Asked): Answer | undefined {
  if (method !== 'POST') return undefined;
  if (path === '/api/sign-in') return signIn(deps, given as Record<string, unknown>);
  if (path === '/api/code') return checkCode(deps, given as Record<string, unknown>);
  return undefined;
}

function signIn(deps: Deps, { number, pin }: Record<string, unknown>): Answer {
  const { database, switches, sessions } = deps;
  const login = digits(number);
  const customer = database.customer(login);
  if (customer && (customer.failures >= MOST_FAILURES || switches.is('locked', login)))
    return problem('Your account is locked. Dial 611 from your Larkspur phone to unlock it.', 403);
  if (!customer || !database.isPassword(login, String(pin))) {
    if (customer) database.noteLogin(login, 'wrong');
    return problem('That number and password don’t match.', 401);
  }
  if (switches.is('captcha', login))
    return problem('Prove you’re human: slide the bird into its nest.', 403);
  if (switches.is('password-expired', login))
    return problem('It’s time for a new password. Choose one in a store.', 403);
  database.noteLogin(login, 'right');
  const isIn = switches.is('no-code', login);
  const code = switches.of('code', login) || String(randomInt(1_000, 9_999));
  const session: Session = {
    ...{ id: randomBytes(18).toString('base64url'), login, code, at: Date.now(), isIn },
    wrongCodes: 0,
  };
  sessions.set(session.id, session);
  deps.atOnce.seen(session.id, login);
  if (isIn) return json({ token: session.id });
  database.noteCode(login);
  return json({ challenge: session.id });
}

function checkCode(deps: Deps, { challenge, code }: Record<string, unknown>): Answer {
  const { sessions, atOnce } = deps;
  const session = sessions.get(String(challenge));
  if (!session || session.isIn) return problem('Please sign in again.', 401);
  const end = () => {
    sessions.delete(session.id);
    atOnce.ended(session.id);
  };
  if (digits(code) === session.code) {
    end();
    // The challenge has been on the wire before anybody was let in, so it isn't what lets in.
    const token = randomBytes(24).toString('base64url');
    sessions.set(token, { ...session, id: token, isIn: true });
    atOnce.seen(token, session.login);
    return json({ token });
  }
  session.wrongCodes += 1;
  if (session.wrongCodes < MOST_WRONG_CODES)
    return problem('That isn’t the code on your phone. Try again.');
  end();
  return problem('Too many wrong codes. Please sign in again.', 401);
}

function signedIn(deps: Deps, asked: Asked, session: Session | undefined) {
  const { database, switches, sessions, atOnce } = deps;
  const { method, path } = asked;
  if (session?.isIn && switches.is('session-ended', session.login)) sessions.delete(session.id);
  if (!session?.isIn || !sessions.has(session.id))
    return problem('You were signed out to keep your account safe.', 401);
  atOnce.seen(session.id, session.login);
  if (path === '/api/account') {
    const { name, accountNumber } = database.customer(session.login) ?? {};
    const { left = 0, dueOn, statement } = database.bill(session.login, Date.now()) ?? {};
    return json({ name, accountNumber, left, dueOn, statement });
  }
  if (path === '/api/sign-out' && method === 'POST') {
    sessions.delete(session.id);
    atOnce.ended(session.id);
    return json({});
  }
  return paying(deps, asked, session);
}

const digits = (value: unknown) => String(value ?? '').replace(/\D/g, '');

const tokenOf = ({ headers }: Asked) =>
  /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';

await run(open);

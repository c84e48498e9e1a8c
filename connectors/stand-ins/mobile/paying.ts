/** Larkspur's payments: a quote says what is going to be paid, and the payment is made of it. */
import { randomBytes } from 'node:crypto';
import { type Answer, type Asked, json, pause } from '../site/http.ts';
import type { Deps, Quote, Session } from './session.ts';

const DECLINED_CARD = '4000000000000002';
/** Until the bill is lower, unless a switch says otherwise. */
const POSTS_AFTER_MILLISECONDS = 20_000;

export function paying(
  deps: Deps,
  { method, path, json: given }: Asked,
  session: Session,
): Answer | undefined | Promise<Answer> {
  if (path === '/api/quotes' && method === 'POST')
    return quote(deps, session, given as Record<string, unknown>);
  if (path !== '/api/payments') return undefined;
  if (method === 'POST') return pay(deps, session, given as Record<string, unknown>);
  return json(payments(deps, session));
}

function quote(
  { database, switches }: Deps,
  session: Session,
  { cents, card, expires }: Record<string, unknown>,
): Answer {
  const { login } = session;
  const { left = 0 } = database.bill(login, Date.now()) ?? {};
  const number = String(card).replace(/\D/g, '');
  if (number.length < 13 || !/^\d\d ?\/ ?\d\d$/.test(String(expires).trim()))
    return json({ message: 'Something about that card isn’t right.' }, 400);
  if (typeof cents !== 'number' || !Number.isSafeInteger(cents) || cents <= 0 || cents > left)
    return json({ message: 'You can pay up to what you owe.' }, 400);
  if (number === DECLINED_CARD || switches.is('declines', login))
    return json({ message: 'Your bank said no to that card.' }, 402);
  const id = randomBytes(12).toString('base64url');
  session.quote = { id, cents, card: number.slice(-4) };
  return json({ quote: id, cents, card: number.slice(-4) });
}

async function pay(deps: Deps, session: Session, given: Record<string, unknown>): Promise<Answer> {
  const { quote: quoted, login } = session;
  if (!quoted || given.quote !== quoted.id) return json({ message: 'Please start again.' }, 409);
  const isTwice = deps.switches.is('charges-twice', login);
  if (!quoted.paid || isTwice) quoted.paid = charge(deps, login, quoted);
  await quoted.paid;
  if (deps.switches.is('confirmation-lost', login)) return { cut: true };
  const [last] = payments(deps, session);
  return json(last, 202);
}

async function charge({ database, switches }: Deps, login: string, { cents, card }: Quote) {
  await pause(switches.number('slow-payment', login));
  const at = Date.now();
  const postsAt = at + (switches.number('posts-late', login) || POSTS_AFTER_MILLISECONDS);
  database.charge({ login, cents, card, at, postsAt });
}

function payments({ database }: Deps, { login }: Session) {
  const now = Date.now();
  return database.payments(login).map(({ at, cents, confirmation, card, postsAt }) => ({
    ...{ at, cents, confirmation, card, state: postsAt <= now ? 'posted' : 'processing' },
  }));
}

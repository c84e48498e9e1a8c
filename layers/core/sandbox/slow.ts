/**
 * What takes minutes on the sandbox. It ends by the partner's clock, so that a test clock can be moved
 * past it; what never ends is given up by the machine's. The operation's name says when it began.
 */

import type { Clock } from '../base/dates.ts';
import { type Connector, isNotLoggedIn, type Running, type Session } from '../company/connector.ts';
import { caseOf } from './account.ts';

export const SLOW_MILLISECONDS = 3 * 60 * 1000;
const ASK_AGAIN_MILLISECONDS = 5_000;

/** What is slow: signing in, or what is sent then, a payment or a card. */
type Slow = 'login' | 'money';

/** The connector, whose company takes its time where the login asks for that. */
export function slowly(connector: Connector, clock: Clock): Connector {
  const running = (what: Slow, session: Session) => stillRunning(what, session, clock);
  /** It has what was sent by then, and tells later. */
  const sent = async <T>(session: Session, outcome: Promise<T>) => {
    const said = await outcome;
    return isNotLoggedIn(said) ? said : (running('money', session) ?? said);
  };
  /** Without a name nothing is running: it tells what it knows. */
  const found = async <T>(session: Session, find: () => Promise<T>) =>
    (session.running === undefined ? undefined : running('money', session)) ?? find();
  return {
    ...connector,
    logIn: async (session) => running('login', session) ?? connector.logIn(session),
    pay: (session, request) => sent(session, connector.pay(session, request)),
    findPayment: (session, submission) =>
      found(session, () => connector.findPayment(session, submission)),
    swap: (session, request) => sent(session, connector.swap(session, request)),
    findSwap: (session, attemptId) => found(session, () => connector.findSwap(session, attemptId)),
  };
}

/** Nothing once it has ended, or where nothing of the kind is slow. */
function stillRunning(what: Slow, session: Session, clock: Clock): Running | undefined {
  const { running, partnerNow } = session;
  const { slow } = caseOf(session);
  const neverEnds = slow === 'login-never';
  if (slow !== what && !(neverEnds && what === 'login')) return undefined;
  const begunAt = running === undefined ? partnerNow : Number(running.split('-')[1]);
  if (!neverEnds && partnerNow >= begunAt + SLOW_MILLISECONDS) return undefined;
  const askAgainAt = clock() + ASK_AGAIN_MILLISECONDS;
  return { kind: 'running', operation: `${what}-${begunAt}`, askAgainAt };
}

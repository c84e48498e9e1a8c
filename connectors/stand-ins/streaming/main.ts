/**
 * Nightjar, an invented streaming service: a sign-in in two steps, a card on file that can be replaced, and a
 * membership that is charged to it. It does what makes websites hard to visit, and has the page of one
 * that was taken over. It has nothing of Billhook's in it.
 */
import { besideTheSite } from '../site/beside.ts';
import { openDatabase } from '../site/database.ts';
import { type Answer, type Asked, page, pause, run, type Site, seeOther } from '../site/http.ts';
import { countSessions } from '../site/sessions-at-once.ts';
import { openSwitches } from '../site/switches.ts';
import { openHostile } from './hostile.ts';
import { browsePage, htmlOf, panel } from './look.ts';
import { membership } from './membership.ts';
import { COOKIE, type Deps, type Session } from './session.ts';
import { signingIn } from './signing-in.ts';

const KEPT = { name: 'streaming', confirmations: 'NJ-', statements: 'N', cents: 1_549 };

function open(folder: string, adminKey: string): Site {
  const database = openDatabase(folder, KEPT);
  const switches = openSwitches(database.sql);
  const deps: Deps = { database, switches, atOnce: countSessions(), sessions: new Map() };
  const hostile = openHostile(database.sql);
  const beside = besideTheSite({
    ...{ ...deps, adminKey, htmlOf },
    more(path) {
      const [, what, login = ''] = /^\/admin\/(cards|hostile)\/([^/]+)$/.exec(path) ?? [];
      const whose = decodeURIComponent(login);
      if (what === 'cards') return database.cards(whose);
      return what === 'hostile' ? hostile.reached(whose) : undefined;
    },
  });
  return {
    close() {
      hostile.close();
      database.sql.close();
    },
    async answer(asked) {
      const own = beside(asked) ?? (await hostile.answer(asked));
      if (own) return own;
      const session = deps.sessions.get(asked.cookies[COOKIE] ?? '');
      const login = session?.login ?? asked.form.get('email')?.trim().toLowerCase() ?? undefined;
      await pause(switches.number('slow', login));
      if (switches.is('maintenance', login)) return page(resting(), { status: 503 });
      if (session) deps.atOnce.seen(session.id, session.login);
      return signingIn(deps, asked, session) ?? inside(deps, asked, session);
    },
  };
}

const resting = () =>
  panel('Intermission', '<p>We’re changing the reels. Nightjar is back shortly.</p>');

function inside(deps: Deps, asked: Asked, session: Session | undefined) {
  const { switches, sessions } = deps;
  const known = ['/browse', '/you', '/out', '/you/card', '/you/pay', '/you/history'];
  if (!known.includes(asked.path)) return undefined;
  if (session?.stage !== 'in') return seeOther('/');
  const { login } = session;
  if (switches.is('session-ended', login)) {
    sessions.delete(session.id);
    return seeOther('/?late');
  }
  if (switches.is('hostile', login)) return seeOther(`/hostile?of=${encodeURIComponent(login)}`);
  if (asked.path === '/browse') return page(browsePage());
  if (asked.path === '/out') return signOut(deps, session);
  return membership(deps, asked, session);
}

function signOut({ sessions, atOnce }: Deps, { id }: Session): Answer {
  sessions.delete(id);
  atOnce.ended(id);
  return seeOther('/', { 'set-cookie': `${COOKIE}=; Path=/; Max-Age=0` });
}

await run(open);

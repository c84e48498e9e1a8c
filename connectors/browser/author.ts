/** What Billhook asks, answered by a browser at the company's own website. */

import {
  type Author,
  type BillsResult,
  type FindPaymentResult,
  type LogInSession,
  NothingTried,
  type NotLoggedIn,
  type PaymentOrder,
  type PaymentSubmission,
  type Run,
  type Session,
  type SettlementsPage,
  type SwapSubmission,
} from '@billhook/connector-kit';
import { ASKED_MILLISECONDS } from '@billhook/core/company/gate/leases';
import type { Structure } from './blocks/structure.ts';
import { UnknownPage } from './blocks/unknown-page.ts';
import type { Visit } from './blocks/visit.ts';
import type { BrowserCompany, Swapping } from './company.ts';
import { logInAt } from './log-in.ts';
import { findAt, payAt } from './pay.ts';
import { type Look, lookAt } from './recording/look.ts';
import { type BrowserSession, openSessions, type Sessions } from './sessions.ts';
import type { Submissions } from './submissions.ts';
import { type PageWatch, watchPages } from './watch-pages.ts';

export type BrowserAuthor = Author & {
  /** Closes every browser. */
  readonly close: () => Promise<void>;
  /** Looks at the page of one company, now and without a login. */
  readonly look: (company: string, run: Pick<Run, 'signal'>) => Promise<Look>;
};

/** Until a page is none that is known. */
const PAGE_SECONDS = 15;
/** Between two rounds, a code takes this long to arrive and be typed; the gate counts it as open so long. */
export const ANSWER_SECONDS = ASKED_MILLISECONDS / 1000;
/** For what is read or paid right after. */
const LIVE_SECONDS = 120;

export type AuthorOptions = {
  readonly pageSeconds?: number;
  /** Called before a company is given credentials; if it throws, it is given none. */
  readonly trying?: () => Promise<void>;
  /** What every session that stays open is called, where there is one at a time. */
  readonly liveName?: string;
  /** Told of each page that is none of its company's, besides. */
  readonly met?: PageWatch['met'];
};

const unknownPage = {
  kind: 'hold',
  code: 'system_issue_with_bill',
  subcode: 'selector-not-found',
} as const;

export function createBrowserAuthor(
  companies: readonly BrowserCompany[],
  submissions: Submissions,
  { pageSeconds = PAGE_SECONDS, trying, liveName, met }: AuthorOptions = {},
): BrowserAuthor {
  const sessions = openSessions(pageSeconds, { trying, liveName });
  const watch = watchPages(companies);
  const pages: Pick<PageWatch, 'met'> = {
    met: (company, structure) => {
      watch.met(company, structure);
      met?.(company, structure);
    },
  };
  const companyOf = (id: string) => {
    const found = companies.find(({ row }) => row.id === id);
    if (!found) throw new NothingTried();
    return found;
  };
  const doors = { sessions, companyOf, pages };
  const rows = companies.map(({ row }) => row);
  return {
    companies: () => ({ companies: rows, asOf: new Date().toISOString() }),
    logIn: (asked, run) => logIn(doors, asked, run),
    listBills: (asked, run) => listBills(doors, asked, run),
    ...payingCalls(doors, submissions),
    ...swappingCalls(doors, submissions),
    settlements: (day, _cursor, { caller }) => settledOn(submissions, day, caller),
    looks: watch.looks,
    async look(company, { signal }) {
      const seen = await lookAt(companyOf(company), { signal });
      pages.met(company, seen.structure);
      return seen;
    },
    endSession: sessions.close,
    close: sessions.closeAll,
  };
}

type Doors = {
  readonly sessions: Sessions;
  /** @throws NothingTried for one that is not ours. */
  readonly companyOf: (id: string) => BrowserCompany;
  /** Told of pages that are not known. */
  readonly pages: Pick<PageWatch, 'met'>;
};

async function logIn({ sessions, companyOf, pages }: Doors, asked: LogInSession, run: Run) {
  const company = companyOf(asked.company);
  const owner = ownerOf(asked, run);
  const name = `${run.caller} ${run.operation}`;
  const session =
    sessions.take(name, owner) ??
    (await sessions.open(owner, company, asked.connection).catch(nothingTried));
  session.login.step = run.step;
  run.step?.('signing-in');
  const login = await whileWanted(run, session, () =>
    logInAt(company, session.visit, session.login, asked),
  ).catch((error: unknown) => {
    // Its website was not there, for one: it may be tried again.
    throw session.login.tried ? error : new NothingTried();
  });
  if (login.kind === 'mfa-required') {
    sessions.keep(session, ANSWER_SECONDS, name);
    return login;
  }
  if (login.kind === 'verified') return { ...login, ...(await kept(sessions, session)) };
  pages.met(asked.company, session.login.unknownPage);
  await session.browser.close();
  return login;
}

async function listBills(doors: Doors, asked: Session, run: Run): Promise<BillsResult> {
  const { bills: read } = doors.companyOf(asked.company);
  if (!read) return { kind: 'bills', bills: [] };
  const session = await letIn(doors, asked, run);
  if (isNotLoggedIn(session)) return session;
  run.step?.('reading-bills');
  const met = (structure: Structure | undefined) => doors.pages.met(asked.company, structure);
  const bills = await whileWanted(run, session, () => read(session.visit)).catch(
    unlessUnknown(met),
  );
  if (!bills) return { kind: 'not-logged-in', login: unknownPage };
  return { kind: 'bills', bills: [...bills], ...(await kept(doors.sessions, session)) };
}

function payingCalls(doors: Doors, submissions: Submissions): Pick<Author, 'pay' | 'findPayment'> {
  return {
    async pay(asked: Session, order: PaymentOrder, run: Run) {
      const { paying } = doors.companyOf(asked.company);
      const session = paying && (await letIn(doors, asked, run).catch(() => undefined));
      // Nobody was let in, and nothing is under way.
      if (!session) return { kind: 'never-taken' };
      if (isNotLoggedIn(session)) return session;
      const { visit, browser } = session;
      run.step?.('paying');
      try {
        const { endConnections } = browser;
        const met = (structure: Structure | undefined) => doors.pages.met(asked.company, structure);
        return await payAt({ paying, visit, endConnections, submissions, met }, order, run);
      } finally {
        await browser.close();
      }
    },
    async findPayment(asked: Session, submission: PaymentSubmission, run: Run) {
      const { paying } = doors.companyOf(asked.company);
      const { payment, submission: number } = submission;
      const name = { caller: run.caller, payment, submission: number };
      const committed = await submissions.find(name);
      // The kit refuses it from now on: nobody presses the button for it any more.
      if (!committed || !paying) return { kind: 'never-taken' };
      const session = await letIn(doors, asked, run);
      if (isNotLoggedIn(session)) return session;
      const { visit, browser } = session;
      const seen = await findAt({ paying, visit, submissions }, name, committed)
        .catch(() => undefined)
        .finally(browser.close);
      return (seen ?? { kind: 'not-known' }) as FindPaymentResult;
    },
  };
}

function swappingCalls(doors: Doors, submissions: Submissions): Pick<Author, 'swap' | 'findSwap'> {
  const nameOf = ({ swap, submission }: SwapSubmission, { caller }: Run) => ({
    ...{ caller, payment: `swap ${swap}`, submission },
  });
  return {
    async swap(asked, order, run) {
      const { swapping } = doors.companyOf(asked.company);
      const session = swapping && (await letIn(doors, asked, run).catch(() => undefined));
      if (!session) return { kind: 'never-taken' };
      if (isNotLoggedIn(session)) return session;
      const { visit, browser } = session;
      run.step?.('updating-card');
      const { cardNumber, expMonth, expYear } = order.method;
      const card = `${cardNumber.slice(-4)} ${expMonth}/${expYear.slice(-2)}`;
      await submissions.write(nameOf(order, run), { cents: 0, card, at: Date.now(), before: [] });
      browser.endConnections();
      try {
        const said = await swapping.replace(visit, order.method);
        if (said === 'replaced') return { kind: 'completed' };
        return { kind: 'held', code: 'account_issue_card_not_accepted' };
      } catch {
        const isThere = await isOnFile(swapping, visit, card).catch(() => false);
        return { kind: isThere ? 'completed' : 'unknown' };
      } finally {
        await browser.close();
      }
    },
    async findSwap(asked, submission, run) {
      const { swapping } = doors.companyOf(asked.company);
      const committed = await submissions.find(nameOf(submission, run));
      if (!committed || !swapping) return { kind: 'never-taken' };
      const session = await letIn(doors, asked, run);
      if (isNotLoggedIn(session)) return session;
      const { visit, browser } = session;
      const isThere = await isOnFile(swapping, visit, committed.card ?? '')
        .catch(() => false)
        .finally(browser.close);
      return { kind: isThere ? 'completed' : 'not-known' };
    },
  };
}

/** @param card its last four digits, and when it expires. */
async function isOnFile(swapping: Swapping, visit: Visit, card: string): Promise<boolean> {
  const shown = await swapping.onFile(visit);
  return shown !== undefined && `${shown.lastFour} ${shown.expires}` === card;
}

/** Of which the company's own page has said so. What nobody has seen is not in it. */
function settledOn(submissions: Submissions, day: string, caller: string): SettlementsPage {
  const paid = submissions.paidOn(day, caller);
  const total = paid.reduce((sum, { cents }) => sum + cents, 0);
  return {
    settlements: paid.map(({ payment, submission, cents, at, confirmation }) => ({
      ...{ payment, submission, kind: 'paid', amount: dollarsOf(cents) },
      at: new Date(at).toISOString(),
      ...(confirmation !== undefined && { confirmation }),
    })),
    totals: [{ kind: 'paid', count: paid.length, amount: dollarsOf(total) }],
  };
}

const dollarsOf = (cents: number) => ({ cents, currency: 'USD' as const });

/** One that is signed in; or why nobody is. Nobody is asked for a code. */
async function letIn(
  { sessions, companyOf, pages }: Doors,
  asked: Session,
  run: Run,
): Promise<BrowserSession | NotLoggedIn> {
  const company = companyOf(asked.company);
  const owner = ownerOf(asked, run);
  const live = asked.live === undefined ? undefined : sessions.take(asked.live, owner);
  if (live) return live;
  run.step?.('signing-in');
  const session = await sessions.open(owner, company, asked.connection).catch(nothingTried);
  const { visit, browser, login: state } = session;
  const login = await logInAt(company, visit, state, { ...asked, attended: false }).catch(
    async (error: unknown) => {
      await browser.close();
      throw state.tried ? error : new NothingTried();
    },
  );
  if (login.kind === 'verified') return session;
  pages.met(asked.company, state.unknownPage);
  await browser.close();
  if (login.kind === 'failed') throw new Error('The login came to nothing');
  return { kind: 'not-logged-in', login };
}

/** No browser could be opened: the company has heard of nobody. */
function nothingTried(): never {
  throw new NothingTried();
}

function ownerOf({ company, auth }: Session, { caller }: Pick<Run, 'caller'>): string {
  return JSON.stringify([caller, company, auth]);
}

/** For the next request, and for the next session. */
async function kept(sessions: Sessions, session: BrowserSession) {
  const value = await session.browser.cookies();
  const live = sessions.keep(session, LIVE_SECONDS);
  return { live, liveSeconds: LIVE_SECONDS, connection: { value } };
}

/** When its time is over, the browser is closed: what it was doing fails then. Whatever fails leaves none. */
async function whileWanted<T>(
  { signal }: Run,
  { browser }: BrowserSession,
  work: () => Promise<T>,
): Promise<T> {
  const end = () => void browser.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await work();
  } catch (error) {
    await browser.close();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function isNotLoggedIn(session: BrowserSession | NotLoggedIn): session is NotLoggedIn {
  return 'kind' in session;
}

function unlessUnknown(met: (structure: Structure | undefined) => void) {
  return (error: unknown): undefined => {
    if (!(error instanceof UnknownPage)) throw error;
    met(error.structure);
    return undefined;
  };
}

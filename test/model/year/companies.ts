/**
 * The companies of a year: a connector that knows the truth, and says it late, wrongly or not at all.
 *
 * Left out is what no service could tell apart, since a company that behaves so shows the same as one
 * that doesn't:
 * - A payment of the user's own that its company takes and doesn't show yet. Such payments are shown
 *   at once.
 * - A payment of the user's own while one of ours is not shown yet, at a company that gives no
 *   confirmations: the one that is listed, or by which the balance fell, could be either of them.
 * - A payment of the user's own while a request of ours is on its way, which arrives after it.
 * - A correction of the balance while one of ours is not shown yet, which looks like the payment.
 * - A company that takes more than is owed: there nothing is too much.
 */

import { addDays, type Day, dayOf } from '@billhook/core/base/dates';
import type {
  Connector,
  FoundPayment,
  KnownSubmission,
  PaymentRequest,
  Session,
  SubmittedPayment,
} from '@billhook/core/company/connector';
import { HOUR } from '../clock.ts';
import type { Limits } from '../limits.ts';
import { type Account, shownOf, statementOut, type Taken } from './account.ts';
import type { Chance } from './chance.ts';
import type { PaymentFault, ReadingFault, YearFaults } from './faults.ts';
import type { Watch } from './watch.ts';

/** Rules of companies that can be switched off, to see that the battery notices. */
export type CompanyRules = {
  /** A submission that was promised never to be taken is refused. */
  readonly keepsPromises: boolean;
};

type Attempt = {
  readonly account: Account;
  readonly request: PaymentRequest;
  outcome?: KnownSubmission;
  /** Not taken from then on, whatever arrives. */
  fenced: boolean;
  /** When its request arrives that was under way for long. */
  arrivesAt?: number;
  /** Before this nobody can say what became of it. */
  knownFrom: number;
  /** Times that the company says something that makes no sense when it is asked. */
  nonsense: number;
};

export type YearCompanies = {
  readonly connector: Connector;
  readonly accounts: readonly Account[];
  /** Requests that were under way for long arrive. */
  readonly arrive: () => void;
  /** Whether a request is on its way to the account, which it may still reach. */
  readonly isUnderWay: (account: Account) => boolean;
  /** The user pays at the company itself. */
  readonly payThere: (account: Account, cents: number) => void;
  /** How often accounts were read. */
  readonly readings: () => number;
};

type Surroundings = {
  readonly accounts: readonly Account[];
  readonly chance: Chance;
  readonly faults: YearFaults;
  readonly limits: Limits;
  readonly watch: Pick<Watch, 'onRequest' | 'onCharge'>;
  readonly rules: CompanyRules;
  readonly clock: () => number;
  /** Whether companies may fall silent, and for how many payments. */
  readonly mayFallSilent: () => boolean;
};

const POSTING_DAYS = 5;

export function newYearCompanies(around: Surroundings): YearCompanies {
  const { accounts, faults, watch, rules, clock } = around;
  const attempts = new Map<string, Attempt>();
  let readings = 0;
  const today = () => dayOf(clock());
  const accountOf = ({ company, form }: Session) => {
    const found = accounts.find(
      ({ companyId, username }) => companyId === company._id && username === form.username,
    );
    if (!found) throw new Error('A year has no such account');
    return found;
  };
  const take = (attempt: Attempt, feeCents?: number) => {
    const { account, request } = attempt;
    watch.onCharge(account, request);
    const taken = takenNow(around, account, request);
    account.taken.push(taken);
    attempt.outcome = {
      kind: 'paid',
      amountCents: request.amountCents,
      paidAt: clock(),
      ...(feeCents !== undefined && { feeCents }),
      ...(account.traits.evidence === 'confirmations' && { confirmation: taken.confirmation }),
    };
  };
  const arrive = () => {
    for (const attempt of attempts.values()) {
      if (attempt.arrivesAt === undefined || attempt.arrivesAt > clock()) continue;
      attempt.arrivesAt = undefined;
      if (attempt.fenced) faults.meet('refused-after-promise');
      if (attempt.fenced && rules.keepsPromises) continue;
      try {
        take(attempt);
      } catch {
        // What is wrong with it is in the book; nobody hears of it here.
      }
    }
  };
  const connector: Connector = {
    ...plain,
    async logIn(session) {
      accountOf(session);
      return { kind: 'verified' };
    },
    async listBills(session) {
      readings += 1;
      const account = accountOf(session);
      const shown = shownOf(account, today(), faults.meet);
      return [meetReading(around, session, shown) as typeof shown];
    },
    async pay(session, request) {
      const account = accountOf(session);
      watch.onRequest(request);
      const known = attempts.get(request.submissionId);
      if (known?.fenced) return { kind: 'never-taken' };
      if (known?.outcome) return known.outcome;
      const attempt = { account, request, fenced: false, knownFrom: 0, nonsense: 0 };
      attempts.set(request.submissionId, attempt);
      return meetPayment(around, attempt, take);
    },
    async findPayment(_session, { submissionId }): Promise<FoundPayment> {
      arrive();
      const attempt = attempts.get(submissionId);
      if (!attempt) return { kind: 'never-taken' };
      if (attempt.knownFrom > clock()) return { kind: 'not-known' };
      if (attempt.nonsense > 0) {
        attempt.nonsense -= 1;
        const amountCents = attempt.request.amountCents + 1;
        return { kind: 'paid', amountCents, paidAt: clock() };
      }
      if (attempt.outcome) return attempt.outcome;
      attempt.fenced = true;
      return { kind: 'never-taken' };
    },
  };
  const payThere = (account: Account, cents: number) => {
    const on = today();
    account.taken.push({ cents, on, postsOn: on, confirmation: confirmationOf(account) });
    faults.meet('paid-at-company');
  };
  const isUnderWay = (account: Account) =>
    [...attempts.values()].some(
      (one) => one.account === account && one.arrivesAt !== undefined && !one.fenced,
    );
  return { connector, accounts, arrive, isUnderWay, payThere, readings: () => readings };
}

const plain = {
  capabilities: () => ({
    postingDays: POSTING_DAYS,
    namesStatements: false,
    needsCardCode: false,
    countsFailedLogins: false,
  }),
  checkForm: () => [],
  loginOf: (_company, form) => String(form.username),
  swap: async () => ({ kind: 'unknown' }),
  findSwap: async () => undefined,
} satisfies Partial<Connector>;

function confirmationOf({ key, taken }: Account): string {
  return `${key}-${taken.length + 1}`;
}

/** The next statement, and whether it comes before a payment of today has to be shown. */
function nextStatement({ clock }: Surroundings, account: Account) {
  const on = dayOf(clock());
  const next = account.statements[statementOut(account, on) + 1]?.issuedOn;
  return { on, next, isNear: next !== undefined && next < addDays(on, POSTING_DAYS) };
}

/** Mostly a payment is shown days later; where a statement is near, after that. */
function takenNow(
  around: Surroundings,
  account: Account,
  { amountCents: cents, paymentId }: PaymentRequest,
): Taken {
  const { chance, faults } = around;
  const { on, next, isNear } = nextStatement(around, account);
  const drawn = addDays(on, chance.between(0, POSTING_DAYS));
  const postsOn: Day =
    isNear && chance.happens(faults.lacks('carries-unposted') ? 1 : 0.5)
      ? addDays(on, POSTING_DAYS)
      : drawn;
  if (postsOn > on) faults.meet('posts-late');
  if (next !== undefined && postsOn > next) faults.meet('carries-unposted');
  return { cents, on, postsOn, paymentId, confirmation: confirmationOf(account) };
}

function meetReading(
  { faults, limits }: Surroundings,
  session: Session,
  shown: { readonly balanceCents?: number },
): unknown {
  const fault = faults.ofReading();
  if (!fault) return shown;
  faults.meet(fault);
  const { balanceCents, ...rest } = shown;
  const met: Record<ReadingFault, () => unknown> = {
    hangs() {
      if (!session.signal) throw new Error('The company took too long');
      limits.end(session.signal);
      return shown;
    },
    unreachable() {
      throw new Error('The company cannot be reached');
    },
    'nonsense-reading': () => ({ ...rest, balanceCents: 0.5 }),
    'balance-not-said': () => rest,
  };
  return met[fault]();
}

/** What comes of a first submission; a later one goes well. */
function meetPayment(
  around: Surroundings,
  attempt: Attempt,
  take: (attempt: Attempt, feeCents?: number) => void,
): SubmittedPayment {
  const { chance, faults, clock } = around;
  const { account, request } = attempt;
  const takeNow = (feeCents?: number): SubmittedPayment => {
    take(attempt, feeCents);
    return attempt.outcome as SubmittedPayment;
  };
  if (request.number > 1) return takeNow();
  // What is carried into the next statement has to be taken first.
  if (nextStatement(around, account).isNear && faults.lacks('carries-unposted')) return takeNow();
  if (around.mayFallSilent()) {
    faults.meet('never-tells');
    account.silent = true;
    attempt.knownFrom = Number.POSITIVE_INFINITY;
    if (chance.happens(0.5)) take(attempt);
    return { kind: 'unknown' };
  }
  const fault = faults.deal();
  if (!fault) return takeNow();
  faults.meet(fault);
  const met: Record<PaymentFault, () => SubmittedPayment> = {
    'request-lost'() {
      throw new Error('The company never got the request');
    },
    'answer-lost'() {
      take(attempt);
      throw new Error('The answer of the company was lost');
    },
    'found-late'() {
      attempt.knownFrom = clock() + chance.between(2, 40) * HOUR;
      if (chance.happens(0.5)) take(attempt);
      return { kind: 'unknown' };
    },
    'late-arrival'() {
      const hours = faults.lacks('refused-after-promise') ? [5, 30] : [0, 2, 5, 30];
      attempt.arrivesAt = clock() + chance.pick(hours) * HOUR;
      return { kind: 'unknown' };
    },
    'nonsense-payment'() {
      attempt.nonsense = chance.between(0, 2);
      take(attempt);
      return { kind: 'paid', amountCents: request.amountCents + 1, paidAt: clock() };
    },
    declined() {
      attempt.outcome = { kind: 'declined', reason: 'insufficient_funds' };
      return attempt.outcome;
    },
    'fee-apart': () => takeNow(chance.between(50, 300)),
  };
  return met[fault]();
}

/**
 * The sandbox's companies behind the kit. What becomes of a login, a payment or a card is decided by the
 * sandbox connector that Billhook has built in; here it is put into the words of the wire.
 */
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Author,
  type LogInSession,
  NothingTried,
  type Returned,
  type Run,
  type Session,
} from '@billhook/connector-kit';
import { instantOf } from '@billhook/connector-kit/protocol/dates';
import { instantText } from '@billhook/core/base/dates';
import { caseOf, isByForm } from '@billhook/core/sandbox/account';
import {
  createQuickConnector,
  type QuickConnector,
  type SandboxMemory,
} from '@billhook/core/sandbox/connector';
import { type AccountKeys, openAccountKeys } from './account-keys.ts';
import { rows } from './directory.ts';
import {
  billsResult,
  findPaymentResult,
  findSwapResult,
  loginResult,
  notLoggedIn,
  payResult,
  swapResult,
} from './results.ts';
import { type Opened, openSession, submissionOf, whoseAccount } from './sessions.ts';
import { settlementsOf } from './settlements.ts';

export type AuthorNeeds = {
  readonly memory: SandboxMemory;
  /** At least 32 characters that nobody else knows. */
  readonly secret: string;
  /** How long a login with the status `slow` takes. */
  readonly slowMilliseconds?: number;
  /** Milliseconds since the epoch, when the companies were last changed. */
  readonly changedAt?: number;
};

/** The status of a test company's form whose login takes its time, for whoever follows `running`. */
export const SLOW_STATUS = 'slow';

const DEFAULT_SLOW_MILLISECONDS = 5_000;

export function createSandboxAuthor(needs: AuthorNeeds): Author {
  const { memory, secret, slowMilliseconds = DEFAULT_SLOW_MILLISECONDS } = needs;
  const { changedAt = Date.now() } = needs;
  const keys = openAccountKeys(secret);
  const sandbox = createQuickConnector({ memory });
  const openings = rememberFixedHolds();
  const asOf = instantText(changedAt);
  return {
    companies: (since) => ({
      companies: since !== undefined && instantOf(since) >= changedAt ? [] : [...rows],
      asOf,
    }),
    async logIn(asked, run) {
      const opened = openings.logIn(asked, run);
      const { session } = opened;
      if (isByForm(session.company) && session.form.status === SLOW_STATUS) {
        await wait(slowMilliseconds, undefined, { signal: run.signal });
      }
      if (isWrongForm(sandbox, opened)) {
        return { kind: 'authenticate', fault: { source: 'user', step: 'form' } };
      }
      return withKept(loginResult(await sandbox.logIn(session)), opened);
    },
    async listBills(asked, run) {
      const opened = openings.open({ ...asked, purpose: 'bill' }, run);
      return withKept(
        hasWrongPassword(opened)
          ? notLoggedIn(wrongPassword)
          : keys.hidden(billsResult(await sandbox.listBills(opened.session))),
        opened,
      );
    },
    ...paying(sandbox, openings.open, keys),
    ...swapping(sandbox, openings.open),
    settlements: (day, cursor, { caller }) => settlementsOf(memory, { day, cursor, caller }),
  };
}

type Open = (asked: Session & { purpose: LogInSession['purpose'] }, run: Run) => Opened;

function paying(
  sandbox: QuickConnector,
  open: Open,
  keys: AccountKeys,
): Pick<Author, 'pay' | 'findPayment'> {
  return {
    async pay(asked, { payment, submission, accountKey: hidden, amount, method }, run) {
      const opened = orNothing(() => open({ ...asked, purpose: 'payment' }, run));
      // Nothing was asked of a company that nobody here has heard of.
      if (!opened) return { kind: 'never-taken', fault: { source: 'connector', step: 'company' } };
      if (hasWrongPassword(opened)) return notLoggedIn(wrongPassword);
      const accountKey = keys.found(opened.session, hidden);
      const submitted = submissionOf(run.caller, payment, submission);
      const request = { ...submitted, accountKey, amountCents: amount.cents, method };
      return withKept(payResult(await sandbox.pay(opened.session, request)), opened);
    },
    async findPayment(asked, { payment, submission }, run) {
      const opened = open({ ...asked, purpose: 'payment' }, run);
      const submitted = submissionOf(run.caller, payment, submission);
      return withKept(
        findPaymentResult(await sandbox.findPayment(opened.session, submitted)),
        opened,
      );
    },
  };
}

function swapping(sandbox: QuickConnector, open: Open): Pick<Author, 'swap' | 'findSwap'> {
  return {
    async swap(asked, { swap, submission, method }, run) {
      const opened = orNothing(() => open({ ...asked, purpose: 'swap' }, run));
      if (!opened) return { kind: 'never-taken', fault: { source: 'connector', step: 'company' } };
      if (hasWrongPassword(opened)) return notLoggedIn(wrongPassword);
      // The manifest speaks for all companies, so that Billhook can't know it of this one.
      if (opened.session.company.sandbox?.needsCardCode && method.cardCode === undefined) {
        return { kind: 'held', code: 'account_issue_card_not_accepted' };
      }
      const { submissionId: attemptId } = submissionOf(run.caller, swap, submission);
      return withKept(
        swapResult(await sandbox.swap(opened.session, { attemptId, method })),
        opened,
      );
    },
    async findSwap(asked, { swap, submission }, run) {
      const opened = open({ ...asked, purpose: 'swap' }, run);
      const { submissionId } = submissionOf(run.caller, swap, submission);
      const found = await sandbox.findSwap(opened.session, submissionId);
      return withKept(findSwapResult(found), opened);
    },
  };
}

/**
 * That a hold is fixed is said to a login alone, and counts for what follows it. A process that starts
 * anew has forgotten it: the hold is there again, and can be fixed again.
 */
function rememberFixedHolds() {
  const fixed = new Set<string>();
  return {
    logIn(asked: LogInSession, run: Run): Opened {
      const whose = whoseAccount(run.caller, asked.auth);
      if (asked.holdFixed) fixed.add(whose);
      else fixed.delete(whose);
      return openSession(asked, run);
    },
    open: ((asked, run) => {
      const holdFixed = fixed.has(whoseAccount(run.caller, asked.auth));
      return openSession({ ...asked, ...(holdFixed && { holdFixed }) }, run);
    }) satisfies Open,
  };
}

function orNothing<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof NothingTried) return undefined;
    throw error;
  }
}

function withKept<T extends object>(result: T, { kept }: Opened): Returned<T> {
  return { ...result, ...kept() };
}

/** What the rules of a row can't say: amounts, days, and which go together. */
function isWrongForm(sandbox: QuickConnector, { session }: Opened): boolean {
  const { company, form, partnerNow, purpose } = session;
  const loginFor = purpose === 'swap' ? 'swap' : 'bill';
  return sandbox.checkForm(company, form, partnerNow, loginFor).length > 0;
}

/** A company signs in whoever comes, for whatever they come. */
function hasWrongPassword({ session }: Opened): boolean {
  return caseOf(session).login === 'authenticate';
}

const wrongPassword = { login: { kind: 'authenticate' } } as const;

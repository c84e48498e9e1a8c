/**
 * The sandbox connector: companies that exist only here. Nothing does I/O but the memory that is
 * passed in, and nothing can reach a real company or a payment rail (decision: sandbox-cannot-pay).
 */

import { type Clock, type Day, dayOf } from '../base/dates.ts';
import type { FieldError } from '../base/errors.ts';
import type { CompanyRecord } from '../company/company.ts';
import type {
  AcceptedPayment,
  Connector,
  FoundPayment,
  KnownSubmission,
  LoginOutcome,
  PaymentRequest,
  Running,
  Session,
  Settlement,
  Submission,
} from '../company/connector.ts';
import { POSTING_DAYS } from '../payment/account-ledger.ts';
import {
  type Attempt,
  accountIdOf,
  accountKeyOf,
  askedOf,
  autopayOf,
  caseOf,
  confirmationOf,
  isByForm,
  kindOf,
  loginOfForm,
  openAccount,
  type SandboxAccountRecord,
} from './account.ts';
import { putOnFile, swapOf } from './card-on-file.ts';
import { balanceEmpty, fateOf, isEmpty, isReturned, saidOf, showTaken } from './fate.ts';
import { chargedFee } from './fees.ts';
import { logInAs, signInAs } from './logins.ts';
import { type SandboxSettlement, settlementsOf } from './settlements.ts';
import { billOf } from './shown.ts';
import { slowly } from './slow.ts';
import { isOpen, type Statement, statementToday } from './statement.ts';
import { checkTestForm } from './test-form.ts';
import { cardOutcome } from './test-logins.ts';

/** Where the sandbox remembers its accounts, so that what was paid stays paid. */
export type SandboxMemory = {
  /** `accountId` may contain a login: fingerprint it before it leaves the process. */
  find(accountId: string): Promise<SandboxAccountRecord | undefined>;
  /**
   * Saves the record if the stored one has `expectedVersion`; 0 means that none is stored. Returns
   * whether it did.
   */
  save(
    accountId: string,
    record: SandboxAccountRecord,
    expectedVersion: number,
    /** What was done with a submission, for the report of the day. */
    settled?: readonly SandboxSettlement[],
  ): Promise<boolean>;
  /** What was done on a day. Where it is left out, nothing of it is remembered. */
  listSettled?(day: Day, cursor?: string): Promise<SandboxSettled>;
};

export type SandboxSettled = {
  readonly settlements: readonly Settlement[];
  readonly nextCursor?: string;
};

/** Times that a change is tried again because another was faster. */
const MAX_CONFLICTS = 10;
/** Payments that an account remembers. */
export const MAX_ATTEMPTS = 200;

type Ended<T> = T extends (...given: infer A) => Promise<infer R>
  ? (...given: A) => Promise<Exclude<R, Running>>
  : T;

/** A connector of which no call goes on for minutes. */
export type QuickConnector = { readonly [K in keyof Connector]: Ended<Connector[K]> };

type Needs = {
  readonly memory: SandboxMemory;
  /** The machine's. */
  readonly clock: Clock;
  /** Is told of each code that a real company would have sent its user. */
  readonly onCode?: (session: Session) => void;
};

export function createSandboxConnector({ clock, ...needs }: Needs): Connector {
  return slowly(createQuickConnector(needs), clock);
}

/** What becomes of it at once, of what else would take minutes: for whoever takes that time elsewhere. */
export function createQuickConnector({ memory, onCode }: Omit<Needs, 'clock'>): QuickConnector {
  const { listSettled } = memory;
  return {
    ...(listSettled && { settlements: (day, cursor) => listSettled(day, cursor) }),
    capabilities: (company) => ({
      postingDays: POSTING_DAYS,
      namesStatements: isByForm(company),
      needsCardCode: kindOf(company).needsCardCode ?? false,
      countsFailedLogins: true,
      ...(!kindOf(company).faultsCount && { inventsFaults: true }),
      ...(kindOf(company).loginSeconds !== undefined && {
        timeouts: { login: kindOf(company).loginSeconds },
      }),
      funding: 'method-at-company',
      // An account of a test company is its client's, whatever the form says.
      findsWithoutLogin: isByForm(company),
    }),
    ...formRules,
    logIn: async (session) => {
      const outcome = await logInAs(caseOf(session), session);
      if (isCodeSent(outcome)) onCode?.(session);
      return outcome;
    },
    listBills: async (session) => {
      const refused = signInAs(caseOf(session), session);
      if (refused) return refused;
      const { record } = await revise(memory, session, (account) => ({ record: account }));
      return record.statements.map((_, index) => billOf(session, record, index));
    },
    pay: async (session, request) => {
      const input = caseOf(session);
      const refused = signInAs(input, session);
      if (refused) return refused;
      const { reports } = input;
      if (reports === 'request-lost' && request.number === 1)
        throw new Error('The company never got the request');
      const { outcome } = await revise(memory, session, (account) => {
        const attempted = submit(account, session, request);
        // One that is known already was settled with its first request.
        const fresh = attempted.record !== account;
        const settled = fresh
          ? settlementsOf(session, request, attemptOf(attempted.record, request.submissionId))
          : [];
        return { ...attempted, settled };
      });
      if (outcome.kind === 'accepted') return outcome;
      if (reports === 'shown-late' || reports === 'never-shown')
        throw new Error('The answer of the company was lost');
      return reported(session, outcome);
    },
    findPayment: async (session, submission) => {
      if (hasNoLogin(session)) {
        const record = await memory.find(accountIdOf(session));
        const known = record && attemptOf(record, submission.submissionId);
        return known ? foundAs(known, session.partnerNow) : { kind: 'not-known' };
      }
      const refused = signInAs(caseOf(session), session);
      if (refused) return refused;
      const { outcome } = await revise(memory, session, (account) =>
        fence(account, session, submission),
      );
      return found(session, outcome);
    },
    swap: async (session, request) => {
      const refused = signInAs(caseOf(session), session);
      if (refused) return refused;
      const { outcome } = await revise(memory, session, (account) =>
        putOnFile(account, session, request),
      );
      return outcome;
    },
    findSwap: async (session, attemptId) => {
      const refused = signInAs(caseOf(session), session);
      if (refused) return refused;
      const record = await memory.find(accountIdOf(session));
      return record && swapOf(record, attemptId)?.outcome;
    },
  };
}

const formRules: Pick<Connector, 'checkForm' | 'checkStored' | 'loginOf'> = {
  checkForm: (company, form, partnerNow, purpose = 'bill') =>
    isByForm(company) ? checkTestForm(form, purpose, partnerNow) : checkCredentials(company, form),
  // A test company takes any form that it took once.
  checkStored: (company, form) => (isByForm(company) ? [] : checkCredentials(company, form)),
  loginOf: (company, form) => (isByForm(company) ? '' : loginOfForm({ company, form })),
};

function isCodeSent(outcome: LoginOutcome): boolean {
  if (outcome.kind !== 'mfa-required') return false;
  const { challenge } = outcome;
  return challenge.kind === 'code-entry' && challenge.sent;
}

/** At a company that is no test company, every login field has to be filled in. */
function checkCredentials(company: CompanyRecord, form: Session['form']): FieldError[] {
  return company.auth.loginFields
    .filter(({ name, formType }) => {
      const given = form[name] ?? '';
      // A password may be made of spaces.
      return (formType === 'password' ? given : given.trim()) === '';
    })
    .map(({ name }) => ({ field: `form.${name}`, code: 'required', message: 'Required' }));
}

type Attempted = {
  readonly record: SandboxAccountRecord;
  readonly outcome: KnownSubmission | AcceptedPayment;
};

/** The account after a payment was submitted. An id that is known already changes nothing. */
function submit(
  account: SandboxAccountRecord,
  session: Session,
  request: PaymentRequest,
): Attempted {
  const { submissionId, amountCents } = request;
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) {
    throw new RangeError('A payment must be at least one cent');
  }
  const known = attemptOf(account, submissionId);
  if (known) return { record: account, outcome: saidOf(known, session.partnerNow) };
  const index = account.statements.findIndex(
    (_, each) => accountKeyOf(session, each) === request.accountKey,
  );
  const outcome = outcomeOf(account, account.statements[index], session, request);
  const attempted = withAttempt(account, submissionId, outcome);
  if (outcome.kind === 'declined') {
    const declines = account.declines === 'next' ? 'none' : account.declines;
    return { record: { ...attempted, declines }, outcome };
  }
  if (outcome.kind === 'held') return { record: { ...attempted, holdsNext: undefined }, outcome };
  if (outcome === balanceEmpty) {
    const { emptySince = session.partnerNow } = account;
    return { record: { ...attempted, emptySince }, outcome };
  }
  if (outcome.kind !== 'paid') return { record: attempted, outcome };
  const fate = fateOf(account, session);
  const taken = { ...outcome, ...fate.outcome };
  const attempt = { paymentId: submissionId, outcome: taken, ...fate.attempt };
  const payment = {
    amountCents,
    paidOn: dayOf(session.partnerNow),
    confirmation: outcome.confirmation,
  };
  const statements = account.statements.map((statement, each) =>
    each === index ? showTaken(statement, payment, { session, attempt }) : statement,
  );
  const attempts = [...account.attempts, attempt].slice(-MAX_ATTEMPTS);
  return {
    record: { ...account, attempts, statements },
    outcome: saidOf(attempt, session.partnerNow),
  };
}

function withAttempt(
  account: SandboxAccountRecord,
  paymentId: string,
  outcome: KnownSubmission,
): SandboxAccountRecord {
  const attempts = [...account.attempts, { paymentId, outcome }].slice(-MAX_ATTEMPTS);
  return { ...account, attempts };
}

/** A submission that is looked for and was never taken is refused from then on. */
function fence(
  account: SandboxAccountRecord,
  { partnerNow }: Session,
  { submissionId }: Submission,
): { readonly record: SandboxAccountRecord; readonly outcome: FoundPayment } {
  const known = attemptOf(account, submissionId);
  if (known) return { record: account, outcome: foundAs(known, partnerNow) };
  // It may be among those that were forgotten.
  if (account.attempts.length >= MAX_ATTEMPTS)
    return { record: account, outcome: { kind: 'not-known' } };
  const outcome = { kind: 'never-taken' } as const;
  return { record: withAttempt(account, submissionId, outcome), outcome };
}

function outcomeOf(
  account: SandboxAccountRecord,
  statement: Statement | undefined,
  session: Session,
  { submissionId, amountCents, method }: PaymentRequest,
): KnownSubmission {
  if (!statement?.open) return { kind: 'held', code: 'account_issue_no_bill' };
  if (!isOpen(statement)) return { kind: 'held', code: 'account_paid_in_full' };
  const { hold, settles, reports } = caseOf(session);
  if (account.holdsNext && hold) return { kind: 'held', ...hold };
  if (settles === 'balance-empty' && isEmpty(account, session.partnerNow)) return balanceEmpty;
  const charged = method.type === 'card' ? cardOutcome(method.cardNumber) : 'paid';
  if (account.declines !== 'none' || charged === 'declined') return { kind: 'declined' };
  const confirmation = confirmationOf(submissionId);
  const announced = chargedFee(session.company, method, amountCents);
  const feeCents = announced + (reports === 'with-fee' ? SANDBOX_FEE_CENTS : 0);
  const fee = feeCents > 0 && { feeCents };
  return { kind: 'paid', amountCents, paidAt: session.partnerNow, confirmation, ...fee };
}

/** Cents, of a company that charges more than it announces. */
export const SANDBOX_FEE_CENTS = 150;
/** After a payment, for which a company that shows it late can't tell. */
const LATE_MILLISECONDS = 60 * 60 * 1000;

/** What the company says of a payment: half a cent more, where it is to make no sense. */
function reported(session: Session, outcome: KnownSubmission): KnownSubmission {
  const { reports } = caseOf(session);
  if (outcome.kind !== 'paid') return outcome;
  return reports === 'another-amount'
    ? { ...outcome, amountCents: outcome.amountCents + 0.5 }
    : outcome;
}

function found(session: Session, outcome: FoundPayment): FoundPayment {
  if (outcome.kind === 'not-known' || outcome.kind === 'returned') return outcome;
  if (outcome.kind === 'accepted') return outcome;
  const { reports } = caseOf(session);
  const late = outcome.kind === 'paid' && session.partnerNow < outcome.paidAt + LATE_MILLISECONDS;
  if (reports === 'never-shown' || (reports === 'shown-late' && late)) return { kind: 'not-known' };
  return reported(session, outcome);
}

function foundAs(known: Attempt, partnerNow: number): FoundPayment {
  const { returned } = known;
  return returned && isReturned(known, partnerNow)
    ? { kind: 'returned', ...returned }
    : saidOf(known, partnerNow);
}

/** The account is unlinked: what it was paid is looked for, and nothing else about it is touched. */
function hasNoLogin({ form }: Session): boolean {
  return Object.keys(form).length === 0;
}

function attemptOf(account: SandboxAccountRecord, submissionId: string): Attempt | undefined {
  return account.attempts.find(({ paymentId }) => paymentId === submissionId);
}

/**
 * Brings the account up to today, changes it and saves it. When another change was faster, all of it
 * is done again on what is stored then: of two submissions of one payment, one finds the other's.
 */
async function revise<
  T extends {
    readonly record: SandboxAccountRecord;
    readonly settled?: readonly SandboxSettlement[];
  },
>(
  memory: SandboxMemory,
  session: Session,
  change: (account: SandboxAccountRecord) => T,
): Promise<T> {
  const accountId = accountIdOf(session);
  for (let conflict = 0; conflict <= MAX_CONFLICTS; conflict += 1) {
    const standing = await memory.find(accountId);
    const account = upToDate(recall(standing, session), session);
    const changed = change(account);
    const reading = standing?.asked === account.asked && changed.record === account;
    const version = standing?.version ?? 0;
    const record = { ...changed.record, version: version + 1 };
    if (reading || (await memory.save(accountId, record, version, changed.settled))) return changed;
  }
  throw new Error('The sandbox account was changed too often at the same time');
}

/** What is remembered of the account, or its beginning; payments and swaps outlive a change of form. */
function recall(standing: SandboxAccountRecord | undefined, session: Session) {
  if (standing && standing.asked === askedOf(session)) return standing;
  const { attempts = [], swaps, cardOnFile } = standing ?? {};
  return { ...openAccount(session), version: 0, attempts, swaps, cardOnFile };
}

function upToDate(account: SandboxAccountRecord, session: Session): SandboxAccountRecord {
  const collects = autopayOf(session.company).autopay === 'enabled';
  const today = dayOf(session.partnerNow);
  const statements = account.statements.map((each) => statementToday(each, today, collects));
  return { ...account, statements };
}

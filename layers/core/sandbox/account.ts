/**
 * Accounts of the sandbox: which account a login leads to, and what it is like when it is first seen.
 */

import { addDays, type Day, dayOf } from '../base/dates.ts';
import { MAX_CENTS } from '../base/money.ts';
import type { CompanyRecord, SandboxAccount } from '../company/company.ts';
import type {
  CompanyBill,
  KnownSubmission,
  ReturnedPayment,
  Session,
  SwapOutcome,
} from '../company/connector.ts';
import { holdCodes } from '../schemas/hold-codes.ts';
import { habits } from './habits.ts';
import type { Statement } from './statement.ts';
import { readTestForm } from './test-form.ts';
import {
  type Declines,
  formCase,
  type InputCase,
  isLegacyInput,
  knownStatus,
  legacyLoginOf,
  loginCase,
  loginName,
} from './test-logins.ts';

/** Days from the first link until an invented balance is due. */
const DUE_DAYS = 14;

/** What is remembered of an account. It holds no credential. */
export type SandboxAccountRecord = {
  /** 1 when it is first saved, one more each time. */
  readonly version: number;
  /** What the login form asked for. Another form at the same company is another state. */
  readonly asked: string;
  readonly statements: readonly Statement[];
  readonly declines: Declines;
  /** The next payment is held, for the reason that the form gives. */
  readonly holdsNext?: true;
  /** Since when the network's balance has been empty, in milliseconds. */
  readonly emptySince?: number;
  /** Payments that were submitted, the newest last, and what became of each. */
  readonly attempts: readonly Attempt[];
  /** Attempts to put a card on file, the newest last, and what became of each. */
  readonly swaps?: readonly SwapAttempt[];
  /** The card that the company charges: its last four digits, never its number. */
  readonly cardOnFile?: { readonly lastFour: string };
};

export type SwapAttempt = {
  readonly attemptId: string;
  readonly outcome: Exclude<SwapOutcome, { kind: 'unknown' }>;
};

export type Attempt = {
  /** The id that it was submitted with. */
  readonly paymentId: string;
  /** Of one that is settled later, what it will be: `paidAt` is in the future until then. */
  readonly outcome: KnownSubmission;
  /** When it was accepted, in milliseconds, where it is settled later. */
  readonly acceptedAt?: number;
  /** The day on which it is returned. */
  readonly returned?: Omit<ReturnedPayment, 'kind'>;
};

export function isByForm({ sandbox }: Pick<CompanyRecord, 'sandbox'>): boolean {
  return sandbox?.bills === 'by-form';
}

/** @throws Error of a company that the sandbox didn't invent. */
export function kindOf({ sandbox }: Pick<CompanyRecord, 'sandbox'>): SandboxAccount {
  if (!sandbox) throw new Error('The company is none of the sandbox');
  return sandbox;
}

/** The username or email of a form, as accounts are told apart by it. */
export function loginOfForm({ company, form }: Pick<Session, 'company' | 'form'>): string {
  const names = company.auth.loginFields.map(({ name }) => name);
  const field = ['username', 'email'].find((name) => names.includes(name)) ?? 'username';
  return loginName(form[field] ?? '');
}

export function caseOf(session: Session): InputCase {
  return isByForm(session.company) ? formCase(session.form) : loginCase(loginOfForm(session));
}

/**
 * Names the account in memory. It may contain a login: whoever stores it fingerprints it.
 *
 * Test accounts are a client's own, so that clients never share a statement. Any other login is the
 * same account for all clients of a partner, as it is at a real company.
 */
export function accountIdOf(session: Session): string {
  return JSON.stringify(accountParts(session));
}

/** Names one bill of the account. */
export function accountKeyOf(session: Session, index: number): string {
  return JSON.stringify([...accountParts(session), index]);
}

function accountParts(session: Session): string[] {
  const { partnerId, clientId, company } = session;
  if (isByForm(company)) return ['form', partnerId, clientId, company._id];
  const login = loginOfForm(session);
  return isLegacyInput(login)
    ? ['test', partnerId, clientId, company._id, login]
    : ['login', partnerId, company._id, login];
}

/** What the form asks for, so that the same form again is the same state. */
export function askedOf({ company, form }: Session): string {
  if (!isByForm(company)) return '';
  const asked = readTestForm(form);
  const login = legacyLoginOf(form);
  const parts = [knownStatus(form.status), asked?.balanceCents, asked?.dueOn];
  return JSON.stringify(login === undefined ? parts : [...parts, login]);
}

/** The account as it is when it is first seen, or seen with another form. */
export function openAccount(
  session: Session,
): Pick<SandboxAccountRecord, 'asked' | 'statements' | 'declines' | 'holdsNext'> {
  const today = dayOf(session.partnerNow);
  const kind = kindOf(session.company);
  const statements =
    kind.bills === 'by-form'
      ? statementsByForm(session, today)
      : inventStatements(kind, `${session.company._id} ${loginOfForm(session)}`, today);
  const { declines, hold } = caseOf(session);
  const holdsNext = hold &&
    holdCodes[hold.code].holds === 'payment' && { holdsNext: true as const };
  return { asked: askedOf(session), statements, declines, ...holdsNext };
}

/** A legacy login without a balance has a bill as everywhere else. */
function statementsByForm(session: Session, today: Day): Statement[] {
  const { company, form } = session;
  const login = legacyLoginOf(form);
  const invents = login !== undefined && !readTestForm(form);
  return invents
    ? inventStatements({ ...kindOf(company), bills: 'one' }, `${company._id} ${login}`, today)
    : [statementByForm(form, today)];
}

function statementByForm(form: Session['form'], today: Day): Statement {
  const asked = readTestForm(form);
  const { bill } = formCase(form);
  if (bill === 'zero-balance') {
    const firstDueOn = asked?.dueOn ?? addDays(today, DUE_DAYS);
    return { monthly: nothing, open: nothing, firstDueOn, month: 0 };
  }
  if (!asked) return { monthly: nothing, open: nothing, month: 0 };
  const { isCard, isWeekly } = habits[formCase(form).shows];
  const monthly = isCard ? cardAmounts(asked.balanceCents) : { balanceCents: asked.balanceCents };
  const statement = {
    monthly,
    firstDueOn: asked.dueOn,
    month: 0,
    ...(isWeekly && { weekly: isWeekly }),
  };
  if (bill !== 'paid') return { ...statement, open: monthly };
  const lastPaid = { amountCents: asked.balanceCents, paidOn: asked.dueOn };
  // The next statement counts from the link: a due date of long ago must not bring it at once.
  return { ...statement, open: nothing, lastPaid, settledOn: today };
}

const nothing = { balanceCents: 0 };

/** A card's balances where a form gives what has to be paid at least: 40.00 of 400.00, and of 500.00 in full. */
function cardAmounts(balanceCents: number): NonNullable<Statement['monthly']> {
  const times = (factor: number) => Math.min(MAX_CENTS, Math.round(balanceCents * factor));
  return { balanceCents, statementCents: times(10), fullCents: times(12.5) };
}

function inventStatements(kind: SandboxAccount, seed: string, today: Day): Statement[] {
  const invent = (index: number): Statement => {
    const own = `${seed} ${index}`;
    const monthly = inventAmounts(kind, own);
    const first = { monthly, open: monthly, firstDueOn: addDays(today, DUE_DAYS), month: 0 };
    const number = String(inventedNumber(`${own} number`, 0, 9999)).padStart(4, '0');
    return {
      ...first,
      ...(kind.bills === 'loan' && { loan: true }),
      ...(kind.bills === 'two' && { accountNumber: `****${number}` }),
    };
  };
  if (kind.bills === 'none') return [{ month: 0 }];
  return kind.bills === 'two' ? [invent(0), invent(1)] : [invent(0)];
}

function inventAmounts(kind: SandboxAccount, seed: string): NonNullable<Statement['monthly']> {
  const balanceCents = inventedNumber(seed, kind.smallestCents, kind.largestCents);
  if (kind.bills === 'loan') {
    const installments = inventedNumber(`${seed} installments`, 12, 60);
    return {
      balanceCents,
      statementCents: balanceCents,
      fullCents: balanceCents * installments,
    };
  }
  if (kind.bills !== 'card') return { balanceCents };
  const statementCents = balanceCents * inventedNumber(`${seed} statement`, 4, 12);
  const since = inventedNumber(`${seed} since`, 500, 40_000);
  return { balanceCents, statementCents, fullCents: statementCents + since };
}

/** What the company calls a payment. */
export function confirmationOf(submissionId: string): string {
  return `SB${inventedNumber(`${submissionId} confirmation`, 10_000_000, 99_999_999)}`;
}

/** A whole number from `smallest` to `largest`, always the same for the same seed (FNV-1a). */
function inventedNumber(seed: string, smallest: number, largest: number): number {
  let hash = 0x811c9dc5;
  for (const character of seed) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  // FNV's low bits change little between seeds that end alike: mix the high ones in.
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return smallest + (mixed % (largest - smallest + 1));
}

const autopays = {
  off: { autopay: 'disabled', autopaySource: 'unknown' },
  'set-by-client': { autopay: 'enabled', autopaySource: 'client' },
  'set-by-company': { autopay: 'enabled', autopaySource: 'company' },
  unknown: { autopay: 'unknown', autopaySource: 'unknown' },
} as const satisfies Record<
  SandboxAccount['autopay'],
  Pick<CompanyBill, 'autopay' | 'autopaySource'>
>;

export function autopayOf(
  company: Pick<CompanyRecord, 'sandbox'>,
): Pick<CompanyBill, 'autopay' | 'autopaySource'> {
  return autopays[kindOf(company).autopay];
}

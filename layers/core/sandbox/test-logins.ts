/** The test logins, as two tables: each `status` of a test company's form, each username elsewhere. */

import type { LoginForm } from '../company/connector.ts';
import { testCards } from '../method/card.ts';
import { type HoldCode, type HoldSubcode, holdCodes, holdSubcodes } from '../schemas/hold-codes.ts';
import type { Shows } from './habits.ts';

/**
 * How a login ends. `questions`, `code` and `prompt` ask the user for something first; what is called
 * `later` lets the user in, and meets whoever comes back without the user. `session-ended` lets the user
 * in, and asks again when the bills are read; `code-at-payment` asks whoever pays or swaps without the
 * session that a link has left open; `remembered` asks nobody who brings the connection that it gave.
 * `down` breaks off before the company says anything.
 */
export type LoginCase =
  | 'verified'
  | 'authenticate'
  | 'authenticate-later'
  | 'hold'
  | 'questions'
  | 'questions-later'
  | 'code'
  | 'prompt'
  | 'silent-later'
  | 'expired-later'
  | 'page-changed-later'
  | 'session-ended'
  | 'code-at-payment'
  | 'remembered'
  | 'down';

/** Which payments the company declines whatever the method is. */
export type Declines = 'none' | 'next' | 'every';

/**
 * What becomes of what the company took. `later`: it is accepted, and settled seven days later.
 * `returned`: two days later the money is given back, since the account lacked it; of `returned-twice`
 * that happens to the first two payments. `returned-by-mistake`: the network made a mistake.
 * `balance-empty`: for an hour the network's balance pays nothing.
 */
export type Settles =
  | 'at-once'
  | 'later'
  | 'returned'
  | 'returned-twice'
  | 'returned-by-mistake'
  | 'balance-empty';

/**
 * What the company says of payments. `another-amount` makes no sense; `with-fee` charges a fee that it
 * doesn't announce; `request-lost` never gets the first submission; of what it took and lost the answer
 * to, `shown-late` can tell an hour later, and `never-shown` can never tell.
 */
export type Reports =
  | 'as-taken'
  | 'another-amount'
  | 'with-fee'
  | 'request-lost'
  | 'shown-late'
  | 'never-shown';

/** What the report of the day says of a payment that the company took. */
export type DayReport = 'as-taken' | 'missing' | 'short' | 'twice' | 'returned';

/** Whether the company takes a card to keep on file, whichever it is. */
export type CardOnFile = 'taken' | 'refused';

/**
 * What takes three minutes: the login, or a payment and a swap (`money`). `login-never` is a login whose
 * worker has died.
 */
export type SlowCase = 'nothing' | 'login' | 'login-never' | 'money';

export type InputCase = {
  readonly login: LoginCase;
  readonly slow: SlowCase;
  readonly declines: Declines;
  readonly reports: Reports;
  readonly shows: Shows;
  readonly settles: Settles;
  readonly dayReport: DayReport;
  readonly swap: CardOnFile;
  /** What is held, and why, where it is not the login for the usual reason. */
  readonly hold?: SandboxHold;
};

export type SandboxHold = { readonly code: HoldCode; readonly subcode?: HoldSubcode };

type StatusCase = InputCase & {
  /** Whether the form's `balance` and `dueDate` mean anything. */
  readonly amounts: 'used' | 'ignored';
  /** The same where the login is for a swap. */
  readonly amountsOfSwap: 'used' | 'ignored';
  readonly bill: 'as-given' | 'syncing' | 'zero-balance' | 'paid';
};

const usual = {
  login: 'verified',
  slow: 'nothing',
  declines: 'none',
  reports: 'as-taken',
  shows: 'at-once',
  settles: 'at-once',
  dayReport: 'as-taken',
  swap: 'taken',
  amounts: 'used',
  amountsOfSwap: 'used',
  bill: 'as-given',
} as const satisfies StatusCase;

const ignored = { amounts: 'ignored', amountsOfSwap: 'ignored' } as const;

/** `status` in the form of a dedicated test company. */
const statusInputs: ReadonlyMap<string, StatusCase> = new Map<string, StatusCase>([
  ['authenticate', { ...usual, ...ignored, login: 'authenticate' }],
  ['authenticate-later', { ...usual, login: 'authenticate-later' }],
  ['hold', { ...usual, ...ignored, login: 'hold' }],
  ['mfa-required-questions', { ...usual, login: 'questions', amountsOfSwap: 'ignored' }],
  ['mfa-required-later', { ...usual, login: 'questions-later' }],
  ['mfa-required-code', { ...usual, login: 'code' }],
  ['mfa-required-prompt', { ...usual, login: 'prompt' }],
  ['no-response-later', { ...usual, login: 'silent-later' }],
  ['password-expired-later', { ...usual, login: 'expired-later' }],
  ['page-changed-later', { ...usual, login: 'page-changed-later' }],
  ['session-ended', { ...usual, login: 'session-ended' }],
  ['mfa-required-at-payment', { ...usual, login: 'code-at-payment' }],
  ['connection-ends', { ...usual, login: 'remembered' }],
  ['syncing', { ...usual, ...ignored, bill: 'syncing' }],
  ['zero-balance', { ...usual, bill: 'zero-balance' }],
  ['overdue', usual],
  ['upcoming', usual],
  ['payment-declined', { ...usual, declines: 'next', swap: 'refused' }],
  ['payment-misreported', { ...usual, reports: 'another-amount' }],
  ['payment-with-fee', { ...usual, reports: 'with-fee' }],
  ['payment-request-lost', { ...usual, reports: 'request-lost' }],
  ['payment-shown-late', { ...usual, reports: 'shown-late' }],
  ['payment-never-shown', { ...usual, reports: 'never-shown' }],
  ['report-missing', { ...usual, dayReport: 'missing' }],
  ['report-short', { ...usual, dayReport: 'short' }],
  ['report-twice', { ...usual, dayReport: 'twice' }],
  ['report-returned', { ...usual, dayReport: 'returned' }],
  ['payment-accepted', { ...usual, settles: 'later' }],
  ['payment-returned', { ...usual, settles: 'returned' }],
  ['payment-returned-twice', { ...usual, settles: 'returned-twice' }],
  ['payment-returned-by-mistake', { ...usual, settles: 'returned-by-mistake' }],
  ['payment-balance-empty', { ...usual, settles: 'balance-empty' }],
  ['posts-late', { ...usual, shows: 'late' }],
  ['due-date-moves', { ...usual, shows: 'due-date-moves' }],
  ['statement-named', { ...usual, shows: 'named' }],
  ['due-date-cleared', { ...usual, shows: 'due-date-cleared' }],
  ['listed-before-posted', { ...usual, shows: 'listed-before-posted' }],
  ['fields-come-and-go', { ...usual, shows: 'fields-come-and-go' }],
  ['balance-comes-back', { ...usual, shows: 'balance-comes-back' }],
  ['credit-after-payment', { ...usual, shows: 'credit-after-payment' }],
  ['dated-back', { ...usual, shows: 'dated-back' }],
  ['carried-into-next', { ...usual, shows: 'carried-into-next' }],
  ['fee-not-announced', { ...usual, reports: 'with-fee' }],
  ['bills-weekly', { ...usual, shows: 'weekly' }],
  ['daily-purchases', { ...usual, shows: 'daily-purchases' }],
  ['shows-no-payments', { ...usual, shows: 'no-payments' }],
  ['posts-nightly', { ...usual, shows: 'nightly' }],
  ['renames-statements', { ...usual, shows: 'renamed' }],
  ['paid', { ...usual, bill: 'paid' }],
]);

export const formStatuses: readonly string[] = [...statusInputs.keys()];

/** The login that asks for a swap by itself. */
export const SWAP_LOGIN = 'testswap';

/** The username or email at every other company. */
const legacyInputs: ReadonlyMap<string, InputCase> = new Map<string, InputCase>([
  ['test', usual],
  ['testfail', { ...usual, login: 'authenticate' }],
  ['testhold', { ...usual, login: 'hold' }],
  ['testmfaquestion', { ...usual, login: 'questions' }],
  ['testmfacode', { ...usual, login: 'code' }],
  ['testmfaprompt', { ...usual, login: 'prompt' }],
  ['testdown', { ...usual, login: 'down' }],
  [
    'testblocked',
    {
      ...usual,
      login: 'hold',
      hold: { code: 'system_issue_with_bill', subcode: 'captcha-failure' },
    },
  ],
  ['testslow', { ...usual, slow: 'login' }],
  ['testnever', { ...usual, slow: 'login-never' }],
  ['testslowpayment', { ...usual, slow: 'money' }],
  ['testpaymentfail', { ...usual, declines: 'every' }],
  [SWAP_LOGIN, usual],
]);

export const testLogins: readonly string[] = [...legacyInputs.keys()];

/**
 * The case of a test company's form: that of its `status`, else that of a legacy login, which works with
 * any company. Any other value is an account that is verified.
 */
export function formCase(form: LoginForm): StatusCase {
  const known = statusInputs.get(form.status ?? '');
  if (known) return known;
  const hold = holdOf(form.status);
  if (hold) return { ...usual, login: 'hold', hold };
  const legacy = legacyInputs.get(legacyLoginOf(form) ?? '');
  return legacy ? { ...usual, ...legacy } : usual;
}

/** `hold:<code>` and `hold:<code>:<subcode>`, with a subcode that goes with the code. */
function holdOf(status: string | undefined): SandboxHold | undefined {
  const [word, code = '', subcode, ...more] = (status ?? '').split(':');
  if (word !== 'hold' || !Object.hasOwn(holdCodes, code) || more.length > 0) return undefined;
  if (subcode === undefined) return { code: code as HoldCode };
  const known = Object.hasOwn(holdSubcodes, subcode);
  const codes: readonly string[] = known ? holdSubcodes[subcode as HoldSubcode].codes : [];
  return codes.includes(code)
    ? { code: code as HoldCode, subcode: subcode as HoldSubcode }
    : undefined;
}

/** A misspelt code would be an account without a hold. */
export function isUnknownHold(status: string | undefined): boolean {
  return status?.startsWith('hold:') === true && holdOf(status) === undefined;
}

/** The status itself when it is one; free text is not kept. */
export function knownStatus(status: string | undefined): string | undefined {
  const known = status !== undefined && (statusInputs.has(status) || holdOf(status));
  return known ? status : undefined;
}

/** The legacy login in the form of a test company, which has no field for it; a status comes first. */
export function legacyLoginOf(form: LoginForm): string | undefined {
  if (knownStatus(form.status)) return undefined;
  const logins = [form.username, form.email].map((given) => loginName(given ?? ''));
  return logins.find(isLegacyInput);
}

/** The case of a login as `loginName` reads it; any other login is verified. */
export function loginCase(login: string): InputCase {
  return legacyInputs.get(login) ?? usual;
}

export function isLegacyInput(login: string): boolean {
  return legacyInputs.has(login);
}

const LEGACY_SUFFIX = /@test\.test\.?$/;

/**
 * A username or email as accounts are told apart by it. A legacy input is the same with and without
 * the suffix that companies need which ask for an email.
 */
export function loginName(given: string): string {
  const name = given.trim().toLowerCase();
  const input = name.replace(LEGACY_SUFFIX, '');
  return isLegacyInput(input) ? input : name;
}

/** What comes of charging a card. A number that is no test number is never charged. */
export function cardOutcome(cardNumber: string): 'paid' | 'declined' {
  return testCards.get(cardNumber)?.outcome ?? 'declined';
}

/**
 * What connectors return, parsed before anything believes it (decision: results-are-parsed). Nothing
 * here quotes a result: it can hold personal data, so only the name of the field that was wrong is
 * returned, never what was in it.
 */
import * as v from 'valibot';
import { isDay } from '../base/dates.ts';
import { MAX_CENTS } from '../base/money.ts';
import { text } from '../schemas/fields.ts';
import { holdCodeValues, holdSubcodeValues } from '../schemas/hold-codes.ts';
import { returnReasonValues } from '../schemas/return-reasons.ts';
import {
  type CompanyBill,
  type Connector,
  type FoundPayment,
  isNotLoggedIn,
  isRunning,
  type Kept,
  type LoginOutcome,
  type NotLoggedIn,
  type PartialBills,
  type Running,
  runSteps,
  type Session,
  type SettlementPage,
  type Submission,
  type SubmittedPayment,
  type SwapOutcome,
  shownBills,
} from './connector.ts';

/** Which result it was: the connector's function that returned it. */
export type ResultMember =
  | 'logIn'
  | 'listBills'
  | 'pay'
  | 'findPayment'
  | 'cancelPayment'
  | 'swap'
  | 'findSwap'
  | 'settlements'
  | 'keep';

/** A result that can be believed, or the first field that can't be: `0.balanceCents`. */
export type ParsedResult<T> =
  /** `leftOut`: what was wrong of bills that are left out of it. */
  { readonly result: T; readonly leftOut?: readonly string[] } | { readonly wrongField: string };

/** A submission with what was asked for. */
export type AskedPayment = Submission & { readonly amountCents: number };

/**
 * A connector whose results are parsed, as the runtime hands it out. `findPayment` takes what was
 * asked, since another amount is not believed.
 */
export type ParsedConnector = Omit<Connector, 'findPayment' | 'cancelPayment' | 'checkStored'> & {
  checkStored: Required<Connector>['checkStored'];
  findPayment(session: Session, asked: AskedPayment): Promise<FoundPayment | NotLoggedIn | Running>;
  /** As `findPayment`, of a connector that can't cancel. */
  cancelPayment: ParsedConnector['findPayment'];
};

/** Accounts that one login may lead to. An auth keeps the first few of them. */
export const MAX_ACCOUNTS = 1_000;
/** Characters. The sandbox's has a whole login in it. */
export const MAX_ACCOUNT_KEY_LENGTH = 4_096;
const MAX_ACCOUNT_NUMBER_LENGTH = 64;
/** As many as can be answered at once. */
export const MAX_QUESTIONS = 20;
const MAX_QUESTION_LENGTH = 500;
/** As long as an answer may name it. */
const MAX_IDENTIFIER_LENGTH = 128;
const MAX_LABEL_LENGTH = 200;
const MAX_STATEMENT_NAME_LENGTH = 128;
/** Of UTF-8. */
export const MAX_CONNECTION_BYTES = 16 * 1024;
/** A connection in JSON, encrypted. */
const MAX_FAREWELL_LENGTH = 64 * 1024;
export const MAX_LIVE_HANDLE_LENGTH = 512;
export const MAX_LIVE_SECONDS = 15 * 60;
export const MAX_RECENT_PAYMENTS = 100;
export const MAX_CONFIRMATION_LENGTH = 128;
/** Of the name of what is running. */
export const MAX_OPERATION_LENGTH = 128;
/** Lines of a page of settlements. */
export const MAX_SETTLEMENTS = 1_000;
const MAX_SUBMISSION_ID_LENGTH = 128;
const MAX_CURSOR_LENGTH = 1_024;
/**
 * Milliseconds since the epoch. Seconds would be in 1970 and microseconds far beyond 2100, while a
 * test clock can be decades ahead.
 */
export const EARLIEST_PAID_AT = Date.UTC(2000, 0, 1);
export const LATEST_PAID_AT = Date.UTC(2100, 0, 1);
const moment = v.pipe(v.number(), v.minValue(EARLIEST_PAID_AT), v.maxValue(LATEST_PAID_AT));

const cents = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_CENTS));
const day = v.pipe(v.string(), v.maxLength(10), v.check(isDay));
const instant = v.pipe(v.number(), v.minValue(EARLIEST_PAID_AT), v.maxValue(LATEST_PAID_AT));

const holdReason = {
  code: v.picklist(holdCodeValues),
  subcode: v.optional(v.picklist(holdSubcodeValues)),
};
const unknownOutcome = v.object({ kind: v.literal('unknown') });
const held = v.object({ kind: v.literal('held'), ...holdReason });
/** A word of the connector's, which operators read. */
const step = v.pipe(v.string(), v.maxLength(64), v.regex(/^[a-z0-9][a-z0-9.-]*$/));
const faultNote = {
  fault: v.optional(v.picklist(['user', 'company', 'connector', 'operator'])),
  step: v.optional(step),
};

const question = v.object({
  question: text(MAX_QUESTION_LENGTH),
  identifier: text(MAX_IDENTIFIER_LENGTH),
});

const codeChoice = v.object({
  type: v.picklist(['text', 'email']),
  mask: text(MAX_LABEL_LENGTH),
  identifier: text(MAX_IDENTIFIER_LENGTH),
  label: text(MAX_LABEL_LENGTH),
});

/** From one to as many as the user can be shown. */
function several<T extends v.GenericSchema>(item: T) {
  return v.pipe(v.array(item), v.minLength(1), v.maxLength(MAX_QUESTIONS));
}

const challengeOf = <T extends v.GenericSchema<unknown, boolean>>(sent: T) =>
  v.variant('kind', [
    v.object({ kind: v.literal('questions'), questions: several(question) }),
    v.object({ kind: v.literal('code-choice'), choices: several(codeChoice) }),
    v.object({ kind: v.literal('code-entry'), question, sent }),
    v.object({ kind: v.literal('prompt'), request: text(MAX_QUESTION_LENGTH) }),
  ]);

const running = v.object({
  kind: v.literal('running'),
  operation: v.pipe(v.string(), v.maxLength(MAX_OPERATION_LENGTH), v.regex(/^[\w-]+$/)),
  askAgainAt: instant,
  step: v.optional(v.picklist(runSteps)),
  carried: v.optional(v.literal(true)),
});

const refusals = [
  v.object({ kind: v.literal('authenticate') }),
  v.object({ kind: v.literal('hold'), ...holdReason }),
] as const;

const login = v.variant('kind', [
  v.object({ kind: v.literal('verified') }),
  ...refusals,
  v.object({
    kind: v.literal('mfa-required'),
    challenge: challengeOf(v.boolean()),
    refused: v.optional(v.literal(true)),
  }),
  running,
]);

/** Only a login may have sent the user a code. */
const notLoggedIn = v.object({
  kind: v.literal('not-logged-in'),
  login: v.variant('kind', [
    ...refusals,
    v.object({ kind: v.literal('mfa-required'), challenge: challengeOf(v.literal(false)) }),
  ]),
});

const kept = v.object({
  connection: v.optional(
    v.nullable(
      v.object({
        value: v.pipe(v.string(), v.minLength(1), v.maxBytes(MAX_CONNECTION_BYTES)),
        expiresAt: moment,
        farewell: v.optional(
          v.object({
            operation: v.pipe(v.string(), v.maxLength(MAX_OPERATION_LENGTH), v.regex(/^[\w-]+$/)),
            auth: text(MAX_IDENTIFIER_LENGTH),
            company: text(MAX_IDENTIFIER_LENGTH),
            secrets: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_FAREWELL_LENGTH)),
          }),
        ),
      }),
    ),
  ),
  live: v.optional(
    v.object({
      handle: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_LIVE_HANDLE_LENGTH)),
      seconds: v.pipe(v.number(), v.minValue(1), v.maxValue(MAX_LIVE_SECONDS)),
    }),
  ),
});

const recentPayment = v.object({
  amountCents: cents,
  paidOn: day,
  confirmation: v.optional(text(MAX_CONFIRMATION_LENGTH)),
  posted: v.optional(v.literal(true)),
});

const bill = v.object({
  accountKey: text(MAX_ACCOUNT_KEY_LENGTH),
  accountNumber: v.optional(text(MAX_ACCOUNT_NUMBER_LENGTH)),
  syncing: v.optional(v.boolean()),
  balanceCents: v.optional(cents),
  statementBalanceCents: v.optional(cents),
  fullBalanceCents: v.optional(cents),
  dueOn: v.optional(day),
  statementName: v.optional(text(MAX_STATEMENT_NAME_LENGTH)),
  lastPaidAmountCents: v.optional(cents),
  lastPaidOn: v.optional(day),
  recentPayments: v.optional(v.pipe(v.array(recentPayment), v.maxLength(MAX_RECENT_PAYMENTS))),
  autopay: v.picklist(['enabled', 'disabled', 'unknown']),
  autopaySource: v.picklist(['client', 'company', 'unknown']),
});
const bills = v.pipe(v.array(bill), v.maxLength(MAX_ACCOUNTS));
const partial = v.object({ kind: v.literal('partial'), bills });
/** Anything but a list of all of them. */
const noList = v.variant('kind', [partial, notLoggedIn, running]);

const knownSubmissions = [
  v.object({
    kind: v.literal('paid'),
    amountCents: cents,
    feeCents: v.optional(cents),
    paidAt: instant,
    confirmation: v.optional(text(MAX_CONFIRMATION_LENGTH)),
    returnableUntil: v.optional(day),
  }),
  v.object({
    kind: v.literal('declined'),
    reason: v.optional(v.picklist(['insufficient_funds', 'expired', 'invalid', 'refused'])),
    ...faultNote,
  }),
  v.object({ ...held.entries, ...faultNote }),
  v.object({ kind: v.literal('never-taken'), ...faultNote }),
] as const;

const accepted = v.object({
  kind: v.literal('accepted'),
  reference: text(MAX_CONFIRMATION_LENGTH),
  expectBy: day,
  askAgainAt: instant,
});
const returned = v.object({
  kind: v.literal('returned'),
  reason: v.picklist(returnReasonValues),
  on: day,
});

const submitted = v.variant('kind', [
  ...knownSubmissions,
  accepted,
  unknownOutcome,
  notLoggedIn,
  running,
]);
const found = v.variant('kind', [
  ...knownSubmissions,
  accepted,
  returned,
  v.object({ kind: v.literal('not-known') }),
  notLoggedIn,
  running,
]);

const total = v.optional(
  v.object({
    count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    amountCents: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
);

const settlementPage = v.object({
  settlements: v.pipe(
    v.array(
      v.object({
        submissionId: text(MAX_SUBMISSION_ID_LENGTH),
        kind: v.picklist(['paid', 'declined', 'returned', 'accepted']),
        amountCents: cents,
        feeCents: v.optional(cents),
        confirmation: v.optional(text(MAX_CONFIRMATION_LENGTH)),
        at: instant,
        reason: v.optional(v.picklist(returnReasonValues)),
        fault: v.optional(v.picklist(['user', 'company', 'connector', 'operator'])),
      }),
    ),
    v.maxLength(MAX_SETTLEMENTS),
  ),
  nextCursor: v.optional(text(MAX_CURSOR_LENGTH)),
  totals: v.optional(v.object({ paid: total, declined: total, returned: total, accepted: total })),
  fundingCents: v.optional(v.pipe(v.number(), v.safeInteger())),
});

const swap = v.variant('kind', [
  v.object({ kind: v.literal('completed') }),
  held,
  unknownOutcome,
  notLoggedIn,
  running,
]);

export function parseLogin(returned: unknown): ParsedResult<LoginOutcome | Running> {
  return parse<LoginOutcome | Running>(login, returned);
}

/**
 * A bill that makes no sense is left out, where there is another: the reading is of some accounts then.
 * Two accounts with one key could not be told apart, and one would be paid for the other.
 */
export function parseBills(
  given: unknown,
): ParsedResult<readonly CompanyBill[] | PartialBills | NotLoggedIn | Running> {
  const { returned, leftOut } = withoutBad(given);
  const parsed = Array.isArray(returned)
    ? parse<readonly CompanyBill[]>(bills, returned)
    : parse<PartialBills | NotLoggedIn | Running>(noList, returned);
  if ('wrongField' in parsed) return parsed;
  const { result } = parsed;
  if (isNotLoggedIn(result) || isRunning(result)) return parsed;
  const keys = shownBills(result).bills.map(({ accountKey }) => accountKey);
  if (new Set(keys).size !== keys.length) return { wrongField: 'accountKey' };
  return leftOut.length > 0 ? { result, leftOut } : parsed;
}

function withoutBad(returned: unknown): {
  readonly returned: unknown;
  readonly leftOut: readonly string[];
} {
  const list = Array.isArray(returned) ? returned : (returned as Partial<PartialBills>)?.bills;
  const wrong = Array.isArray(list) ? list.map((one) => parse(bill, one)) : [];
  const leftOut = wrong.flatMap((one, place) =>
    'wrongField' in one ? [`${place}.${one.wrongField}`] : [],
  );
  if (leftOut.length === 0 || leftOut.length === wrong.length) return { returned, leftOut: [] };
  const good = wrong.flatMap((one) => ('result' in one ? [one.result] : []));
  const keys = new Set((list as Partial<CompanyBill>[]).map((one) => one?.accountKey));
  // It may be the same account as another, which can't be believed then.
  if (keys.size !== wrong.length) return { returned, leftOut: [] };
  return { returned: { kind: 'partial', bills: good }, leftOut };
}

/** A payment of another amount than was asked for may be another payment. */
export function parsePayment(
  returned: unknown,
  askedCents: number,
): ParsedResult<SubmittedPayment | NotLoggedIn | Running> {
  return ofAmount(parse<SubmittedPayment | NotLoggedIn | Running>(submitted, returned), askedCents);
}

export function parseFound(
  returned: unknown,
  askedCents: number,
): ParsedResult<FoundPayment | NotLoggedIn | Running> {
  return ofAmount(parse<FoundPayment | NotLoggedIn | Running>(found, returned), askedCents);
}

function ofAmount<T extends SubmittedPayment | FoundPayment | NotLoggedIn | Running>(
  parsed: ParsedResult<T>,
  askedCents: number,
): ParsedResult<T> {
  if ('wrongField' in parsed || parsed.result.kind !== 'paid') return parsed;
  return parsed.result.amountCents === askedCents ? parsed : { wrongField: 'amountCents' };
}

export function parseSwap(returned: unknown): ParsedResult<SwapOutcome | NotLoggedIn | Running> {
  return parse<SwapOutcome | NotLoggedIn | Running>(swap, returned);
}

/** What a session gives to be kept. */
export function parseKept(given: unknown): ParsedResult<Kept> {
  return parse<Kept>(kept, given);
}

/** A page that leads to itself would never end. */
export function parseSettlements(
  returned: unknown,
  cursor: string | undefined,
): ParsedResult<SettlementPage> {
  const parsed = parse<SettlementPage>(settlementPage, returned);
  if ('wrongField' in parsed || parsed.result.nextCursor === undefined) return parsed;
  return parsed.result.nextCursor === cursor ? { wrongField: 'nextCursor' } : parsed;
}

function parse<T>(schema: v.GenericSchema<unknown, T>, returned: unknown): ParsedResult<T> {
  const parsed = v.safeParse(schema, returned, { abortEarly: true });
  if (parsed.success) return { result: parsed.output };
  return { wrongField: v.getDotPath(parsed.issues[0]) ?? 'all of it' };
}

/**
 * How companies are reached. A connector is a set of functions over one way of reaching companies;
 * a company's record names its connector. The sandbox connector is the first.
 *
 * What goes in may hold credentials and card numbers: it stays in the process and is never logged,
 * stored or thrown. A connector throws only when it could not find out; every outcome is a value.
 * It throws `NothingTried` (`company/nothing-tried.ts`) if it gave the company no credentials. After
 * any other error a login counts as tried, and is not repeated by itself (decision: one-login-a-round).
 * What it returns is parsed by `company/connector-results.ts`, which has the limits; a result that breaks one
 * is not believed (decision: results-are-parsed).
 */

import type { Day } from '../base/dates.ts';
import type { FieldError } from '../base/errors.ts';
import type { CodeChoice, Question } from '../schemas/auth.ts';
import type { HoldCode, HoldSubcode } from '../schemas/hold-codes.ts';
import type { ReturnReason } from '../schemas/return-reasons.ts';
import type { Capabilities } from './capabilities.ts';
import type { CompanyRecord } from './company.ts';

/** What a session gives back to be kept (decision: connections-and-live-sessions). Each is kept as soon as it is handed over. */
export type Kept = {
  /**
   * What the next session gets back: cookies, or the token of a trusted device. It replaces the one
   * before it; `null` drops that, because the company takes it no more.
   */
  readonly connection?: Connection | null;
  /** The session that is still open, where it is that of a link. */
  readonly live?: LiveSession;
};

export type Connection = {
  /** At most `MAX_CONNECTION_BYTES` of UTF-8. Nobody but its connector reads it. */
  readonly value: string;
  /** Milliseconds since the epoch, of the partner's clock: it is not given back from then on. */
  readonly expiresAt: number;
  /** What is sent to its connector once the account is unlinked; nothing where none has to be told. */
  readonly farewell?: Farewell;
};

/**
 * The request by which a connector forgets a connection, made while that is known and kept until the
 * account is unlinked: by then nobody may be able to open the connection any more. It names nobody, and
 * the connector alone can open its secrets (decision: connections-are-forgotten).
 */
export type Farewell = {
  readonly operation: string;
  /** The account as the connector knows it. */
  readonly auth: string;
  /** The company as the connector knows it. */
  readonly company: string;
  /** The connection, encrypted to the connector. */
  readonly secrets: string;
};

export type LiveSession = {
  /** Names the session to its connector. */
  readonly handle: string;
  /** For how long it stays open: at most `MAX_LIVE_SECONDS`. */
  readonly seconds: number;
};

/** Login fields as the user gave them, by name. */
export type LoginForm = Readonly<Record<string, string>>;

/** One account's session at a company. */
export type Session = {
  readonly company: CompanyRecord;
  readonly form: LoginForm;
  readonly partnerId: string;
  readonly clientId: string;
  readonly authId: string;
  /**
   * Whether the user is there: in a link, and in a payment or a swap of a link for as long as its live
   * session is open. An unattended session, a daily refresh for example, has nobody to ask: it must not
   * cause any message to the user, such as a code by text.
   */
  readonly attended: boolean;
  /** What the last session of this login gave to be kept. It is given to the connector that made it. */
  readonly connection?: string;
  /** The handle of the link's own session, while that may still be open: use it before anything else. */
  readonly live?: string;
  /** Keeps something for the next session. What is not kept is lost with the session. */
  readonly keep?: (kept: Kept) => void;
  /**
   * Which login this is, of a link: the same name in each of its rounds and however often a round is
   * repeated. A round more follows once the user has answered.
   */
  readonly login?: {
    readonly name: string;
    readonly round: number;
    /** Ours: no connector elsewhere learns it. */
    readonly linkId?: string;
  };
  /** Told when the company, or its connector, says that it can be reached again in so many seconds. */
  readonly retryAfter?: (seconds: number) => void;
  /** Told which member of a result makes no sense: `listBills: bills.0.dueOn`. */
  readonly nonsense?: (member: string) => void;
  /** A login with these very credentials has succeeded before. */
  readonly verifiedBefore?: boolean;
  /** All answers given in this link, over all rounds, by identifier; the latest of each. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Where the user chose to be sent the code: the identifier of a choice. */
  readonly codeChoice?: string;
  /** The user never got the code: send another to the same place, whatever the answers say. */
  readonly resendCode?: boolean;
  /** The user says that the prompt was answered. */
  readonly promptPressed?: boolean;
  /** What the session is for; a reading of the bills where it is missing. */
  readonly purpose?: 'bill' | 'payment' | 'swap';
  /** The user says that what the hold asked for is done. */
  readonly holdFixed?: boolean;
  /**
   * The `operation` by which this was called `running` when it was asked for last: say what became of
   * that. Nothing is begun again, and nobody is sent another code.
   */
  readonly running?: string;
  /** How far that was by then: another step is told at once. */
  readonly runningStep?: RunStep;
  /** Milliseconds since the epoch, of the partner's clock. */
  readonly partnerNow: number;
  /** Aborted when nobody waits for the session any more: end what is under way. */
  readonly signal?: AbortSignal;
};

/** What a connector does while its user waits. */
export const runSteps = [
  'signing-in',
  'waiting-for-code',
  'reading-bills',
  'paying',
  'updating-card',
] as const;

export type RunStep = (typeof runSteps)[number];

/**
 * It is under way, and takes longer than anybody keeps a connection open (decision: calls-that-run). It
 * is asked about with its name as `session.running`: a login and a reading by the same member, a payment
 * by `findPayment`, a swap by `findSwap`.
 */
export type Running = {
  readonly kind: 'running';
  /** The connector's own name for it: 1 to `MAX_OPERATION_LENGTH` of A-Z, a-z, 0-9, `_` and `-`. It is no secret. */
  readonly operation: string;
  /** When asking makes sense, in milliseconds of the machine's clock: a test clock hurries no company. */
  readonly askAgainAt: number;
  /** What is being done, for whoever waits. */
  readonly step?: RunStep;
  /**
   * A worker of this deployment is at it, and says so every ten seconds: whoever waits notices when it no
   * longer does. No connector of somebody else can say this.
   */
  readonly carried?: true;
};

export function isRunning(result: unknown): result is Running {
  if (typeof result !== 'object' || result === null) return false;
  return 'kind' in result && result.kind === 'running';
}

/** What a company asks of the user before it lets a login through. */
export type CompanyChallenge =
  | { readonly kind: 'questions'; readonly questions: readonly Question[] }
  /** Where to send a code. */
  | { readonly kind: 'code-choice'; readonly choices: readonly CodeChoice[] }
  /** The code itself, asked for as a question. `sent`: in this very session, not in one before. */
  | { readonly kind: 'code-entry'; readonly question: Question; readonly sent: boolean }
  /** Something to press elsewhere: in the company's app, on a device. */
  | { readonly kind: 'prompt'; readonly request: string };

/** `refused`: the last answers were wrong, and the company asks once more. */
export type ChallengedLogin = {
  readonly kind: 'mfa-required';
  readonly challenge: CompanyChallenge;
  readonly refused?: true;
};

/** How a login ends. */
export type EndedLogin =
  | { readonly kind: 'verified' }
  /**
   * The company said that the credentials are wrong, and nothing less: an expired password is the hold
   * `account_issue_verify_identity`, and a page that the connector does not know is a system issue with
   * `selector-not-found` or `issue-unidentified` (decision: wrong-means-wrong-credentials).
   */
  | {
      readonly kind: 'authenticate';
      /**
       * The company was not asked at all: its form has changed, and the stored answers lack these fields
       * (decision: changed-login-forms). Said by the service itself; no connector can say it.
       */
      readonly asksFor?: readonly string[];
    }
  | { readonly kind: 'hold'; readonly code: HoldCode; readonly subcode?: HoldSubcode };

export type LoginOutcome = EndedLogin | ChallengedLogin;

/** What a company says to those that it does not let in. */
export type RefusedLogin = Exclude<LoginOutcome, { readonly kind: 'verified' }>;

/**
 * The session could not sign in, and did nothing else: a payment or a card was not sent. No code was
 * sent to the user for it, not even in an attended session: only `logIn` may cause that.
 */
export type NotLoggedIn = { readonly kind: 'not-logged-in'; readonly login: RefusedLogin };

export function isNotLoggedIn(result: unknown): result is NotLoggedIn {
  if (typeof result !== 'object' || result === null) return false;
  return 'kind' in result && result.kind === 'not-logged-in';
}

/**
 * A bill as the company shows it. Amounts are whole cents from 0 to `MAX_CENTS`: a credit is 0.
 * `undefined` amounts: the company does not say.
 */
export type CompanyBill = {
  /**
   * What tells this account from every other at the company. The same account gives the same text
   * whoever links it, and no two accounts of a login have the same. It is fingerprinted before it is
   * stored.
   */
  readonly accountKey: string;
  /** Shown to tell several bills of one auth apart, masked as the company masks it. */
  readonly accountNumber?: string;
  /** The company is still preparing the bill. */
  readonly syncing?: boolean;
  readonly balanceCents?: number;
  readonly statementBalanceCents?: number;
  readonly fullBalanceCents?: number;
  /** `YYYY-MM-DD`. */
  readonly dueOn?: string;
  /** What the company calls the statement, where its statements have names. */
  readonly statementName?: string;
  readonly lastPaidAmountCents?: number;
  /** `YYYY-MM-DD`. */
  readonly lastPaidOn?: string;
  /**
   * Payments of the last 30 days that the company lists, ours and others. Left out where this reading
   * doesn't show the list; empty where the list has none.
   */
  readonly recentPayments?: readonly ListedPayment[];
  readonly autopay: 'enabled' | 'disabled' | 'unknown';
  readonly autopaySource: 'client' | 'company' | 'unknown';
};

/** A payment as its company lists it. */
export type ListedPayment = {
  /** Without a fee, or with it, as the company lists it. */
  readonly amountCents: number;
  /** `YYYY-MM-DD`. */
  readonly paidOn: string;
  readonly confirmation?: string;
  /**
   * The balances of this very reading have it: the company says that it is posted. A payment that is
   * received, pending or scheduled is listed without it.
   */
  readonly posted?: true;
};

/**
 * Some of the accounts could not be read. That one is missing says nothing: it is as it was
 * (decision: partial-readings).
 */
export type PartialBills = { readonly kind: 'partial'; readonly bills: readonly CompanyBill[] };

/** The bills that a company shows, and whether they are all that the login leads to. */
export function shownBills(listed: readonly CompanyBill[] | PartialBills): {
  readonly bills: readonly CompanyBill[];
  readonly isPartial: boolean;
} {
  return 'bills' in listed
    ? { bills: listed.bills, isPartial: true }
    : { bills: listed, isPartial: false };
}

export type PayingMethod =
  | {
      readonly type: 'card';
      readonly cardNumber: string;
      readonly cardCode?: string;
      readonly expMonth: string;
      readonly expYear: string;
      readonly zipcode: string;
      readonly name: string;
    }
  | {
      readonly type: 'bank';
      readonly routingNumber: string;
      readonly accountNumber: string;
      readonly accountType: 'checking' | 'savings';
      readonly name: string;
    };

/**
 * One of the times that a payment is submitted (decision: numbered-submissions). The company knows it
 * by `submissionId`: the same id never pays twice, however often it is sent.
 */
export type Submission = {
  readonly paymentId: string;
  /** From 1. The next follows only once the company said that this one was never taken. */
  readonly number: number;
  readonly submissionId: string;
};

export type PaymentRequest = Submission & {
  readonly accountKey: string;
  readonly amountCents: number;
  readonly method: PayingMethod;
};

/** Why a method was declined, where the company says so. */
export type DeclineReason = 'insufficient_funds' | 'expired' | 'invalid' | 'refused';

/** Whose fault it is that something came to nothing. */
export type FaultSource = 'user' | 'company' | 'connector' | 'operator';

/** Kept for operators: whose fault it is, and at which step it happened, in the connector's own word. */
export type FaultNote = { readonly fault?: FaultSource; readonly step?: string };

/** What is certain about a submission. */
export type KnownSubmission =
  | {
      readonly kind: 'paid';
      /** What was asked for, without the company's fee. */
      readonly amountCents: number;
      /** What the company charged for it on top. */
      readonly feeCents?: number;
      /** In milliseconds. */
      readonly paidAt: number;
      /** What the company calls the payment. */
      readonly confirmation?: string;
      /** The last day on which it may be returned, where `returnsWithinDays` doesn't say it: `YYYY-MM-DD`. */
      readonly returnableUntil?: string;
    }
  /** If it isn't the user's fault, the method isn't to blame, and it counts as `never-taken`. */
  | ({ readonly kind: 'declined'; readonly reason?: DeclineReason } & FaultNote)
  | ({ readonly kind: 'held'; readonly code: HoldCode; readonly subcode?: HoldSubcode } & FaultNote)
  /**
   * A promise: this submission is refused from now on, even if its request still arrives. With the fault
   * `operator`, such as a balance at a network that is empty, it is tried again each hour.
   */
  | ({ readonly kind: 'never-taken' } & FaultNote);

/** The company has the payment and will settle it in days: it is asked again then. */
export type AcceptedPayment = {
  readonly kind: 'accepted';
  /** What the company calls it until it has a confirmation. At most 128 characters. */
  readonly reference: string;
  /** The day by which it is settled: `YYYY-MM-DD`. */
  readonly expectBy: string;
  /** When asking again makes sense, in milliseconds. */
  readonly askAgainAt: number;
};

/** The company or network took the payment, and has given the money back since. */
export type ReturnedPayment = {
  readonly kind: 'returned';
  readonly reason: ReturnReason;
  /** `YYYY-MM-DD`. */
  readonly on: string;
};

/** What a company says of a payment that it is asked for. */
export type SubmittedPayment =
  | KnownSubmission
  | AcceptedPayment
  /** The company may or may not have taken it: ask again before anything else. */
  | { readonly kind: 'unknown' };

/** What a company says of a submission that it was sent before. */
export type FoundPayment =
  | KnownSubmission
  | AcceptedPayment
  | ReturnedPayment
  /** The company can't tell yet, or at all. */
  | { readonly kind: 'not-known' };

/** What became of a payment, as far as it is known. One that was accepted has no outcome yet. */
export type PaymentOutcome =
  | Exclude<KnownSubmission, { readonly kind: 'never-taken' | 'paid' }>
  | (Extract<KnownSubmission, { readonly kind: 'paid' }> & {
      /** When it was paid by what the company said, where that can't be and `paidAt` is our own time. */
      readonly saidAt?: number;
    })
  | ReturnedPayment
  | { readonly kind: 'unknown' };

export type SwapRequest = {
  /** The same id never swaps twice, however often it is submitted. */
  readonly attemptId: string;
  readonly method: Extract<PayingMethod, { type: 'card' }>;
};

export type SwapOutcome =
  | { readonly kind: 'completed' }
  | { readonly kind: 'held'; readonly code: HoldCode; readonly subcode?: HoldSubcode }
  /** The card may or may not be on file: ask again before anything else. */
  | { readonly kind: 'unknown' };

/** What a connector did with a submission, on the day whose report it is in. */
export type Settlement = {
  readonly submissionId: string;
  /** `accepted`: it has the payment, and settles it in days. `returned`: what was paid came back. */
  readonly kind: 'paid' | 'declined' | 'returned' | 'accepted';
  /** Without the fee. */
  readonly amountCents: number;
  readonly feeCents?: number;
  readonly confirmation?: string;
  /** In milliseconds. */
  readonly at: number;
  /** Why it was returned. Without it, a return is a person's to look at. */
  readonly reason?: ReturnReason;
  /** Whose fault a decline was. Without it, a decline is not believed to be the user's. */
  readonly fault?: FaultSource;
};

/** How many lines of each kind a day has, and what they come to. */
export type SettlementTotals = Readonly<
  Partial<Record<Settlement['kind'], { readonly count: number; readonly amountCents: number }>>
>;

/** A page of what a connector did in a day. */
export type SettlementPage = {
  readonly settlements: readonly Settlement[];
  /** Leads to the next page; left out of the last. */
  readonly nextCursor?: string;
  /** Of the whole day; of the last page. */
  readonly totals?: SettlementTotals;
  /** What is left of the operator's balance where that pays, in cents; of the last page. */
  readonly fundingCents?: number;
};

export type Connector = {
  /** No I/O. */
  capabilities(company: CompanyRecord): Capabilities;
  /**
   * What is wrong with a login form, by field (`form.dueDate`); empty when nothing is. `purpose` is
   * what the login is for.
   */
  checkForm(
    company: CompanyRecord,
    form: LoginForm,
    partnerNow: number,
    purpose?: 'bill' | 'swap',
  ): readonly FieldError[];
  /**
   * The same of a form that was accepted before, by the rules that the company has now: a field that it
   * requires since, or an answer that it takes no more. What depends on the day is left out. Of an empty
   * form, these are the fields that are required. Without this member, a form that was accepted once stays so.
   */
  checkStored?(company: CompanyRecord, form: LoginForm): readonly FieldError[];
  /**
   * What tells this login from others at the company (a username, never a password). Empty when a
   * client can have only one. It is fingerprinted before it is stored.
   */
  loginOf(company: CompanyRecord, form: LoginForm): string;
  /**
   * Logs in, or asks the user for something first. It is called again with what the user answered,
   * until it ends; what was answered in earlier rounds is in the session each time.
   */
  logIn(session: Session): Promise<LoginOutcome | Running>;
  /**
   * This and all that follow sign in by themselves where they have to: by `live`, else by `connection`,
   * else by the form. Where the company asks for more than that, they are `not-logged-in`.
   */
  listBills(
    session: Session,
  ): Promise<readonly CompanyBill[] | PartialBills | NotLoggedIn | Running>;
  /** Submits the payment within a session. One that is `running` may be taken: it is asked about, and never sent again. */
  pay(session: Session, request: PaymentRequest): Promise<SubmittedPayment | NotLoggedIn | Running>;
  /** What became of a submission that was sent earlier. */
  findPayment(
    session: Session,
    submission: Submission,
  ): Promise<FoundPayment | NotLoggedIn | Running>;
  /**
   * Cancels a submission that was accepted, where `cancels` says that it can: `never-taken` is the
   * promise that it did, and anything else says what became of it. Asked again, it says the same.
   */
  cancelPayment?(
    session: Session,
    submission: Submission,
  ): Promise<FoundPayment | NotLoggedIn | Running>;
  /** Puts the card on file within a session. */
  swap(session: Session, request: SwapRequest): Promise<SwapOutcome | NotLoggedIn | Running>;
  /**
   * What became of an attempt submitted earlier; nothing when the company never took it. From then on a
   * connector may refuse that id: the card is sent again under another one.
   */
  findSwap(
    session: Session,
    attemptId: string,
  ): Promise<SwapOutcome | NotLoggedIn | Running | undefined>;
  /**
   * Closes the session that `live` names: its link is over. One that is not told closes it by itself in
   * minutes. Without this member there is nothing to close.
   */
  endSession?(session: Session & Required<Pick<Session, 'live'>>): Promise<void>;
  /**
   * What it did on a day (UTC), for all of its companies: every submission that was taken, declined,
   * accepted or returned that day. Nothing where the report is not there yet. A connector without this
   * member cannot be reconciled.
   */
  settlements?(day: Day, cursor?: string): Promise<SettlementPage | undefined>;
};

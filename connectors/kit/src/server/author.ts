/**
 * What the author of a connector writes: an object of functions. The kit has verified and decrypted
 * what goes in, and checks, encrypts and signs what comes out.
 *
 * `pay` and `swap` are called at most once for a submission, whatever arrives how often. If one throws,
 * or does not end in time, the outcome is `unknown`, and `findPayment` is asked.
 */
import type { BillsResult } from '../protocol/bills.ts';
import type { CompaniesPage } from '../protocol/directory.ts';
import type { Amount, Connection, Step } from '../protocol/fields.ts';
import type { Look, UnknownPageSeen } from '../protocol/looks.ts';
import type { SettlementsPage } from '../protocol/operations.ts';
import type {
  Card,
  FindPaymentResult,
  FindSwapResult,
  PayingMethod,
  PayResult,
  SwapResult,
} from '../protocol/payments.ts';
import type { LogInResult } from '../protocol/session.ts';

export type Session = {
  readonly company: string;
  readonly auth: string;
  readonly attended: boolean;
  /** An instant of the user's clock. */
  readonly at: string;
  readonly live?: string;
  readonly form: Readonly<Record<string, string>>;
  readonly answers?: Readonly<Record<string, string>>;
  /** The value that was returned as `connection` the last time. */
  readonly connection?: string;
};

export type LogInSession = Session & {
  readonly round: number;
  readonly purpose: 'bill' | 'payment' | 'swap';
  readonly verifiedBefore?: boolean;
  readonly holdFixed?: boolean;
  readonly codeChoice?: string;
  readonly resendCode?: boolean;
  readonly promptPressed?: boolean;
};

/** Which submission. Your own request to the company can carry these two as its idempotency key. */
export type PaymentSubmission = { readonly payment: string; readonly submission: number };
export type SwapSubmission = { readonly swap: string; readonly submission: number };

export type PaymentOrder = PaymentSubmission & {
  readonly accountKey: string;
  readonly amount: Amount;
  readonly method: PayingMethod;
};

/** Aborted when the time of the operation is over: end what is under way, and commit nothing more. */
export type Run = {
  readonly signal: AbortSignal;
  readonly caller: string;
  readonly operation: string;
  /** Tells the user who waits what is being done. What can't be told is left out: it never throws. */
  readonly step?: (step: Step) => void;
};

/** A result, and what is to come back with the next request: the kit encrypts it. */
export type Returned<T> = T & { readonly connection?: Connection };

type Asked<T> = Promise<T> | T;

export type Author = {
  companies(since: string | undefined, cursor: string | undefined): Asked<CompaniesPage>;
  /** Throw `NothingTried` if the company was given no credentials. */
  logIn(session: LogInSession, run: Run): Asked<Returned<LogInResult>>;
  listBills?(session: Session, run: Run): Asked<Returned<BillsResult>>;
  pay?(session: Session, order: PaymentOrder, run: Run): Asked<Returned<PayResult>>;
  /** `never-taken` is a promise that you keep: the submission will not be paid any more. */
  findPayment?(
    session: Session,
    submission: PaymentSubmission,
    run: Run,
  ): Asked<Returned<FindPaymentResult>>;
  cancelPayment?(
    session: Session,
    submission: PaymentSubmission,
    run: Run,
  ): Asked<Returned<FindPaymentResult>>;
  swap?(
    session: Session,
    order: SwapSubmission & { readonly method: Card },
    run: Run,
  ): Asked<Returned<SwapResult>>;
  findSwap?(
    session: Session,
    submission: SwapSubmission,
    run: Run,
  ): Asked<Returned<FindSwapResult>>;
  forget?(
    what: { readonly company: string; readonly auth: string; readonly connection: string },
    run: Pick<Run, 'caller'>,
  ): Asked<void>;
  endSession?(handle: string): Asked<void>;
  /** Of this caller's submissions alone; nothing where the report of that day is not there yet. */
  settlements?(
    day: string,
    cursor: string | undefined,
    run: Pick<Run, 'caller'>,
  ): Asked<SettlementsPage | undefined>;
  /** Of each company the last look at its page, and the pages of late that were not known. */
  looks?(): Asked<{ readonly looks: readonly Look[]; readonly pages?: readonly UnknownPageSeen[] }>;
  health?(): Asked<'ready' | 'busy' | 'down'>;
};

/** Throw it when the company was given no credentials: then the caller tries again by itself. */
export class NothingTried extends Error {
  override readonly name = 'NothingTried';
}

/** What the reference model knows: plain data, so that it can be copied and two orders be tried. */
import { createHash } from 'node:crypto';
import { derivedOwnedId } from '@billhook/core/base/ids';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { AccountLedger } from '@billhook/core/payment/account-ledger';
import type { Agreed, StatementName } from '@billhook/core/payment/statement';
import type { AuthStatus } from '@billhook/core/schemas/auth';
import type { Schedule } from '@billhook/core/schemas/schedule';

/** On what ground bills are paid automatically: who agreed, and whether by default alone. */
export type Ground = 'partner' | 'user' | 'implied';

/** What the bills of an account begin with; nobody has agreed where it is missing. */
export type Start = {
  readonly ground?: Ground;
  /** A first statement that would be paid at once is left to its user. */
  readonly leavesDue?: boolean;
};

export type LinkRequest = {
  readonly items: readonly string[];
  readonly methodId?: string;
  readonly billId?: string;
  readonly maxCents?: number;
};

export type ModelLink = LinkRequest & {
  readonly id: string;
  readonly holdFixed?: boolean;
  /** Executions of its workflow that were lost with an accepted step. */
  runs: number;
  /** The login of this round: the company was given the password, or took it. */
  login?: 'verified' | { readonly begunAt: number };
  /** What the company asks, before it is shown. */
  asking?: ChallengeKind;
  /** Whether a step was accepted that the workflow has not taken up. */
  accepted: boolean;
  asked: number;
  refused: number;
  /** By identifier, all rounds that still count together. */
  answers?: Readonly<Record<string, string>>;
  /** The answers of each round, and until when they count. */
  rounds?: readonly {
    readonly answers?: Readonly<Record<string, string>>;
    readonly until: number;
  }[];
  codeChoice?: string;
  codeSentAt?: number;
  lastStep?: StepKind;
  /** Until when the session that its login has left open may be used. */
  live?: ModelLive;
};

export type ModelLive = { readonly linkId: string; readonly until: number };

export type ChallengeKind = 'questions' | 'code-choice' | 'code-entry' | 'prompt';

export type StepKind = 'answers' | 'choice' | 'pressed' | 'resend';

export type ModelChallenge = {
  readonly kind: ChallengeKind;
  readonly token: string;
  readonly expiresAt: number;
  readonly sentAt?: number;
  /** The questions that are open. */
  readonly asked: readonly string[];
};

export type ModelAuth = {
  readonly id: string;
  readonly clientId: string;
  readonly companyId: string;
  form: Readonly<Record<string, string>>;
  status?: AuthStatus;
  challenge?: ModelChallenge;
  link?: ModelLink;
  interrupted?: LinkRequest;
  lastLinkId?: string;
  verifiedBefore?: boolean;
  /** Until when its connection counts, and whether its partner was told that it ends. */
  connection?: { readonly ends: number; readonly told?: true };
  /** The link that was asked for last. */
  newest?: string;
  everVerified?: boolean;
  /** Where it is of another login since: the id that the login would have by itself. */
  loginId?: string;
  createdAt: number;
  /** What a bill begins with that is found from now on. */
  starts: Start;
  bills: string[];
  deleted: boolean;
};

/** What the company reports of a bill. */
export type Reported = {
  readonly balanceCents?: number;
  readonly statementBalanceCents?: number;
  readonly fullBalanceCents?: number;
  readonly dueOn?: string;
  readonly statementName?: string;
  readonly syncing?: boolean;
  readonly autopay: string;
  readonly lastPaidOn?: string;
};

export type ModelBill = {
  readonly id: string;
  readonly clientId: string;
  readonly authId: string;
  readonly companyId: string;
  readonly accountKey: string;
  reported: Reported;
  recurring: 'enabled' | 'disabled';
  /** While it is recurring. */
  ground?: Ground;
  /** Of a subscription: its first method came without a consent. */
  notAgreed?: true;
  /** A payment of it was planned or begun. */
  planned?: boolean;
  /** The last of those. */
  newest?: string;
  /** The payment that was returned, where none was planned since. */
  back?: string;
  label?: string;
  hidden?: true;
  /** No notices are given. */
  silent?: true;
  /** What is left of an earlier link. */
  earlier?: {
    readonly mark: number;
    readonly recurring?: 'enabled';
    readonly amount?: number;
    readonly methodId?: string;
  };
  schedule?: Schedule;
  methodId?: string;
  scheduled?: { readonly paymentId: string; readonly payOn: string; readonly waits?: ModelWaiting };
  pending?: string;
  declined?: string;
  /** The third decline removed that method. */
  stands?: true;
  skipped?: string;
  /** Its first statement is left to its user if it is due by the time that it is shown. */
  leavesDue?: boolean;
  /** When the statement was first seen. */
  seenOn: string;
  /** When the bill was last read. */
  readAt: number;
  /** The day before which an automatic payment is not tried again. */
  waitsUntil?: string;
  /** The due date whose automatic payment was withheld, and why. */
  withheld?: string;
  noticed: Readonly<{
    upcoming?: string;
    scheduled?: string;
    overdue?: string;
    /** The statements that they were given about. */
    of?: Readonly<Partial<Record<'upcoming' | 'scheduled' | 'overdue', StatementName>>>;
  }>;
  /** The newest statement known, and those that are skipped. */
  statement?: BillRecord['statement'];
  skips?: BillRecord['skips'];
  /** What was taken, as far as the bill knows. */
  account?: BillRecord['account'];
  unposted?: BillRecord['unposted'];
  /** Statements of which a payment was returned, as far as the bill knows. */
  returned?: readonly StatementName[];
  /** The payments of the history. */
  paidBy: string[];
  /** The due date whose automatic payment is held back, and until when. */
  heldBack?: { readonly dueOn: string; readonly until: number; readonly told: boolean };
  /** The amount that the user chose, in cents. */
  custom?: number;
  history: number[];
  /** What each of them was of. */
  paidFor: BillRecord['payments'][number]['statement'][];
  deleted: boolean;
};

/** What was set of an account that was unlinked. */
export type ModelKept = {
  /** Tells it from what was kept before or later. */
  readonly mark: number;
  readonly recurring?: 'enabled' | 'disabled';
  readonly skips?: BillRecord['skips'];
  readonly label?: string;
  readonly hidden?: true;
  readonly silent?: true;
  readonly amount?: number;
  readonly methodId?: string;
};

export type ModelMethod = {
  readonly id: string;
  readonly clientId: string;
  readonly type: 'card' | 'bank';
  readonly number: string;
  status: 'verified' | 'declined' | 'pending';
  declines: number;
  created: number;
  /** When it last paid. */
  lastUsedAt?: number;
  inFlight: string[];
  assigned: string[];
  /** The sweep goes on with the bills that its decline left unpaid, or removes it. */
  retryDue: boolean;
};

export type ModelPayment = {
  readonly id: string;
  readonly clientId: string;
  readonly billId: string;
  readonly authId: string;
  readonly companyId: string;
  /** Since it was begun. */
  accountKey?: string;
  payOn: string;
  /** The day on which it was planned. */
  readonly plannedOn: string;
  /** The session of its link. */
  live?: ModelLive;
  status: 'scheduled' | 'pending' | 'paid' | 'declined' | 'held' | 'cancelled' | 'returned';
  /** What its company said that settles it later, and how often it was asked since. */
  accepted?: ModelAccepted;
  /** Only the operator can help. */
  operator?: boolean;
  /** Nothing runs for it, until then. */
  rests?: number;
  /** While it may be returned: until when, when it is looked for next, and whether it is now. */
  watch?: { readonly until: string; readonly at: number; readonly looking: boolean };
  methodId?: string;
  statement?: StatementName;
  /** What the company said with a payment that it took. */
  receipt?: {
    readonly paidAt: number;
    readonly confirmation?: string;
    readonly feeCents?: number;
    readonly returnableUntil?: string;
  };
  /** Why it was returned, and on which day. */
  back?: string;
  backOn?: string;
  amountCents?: number;
  reading?: Reported;
  /** When the company was last asked, and when first. */
  askedAt?: number;
  firstAskedAt?: number;
  /** The number of the last submission. */
  submission?: number;
  /** The company never took the last submission, and never will. */
  over?: boolean;
  /** Its user asked to cancel it while it was under way. */
  cancelAsked?: boolean;
  outcome?: string;
  /** What it counts for in the ceilings of a day. */
  counted?: { readonly day: string; readonly cents: number };
  begunAt?: number;
  /** Its partner was told that it is delayed. */
  delayed?: true;
  /** The ceiling that it would be over. */
  withheld?: string;
  /** Executions that ended without an outcome. */
  rounds: number;
  /** The bill's settings made it. */
  automatic?: true;
  /** What its user agreed to. */
  agreed?: Agreed;
  /** Why it waits for its user. */
  waits?: ModelWaiting;
};

export type ModelAccepted = {
  readonly at: number;
  readonly expectBy: string;
  readonly askAgainAt: number;
  readonly asks: number;
};

export type ModelWaiting = {
  readonly reason:
    | 'more-owed'
    | 'another-statement'
    | 'unusual-amount'
    | 'earlier-payment-not-shown';
  readonly seen: number;
  readonly owed: number;
  readonly reminded: boolean;
  readonly paymentId?: string;
};

export type ModelClient = { readonly id: string; defaultMethodId?: string };

export type Model = {
  readonly clients: Record<string, ModelClient>;
  readonly auths: Record<string, ModelAuth>;
  readonly bills: Record<string, ModelBill>;
  readonly methods: Record<string, ModelMethod>;
  readonly payments: Record<string, ModelPayment>;
  /** By client, company and account. */
  readonly earlier: Record<string, ModelKept>;
  /** By company and account. */
  readonly ledgers: Record<string, AccountLedger>;
  /** By client, or `partner`, and day: what was taken, in cents. */
  readonly taken: Record<string, number>;
};

/** Ids that the service made, as its table has them. */
export type Ids = {
  /** The link that an auth has. */
  readonly linkOf: (authId: string) => string;
  /** Names the open challenge of an auth. */
  readonly challengeOf: (authId: string) => string;
  /** A payment of a bill that the model does not know yet. */
  readonly newPaymentOf: (billId: string, model: Model) => string;
  /** A payment method of a client that the model does not know yet. */
  readonly newMethodOf: (clientId: string, model: Model) => string;
};

export function emptyModel(): Model {
  return {
    clients: {},
    auths: {},
    bills: {},
    methods: {},
    payments: {},
    earlier: {},
    ledgers: {},
    taken: {},
  };
}

export function copyOf(model: Model): Model {
  return structuredClone(model);
}

/** The partner of all walks. */
export const PARTNER_ID = `ptn_${'0'.repeat(20)}`;

const fingerprints = new Map<string, string>();

/** As the service makes it with the walk's key. */
export function accountFingerprint(companyId: string, accountKey: string): string {
  const known = fingerprints.get(companyId + accountKey);
  const made = known ?? fingerprint('account', companyId, accountKey).toString('base64url');
  if (fingerprints.size > 10_000) fingerprints.clear();
  fingerprints.set(companyId + accountKey, made);
  return made;
}

/** The same client, company and login is the same auth. */
export function authIdOf(clientId: string, companyId: string, login: string): string {
  const digest = fingerprint('login', PARTNER_ID, clientId, companyId, login);
  return derivedOwnedId('auth', clientId, digest);
}

/** Where another login has taken the auth of that id. */
export function nextAuthId(clientId: string, loginId: string, count: number): string {
  const digest = createHash('sha256').update(`${loginId}/${count}`).digest();
  return derivedOwnedId('auth', clientId, digest);
}

function fingerprint(...parts: readonly string[]): Buffer {
  const text = parts.map((one) => `${one.length}:${one}`).join('');
  return createHash('sha256').update(text).digest();
}

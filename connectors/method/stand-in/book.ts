/** What the stand-in keeps, and how its routes answer. */
import type { Invented } from './people.ts';

export type Status =
  | 'pending'
  | 'processing'
  | 'sent'
  | 'posted'
  | 'cashed'
  | 'settled'
  | 'reversal_required'
  | 'reversal_processing'
  | 'reversed'
  | 'failed'
  | 'canceled';

/** A status that a payment gets later. `at` is in milliseconds since the epoch. */
export type Step = { readonly status: Status; readonly at: number; readonly errorCode?: number };

export type KeptPayment = {
  readonly id: string;
  readonly source: string;
  readonly destination: string;
  readonly amount: number;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly createdAt: number;
  status: Status;
  errorCode?: number;
  updatedAt: number;
  steps: Step[];
  /** Every status that it has had, with when it got it. */
  readonly history: { readonly status: Status; readonly at: number }[];
};

export type KeptEntity = {
  readonly id: string;
  readonly invented: Invented;
  readonly phone: string;
  /** What is still to be proven. */
  proofs: ('sms' | 'kba')[];
  isConnected: boolean;
};

export type KeptAccount = {
  readonly id: string;
  readonly holder: string;
  readonly type: 'ach' | 'liability';
  /** Of a liability. */
  readonly fingerprint?: string;
};

type Work = { readonly id: string; looks: number };

export type Book = {
  readonly now: () => number;
  readonly entities: Map<string, KeptEntity>;
  readonly accounts: Map<string, KeptAccount>;
  readonly payments: Map<string, KeptPayment>;
  /** Payments that have statuses to come. */
  readonly moving: Set<KeptPayment>;
  /** When the first of them gets its next status. */
  nextMoveAt: number;
  readonly sessions: Map<
    string,
    { readonly entity: string; readonly proof: 'sms' | 'kba'; isOver: boolean }
  >;
  readonly connects: Map<string, Work>;
  readonly reports: Map<string, { readonly type: string; readonly csv: string; looks: number }>;
  /** What becomes of a payment, from its creation on. */
  readonly plan: (payment: KeptPayment, owner: Invented) => Step[];
  /** How long a payment is not in lists. */
  readonly listLagMilliseconds: number;
  /** Told of each payment that is new or has another status. */
  readonly changed: (payment: KeptPayment, op: 'create' | 'update') => void;
  readonly newId: (prefix: string) => string;
};

export type Asked = {
  readonly book: Book;
  readonly parts: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
};

export type Answered = {
  readonly status: number;
  readonly data: unknown;
  readonly pages?: number;
  /** Of a report: what is sent in place of a document. */
  readonly csv?: string;
};

export type Route = {
  readonly method: string;
  readonly pattern: RegExp;
  readonly tier: 'payments' | 'critical' | 'writes' | 'reads';
  readonly answer: (asked: Asked) => Answered;
};

export function fine(data: unknown, pages?: number): Answered {
  return { status: 200, data, pages };
}

export function refused(status: number, subType: string): Answered {
  const error = { type: 'INVALID_REQUEST', code: status, sub_type: subType, message: 'Refused' };
  return { status, data: { error } };
}

const PAGE_LIMIT = 100;

export function paged(list: readonly unknown[], query: URLSearchParams): Answered {
  const limit = Math.min(Number(query.get('page_limit') ?? 10), PAGE_LIMIT);
  const page = Number(query.get('page') ?? 1);
  const pages = Math.max(1, Math.ceil(list.length / limit));
  return fine(list.slice((page - 1) * limit, page * limit), pages);
}

export function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

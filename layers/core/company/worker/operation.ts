/**
 * What a worker of this deployment does at a company's website: a login, a reading, a payment or a swap,
 * the question what became of one, or a look at the page without a login. One record each, and each change of it names the version that it
 * follows (decision: one-worker-at-a-time).
 */

import type { RunStep } from '../connector.ts';

export type WorkName = 'logIn' | 'listBills' | 'pay' | 'swap' | 'findPayment' | 'findSwap' | 'look';

/** What a worker wrote down right before it pressed the button that charges. */
export type Committed = {
  /** What the company was about to charge; 0 of a swap. */
  readonly cents: number;
  /** The last four digits of the card, and of a swap when it expires. */
  readonly card?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Confirmations that the company's history had before: those are other payments. */
  readonly before: readonly string[];
};

export type WorkResult = { readonly kind: string };

/** A link that a login is for, by our own ids: no worker learns them. */
export type WorkLink = {
  readonly authId: string;
  readonly linkId: string;
  readonly companyId: string;
};

export type WorkOperation = {
  /** Of the record: an operation of the wire, or a submission of a swap. */
  readonly id: string;
  /** By which it was asked for last. */
  readonly operation: string;
  readonly name: WorkName;
  readonly company: string;
  /** The account, as connectors know it; nobody's of a look. */
  readonly auth: string;
  readonly attended: boolean;
  /** What was asked for, as a keyed hash; nothing of what was looked for before it came. */
  readonly fingerprint?: string;
  readonly round?: number;
  readonly link?: WorkLink;
  /** The user has answered with a code: only the session that sent it can use that. */
  readonly answered?: true;
  /** Of a payment. */
  readonly cents?: number;
  /** The submission that a question is about. */
  readonly about?: string;
  readonly sequence: number;
  /** From 1: how often it was given out. */
  readonly attempt: number;
  /** Milliseconds since the epoch, as all below. When it was given out, and how. */
  readonly sentAt: number;
  readonly sentTo: 'queue' | 'session';
  /** The SHA-256 of the ticket by which one worker takes it. Gone once it is taken. */
  readonly ticket?: string;
  /** The SHA-256 of what the worker that has it proves itself by. */
  readonly lease?: string;
  /** When the worker last said that it is at it. */
  readonly beatAt?: number;
  readonly step?: RunStep;
  /** The company may have been given the credentials. */
  readonly tried?: true;
  readonly committed?: Committed;
  /** The session that it belongs to. */
  readonly session?: string;
  /** Nothing while it goes on. */
  readonly result?: WorkResult;
  /** What comes back in secret, encrypted to this deployment. */
  readonly secrets?: string;
  readonly version: number;
};

/**
 * A worker that has said nothing for so long is gone. Workflows that wait for one end their wait then, and
 * ask (decision: heartbeats-of-workers).
 */
export const WORK_LEASE_MILLISECONDS = 45_000;
/** A message that nobody has taken for so long may be lost. */
const QUEUED_MILLISECONDS = 180_000;
/** A session looks for more to do every second. */
const MAILED_MILLISECONDS = 12_000;
const MAX_ATTEMPTS = 3;

export function movesMoney(name: WorkName): boolean {
  return name === 'pay' || name === 'swap';
}

export type Standing =
  | 'ended'
  /** Somebody is at it, or is going to be. */
  | 'goes-on'
  /** It is to be given out again. */
  | 'lost'
  /** Whoever was at it is gone, and nobody is to do it again. */
  | 'gone';

/** Whether a worker has it, and says every few seconds that it is at it. */
export function isCarried({ lease, result }: WorkOperation): boolean {
  return lease !== undefined && !result;
}

/** How an operation stands. What was given to the company once is not given to it again. */
export function standingOf(record: WorkOperation, now: number): Standing {
  const { result, lease, beatAt = 0, sentAt, sentTo, tried, committed, attempt } = record;
  if (result) return 'ended';
  if (lease === undefined) {
    const patience = sentTo === 'queue' ? QUEUED_MILLISECONDS : MAILED_MILLISECONDS;
    return now - sentAt > patience ? 'lost' : 'goes-on';
  }
  if (now - beatAt <= WORK_LEASE_MILLISECONDS) return 'goes-on';
  return tried || committed || attempt >= MAX_ATTEMPTS ? 'gone' : 'lost';
}

const fault = { source: 'connector' } as const;

/**
 * What is said of an operation whose worker is gone. Money that was not committed is never taken: from
 * this record on no worker may commit it. Money that was is unknown, until the company's history is read.
 */
export function resultOfGone({ name, committed, tried }: WorkOperation): WorkResult {
  if (movesMoney(name)) return { kind: committed ? 'unknown' : 'never-taken', ...{ fault } };
  if (name === 'findPayment' || name === 'findSwap') return { kind: 'not-known', ...{ fault } };
  return { kind: 'failed', ...{ tried: tried === true, fault } };
}

/** With the next version. */
export function changed(
  record: WorkOperation,
  change: Partial<Omit<WorkOperation, 'id' | 'version'>>,
): WorkOperation {
  return { ...record, ...change, version: record.version + 1 };
}

export function ended(record: WorkOperation, result: WorkResult, secrets?: string): WorkOperation {
  const { ticket: _ticket, secrets: _secrets, ...rest } = record;
  const next = changed(rest, { result, sequence: record.sequence + 1 });
  return secrets === undefined ? next : { ...next, secrets };
}

/** To be taken by whoever has the ticket that this is the hash of. */
export function givenOut(
  record: WorkOperation,
  { ticket, sentTo, now }: Pick<WorkOperation, 'ticket' | 'sentTo'> & { readonly now: number },
): WorkOperation {
  const { lease: _lease, beatAt: _beatAt, ticket: _ticket, ...rest } = record;
  const next = { ...rest, sentTo, sentAt: now, attempt: record.attempt + 1 };
  return changed(next, ticket === undefined ? {} : { ticket });
}

/** What may still follow an outcome of money: nothing that a company took is denied. */
const mayBecome: Readonly<Record<string, readonly string[]>> = {
  unknown: ['paid', 'accepted', 'declined', 'returned', 'held', 'completed'],
  accepted: ['paid', 'declined', 'returned', 'held'],
  paid: ['returned'],
  // It was fenced, and taken all the same: then that is the truth.
  'never-taken': ['paid', 'completed'],
};

export function replaces(known: WorkResult | undefined, found: WorkResult): boolean {
  if (!known) return true;
  return mayBecome[known.kind]?.includes(found.kind) ?? false;
}

/** Outcomes that nothing follows any more. */
export function isFinal({ kind }: WorkResult): boolean {
  return !['unknown', 'accepted'].includes(kind);
}

/** A session that a worker keeps open for what comes next of the same account. */
export type WorkSession = {
  readonly id: string;
  readonly company: string;
  readonly auth: string;
  /** The SHA-256 of what its worker proves itself by. */
  readonly lease: string;
  /** `busy`: at something. `open`: waits for more. `called`: something waits for it. */
  readonly state: 'busy' | 'open' | 'called' | 'closed';
  /** The record of what waits for it. */
  readonly next?: string;
  /** Where it waits for its user: the login that has asked, and for which link. */
  readonly asks?: WorkLink & { readonly operation: string };
  /** Milliseconds since the epoch, until when it waits. */
  readonly until: number;
  readonly version: number;
};

/** Between a message and the session's next look. */
const MARGIN_MILLISECONDS = 4_000;

/** Whether a session can be given something to do for an account. */
export function takesMore(
  session: WorkSession | undefined,
  { company, auth, now }: Pick<WorkSession, 'company' | 'auth'> & { readonly now: number },
): session is WorkSession {
  if (session?.state !== 'open' || session.until - MARGIN_MILLISECONDS < now) return false;
  return session.company === company && session.auth === auth;
}

/**
 * What a worker of this deployment does at a company's website: a login, a reading, a payment or a swap, the
 * question what became of one, or a look at the page without a login. One record each, and each change of
 * it names the version that it follows (decision: one-worker-at-a-time).
 */

import {
  endedWith,
  type Operation,
  type Result,
  resultOfGone,
  type Standing,
} from '@billhook/connector-kit/protocol/machine';
import { without } from '../../base/members.ts';

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

/** A link that a login is for, by our own ids: no worker learns them. */
export type WorkLink = {
  readonly authId: string;
  readonly linkId: string;
  readonly companyId: string;
};

export type WorkOperation = Operation & {
  /** Of the record: an operation of the wire, or a submission of a swap. */
  readonly id: string;
  readonly name: WorkName;
  readonly company: string;
  /** The account, as connectors know it; nobody's of a look. */
  readonly auth: string;
  readonly attended: boolean;
  readonly link?: WorkLink;
  /** The user has answered with a code: only the session that sent it can use that. */
  readonly answered?: true;
  /** Of a payment. */
  readonly cents?: number;
  /** The submission that a question is about. */
  readonly about?: string;
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
  /** The company may have been given the credentials. */
  readonly tried?: true;
  readonly committed?: Committed;
  /** The session that it belongs to. */
  readonly session?: string;
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

/** Whether a worker has it, and says every few seconds that it is at it. */
export function isCarried({ lease, result }: WorkOperation): boolean {
  return lease !== undefined && !result;
}

/** How a record without a result stands. An operation that reached its company is not given out again. */
export function standingOf(record: WorkOperation | undefined, now: number): Standing | undefined {
  if (!record) return undefined;
  const { lease, beatAt = 0, sentAt, sentTo, tried, committed, attempt, answered } = record;
  if (lease === undefined) {
    const patience = sentTo === 'queue' ? QUEUED_MILLISECONDS : MAILED_MILLISECONDS;
    if (now - sentAt <= patience) return 'waits';
    return answered ? { gone: noResponse } : 'lost';
  }
  if (now - beatAt <= WORK_LEASE_MILLISECONDS) return 'at-it';
  // Money that was not committed is never taken: from this record on no worker may commit it.
  if (tried || committed || attempt >= MAX_ATTEMPTS) return { gone: resultOfGone(record) };
  return answered ? { gone: noResponse } : 'lost';
}

/** The session that sent the code is gone. Another one would send another. */
export const noResponse: Result = {
  kind: 'hold',
  ...{ code: 'authentication_not_completed', subcode: 'no-mfa-response-received' },
};

/** With the next version. */
export function changed(
  record: WorkOperation,
  change: Partial<Omit<WorkOperation, 'id' | 'version'>>,
): WorkOperation {
  return { ...record, ...change, version: record.version + 1 };
}

export function ended(record: WorkOperation, result: Result, secrets?: string): WorkOperation {
  const rest = without(record, ['ticket']);
  return changed(endedWith<WorkOperation>(rest, result, secrets), {});
}

/** To be taken by whoever has the ticket that this is the hash of. */
export function givenOut(
  record: WorkOperation,
  { ticket, sentTo, now }: Pick<WorkOperation, 'ticket' | 'sentTo'> & { readonly now: number },
): WorkOperation {
  const rest = without(record, ['lease', 'beatAt', 'ticket']);
  const next = { ...rest, sentTo, sentAt: now, attempt: record.attempt + 1 };
  return changed(next, ticket === undefined ? {} : { ticket });
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

/**
 * What must not outlive its use: codes of cards, users' answers to what companies ask, what sessions at
 * companies leave for the next one, what workers are given, and which reports of connectors were seen. It lies in a table of its
 * own that nobody can set back to an earlier moment (decision: passing-table). The records in the main
 * table say that it is there.
 */

import type { Sealed, SealedField } from '../base/sealed.ts';
import type { ItemKey } from '../base/table-keys.ts';
import type { Farewell } from '../company/connector.ts';

const PREFIX = 'passing#';

type Passing = {
  /** When it counts no more, and the table may drop it: seconds since the epoch. */
  readonly expiresAt: number;
};

/** The code of a card, sealed under the data key of its method: it opens nowhere else. */
export type PassingCode = Passing & { readonly field: SealedField };

/** What a session has left, sealed under the data key of its auth's credentials: it opens with no others. */
export type PassingSession = Passing & { readonly field: SealedField };

/** The request by which a connector forgets a connection, which the connector alone can open. */
export type PassingFarewell = Passing & { readonly farewell: Farewell };

/** A page that a connector did not know, under a data key of its own. */
export type PassingPage = Passing & { readonly sealed: Sealed };

/** The answers of one round of a link. */
export type PassingAnswers = Passing & { readonly sealed: Sealed };

/** Where answers lie, in the place of the answers themselves. */
export type PassingRef = { readonly passing: string };

/** `name`: of a client's things, the id of a method, or of a round of a link. */
export function passingKey(clientId: string, name: string): ItemKey {
  return { pk: `${PREFIX}${clientId}`, sk: name };
}

/** What tells a connector to forget a connection. Its name says nothing of whose it is. */
export function farewellKey(operation: string): ItemKey {
  return { pk: `${PREFIX}farewell#${operation}`, sk: 'forget' };
}

/** Of a page that a connector did not know: what it is made of, sealed. */
export function unknownPageKey(companyId: string, hash: string): ItemKey {
  return { pk: `${PREFIX}page#${companyId}`, sk: hash };
}

/** Of a report that was taken: its nonce counts once. */
export function seenNonceKey(connectorId: string, nonce: string): ItemKey {
  return { pk: `${PREFIX}nonce#${connectorId}`, sk: nonce };
}

/** What a worker does at a company's website that moves no money. */
export function passingWorkKey(id: string): ItemKey {
  return { pk: `${PREFIX}work#${id}`, sk: 'operation' };
}

/** What a worker is asked for, its secrets encrypted. */
export function workRequestKey(id: string): ItemKey {
  return { pk: `${PREFIX}work#${id}`, sk: 'request' };
}

/** A session that a worker keeps open. */
export function workSessionKey(id: string): ItemKey {
  return { pk: `${PREFIX}work-session#${id}`, sk: 'session' };
}

/** Whether an item lies in the table without recovery. */
export function isPassing({ pk }: Pick<ItemKey, 'pk'>): boolean {
  return pk.startsWith(PREFIX);
}

/** @param at milliseconds since the epoch. */
export function passingUntil(at: number): Passing {
  return { expiresAt: Math.ceil(at / 1000) };
}

/** The table drops what has expired hours later: until then nobody may use it. */
export function hasPassed({ expiresAt }: Passing, now: number): boolean {
  return now >= expiresAt * 1000;
}

export function isPassingRef(answers: Sealed | PassingRef): answers is PassingRef {
  return 'passing' in answers;
}

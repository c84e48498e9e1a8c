/**
 * What a session leaves for the next one (decision: connections-and-live-sessions): a connection, which belongs to the
 * auth and its credentials, and a live session, which belongs to one link. The values lie in the table
 * without recovery; records say where, and until when.
 */

import { DAY_MILLISECONDS, instantText } from '../base/dates.ts';
import type { Connection } from '../company/connector.ts';
import type { ConnectionRef, LiveRef } from '../company/session-refs.ts';
import type { AuthRecord } from './auth.ts';

/** A partner is told this long before a connection ends. */
const TOLD_MILLISECONDS = 7 * DAY_MILLISECONDS;

export function connectionName(authId: string): string {
  return `${authId}#connection`;
}

export function liveName(linkId: string): string {
  return `${linkId}#live`;
}

/** Whether the connection of an auth may be given back. */
export function countsStill(
  connection: ConnectionRef | undefined,
  connector: string,
  partnerNow: number,
): connection is ConnectionRef {
  return connection?.connector === connector && partnerNow < Date.parse(connection.expiresAt);
}

/**
 * Whether a link's session may be used: not by another connector, nor once it may be closed, nor once
 * another link was asked for, which may have come with other credentials.
 */
export function isLive(
  live: LiveRef | undefined,
  { recentLinkIds = [] }: Pick<AuthRecord, 'recentLinkIds'>,
  connector: string,
  machineNow: number,
): live is LiveRef {
  return (
    live?.connector === connector &&
    live.linkId === recentLinkIds.at(-1) &&
    machineNow < Date.parse(live.until)
  );
}

/** The auth once its partner is to be told that its connection ends; the same where it isn't. */
export function tellEnd(auth: AuthRecord, partnerNow: number): AuthRecord {
  const { connection } = auth;
  if (!connection || connection.told) return auth;
  const left = Date.parse(connection.expiresAt) - partnerNow;
  return left > TOLD_MILLISECONDS ? auth : { ...auth, connection: { ...connection, told: true } };
}

/** The auth with another connection, or with none. */
export function withConnection(
  auth: AuthRecord,
  connector: string,
  given: Pick<Connection, 'expiresAt' | 'farewell'> | undefined,
): AuthRecord {
  if (!given) return { ...auth, connection: undefined };
  const { expiresAt, farewell } = given;
  const connection = {
    ...{ connector, expiresAt: instantText(expiresAt) },
    ...(farewell && { farewell: { auth: farewell.auth, operation: farewell.operation } }),
  };
  return { ...auth, connection };
}

/** The auth whose link has left a session open. */
export function withLive(
  auth: AuthRecord,
  connector: string,
  seconds: number,
  machineNow: number,
): AuthRecord {
  const { link } = auth;
  if (!link) return auth;
  const live = { linkId: link.linkId, connector, until: instantText(machineNow + seconds * 1000) };
  return { ...auth, link: { ...link, live } };
}

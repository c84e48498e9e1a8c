/**
 * Connectors that have yet to forget a connection, since its account was unlinked or its user erased
 * (decision: connections-are-forgotten). All times are the machine's.
 */

import { DAY_MILLISECONDS, instantText } from '../base/dates.ts';
import { without } from '../base/members.ts';
import type { ConnectionRef } from './session-refs.ts';

/** Nothing of it says whose account it was: `auth` is what the connector alone calls it. */
export type ForgettingRecord = {
  readonly connectorId: string;
  readonly auth: string;
  readonly operation: string;
  readonly version: number;
  /** When the account was unlinked. */
  readonly since: string;
  /** How often the connector was asked in vain. */
  readonly attempts: number;
  /** When it is asked next; nothing once it was given up. */
  readonly nextAt?: string;
  readonly givenUpAt?: string;
};

const HOUR_MILLISECONDS = 60 * 60 * 1000;
/** A connector that is away for longer is a person's to talk to. */
const GIVE_UP_MILLISECONDS = 7 * DAY_MILLISECONDS;
/** The request is kept for longer than it is of use, however late it is sent. */
export const FAREWELL_MILLISECONDS = 2 * GIVE_UP_MILLISECONDS;

/** Nothing where its connector has nothing to forget. */
export function newForgetting(
  connection: Pick<ConnectionRef, 'connector' | 'farewell'> | undefined,
  machineNow: number,
): ForgettingRecord | undefined {
  if (!connection?.farewell) return undefined;
  const { connector: connectorId, farewell } = connection;
  const since = instantText(machineNow);
  return { connectorId, ...farewell, version: 1, since, attempts: 0, nextAt: since };
}

export function isForgettingDue({ nextAt }: ForgettingRecord, machineNow: number): boolean {
  return nextAt !== undefined && Date.parse(nextAt) <= machineNow;
}

/** After its connector was asked in vain: asked again after an hour, twice as long each time up to a day. */
export function forgetLater(record: ForgettingRecord, machineNow: number): ForgettingRecord {
  const next = {
    ...without(record, ['nextAt']),
    version: record.version + 1,
    attempts: record.attempts + 1,
  };
  if (machineNow - Date.parse(record.since) >= GIVE_UP_MILLISECONDS)
    return { ...next, givenUpAt: instantText(machineNow) };
  const wait = Math.min(HOUR_MILLISECONDS * 2 ** record.attempts, DAY_MILLISECONDS);
  return { ...next, nextAt: instantText(machineNow + wait) };
}

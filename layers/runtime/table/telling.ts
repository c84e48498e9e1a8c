/**
 * Events out of changes: a write says what it tells, and the table puts the events of all writes of a
 * transaction into the same transaction. So there is no change without its events, and no event
 * without its change.
 */
import type { Moment } from '@billhook/core/base/dates';
import type { RandomBytes } from '@billhook/core/base/ids';
import { newEvent } from '@billhook/core/events/event';
import { momentOfAll } from './partner-time.ts';
import type { Table, Tells, Write } from './types.ts';

/**
 * The writes with their events, and each record with the number of the last event about it. Only a
 * record that follows a test clock costs a read.
 */
export async function withEvents(
  table: Table,
  writes: readonly Write[],
  { machineNow, random }: { readonly machineNow: number; readonly random: RandomBytes },
): Promise<readonly Write[]> {
  const all = writes.flatMap(withAlong);
  const owners = all.flatMap((write) => tellsOf(write)?.owner ?? []);
  if (owners.length === 0) return all;
  const moment = await momentOfAll(table, owners, machineNow);
  return all.flatMap((write) => [...expand(write, moment, random)]);
}

function withAlong(write: Write): readonly Write[] {
  if (!('along' in write)) return [write];
  const { along = [], ...rest } = write;
  return [rest, ...along];
}

function* expand(write: Write, moment: Moment, random: RandomBytes): Generator<Write> {
  const tells = tellsOf(write);
  if (!tells) {
    yield write;
    return;
  }
  const { partnerId, clientId, identifier } = tells.owner;
  let { sequence } = tells;
  for (const draft of tells.drafts(moment)) {
    sequence += 1;
    const given = { partnerId, clientId, identifier, sequence, now: moment.machineNow };
    yield { put: newEvent(draft, given, random), when: { absent: true } };
  }
  if ('put' in write) {
    const { tells: _told, ...rest } = write;
    yield { ...rest, put: { ...write.put, ...(sequence > 0 && { sequence }) } };
  } else {
    const { delete: key, when } = write as Extract<Write, { readonly delete: unknown }>;
    yield { delete: key, when };
  }
}

function tellsOf(write: Write): Tells | undefined {
  return 'tells' in write ? write.tells : undefined;
}

/**
 * Records that belong to a client: found by id, saved under the version that was read.
 *
 * A record of another partner or client is not found, as one that never existed.
 */
import type { Moment } from '@billhook/core/base/dates';
import type { OwnedKind } from '@billhook/core/base/ids';
import type { OwnedRecord } from '@billhook/core/base/owned-record';
import { type Owner, owns } from '@billhook/core/base/owner';
import { type Due, ownedKey } from '@billhook/core/base/table-keys';
import type { EventDraft } from '@billhook/core/events/event';
import type { Key, Table, Telling } from '../table/types.ts';

export type RecordStore<R extends OwnedRecord> = {
  /** The record, if it is there and the owner's. */
  find(id: string, owner: Owner): Promise<R | undefined>;
  /** The record whatever its owner, for work that a request started earlier. */
  findAny(id: string): Promise<R | undefined>;
  /**
   * Replaces `before`, the record as it was read, by its next version, and tells partners what has
   * changed; inserts a record that has none before it. `by` is who asked for the change; nobody where
   * the service made it by itself.
   */
  save(record: R, before: R | undefined, by?: Owner): Telling;
  /** Removes the record as it was read. */
  erase(record: R): Telling;
};

type Rules<R> = {
  /** What a change tells partners. `after` is missing of a record that is erased. */
  readonly eventsOf: (
    before: R | undefined,
    after: R | undefined,
    moment: Moment,
    by?: Owner,
  ) => EventDraft[];
  /** When a record is due, where that follows from the record. */
  readonly dueOf?: (record: R) => Due | undefined;
  /** How it is stored, where that is another form than the record's own. */
  readonly form?: StoredForm<R>;
};

export type StoredForm<R> = {
  readonly parse: (stored: object) => R;
  readonly print: (record: R) => object;
};

/** The record as it is. */
const asItIs = { parse: (stored: object) => stored, print: (record: object) => record };

export function recordStore<R extends OwnedRecord>(
  table: Table,
  kind: OwnedKind,
  { eventsOf, dueOf, form = asItIs as unknown as StoredForm<R> }: Rules<R>,
): RecordStore<R> {
  const findAny = async (id: string) => {
    const key = ownedKey(kind, id);
    const stored = key && (await table.get<object>(key));
    return stored && form.parse(stored);
  };
  const tells = (before: R | undefined, after: R | undefined, by?: Owner) => {
    const record = (after ?? before) as R;
    const { partnerId, clientId, partnerUserId: identifier, clocked } = record;
    return {
      owner: { partnerId, clientId, identifier, ...(clocked && { clocked }) },
      sequence: (before ?? record).sequence ?? 0,
      drafts: (moment: Moment) => eventsOf(before, after, moment, by),
    };
  };
  return {
    findAny,
    async find(id, owner) {
      const record = await findAny(id);
      return record && owns(owner, record) && !record.deletedAt ? record : undefined;
    },
    save(record, before, by) {
      const standing = before?.version ?? 0;
      // What is told is the difference: another version than the one replaced would tell a lie.
      if (record.version !== standing && record.version !== standing + 1) {
        throw new Error(`A ${kind} would overwrite a version other than the one that was read`);
      }
      const when = before ? { equals: { version: standing } } : { absent: true as const };
      const due = dueOf && { ...notDue, ...dueOf(record) };
      const version = standing + 1;
      const put = { ...form.print(record), version, ...due, ...keyOf(kind, record) };
      return { put, when, tells: tells(before, record, by) };
    },
    erase(record) {
      const when = { equals: { version: record.version } };
      return { delete: keyOf(kind, record), when, tells: tells(record, undefined) };
    },
  };
}

/** A record that was read carries what put it into the due index then. */
export const notDue = { dueShard: undefined, dueAt: undefined, dueKind: undefined };

function keyOf(kind: OwnedKind, record: OwnedRecord): Key {
  const key = ownedKey(kind, record._id);
  if (!key) throw new Error(`An id of kind ${kind} is malformed`);
  return key;
}

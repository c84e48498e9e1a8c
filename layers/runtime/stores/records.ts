/**
 * Records that belong to a client: found by id, saved under the version that was read.
 *
 * A record of another partner or client is not found, as one that never existed.
 */
import type { OwnedKind } from '@billhook/core/ids';
import { type Due, ownedKey } from '@billhook/core/keys';
import { type Owner, owns } from '@billhook/core/owner';
import type { Key, Table, Write } from '../table.ts';

export type OwnedRecord = {
  readonly _id: string;
  readonly version: number;
  readonly clientId: string;
  readonly partnerId: string;
  readonly deletedAt?: string;
};

export type RecordStore<R extends OwnedRecord> = {
  /** The record, if it is there and the owner's. */
  find(id: string, owner: Owner): Promise<R | undefined>;
  /** The record whoever it belongs to, for work that a request began earlier. */
  findAny(id: string): Promise<R | undefined>;
  /** Inserts a record of version 1; replaces the version before it otherwise. */
  save(record: R): Write;
  erase(record: R): Write;
};

/** `dueOf` says when a record is due, where that follows from the record. */
export function recordStore<R extends OwnedRecord>(
  table: Table,
  kind: OwnedKind,
  dueOf?: (record: R) => Due | undefined,
): RecordStore<R> {
  const findAny = async (id: string) => {
    const key = ownedKey(kind, id);
    return key && (await table.get<R>(key));
  };
  return {
    findAny,
    async find(id, owner) {
      const record = await findAny(id);
      return record && owns(owner, record) && !record.deletedAt ? record : undefined;
    },
    save(record) {
      const when = record.version === 1 ? { absent: true as const } : standingVersion(record, -1);
      const due = dueOf && { ...notDue, ...dueOf(record) };
      return { put: { ...record, ...due, ...keyOf(kind, record) }, when };
    },
    erase(record) {
      return { delete: keyOf(kind, record), when: standingVersion(record, 0) };
    },
  };
}

/** A record that was read carries what put it into the due index then. */
export const notDue = { dueShard: undefined, dueAt: undefined, dueKind: undefined };

function standingVersion(record: OwnedRecord, offset: number) {
  return { equals: { version: record.version + offset } };
}

function keyOf(kind: OwnedKind, record: OwnedRecord): Key {
  const key = ownedKey(kind, record._id);
  if (!key) throw new Error(`An id of kind ${kind} is malformed`);
  return key;
}

/** Auths, and the copies of them that stand in their bills. */
import { type AuthRecord, presentAuth } from '@billhook/core/auth';
import { authEvents } from '@billhook/core/events/auth-events';
import { clockedDue, type Due, ownedKey } from '@billhook/core/keys';
import { listPage, type PageRequest } from '../paging.ts';
import type { Table, Write } from '../table.ts';
import { type RecordStore, recordStore } from './records.ts';

export type AuthStore = RecordStore<AuthRecord> & {
  list(
    clientId: string,
    page: PageRequest,
    isListed?: (record: AuthRecord) => boolean,
  ): ReturnType<typeof listPage<AuthRecord & { sk: string }>>;
  /** The auth and, where it has bills, their copies of it: one transaction. */
  saveWithCopies(auth: AuthRecord, before: AuthRecord, except?: ReadonlySet<string>): Write[];
};

export function authStore(table: Table): AuthStore {
  const records = recordStore<AuthRecord>(table, 'auth', { eventsOf: authEvents, dueOf });
  return {
    ...records,
    list: (clientId, page, isListed) => {
      const collection = { partition: clientId, prefix: 'auth_', kind: 'auth' as const };
      return listPage<AuthRecord & { sk: string }>(table, collection, page, isListed);
    },
    saveWithCopies: (auth, before, except) => [
      records.save(auth, before),
      ...auth.billIds.filter((id) => !except?.has(id)).map((id) => copyInto(auth, id)),
    ],
  };
}

/** A link under way comes first; once it has ended, the next reading of the bills is due. */
function dueOf(auth: AuthRecord): Due | undefined {
  const { link, refreshAt, deletedAt, dueShard, dueAt, dueKind } = auth;
  if (link && dueShard && dueAt && dueKind) return { dueShard, dueAt, dueKind };
  return deletedAt || refreshAt === undefined ? undefined : clockedDue('refresh', auth, refreshAt);
}

/** Raises the bill's version, so that a writer that read the old copy does not put it back. */
function copyInto(auth: AuthRecord, billId: string): Write {
  const key = ownedKey('bill', billId);
  if (!key) throw new Error('An auth names a malformed bill id');
  return {
    update: key,
    set: { auth: presentAuth(auth) },
    add: { version: 1 },
    when: { exists: true },
  };
}

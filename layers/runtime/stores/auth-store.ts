/** Auths, and the copies of them that stand in their bills. */
import { isDeepStrictEqual } from 'node:util';
import { type AuthRecord, presentAuth, presentLinkedAuth } from '@billhook/core/auth/auth';
import { lastNumber } from '@billhook/core/auth/deletion';
import { authOf, type StoredAuth, storedAuth } from '@billhook/core/auth/stored-auth';
import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import { type Failure, isFailure } from '@billhook/core/base/errors';
import { clockedDue, type Due, numbersKey, ownedKey } from '@billhook/core/base/table-keys';
import type { BillRecord } from '@billhook/core/bill/bill';
import { authEvents } from '@billhook/core/events/auth-events';
import { EVENT_DAYS_KEPT } from '@billhook/core/events/event';
import { listPage, type Page, type PageRequest } from '../table/paging.ts';
import type { Table, Write } from '../table/types.ts';
import { beginForgetting } from './forgetting-store.ts';
import { dropPassing } from './passing-store.ts';
import { type RecordStore, recordStore } from './records.ts';
import { dropUnclear } from './unclear-store.ts';

export type AuthStore = Omit<RecordStore<AuthRecord>, 'erase'> & {
  /** Removes the auth as it was read. `bills` are those that go with it. */
  erase(auth: AuthRecord, bills: readonly BillRecord[], machineNow: number): Write[];
  /** How far events were numbered of an auth that was there before. */
  numbersOf(auth: Pick<AuthRecord, '_id' | 'clientId'>): Promise<Numbers>;
  list(
    clientId: string,
    page: PageRequest,
    isListed?: (auth: StoredAuth) => boolean,
  ): Promise<Page<AuthRecord> | Failure<'invalid_cursor'>>;
  /** The auth and, where it looks different or its link has ended, its copies in its bills. */
  saveWithCopies(auth: AuthRecord, before: AuthRecord, except?: ReadonlySet<string>): Write[];
};

export function authStore(table: Table): AuthStore {
  const form = { parse: (stored: object) => authOf(stored as StoredAuth), print: storedAuth };
  const records = recordStore<AuthRecord>(table, 'auth', { eventsOf: authEvents, dueOf, form });
  const save: typeof records.save = (auth, before, by) => ({
    ...records.save(auth, before, by),
    along: dropPassing(before, auth),
  });
  return {
    ...records,
    save,
    erase: (auth, bills, machineNow) => [
      {
        ...records.erase(auth),
        along: [...dropPassing(auth), ...beginForgetting(auth, machineNow), dropUnclear(auth._id)],
      },
      keepNumbers(auth, bills, machineNow),
    ],
    async numbersOf({ _id, clientId }) {
      const kept = await table.get<{ lastNumber: number }>(numbersKey(clientId, _id));
      return kept ? { sequence: kept.lastNumber, numberedFrom: kept.lastNumber } : {};
    },
    async list(clientId, request, isListed) {
      const collection = { partition: clientId, prefix: 'auth_', kind: 'auth' as const };
      type Stored = StoredAuth & { sk: string };
      const page = await listPage<Stored>(table, collection, request, isListed);
      return isFailure(page) ? page : { ...page, items: page.items.map(authOf) };
    },
    saveWithCopies(auth, before, except) {
      const [was, is] = [before, auth].map((one) => [one.lastLinkId, presentLinkedAuth(one)]);
      const billIds = isDeepStrictEqual(was, is) ? [] : auth.billIds;
      const others = billIds.filter((id) => !except?.has(id));
      return [save(auth, before), ...others.map((id) => copyInto(auth, id))];
    },
  };
}

type Numbers = Pick<AuthRecord, 'sequence' | 'numberedFrom'>;

/** As long as the log knows of them: the same login, linked again, is the same auth. */
function keepNumbers(auth: AuthRecord, bills: readonly BillRecord[], machineNow: number): Write {
  const expiresAt = Math.floor((machineNow + EVENT_DAYS_KEPT * DAY_MILLISECONDS) / 1000);
  // The event of its deletion has the next.
  const kept = { lastNumber: lastNumber(auth, bills) + 1, expiresAt };
  return { put: { ...numbersKey(auth.clientId, auth._id), ...kept } };
}

/** A link under way comes first; once it has ended, the next reading of the bills is due. */
function dueOf(auth: AuthRecord): Due | undefined {
  const { link, refresh, deletedAt, dueShard, dueAt, dueKind } = auth;
  if (link && dueShard && dueAt && dueKind) return { dueShard, dueAt, dueKind };
  return deletedAt || !refresh ? undefined : clockedDue('refresh', auth, refresh.at);
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

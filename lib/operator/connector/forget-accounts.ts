/** What a connector has yet to forget of accounts, and having it forget all that are linked through it. */
import type { AuthRecord } from '@billhook/core/auth/auth';
import type { ForgettingRecord } from '@billhook/core/company/forgetting';
import { beginForgetting, forgettingStore } from '@billhook/runtime/stores/forgetting-store';
import { writeSurely } from '@billhook/runtime/table/intended-writes';
import type { Table } from '@billhook/runtime/table/types';
import type { Scan } from '../migrate/migrate.ts';

export type Forgetting = {
  readonly waiting: number;
  /** It never was told: its connector has to be asked by hand, by what it calls the accounts. */
  readonly givenUp: readonly Pick<ForgettingRecord, 'auth' | 'since'>[];
};

export async function forgettingOf(table: Table, connectorId: string): Promise<Forgetting> {
  let waiting = 0;
  const givenUp: Forgetting['givenUp'][number][] = [];
  for await (const record of forgettingStore(table).list()) {
    if (record.connectorId !== connectorId) continue;
    const { auth, since, givenUpAt } = record;
    if (givenUpAt === undefined) waiting += 1;
    else givenUp.push({ auth, since });
  }
  return { waiting, givenUp };
}

/** A look at the whole table. Safe to repeat. @returns how many connections it is told to forget. */
export async function forgetAccounts(
  table: Table,
  scan: Scan,
  connectorId: string,
  now: number,
): Promise<number> {
  let count = 0;
  let after: Parameters<Scan>[0];
  do {
    const { items, next } = await scan(after);
    for (const item of items) {
      if (!item.sk.startsWith('auth_')) continue;
      const { connection } = item as unknown as AuthRecord;
      if (connection?.connector !== connectorId) continue;
      const writes = beginForgetting({ connection }, now);
      if (writes.length > 0) await writeSurely(table, writes);
      count += writes.length;
    }
    after = next;
  } while (after);
  return count;
}

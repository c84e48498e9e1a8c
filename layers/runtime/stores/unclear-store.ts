/** Accounts that an operator has to tell apart: an item for each auth that has some. */

import { UNCLEAR_PARTITION, unclearKey } from '@billhook/core/base/table-keys';
import type { UnclearAccounts } from '@billhook/core/bill/unclear-account';
import { secondsAfter } from '../table/expiry.ts';
import type { Rows, Table, Write } from '../table/types.ts';

/** Each reading notes it again: one that is older is of an auth that nobody reads any more. */
const DAYS_KEPT = 14;

export type UnclearStore = {
  find(authId: string): Promise<UnclearAccounts | undefined>;
  list(): AsyncGenerator<UnclearAccounts>;
  /** @param over what it replaces; without it, whatever stands there. */
  save(noted: UnclearAccounts, machineNow: number, over?: UnclearAccounts): Write;
};

export function unclearStore(table: Table): UnclearStore {
  return {
    find: (authId) => table.get<UnclearAccounts>(unclearKey(authId)),
    async *list() {
      let after: Record<string, string> | undefined;
      do {
        const page: Rows<UnclearAccounts> = await table.query<UnclearAccounts>({
          partition: UNCLEAR_PARTITION,
          after,
        });
        yield* page.items.filter(({ accounts }) => accounts.length > 0);
        after = page.next;
      } while (after);
    },
    // Emptied rather than removed: a function that reads companies may not delete.
    save: (noted, machineNow, over) => ({
      put: {
        ...noted,
        ...unclearKey(noted.authId),
        expiresAt: secondsAfter(machineNow, noted.accounts.length > 0 ? DAYS_KEPT : 0),
      },
      ...(over && { when: { equals: { seenAt: over.seenAt } } }),
    }),
  };
}

/** What goes with an auth that is removed. */
export function dropUnclear(authId: string): Write {
  return { delete: unclearKey(authId) };
}

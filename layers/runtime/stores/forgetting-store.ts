/** What connectors have yet to forget of unlinked accounts, and what they never did. */

import { farewellKey, type PassingFarewell } from '@billhook/core/auth/passing';
import { FORGETTING_PARTITION, forgettingKey } from '@billhook/core/base/table-keys';
import type { Farewell } from '@billhook/core/company/connector';
import { type ForgettingRecord, newForgetting } from '@billhook/core/company/forgetting';
import { secondsAfter } from '../table/expiry.ts';
import type { Rows, Table, Write } from '../table/types.ts';

/** So long an operator sees what was given up. */
const GIVEN_UP_DAYS_KEPT = 90;

export type ForgettingStore = {
  list(): AsyncGenerator<ForgettingRecord>;
  /** The request to send; nothing once it has passed. */
  farewellOf(record: ForgettingRecord): Promise<Farewell | undefined>;
  /** Under the version that was read; what was given up leaves its request behind. */
  save(record: ForgettingRecord, machineNow: number): Write[];
  end(record: ForgettingRecord): Write[];
};

export function forgettingStore(table: Table): ForgettingStore {
  return {
    async *list() {
      let after: Record<string, string> | undefined;
      do {
        const page: Rows<ForgettingRecord> = await table.query<ForgettingRecord>({
          partition: FORGETTING_PARTITION,
          after,
        });
        yield* page.items;
        after = page.next;
      } while (after);
    },
    farewellOf: async ({ operation }) =>
      (await table.get<PassingFarewell>(farewellKey(operation)))?.farewell,
    save: (record, machineNow) => {
      const expiresAt = secondsAfter(machineNow, GIVEN_UP_DAYS_KEPT);
      const { givenUpAt, operation, version } = record;
      const put = { ...record, ...forgettingKey(operation), ...(givenUpAt && { expiresAt }) };
      const standing: Write = { put, when: { equals: { version: version - 1 } } };
      return givenUpAt ? [standing, { delete: farewellKey(operation) }] : [standing];
    },
    end: ({ operation }) => [
      { delete: forgettingKey(operation) },
      { delete: farewellKey(operation) },
    ],
  };
}

/** What goes with an auth that is removed: its connector is told. */
export function beginForgetting(
  { connection }: { readonly connection?: Parameters<typeof newForgetting>[0] },
  machineNow: number,
): Write[] {
  const record = newForgetting(connection, machineNow);
  return record ? [{ put: { ...record, ...forgettingKey(record.operation) } }] : [];
}

/** What users had set of accounts that were unlinked, one record for a client's accounts at a company. */

import { earlierKey } from '@billhook/core/base/table-keys';
import type { EarlierRecord } from '@billhook/core/bill/earlier-settings';
import type { Table, Write } from '../table/types.ts';

export type EarlierStore = {
  find(clientId: string, companyId: string): Promise<EarlierRecord | undefined>;
  /** Replaces the record as it was read. */
  save(of: { readonly clientId: string; readonly companyId: string }, record: EarlierRecord): Write;
};

export function earlierStore(table: Table): EarlierStore {
  return {
    find: (clientId, companyId) => table.get<EarlierRecord>(earlierKey(clientId, companyId)),
    save({ clientId, companyId }, record) {
      const before = record.version - 1;
      const put = { ...earlierKey(clientId, companyId), ...record };
      // The table may have dropped it since.
      const when = { equals: { version: before }, orAbsent: true } as const;
      return { put, when: before > 0 ? when : { absent: true } };
    },
  };
}

/** What accounts are called by a connector that took a company over, and which accounts they are. */
import { accountNameKey } from '@billhook/core/base/table-keys';
import type { Table, Write } from '../table/types.ts';

export type AccountNameStore = {
  /** The fingerprint that the account has had from the beginning; nothing where it has no other. */
  find(companyId: string, named: string): Promise<string | undefined>;
  /** Once and for all: fails where the name is taken. */
  keep(companyId: string, named: string, accountFingerprint: string): Write;
};

export function accountNameStore(table: Table): AccountNameStore {
  return {
    find: async (companyId, named) => {
      const key = accountNameKey(companyId, named);
      return (await table.get<{ readonly accountFingerprint: string }>(key))?.accountFingerprint;
    },
    keep: (companyId, named, accountFingerprint) => ({
      put: { ...accountNameKey(companyId, named), accountFingerprint },
      when: { absent: true },
    }),
  };
}

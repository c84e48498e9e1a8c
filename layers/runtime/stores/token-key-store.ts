/** Which keys sign and verify tokens: one item, which each process that needs it reads now and then. */

import { tokenKeysKey } from '@billhook/core/table-keys';
import type { TokenKeysRecord } from '@billhook/core/token-keys/rotation';
import type { Table, Write } from '../table/types.ts';

export type TokenKeyStore = {
  /** Strongly consistent. Nothing where release 0.1.0 was the last to look after the key. */
  find(): Promise<TokenKeysRecord | undefined>;
  /** Refused unless the version before stands there. */
  save(record: TokenKeysRecord): Write;
};

export function tokenKeyStore(table: Table): TokenKeyStore {
  return {
    async find() {
      const found = await table.get<TokenKeysRecord & { pk: string; sk: string }>(tokenKeysKey);
      if (!found) return undefined;
      const { pk: _pk, sk: _sk, ...record } = found;
      return record;
    },
    save: (record) => ({
      put: { ...tokenKeysKey, ...record },
      when: record.version === 1 ? { absent: true } : { equals: { version: record.version - 1 } },
    }),
  };
}

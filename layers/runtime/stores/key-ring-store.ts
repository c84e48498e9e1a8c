/** Which keys of a ring count: one item, which each process that needs it reads now and then. */
import type { KeyRing } from '@billhook/core/key-rings/rings';
import type { KeyRingRecord } from '@billhook/core/key-rings/rotation';
import type { Table, Write } from '../table/types.ts';

export type KeyRingStore = {
  /** Strongly consistent. Nothing as long as nobody has looked after the ring. */
  find(): Promise<KeyRingRecord | undefined>;
  /** Refused unless the version before stands there. */
  save(record: KeyRingRecord): Write;
};

export function keyRingStore(table: Table, { item }: KeyRing): KeyRingStore {
  return {
    async find() {
      const found = await table.get<KeyRingRecord & { pk: string; sk: string }>(item);
      if (!found) return undefined;
      const { pk: _pk, sk: _sk, ...record } = found;
      return record;
    },
    save: (record) => ({
      put: { ...item, ...record },
      when: record.version === 1 ? { absent: true } : { equals: { version: record.version - 1 } },
    }),
  };
}

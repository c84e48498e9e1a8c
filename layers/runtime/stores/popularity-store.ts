/** How often companies were linked: a small record for each partner, and one for all. */

import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import { popularKey, sharedPopularKey } from '@billhook/core/base/table-keys';
import type { LinkCounts, SharedCounts } from '@billhook/core/company/popularity';
import type { Key, Table, Write } from '../table/types.ts';

/** After the last link. */
const DAYS_KEPT = 400;

type Versioned<Counts> = Counts & { readonly version: number };

export type PopularityStore = {
  find(partnerId: string): Promise<Versioned<LinkCounts> | undefined>;
  findShared(): Promise<Versioned<SharedCounts> | undefined>;
  /** Fails where another link was counted since `before` was read. */
  save(partnerId: string, saved: Saved<LinkCounts>): Write;
  saveShared(saved: Saved<SharedCounts>): Write;
};

type Saved<Counts> = {
  readonly next: Counts;
  readonly before: { readonly version: number } | undefined;
  readonly now: number;
};

export function popularityStore(table: Table): PopularityStore {
  return {
    find: (partnerId) => table.get(popularKey(partnerId)),
    findShared: () => table.get(sharedPopularKey),
    save: (partnerId, saved) => write(popularKey(partnerId), saved),
    saveShared: (saved) => write(sharedPopularKey, saved),
  };
}

function write(key: Key, { next, before, now }: Saved<LinkCounts>): Write {
  const { version = 0 } = before ?? {};
  const expiresAt = Math.ceil((now + DAYS_KEPT * DAY_MILLISECONDS) / 1000);
  return {
    put: { ...key, ...next, version: version + 1, expiresAt },
    when: before ? { equals: { version } } : { absent: true },
  };
}

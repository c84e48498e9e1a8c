/**
 * The origins that partners registered, kept in memory for a minute: each page is answered by them,
 * and they hardly ever change.
 */
import { logFailure } from '../aws/logger.ts';
import { moduleSettingsStore } from '../stores/module-settings-store.ts';
import type { Table } from '../table/types.ts';

const KEPT_MILLISECONDS = 60_000;
/** Who has just registered a first origin is not to wait for a minute. */
const NONE_KEPT_MILLISECONDS = 5_000;
const MOST_KEPT = 1_000;

type Kept = { readonly origins: readonly string[]; readonly until: number };

/** A partner's registered origins; none of one that is unknown. `now` is in milliseconds. */
export type OriginsOf = (partnerId: string, now: number) => Promise<readonly string[]>;

export function registeredOrigins(table: Table): OriginsOf {
  return keptOrigins(readOrigins(table));
}

/** The same for who must not take an error for "none is registered". @throws what reading throws. */
export function knownOrigins(table: Table): OriginsOf {
  return remembered(readOrigins(table)).originsOf;
}

type Read = (partnerId: string) => Promise<readonly string[]>;

function readOrigins(table: Table): Read {
  const store = moduleSettingsStore(table);
  return async (partnerId) => (await store.find(partnerId))?.origins ?? [];
}

/**
 * @param read the origins as they are registered. When it fails, those of before are answered, or
 * none: nobody may frame a page on the strength of an error.
 */
export function keptOrigins(read: Read): OriginsOf {
  const { originsOf, kept } = remembered(read);
  return async (partnerId, now) => {
    try {
      return await originsOf(partnerId, now);
    } catch (error) {
      logFailure('Origins of a partner could not be read', error, { partnerId });
      return kept.get(partnerId)?.origins ?? [];
    }
  };
}

function remembered(read: Read): { originsOf: OriginsOf; kept: ReadonlyMap<string, Kept> } {
  const kept = new Map<string, Kept>();
  const originsOf: OriginsOf = async (partnerId, now) => {
    const known = kept.get(partnerId);
    if (known && now < known.until) return known.origins;
    const origins = await read(partnerId);
    const lifetime = origins.length > 0 ? KEPT_MILLISECONDS : NONE_KEPT_MILLISECONDS;
    kept.delete(partnerId);
    kept.set(partnerId, { origins, until: now + lifetime });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return origins;
  };
  return { originsOf, kept };
}

/**
 * The origins that partners registered, and how their pages look, kept in memory for a minute: each
 * page is answered by them, and they hardly ever change.
 */
import { lookOf } from '@billhook/core/module/settings';
import type { ModuleLook } from '@billhook/core/schemas/module';
import { logFailure } from '../aws/logger.ts';
import { moduleSettingsStore } from '../stores/module-settings-store.ts';
import { partnerStore } from '../stores/partner-store.ts';
import type { Table } from '../table/types.ts';

const KEPT_MILLISECONDS = 60_000;
/** Who has just registered a first origin is not to wait for a minute. */
const NONE_KEPT_MILLISECONDS = 5_000;
const MOST_KEPT = 1_000;

type HasOrigins = { readonly origins: readonly string[] };
type Kept<T> = { readonly value: T; readonly until: number };
type Read<T> = (partnerId: string) => Promise<T>;
/** `now` is in milliseconds. */
type Kind<T> = (partnerId: string, now: number) => Promise<T>;

/** A partner's registered origins; none of one that is unknown. */
export type OriginsOf = Kind<readonly string[]>;

/** What a partner's pages are made with. */
export type PageSettings = HasOrigins & {
  /** Of a partner that is active. */
  readonly look?: ModuleLook;
};

/**
 * For pages. When reading fails, what was known before is answered, or no origin: nobody may frame a
 * page on the strength of an error.
 */
export function pageSettings(table: Table): Kind<PageSettings> {
  const partners = partnerStore(table);
  const settings = moduleSettingsStore(table);
  return keptSettings(async (partnerId) => {
    const [partner, own] = await Promise.all([partners.find(partnerId), settings.find(partnerId)]);
    return {
      origins: own?.origins ?? [],
      ...(partner?.status === 'active' && { look: lookOf(partner, own) }),
    };
  });
}

/** For who must not take an error for "none is registered". @throws what reading throws. */
export function knownOrigins(table: Table): OriginsOf {
  const settings = moduleSettingsStore(table);
  const { find } = remembered(async (partnerId) => ({
    origins: (await settings.find(partnerId))?.origins ?? [],
  }));
  return async (partnerId, now) => (await find(partnerId, now)).origins;
}

/** @param read the settings as they are. */
export function keptSettings(read: Read<PageSettings>): Kind<PageSettings> {
  const { find, kept } = remembered(read);
  return async (partnerId, now) => {
    try {
      return await find(partnerId, now);
    } catch (error) {
      logFailure('Origins of a partner could not be read', error, { partnerId });
      return kept.get(partnerId)?.value ?? { origins: [] };
    }
  };
}

function remembered<T extends HasOrigins>(
  read: Read<T>,
): { find: Kind<T>; kept: ReadonlyMap<string, Kept<T>> } {
  const kept = new Map<string, Kept<T>>();
  const find: Kind<T> = async (partnerId, now) => {
    const known = kept.get(partnerId);
    if (known && now < known.until) return known.value;
    const value = await read(partnerId);
    const lifetime = value.origins.length > 0 ? KEPT_MILLISECONDS : NONE_KEPT_MILLISECONDS;
    kept.delete(partnerId);
    kept.set(partnerId, { value, until: now + lifetime });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return value;
  };
  return { find, kept };
}

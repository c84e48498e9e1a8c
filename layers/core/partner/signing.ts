/**
 * A partner's signing keys (decision: signing-keys-from-jwks): set by hand, or fetched from a JWKS
 * endpoint of the partner's.
 *
 * Whoever requires signatures holds a valid key at that moment, so that nobody locks himself out.
 */
import { DAY_MILLISECONDS, instantText } from '../base/dates.ts';
import { type Failure, fail, isFailure } from '../base/errors.ts';
import type { Sealed } from '../base/sealed.ts';
import { shardOf } from '../base/table-keys.ts';

export type SigningKey = {
  readonly kid?: string;
  /** RSA 2048, SPKI in DER, in Base64. */
  readonly publicKey: string;
  /** SHA-256 of the DER, in hexadecimal. */
  readonly fingerprint: string;
  readonly addedAt: string;
  /** An instant, for a key that another has replaced. */
  readonly expiresAt?: string;
};

export type JwksSource = {
  readonly url: string;
  /** The extra headers, as JSON; opened for a fetch only. */
  readonly headers?: Sealed;
  /** When the endpoint last had these keys; they count for `MAX_AGE_DAYS` from then on. */
  readonly keysAsOf?: string;
  readonly nextRefreshAt: string;
  readonly last: RefreshRecord;
};

export type SigningSettings = {
  readonly required: boolean;
  /** Every signature covers the body; only where they are required. */
  readonly requireDigest?: boolean;
  /** A signature counts once (decision: signatures-count-once); only where it covers the body. */
  readonly refuseReplays?: boolean;
  readonly keys: readonly SigningKey[];
  readonly jwks?: JwksSource;
};

/** How a fetch of keys ended. Each has its words, for the partner's settings. */
export const refreshOutcomes = {
  refreshed: 'The keys were fetched.',
  address_refused: 'The host resolves to a non-public address.',
  name_not_found: 'The host was not found.',
  connection_failed: 'The connection failed, or its certificate is not valid.',
  timed_out: 'The response took longer than 5 seconds.',
  redirected: 'The endpoint responded with a redirect. Redirects are not followed.',
  unexpected_status: 'The endpoint responded with a status other than 200.',
  too_large: 'The response is larger than 64 KiB.',
  invalid_json: 'The response is not JSON.',
  invalid_set: 'The response is not a JSON Web Key Set.',
  no_usable_key: 'The set has no 2048-bit RSA key for RS256 signatures.',
} as const;

export type RefreshOutcome = keyof typeof refreshOutcomes;

export type RefreshRecord = {
  readonly at: string;
  readonly outcome: RefreshOutcome;
  /** Our own words and counts, never what the endpoint said. */
  readonly detail: string;
};

/** What a fetch brought: at least one key when it is `refreshed`, none otherwise. */
export type FetchedKeys = {
  readonly outcome: RefreshOutcome;
  readonly detail?: string;
  readonly keys: readonly Omit<SigningKey, 'addedAt'>[];
};

export const MAX_SIGNING_KEYS = 10;
const MAX_AGE_DAYS = 7;
const POLL_HOURS = 4;
const HOUR_MILLISECONDS = 60 * 60 * 1000;
/** Polls are spread over this long, so that an outage's victims do not come back all at once. */
const POLL_SPREAD_MILLISECONDS = 10 * 60 * 1000;
const DAY_SLOTS = DAY_MILLISECONDS / 1000;

/** The keys that a signature may be of now. */
export function validKeys({ keys, jwks }: SigningSettings, now: number): readonly SigningKey[] {
  if (jwks && now >= setExpiry(jwks)) return [];
  return keys.filter(({ expiresAt }) => expiresAt === undefined || now < Date.parse(expiresAt));
}

/** What a partner changes: where keys come from, and whether every request has to be signed. */
export type SigningChange = {
  readonly required?: boolean;
  readonly requireDigest?: boolean;
  readonly refuseReplays?: boolean;
  readonly source:
    | { readonly kind: 'as-is' }
    | { readonly kind: 'none' }
    | {
        readonly kind: 'key';
        readonly key: Omit<SigningKey, 'addedAt'>;
        /** How long the key that stood before goes on counting. */
        readonly overlapSeconds: number;
      }
    | {
        readonly kind: 'jwks';
        readonly url: string;
        readonly headers?: Sealed;
        readonly fetched: FetchedKeys;
      };
};

type Occasion = { readonly partnerId: string; readonly now: number };

export function changeSigning(
  standing: SigningSettings | undefined,
  change: SigningChange,
  occasion: Occasion,
): SigningSettings | Failure<'no_valid_key' | 'invalid_request'> {
  const before = standing ?? { required: false, keys: [] };
  const demands = demandsAfter(before, change);
  if (isFailure(demands)) return demands;
  const changed = { ...changeSource(before, change.source, occasion), ...demands };
  const isLockedOut = demands.required && validKeys(changed, occasion.now).length === 0;
  return isLockedOut ? fail('no_valid_key') : changed;
}

type Demands = Required<Pick<SigningSettings, 'required' | 'requireDigest' | 'refuseReplays'>>;

/** Each rests on the one before: it goes when that goes, and cannot be asked for without it. */
function demandsAfter(
  before: SigningSettings,
  change: SigningChange,
): Demands | Failure<'invalid_request'> {
  const required = change.required ?? before.required;
  if (change.requireDigest && !required) return needs('requireDigest', 'required');
  const requireDigest = required && (change.requireDigest ?? before.requireDigest ?? false);
  if (change.refuseReplays && !requireDigest) return needs('refuseReplays', 'requireDigest');
  const refuseReplays = requireDigest && (change.refuseReplays ?? before.refuseReplays ?? false);
  return { required, requireDigest, refuseReplays };
}

function needs(field: string, other: string): Failure<'invalid_request'> {
  const message = `Expected \`${other}\` to be on as well`;
  return fail('invalid_request', { fields: [{ field, code: 'invalid_value', message }] });
}

function changeSource(
  before: SigningSettings,
  source: SigningChange['source'],
  occasion: Occasion,
): SigningSettings {
  const { required } = before;
  const { now } = occasion;
  switch (source.kind) {
    case 'as-is':
      return before;
    case 'none':
      return { required, keys: [] };
    case 'key': {
      const key = { ...source.key, addedAt: instantText(now) };
      const former = overlapping(before, key, now + source.overlapSeconds * 1000, now);
      return { required, keys: [key, ...former] };
    }
    case 'jwks': {
      const { url, headers, fetched } = source;
      // Keys of another source say nothing about this one.
      const same = before.jwks?.url === url ? before : { required, keys: [] };
      return recordRefresh(
        { ...same, jwks: { ...same.jwks, ...fresh(url, headers) } },
        fetched,
        occasion,
      );
    }
  }
}

function fresh(url: string, headers: Sealed | undefined) {
  const last: RefreshRecord = { at: '', outcome: 'refreshed', detail: '' };
  return { url, headers, nextRefreshAt: '', last };
}

/** The keys that a new one replaces, for as long as both are to count. */
function overlapping(
  before: SigningSettings,
  key: SigningKey,
  until: number,
  now: number,
): SigningKey[] {
  if (until <= now) return [];
  return validKeys(before, now)
    .filter(({ fingerprint }) => fingerprint !== key.fingerprint)
    .map((one) => ({
      ...one,
      expiresAt: instantText(Math.min(until, one.expiresAt ? Date.parse(one.expiresAt) : until)),
    }))
    .slice(0, MAX_SIGNING_KEYS - 1);
}

/** The signing settings after a fetch. A failed one leaves the last good set in force. */
export function recordRefresh(
  signing: SigningSettings & { readonly jwks: JwksSource },
  fetched: FetchedKeys,
  { partnerId, now }: Occasion,
): SigningSettings & { readonly jwks: JwksSource } {
  // A fetch that began before the one on record may have brought what was withdrawn since.
  if (Date.parse(signing.jwks.last.at) > now) return signing;
  const at = instantText(now);
  const { outcome } = fetched;
  const last = { at, outcome, detail: fetched.detail ?? refreshOutcomes[outcome] };
  const added = new Map(signing.keys.map((key) => [key.fingerprint, key.addedAt]));
  const good = outcome === 'refreshed' && fetched.keys.length > 0;
  const keys = good
    ? fetched.keys.map((key) => ({ ...key, addedAt: added.get(key.fingerprint) ?? at }))
    : signing.keys;
  const jwks = { ...signing.jwks, last, ...(good && { keysAsOf: at }) };
  const next = { ...signing, keys, jwks };
  return {
    ...next,
    jwks: { ...jwks, nextRefreshAt: instantText(nextRefresh(next, partnerId, now)) },
  };
}

/**
 * Once a day at the partner's own second of the day, which spreads the partners evenly and stays so
 * after an outage; every four hours while there is no valid key.
 */
function nextRefresh(
  signing: SigningSettings & { readonly jwks: JwksSource },
  partnerId: string,
  now: number,
): number {
  if (validKeys(signing, now).length === 0) {
    return now + POLL_HOURS * HOUR_MILLISECONDS - shardOf(partnerId, POLL_SPREAD_MILLISECONDS);
  }
  const today = now - (now % DAY_MILLISECONDS) + shardOf(partnerId, DAY_SLOTS) * 1000;
  const daily = today > now ? today : today + DAY_MILLISECONDS;
  return Math.min(daily, Math.max(now, setExpiry(signing.jwks)));
}

function setExpiry({ keysAsOf }: JwksSource): number {
  return keysAsOf === undefined ? 0 : Date.parse(keysAsOf) + MAX_AGE_DAYS * DAY_MILLISECONDS;
}

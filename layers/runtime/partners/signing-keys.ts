/** A partner's signing settings: changed by the partner, refreshed on demand and by the schedule. */
import { urlExpectations } from '@billhook/core/base/address-safety';
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import type { Sealed } from '@billhook/core/base/sealed';
import type { Actor } from '@billhook/core/partner/audit';
import { refusedByLock } from '@billhook/core/partner/lock';
import type { PartnerRecord } from '@billhook/core/partner/partner';
import {
  changeSigning,
  type FetchedKeys,
  type JwksSource,
  recordRefresh,
  type SigningChange,
  type SigningSettings,
} from '@billhook/core/partner/signing';
import * as v from 'valibot';
import type { Vault } from '../aws/vault.ts';
import { checkAddress } from '../outbound/public-address.ts';
import { type FetchDeps, fetchJson } from '../outbound/safe-fetch.ts';
import { partnerStore } from '../stores/partner-store.ts';
import { conflict, retryConflict } from '../table/retry-conflict.ts';
import type { Table } from '../table/types.ts';
import { auditEntry } from './audit.ts';
import { readKeySet } from './jwks.ts';
import { readPem } from './parse-signing-key.ts';
import { settingsChange } from './settings-change.ts';

export type SigningDeps = {
  readonly table: Table;
  /** Seals the headers that are sent to an address. */
  readonly vault: Vault;
  readonly fetch?: FetchDeps;
};

type Refusal = 'settings_locked' | 'request_conflict';

type Change = { readonly partnerId: string; readonly actor: Actor; readonly now: number };

export type GivenSigning = {
  readonly publicKey?: string | null;
  readonly overlapSeconds?: number;
  readonly jwksUrl?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly required?: boolean;
  readonly requireDigest?: boolean;
  readonly refuseReplays?: boolean;
};

export async function setSigning(
  deps: SigningDeps,
  given: GivenSigning,
  change: Change,
): Promise<SigningSettings | Failure<'invalid_request' | 'no_valid_key' | Refusal>> {
  const standing = (await partnerStore(deps.table).get(change.partnerId)).signing;
  const source = await sourceOf(deps, given, change.partnerId, standing);
  if (isFailure(source)) return source;
  const { required, requireDigest, refuseReplays } = given;
  const asked = { required, requireDigest, refuseReplays, source };
  return save(deps.table, change, (partner) =>
    changeSigning(partner.signing, asked, occasionOf(change)),
  );
}

/** For so long a partner gets the outcome on record: nobody's endpoint is ours to ask in a loop. */
const REFRESH_COOLDOWN_MILLISECONDS = 2_000;

/** Fetches the keys now. */
export async function refreshSigning(
  deps: SigningDeps,
  change: Change,
): Promise<SigningSettings | Failure<'jwks_url_missing' | Refusal>> {
  const partner = await partnerStore(deps.table).get(change.partnerId);
  const jwks = partner.signing?.jwks;
  if (!jwks) return fail('jwks_url_missing');
  const { signing } = partner;
  const age = change.now - Date.parse(jwks.last.at);
  if (signing && change.actor.kind === 'api-key' && age < REFRESH_COOLDOWN_MILLISECONDS) {
    return signing;
  }
  const fetched = await fetchKeys(
    deps,
    jwks.url,
    await openHeaders(deps.vault, change.partnerId, jwks),
  );
  const decide = ({ signing }: PartnerRecord): SigningSettings | Failure<'request_conflict'> => {
    // Another address was set meanwhile: what this one said counts no more.
    if (!hasJwks(signing) || signing.jwks.url !== jwks.url) return fail('request_conflict');
    return recordRefresh(signing, fetched, occasionOf(change));
  };
  return save(deps.table, change, decide, 'signing-refreshed');
}

function hasJwks(
  signing: SigningSettings | undefined,
): signing is SigningSettings & { readonly jwks: JwksSource } {
  return signing?.jwks !== undefined;
}

function occasionOf({ partnerId, now }: Change) {
  return { partnerId, now };
}

async function save<F extends Failure>(
  table: Table,
  { partnerId, actor, now }: Change,
  decide: (partner: PartnerRecord) => SigningSettings | F,
  action: 'signing-changed' | 'signing-refreshed' = 'signing-changed',
): Promise<SigningSettings | F | Failure<Refusal>> {
  const partners = partnerStore(table);
  return retryConflict(async () => {
    const partner = await partners.get(partnerId);
    const locked = refusedByLock(partner, actor);
    if (locked) return locked;
    const signing = decide(partner);
    if (isFailure(signing)) return signing;
    const next = { ...partner, version: partner.version + 1, signing };
    const detail = factsOf(signing, action);
    // A daily refresh that changes nothing is recorded, but not announced.
    const isNews = action === 'signing-changed' || !isSame(partner.signing, signing);
    const result = !isNews
      ? await table.write([
          partners.save(next),
          auditEntry({ partnerId, actor, action, now, detail }),
        ])
      : await table.write(settingsChange(table, next, { actor, now }, { action, detail }));
    return result === 'conflict' ? conflict : signing;
  });
}

function isSame(one: SigningSettings | undefined, other: SigningSettings): boolean {
  const facts = (settings: SigningSettings) => JSON.stringify(factsOf(settings, 'signing-changed'));
  return one !== undefined && facts(one) === facts(other);
}

function factsOf(
  { required, requireDigest, refuseReplays, keys, jwks }: SigningSettings,
  action: string,
) {
  const refreshed = { ...(jwks && { outcome: jwks.last.outcome }), keys: keys.length };
  if (action === 'signing-refreshed') return refreshed;
  const fingerprints = keys.map(({ fingerprint }) => fingerprint.slice(0, 16)).join(' ');
  const demands = {
    ...(requireDigest && { requireDigest }),
    ...(refuseReplays && { refuseReplays }),
  };
  return { ...refreshed, required, ...demands, fingerprints };
}

async function sourceOf(
  deps: SigningDeps,
  given: GivenSigning,
  partnerId: string,
  standing: SigningSettings | undefined,
): Promise<SigningChange['source'] | Failure<'invalid_request'>> {
  const { publicKey, jwksUrl, overlapSeconds = 0 } = given;
  if (publicKey && jwksUrl) return wrong('jwksUrl', 'Expected either a key or a URL');
  if (given.headers && !jwksUrl) return wrong('headers', 'Expected a URL to send them to');
  if (publicKey) {
    const key = readPem(publicKey);
    if ('problem' in key) return wrong('publicKey', key.problem);
    return { kind: 'key', key, overlapSeconds };
  }
  if (jwksUrl) return jwksSource(deps, { jwksUrl, headers: given.headers }, partnerId, standing);
  const removed = publicKey === null || jwksUrl === null;
  return removed ? { kind: 'none' } : { kind: 'as-is' };
}

async function jwksSource(
  deps: SigningDeps,
  { jwksUrl: url, headers }: { jwksUrl: string; headers?: Readonly<Record<string, string>> },
  partnerId: string,
  standing: SigningSettings | undefined,
): Promise<SigningChange['source'] | Failure<'invalid_request'>> {
  const problem = await checkAddress(url, deps.fetch);
  if (problem) return wrong('jwksUrl', urlExpectations[problem]);
  // The headers are the former address's: another never gets to see them.
  const kept = standing?.jwks?.url === url ? standing.jwks : undefined;
  const sent = headers ?? (kept && (await openHeaders(deps.vault, partnerId, kept))) ?? {};
  const fetched = await fetchKeys(deps, url, sent);
  const sealed = headers ? await sealHeaders(deps.vault, partnerId, headers) : kept?.headers;
  return { kind: 'jwks', url, ...(sealed && { headers: sealed }), fetched };
}

function wrong(field: string, message: string): Failure<'invalid_request'> {
  return fail('invalid_request', { fields: [{ field, code: 'invalid_value', message }] });
}

/** The media types of key sets (RFC 7517, section 8.5.2) as servers have them. */
const KEY_SETS = 'application/jwk-set+json, application/json';

async function fetchKeys(
  deps: SigningDeps,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<FetchedKeys> {
  const hasAccept = Object.keys(headers).some((name) => name.toLowerCase() === 'accept');
  const sent = hasAccept ? headers : { ...headers, accept: KEY_SETS };
  const fetched = await fetchJson(url, sent, deps.fetch);
  return fetched.ok ? readKeySet(fetched.value) : { outcome: fetched.reason, keys: [] };
}

const sealedHeaders = v.record(v.string(), v.string());

/** Bound to the partner and to what they are for. */
function contextOf(partnerId: string) {
  return { clientId: partnerId, recordId: 'jwks-headers' };
}

async function sealHeaders(
  vault: Vault,
  partnerId: string,
  headers: Readonly<Record<string, string>>,
): Promise<Sealed | undefined> {
  if (Object.keys(headers).length === 0) return undefined;
  return vault.seal(contextOf(partnerId), { headers: JSON.stringify(headers) });
}

async function openHeaders(vault: Vault, partnerId: string, { headers }: JwksSource) {
  if (!headers) return {};
  const opened = await vault.open(contextOf(partnerId), headers);
  return v.parse(sealedHeaders, JSON.parse(opened.headers ?? '{}'));
}

/** Making and changing a partner's webhook endpoints, each told and audited in its transaction. */
import { urlExpectations } from '@billhook/core/base/address-safety';
import { type ErrorCode, type Failure, fail, isFailure } from '@billhook/core/base/errors';
import { derivedText, type IdBytes } from '@billhook/core/base/ids';
import type { Actor, AuditAction, AuditDetail } from '@billhook/core/partner/audit';
import {
  changeEndpoint,
  type EndpointChange,
  type EndpointRecord,
  leavingOf,
  MAX_ENDPOINTS,
  newEndpoint,
  rotateSecret,
} from '@billhook/core/webhook/endpoint';
import {
  type BegunTest,
  beginsProof,
  beginTest,
  tooManyProofs,
  withProof,
} from '@billhook/core/webhook/proving';
import type { Vault } from '../aws/vault.ts';
import { checkAddress, type NameDeps } from '../outbound/public-address.ts';
import { settingsAsked } from '../partners/settings-change.ts';
import { endpointQueueStore } from '../stores/endpoint-queue-store.ts';
import { webhookEndpointStore } from '../stores/webhook-endpoint-store.ts';
import { conflict, retryConflict } from '../table/retry-conflict.ts';
import type { Table, Write } from '../table/types.ts';
import { newSecret } from './secrets.ts';

export type EndpointDeps = {
  readonly table: Table;
  /** Seals the secrets. */
  readonly vault: Vault;
  readonly names?: NameDeps;
};

type Refusal = 'settings_locked' | 'request_conflict' | 'too_many_requests';

type By = {
  readonly partnerId: string;
  readonly actor: Actor;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

type OfEndpoint = By & { readonly endpointId: string };

/** An endpoint with its newest secret, which is shown this once. */
export type ShownSecret = { readonly endpoint: EndpointRecord; readonly secret: string };

const ID_LENGTH = 20;

/**
 * Its address is sent a test with it. One that an earlier attempt of the request made stays as it is:
 * its secret may be in use.
 */
export async function makeEndpoint(
  { table, vault, names }: EndpointDeps,
  given: By & { readonly idBytes: IdBytes } & Pick<
      EndpointRecord,
      'url' | 'events' | 'description'
    >,
): Promise<
  | ShownSecret
  | Failure<'invalid_request' | 'webhook_endpoint_limit_reached' | 'answer_not_kept' | Refusal>
> {
  const { partnerId, idBytes, ...rest } = given;
  const endpoints = webhookEndpointStore(table);
  const _id = `we_${derivedText(ID_LENGTH, idBytes('webhook-endpoint'))}`;
  const refused = await refusedUrl(given.url, names);
  if (refused) return refused;
  const { secret, sealed } = await newSecret(vault, { _id, partnerId });
  const fresh = newEndpoint({ ...rest, _id, partnerId, secret: sealed });
  const begun = withProof(fresh, given.now);
  if (isFailure(begun)) return begun;
  const { endpoint } = begun;
  return retryConflict(async () => {
    const noting = await noted(table, given, 'webhook-endpoint-created', { endpointId: _id });
    if (isFailure(noting)) return noting;
    const written = await table.write([
      ...testWrites(table, begun, given.now),
      endpoints.takePlace(partnerId),
      ...noting,
    ]);
    if (written === 'written') return { endpoint, secret };
    if (await endpoints.find(partnerId, _id)) return fail('answer_not_kept');
    const full = (await endpoints.countPlaces(partnerId)) >= MAX_ENDPOINTS;
    if (full) return fail('webhook_endpoint_limit_reached');
    return (await endpoints.hasProofsLeft(partnerId, given.now))
      ? conflict
      : tooManyProofs(given.now);
  });
}

/**
 * Enabling takes up again what was put aside, also where it is enabled already. An address that is not
 * proven is sent a test when it is new, and when its endpoint is enabled.
 */
export async function alterEndpoint(
  { table, names }: Omit<EndpointDeps, 'vault'>,
  given: OfEndpoint,
  change: EndpointChange,
): Promise<EndpointRecord | Failure<'invalid_request' | 'webhook_endpoint_not_found' | Refusal>> {
  const refused = change.url === undefined ? undefined : await refusedUrl(change.url, names);
  if (refused) return refused;
  const resumes = change.status === 'enabled';
  return save(table, given, async (standing) => {
    const endpoint = changeEndpoint(standing, change);
    const { status } = endpoint;
    const begun = beginsProof(endpoint, standing, change) && withProof(endpoint, given.now);
    if (isFailure(begun)) return begun;
    const detail = { endpointId: given.endpointId, status };
    const noting = await noted(table, given, 'webhook-endpoint-changed', detail);
    if (isFailure(noting)) return noting;
    const more = [
      ...noting,
      ...(resumes ? [endpointQueueStore(table).resume(given, given.now)] : []),
    ];
    return begun ? { ...begun, more } : { endpoint, more };
  });
}

/** The endpoint with another secret; the one before goes on signing for a day. */
export async function rotateEndpointSecret(
  { table, vault }: EndpointDeps,
  given: OfEndpoint,
): Promise<ShownSecret | Failure<'webhook_endpoint_not_found' | Refusal>> {
  const { partnerId, endpointId, now } = given;
  if (!(await webhookEndpointStore(table).find(partnerId, endpointId))) {
    return fail('webhook_endpoint_not_found');
  }
  const { secret, sealed } = await newSecret(vault, { _id: endpointId, partnerId });
  const endpoint = await save(table, given, async (standing) => {
    const more = await noted(table, given, 'webhook-secret-rotated', { endpointId });
    return isFailure(more) ? more : { endpoint: rotateSecret(standing, sealed, now), more };
  });
  return isFailure(endpoint) ? endpoint : { endpoint, secret };
}

/**
 * Nothing goes out to it from this write on but that it was deleted, which whoever deleted it cannot
 * hide; whoever works for it ends what waits. Where its address is not proven, not even that.
 */
export async function removeEndpoint(
  { table }: Pick<EndpointDeps, 'table'>,
  given: OfEndpoint,
): Promise<EndpointRecord | Failure<'webhook_endpoint_not_found' | Refusal>> {
  const { partnerId, endpointId, now } = given;
  const endpoints = webhookEndpointStore(table);
  return retryConflict(async () => {
    const standing = await endpoints.find(partnerId, endpointId);
    if (!standing) return fail('webhook_endpoint_not_found');
    const noting = await noted(table, given, 'webhook-endpoint-deleted', { endpointId });
    if (isFailure(noting)) return noting;
    const leaving = leavingOf(standing);
    const written = await table.write([
      endpoints.erase(standing),
      ...(leaving ? [endpoints.keepLeaving(leaving, now)] : []),
      endpoints.givePlace(partnerId),
      endpointQueueStore(table).resume(given, now),
      ...noting,
    ]);
    return written === 'conflict' ? conflict : standing;
  });
}

/** Writes an event for the endpoint alone. Answers the endpoint as it is after it. */
export function testEndpoint(
  { table }: Pick<EndpointDeps, 'table'>,
  given: Omit<OfEndpoint, 'actor'>,
): Promise<
  | EndpointRecord
  | Failure<
      | 'webhook_endpoint_not_found'
      | 'webhook_endpoint_disabled'
      | 'too_many_requests'
      | 'request_conflict'
    >
> {
  return save(table, given, async (standing) => beginTest(standing, given.now));
}

/** The endpoint with what its test tells it, which is counted where its address is not proven. */
function testWrites(table: Table, { endpoint, draft }: BegunTest, now: number): readonly Write[] {
  const { partnerId, sequence = 0, unverified } = endpoint;
  const endpoints = webhookEndpointStore(table);
  const saved = endpoints.save(endpoint, { owner: { partnerId }, sequence, drafts: () => [draft] });
  return unverified ? [saved, endpoints.takeProof(partnerId, now)] : [saved];
}

type Decided = Partial<BegunTest> &
  Pick<BegunTest, 'endpoint'> & { readonly more?: readonly Write[] };

async function save<F extends ErrorCode>(
  table: Table,
  { partnerId, endpointId, now }: Omit<OfEndpoint, 'actor'>,
  decide: (standing: EndpointRecord) => Promise<Decided | Failure<F>>,
): Promise<
  | EndpointRecord
  | Failure<F | 'webhook_endpoint_not_found' | 'too_many_requests' | 'request_conflict'>
> {
  const endpoints = webhookEndpointStore(table);
  return retryConflict(async () => {
    const standing = await endpoints.find(partnerId, endpointId);
    if (!standing) return fail('webhook_endpoint_not_found');
    const decided = await decide(standing);
    if (isFailure(decided)) return decided;
    const { endpoint, draft, more = [] } = decided;
    const saved = draft ? testWrites(table, { endpoint, draft }, now) : [endpoints.save(endpoint)];
    if ((await table.write([...saved, ...more])) === 'written') return endpoint;
    const isCounted = draft && endpoint.unverified;
    if (isCounted && !(await endpoints.hasProofsLeft(partnerId, now))) return tooManyProofs(now);
    return conflict;
  });
}

function noted(
  table: Table,
  { partnerId, actor, now }: By,
  action: AuditAction,
  detail: AuditDetail,
): Promise<Write[] | Failure<'settings_locked'>> {
  return settingsAsked(table, { partnerId, actor, now }, { action, detail });
}

async function refusedUrl(
  url: string,
  names: NameDeps | undefined,
): Promise<Failure<'invalid_request'> | undefined> {
  const problem = await checkAddress(url, names);
  if (!problem) return undefined;
  const message = urlExpectations[problem];
  return fail('invalid_request', { fields: [{ field: 'url', code: 'invalid_value', message }] });
}

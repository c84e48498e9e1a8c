/**
 * Webhook endpoints (decision: standard-webhooks): where a partner wants its events, which of them,
 * and how they are signed.
 */
import { DAY_MILLISECONDS, instantText } from '../base/dates.ts';
import type { Sealed } from '../base/sealed.ts';
import { type EventRecord, type EventType, eventTypes } from '../events/event.ts';

/** Of one partner. */
export const MAX_ENDPOINTS = 16;
/** How long a secret goes on signing once another has taken its place. */
export const SECRET_OVERLAP_MILLISECONDS = DAY_MILLISECONDS;
/** The newest and those that it replaced within a day; the oldest goes when there are more. */
export const MAX_SECRETS = 4;

export type EndpointStatus = 'enabled' | 'disabled';

/** What disabled it: the partner, or the endpoint itself by returning 410. */
export type DisabledBy = 'partner' | 'endpoint';

export type EndpointSecret = {
  /** One field, `secret`, sealed for this endpoint and for webhooks only. */
  readonly sealed: Sealed;
  /** The instant from which it signs no more; the newest has none. */
  readonly until?: string;
};

/** How many tests of addresses that are not proven an endpoint had on a day. */
export type Proofs = {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly count: number;
};

export type EndpointRecord = {
  /** `we_…`. */
  readonly _id: string;
  readonly version: number;
  readonly partnerId: string;
  readonly url: string;
  /** Types, or beginnings of types such as `auth.*`; all when left out. */
  readonly events?: readonly string[];
  readonly description?: string;
  readonly status: EndpointStatus;
  readonly disabledBy?: DisabledBy;
  /** Its address is not proven yet (decision: addresses-are-proven-first). */
  readonly unverified?: true;
  readonly proofs?: Proofs;
  readonly created: string;
  /** The newest first. */
  readonly secrets: readonly EndpointSecret[];
  /** When it was last tested, and how many events are about it. */
  readonly testedAt?: string;
  readonly sequence?: number;
};

/** What a partner may say of an endpoint; `null` takes away what it said before. */
export type EndpointChange = {
  readonly url?: string;
  readonly events?: readonly string[] | null;
  readonly description?: string | null;
  readonly status?: EndpointStatus;
};

export function newEndpoint(given: {
  readonly _id: string;
  readonly partnerId: string;
  readonly url: string;
  readonly events?: readonly string[];
  readonly description?: string;
  readonly secret: Sealed;
  /** Milliseconds since the epoch. */
  readonly now: number;
}): EndpointRecord {
  const { _id, partnerId, url, events, description, secret, now } = given;
  return {
    _id,
    version: 1,
    partnerId,
    url,
    ...(events && { events }),
    ...(description !== undefined && { description }),
    status: 'enabled',
    unverified: true,
    created: instantText(now),
    secrets: [{ sealed: secret }],
  };
}

/** The endpoint with what was given changed. */
export function changeEndpoint(standing: EndpointRecord, change: EndpointChange): EndpointRecord {
  const { url = standing.url, status = standing.status } = change;
  const events = change.events === undefined ? standing.events : (change.events ?? undefined);
  const description =
    change.description === undefined ? standing.description : (change.description ?? undefined);
  const stillBy = standing.status === 'disabled' ? standing.disabledBy : undefined;
  return {
    ...standing,
    version: standing.version + 1,
    url,
    events,
    description,
    status,
    disabledBy: status === 'disabled' ? (stillBy ?? 'partner') : undefined,
    unverified: url === standing.url ? standing.unverified : true,
  };
}

/** The endpoint that said that it is gone. Nothing when it is disabled, or has moved since. */
export function endGone(standing: EndpointRecord, url: string): EndpointRecord | undefined {
  if (standing.status === 'disabled' || standing.url !== url) return undefined;
  const version = standing.version + 1;
  return { ...standing, version, status: 'disabled', disabledBy: 'endpoint' };
}

/** The endpoint with another secret. Those that it had sign for a day longer, each from its end on. */
export function rotateSecret(
  standing: EndpointRecord,
  secret: Sealed,
  now: number,
): EndpointRecord {
  const until = instantText(now + SECRET_OVERLAP_MILLISECONDS);
  const former = liveSecrets(standing, now).map((one) => ({ until, ...one }));
  const secrets = [{ sealed: secret }, ...former].slice(0, MAX_SECRETS);
  return { ...standing, version: standing.version + 1, secrets };
}

/** The secrets that sign at this moment. */
export function liveSecrets(
  { secrets }: Pick<EndpointRecord, 'secrets'>,
  now: number,
): readonly EndpointSecret[] {
  return secrets.filter(({ until }) => until === undefined || now < Date.parse(until));
}

/** Whether an event goes to an endpoint: one that was written for it alone, or one that it asked for. */
export function wantsEvent(
  { _id, events }: Pick<EndpointRecord, '_id' | 'events'>,
  event: Pick<EventRecord, 'type' | 'endpointId'>,
): boolean {
  if (event.endpointId !== undefined) return event.endpointId === _id;
  return events === undefined || events.some((filter) => isOfFilter(event.type, filter));
}

/** For so long a deleted endpoint is told of its deletion: longer than all attempts take. */
export const LEAVING_MILLISECONDS = 7 * DAY_MILLISECONDS;

/**
 * What is kept of a deleted endpoint, so that it is told of its deletion
 * (decision: deleted-endpoints-are-told): whatever it asked for, and also where its partner had
 * disabled it just before. Nothing where its address is not proven.
 */
export function leavingOf(endpoint: EndpointRecord): EndpointRecord | undefined {
  if (endpoint.unverified) return undefined;
  const isGone = endpoint.disabledBy === 'endpoint';
  return { ...endpoint, events: undefined, ...(!isGone && { status: 'enabled' }) };
}

/** The endpoint whose deletion an event tells of. */
export function deletedEndpointOf({
  type,
  data,
}: Pick<EventRecord, 'type' | 'data'>): string | undefined {
  if (type !== 'partner.settings-changed' || data.action !== 'webhook-endpoint-deleted') return;
  const { endpointId } = data.detail as { readonly endpointId: string };
  return endpointId;
}

/** Every text that `events` may hold: the types, and with `.*` what several of them begin with. */
export const eventFilters: readonly string[] = [
  ...eventTypes,
  ...new Set(
    eventTypes.flatMap((type) => {
      const parts = type.split('.');
      return parts.slice(1).map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`);
    }),
  ),
];

function isOfFilter(type: EventType, filter: string): boolean {
  return filter.endsWith('.*') ? type.startsWith(filter.slice(0, -1)) : type === filter;
}

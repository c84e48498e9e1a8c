/** Webhook endpoints: in their partner's collection, counted there, at most 16. */
import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import { isRootId } from '@billhook/core/base/ids';
import {
  endpointCountKey,
  endpointKey,
  leavingEndpointKey,
  proofCountKey,
} from '@billhook/core/base/table-keys';
import {
  type EndpointRecord,
  LEAVING_MILLISECONDS,
  MAX_ENDPOINTS,
} from '@billhook/core/webhook/endpoint';
import { dayOfProofs, MAX_PROOFS_OF_PARTNER } from '@billhook/core/webhook/proving';
import type { Table, Tells, Write } from '../table/types.ts';

export type WebhookEndpointStore = {
  /** The partner's endpoint with this id; another's is not found. */
  find(partnerId: string, endpointId: string): Promise<EndpointRecord | undefined>;
  /** All of a partner's. */
  list(partnerId: string): Promise<EndpointRecord[]>;
  /** Inserts a record of version 1; replaces the version before it otherwise. */
  save(endpoint: EndpointRecord, tells?: Tells): Write;
  erase(endpoint: EndpointRecord): Write;
  /** Keeps what a deleted endpoint is told of its deletion with, as `leavingOf` has it. */
  keepLeaving(endpoint: EndpointRecord, now: number): Write;
  findLeaving(partnerId: string, endpointId: string): Promise<EndpointRecord | undefined>;
  /** Takes one of a partner's places; in conflict when there is none. */
  takePlace(partnerId: string): Write;
  givePlace(partnerId: string): Write;
  countPlaces(partnerId: string): Promise<number>;
  /** Counts a test of an address that is not proven; in conflict when there were too many that day. */
  takeProof(partnerId: string, now: number): Write;
  hasProofsLeft(partnerId: string, now: number): Promise<boolean>;
};

/** How long what is counted for a day is kept. */
const PROOFS_KEPT_MILLISECONDS = 2 * DAY_MILLISECONDS;

export function webhookEndpointStore(table: Table): WebhookEndpointStore {
  return {
    async find(partnerId, endpointId) {
      if (!isRootId('we', endpointId)) return undefined;
      return table.get<EndpointRecord>(endpointKey(partnerId, endpointId));
    },
    async list(partnerId) {
      const prefix = 'we_';
      const endpoints: EndpointRecord[] = [];
      let after: Record<string, string> | undefined;
      do {
        const rows = await table.query<EndpointRecord>({ partition: partnerId, prefix, after });
        endpoints.push(...rows.items);
        after = rows.next;
      } while (after);
      return endpoints;
    },
    save: (endpoint, tells) => ({
      put: { ...endpoint, ...endpointKey(endpoint.partnerId, endpoint._id) },
      when: endpoint.version === 1 ? { absent: true } : standing(endpoint, -1),
      ...(tells && { tells }),
    }),
    erase: (endpoint) => ({
      delete: endpointKey(endpoint.partnerId, endpoint._id),
      when: standing(endpoint, 0),
    }),
    keepLeaving: (endpoint, now) => ({
      put: {
        ...endpoint,
        ...leavingEndpointKey(endpoint.partnerId, endpoint._id),
        expiresAt: Math.ceil((now + LEAVING_MILLISECONDS) / 1000),
      },
    }),
    findLeaving: (partnerId, endpointId) =>
      table.get<EndpointRecord>(leavingEndpointKey(partnerId, endpointId)),
    takePlace: (partnerId) => ({
      update: endpointCountKey(partnerId),
      add: { count: 1 },
      when: { atMost: { count: MAX_ENDPOINTS - 1 }, orAbsent: true },
    }),
    givePlace: (partnerId) => ({ update: endpointCountKey(partnerId), add: { count: -1 } }),
    async countPlaces(partnerId) {
      const item = await table.get<{ count: number }>(endpointCountKey(partnerId));
      return item?.count ?? 0;
    },
    takeProof: (partnerId, now) => ({
      update: proofCountKey(partnerId, dayOfProofs(now)),
      add: { count: 1 },
      setOnce: { expiresAt: Math.ceil((now + PROOFS_KEPT_MILLISECONDS) / 1000) },
      when: { atMost: { count: MAX_PROOFS_OF_PARTNER - 1 }, orAbsent: true },
    }),
    async hasProofsLeft(partnerId, now) {
      const item = await table.get<{ count: number }>(proofCountKey(partnerId, dayOfProofs(now)));
      return (item?.count ?? 0) < MAX_PROOFS_OF_PARTNER;
    },
  };
}

function standing({ version }: EndpointRecord, offset: number) {
  return { equals: { version: version + offset } };
}

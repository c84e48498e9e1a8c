/** Who works for an endpoint, and when somebody has to: a lease and a place in the due index. */
import { instantText } from '@billhook/core/base/dates';
import { endpointDue, endpointQueueKey } from '@billhook/core/base/table-keys';
import type { EndpointQueue } from '@billhook/core/webhook/endpoint-queue';
import type { Table, Write } from '../table/types.ts';

export type EndpointIds = { readonly endpointId: string; readonly partnerId: string };

export type EndpointQueueStore = {
  find(ids: EndpointIds): Promise<EndpointQueue | undefined>;
  /** Counts work that came, and has the sweep look for it at `dueAt` if nobody did before. */
  arm(ids: EndpointIds, dueAt: number): Write;
  /** Has what was put aside until `now` taken up again; the sweep looks at once. */
  resume(ids: EndpointIds, now: number): Write;
  /** Takes the lease; in conflict while another has it, or where there is no work at all. */
  take(
    ids: EndpointIds,
    lease: { readonly leaseId: string; readonly until: number },
    now: number,
  ): Write;
  renew(ids: EndpointIds, lease: { readonly leaseId: string; readonly until: number }): Write;
  /**
   * Gives it back; in conflict when work came since `queue` was read, or the lease was lost. Nobody
   * takes it before `restUntil`, whatever comes.
   */
  release(ids: EndpointIds, queue: EndpointQueue, left: LeftBehind): Write;
  /** Holds as long as nobody took the lease over. */
  check(ids: EndpointIds, leaseId: string): Write;
  erase(ids: EndpointIds, queue: EndpointQueue): Write;
};

export type LeftBehind = {
  /** When the sweep looks; all in milliseconds since the epoch. */
  readonly dueAt?: number;
  readonly wakeAt?: number;
  readonly resumed?: boolean;
  readonly inFlight?: number;
  readonly restUntil?: number;
};

export function endpointQueueStore(table: Table): EndpointQueueStore {
  const due = ({ endpointId }: EndpointIds, at: number) => endpointDue(endpointId, instantText(at));
  const idle = { leaseId: '', leaseUntil: 0 };
  return {
    find: (ids) => table.get<EndpointQueue>(keyOf(ids)),
    arm: (ids, dueAt) => ({
      update: keyOf(ids),
      add: { wanted: 1 },
      set: due(ids, dueAt),
      setOnce: idle,
    }),
    resume: (ids, now) => ({
      update: keyOf(ids),
      add: { wanted: 1 },
      set: { resumeAt: now, ...due(ids, now) },
      setOnce: idle,
    }),
    take: (ids, { leaseId, until }, now) => ({
      update: keyOf(ids),
      set: { leaseId, leaseUntil: until, ...due(ids, until) },
      when: { exists: true, atMost: { leaseUntil: now } },
    }),
    renew: (ids, { leaseId, until }) => ({
      update: keyOf(ids),
      set: { leaseUntil: until, ...due(ids, until) },
      when: { equals: { leaseId } },
    }),
    release: (ids, { leaseId, wanted }, { dueAt, wakeAt, resumed, inFlight, restUntil }) => ({
      update: keyOf(ids),
      set: {
        ...idle,
        ...(restUntil !== undefined && { leaseUntil: restUntil }),
        settled: wanted,
        ...(inFlight !== undefined && { inFlight }),
        ...(wakeAt !== undefined && { wakeAt }),
        ...(dueAt !== undefined && due(ids, dueAt)),
      },
      remove: [
        ...(resumed ? ['resumeAt'] : []),
        ...(dueAt === undefined ? ['dueShard', 'dueAt', 'dueKind'] : []),
      ],
      // Who rests is called again at the end of it, whatever came meanwhile.
      when: { equals: { leaseId, ...(restUntil === undefined && { wanted }) } },
    }),
    check: (ids, leaseId) => ({ check: keyOf(ids), when: { equals: { leaseId } } }),
    erase: (ids, { leaseId, wanted }) => ({
      delete: keyOf(ids),
      when: { equals: { leaseId, wanted } },
    }),
  };
}

function keyOf({ partnerId, endpointId }: EndpointIds) {
  return endpointQueueKey(partnerId, endpointId);
}

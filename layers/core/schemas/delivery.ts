/**
 * What became of an event on its way to endpoints, as its partner sees it
 * (decision: events-kept-90-days).
 */
import * as v from 'valibot';
import { attemptOutcomes, type DeliveryRecord, deliveryStates } from '../webhook/delivery.ts';
import { givenId, id, instant } from './fields.ts';

const count = v.pipe(v.number(), v.integer());

export const deliveryAttempt = v.object({
  endpointId: id,
  at: instant,
  outcome: v.picklist(attemptOutcomes),
  /** The HTTP status, where there was an answer. */
  status: v.optional(count),
  milliseconds: count,
});

export const delivery = v.object({
  endpointId: id,
  status: v.picklist(deliveryStates),
  /** Present while it waits. */
  nextAttemptAt: v.optional(instant),
});

/** The fields that an event has beside itself. */
export const deliveryFields = {
  /** The newest of each endpoint, in the order in which they were made. */
  attempts: v.array(deliveryAttempt),
  deliveries: v.array(delivery),
};

export const givenRetry = v.object({ endpointId: v.optional(givenId) });

/** The endpoints that the event goes to again. */
export const retriedEvent = v.object({ success: v.literal(true), endpointIds: v.array(id) });

export function presentDeliveries(records: readonly DeliveryRecord[]) {
  const attempts = records.flatMap(({ endpointId, attempts }) =>
    attempts.map(({ at, outcome, status, milliseconds }) => ({
      endpointId,
      at,
      outcome,
      ...(status !== undefined && { status }),
      milliseconds,
    })),
  );
  return {
    attempts: attempts.toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    deliveries: records.map(({ endpointId, state, dueAt }) => ({
      endpointId,
      status: state,
      ...(state === 'waiting' && dueAt !== undefined && { nextAttemptAt: dueAt }),
    })),
  };
}

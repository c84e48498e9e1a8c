/**
 * An address is proven before events go there (decision: addresses-are-proven-first): it has to answer
 * a test with 2xx. Until then its endpoint is unverified, gets tests and nothing else, and only so many:
 * the address may be somebody else's.
 */
import { DAY_MILLISECONDS, instantText } from '../base/dates.ts';
import { type Failure, fail } from '../base/errors.ts';
import type { EventDraft, EventRecord } from '../events/event.ts';
import type { PartnerRecord } from '../partner/partner.ts';
import type { DeliveryRecord } from './delivery.ts';
import type { EndpointChange, EndpointRecord } from './endpoint.ts';

/** Tests of addresses that are not proven, in a day of UTC: of one endpoint, and of one partner. */
export const MAX_PROOFS_OF_ENDPOINT = 10;
export const MAX_PROOFS_OF_PARTNER = 100;

/** Between two tests of an endpoint that are requested. */
export const TEST_COOLDOWN_MILLISECONDS = 2_000;

/** What is sent to an endpoint at this moment. What else comes is put aside. */
export type Opening = 'everything' | 'tests' | 'nothing';

export function openingOf(
  endpoint: Pick<EndpointRecord, 'status' | 'unverified'>,
  partner: Pick<PartnerRecord, 'status'>,
): Opening {
  if (endpoint.status !== 'enabled' || partner.status !== 'active') return 'nothing';
  return endpoint.unverified ? 'tests' : 'everything';
}

export function isSent({ test }: Pick<DeliveryRecord, 'test'>, opening: Opening): boolean {
  return opening === 'everything' || (opening === 'tests' && test !== undefined);
}

export function isTest({ type }: Pick<EventRecord, 'type'>): boolean {
  return type === 'webhook-endpoint.test';
}

/** Whether it is a test that another has followed. */
export function isProvingOvertaken(
  { test }: Pick<DeliveryRecord, 'test'>,
  { sequence = 0 }: Pick<EndpointRecord, 'sequence'>,
): boolean {
  return test !== undefined && test < sequence;
}

/** Whether an event may be sent again: not a test that proves an address, of which so many are sent. */
export function maySendAgain(
  endpoint: Pick<EndpointRecord, 'unverified'>,
  event: Pick<EventRecord, 'type'>,
): boolean {
  return !(endpoint.unverified && isTest(event));
}

/** Whether a change of an endpoint begins a test: its address is not proven, and may be sent one now. */
export function beginsProof(
  changed: Pick<EndpointRecord, 'status' | 'unverified' | 'url'>,
  standing: Pick<EndpointRecord, 'url'>,
  asked: EndpointChange,
): boolean {
  if (!changed.unverified || changed.status !== 'enabled') return false;
  return asked.status === 'enabled' || changed.url !== standing.url;
}

export type BegunTest = {
  readonly endpoint: EndpointRecord;
  /** What the test tells it. */
  readonly draft: EventDraft;
};

/** The endpoint with one more test begun. Those of an address that is not proven are counted. */
export function withTest(
  endpoint: EndpointRecord,
  message: string,
  now: number,
): BegunTest | Failure<'too_many_requests'> {
  const endpointId = endpoint._id;
  const resource = { type: 'webhook-endpoint', id: endpointId } as const;
  const type = 'webhook-endpoint.test' as const;
  const draft = { type, resource, data: { message }, endpointId };
  if (!endpoint.unverified) return { endpoint, draft };
  const day = dayOfProofs(now);
  const count = endpoint.proofs?.day === day ? endpoint.proofs.count : 0;
  if (count >= MAX_PROOFS_OF_ENDPOINT) return tooManyProofs(now);
  return { endpoint: { ...endpoint, proofs: { day, count: count + 1 } }, draft };
}

/** The endpoint with a test begun that was requested. */
export function beginTest(
  standing: EndpointRecord,
  now: number,
): BegunTest | Failure<'webhook_endpoint_disabled' | 'too_many_requests'> {
  if (standing.status === 'disabled') return fail('webhook_endpoint_disabled');
  const { testedAt } = standing;
  const wait = testedAt ? Date.parse(testedAt) + TEST_COOLDOWN_MILLISECONDS - now : 0;
  if (wait > 0) return fail('too_many_requests', { retryAfterSeconds: Math.ceil(wait / 1000) });
  const endpoint = { ...standing, version: standing.version + 1, testedAt: instantText(now) };
  return withTest(endpoint, 'A test that was requested.', now);
}

/** The test that a new address gets by itself. */
export function withProof(
  endpoint: EndpointRecord,
  now: number,
): BegunTest | Failure<'too_many_requests'> {
  return withTest(endpoint, 'A test of this address. Events follow once it is answered.', now);
}

export function dayOfProofs(now: number): string {
  return instantText(now).slice(0, 'YYYY-MM-DD'.length);
}

/** Until the next day of UTC. */
export function tooManyProofs(now: number): Failure<'too_many_requests'> {
  const left = DAY_MILLISECONDS - (now % DAY_MILLISECONDS);
  return fail('too_many_requests', { retryAfterSeconds: Math.ceil(left / 1000) });
}

/** The endpoint whose address was proven. Nothing when it has moved since, or was proven before. */
export function prove(standing: EndpointRecord, url: string): EndpointRecord | undefined {
  if (!standing.unverified || standing.url !== url) return undefined;
  return { ...standing, version: standing.version + 1, unverified: undefined };
}

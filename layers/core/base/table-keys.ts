/**
 * Where records stand in the table. What belongs to a client stands in the client's item collection:
 * the partition is the client's id, which every owned id carries; the sort key is the record's id.
 */
import { clientOf, type OwnedKind } from './ids.ts';
import { without } from './members.ts';

export type ItemKey = { readonly pk: string; readonly sk: string };

/**
 * The client's own record sorts right before its payment methods (`pm_…`), so that one query reads
 * them together with which of them is the default.
 */
export const CLIENT_SORT_KEY = 'pm';

/** Shards of the due index: the sweep queries each, and each takes 1,000 writes a second. */
export const DUE_SHARDS = 16;
/** Shards of the due index for the daily reading of bills, which payments never wait for. */
export const REFRESH_SHARDS = 16;
/** Shards of a partner's bills in the index. */
export const PARTNER_SHARDS = 4;

export function clientKey(clientId: string): ItemKey {
  return { pk: clientId, sk: CLIENT_SORT_KEY };
}

/** The key of an owned record; nothing when the id is not one of this kind. */
export function ownedKey(kind: OwnedKind, id: string): ItemKey | undefined {
  const clientId = clientOf(kind, id);
  return clientId === undefined ? undefined : { pk: clientId, sk: id };
}

export function isCompanyId(id: string): boolean {
  return /^co_[0-9A-Za-z]{1,40}$/.test(id);
}

/** Partners, companies and work on encryption keys stand alone. */
export function rootKey(id: string): ItemKey {
  return { pk: id, sk: id };
}

/** Which index of the directory of companies counts (decision: directory-of-generations). */
export const directoryKey: ItemKey = { pk: 'directory', sk: 'current' };

/** Who imports companies, and how far that is. */
export const directoryImportKey: ItemKey = { pk: 'directory', sk: 'import' };

/** How often a partner's users linked companies (decision: counted-links). */
export function popularKey(partnerId: string): ItemKey {
  return { pk: `${partnerId}#popular`, sk: 'companies' };
}

/** The same of all partners' users. */
export const sharedPopularKey: ItemKey = { pk: 'popular', sk: 'companies' };

/** What is written with each import, in parts. */
export type DirectoryPart = 'index' | 'digests' | 'changes' | 'shown';

/** Each part is in a partition of its own: many functions read all of them at once. */
export function directoryPartKey(generation: string, part: DirectoryPart, number: number): ItemKey {
  return { pk: `directory#${generation}#${number}`, sk: part };
}

/** Holds an `identifier` of a partner for one client. `digest` is the SHA-256 of the identifier. */
export function identifierKey(partnerId: string, digest: string): ItemKey {
  return { pk: `${partnerId}#identifier#${digest}`, sk: 'client' };
}

/** What was paid to an account (decision: the-bound). */
export function ledgerKey(companyId: string, accountFingerprint: string): ItemKey {
  return { pk: `account#${companyId}#${accountFingerprint}`, sk: 'ledger' };
}

/** What a connector that took a company over calls an account. */
export function accountNameKey(companyId: string, named: string): ItemKey {
  return { pk: `account#${companyId}#${named}`, sk: 'name' };
}

/** How far old records have been rewritten, while that is under way. */
export const migrationKey: ItemKey = { pk: 'migration', sk: 'position' };

/** What release 0.1.0 kept a statement to one payment by; nothing writes it any more. */
export function statementKey(
  companyId: string,
  accountFingerprint: string,
  dueOn: string,
): ItemKey {
  return { pk: `statement#${companyId}#${accountFingerprint}`, sk: dueOn };
}

/** When a client did, within the last hour, what it may do only so often in an hour. */
export function activityKey(clientId: string, activity: string): ItemKey {
  return { pk: clientId, sk: `activity#${activity}` };
}

/**
 * The payment that a request approved, by the id that one would have which the request had made itself:
 * so it is found when the request is repeated.
 */
export function approvalKey(clientId: string, paymentId: string): ItemKey {
  return { pk: clientId, sk: `approval#${paymentId}` };
}

/** What became of a caller's request under an `Idempotency-Key`. `digest` is the SHA-256 of the key. */
export function idempotencyKey(callerId: string, digest: string): ItemKey {
  return { pk: `${callerId}#idempotency#${digest}`, sk: 'request' };
}

/** A partner's signature that counts once. `digest` is the SHA-256 of the signature. */
export function spentSignatureKey(partnerId: string, digest: string): ItemKey {
  return { pk: `${partnerId}#signature#${digest}`, sk: 'spent' };
}

/** How many bytes of answers were kept for a caller on a day, `2026-11-22`. */
export function answerBudgetKey(callerId: string, day: string): ItemKey {
  return { pk: `${callerId}#answers#${day}`, sk: 'budget' };
}

/** The entries of who changed the settings of a partner or the deployment, or what a client agreed to. */
export function auditPartition(ownerId: string): string {
  return `${ownerId}#audit`;
}

/** All partners, for the operator's list and for what runs over all of them. */
export const PARTNERS_PARTITION = 'partners';

export function partnerEntryKey(partnerId: string): ItemKey {
  return { pk: PARTNERS_PARTITION, sk: partnerId };
}

/** The partners whose test clock was moved, each with its clock (decision: test-clock). */
export const CLOCKS_PARTITION = 'clocks';

export function clockKey(partnerId: string): ItemKey {
  return { pk: CLOCKS_PARTITION, sk: partnerId };
}

/**
 * Which payments are paused, and how much may be paid at most
 * (decisions: payments-can-be-paused, payments-have-ceilings).
 */
export const pausesKey: ItemKey = { pk: 'payments', sk: 'pauses' };

/** What keeps sessions from companies: all gates, so that what is shut can be listed at once. */
export const GATES_PARTITION = 'gates';

/** The gate of a company, or the switch of a connector (decision: company-gates). */
export function gateKey(kind: 'company' | 'connector', id: string): ItemKey {
  return { pk: GATES_PARTITION, sk: `${kind}#${id}` };
}

/** All remote connectors that were registered, removed ones too. */
export const CONNECTORS_PARTITION = 'connectors';

export function connectorKey(id: string): ItemKey {
  return { pk: CONNECTORS_PARTITION, sk: id };
}

/** One look at a remote connector by the deployment. */
export function connectorCheckKey(checkId: string): ItemKey {
  return { pk: 'connector-checks', sk: checkId };
}

/** What connectors have yet to forget of unlinked accounts, and what they never did. */
export const FORGETTING_PARTITION = 'forgetting';

/** `operation`: of the request that says so. */
export function forgettingKey(operation: string): ItemKey {
  return { pk: FORGETTING_PARTITION, sk: operation };
}

/** Accounts that nobody could tell since another connector reaches their company. */
export const UNCLEAR_PARTITION = 'unclear-accounts';

export function unclearKey(authId: string): ItemKey {
  return { pk: UNCLEAR_PARTITION, sk: authId };
}

/** Which payment a connector knows by an id of the wire (decision: ids-for-one-connector). */
export function wirePaymentKey(connectorId: string, wireId: string): ItemKey {
  return { pk: `${CONNECTORS_PARTITION}#${connectorId}#${wireId}`, sk: 'payment' };
}

/** The leases of a company whose sessions are limited. Each session writes them: they stand apart. */
export function leasesKey(companyId: string): ItemKey {
  return { pk: `${companyId}#gate`, sk: 'leases' };
}

/** What the company's page looked like last. */
export function lookKey(companyId: string): ItemKey {
  return { pk: `${companyId}#gate`, sk: 'look' };
}

/** How sessions at a company ended on a day, `2026-11-22`. */
export function outcomesKey(companyId: string, day: string): ItemKey {
  return { pk: `${companyId}#gate`, sk: `outcomes#${day}` };
}

/** How often a login at a company was read on a day, `2026-11-22`. */
export function readingsKey(companyId: string, login: string, day: string): ItemKey {
  return { pk: `${companyId}#gate`, sk: `readings#${day}#${login}` };
}

/** How far the daily readings of a shard were handed on. */
export function refreshSweepKey(shard: string): ItemKey {
  return { pk: 'readings', sk: shard };
}

/** What is running at a company, by its connector's name for it (decision: calls-that-run). */
export function runningKey(connector: string, operation: string): ItemKey {
  return { pk: `running#${connector}#${operation}`, sk: 'operation' };
}

/** What a worker does with money at a company's website, by its operation or submission. */
export function workKey(id: string): ItemKey {
  return { pk: `work#${id}`, sk: 'operation' };
}

/** What workers have paid on a day (UTC), as they saw it at the companies. */
export function workPaidPartition(connector: string, day: string): string {
  return `work-paid#${connector}#${day}`;
}

/** Which keys sign and verify tokens (decision: token-keys-are-rotated). */
export const tokenKeysKey: ItemKey = { pk: 'token-keys', sk: 'keys' };

/** Which keys sign requests to connectors, and which open what these return. */
export const connectorSigningKeysKey: ItemKey = { pk: 'connector-keys', sk: 'signing' };
export const connectorEncryptionKeysKey: ItemKey = { pk: 'connector-keys', sk: 'encryption' };

/** What a client's payments of a day come to (decision: payments-have-ceilings). */
export function clientDayKey(clientId: string, day: string): ItemKey {
  return { pk: clientId, sk: `taken#${day}` };
}

/** The same of a partner, in shares, each an item. */
export function partnerDayPartition(partnerId: string, day: string): string {
  return `${partnerId}#taken#${day}`;
}

/** How far events were numbered of an auth that is erased, and of its bills. */
export function numbersKey(clientId: string, authId: string): ItemKey {
  return { pk: clientId, sk: `numbers#${authId}` };
}

/** What a client had set of accounts at a company that it has unlinked. */
export function earlierKey(clientId: string, companyId: string): ItemKey {
  return { pk: clientId, sk: `earlier#${companyId}` };
}

/** What stays of a payment whose client was erased, by the day on which it was paid. */
export function keptPaymentKey(partnerId: string, paidOn: string, reference: string): ItemKey {
  return { pk: keptPartition(partnerId), sk: `${paidOn}#${reference}` };
}

/** All of them of a partner. */
export function keptPartition(partnerId: string): string {
  return `${partnerId}#kept`;
}

/** What leads there from the payment's id, by a digest of it, as long as the money may come back. */
export function returnableKey(digest: string): ItemKey {
  return { pk: `returnable#${digest}`, sk: 'kept' };
}

/** What reconciliation knows of a partner, or of the deployment. */
export function reconciliationPartition(ownerId: string): string {
  return `${ownerId}#reconciliation`;
}

/** What a connector has reported of a payment, or of an id that is none of ours. */
export function settlementPartition(connectorId: string, paymentId: string): string {
  return `settlement#${connectorId}#${paymentId}`;
}

/** What the sandbox's companies did in a day. */
export function sandboxSettledPartition(day: string): string {
  return `sandbox#settled#${day}`;
}

/** How much of a partner's rate limit is used. */
export function rateKey(bucket: string): ItemKey {
  return { pk: `${bucket}#rate`, sk: 'bucket' };
}

/** What the sweep does with a record that is due. */
export type DueKind =
  | 'link'
  | 'payment'
  | 'return'
  | 'swap'
  | 'bill'
  | 'card-code'
  | 'retry'
  | 'encryption-key'
  | 'erasure'
  | 'refresh'
  | 'event'
  | 'endpoint'
  | 'delivery';

/** The attributes that put a record into the due index. Left out, it is not in the index. */
export type Due = {
  readonly dueShard: string;
  readonly dueAt: string;
  readonly dueKind: DueKind | 'jwks';
};

/** Shards of the due index for signing keys, which the sweep of payments never waits for. */
export const JWKS_SHARDS = 16;

export function jwksShard(number: number): string {
  return `jwks#${number}`;
}

export function jwksDue(partnerId: string, at: string): Due {
  return { dueShard: jwksShard(shardOf(partnerId, JWKS_SHARDS)), dueAt: at, dueKind: 'jwks' };
}

/** A record that was read, without what put it into the due index then. */
export function withoutDue<R extends Partial<Due>>(record: R): Omit<R, keyof Due> {
  return without(record, ['dueShard', 'dueAt', 'dueKind']);
}

export function dueAttributes(kind: DueKind, recordId: string, at: string): Due {
  return { dueShard: dueShard(shardOf(recordId, DUE_SHARDS)), dueAt: at, dueKind: kind };
}

/**
 * What is due by the partner's clock. Where a test clock is set, all of it stands in one shard of the
 * partner's own, so that it can be run in its order however far the clock is moved.
 */
export function clockedDue(
  kind: 'bill' | 'payment' | 'return' | 'refresh',
  record: { readonly _id: string; readonly partnerId: string; readonly clocked?: true },
  at: string,
): Due {
  const { _id, partnerId, clocked } = record;
  if (clocked) return { dueShard: clockShard(partnerId), dueAt: at, dueKind: kind };
  if (kind !== 'refresh') return dueAttributes(kind, _id, at);
  return { dueShard: refreshShard(shardOf(_id, REFRESH_SHARDS)), dueAt: at, dueKind: kind };
}

export function clockShard(partnerId: string): string {
  return `clock#${partnerId}`;
}

export function refreshShard(number: number): string {
  return `refresh#${number}`;
}

export function dueShard(number: number): string {
  return `due#${number}`;
}

/** Shards of the due index for events that are not published yet. */
export const EVENT_SHARDS = 16;
/** Shards of the due index for endpoints that have deliveries to make. */
export const ENDPOINT_SHARDS = 16;
/** Shards of a partner's log of events in the index. */
export const PARTNER_EVENT_SHARDS = 4;

export function eventShard(number: number): string {
  return `event#${number}`;
}

export function unpublishedDue(shard: number, at: string): Due {
  return { dueShard: eventShard(shard), dueAt: at, dueKind: 'event' };
}

export function endpointShard(number: number): string {
  return `endpoint#${number}`;
}

export function endpointDue(endpointId: string, at: string): Due {
  const shard = endpointShard(shardOf(endpointId, ENDPOINT_SHARDS));
  return { dueShard: shard, dueAt: at, dueKind: 'endpoint' };
}

/** Where an endpoint's deliveries stand in the due index: those to be made, and those put aside. */
export function deliveriesShard(endpointId: string): string {
  return `deliveries#${endpointId}`;
}

export function parkedShard(endpointId: string): string {
  return `parked#${endpointId}`;
}

/** An endpoint stands in its partner's collection. */
export function endpointKey(partnerId: string, endpointId: string): ItemKey {
  return { pk: partnerId, sk: endpointId };
}

/** What is kept of a deleted endpoint for a while. */
export function leavingEndpointKey(partnerId: string, endpointId: string): ItemKey {
  return { pk: `${endpointId}#leaving`, sk: partnerId };
}

/** How a partner's hosted modules look and where they may stand. */
export function moduleSettingsKey(partnerId: string): ItemKey {
  return { pk: partnerId, sk: 'modules' };
}

/** How many endpoints a partner has. */
export function endpointCountKey(partnerId: string): ItemKey {
  return { pk: partnerId, sk: 'we#count' };
}

/** How many tests of addresses that are not proven a partner's endpoints had on a day. */
export function proofCountKey(partnerId: string, day: string): ItemKey {
  return { pk: partnerId, sk: `we#tests#${day}` };
}

/**
 * Who works for an endpoint, and when somebody has to. It stands apart from the partner's collection,
 * since every delivery writes it; its key tells a sweep all that it needs.
 */
export function endpointQueueKey(partnerId: string, endpointId: string): ItemKey {
  return { pk: `${endpointId}#queue`, sk: partnerId };
}

export function partnerEventShard(partnerId: string, number: number): string {
  return `${partnerId}#events#${number}`;
}

/** Where payments are in the index of their partner, by the day on which they were first submitted. */
export function askedShard(partnerId: string, day: string, number: number): string {
  return `${partnerId}#asked#${day}#${number}`;
}

export function partnerShard(partnerId: string, number: number): string {
  return `${partnerId}#${number}`;
}

/** The same record is always in the same shard. */
export function shardOf(recordId: string, shards: number): number {
  let hash = 0;
  for (const character of recordId) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return hash % shards;
}

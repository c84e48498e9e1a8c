/**
 * A report of a remote connector, taken once it is known to be the connector's. What it says is not
 * believed: it wakes what waits for the operation, and that asks (decision: reports-are-hints).
 */
import { NONCE_SECONDS, PROTOCOL } from '@billhook/connector-kit/protocol/limits';
import { openKeySet } from '@billhook/connector-kit/wire/keys';
import type { WireRequest } from '@billhook/connector-kit/wire/message';
import { readReport } from '@billhook/connector-kit/wire/report';
import { passingUntil, seenNonceKey } from '@billhook/core/auth/passing';
import type { Clock } from '@billhook/core/base/dates';
import { connectorStore } from '../../stores/connector-store.ts';
import type { Table } from '../../table/types.ts';

/** Wakes what waits for an operation of a connector. */
export type WakeOperation = (
  connectorId: string,
  operation: string,
) => Promise<'known' | 'unknown'>;

type ReportDeps = {
  readonly table: Table;
  readonly clock: Clock;
  readonly wakeOperation: WakeOperation;
};

/**
 * `unknown`, for whatever reason it is not taken: who asks must not learn which connectors and operations
 * there are (decision: reports-are-refused-alike).
 */
export async function takeReport(
  { table, clock, wakeOperation }: ReportDeps,
  request: WireRequest,
): Promise<'taken' | 'unknown'> {
  const now = clock();
  const { 'billhook-connector': id = '', 'billhook-protocol': protocol } = request.headers;
  if (protocol !== String(PROTOCOL)) return 'unknown';
  const connector = await connectorStore(table).find(id);
  if (!connector || connector.removedAt !== undefined) return 'unknown';
  const keys = openKeySet({ keys: connector.keys });
  const report = keys && readReport(request, keys, now);
  if (!report || !(await isFirst(table, { id, nonce: report.nonce, now }))) return 'unknown';
  const woken = await wakeOperation(id, report.state.operation);
  return woken === 'known' ? 'taken' : 'unknown';
}

/** Kept by whoever writes it first: of two that come at once, one counts. */
async function isFirst(
  table: Table,
  { id, nonce, now }: { readonly id: string; readonly nonce: string; readonly now: number },
): Promise<boolean> {
  const put = { ...seenNonceKey(id, nonce), ...passingUntil(now + NONCE_SECONDS * 1000) };
  return (await table.write([{ put, when: { absent: true } }])) === 'written';
}

/**
 * Reports: the state of an operation, sent to the caller that began it. A report that is lost costs time
 * only, since the caller polls as well.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { PROTOCOL } from '../protocol/limits.ts';
import { type OperationState, REPORT_PATH } from '../protocol/operations.ts';
import { jsonBytes, type WireRequest } from '../wire/message.ts';
import { newNonce, type Signer, signRequest } from '../wire/signature.ts';
import type { LogEvent, OpenCaller } from './options.ts';

/** Before each attempt. */
const WAITS_MILLISECONDS = [0, 1_000, 10_000, 60_000];
const TIMEOUT_MILLISECONDS = 10_000;

export type Reporter = {
  readonly connectorId: string;
  readonly signer: Signer;
  readonly now: () => number;
  readonly fetch: typeof fetch;
  readonly log: (event: LogEvent) => void;
  readonly signal: AbortSignal;
};

export async function sendReport(
  reporter: Reporter,
  { name: caller, reportsTo }: Pick<OpenCaller, 'name' | 'reportsTo'>,
  state: OperationState,
): Promise<boolean> {
  if (reportsTo === undefined) return false;
  const { operation } = state;
  for (const milliseconds of WAITS_MILLISECONDS) {
    try {
      if (milliseconds > 0) {
        await wait(milliseconds, undefined, { signal: reporter.signal, ref: false });
      }
      const request = await signedReport(reporter, reportsTo, state);
      const { status } = await reporter.fetch(request.url, {
        method: request.method,
        headers: request.headers as Record<string, string>,
        body: request.body as Uint8Array<ArrayBuffer>,
        redirect: 'error',
        signal: AbortSignal.any([reporter.signal, AbortSignal.timeout(TIMEOUT_MILLISECONDS)]),
      });
      // Whoever does not know the operation will not know it later either.
      if (status < 300 || (status >= 400 && status < 500 && status !== 429)) return status < 300;
    } catch {
      if (reporter.signal.aborted) return false;
    }
  }
  reporter.log({ what: 'report-failed', operation, caller });
  return false;
}

/** Signed again for each attempt: a nonce counts once. */
function signedReport(
  { connectorId, signer, now }: Reporter,
  reportsTo: string,
  state: OperationState,
): Promise<WireRequest> {
  const path = REPORT_PATH.replace('{operation}', state.operation);
  const request: WireRequest = {
    method: 'POST',
    url: `${reportsTo.replace(/\/$/, '')}${path}`,
    headers: {
      'content-type': 'application/json',
      'billhook-protocol': String(PROTOCOL),
      'billhook-connector': connectorId,
      'billhook-operation': state.operation,
    },
    body: jsonBytes(state),
  };
  const created = Math.floor(now() / 1000);
  return signRequest(request, { signer, created, nonce: newNonce() }, 'report');
}

/**
 * Fetching JSON from an address that a partner gave: a partner's signing keys
 * (decisions: signing-keys-from-jwks, guarded-outgoing-requests).
 */
import { type RequestDeps, type RequestFailure, requestSafely } from './safe-request.ts';

const TIMEOUT_MILLISECONDS = 5_000;
const MAX_BODY_BYTES = 65_536;
/** Leads nowhere; and nothing was asked for on a condition. */
const NOT_MODIFIED = 304;

export type FetchFailure =
  | 'address_refused'
  | 'name_not_found'
  | 'connection_failed'
  | 'timed_out'
  | 'redirected'
  | 'unexpected_status'
  | 'too_large'
  | 'invalid_json';

export type Fetched =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: FetchFailure };

/** What tests replace: names, the wire, the clock's patience. */
export type FetchDeps = RequestDeps & { readonly timeoutMilliseconds?: number };

/** Where a connection failed is no matter here. */
const failures: Readonly<Record<RequestFailure, FetchFailure>> = {
  address_refused: 'address_refused',
  name_not_found: 'name_not_found',
  connection_failed: 'connection_failed',
  tls_failed: 'connection_failed',
  answer_broken: 'connection_failed',
  timed_out: 'timed_out',
};

export async function fetchJson(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  deps: FetchDeps = {},
): Promise<Fetched> {
  const { timeoutMilliseconds = TIMEOUT_MILLISECONDS } = deps;
  const limits = { timeoutMilliseconds, maxBytes: MAX_BODY_BYTES, readsBody: isOk };
  const requested = await requestSafely({ url, method: 'GET', headers, ...limits }, deps);
  if (!requested.ok) return refused(failures[requested.reason]);
  const { status, body, isCut } = requested.answer;
  if (status >= 300 && status < 400 && status !== NOT_MODIFIED) return refused('redirected');
  if (!isOk(status)) return refused('unexpected_status');
  return isCut ? refused('too_large') : parsed(body);
}

function isOk(status: number): boolean {
  return status === 200;
}

function refused(reason: FetchFailure): Fetched {
  return { ok: false, reason };
}

function parsed(body: Buffer): Fetched {
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) };
  } catch {
    return refused('invalid_json');
  }
}

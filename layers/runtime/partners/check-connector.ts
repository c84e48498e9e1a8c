/**
 * Looks at a remote connector from where users' sessions will come: with the deployment's own keys, and
 * by its one way out (decision: checked-by-the-deployment).
 */
import { MAX_BODY_BYTES } from '@billhook/connector-kit/protocol/limits';
import type { Transport } from '@billhook/connector-kit/verify/probe';
import { checks, runChecks } from '@billhook/connector-kit/verify/run';
import { openKeySet } from '@billhook/connector-kit/wire/keys';
import { dayOf } from '@billhook/core/base/dates';
import type { CheckLine, CheckState, ConnectorCheck } from '@billhook/core/company/connector-check';
import { isEnded } from '@billhook/core/company/connector-check';
import { exchange, type WireDeps } from '../companies/remote/exchange.ts';
import type { WireKeys } from '../companies/remote/open-remote.ts';
import {
  type ManifestRefusal,
  type ReadManifest,
  readManifest,
} from '../companies/remote/read-manifest.ts';
import { requestConnector } from '../companies/remote/request-connector.ts';
import type { RequestDeps } from '../outbound/safe-request.ts';
import { connectorCheckStore } from '../stores/connector-check-store.ts';
import { connectorStore } from '../stores/connector-store.ts';
import { type RegisterDeps, type RegisterRefusal, readNewConnector } from './register-connector.ts';

export type CheckDeps = RegisterDeps & {
  /** The deployment's own. */
  readonly wireKeys: () => Promise<WireKeys>;
  readonly newCallId: () => string;
  /** How long a second of the suite is: tests are in a hurry. */
  readonly secondMilliseconds?: number;
};

export type CheckRefusal =
  | RegisterRefusal
  /** It does not take our signature, or does not open what we encrypt. */
  | 'no-echo'
  /** It was removed meanwhile. */
  | 'not-registered'
  /** Its keys, or its mode, are others than at the first step. */
  | 'changed';

/** What a check says may quote the connector. */
const MAX_DETAIL_LENGTH = 300;

/**
 * The next step of a look at a connector: first its manifest, then some of the suite's checks. Whatever
 * ends it in between, the step is taken again, and what an earlier one found stays.
 * @param isOver asked before each check: once true, the rest is for the next step.
 * @returns nothing where there is no such look.
 */
export async function checkFurther(
  deps: CheckDeps,
  checkId: string,
  isOver: () => boolean,
): Promise<CheckState | undefined> {
  const store = connectorCheckStore(deps.table);
  const check = await store.find(checkId);
  if (!check || isEnded(check.state)) return check?.state;
  const change = check.manifest ? await runOn(deps, check, isOver) : await begin(deps, check);
  const written = await deps.table.write([store.goOn(check, change)]);
  // Another run of the same step was faster: its word counts.
  if (written === 'conflict') return (await store.find(checkId))?.state;
  return change.state;
}

type Change = Pick<ConnectorCheck, 'state'> & Partial<ConnectorCheck>;

function refused(refusal: CheckRefusal): Change {
  return { state: 'refused', refusal };
}

async function begin(deps: CheckDeps, check: ConnectorCheck): Promise<Change> {
  const { baseUrl } = check;
  const read = check.connector
    ? await readStanding(deps, check.connector)
    : await readNewConnector(deps, baseUrl);
  if (!read.ok) return refused(read.reason);
  const { testLogins: _tests, ...manifest } = read.manifest;
  const connector = { id: manifest.id, baseUrl, keys: read.keys };
  if (!(await echoes(deps, connector))) return { ...refused('no-echo'), manifest };
  // What pays must never be tried on real money.
  return { state: manifest.mode === 'test' ? 'read' : 'done', manifest };
}

async function readStanding(
  deps: CheckDeps,
  id: string,
): Promise<
  ReadManifest | { readonly ok: false; readonly reason: ManifestRefusal | 'not-registered' }
> {
  const standing = await connectorStore(deps.table).find(id);
  if (!standing || standing.removedAt) return { ok: false, reason: 'not-registered' };
  const pinned = new Set(standing.keys.map(({ kid }) => kid));
  return readManifest(standing.baseUrl, { id, pinned }, deps);
}

/** Whether it takes our signature and opens what we encrypt, and we its. */
async function echoes(deps: CheckDeps, connector: Parameters<typeof exchange>[0]) {
  const { newCallId, clock, outbound } = deps;
  const wire: WireDeps = { ...(await deps.wireKeys()), clock, outbound };
  const text = newCallId();
  const exchanged = await exchange(connector, wire, {
    name: 'echo',
    operation: newCallId(),
    document: { text },
    secrets: { text },
  });
  if (exchanged.kind !== 'document') return false;
  return (exchanged.document as { readonly text?: string }).text === text;
}

async function runOn(
  deps: CheckDeps,
  { baseUrl, manifest, results: earlier }: ConnectorCheck,
  isOver: () => boolean,
): Promise<Change> {
  const { signer, agreements } = await deps.wireKeys();
  const ran = await runChecks({
    baseUrl,
    send: sendSafely(deps.outbound),
    keys: { signer, agreements },
    had: new Set(earlier.map(({ id }) => id)),
    isOver,
    today: dayOf(deps.clock()),
    ...(deps.secondMilliseconds && { secondMilliseconds: deps.secondMilliseconds }),
  });
  if ('unreachable' in ran) return refused('unreachable');
  if (kidsOf(ran.manifest) !== kidsOf(manifest)) return refused('changed');
  const results = [...earlier, ...ran.results.map(lineOf)];
  return { state: results.length < checks.length ? 'read' : 'done', results };
}

function kidsOf(manifest: ConnectorCheck['manifest']): string {
  const open = openKeySet(manifest?.keys) ?? [];
  return open
    .map(({ kid }) => kid)
    .sort()
    .join();
}

function lineOf({ id, verdict, detail, milliseconds }: CheckLine): CheckLine {
  return {
    id,
    verdict,
    milliseconds,
    ...(detail !== undefined && { detail: detail.slice(0, MAX_DETAIL_LENGTH) }),
  };
}

const TIMEOUT_MILLISECONDS = 40_000;
/** The suite sends and reads what is too long, to see what comes of it. */
const MOST_BYTES = 4 * MAX_BODY_BYTES;

function sendSafely(outbound: RequestDeps | undefined): Transport {
  return async ({ method, url, headers, body }) => {
    const requested = await requestConnector(
      {
        url,
        method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
        headers: headers as Readonly<Record<string, string>>,
        ...(body.length > 0 && { body }),
        timeoutMilliseconds: TIMEOUT_MILLISECONDS,
        maxBytes: MOST_BYTES,
        readsBody: () => true,
      },
      outbound,
    );
    if (!requested.ok) throw new Error(requested.reason);
    return requested.answer;
  };
}

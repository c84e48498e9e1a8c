/** How the operator's commands reach a remote connector: as the deployment does, with its own keys. */
import { randomBytes } from 'node:crypto';
import { MAX_BODY_BYTES } from '@billhook/connector-kit/protocol/limits';
import type { Manifest } from '@billhook/connector-kit/protocol/manifest';
import type { CheckResult } from '@billhook/connector-kit/verify/check';
import type { Transport } from '@billhook/connector-kit/verify/probe';
import { runChecks } from '@billhook/connector-kit/verify/run';
import { openKeySet } from '@billhook/connector-kit/wire/keys';
import type {
  ConnectorVerified,
  RegisteredConnector,
} from '@billhook/core/company/registered-connector';
import { dayOf, instantText } from '@billhook/core/dates';
import { randomText } from '@billhook/core/ids';
import { exchange, type RemoteConnector } from '@billhook/runtime/companies/remote/exchange';
import { openConnectorKeys } from '@billhook/runtime/key-rings/connector-keys';
import { requestSafely } from '@billhook/runtime/outbound/safe-request';
import { connectorStore } from '@billhook/runtime/stores/connector-store';
import { refusal, type Service } from '../command-group.ts';

const CALL_ID_LENGTH = 20;

/** @throws Refused where there is none, or it was removed. */
export async function findConnector({ table }: Service, id: string): Promise<RegisteredConnector> {
  const found = await connectorStore(table).find(id);
  if (!found || found.removedAt !== undefined) throw refusal(`There is no connector ${id}`);
  return found;
}

export function openWire({
  id,
  baseUrl,
  keys,
}: Pick<RegisteredConnector, 'id' | 'baseUrl' | 'keys'>): RemoteConnector {
  const open = openKeySet({ keys });
  if (!open) throw refusal(`The keys of ${id} do not open`);
  return { id, baseUrl, keys: open };
}

export async function wireDeps({ table, aws }: Service) {
  const clock = Date.now;
  const keys = await openConnectorKeys({ table, clock, aws }).current();
  return { ...keys, clock, newCallId: () => randomText(CALL_ID_LENGTH, randomBytes) };
}

/** Whether it takes our signature and opens what we encrypt, and we its. */
export async function echoes(service: Service, connector: RemoteConnector): Promise<boolean> {
  const deps = await wireDeps(service);
  const text = deps.newCallId();
  const exchanged = await exchange(connector, deps, {
    name: 'echo',
    operation: deps.newCallId(),
    document: { text },
    secrets: { text },
  });
  if (exchanged.kind !== 'document') return false;
  return (exchanged.document as { readonly text?: string }).text === text;
}

/** The conformance suite, with the keys of the deployment: what it finds is what users would meet. */
export async function checkConnector(
  service: Service,
  { baseUrl }: Pick<RegisteredConnector, 'baseUrl'>,
  onResult: (result: CheckResult) => void,
): Promise<{ readonly results: readonly CheckResult[]; readonly verified: ConnectorVerified }> {
  const { signer, agreements } = await wireDeps(service);
  const ran = await runChecks({
    baseUrl,
    send: sendSafely,
    keys: { signer, agreements },
    today: dayOf(service.now),
    onResult,
  });
  if ('unreachable' in ran) throw refusal(ran.unreachable);
  return { results: ran.results, verified: verifiedOf(ran.results, service.now) };
}

const TIMEOUT_MILLISECONDS = 40_000;

/** By the one way out that the service has: public addresses alone. */
const sendSafely: Transport = async ({ method, url, headers, body }) => {
  const requested = await requestSafely({
    url,
    method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
    headers: headers as Readonly<Record<string, string>>,
    ...(body.length > 0 && { body }),
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
    maxBytes: 4 * MAX_BODY_BYTES,
    readsBody: () => true,
  });
  if (!requested.ok) throw new Error(requested.reason);
  return requested.answer;
};

function verifiedOf(results: readonly CheckResult[], now: number): ConnectorVerified {
  const count = (verdict: CheckResult['verdict']) =>
    results.filter((one) => one.verdict === verdict).length;
  return {
    at: instantText(now),
    passed: count('PASS'),
    warned: count('WARN'),
    failed: count('FAIL'),
    skipped: count('SKIP'),
  };
}

/** What the operator is asked to confirm. */
export function phraseOfManifest({ capabilities, mode }: Pick<Manifest, 'capabilities' | 'mode'>) {
  const { reads, pays, swaps, handlesCards, funding } = capabilities;
  const does = [
    ...(reads ? ['reads bills'] : []),
    ...(pays.length > 0 ? [`pays by ${pays.join(' and ')} (${funding})`] : []),
    ...(swaps ? ['puts cards on file'] : []),
    handlesCards ? 'may be given card numbers' : 'takes no card numbers',
  ];
  return `${mode}: ${does.join(', ')}`;
}

/**
 * A remote connector by its name: looked up in the registry with its first call, and again once a minute,
 * so that new keys and a removal count within one.
 */
import { randomBytes } from 'node:crypto';
import { certifierFor } from '@billhook/connector-kit/wire/certificate';
import { type OpenKey, openKeySet } from '@billhook/connector-kit/wire/keys';
import type { Agreement } from '@billhook/connector-kit/wire/secrets';
import type { Signer } from '@billhook/connector-kit/wire/signature';
import type { Clock } from '@billhook/core/base/dates';
import { randomText } from '@billhook/core/base/ids';
import type { Connector } from '@billhook/core/company/connector';
import { isNothingTried, NothingTried } from '@billhook/core/company/nothing-tried';
import type { RegisteredConnector } from '@billhook/core/company/registered-connector';
import type { Fingerprint } from '../../aws/fingerprint.ts';
import { logCounted, logFailure, logWarning } from '../../aws/logger.ts';
import type { SendTo } from '../../aws/queues.ts';
import { connectorStore } from '../../stores/connector-store.ts';
import { wirePaymentStore } from '../../stores/wire-payment-store.ts';
import type { Table } from '../../table/types.ts';
import { carryToWorker } from '../worker/carry.ts';
import type { RemoteConnector } from './exchange.ts';
import type { Trouble } from './follow.ts';
import { openRemoteCalls, type RemoteCalls, type RemoteDeps } from './remote-connector.ts';
import { remoteRules } from './rules.ts';
import { openWireIds } from './wire-ids.ts';

/** Our own keys: what signs requests, and what opens what connectors return. */
export type WireKeys = {
  readonly signer: Signer;
  readonly agreements: readonly Agreement[];
  readonly own?: OpenKey;
};

export type RemoteNeeds = {
  readonly table: Table;
  readonly clock: Clock;
  readonly fingerprint: Fingerprint;
  readonly wireKeys: () => Promise<WireKeys>;
  readonly outbound?: RemoteDeps['outbound'];
  readonly secondMilliseconds?: number;
  /** To the queues of workers. */
  readonly send?: SendTo;
};

const KEPT_MILLISECONDS = 60_000;
const CALL_ID_LENGTH = 20;

export function openRemote(id: string, needs: RemoteNeeds): Connector {
  const { clock } = needs;
  // It outlives what is looked up again each minute.
  const certify = certifierFor(id, clock);
  let kept: { readonly calls: Promise<RemoteCalls>; readonly openedAt: number } | undefined;
  const opened = (): Promise<RemoteCalls> => {
    const now = clock();
    if (kept && now >= kept.openedAt && now - kept.openedAt < KEPT_MILLISECONDS) return kept.calls;
    const calls = openCalls(id, { ...needs, certify });
    kept = { calls, openedAt: now };
    // What failed is tried again with the next call.
    calls.catch(() => {
      if (kept?.calls === calls) kept = undefined;
    });
    return calls;
  };
  return {
    ...remoteRules,
    logIn: async (session) => (await opened()).logIn(session),
    listBills: async (session) => (await opened()).listBills(session),
    pay: async (session, request) => (await opened()).pay(session, request),
    findPayment: async (session, asked) => (await opened()).findPayment(session, asked),
    cancelPayment: async (session, asked) => {
      const calls = await opened();
      return (calls.cancelPayment ?? calls.findPayment)(session, asked);
    },
    swap: async (session, request) => (await opened()).swap(session, request),
    findSwap: async (session, attemptId) => (await opened()).findSwap(session, attemptId),
    endSession: async (session) => (await opened()).endSession?.(session),
    settlements: async (day, cursor) => (await opened()).settlements?.(day, cursor),
  };
}

type Needs = RemoteNeeds & Required<Pick<RemoteConnector, 'certify'>>;

/** @throws NothingTried: whatever is in the way, the connector was not asked. */
async function openCalls(id: string, needs: Needs): Promise<RemoteCalls> {
  try {
    return await lookUp(id, needs);
  } catch (error) {
    if (!isNothingTried(error)) {
      logFailure('A remote connector could not be opened', error, { connectorId: id });
    }
    throw new NothingTried();
  }
}

async function lookUp(id: string, needs: Needs): Promise<RemoteCalls> {
  const { table, clock, fingerprint, wireKeys, outbound, secondMilliseconds } = needs;
  const registered = await connectorStore(table).find(id);
  const [keys, idKey] = await Promise.all([wireKeys(), fingerprint('connector-ids', id)]);
  const wireIds = openWireIds(idKey);
  const connector =
    registered?.transport === 'worker'
      ? openWorkers(registered, {
          ...needs,
          own: keys.own,
          digest: (text) => wireIds('body', text),
        })
      : registered && openRegistered(registered, needs.certify);
  if (!connector) {
    logWarning('A company names a connector that is not registered', { connectorId: id });
    throw new NothingTried();
  }
  const payments = wirePaymentStore(table);
  return openRemoteCalls(connector, {
    ...keys,
    clock,
    outbound,
    secondMilliseconds,
    wireIds,
    newCallId: () => randomText(CALL_ID_LENGTH, randomBytes),
    payments: {
      note: (wireId, paymentId) => payments.note(id, wireId, paymentId, clock()),
      find: (wireId) => payments.find(id, wireId),
    },
    tell: (trouble) => tell(id, trouble, clock()),
  });
}

/** Nothing of one that was removed, and where no worker is deployed. */
function openWorkers(
  { id, removedAt }: RegisteredConnector,
  {
    table,
    clock,
    send,
    own,
    digest,
  }: Pick<RemoteNeeds, 'table' | 'clock' | 'send'> &
    Pick<WireKeys, 'own'> & { readonly digest: (text: string) => string },
): RemoteConnector | undefined {
  if (removedAt !== undefined || !own || !send) return undefined;
  const carry = carryToWorker({ table, clock, send, connector: id, own, digest });
  return { id, baseUrl: '', keys: [own], carry };
}

/** Nothing of one that was removed. */
function openRegistered(
  registered: RegisteredConnector,
  certify: Needs['certify'],
): RemoteConnector | undefined {
  const { id, baseUrl, keys: publicKeys, removedAt, manifest } = registered;
  const keys = openKeySet({ keys: publicKeys });
  if (!keys || removedAt !== undefined) return undefined;
  return { id, baseUrl, keys, ...(manifest.requestCertificates && { certify }) };
}

/** Ids of the wire alone: they lead to a payment by `npx billhook find`, and say nothing. */
function tell(connectorId: string, { what, name, operation, code }: Trouble, now: number): void {
  const trouble = code ? `${what}: ${code}` : what;
  const fields = { connectorId, trouble, member: name, operation };
  if (what === 'another-body' || what === 'nonsense' || what === 'unreadable-secrets') {
    logCounted('CompanyNonsense', 'A remote connector does not keep the protocol', fields, now);
  } else {
    logWarning('A remote connector was asked in vain', fields);
  }
}

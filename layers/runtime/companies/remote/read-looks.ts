/** What connectors say of their companies' pages, once an hour; and the worker of a deployment, sent to look. */
import { type Look, looksSecrets } from '@billhook/connector-kit/protocol/looks';
import { openKeySet } from '@billhook/connector-kit/wire/keys';
import { decryptSecrets } from '@billhook/connector-kit/wire/secrets';
import { randomText } from '@billhook/core/base/ids';
import type { RegisteredConnector } from '@billhook/core/company/registered-connector';
import * as v from 'valibot';
import { logFailure, logWarning } from '../../aws/logger.ts';
import type { Vault } from '../../aws/vault.ts';
import { connectorStore } from '../../stores/connector-store.ts';
import type { Outside } from '../../table/outside.ts';
import { noteLook } from '../note-look.ts';
import { sendToLook } from '../worker/send-to-look.ts';
import { exchange } from './exchange.ts';
import type { RemoteNeeds } from './open-remote.ts';

export type LookDeps = Pick<RemoteNeeds, 'table' | 'clock' | 'wireKeys' | 'outbound'> &
  Required<Pick<RemoteNeeds, 'send'>> &
  Pick<Outside, 'random'> & { readonly vault: Pick<Vault, 'seal'> };

const OPERATION_LENGTH = 22;

/**
 * Safe to repeat: what was said before changes nothing. One connector that fails holds up no other.
 *
 * @param deadline milliseconds since the epoch; nothing is begun after it.
 * @returns how many companies were looked at, or are going to be.
 */
export async function readLooks(deps: LookDeps, deadline: number): Promise<number> {
  const connectors = await connectorStore(deps.table).list();
  const looking = connectors.filter(
    ({ removedAt, manifest }) => removedAt === undefined && manifest.capabilities.looks,
  );
  let count = 0;
  for (const connector of looking) {
    if (deps.clock() > deadline) break;
    try {
      const isWorker = connector.transport === 'worker';
      count += await (isWorker ? sendToLook(deps, connector, deadline) : readOf(deps, connector));
    } catch (error) {
      const { id: connectorId } = connector;
      logFailure('What companies’ pages look like could not be read', error, { connectorId });
    }
  }
  return count;
}

async function readOf(deps: LookDeps, connector: RegisteredConnector): Promise<number> {
  const { id: connectorId, baseUrl } = connector;
  const keys = openKeySet({ keys: connector.keys });
  if (!keys) return 0;
  const wire = { ...deps, ...(await deps.wireKeys()) };
  const operation = randomText(OPERATION_LENGTH, deps.random);
  const remote = { id: connectorId, baseUrl, keys };
  const exchanged = await exchange(remote, wire, { name: 'looks', operation });
  if (exchanged.kind !== 'document') {
    const trouble = exchanged.kind === 'refused' ? exchanged.code : exchanged.kind;
    logWarning('A connector doesn’t say what its pages look like', { connectorId, trouble });
    return 0;
  }
  const { looks, secrets } = exchanged.document as { looks: readonly Look[]; secrets?: string };
  const opened = secrets && (await decryptSecrets(secrets, wire.agreements, operation));
  const read = v.safeParse(looksSecrets, opened ? opened.value : { pages: [] });
  const pages = read.success ? read.output.pages : [];
  let count = 0;
  for (const { company, ...looked } of looks) {
    const own = pages.filter((page) => page.company === company);
    if (await noteLook(deps, connector, company, { looked, pages: own })) count += 1;
  }
  return count;
}

/** What remote connectors say of their companies' pages, once an hour. */
import { type Look, looksSecrets } from '@billhook/connector-kit/protocol/looks';
import { openKeySet } from '@billhook/connector-kit/wire/keys';
import { decryptSecrets } from '@billhook/connector-kit/wire/secrets';
import {
  afterLook,
  type LookRecord,
  type UnknownPage,
  withPage,
} from '@billhook/core/company/looks';
import type { RegisteredConnector } from '@billhook/core/company/registered-connector';
import { companyIdOf } from '@billhook/core/company/remote-company';
import { randomText } from '@billhook/core/ids';
import * as v from 'valibot';
import { logCounted, logFailure, logWarning } from '../../aws/logger.ts';
import type { Vault } from '../../aws/vault.ts';
import { companyStore } from '../../stores/company-store.ts';
import { connectorStore } from '../../stores/connector-store.ts';
import { lookStore } from '../../stores/look-store.ts';
import { writeSurely, writeUnlessChanged } from '../../table/intended-writes.ts';
import type { Outside } from '../../table/outside.ts';
import { exchange } from './exchange.ts';
import type { RemoteNeeds } from './open-remote.ts';

export type LookDeps = Pick<RemoteNeeds, 'table' | 'clock' | 'wireKeys' | 'outbound'> &
  Pick<Outside, 'random'> & { readonly vault: Pick<Vault, 'seal'> };

const OPERATION_LENGTH = 22;

/**
 * Safe to repeat: what was said before changes nothing. One connector that fails holds up no other.
 *
 * @param deadline milliseconds since the epoch; nothing is begun after it.
 * @returns how many companies were looked at.
 */
export async function readLooks(deps: LookDeps, deadline: number): Promise<number> {
  const connectors = await connectorStore(deps.table).list();
  const looking = connectors.filter(
    // A deployment's own worker has no address to be asked at, and looks at none by itself yet.
    ({ removedAt, manifest, transport }) =>
      removedAt === undefined && transport !== 'worker' && manifest.capabilities.looks,
  );
  let count = 0;
  for (const connector of looking) {
    if (deps.clock() > deadline) break;
    try {
      count += await readOf(deps, connector);
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
    const companyId = companyIdOf(connectorId, company);
    const own = pages.filter((page) => page.company === company);
    if (await note(deps, { companyId, connectorId }, looked, own)) count += 1;
  }
  return count;
}

type Whose = { readonly companyId: string; readonly connectorId: string };

/** @returns whether it is a company of the directory's. */
async function note(
  deps: LookDeps,
  { companyId, connectorId }: Whose,
  looked: Omit<Look, 'company'>,
  pages: readonly UnknownPage[],
): Promise<boolean> {
  const { table, clock, vault } = deps;
  // Another connector may have its companies by now.
  const company = await companyStore(table).find(companyId);
  if (company?.connector !== connectorId) return false;
  const store = lookStore(table);
  const before = await store.find(companyId);
  let next: LookRecord = afterLook(before, looked);
  for (const page of pages.toReversed()) {
    const known = next;
    next = withPage(known, page);
    if (next === known) continue;
    await writeSurely(table, [await store.keepPage(vault, companyId, page)]);
  }
  if (next !== before) {
    const version = (before?.version ?? 0) + 1;
    const save = store.save(companyId, { ...next, version }, before, clock());
    await writeUnlessChanged(table, [save]);
  }
  if (looked.state !== 'changed') return true;
  const message = 'The page of a company isn’t as its connector knows it';
  logCounted('PagesChanged', message, { companyId, connectorId }, clock());
  return true;
}

/** What a look, or a session, has seen of a company's page: noted, sealed, and counted for the alarm. */

import type { Clock } from '@billhook/core/base/dates';
import {
  afterLook,
  type Looked,
  type LookRecord,
  type UnknownPage,
  withPage,
} from '@billhook/core/company/looks';
import type { RegisteredConnector } from '@billhook/core/company/registered-connector';
import { companyOfConnector } from '@billhook/core/company/remote-company';
import { logCounted } from '../aws/logger.ts';
import type { Vault } from '../aws/vault.ts';
import { companyStore } from '../stores/company-store.ts';
import { lookStore } from '../stores/look-store.ts';
import { writeSurely, writeUnlessChanged } from '../table/intended-writes.ts';
import type { Table } from '../table/types.ts';

export type NoteDeps = {
  readonly table: Table;
  readonly clock: Clock;
  readonly vault: Pick<Vault, 'seal'>;
};

export type Seen = {
  /** Nothing of what a session has met. */
  readonly looked?: Looked;
  /** The latest first. */
  readonly pages: readonly UnknownPage[];
};

/**
 * Safe to repeat: what was noted before changes nothing.
 * @returns whether the row is a company of the directory's, and that connector's.
 */
export async function noteLook(
  { table, clock, vault }: NoteDeps,
  registered: Pick<RegisteredConnector, 'id' | 'claims'>,
  row: string,
  { looked, pages }: Seen,
): Promise<boolean> {
  const { id: connectorId } = registered;
  const companyId = companyOfConnector(registered, row);
  // Another connector may have its companies by now.
  const company = await companyStore(table).find(companyId);
  if (company?.connector !== connectorId) return false;
  const store = lookStore(table);
  const before = await store.find(companyId);
  let next: LookRecord | undefined = looked ? afterLook(before, looked) : before;
  for (const page of pages.toReversed()) {
    const known = next;
    next = withPage(known, page);
    if (next === known) continue;
    await writeSurely(table, [await store.keepPage(vault, companyId, page)]);
  }
  if (next && next !== before) {
    const version = (before?.version ?? 0) + 1;
    const save = store.save(companyId, { ...next, version }, before, clock());
    await writeUnlessChanged(table, [save]);
  }
  if (looked?.state !== 'changed') return true;
  const message = 'The page of a company isn’t as its connector knows it';
  logCounted('PagesChanged', message, { companyId, connectorId }, clock());
  return true;
}

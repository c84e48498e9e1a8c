/** Telling remote connectors to forget the connections of accounts that were unlinked or erased. */
import { openKeySet } from '@billhook/connector-kit/wire/keys';
import {
  type ForgettingRecord,
  forgetLater,
  isForgettingDue,
} from '@billhook/core/company/forgetting';
import { logFailure, logWarning } from '../../aws/logger.ts';
import { connectorStore } from '../../stores/connector-store.ts';
import { forgettingStore } from '../../stores/forgetting-store.ts';
import { writeUnlessChanged } from '../../table/intended-writes.ts';
import { exchange, type RemoteConnector } from './exchange.ts';
import type { RemoteNeeds } from './open-remote.ts';

export type ForgetDeps = Pick<RemoteNeeds, 'table' | 'clock' | 'wireKeys' | 'outbound'>;

/** Connections at a time: a connector that doesn't answer takes half a minute of its own. */
const AT_ONCE = 8;

/**
 * Safe to repeat: a connector that was told answers the same again.
 *
 * @param deadline milliseconds since the epoch; nothing is begun after it.
 * @returns how many were forgotten.
 */
export async function forgetConnections(deps: ForgetDeps, deadline: number): Promise<number> {
  const { table, clock } = deps;
  let count = 0;
  let together: ForgettingRecord[] = [];
  const tell = async () => {
    const told = await Promise.all(together.map((record) => forget(deps, record)));
    count += told.filter(Boolean).length;
    together = [];
  };
  for await (const record of forgettingStore(table).list()) {
    if (clock() > deadline) return count;
    if (!isForgettingDue(record, clock())) continue;
    together.push(record);
    if (together.length === AT_ONCE) await tell();
  }
  await tell();
  return count;
}

async function forget(deps: ForgetDeps, record: ForgettingRecord): Promise<boolean> {
  const { table, clock } = deps;
  const { connectorId, operation } = record;
  const forgetting = forgettingStore(table);
  const trouble = await tellConnector(deps, record);
  if (trouble === undefined) {
    await writeUnlessChanged(table, forgetting.end(record));
    return true;
  }
  const next = forgetLater(record, clock());
  const said = next.givenUpAt
    ? 'A connector was never told to forget a connection'
    : 'A connector could not be told to forget a connection';
  logWarning(said, { connectorId, operation, trouble });
  await writeUnlessChanged(table, forgetting.save(next, clock()));
  return false;
}

/** What went wrong; nothing where it is done, or there is nothing left to say. */
async function tellConnector(
  deps: ForgetDeps,
  record: ForgettingRecord,
): Promise<string | undefined> {
  const { connectorId, operation } = record;
  const farewell = await forgettingStore(deps.table).farewellOf(record);
  if (!farewell) return undefined;
  try {
    const connector = await findConnector(deps, connectorId);
    if (connector === 'keeps-nothing') return undefined;
    if (!connector) return 'not-registered';
    const { auth, company, secrets } = farewell;
    const exchanged = await exchange(
      connector,
      { ...deps, ...(await deps.wireKeys()) },
      { name: 'forget', operation, document: { auth, company, secrets } },
    );
    if (exchanged.kind === 'document') return undefined;
    return exchanged.kind === 'refused' ? exchanged.code : exchanged.kind;
  } catch (error) {
    logFailure('A connector could not be told to forget a connection', error, { connectorId });
    return 'failed';
  }
}

/** One that was removed, too: that is when it has the most to forget. */
async function findConnector(
  { table }: ForgetDeps,
  id: string,
): Promise<RemoteConnector | 'keeps-nothing' | undefined> {
  const registered = await connectorStore(table).find(id);
  if (registered?.transport === 'worker') return 'keeps-nothing';
  const keys = registered && openKeySet({ keys: registered.keys });
  return keys && { id, baseUrl: registered.baseUrl, keys };
}

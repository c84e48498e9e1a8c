/**
 * The connectors of this deployment: those that come with it, and remote ones that an operator has
 * registered. A company's record names the one that reaches it.
 */
import type { CompanyRecord } from '@billhook/core/company/company';
import type { Connector } from '@billhook/core/company/connector';
import { openFingerprint } from '../aws/fingerprint.ts';
import { openQueues } from '../aws/queues.ts';
import { openConnectorKeys } from '../key-rings/connector-keys.ts';
import { connectorStore } from '../stores/connector-store.ts';
import type { Outside } from '../table/outside.ts';
import type { Table } from '../table/types.ts';
import { builtInConnectors, type ConnectorNeeds } from './built-in-connectors.ts';
import { openRemote, type RemoteNeeds } from './remote/open-remote.ts';

export type ConnectorsNeeds = ConnectorNeeds & RemoteNeeds;

export function connectorNeeds({
  table,
  clock,
  aws,
}: Pick<Outside, 'table' | 'clock' | 'aws'>): ConnectorsNeeds {
  const { current: wireKeys } = openConnectorKeys({ table, clock, aws });
  return { table, clock, fingerprint: openFingerprint(aws), wireKeys, send: openQueues(aws) };
}

/** The names of all whose days are reconciled: those that were removed report no more. */
export async function connectorIds(table: Table): Promise<string[]> {
  const registered = await connectorStore(table).list();
  const remote = registered.filter(({ removedAt }) => removedAt === undefined);
  return [...Object.keys(builtInConnectors), ...remote.map(({ id }) => id)];
}

export function openConnector(id: string, needs: ConnectorsNeeds): Connector {
  return builtInConnectors[id]?.(needs) ?? openRemote(id, needs);
}

/** Each is opened once. One that nobody registered fails with its first call. */
export function openConnectors(needs: ConnectorsNeeds): (company: CompanyRecord) => Connector {
  const opened = new Map<string, Connector>();
  return ({ connector: id }) => {
    const connector = opened.get(id) ?? openConnector(id, needs);
    opened.set(id, connector);
    return connector;
  };
}

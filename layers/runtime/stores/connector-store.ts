/** Remote connectors, as an operator registered them. */

import { CONNECTORS_PARTITION, connectorKey } from '@billhook/core/base/table-keys';
import {
  isConnectorId,
  type RegisteredConnector,
} from '@billhook/core/company/registered-connector';
import type { Table, Write } from '../table/types.ts';

export type ConnectorStore = {
  /** Strongly consistent. One that was removed, too. */
  find(id: string): Promise<RegisteredConnector | undefined>;
  /** By their ids, removed ones too. */
  list(): Promise<RegisteredConnector[]>;
  /** Fails where another has written since the version before. */
  save(next: RegisteredConnector): Write;
};

type ConnectorItem = RegisteredConnector & { readonly pk: string; readonly sk: string };

export function connectorStore(table: Table): ConnectorStore {
  return {
    async find(id) {
      if (!isConnectorId(id)) return undefined;
      const item = await table.get<ConnectorItem>(connectorKey(id));
      return item && recordOf(item);
    },
    async list() {
      const found: RegisteredConnector[] = [];
      let after: Record<string, string> | undefined;
      do {
        const page = await table.query<ConnectorItem>({ partition: CONNECTORS_PARTITION, after });
        found.push(...page.items.map(recordOf));
        after = page.next;
      } while (after);
      return found;
    },
    save: (next) => ({
      put: { ...connectorKey(next.id), ...next },
      when: next.version === 1 ? { absent: true } : { equals: { version: next.version - 1 } },
    }),
  };
}

function recordOf({ pk: _pk, sk: _sk, ...record }: ConnectorItem): RegisteredConnector {
  return record;
}

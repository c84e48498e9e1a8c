/** Looks at remote connectors: an operator begins one, and the deployment goes on with it. */

import { connectorCheckKey } from '@billhook/core/base/table-keys';
import type { ConnectorCheck } from '@billhook/core/company/connector-check';
import type { Table, Write } from '../table/types.ts';

/** Long enough to be looked up afterwards. */
const DAYS_KEPT = 30;
const DAY_SECONDS = 24 * 60 * 60;

export type ConnectorCheckStore = {
  /** Strongly consistent. */
  find(checkId: string): Promise<ConnectorCheck | undefined>;
  begin(check: ConnectorCheck, now: number): Write;
  /** Fails where another step has written since `before` was read. */
  goOn(before: ConnectorCheck, change: Partial<ConnectorCheck>): Write;
};

export function connectorCheckStore(table: Table): ConnectorCheckStore {
  return {
    async find(checkId) {
      const item = await table.get<ConnectorCheck & { pk: string; sk: string; expiresAt: number }>(
        connectorCheckKey(checkId),
      );
      if (!item) return undefined;
      const { pk: _pk, sk: _sk, expiresAt: _expiresAt, ...check } = item;
      return check;
    },
    begin: (check, now) => ({
      put: {
        ...connectorCheckKey(check.checkId),
        ...check,
        expiresAt: Math.ceil(now / 1000) + DAYS_KEPT * DAY_SECONDS,
      },
      when: { absent: true },
    }),
    goOn: ({ checkId, step }, change) => ({
      update: connectorCheckKey(checkId),
      set: { ...change, step: step + 1 },
      when: { equals: { step } },
    }),
  };
}

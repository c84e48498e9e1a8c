/** The template's connector, registered with a deployment that has nothing but a table. */

import { openKeySet } from '@billhook/connector-kit/wire/keys';
import type { WireResponse } from '@billhook/connector-kit/wire/message';
import { agreementOf } from '@billhook/connector-kit/wire/secrets';
import { signerOf } from '@billhook/connector-kit/wire/signature';
import type { Connector } from '@billhook/core/company/connector';
import type { RegisteredConnector } from '@billhook/core/company/registered-connector';
import { parsedConnector } from '@billhook/runtime/companies/parsed-connector';
import { importRows, planRows } from '@billhook/runtime/companies/remote/import-connector';
import { openRemote } from '@billhook/runtime/companies/remote/open-remote';
import { readRows } from '@billhook/runtime/companies/remote/read-companies';
import { readNewConnector, registerConnector } from '@billhook/runtime/partners/register-connector';
import { connectorStore } from '@billhook/runtime/stores/connector-store';
import { manifest } from '../../../connectors/kit/template/manifest.ts';
import { type MemoryTable, memoryTable } from '../../support/memory-table.ts';
import { signAgain } from './bad-connector.ts';
import { suiteKeys } from './good-connector.ts';
import { type Between, type ServedConnector, serveConnector } from './served-connector.ts';

const outbound = { allowLocal: true };
const { id } = manifest;

export const operator = { kind: 'operator', id: 'local:test' } as const;

export type Registered = {
  readonly served: ServedConnector;
  readonly table: MemoryTable;
  readonly deps: {
    readonly table: MemoryTable;
    readonly clock: () => number;
    readonly outbound: typeof outbound;
  };
  readonly standing: () => Promise<RegisteredConnector>;
  /** Reads and plans its rows; nothing where they can't be had. Nothing is written. */
  readonly plan: (since?: string) => Promise<Awaited<ReturnType<typeof planRows>> | undefined>;
  /** The same, written but for what waits for an operator. */
  readonly importRows: (since?: string) => ReturnType<Registered['plan']>;
  /** As every caller has it: by the registry, and with its results parsed. */
  readonly open: () => Connector;
};

export async function registerServed(): Promise<Registered> {
  const served = await serveConnector();
  const table = memoryTable(Date.now);
  const deps = { table, clock: Date.now, outbound };
  const found = await readNewConnector(deps, served.baseUrl);
  if (!found.ok) throw new Error(found.reason);
  const { baseUrl } = served;
  await registerConnector(deps, found, { baseUrl, takesCards: true, actor: operator });
  let calls = 0;
  const wire = {
    ...deps,
    signer: signerOf(suiteKeys.signing),
    agreements: [agreementOf(suiteKeys.encryption)],
    newCallId: () => {
      calls += 1;
      return `call-${calls}`.padEnd(20, '0');
    },
  };
  const standing = async () => {
    const registered = await connectorStore(table).find(id);
    if (!registered) throw new Error('The connector is not registered');
    return registered;
  };
  const plan: Registered['plan'] = async (since) => {
    const registered = await standing();
    const keys = openKeySet({ keys: registered.keys }) ?? [];
    const read = await readRows({ id, baseUrl, keys }, wire, since);
    return read && planRows(deps, registered, read, since === undefined);
  };
  return {
    ...{ served, table, deps, standing, plan },
    importRows: async (since) => {
      const planned = await plan(since);
      if (planned) await importRows(deps, planned, () => false);
      return planned;
    },
    open: () =>
      parsedConnector(
        openRemote(id, {
          ...deps,
          fingerprint: async () => Buffer.alloc(32, 7),
          wireKeys: async () => wire,
          secondMilliseconds: 1,
        }),
        Date.now,
      ) as Connector,
  };
}

/** Whatever it was going to say, it says this, and signs it. */
export function saysInstead(
  part: string,
  change: (response: WireResponse, body: Record<string, unknown>) => Partial<WireResponse>,
): Between {
  return async (request, next) => {
    const response = await next(request);
    if (!request.url.includes(part)) return response;
    const body = JSON.parse(Buffer.from(response.body).toString()) as Record<string, unknown>;
    return signAgain({ ...response, ...change(response, body) }, request);
  };
}

export function jsonBody(value: unknown): Pick<WireResponse, 'body'> {
  return { body: Buffer.from(JSON.stringify(value)) };
}

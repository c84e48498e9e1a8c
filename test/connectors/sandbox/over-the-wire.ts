/** The sandbox behind the wire, as the connector contract has it: the calling side, and the kit's server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keySetOf, newOwnKeys } from '@billhook/connector-kit/wire/keys';
import { agreementOf } from '@billhook/connector-kit/wire/secrets';
import { signerOf } from '@billhook/connector-kit/wire/signature';
import type { Connector } from '@billhook/core/connector';
import { readManifest } from '@billhook/runtime/companies/remote/read-manifest';
import { createRemoteConnector } from '@billhook/runtime/companies/remote/remote-connector';
import { openWireIds } from '@billhook/runtime/companies/remote/wire-ids';
import { rows } from '../../../connectors/sandbox/directory.ts';
import { serveSandbox } from '../../../connectors/sandbox/serve.ts';

/** Which login of which link a session belongs to. */
export type Round = { loginId: string; round: number };

export async function openOverTheWire(current: () => Round) {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-wire-'));
  const keys = newOwnKeys();
  const callers = [{ name: 'billhook', keys: keySetOf(keys.signing, keys.encryption) }];
  const served = await serveSandbox({ folder, callers });
  const deps = { clock: Date.now, outbound: { allowLocal: true } };
  const read = await readManifest(served.url, undefined, deps);
  if (!read.ok) throw new Error(read.reason);
  let calls = 0;
  const connector: Connector = createRemoteConnector(
    { id: read.manifest.id, baseUrl: served.url, manifest: read.manifest, keys: read.keys },
    {
      ...deps,
      signer: signerOf(keys.signing),
      agreements: [agreementOf(keys.encryption)],
      wireIds: openWireIds(Buffer.alloc(32, 7)),
      rowOf: ({ _id }) => {
        const row = rows.find(({ id }) => `co_${id}` === _id);
        if (!row) throw new Error(`No row is of ${_id}`);
        return row;
      },
      loginRound: current,
      newReadingId: () => {
        calls += 1;
        return `call-${calls}`;
      },
      tell: () => {},
    },
  );
  return {
    connector,
    close: async () => {
      await served.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

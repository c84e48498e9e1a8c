/** The sandbox behind the wire, as the connector contract has it: the calling side, and the kit's server. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keySetOf, newOwnKeys } from '@billhook/connector-kit/wire/keys';
import { agreementOf } from '@billhook/connector-kit/wire/secrets';
import { signerOf } from '@billhook/connector-kit/wire/signature';
import type { CompanyRecord } from '@billhook/core/company/company';
import { companyOfRow } from '@billhook/core/company/remote-company';
import { readManifest } from '@billhook/runtime/companies/remote/read-manifest';
import { openRemoteCalls } from '@billhook/runtime/companies/remote/remote-connector';
import { remoteRules } from '@billhook/runtime/companies/remote/rules';
import { openWireIds } from '@billhook/runtime/companies/remote/wire-ids';
import { rows } from '../../../connectors/sandbox/directory.ts';
import { serveSandbox } from '../../../connectors/sandbox/serve.ts';

export async function openOverTheWire() {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-wire-'));
  const keys = newOwnKeys();
  const callers = [{ name: 'billhook', keys: keySetOf(keys.signing, keys.encryption) }];
  const served = await serveSandbox({ folder, callers });
  const deps = { clock: Date.now, outbound: { allowLocal: true } };
  const read = await readManifest(served.url, undefined, deps);
  if (!read.ok) throw new Error(read.reason);
  const { manifest } = read;
  const payments = new Map<string, string>();
  const calls = openRemoteCalls(
    { id: manifest.id, baseUrl: served.url, keys: read.keys },
    {
      ...deps,
      signer: signerOf(keys.signing),
      agreements: [agreementOf(keys.encryption)],
      wireIds: openWireIds(Buffer.alloc(32, 7)),
      newCallId: () => randomUUID(),
      payments: {
        note: async (wireId, paymentId) => void payments.set(wireId, paymentId),
        find: async (wireId) => payments.get(wireId),
      },
      tell: () => {},
    },
  );
  return {
    connector: { ...remoteRules, ...calls },
    /** A company of the sandbox, as it is imported from its row. */
    imported({ _id }: CompanyRecord): CompanyRecord {
      const row = rows.find(({ id }) => `co_${id}` === _id);
      if (!row) throw new Error(`No row is of ${_id}`);
      return companyOfRow(row, _id, { ...manifest, takesCards: true });
    },
    close: async () => {
      await served.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * `npm run tools -- keep-state`: has this checkout's service write a state folder with all that a later release
 * must be able to open, kills the service amid its work, and packs the folder as a fixture.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Service, startService } from '../../lib/local/service-process.ts';
import { startTableServer } from '../../lib/local/tables/dynoxide.ts';
import type { Credentials, Manifest } from '../../test/support/kept/manifest.ts';
import { machineWords, packState } from '../../test/support/kept/pack.ts';
import { readEverything } from '../../test/support/kept/read-everything.ts';
import { keepDeliveries, keepTokens } from './kept/deliveries.ts';
import { openHousehold } from './kept/household.ts';
import { keepEnded } from './kept/links.ts';
import { keepPartners } from './kept/partners.ts';
import { startTableGate, type TableGate } from './kept/table-gate.ts';
import { keepUnderWay } from './kept/under-way.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'billhook-kept-'));
const stateDir = join(folder, 'state');
const fixtures = join(root, 'test/fixtures');

try {
  const { manifest, credentials } = await keep();
  mkdirSync(fixtures, { recursive: true });
  const archive = join(fixtures, `state-${version}.tar.gz`);
  const scratch = join(folder, 'packed');
  packState(stateDir, credentials, { scratch, archive, machine: machineWords(root, folder) });
  const listing = archive.replace('.tar.gz', '.json');
  writeFileSync(listing, `${JSON.stringify(manifest, null, 2)}\n`);
  const kibibytes = Math.ceil(statSync(archive).size / 1024);
  console.log(`${archive}: ${kibibytes} KiB, with ${listing}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function keep(): Promise<{ manifest: Manifest; credentials: Credentials }> {
  // The table server is ours, so that the gate stands before it; its file goes where the service has it.
  const tables = await startTableServer(join(folder, 'tables.db'));
  const gate = await startTableGate(tables.url);
  const service = await startService({ stateDir, env: { DYNAMODB_ENDPOINT: gate.url } });
  try {
    return await fill(service, gate);
  } finally {
    await service.kill();
    await gate.close();
    await tables.stop();
    for (const name of readdirSync(folder).filter((each) => each.startsWith('tables.db'))) {
      renameSync(join(folder, name), join(stateDir, name));
    }
  }
}

async function fill(service: Service, gate: TableGate) {
  const { partnerId, apiKey, baseUrl } = service;
  const home = openHousehold(baseUrl, apiKey);
  const partners = await keepPartners({ stateDir, partnerId, apiKey, baseUrl });
  const suspended = {
    partnerId: partners.partners.suspended,
    apiKey: partners.credentials.suspended,
  };
  const ended = await keepEnded(home);
  const tokens = await keepTokens(home);
  const deliveries = await keepDeliveries(service, home, suspended);
  const counts = await readEverything(home.api, partnerId, home.clients);
  const underWay = await keepUnderWay(home, gate);
  // The kill follows at once.
  const keptAt = new Date().toISOString();
  const { fontId, encryptionKeyId, moved } = partners;
  const { endpoints, webhookSecrets } = deliveries;
  return {
    manifest: {
      ...{ version, keptAt, partners: partners.partners, clients: home.clients, counts },
      auths: [...ended.auths, ...underWay.auths],
      deletedAuths: ended.deletedAuths,
      payments: [...ended.payments, ...underWay.payments],
      swaps: [...ended.swaps, ...underWay.swaps],
      customized: ended.customized,
      ...{ moved, endpoints, fontId, encryptionKeyId },
    },
    credentials: { ...partners.credentials, ...tokens, webhookSecrets },
  };
}

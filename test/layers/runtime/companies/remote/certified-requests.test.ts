/** Who signs requests to a remote connector, and how often the deployment's own key is asked. */
import { agreementOf } from '@billhook/connector-kit/wire/secrets';
import { type Signer, signerOf } from '@billhook/connector-kit/wire/signature';
import { openRemote } from '@billhook/runtime/companies/remote/open-remote';
import { connectorStore } from '@billhook/runtime/stores/connector-store';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { suiteKeys } from '../../../../connectors/support/good-connector.ts';
import {
  type Registered,
  registerServed,
} from '../../../../connectors/support/registered-connector.ts';

let world: Registered;
let asked: number;
let ms: number;

beforeEach(async () => {
  vi.stubEnv('STAGE', 'sandbox');
  world = await registerServed();
  [asked, ms] = [0, 0];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await world.served.close();
});

/** As each process of the deployment has it. */
function process() {
  const own = signerOf(suiteKeys.signing);
  const signer: Signer = {
    kid: own.kid,
    sign: (base) => {
      asked += 1;
      return own.sign(base);
    },
  };
  return openRemote('my-connector', {
    ...world.deps,
    clock: () => Date.now() + ms,
    fingerprint: async () => Buffer.alloc(32, 7),
    wireKeys: async () => ({ signer, agreements: [agreementOf(suiteKeys.encryption)] }),
  });
}

const DAY = '2026-11-20';

async function asks(connector: ReturnType<typeof process>, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    expect(await connector.settlements?.(DAY)).toMatchObject({ settlements: [] });
  }
}

const certified = () =>
  world.served.seen.filter(({ headers }) => headers['billhook-certificate'] !== undefined).length;

test('One that takes certificates costs a signature of the own key a process', async () => {
  const [first, second] = [process(), process()];
  const before = world.served.seen.length;
  await asks(first, 20);
  await asks(second, 5);
  expect([asked, certified()]).toEqual([2, world.served.seen.length - before]);
});

test('A process signs with the same key though it looks the connector up again', async () => {
  const connector = process();
  // Signatures count within a minute of the connector's clock, and the registry is read once a minute.
  ms = -40_000;
  await asks(connector, 1);
  ms = 40_000;
  await asks(connector, 1);
  expect(asked).toBe(1);
});

test('One that does not say so is asked with the own key', async () => {
  const standing = await world.standing();
  const { requestCertificates: _says, ...manifest } = standing.manifest;
  const silent = { ...standing, manifest, version: standing.version + 1 };
  await world.deps.table.write([connectorStore(world.deps.table).save(silent)]);
  await asks(process(), 5);
  expect([asked, certified()]).toEqual([5, 0]);
});

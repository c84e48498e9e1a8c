import { checks } from '@billhook/connector-kit/verify/run';
import { newOwnKeys } from '@billhook/connector-kit/wire/keys';
import { agreementOf } from '@billhook/connector-kit/wire/secrets';
import { signerOf } from '@billhook/connector-kit/wire/signature';
import type { ConnectorCheck } from '@billhook/core/company/connector-check';
import { type CheckDeps, checkFurther } from '@billhook/runtime/partners/check-connector';
import { registerConnector, removeConnector } from '@billhook/runtime/partners/register-connector';
import { connectorCheckStore } from '@billhook/runtime/stores/connector-check-store';
import { connectorStore } from '@billhook/runtime/stores/connector-store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { manifest } from '../../../../connectors/kit/template/manifest.ts';
import { suiteKeys } from '../../../connectors/support/good-connector.ts';
import { operator } from '../../../connectors/support/registered-connector.ts';
import {
  type ServedConnector,
  serveConnector,
} from '../../../connectors/support/served-connector.ts';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';

const checkId = 'check_1';

let served: ServedConnector;
let table: MemoryTable;
let deps: CheckDeps;
let calls: number;

beforeEach(async () => {
  process.env.STAGE = 'sandbox';
  served = await serveConnector();
  table = memoryTable(Date.now);
  calls = 0;
  deps = {
    ...{ table, clock: Date.now, outbound: { allowLocal: true }, secondMilliseconds: 100 },
    wireKeys: async () => ({
      signer: signerOf(suiteKeys.signing),
      agreements: [agreementOf(suiteKeys.encryption)],
    }),
    newCallId: () => {
      calls += 1;
      return `call-${calls}`.padEnd(20, '0');
    },
  };
});
afterEach(async () => {
  delete process.env.STAGE;
  await served.close();
});

async function begin(more: Partial<ConnectorCheck> = {}) {
  const { baseUrl } = served;
  const begun = { checkId, baseUrl, state: 'begun', results: [], step: 0, ...more } as const;
  await table.write([connectorCheckStore(table).begin(begun, Date.now())]);
}

async function found(): Promise<ConnectorCheck> {
  const check = await connectorCheckStore(table).find(checkId);
  if (!check) throw new Error('There is no such check');
  return check;
}

/** Over after so many checks. */
function overAfter(count: number): () => boolean {
  let asked = 0;
  return () => {
    asked += 1;
    return asked > count;
  };
}

const never = () => false;

describe('A look at a connector', () => {
  test('reads its manifest first, and pays nothing before an operator has seen that', async () => {
    await begin();
    expect(await checkFurther(deps, checkId, never)).toBe('read');
    const { manifest: read, results } = await found();
    expect(read).toMatchObject({ id: manifest.id, mode: 'test' });
    expect(read).not.toHaveProperty('testLogins');
    expect(results).toEqual([]);
    expect(served.seen.map(({ url }) => new URL(url).pathname)).toEqual([
      '/.well-known/billhook-connector',
      '/v1/echo',
    ]);
  });

  test('runs every check once, in as many steps as it takes', async () => {
    await begin();
    let steps = 0;
    while ((await checkFurther(deps, checkId, overAfter(25))) === 'read') steps += 1;
    const { state, results } = await found();
    expect(state).toBe('done');
    expect(steps).toBeGreaterThan(3);
    expect(results.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
    expect(results.filter(({ verdict }) => verdict === 'FAIL')).toEqual([]);
    const kept = JSON.stringify([...table.items.values()]);
    for (const secret of ['correct horse', '4111111111111111']) expect(kept).not.toContain(secret);
  });

  test('keeps what an earlier step found when a later one is lost, and takes that again', async () => {
    await begin();
    await checkFurther(deps, checkId, never);
    await checkFurther(deps, checkId, overAfter(5));
    const { results } = await found();
    expect(results).toHaveLength(5);
    // Two processes take the same step: one of them counts.
    const states = await Promise.all([
      checkFurther(deps, checkId, overAfter(5)),
      checkFurther(deps, checkId, overAfter(5)),
    ]);
    expect(states).toEqual(['read', 'read']);
    const later = (await found()).results;
    expect(later).toHaveLength(10);
    expect(later.slice(0, 5)).toEqual(results);
  });

  test('has ended once and for all', async () => {
    await begin({ state: 'refused', refusal: 'no-echo' });
    expect(await checkFurther(deps, checkId, never)).toBe('refused');
    expect(await checkFurther(deps, 'check_2', never)).toBeUndefined();
    expect(served.seen).toEqual([]);
  });

  test.each([
    ['nothing that responds', () => served.close(), 'unreachable'],
    ['a caller that it does not know', () => served.serve({ callers: [] }), 'no-echo'],
    [
      'real money',
      () => served.serve({ manifest: { ...manifest, mode: 'live', testLogins: undefined } }),
      'wrong-mode',
    ],
  ])('is refused of %s', async (_what, change, refusal) => {
    change();
    await begin();
    expect(await checkFurther(deps, checkId, never)).toBe('refused');
    expect((await found()).refusal).toBe(refusal);
  });

  test('is refused where the keys are others than those that the operator was shown', async () => {
    await begin();
    await checkFurther(deps, checkId, never);
    served.serve({ keys: newOwnKeys() });
    expect(await checkFurther(deps, checkId, never)).toBe('refused');
    expect((await found()).refusal).toBe('changed');
  });
});

describe('A look at a registered connector', () => {
  async function register() {
    await begin();
    await checkFurther(deps, checkId, never);
    const { manifest: read } = await found();
    if (!read) throw new Error('The manifest was not read');
    const confirmed = { baseUrl: served.baseUrl, takesCards: false, actor: operator };
    expect(await registerConnector(deps, { manifest: read }, confirmed)).toBe(true);
    // Whoever was slower has registered nothing.
    expect(await registerConnector(deps, { manifest: read }, confirmed)).toBe(false);
    await table.write([{ delete: { pk: 'connector-checks', sk: checkId } }]);
  }

  test('takes its manifest only from a key that is pinned', async () => {
    await register();
    await begin({ connector: manifest.id });
    expect(await checkFurther(deps, checkId, never)).toBe('read');
  });

  test('is refused with the keys of somebody else at its address', async () => {
    await register();
    served.serve({ keys: newOwnKeys() });
    await begin({ connector: manifest.id });
    expect(await checkFurther(deps, checkId, never)).toBe('refused');
    expect((await found()).refusal).toBe('another-key');
  });

  test('is refused once it was removed', async () => {
    await register();
    const standing = await connectorStore(table).find(manifest.id);
    if (standing) await removeConnector(deps, standing, operator);
    await begin({ connector: manifest.id });
    expect(await checkFurther(deps, checkId, never)).toBe('refused');
    expect((await found()).refusal).toBe('not-registered');
  });
});

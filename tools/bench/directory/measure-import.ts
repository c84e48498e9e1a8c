/** Measures imports into a local table, and how long a function takes to open what was imported. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompanyRecord } from '@billhook/core/company/company';
import type { Table } from '@billhook/runtime/table/types';
import { startTableServer } from '../../../lib/local/tables/dynoxide.ts';
import { environment } from '../../../test/support/function-environment.ts';
import { createSweepTable } from '../../../test/support/sweep-table.ts';
import { median } from '../median.ts';
import { hundredThousandCompanies } from './hundred-thousand.ts';
import { measureRows } from './measure-rows.ts';

const CHANGED = 100;
const LOADS = 5;
/** Later than any lease. */
const AFTER_A_KILL_MILLISECONDS = 60_000;

/** Yields lines as they are measured. */
export async function* measureImport(count: number, seed: number): AsyncGenerator<string> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-directory-'));
  Object.assign(process.env, environment, { POWERTOOLS_LOG_LEVEL: 'SILENT' });
  const server = await startTableServer(join(folder, 'tables.db'));
  process.env.AWS_ENDPOINT_URL_DYNAMODB = server.url;
  try {
    await createSweepTable('directory', server.url);
    // Loaded once the endpoint is known: the client reads it when it is made.
    const { openTable } = await import('@billhook/runtime/table/table');
    yield* measureOn(openTable({ name: 'directory' }), hundredThousandCompanies(count, seed));
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function* measureOn(
  table: Table,
  companies: readonly CompanyRecord[],
): AsyncGenerator<string> {
  const { importCompanies } = await import('@billhook/runtime/companies/import-companies');
  const run = async (given: readonly CompanyRecord[], over = table, later = 0) => {
    const from = performance.now();
    const outside = { table: over, clock: () => Date.now() + later, random: randomBytes };
    const plan = await importCompanies(outside, { companies: given });
    return { plan, seconds: (performance.now() - from) / 1000 };
  };
  const half = dyingTable(table, Math.ceil(companies.length / 90 / 2));
  const killed = performance.now();
  await run(companies, half).catch(() => {});
  yield line('import, killed in the middle of it', secondsSince(killed));
  const rest = await run(companies, table, AFTER_A_KILL_MILLISECONDS);
  yield line(
    `import after that: ${rest.plan?.added.length} written, ${rest.plan?.unchanged} there`,
    rest.seconds,
  );
  const same = await run(companies, table, AFTER_A_KILL_MILLISECONDS);
  yield line('import of the same again', same.seconds);
  const changed = companies.slice(0, CHANGED).map((one) => ({ ...one, name: `New ${one.name}` }));
  const few = await run(changed, table, AFTER_A_KILL_MILLISECONDS);
  yield line(`import of ${few.plan?.changed.length} changed`, few.seconds);
  yield* measureRows(table);
  yield* measureLoading(table);
}

async function* measureLoading(table: Table): AsyncGenerator<string> {
  const { directoryStore } = await import('@billhook/runtime/stores/directory-store');
  const { openDirectory } = await import('@billhook/runtime/companies/directory');
  const current = await directoryStore(table).current();
  if (!current) throw new Error('Nothing was imported');
  const items = new Map<string, unknown>();
  const remembering: Table = {
    ...table,
    async get<T>(key: { pk: string; sk: string }) {
      const name = `${key.pk} ${key.sk}`;
      if (!items.has(name)) items.set(name, await table.get(key));
      return items.get(name) as T | undefined;
    },
  };
  const { openSearch } = await import('@billhook/core/company/search/find-companies');
  const load = async () => {
    const from = performance.now();
    const arrays = await directoryStore(remembering).index(current);
    if (arrays) openSearch(arrays);
    return performance.now() - from;
  };
  await load();
  const decoded = [];
  for (let each = 0; each < LOADS; each += 1) decoded.push(await load());
  const whole = [];
  for (let each = 0; each < LOADS; each += 1) {
    const from = performance.now();
    await openDirectory(table).search({ query: 'water', paginateResults: true }, Date.now());
    whole.push(performance.now() - from);
  }
  const stored = [...items.values()] as { bytes?: Uint8Array }[];
  const bytes = stored.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);
  const arrays = await directoryStore(remembering).index(current);
  const inMemory = Object.values(arrays ?? {}).reduce((sum, { byteLength }) => sum + byteLength, 0);
  yield `index: ${stored.length} items of ${megabytes(bytes)} in all, ${megabytes(inMemory)} in memory`;
  yield `opening it, its items read: ${median(decoded).toFixed(1)} ms`;
  yield `the first search of a function, reading included: ${median(whole).toFixed(1)} ms`;
}

/** Dies after so many writes, as a process does: not even the lease is given back. */
function dyingTable(table: Table, writes: number): Table {
  let left = writes;
  return {
    ...table,
    async write(all) {
      left -= 1;
      if (left < 0) throw new Error('Killed');
      return table.write(all);
    },
  };
}

function line(what: string, seconds: number): string {
  return `${what}: ${seconds.toFixed(1)} s`;
}

function secondsSince(from: number): number {
  return (performance.now() - from) / 1000;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

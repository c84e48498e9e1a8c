/** Measures imports of a remote connector's rows into a directory that has many other companies. */
import type { Company as ConnectorRow } from '@billhook/connector-kit/protocol/directory';
import type { RegisteredConnector } from '@billhook/core/company/registered-connector';
import type { Table } from '@billhook/runtime/table/types';
import { createAuthor } from '../../../connectors/kit/template/connector.ts';
import { manifest } from '../../../connectors/kit/template/manifest.ts';

const ROWS = 100;
const TOMBSTONES = 10;
const ROUNDS = 5;

const registered: RegisteredConnector = {
  id: manifest.id,
  baseUrl: 'https://connector.example',
  manifest: { ...manifest, protocols: [1] },
  keys: [],
  takesCards: true,
  registeredAt: '2027-01-31T12:00:00.000Z',
  version: 1,
};

/**
 * Yields what showing an import of 100 rows takes, and what making it does, with tombstones among them;
 * and next to it what reading all companies takes, which showing one did before. Each the best of a few,
 * since the machine does other things as well.
 */
export async function* measureRows(table: Table): AsyncGenerator<string> {
  const { importRows, planRows } = await import(
    '@billhook/runtime/companies/remote/import-connector'
  );
  const { listCompanies } = await import('@billhook/runtime/companies/stored-directory');
  const { companies } = await createAuthor().companies(undefined, undefined);
  const [good] = companies as ConnectorRow[];
  if (!good) throw new Error('The template has no company');
  const rowsOf = (round: number) =>
    Array.from({ length: ROWS }, (_, at) => ({
      ...good,
      id: `row-${at}`,
      name: `${good.name} ${at} of ${round}`,
    }));
  const deps = { table, clock: Date.now };
  const run = async (rows: readonly ConnectorRow[], removed: readonly string[]) => {
    const read = { rows, removed: new Set(removed), bad: [], asOf: registered.registeredAt };
    const from = performance.now();
    const plan = await planRows(deps, registered, read, false);
    const planned = performance.now();
    await importRows(deps, plan, () => true);
    return { show: planned - from, all: performance.now() - from };
  };
  await run(rowsOf(0), []);
  const rounds: Awaited<ReturnType<typeof run>>[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const rows = rowsOf(round);
    // What was removed is there again in the next round.
    const gone = rows.slice(0, TOMBSTONES).map(({ id }) => id);
    rounds.push(await run(rows.slice(TOMBSTONES), gone));
    await run(rows.slice(0, TOMBSTONES), []);
  }
  const from = performance.now();
  await listCompanies(table);
  const reading = performance.now() - from;
  const best = (name: 'show' | 'all') => Math.min(...rounds.map((round) => round[name]));
  yield `${ROWS} changed rows of a connector, ${TOMBSTONES} of them gone: ${seconds(best('all'))} s, of which to show them ${seconds(best('show'))} s`;
  yield `reading all companies, as showing them did before: ${seconds(reading)} s`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2);
}

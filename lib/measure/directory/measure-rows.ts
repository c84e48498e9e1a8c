/** Measures imports of a remote connector's rows into a directory that has many other companies. */
import type { Company as ConnectorRow } from '@billhook/connector-kit/protocol/directory';
import type { RegisteredConnector } from '@billhook/core/company/registered-connector';
import type { Table } from '@billhook/runtime/table/types';
import { createAuthor } from '../../../connectors/kit/template/connector.ts';
import { manifest } from '../../../connectors/kit/template/manifest.ts';

const ROWS = 110;
const TOMBSTONES = 10;

const registered: RegisteredConnector = {
  id: manifest.id,
  baseUrl: 'https://connector.example',
  manifest: { ...manifest, protocols: [1] },
  keys: [],
  takesCards: true,
  registeredAt: '2027-01-31T12:00:00.000Z',

  version: 1,
};

/** Yields what showing an import of 100 rows takes, and what making it does; with tombstones among them. */
export async function* measureRows(table: Table): AsyncGenerator<string> {
  const { importRows, planRows } = await import(
    '@billhook/runtime/companies/remote/import-connector'
  );
  const { companies } = await createAuthor().companies(undefined, undefined);
  const [good] = companies as ConnectorRow[];
  if (!good) throw new Error('The template has no company');
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    ...good,
    id: `row-${at}`,
    name: `${good.name} ${at}`,
  }));
  const deps = { table, clock: Date.now };
  const run = async (given: readonly ConnectorRow[], removed: readonly string[]) => {
    const read = { rows: given, removed: new Set(removed), asOf: registered.registeredAt };
    const from = performance.now();
    const plan = await planRows(deps, registered, read, false);
    const planned = performance.now();
    const done = await importRows(deps, plan, () => true);
    const ended = performance.now();
    const what = `${done?.added.length} new, ${done?.changed.length} changed, ${done?.removed.length} gone`;
    const seconds = [planned - from, ended - planned, ended - from].map((one) =>
      (one / 1000).toFixed(1),
    );
    return `rows of a connector, ${what}: ${seconds[0]} s to show, ${seconds[1]} s to import, ${seconds[2]} s in all`;
  };
  yield await run(rows, []);
  const changed = rows.slice(TOMBSTONES).map((row) => ({ ...row, name: `New ${row.name}` }));
  const gone = rows.slice(0, TOMBSTONES).map(({ id }) => id);
  yield await run(changed.slice(0, ROWS - 2 * TOMBSTONES), gone);
}

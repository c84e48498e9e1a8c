/** Imports of a connector's rows into a directory that has many other companies. */
import { randomBytes } from 'node:crypto';
import type { Company as ConnectorRow } from '@billhook/connector-kit/protocol/directory';
import type { CompanyRecord } from '@billhook/core/company/company';
import type { ConnectorPlan } from '@billhook/core/company/connector-plan';
import type { RegisteredConnector } from '@billhook/core/company/registered-connector';
import { companyIdOf } from '@billhook/core/company/remote-company';
import { companyOf } from '@billhook/core/sandbox/company-row';
import { importCompanies } from '@billhook/runtime/companies/import-companies';
import { importRows, planRows } from '@billhook/runtime/companies/remote/import-connector';
import { listCompanies } from '@billhook/runtime/companies/stored-directory';
import type { Key, Table } from '@billhook/runtime/table/types';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAuthor } from '../../../../../connectors/kit/template/connector.ts';
import { manifest } from '../../../../../connectors/kit/template/manifest.ts';
import { type MemoryTable, memoryTable } from '../../../../support/memory-table.ts';

const OTHERS = 400;
const others = Array.from({ length: OTHERS }, (_, at) =>
  companyOf({ name: `City ${at} Water`, categories: ['water'] }),
);
const registered: RegisteredConnector = {
  id: manifest.id,
  baseUrl: 'https://connector.example',
  manifest: { ...manifest, protocols: [1] },
  keys: [],
  takesCards: true,
  registeredAt: '2027-01-31T12:00:00.000Z',

  version: 1,
};

let table: MemoryTable;
let reads: string[];
let counting: Table;
let good: ConnectorRow;

beforeEach(async () => {
  table = memoryTable();
  reads = [];
  counting = {
    ...table,
    getMany: <T>(keys: readonly Key[]) => {
      reads.push(...keys.map(({ pk }) => pk));
      return table.getMany<T>(keys);
    },
  };
  await save(others);
  const { companies } = await createAuthor().companies(undefined, undefined);
  good = companies[0] as ConnectorRow;
});

function save(companies: readonly CompanyRecord[]) {
  return importCompanies({ table, clock: Date.now, random: randomBytes }, { companies });
}

const row = (id: string, name: string): ConnectorRow => ({ ...good, id, name });
const idOf = (rowId: string) => companyIdOf(registered.id, rowId);

async function plan(
  rows: readonly ConnectorRow[],
  { removed = [], isWhole = false, claims }: Partial<Given> = {},
): Promise<ConnectorPlan> {
  const deps = { table: counting, clock: Date.now };
  const read = { rows, removed: new Set(removed), bad: [], asOf: registered.registeredAt };
  return planRows(deps, { ...registered, ...(claims && { claims }) }, read, isWhole);
}

type Given = {
  readonly removed: readonly string[];
  readonly isWhole: boolean;
  readonly claims: Readonly<Record<string, string>>;
};

async function imported(rows: readonly ConnectorRow[], given: Partial<Given> = {}) {
  const planned = await plan(rows, given);
  await importRows({ table, clock: Date.now }, planned, () => true);
  reads = [];
  return planned;
}

const said = ({ rows, gone }: ConnectorPlan) => [
  ...rows.map(({ rowId, change, doubts, other }) => [rowId, change, ...doubts, other?.name ?? '']),
  ...gone.map(({ name }) => ['gone', name]),
];

describe('Of rows that changed', () => {
  test('only the companies that they concern are read', async () => {
    await imported([row('a', 'Acme Power'), row('b', 'Blue Power'), row('c', 'Coral Power')]);
    const rows = [row('a', 'Acme Rivers'), row('d', 'CITY 7 WATER')];
    const planned = await plan(rows, { removed: ['b', 'never-there'] });
    expect(said(planned)).toEqual([
      ['a', 'renamed', ''],
      ['d', 'added', 'name-of-another', 'City 7 Water'],
      ['gone', 'Blue Power'],
    ]);
    const looksLike = others.find(({ name }) => name === 'City 7 Water')?._id;
    expect(reads.toSorted()).toEqual([idOf('a'), idOf('b'), idOf('d'), looksLike].toSorted());
  });

  test('an import says what one of all rows would say', async () => {
    const first = ['Acme Power', 'Blue Power', 'Coral Power'];
    await imported(first.map((name) => row(name, name)));
    const rows = [row('Acme Power', 'City 1 Water'), row('Coral Power', 'Coral Power')];
    const changed = await plan(rows, { removed: ['Blue Power'] });
    expect(said(changed)).toEqual(said(await plan(rows, { isWhole: true })));
  });

  test('one that comes back is what it was', async () => {
    await imported([row('a', 'Acme Power')]);
    await imported([], { removed: ['a'] });
    expect(said(await plan([row('a', 'Acme Rivers')]))).toEqual([['a', 'renamed', '']]);
  });

  test('a tombstone removes what the row is said to be, and what it was before', async () => {
    await imported([row('a', 'Acme Power')]);
    const claims = { a: others[0]?._id ?? '' };
    await imported([row('a', 'Acme Power')], { claims });
    await imported([], { claims, removed: ['a'] });
    const left = (await listCompanies(table)).map(({ _id }) => _id);
    expect(left).toHaveLength(OTHERS - 1);
    expect(left).not.toContain(idOf('a'));
    expect(left).not.toContain(claims.a);
  });

  test('a tombstone removes nothing that is another connector’s', async () => {
    const [other] = others;
    const { gone } = await plan([], { claims: { a: other?._id ?? '' }, removed: ['a'] });
    expect(gone).toEqual([]);
  });
});

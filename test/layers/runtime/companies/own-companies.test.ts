import { randomBytes } from 'node:crypto';
import { companyOfRow } from '@billhook/core/company/remote-company';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { importCompanies } from '@billhook/runtime/companies/import-companies';
import { importOwnCompanies } from '@billhook/runtime/companies/own-companies';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { expect, test } from 'vitest';
import { rows } from '../../../../connectors/sandbox/directory.ts';
import { manifest } from '../../../../connectors/sandbox/manifest.ts';
import { memoryTable } from '../../../support/memory-table.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');

test('A company that an operator has given to another connector stays with it', async () => {
  const table = memoryTable(() => NOW);
  const outside = { table, clock: () => NOW, random: randomBytes };
  const connectorsOf = async () => {
    const ids = sandboxCompanies.map(({ _id }) => _id);
    const found = await companyStore(table).getOffered(ids);
    return Object.entries(Object.groupBy(found, ({ connector }) => connector)).map(
      ([connector, companies]) => [connector, companies?.length],
    );
  };
  expect(await importOwnCompanies(outside, sandboxCompanies)).toBe(80);
  expect(await connectorsOf()).toEqual([['sandbox', 80]]);
  const given = rows
    .slice(0, 3)
    .map((row) => companyOfRow(row, `co_${row.id}`, { ...manifest, takesCards: true }));
  await importCompanies(outside, { companies: given });
  expect(await importOwnCompanies(outside, sandboxCompanies)).toBe(77);
  expect(await connectorsOf()).toEqual([
    [manifest.id, 3],
    ['sandbox', 77],
  ]);
  // One that its connector gave up is ours again.
  await importCompanies(outside, { companies: [], removes: [given[0]?._id ?? ''] });
  expect(await importOwnCompanies(outside, sandboxCompanies)).toBe(78);
});

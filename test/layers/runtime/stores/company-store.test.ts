import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { expect, test } from 'vitest';
import { memoryTable } from '../../../support/memory-table.ts';

const [one] = sandboxCompanies;
if (!one) throw new Error('The sandbox has no company');

test('What is merged stands beside what was there, and in place of the same ids', async () => {
  const store = companyStore(memoryTable());
  const imported = { ...one, _id: 'co_Imported1', name: 'Imported' };
  await store.merge([{ ...one, name: 'Old name' }, imported]);
  await store.merge(sandboxCompanies);
  const names = (await store.listAll()).map(({ name }) => name);
  expect(names).toHaveLength(sandboxCompanies.length + 1);
  expect(names).toContain('Imported');
  expect(names).not.toContain('Old name');
  expect((await store.find(one._id))?.name).toBe(one.name);
  expect((await store.find('co_Imported1'))?.name).toBe('Imported');
});

import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { expect, test } from 'vitest';
import { memoryTable } from '../../../support/memory-table.ts';

const [one, two] = sandboxCompanies;
if (!one || !two) throw new Error('The sandbox has no companies');

test('What is merged is in place of what has the same id', async () => {
  const store = companyStore(memoryTable());
  await store.merge([{ ...one, name: 'Old name' }]);
  await store.merge([one, two]);
  expect((await store.find(one._id))?.name).toBe(one.name);
  expect((await store.findOffered(two._id))?.name).toBe(two.name);
});

test('Many are read in the order in which they are asked for, and those that there are', async () => {
  const store = companyStore(memoryTable());
  await store.merge([one, two]);
  const asked = [two._id, 'co_none', 'no id', one._id];
  expect((await store.getOffered(asked)).map(({ _id }) => _id)).toEqual([two._id, one._id]);
});

import { companyDigest, planImport, type Removals } from '@billhook/core/company/import-plan';
import { companyOf } from '@billhook/core/sandbox/company-row';
import { expect, test } from 'vitest';

const row = (id: string, name: string) => ({
  ...companyOf({ name, categories: ['water'] }),
  _id: `co_${id}`,
});
const [a, b, c] = [row('a', 'A'), row('b', 'B'), row('c', 'C')];
const stored = new Map([a, b].map((one) => [one._id, companyDigest(one)]));
const renamed = row('a', 'Another');

test.each<[string, (typeof a)[], Removals | undefined, unknown]>([
  ['nothing', [], undefined, [[], [], 0, []]],
  ['what is there', [a], undefined, [[], [], 1, []]],
  ['another name', [renamed], undefined, [[], ['co_a'], 0, []]],
  ['a new company', [c], undefined, [['co_c'], [], 0, []]],
  ['one twice, of which the last counts', [renamed, a], undefined, [[], [], 1, []]],
  ['all of them, without one', [a, c], 'all-others', [['co_c'], [], 1, ['co_b']]],
  ['one, and without another', [c], ['co_a', 'co_z'], [['co_c'], [], 0, ['co_a']]],
  ['one, which is also removed', [a], ['co_a'], [[], [], 1, []]],
])('An import of %s', (_what, given, removes, expected) => {
  const plan = planImport(given, stored, removes);
  const ids = (list: readonly { _id: string }[]) => list.map(({ _id }) => _id);
  expect([ids(plan.added), ids(plan.changed), plan.unchanged, plan.removed]).toEqual(expected);
});

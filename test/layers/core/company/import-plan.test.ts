import { digestOf, planImport } from '@billhook/core/company/import-plan';
import { companyOf } from '@billhook/core/sandbox/company-row';
import { expect, test } from 'vitest';

const row = (id: string, name: string) => ({
  ...companyOf({ name, categories: ['water'] }),
  _id: `co_${id}`,
});
const [a, b, c] = [row('a', 'A'), row('b', 'B'), row('c', 'C')];
const stored = new Map([a, b].map((one) => [one._id, digestOf(one)]));
const renamed = row('a', 'Another');

test.each([
  ['nothing', [], false, [[], [], 0, []]],
  ['what is there', [a], false, [[], [], 1, []]],
  ['another name', [renamed], false, [[], ['co_a'], 0, []]],
  ['a new company', [c], false, [['co_c'], [], 0, []]],
  ['one twice, of which the last counts', [renamed, a], false, [[], [], 1, []]],
  ['all of them, without one', [a, c], true, [['co_c'], [], 1, ['co_b']]],
])('An import of %s', (_what, given, removesOthers, expected) => {
  const plan = planImport(given, stored, removesOthers);
  const ids = (list: readonly { _id: string }[]) => list.map(({ _id }) => _id);
  expect([ids(plan.added), ids(plan.changed), plan.unchanged, plan.removed]).toEqual(expected);
});

import { popularCompanies } from '@billhook/core/company/popular';
import { factsOf } from '@billhook/core/company/search/facts';
import { shownFirst } from '@billhook/core/company/shown-first';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { companyOf } from '@billhook/core/sandbox/company-row';
import { expect, test } from 'vitest';

const many = Array.from({ length: 5_000 }, (_, number) => ({
  ...companyOf({
    name: `Company ${number}`,
    categories: [number % 3 ? 'water' : 'fitness'],
    logo: '#123456',
    products: number % 2 ? ['swap'] : ['bill', 'payment'],
  }),
  _id: `co_${number}`,
}));

test('Few are chosen of many, and enough for every module', () => {
  const ids = new Set(shownFirst(many.map(factsOf)));
  expect(ids.size).toBeLessThanOrEqual(96);
  const chosen = many.filter(({ _id }) => ids.has(_id));
  for (const module of ['account-linking', 'card-swap', 'bill-pay'] as const) {
    for (const cardPaymentsOnly of [false, true]) {
      const asked = { module, cardPaymentsOnly };
      const count = popularCompanies(many, asked).length;
      expect(popularCompanies(chosen, asked), module).toHaveLength(count);
    }
  }
});

test('Of the sandbox each module shows as many as of all of its companies', () => {
  const ids = new Set(shownFirst(sandboxCompanies.map(factsOf)));
  const chosen = sandboxCompanies.filter(({ _id }) => ids.has(_id));
  for (const module of ['account-linking', 'card-swap', 'bill-pay'] as const) {
    const all = popularCompanies(sandboxCompanies, { module });
    expect(popularCompanies(chosen, { module })).toHaveLength(all.length);
  }
});

import { popularCompanies } from '@billhook/core/company/popular';
import { companyFacts } from '@billhook/core/company/search/facts';
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
  const ids = new Set(shownFirst(many.map(companyFacts)));
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
  const ids = new Set(shownFirst(sandboxCompanies.map(companyFacts)));
  const chosen = sandboxCompanies.filter(({ _id }) => ids.has(_id));
  for (const module of ['account-linking', 'card-swap', 'bill-pay'] as const) {
    const all = popularCompanies(sandboxCompanies, { module });
    expect(popularCompanies(chosen, { module })).toHaveLength(all.length);
  }
});

const plain = (number: number) => ({
  ...companyOf({ name: `Plain ${number}`, categories: ['water'] }),
  _id: `co_plain_${number}`,
});

test('Companies without a color of their own are shown where others leave room, and after them', () => {
  const colored = many.filter(({ products }) => products.includes('bill')).slice(0, 3);
  const directory = [...Array.from({ length: 40 }, (_, number) => plain(number)), ...colored];
  const ids = new Set(shownFirst(directory.map(companyFacts)));
  const chosen = directory.filter(({ _id }) => ids.has(_id));
  const shown = popularCompanies(chosen, { module: 'account-linking' }).map(({ _id }) => _id);
  expect(shown).toHaveLength(12);
  expect(new Set(shown.slice(0, 3))).toEqual(new Set(colored.map(({ _id }) => _id)));
});

test('Where no company has a color of its own, as with a connector without logos, some are shown', () => {
  const directory = Array.from({ length: 40 }, (_, number) => plain(number));
  const ids = new Set(shownFirst(directory.map(companyFacts)));
  const chosen = directory.filter(({ _id }) => ids.has(_id));
  expect(popularCompanies(chosen, { module: 'account-linking' })).toHaveLength(12);
});

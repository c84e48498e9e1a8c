import { MAX_POPULAR, popularCompanies } from '@billhook/core/company/popular';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { moduleNames } from '@billhook/core/schemas/module';
import { describe, expect, test } from 'vitest';

describe.each(moduleNames)('the companies that %s begins with', (module) => {
  const shown = popularCompanies(sandboxCompanies, { module });

  test('are twelve different ones with a logo of their own, in operation', () => {
    expect(new Set(shown).size).toBe(MAX_POPULAR);
    for (const { logo, status } of shown) {
      expect(logo.svg).toBeDefined();
      expect(status).toBe('operational');
    }
  });

  test('are of several kinds', () => {
    expect(new Set(shown.map(({ categories }) => categories[0])).size).toBeGreaterThan(3);
  });
});

test('companies for tests come last', () => {
  const shown = popularCompanies(sandboxCompanies, { module: 'account-linking' });
  const forTests = shown.map(({ sandbox }) => sandbox?.bills === 'by-form');
  expect(forTests).toContain(true);
  expect(forTests).toEqual(forTests.toSorted((one, other) => Number(one) - Number(other)));
  expect(forTests[0]).toBe(false);
});

test('a card is swapped where that can be done', () => {
  const shown = popularCompanies(sandboxCompanies, { module: 'card-swap' });
  expect(shown.filter(({ products }) => !products.includes('swap'))).toEqual([]);
});

test.each(moduleNames)('where %s asks for cards alone, each company takes them', (module) => {
  const shown = popularCompanies(sandboxCompanies, { module, cardPaymentsOnly: true });
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter(({ acceptedMethods }) => !acceptedMethods.includes('card'))).toEqual([]);
});

test('what users link most comes first, in that order, once, where it fits', () => {
  const companies = sandboxCompanies.filter(({ sandbox }) => sandbox.bills !== 'by-form');
  const fitting = companies.filter(({ products, status }) => {
    return products.includes('bill') && status === 'operational';
  });
  const [first, second] = fitting
    .slice(-2)
    .toReversed()
    .map(({ _id }) => _id) as [string, string];
  const down = companies.find(({ status }) => status !== 'operational')?._id ?? 'co_down';
  const popular = [first, down, 'co_gone', second];
  const shown = popularCompanies(companies, { module: 'account-linking', popular });
  const ids = shown.map(({ _id }) => _id);
  expect(ids.slice(0, 2)).toEqual([first, second]);
  expect(ids).not.toContain(down);
  expect(new Set(ids).size).toBe(MAX_POPULAR);
});

test('of none are none', () => {
  expect(popularCompanies([], { module: 'bill-pay' })).toEqual([]);
});

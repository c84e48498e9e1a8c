import { isCompanyId } from '@billhook/core/base/table-keys';
import { categories } from '@billhook/core/company/categories';
import { expect, test } from 'vitest';
import { nsiCompanies } from '../../../lib/operator/directory/nsi-companies.ts';

test('Companies of a country: each name and id once, in categories that there are', () => {
  const companies = nsiCompanies('us');
  expect(companies.length).toBeGreaterThan(1_000);
  expect(new Set(companies.map(({ name }) => name)).size).toBe(companies.length);
  expect(new Set(companies.map(({ _id }) => _id)).size).toBe(companies.length);
  const known = new Set<string>(categories.map(({ type }) => type));
  for (const company of companies) {
    expect(isCompanyId(company._id)).toBe(true);
    expect(company.categories.length).toBeGreaterThan(0);
    for (const category of company.categories) expect(known).toContain(category);
  }
  const duke = companies.find(({ name }) => name === 'Duke Energy');
  expect(duke?.categories).toContain('electricity');
});

test('They are the same each time, and others elsewhere', () => {
  const names = (country: string) => nsiCompanies(country).map(({ name }) => name);
  const german = names('de');
  expect(names('de')).toEqual(german);
  expect(german).not.toContain('Duke Energy Progress');
});

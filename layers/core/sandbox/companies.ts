/** The sandbox's directory of companies: the dedicated test companies first, then invented ones. */
import type { CompanyRecord } from '../company.ts';
import { companyOf } from './company-row.ts';
import { householdCompanies } from './household-companies.ts';
import { leisureCompanies } from './leisure-companies.ts';
import { moneyCompanies } from './money-companies.ts';
import { testCompanies } from './test-companies.ts';

export const sandboxCompanies: readonly CompanyRecord[] = [
  ...testCompanies,
  ...householdCompanies,
  ...moneyCompanies,
  ...leisureCompanies,
].map(companyOf);

const accounts = new Map(sandboxCompanies.map(({ _id, sandbox }) => [_id, sandbox]));

/** What accounts at a company are like; one bill at a company that is not of this directory. */
export function sandboxAccountOf(companyId: string): CompanyRecord['sandbox'] {
  return accounts.get(companyId) ?? elsewhere;
}

const elsewhere = {
  bills: 'one',
  autopay: 'off',
  smallestCents: 2_000,
  largestCents: 18_000,
} as const satisfies CompanyRecord['sandbox'];

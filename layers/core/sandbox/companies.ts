/**
 * The sandbox's directory of companies: the dedicated test companies first, then invented ones, and
 * those whose gate can be tried.
 */
import type { SandboxCompany } from '../company/company.ts';
import { type CompanyRow, companyOf } from './company-row.ts';
import { gatedCompanies } from './gated-companies.ts';
import { householdCompanies } from './household-companies.ts';
import { leisureCompanies } from './leisure-companies.ts';
import { moneyCompanies } from './money-companies.ts';
import { testCompanies } from './test-companies.ts';

/** The folder of each table's drawings, and its rows. */
export const companyTables = {
  test: testCompanies,
  household: householdCompanies,
  money: moneyCompanies,
  leisure: leisureCompanies,
  gated: gatedCompanies,
} as const satisfies Record<string, readonly CompanyRow[]>;

/** @param logosUrl where the deployment serves their logos: `https://<host>/assets/logos/<version>`. */
export function sandboxCompaniesAt(logosUrl?: string): readonly SandboxCompany[] {
  return Object.values(companyTables)
    .flat()
    .map((row) => companyOf(row, logosUrl));
}

export const sandboxCompanies = sandboxCompaniesAt();

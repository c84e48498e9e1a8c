/** The sandbox's directory of companies: the dedicated test companies first, then invented ones. */
import type { CompanyRecord } from '../company/company.ts';
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

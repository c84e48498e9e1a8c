/** The companies that there is a file for. All of them are invented. */
import type { StandInName } from '../../stand-ins/companies.ts';
import type { BrowserCompany, CompanyFile } from '../company.ts';
import { mobile } from './mobile.ts';
import { streaming } from './streaming.ts';
import { utility } from './utility.ts';

const companyFiles = {
  utility,
  mobile,
  streaming,
} as const satisfies Readonly<Record<StandInName, CompanyFile>>;

/** Each at the address where it is served, and at its own where none is given. */
export function companiesAt(
  addresses: Readonly<Partial<Record<StandInName, string>>> = {},
): BrowserCompany[] {
  return (Object.keys(companyFiles) as StandInName[]).map((name) =>
    companyFiles[name](addresses[name]),
  );
}

/** The companies that there is a file for. All of them are invented. */
import type { StandInName } from '../../stand-ins/companies.ts';
import type { BrowserCompany } from '../company.ts';
import { mobile } from './mobile.ts';
import { streaming } from './streaming.ts';
import { utility } from './utility.ts';

/** Each made with the address where it is served. */
const files: Readonly<Record<StandInName, (address: string) => BrowserCompany>> = {
  utility,
  mobile,
  streaming,
};

export function companiesAt(addresses: Readonly<Record<StandInName, string>>): BrowserCompany[] {
  return (Object.keys(files) as StandInName[]).map((name) => files[name](addresses[name]));
}

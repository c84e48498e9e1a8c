/** The worker of a sandbox: it reaches the stand-ins, where some are on this machine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type StandInName, standInNames } from '../../stand-ins/companies.ts';
import { companiesAt } from '../companies/all.ts';
import { createHandler } from './handler.ts';

/** Where nobody listens. */
const NOWHERE = 'http://127.0.0.1:1';

export const handler = createHandler(() => {
  const addresses = standInNames.map((name) => [name, addressOf(name)] as const);
  return companiesAt(Object.fromEntries(addresses) as Record<StandInName, string>);
});

/** On a developer's own machine alone: no template sets the variable. */
function addressOf(name: StandInName): string {
  const folder = process.env.STAND_INS_FOLDER;
  if (!folder) return NOWHERE;
  try {
    return readFileSync(join(folder, name, 'url'), 'utf8').trim();
  } catch {
    return NOWHERE;
  }
}

/** The stand-ins' customers that the manifest's test logins are of. */
import type { StandIn } from '../stand-ins/start.ts';
import { CODE, COMPANY, manifest, PASSWORD, SWAPS } from './manifest.ts';

/** The suite pays a dollar at a time. */
const BILL_CENTS = 999_900;

type Site = Pick<StandIn, 'admin'>;

/** Of Marlow Valley Electric, and of Nightjar if it is there. */
export async function makeTestCustomers(utility: Site, streaming?: Site): Promise<void> {
  const turn = (login: string, name: string, value = 'yes') =>
    utility.admin('/switches', { login, name, value });
  const own = (manifest.testLogins ?? []).filter(({ company }) => company === COMPANY);
  for (const { scenario: login } of own) {
    await utility.admin('/customers', { login, password: PASSWORD, cents: BILL_CENTS });
    if (login !== 'code') await turn(login, 'no-code');
  }
  await turn('code', 'code', CODE);
  await turn('hold', 'locked');
  await turn('declines', 'declines');
  await streaming?.admin('/customers', { login: SWAPS.email, password: PASSWORD });
}

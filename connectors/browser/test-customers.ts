/** The stand-in's customers that the manifest's test logins are of. */
import type { StandIn } from '../stand-ins/start.ts';
import { CODE, manifest, PASSWORD } from './manifest.ts';

/** The suite pays a dollar at a time. */
const BILL_CENTS = 999_900;

export async function makeTestCustomers(site: Pick<StandIn, 'admin'>): Promise<void> {
  const turn = (login: string, name: string, value = 'yes') =>
    site.admin('/switches', { login, name, value });
  for (const { scenario: login } of manifest.testLogins ?? []) {
    await site.admin('/customers', { login, password: PASSWORD, cents: BILL_CENTS });
    if (login !== 'code') await turn(login, 'no-code');
  }
  await turn('code', 'code', CODE);
  await turn('hold', 'locked');
  await turn('declines', 'declines');
}

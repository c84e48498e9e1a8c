/** The stand-ins' customers that the manifest's test logins are of. */
import type { ServerOptions, TestLogin } from '@billhook/connector-kit';
import type { StandInName } from '../stand-ins/companies.ts';
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

/** At the others, a login for each of what they can. Of a telephone company a login is a number. */
const others = {
  mobile: {
    company: 'larkspur-mobile',
    asks: 'phone',
    loginOf: (at: number) => String(5_125_550_200 + at),
    scenarios: ['signs-in', 'wrong-password', 'code', 'hold', 'bills', 'pays-card', 'declines'],
  },
  streaming: {
    company: SWAPS.company,
    asks: 'email',
    loginOf: (at: number) => `suite-${at}@mail.example`,
    scenarios: ['signs-in', 'wrong-password', 'code', 'hold', 'swaps'],
  },
} as const satisfies Partial<Record<StandInName, object>>;

const MOBILE_CODE = '1357';

/** The browser with the logins of one company alone, which are made there: for the conformance suite. */
export async function manifestAt(
  name: keyof typeof others,
  { admin }: Site,
): Promise<ServerOptions['manifest']> {
  const { company, asks, loginOf, scenarios } = others[name];
  const code = name === 'mobile' ? MOBILE_CODE : CODE;
  const asksForCode = name === 'mobile' ? [] : ['asks-code'];
  const testLogins: TestLogin[] = [];
  for (const [at, scenario] of scenarios.entries()) {
    const login = loginOf(at);
    const turn = (switched: string, value = 'yes') =>
      admin('/switches', { login, name: switched, value });
    await admin('/customers', { login, password: PASSWORD, cents: BILL_CENTS });
    if (scenario === 'code') {
      await turn('code', code);
      for (const one of asksForCode) await turn(one);
    } else await turn('no-code');
    if (scenario === 'hold') await turn('locked');
    if (scenario === 'declines') await turn('declines');
    const password = scenario === 'wrong-password' ? 'wrong' : PASSWORD;
    const form = { [asks]: login, password };
    testLogins.push({ scenario, company, form, ...(scenario === 'code' && { answers: { code } }) });
  }
  const { capabilities } = manifest;
  const own =
    name === 'mobile' ? { swaps: false } : { reads: false, pays: [], needsCardCode: true };
  const unattended = { reads: false, pays: false };
  return { ...manifest, testLogins, capabilities: { ...capabilities, ...own, unattended } };
}

/** Companies of the sandbox whose gate can be tried: few sessions, and failures that count. */
import type { CompanyRow } from './company-row.ts';

export const gatedCompanies: readonly CompanyRow[] = [
  {
    name: 'Gated Company 1',
    categories: ['utilities'],
    dollars: [20, 60],
    limits: {
      sessionsAtOnce: 2,
      sessionsAtOncePerLogin: 1,
      sessionsAMinute: 10,
      readingsPerLoginADay: 3,
      coolDownSeconds: 60,
    },
    faultsCount: true,
    loginSeconds: 30,
  },
];

/** What the connector says of itself. */
import type { ServerOptions, TestLogin } from '@billhook/connector-kit';

type Manifest = ServerOptions['manifest'];

const live: Manifest = {
  id: 'method-financial',
  name: 'Method Financial',
  version: '0.1.0',
  mode: 'live',
  capabilities: {
    reads: true,
    pays: ['bank'],
    swaps: false,
    handlesCards: false,
    funding: 'pulled',
    challenges: ['code-entry', 'questions'],
    unattended: { reads: true, pays: true },
    postingDays: 10,
    settles: 'later',
    returnsWithinDays: 90,
    namesStatements: false,
    findsSubmissions: true,
    findsWithoutLogin: true,
    cancels: true,
    needsCardCode: false,
    countsFailedLogins: true,
    reports: true,
  },
  // Method counts requests of one key, and takes 120 payments a minute.
  limits: { sessionsAtOnce: 20, sessionsPerMinute: 100 },
  timeouts: { login: 180, bills: 180, payment: 150, swap: 60 },
};

/** @param testLogins the stand-in's people. Without them the connector is a live one. */
export function manifestOf(testLogins?: readonly TestLogin[]): Manifest {
  return testLogins ? { ...live, mode: 'test', testLogins: [...testLogins] } : live;
}

import { setTimeout as wait } from 'node:timers/promises';
import { runChecks } from '@billhook/connector-kit/verify/run';
import { expect, test } from 'vitest';
import { BASE_URL, connectorOver, depsOver, standInOf, suiteKeys } from './world.ts';

/** What this connector doesn't claim: it takes no cards and no passwords, lists no payments, and nothing is pressed on a phone. */
const skipped = [
  'bills.no-payments',
  'login.prompt',
  'pay.card',
  'pay.posted',
  'pay.survives',
  'pay.totals',
  'report.arrives',
  'secrets.not-shown',
  'swap.completed',
  'swap.repeated',
  'swap.fenced',
];

test('The connector passes every check of what it claims', async () => {
  const standIn = standInOf({ stepMilliseconds: 240 });
  const deps = depsOver(standIn, {}, { wait: () => wait(60) });
  const connector = connectorOver(deps, { answerSeconds: 0.05 });
  const ran = await runChecks({
    baseUrl: BASE_URL,
    send: (request) => connector.handle(request),
    keys: suiteKeys,
    today: '2026-11-23',
    secondMilliseconds: 400,
  });
  if (!('results' in ran)) throw new Error(ran.unreachable);
  const others = ran.results.filter(({ verdict }) => verdict !== 'PASS' && verdict !== 'SKIP');
  expect(others.map(({ id, verdict, detail }) => `${verdict} ${id}: ${detail}`)).toEqual([]);
  const left = ran.results.filter(({ verdict }) => verdict === 'SKIP').map(({ id }) => id);
  expect(left.sort()).toEqual([...skipped].sort());
});

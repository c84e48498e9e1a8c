/** `npm run simulate:jwks`: how long the refresh of 100,000 partners' signing keys takes. */
import { JWKS_SHARDS } from '@billhook/core/table-keys';
import { FETCHES_A_SHARD, REFRESH_PARTS } from '@billhook/runtime/sweeps/refresh-due-keys';
import { refreshJwks } from '../../functions/schedule/contract.ts';
import { type Scenario, simulateRefresh } from '../../lib/measure/jwks-simulation.ts';

const PARTNERS = 100_000;
const SLOW_SHARES = [0, 0.01, 0.1, 0.5, 1];

console.log(`Partners            ${PARTNERS.toLocaleString('en')}`);
console.log(`Runs at a time      ${REFRESH_PARTS}, every ${refreshJwks.everyMinutes} minutes`);
console.log(`Shards              ${JWKS_SHARDS}`);
console.log(`Fetches at a time   ${JWKS_SHARDS * FETCHES_A_SHARD}`);
console.log('\nMinutes from due to refreshed; a slow or hostile endpoint takes its whole 5 s');
for (const due of ['at-once', 'over-the-day'] as const) {
  console.log(due === 'at-once' ? '\nAll due at once' : '\nEach at its second of the day');
  console.log('  slow   median   worst   worst of the good');
  for (const slowShare of SLOW_SHARES) console.log(lineOf({ partners: PARTNERS, slowShare, due }));
}

function lineOf(scenario: Scenario): string {
  const { median, worst, worstOfGood } = simulateRefresh(scenario);
  const minutes = (milliseconds: number) => (milliseconds / 60_000).toFixed(1);
  const share = `${Math.round(scenario.slowShare * 100)} %`;
  const good = scenario.slowShare < 1 ? minutes(worstOfGood) : '-';
  return `  ${share.padStart(5)}   ${minutes(median).padStart(5)}   ${minutes(worst).padStart(5)}   ${good.padStart(5)}`;
}

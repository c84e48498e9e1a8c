/**
 * `npm run test:deliveries`: events to endpoints that fail 30 % of the time, hang 5 % and close early
 * 5 %, by deliverers that are killed ten times. Prints the figures; fails when an event was lost.
 */
import { parseArgs } from 'node:util';
import { runBattery } from '../lib/measure/delivery-battery.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '10' },
  },
});
const figures = await runBattery({
  events: Number(values.events),
  kills: Number(values.kills),
  misbehaviour: { fails: 0.3, hangs: 0.05, closesEarly: 0.05 },
  secondsAtMost: 1_200,
});
console.log(JSON.stringify(figures, undefined, 2));
const { lost, unverified, mismatched } = figures;
if (lost + unverified + mismatched > 0) process.exitCode = 1;

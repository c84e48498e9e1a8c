/**
 * `npm run tools -- method`: payments through the connector to Method Financial, with faults. Prints the
 * figures, and fails if a payment was taken twice, denied, or came back without being told.
 */
import { parseArgs } from 'node:util';
import { runBattery } from './battery.ts';
import { tableOf } from './figures.ts';

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
});

const figures = await runBattery({ payments: Number(values.payments), seed: Number(values.seed) });
console.log(tableOf(figures));
for (const violation of figures.violations.slice(0, 20)) console.log(violation);
// A process that ended keeps its timers.
process.exit(figures.violations.length > 0 ? 1 : 0);

/**
 * `npm run test:browser-battery`: links, readings, payments and swaps at the stand-ins, with each of their
 * switches thrown in turn. Prints the figures, and fails if anything came out that must not.
 */
import { parseArgs } from 'node:util';
import { runBattery, textOf, walksOf } from './battery.ts';

const { values } = parseArgs({
  options: {
    walks: { type: 'string', default: '160' },
    'at-once': { type: 'string', default: '2' },
  },
});
const figures = await runBattery({
  walks: walksOf(Number(values.walks)),
  atOnce: Number(values['at-once']),
  pageSeconds: 15,
  told: ({ done, violations }) => {
    const all = Object.values(done).reduce((sum, one) => sum + one, 0);
    if (all % 20 === 0) process.stdout.write(`${all} done, ${violations.length} violations\n`);
  },
});
process.stdout.write(`${textOf(figures)}\n`);
for (const violation of figures.violations.slice(0, 20)) process.stdout.write(`${violation}\n`);
process.exit(figures.violations.length > 0 || figures.codesUnattended > 0 ? 1 : 0);

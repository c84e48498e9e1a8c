/**
 * `npm run bench:challenges`: how fast challenges reach an endpoint, from the request and from the event,
 * one at a time and several.
 */
import { parseArgs } from 'node:util';
import { measureChallenges } from '../../lib/measure/challenge-latency.ts';
import { numberOption } from '../../lib/measure/number-option.ts';

const { values: flags } = parseArgs({
  options: {
    challenges: { type: 'string', default: '300' },
    'at-a-time': { type: 'string', default: '1,4' },
  },
});

const challenges = numberOption('challenges', flags.challenges, 1);
const atATimes = flags['at-a-time'].split(',').map((text) => numberOption('at-a-time', text, 1));
for (const atATime of atATimes) {
  const latency = await measureChallenges(challenges, atATime);
  process.stdout.write(`${JSON.stringify(latency)}\n`);
}

/**
 * `npm run bench:challenges`: how fast challenges reach an endpoint, from the request and from the event,
 * one at a time and several.
 */
import { parseArgs } from 'node:util';
import { measureChallenges } from '../../lib/measure/challenge-latency.ts';

const { values: flags } = parseArgs({
  options: {
    challenges: { type: 'string', default: '300' },
    'at-a-time': { type: 'string', default: '1,4' },
  },
});

for (const atATime of flags['at-a-time'].split(',').map(Number)) {
  const latency = await measureChallenges(Number(flags.challenges), atATime);
  process.stdout.write(`${JSON.stringify(latency)}\n`);
}

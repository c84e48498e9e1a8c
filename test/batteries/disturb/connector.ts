/**
 * The sandbox as a connector that misbehaves by a seed, in a process of its own: some of what it is asked
 * for takes its time, so that it is reported later, and after some calls the process ends as a power cut
 * ends it, before the company did anything or right after that.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Author } from '@billhook/connector-kit';
import { serveSandbox } from '../../../connectors/sandbox/serve.ts';
import { readCallers } from '../../../connectors/serve/callers.ts';
import { type Chance, chanceOf } from '../../model/year/chance.ts';
import { openAccountNames } from './account-names.ts';

/** How soon a response says `running`: reports are sent of whatever takes longer. */
const ANSWER_SECONDS = 0.1;
/** Of the calls. */
const SLOW_SHARE = 0.15;
/** Of the slow ones. */
const VERY_SLOW_SHARE = 0.2;
/** Of a login with the status `slow`. */
const SLOW_LOGIN_MILLISECONDS = 5_000;
const SLOW_MILLISECONDS = { from: 200, to: 4_000 };
/** Longer than Billhook follows a call before it waits for the report. */
const VERY_SLOW_MILLISECONDS = { from: 16_000, to: 22_000 };
const SEED_STEP = 7_919;

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    callers: { type: 'string' },
    port: { type: 'string' },
    url: { type: 'string' },
    seed: { type: 'string' },
    // That a call may take. Of one that the end of the process cut off, nothing is said until then.
    'call-seconds': { type: 'string' },
    // How many calls there are between two ends of the process, on average. None: it stays.
    'ends-after': { type: 'string' },
    // The process ends by then, whether it is called or not: with a clock that is far off it never is.
    'ends-within-seconds': { type: 'string' },
  },
});
const { folder = '', callers = '', url = '' } = values;
const callSeconds = Number(values['call-seconds']);
const endsAfter = Number(values['ends-after'] ?? 0);
const chance = chanceOf(Number(values.seed) * SEED_STEP + startsSoFar(folder));

const endsWithin = Number(values['ends-within-seconds'] ?? 0);
if (endsWithin > 0) setTimeout(endNow, chance.between(1, endsWithin) * 1_000);

process.stdin.on('end', () => process.exit(0)).resume();
await serveSandbox({
  ...{ folder, url, port: Number(values.port), answerSeconds: ANSWER_SECONDS, callSeconds },
  slowMilliseconds: Math.min(SLOW_LOGIN_MILLISECONDS, (callSeconds - 2) * 1_000),
  callers: readCallers(callers),
  around: misbehaving,
});
process.stdout.write(`Serving on ${url}\n`);

/** Each start has chances of its own, and the same ones in a run that is repeated. */
function startsSoFar(where: string): number {
  const file = join(where, 'starts');
  const starts = existsSync(file) ? Number(readFileSync(file, 'utf8')) + 1 : 1;
  writeFileSync(file, String(starts));
  return starts;
}

function misbehaving(author: Author): Author {
  const ending = endingOf(chance);
  const noteName = openAccountNames(folder);
  const around =
    <G extends unknown[], R>(call: (...given: G) => Promise<R> | R) =>
    async (...given: G): Promise<R> => {
      const { milliseconds, isFirst } = pauseOf(chance);
      const end = ending();
      if (end === 'before') endNow();
      if (isFirst) await wait(milliseconds);
      const result = await call(...given);
      // The company has done it, and the connector has yet to write down what came of it.
      if (end === 'after') endNow();
      if (!isFirst) await wait(milliseconds);
      return result;
    };
  const { logIn, listBills, pay, findPayment, swap, findSwap } = author;
  return {
    ...author,
    logIn: around((asked, run) => {
      noteName(asked, run);
      return logIn(asked, run);
    }),
    ...(listBills && { listBills: around(listBills) }),
    ...(pay && { pay: around(pay) }),
    ...(findPayment && { findPayment: around(findPayment) }),
    ...(swap && { swap: around(swap) }),
    ...(findSwap && { findSwap: around(findSwap) }),
  };
}

function pauseOf({ happens, between }: Chance) {
  const isSlow = happens(SLOW_SHARE);
  const { from, to } = happens(VERY_SLOW_SHARE) ? VERY_SLOW_MILLISECONDS : SLOW_MILLISECONDS;
  // It ends in time, be it just so.
  const milliseconds = Math.min(between(from, to), (callSeconds - 1) * 1_000);
  return { milliseconds: isSlow ? milliseconds : 0, isFirst: happens(0.5) };
}

/** @returns what is asked with each call: whether the process ends with it, and when. */
function endingOf({ between, happens }: Chance): () => 'before' | 'after' | undefined {
  const last = endsAfter > 0 ? between(Math.ceil(endsAfter / 2), Math.ceil(endsAfter * 1.5)) : 0;
  const moment = happens(0.3) ? 'before' : 'after';
  let calls = 0;
  return () => {
    calls += 1;
    return calls === last ? moment : undefined;
  };
}

function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
}

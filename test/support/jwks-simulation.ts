/**
 * How long the scheduled refresh of signing keys takes, with the constants that it runs with: shards,
 * runs at a time, fetches a shard, time a run, and the partners' own seconds of the day.
 *
 * Assumed: a good endpoint answers after 50 to 350 ms, a slow or hostile one takes the whole 5 s. A
 * refresh reads and writes the table in 25 ms and takes 4 ms of CPU, TLS included, of which a part
 * has one at a time. A run begins a second after its rule fires.
 */
import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import { JWKS_SHARDS, shardOf } from '@billhook/core/base/table-keys';
import { FETCHES_A_SHARD, KEY_REFRESH_PARTS } from '@billhook/runtime/sweeps/refresh-due-keys';
import { refreshJwks } from '../../functions/schedule/contract.ts';

export type Scenario = {
  readonly partners: number;
  /** From 0 to 1: how many take all of their time. */
  readonly slowShare: number;
  /** All due at once, as after an outage, or each at its own second of the day. */
  readonly due: 'at-once' | 'over-the-day';
};

/** All in milliseconds from when a partner is due until its keys are refreshed. */
export type Lateness = {
  readonly median: number;
  readonly worst: number;
  /** Of those whose endpoint is good: what slow ones do to the others. */
  readonly worstOfGood: number;
};

const EVERY_MILLISECONDS = refreshJwks.everyMinutes * 60_000;
const RUN_MILLISECONDS = 270_000;
const START_MILLISECONDS = 1_000;
const SLOW_MILLISECONDS = 5_000;
const GOOD_MILLISECONDS = [50, 350] as const;
const TABLE_MILLISECONDS = 25;
const CPU_MILLISECONDS = 4;
const SEED = 20_261_121;

type Due = { readonly at: number; readonly slow: boolean };

export function simulateRefresh(scenario: Scenario): Lateness {
  const random = randomNumbers(SEED);
  const shards = spread(scenario, random);
  const lateness: number[] = [];
  let worstOfGood = 0;
  const partCpu = new Array<number>(KEY_REFRESH_PARTS).fill(0);
  // Each shard's fetches run beside the others'; what they share is the CPU of their part.
  const places = shards.map(() => new Array<number>(FETCHES_A_SHARD).fill(0));
  const heads = shards.map(() => 0);
  for (;;) {
    const shard = nextShard(shards, heads, places);
    if (shard === undefined) break;
    const { at, slow } = dueOf(shards, heads, shard);
    heads[shard] = (heads[shard] ?? 0) + 1;
    const free = places[shard] as number[];
    const place = free.indexOf(Math.min(...free));
    const part = shard % KEY_REFRESH_PARTS;
    const begun = runAt(Math.max(free[place] ?? 0, at, partCpu[part] ?? 0), at);
    partCpu[part] = begun + CPU_MILLISECONDS;
    const [least, most] = GOOD_MILLISECONDS;
    const fetching = slow ? SLOW_MILLISECONDS : least + random() * (most - least);
    const ended = begun + fetching + TABLE_MILLISECONDS;
    free[place] = ended;
    lateness.push(ended - at);
    if (!slow) worstOfGood = Math.max(worstOfGood, ended - at);
  }
  lateness.sort((a, b) => a - b);
  const median = lateness[Math.floor(lateness.length / 2)] ?? 0;
  return { median, worst: lateness.at(-1) ?? 0, worstOfGood };
}

function spread({ partners, slowShare, due }: Scenario, random: () => number): Due[][] {
  const shards: Due[][] = Array.from({ length: JWKS_SHARDS }, () => []);
  for (let index = 0; index < partners; index += 1) {
    const partnerId = `ptn_${Math.floor(random() * 2 ** 48)
      .toString(36)
      .padStart(20, 'x')}`;
    const own = shardOf(partnerId, DAY_MILLISECONDS / 1000) * 1000;
    const at = due === 'at-once' ? 0 : own;
    shards[shardOf(partnerId, JWKS_SHARDS)]?.push({ at, slow: random() < slowShare });
  }
  for (const shard of shards) shard.sort((a, b) => a.at - b.at);
  return shards;
}

function dueOf(shards: Due[][], heads: number[], shard: number): Due {
  return shards[shard]?.[heads[shard] ?? 0] ?? { at: 0, slow: false };
}

/** The shard whose next fetch can begin the earliest. */
function nextShard(shards: Due[][], heads: number[], places: number[][]): number | undefined {
  let best: number | undefined;
  let earliest = Number.POSITIVE_INFINITY;
  for (const [index, shard] of shards.entries()) {
    const due = shard[heads[index] ?? 0];
    if (!due) continue;
    const at = Math.max(due.at, Math.min(...(places[index] as number[])));
    if (at < earliest) [best, earliest] = [index, at];
  }
  return best;
}

/** When work that could begin at `time` does: within a run that was started after it fell due. */
function runAt(time: number, dueAt: number): number {
  const run = Math.floor(time / EVERY_MILLISECONDS) * EVERY_MILLISECONDS;
  const begins = run + START_MILLISECONDS;
  if (dueAt <= begins && time <= run + RUN_MILLISECONDS) return Math.max(time, begins);
  return run + EVERY_MILLISECONDS + START_MILLISECONDS;
}

/** The same numbers each time (mulberry32): a simulation can be repeated. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

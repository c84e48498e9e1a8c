/**
 * A story, and every history that it becomes when a process dies in it: before each act, and after each
 * change that an act makes. What follows differs: what died is done again, or never, or dies once more.
 */
import { DAY, HOUR, MINUTE, START } from '../../model/clock.ts';
import type { Kept } from '../../model/service.ts';
import type { WalkTable } from '../../model/table.ts';
import { chanceOf } from '../../model/year/chance.ts';
import type { Tally, Wrong } from '../frame/tally.ts';
import { orderedTwice, ordersOf, wrongsInTheEnd } from './checks.ts';
import { settle } from './settle.ts';
import { actsOf, type Cast, moveOf, partsDue, setUp } from './story.ts';
import {
  type Act,
  doAct,
  doHalf,
  doKeeping,
  type Ground,
  goOnFrom,
  openWorld,
  runnable,
  type Tamper,
  type World,
} from './world.ts';

/** What comes after a death. */
const sequels = ['again', 'afterwards', 'lost', 'twice', 'late'] as const;
type Sequel = (typeof sequels)[number];

/** Which history: of the story with that number, dead at that act, after so many of its changes. */
type Place = {
  readonly story: number;
  readonly act: number;
  readonly change: number;
  readonly sequel: Sequel;
};

const nameOf = ({ story, act, change, sequel }: Place) => `${story}:${act}:${change}:${sequel}`;

type Counting = { -readonly [name in keyof Tally]: Tally[name] } & {
  counts: Record<string, number>;
  wrongs: Wrong[];
};

export type StoryOptions = {
  readonly seed: number;
  readonly story: number;
  /** The name of one history, to make that alone. */
  readonly only?: string;
  /** Makes the service a bad one: a battery that finds nothing wrong with it would prove nothing. */
  readonly tamper?: Tamper;
};

export async function runStory(
  directory: WalkTable,
  { seed, story, only, tamper }: StoryOptions,
): Promise<Tally> {
  const tally: Counting = { done: 0, counts: { stories: 1 }, wrongs: [] };
  const chance = chanceOf(seed * SEED_STEP + story);
  const world = openWorld({ directory, tamper }, { seed: seed * SEED_STEP + story, now: START });
  const cast = await setUp(world, chance);
  const acts = actsOf(world, cast, chance);
  const awaits = world.watch.awaits;
  let number = 0;
  for (let next = await acts.next(); !next.done; number += 1) {
    const { act, company } = next.value;
    const { left, came } = await doKeeping(world, act, company);
    count(tally, `${act.kind}s`);
    const [begun = world.keep()] = left;
    for (const [change, from] of left.entries()) {
      for (const sequel of sequels) {
        // An act that did nothing yet and is done again is the story itself.
        if (change === 0 && sequel !== 'lost') continue;
        const place = { story, act: number, change, sequel };
        if (only !== undefined && only !== nameOf(place)) continue;
        await runHistory(
          { directory, tamper },
          { seed, place, begun, from: sequel === 'late' ? begun : from, act, cast },
          tally,
        );
      }
    }
    next = await acts.next(came);
  }
  count(tally, 'awaits', world.watch.awaits - awaits);
  tally.wrongs.push(
    ...world.wrongs.map((what) => ({ what, repeat: `--seed ${seed} --repeat ${story}` })),
  );
  return tally;
}

const SEED_STEP = 1_000_003;

type History = {
  readonly seed: number;
  readonly place: Place;
  /** Before the act. */
  readonly begun: Kept;
  readonly from: Kept;
  readonly act: Act;
  readonly cast: Cast;
};

async function runHistory(
  ground: Ground,
  { seed, place, begun, from, act, cast }: History,
  tally: Counting,
): Promise<void> {
  const { story, act: number, change, sequel } = place;
  const parts = [seed, story, number, change, sequels.indexOf(sequel)];
  const chance = chanceOf(parts.reduce((mixed, part) => Math.imul(mixed, 31) + part, 7));
  let world = goOnFrom(ground, from);
  const wait = chance.pick([0, 0, 2 * MINUTE, DAY]);
  if (sequel === 'lost') {
    lose(world, act);
    world.now += wait;
    const move = chance.happens(0.5) ? moveOf(world, cast, chance) : undefined;
    if (move) await doAct(world, move);
  } else if (sequel === 'late') {
    await beSlow(world, { act, change, chance });
  } else if (sequel === 'afterwards') {
    await goOnBeside(world, act);
    // A day later, the same key would stand for another request.
    world.now += Math.min(wait, 20 * HOUR);
    await insistOn(world, act);
  } else {
    if (sequel === 'twice') world = await dieAgain(ground, world, { act, chance, wait });
    else world.now += wait;
    await insistOn(world, act);
  }
  await settle(world, cast);
  // Where it was done again, and nothing else was asked for.
  const orders =
    sequel === 'afterwards'
      ? orderedTwice(world, { act, before: ordersOf(goOnFrom(ground, begun)) })
      : [];
  const wrongs = [...world.wrongs, ...orders, ...wrongsInTheEnd(world)];
  const repeat = `--seed ${seed} --repeat ${nameOf(place)}`;
  tally.wrongs.push(...new Set(wrongs).values().map((what) => ({ what, repeat })));
  tally.done += 1;
  count(tally, `histories: ${act.kind === 'task' ? 'a task' : act.name}, ${sequel}`);
  count(tally, 'charges', world.companies.charges.length);
}

/** A workflow whose process died, and that nobody goes on with: the sweep finds what it left. */
function lose(world: World, act: Act): void {
  const execution = act.kind === 'task' ? world.executions.get(act.execution) : undefined;
  if (execution) execution.ended = true;
}

/** All that the act began, and all else, goes on as far as it can without the act. */
async function goOnBeside(world: World, act: Act): Promise<void> {
  await runBeside(world, act);
  for (const part of partsDue(world))
    await doAct(world, { kind: 'sweep', name: 'startDueWork', part });
  await runBeside(world, act);
}

async function runBeside(world: World, act: Act): Promise<void> {
  const own = act.kind === 'task' ? act.execution : undefined;
  for (let left = 60; left > 0; left -= 1) {
    const next = runnable(world).find(({ name }) => name !== own);
    if (!next) return;
    await doAct(world, { kind: 'task', execution: next.name });
  }
}

/** Another process does the act again, and dies after another of its changes. */
async function dieAgain(
  ground: Ground,
  world: World,
  { act, chance, wait }: { act: Act; chance: ReturnType<typeof chanceOf>; wait: number },
): Promise<World> {
  world.now += wait;
  const { left } = await doKeeping(world, act);
  return goOnFrom(ground, chance.pick(left), world.wrongs);
}

/** Seconds that a process stands still for, below what any is given up after. */
const SLOW_SECONDS = [0, 1, 10, 25];

/** It did not die, it was slow: it goes on after another has done the act, or in the middle of that. */
async function beSlow(
  world: World,
  { act, change, chance }: { act: Act; change: number; chance: ReturnType<typeof chanceOf> },
): Promise<void> {
  const goOn = await doHalf(world, act, change);
  world.now += chance.pick(SLOW_SECONDS) * 1000;
  if (chance.happens(0.5)) {
    await doAct(world, act);
    await goOn();
  } else {
    const goOnAgain = await doHalf(world, act, chance.between(1, 6));
    await Promise.all([goOn(), goOnAgain()]);
  }
  await insistOn(world, act);
}

/** As a caller does: what is under way elsewhere is asked for again when that is surely over. */
async function insistOn(world: World, act: Act): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    const came = await doAct(world, act);
    if (came?.code !== 'request_in_progress') return;
    world.now += 2 * MINUTE;
  }
}

function count({ counts }: Counting, name: string, times = 1): void {
  counts[name] = (counts[name] ?? 0) + times;
}

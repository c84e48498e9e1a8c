/**
 * The load: requests at a rate to the service and, in turns, to a plain service over the same table; then
 * more and more of them, until something gives way; and at the end whether anything was lost or wrong.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../../../test/support/directory/seeded.ts';
import { readLedger } from '../../../test/support/ledger.ts';
import { processorMilliseconds } from '../process-memory.ts';
import { drive, type Target } from './drive.ts';
import { failuresOf, newRecord, quantile, type Record } from './record.ts';
import type { Sample } from './samples.ts';
import { openScene, type Scene } from './scene.ts';
import { type Findings, findWrongs } from './witness.ts';

export type LoadOptions = {
  readonly requestsPerSecond: number;
  /** For which the service is under load, the turns of the plain service not included. */
  readonly seconds: number;
  readonly partners: number;
  /** Nothing leaves the ramp out. */
  readonly rampStepSeconds: number;
  readonly seed: number;
  readonly say: (line: string) => void;
};

export type Step = {
  readonly requestsPerSecond: number;
  readonly record: Record;
  /** Answered with success, a second, until the last answer. */
  readonly answeredPerSecond: number;
};

export type LoadFigures = {
  readonly options: LoadOptions;
  readonly real: Record;
  readonly plain: Record;
  readonly samples: readonly Sample[];
  readonly held: Findings;
  readonly ramp: readonly Step[];
  /** From the last request of the ramp until nothing was under way any more. */
  readonly quietAfterSeconds: number;
  readonly afterRamp: Findings;
};

const CLIENTS_A_PARTNER = 5;
const WARM_SECONDS = 10;
/** A turn of the service, and the one of the plain service that comes after it. */
const TURN_SECONDS = 60;
const PLAIN_TURN_SECONDS = 15;
const LEAST_TURNS = 4;
const STEP_FACTOR = 1.4;
const MOST_STEPS = 9;
/** After the first step that gives way: how it goes on refusing. */
const STEPS_BEYOND = 1;
const QUIET_SECONDS = 300;
const LATE_MILLISECONDS = 5_000;
const SWEPT_MILLISECONDS = 150_000;

export async function runLoad(options: LoadOptions): Promise<LoadFigures> {
  const { say } = options;
  say('Starting the service, its partners and their first clients');
  const { below } = seededRandom(options.seed);
  const random = () => below(2 ** 32) / 2 ** 32;
  const clients = options.partners * CLIENTS_A_PARTNER;
  const scene = await openScene({ partners: options.partners, clients, random });
  try {
    const { real, plain } = await hold(scene, options);
    // Without those of the time after it.
    const samples = [...scene.sampler.samples];
    const held = await witness(scene, say);
    const ramp = options.rampStepSeconds > 0 ? await climb(scene, options) : [];
    const from = performance.now();
    await untilQuiet(scene, QUIET_SECONDS);
    const quietAfterSeconds = (performance.now() - from) / 1000;
    const afterRamp = ramp.length > 0 ? await witness(scene, say) : held;
    return { options, real, plain, samples, held, ramp, quietAfterSeconds, afterRamp };
  } finally {
    await scene.close();
  }
}

/** The two in turns, so that whatever else the machine does befalls both. */
async function hold(scene: Scene, { requestsPerSecond, seconds, say }: LoadOptions) {
  const [real, plain] = [newRecord(), newRecord()];
  // The first calls load the functions; they are in no figure.
  for (const target of [scene.real, scene.plain]) {
    await drive(target, { requestsPerSecond, seconds: WARM_SECONDS });
  }
  const turn = Math.min(TURN_SECONDS, seconds / LEAST_TURNS);
  const plainTurn = Math.min(PLAIN_TURN_SECONDS, turn);
  for (let done = 0; done < seconds; done += turn) {
    await measured(scene, scene.real, real, async () => {
      await drive(scene.real, { requestsPerSecond, seconds: turn, record: real });
      // What the service has begun is not to take from the other's time.
      await untilQuiet(scene, PLAIN_TURN_SECONDS);
    });
    await measured(scene, scene.plain, plain, async () => {
      await drive(scene.plain, { requestsPerSecond, seconds: plainTurn, record: plain });
    });
    const { serviceBytes, workflows } = scene.sampler.take();
    const megabytes = Math.round(serviceBytes / 1_048_576);
    say(
      `${Math.round(done + turn)} s: ${real.answered} answered, ${failuresOf(real)} failed, ` +
        `${real.wrongs.length} wrong; ${megabytes} MB, ${workflows} workflows under way`,
    );
  }
  return { real, plain };
}

/** Adds what the work takes of processors. */
async function measured(
  { tableServer }: Scene,
  { pid }: Target,
  record: Record,
  work: () => Promise<void>,
): Promise<void> {
  const spent = () => [pid, tableServer.pid].map(processorMilliseconds) as [number, number];
  const [own, table] = spent();
  await work();
  const [ownAfter, tableAfter] = spent();
  record.serviceMilliseconds += ownAfter - own;
  record.tableServerMilliseconds += tableAfter - table;
}

/** More and more, until requests fail or are late, and a little beyond. */
async function climb(scene: Scene, options: LoadOptions): Promise<Step[]> {
  const steps: Step[] = [];
  let beyond = 0;
  for (let count = 1; count <= MOST_STEPS && beyond <= STEPS_BEYOND; count += 1) {
    const requestsPerSecond = Math.round(options.requestsPerSecond * STEP_FACTOR ** count);
    const from = performance.now();
    const seconds = options.rampStepSeconds;
    const record = await drive(scene.real, { requestsPerSecond, seconds });
    const answeredPerSecond = (record.answered * 1000) / (performance.now() - from);
    steps.push({ requestsPerSecond, record, answeredPerSecond });
    const all = [...record.latencies.values()].flat();
    if (failuresOf(record) + record.skipped > 0 || quantile(all, 0.99) > LATE_MILLISECONDS)
      beyond += 1;
    options.say(
      `${requestsPerSecond} a second: ${answeredPerSecond.toFixed(0)} answered, ` +
        `${failuresOf(record)} failed, p99 ${quantile(all, 0.99).toFixed(0)} ms`,
    );
  }
  return steps;
}

/**
 * Looks again as long as there is less and less to find: what is retried comes late, and is not lost. The
 * sweeps come once a minute.
 */
async function witness(scene: Scene, say: LoadOptions['say']): Promise<Findings> {
  let least = Number.POSITIVE_INFINITY;
  for (let deadline = 0; ; await pause(LATE_MILLISECONDS)) {
    await untilQuiet(scene, QUIET_SECONDS);
    const found = findWrongs(await readLedger(scene.tableServer.url), scene.world, scene.receiver);
    const { length } = found.wrongs;
    if (length < least) deadline = performance.now() + SWEPT_MILLISECONDS;
    if (length === 0 || performance.now() > deadline) return found;
    if (length < least) say(`${length} things are not done yet, such as: ${found.wrongs[0]}`);
    least = Math.min(least, length);
  }
}

async function untilQuiet({ sampler }: Scene, secondsAtMost: number): Promise<void> {
  const deadline = performance.now() + secondsAtMost * 1000;
  for (let quiet = 0; quiet < 2 && performance.now() < deadline; await pause(500)) {
    const { messages, workflows } = sampler.take();
    quiet = messages + workflows === 0 ? quiet + 1 : 0;
  }
}

/**
 * Faults by seeded chance. Every operation draws from a sequence of its own, so that with the same
 * seed the n-th call of an operation meets the same fate, however the calls of others interleave.
 */
import {
  type DeliveredBy,
  type DeliveryFault,
  deliveryFaults,
  type Fault,
  faultsOf,
} from './faults.ts';

/** How a service is disturbed. */
export type ChaosOptions = {
  /** The share of calls that meet a fault, 0 to 1. */
  readonly rate: number;
  readonly seed?: number;
};

export type Chaos = {
  readonly seed: number;
  readonly rate: () => number;
  /** From 0, nothing, to 1. May be changed at any time. */
  readonly setRate: (rate: number) => void;
  /** Whether the rate is above 0, as 1 or 0, for threads to see. */
  readonly disturbed: Int32Array;
  /** What befalls a call. `callId` is the same for every attempt at one call. */
  readonly strikeCall: (call: DisturbedCall) => Fault | undefined;
  /** What befalls a function that is called by a workflow, a schedule, a stream or a queue. */
  readonly strikeDelivery: (by: DeliveredBy, name: string) => DeliveryFault | undefined;
  /** How many calls there were while the rate was above 0, and faults by what they are counted under. */
  readonly counts: () => {
    readonly calls: number;
    readonly faults: Readonly<Record<string, number>>;
  };
};

export type DisturbedCall = {
  readonly service: string;
  readonly operation: string;
  readonly callId: string;
};

/** Most faults pass before the next attempt; these last as long as the caller keeps trying. */
const LASTING_SHARE = 0.1;
/** Calls that are remembered, so that another attempt meets what the first one met. */
const MAX_REMEMBERED_CALLS = 10_000;
const MAX_SEED = 2 ** 32;

type Fate = { readonly fault: Fault; readonly lasting: boolean };

/** @param options.seed any whole number; chosen by chance when it is left out. */
export function createChaos(options: ChaosOptions): Chaos {
  const seed = (options.seed ?? Math.floor(Math.random() * MAX_SEED)) >>> 0;
  const streams = new Map<string, () => number>();
  const fates = new Map<string, Fate | undefined>();
  const faults: Record<string, number> = {};
  let calls = 0;
  const disturbed = new Int32Array(new SharedArrayBuffer(4));
  let rate = 0;
  const setRate = (next: number) => {
    rate = checked(next);
    Atomics.store(disturbed, 0, rate > 0 ? 1 : 0);
  };
  setRate(options.rate);
  const streamOf = (name: string) => {
    const stream = streams.get(name) ?? createStream(seed, name);
    streams.set(name, stream);
    return stream;
  };
  const count = (name: string) => {
    faults[name] = (faults[name] ?? 0) + 1;
  };
  return {
    seed,
    rate: () => rate,
    setRate,
    disturbed,
    strikeCall: ({ service, operation, callId }) => {
      if (rate === 0) return undefined;
      const name = `${service} ${operation}`;
      if (fates.has(callId)) {
        const known = fates.get(callId);
        if (known?.lasting) count(`${name}: ${known.fault.name}`);
        return known?.lasting ? known.fault : undefined;
      }
      calls += 1;
      const fate = drawFate(streamOf(name), rate, faultsOf(service, operation));
      remember(fates, callId, fate);
      if (fate) count(`${name}: ${fate.fault.name}`);
      return fate?.fault;
    },
    strikeDelivery: (by, name) => {
      if (rate === 0) return undefined;
      calls += 1;
      const draw = streamOf(`${by} ${name}`);
      const possible = deliveries(by);
      const fault = draw() < rate ? pick(possible, draw) : undefined;
      if (fault) count(`${by}: ${fault}`);
      return fault;
    },
    counts: () => ({ calls, faults: { ...faults } }),
  };
}

function checked(rate: number): number {
  if (!(rate >= 0 && rate <= 1)) throw new RangeError('The fault rate must be from 0 to 1');
  return rate;
}

function drawFate(draw: () => number, rate: number, possible: readonly Fault[]): Fate | undefined {
  // All three are drawn, whatever comes of the first: the next call's fate does not hang on the rate.
  const struck = draw() < rate;
  const fault = pick(possible, draw);
  const lasting = draw() < LASTING_SHARE;
  return struck && fault ? { fault, lasting } : undefined;
}

function deliveries(by: DeliveredBy): readonly DeliveryFault[] {
  const entries = Object.entries(deliveryFaults) as [DeliveryFault, readonly string[]][];
  return entries.filter(([, callers]) => callers.includes(by)).map(([fault]) => fault);
}

function pick<T>(from: readonly T[], draw: () => number): T | undefined {
  return from[Math.floor(draw() * from.length)];
}

function remember(fates: Map<string, Fate | undefined>, callId: string, fate: Fate | undefined) {
  const [oldest] = fates.size >= MAX_REMEMBERED_CALLS ? fates.keys() : [];
  if (oldest !== undefined) fates.delete(oldest);
  fates.set(callId, fate);
}

/** Numbers from 0 to below 1, the same for the same seed and name (mulberry32). */
function createStream(seed: number, name: string): () => number {
  let state = seed;
  for (const character of name) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

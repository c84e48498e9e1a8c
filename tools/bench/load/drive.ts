/**
 * Sends requests at a rate, whatever comes back: they arrive at random, as those of many users do, and
 * none waits for another. A request's time runs from when it was due, so what the service keeps waiting
 * is counted.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from './caller.ts';
import type { LoadOperation, Prepared } from './operation.ts';
import { reads } from './reads.ts';
import { newRecord, noteFailure, noteLatency, noteWrong, type Record } from './record.ts';
import type { World } from './world.ts';
import { writes } from './writes.ts';

/** A service under load. */
export type Target = { readonly caller: Caller; readonly world: World; readonly pid: number };

export type Drive = {
  readonly requestsPerSecond: number;
  readonly seconds: number;
  /** Adds to this one. */
  readonly record?: Record;
};

/** Past so many open requests, more say nothing new. */
const MOST_OPEN = 3_000;
const TICK_MILLISECONDS = 2;
/** An operation that has nothing to work on gives its place to another; not for ever. */
const DRAWS = 20;

/** Each operation as often as its share. */
const turns: readonly LoadOperation[] = [...reads, ...writes].flatMap((operation) =>
  Array.from({ length: operation.share }, () => operation),
);

/** Comes back when each request has its answer. */
export async function drive(
  { caller, world }: Pick<Target, 'caller' | 'world'>,
  given: Drive,
): Promise<Record> {
  const { requestsPerSecond, seconds, record = newRecord() } = given;
  const open = new Set<Promise<void>>();
  const start = performance.now();
  const end = start + seconds * 1000;
  const gap = () => (-Math.log(1 - world.random()) * 1000) / requestsPerSecond;
  let due = start + gap();
  while (performance.now() < end) {
    for (; due <= performance.now(); due += gap()) {
      if (open.size >= MOST_OPEN) {
        record.skipped += 1;
        continue;
      }
      const drawn = drawOperation(world);
      if (!drawn) continue;
      const sent = send(caller, drawn, due, record);
      open.add(sent);
      void sent.then(() => open.delete(sent));
    }
    await pause(TICK_MILLISECONDS);
  }
  record.seconds += seconds;
  await Promise.all(open);
  return record;
}

type Drawn = { readonly name: string; readonly prepared: Prepared };

function drawOperation(world: World): Drawn | undefined {
  for (let draws = 0; draws < DRAWS; draws += 1) {
    const operation = turns[Math.floor(world.random() * turns.length)];
    const prepared = operation?.make(world);
    if (operation && prepared) return { name: operation.name, prepared };
  }
  return undefined;
}

async function send(
  caller: Caller,
  { name, prepared }: Drawn,
  due: number,
  record: Record,
): Promise<void> {
  record.sent += 1;
  const came = await caller.call(prepared);
  if (came.kind !== 'answered') {
    noteFailure(record, came.kind, false);
    prepared.failed?.(undefined);
    return;
  }
  const { status, body, retryAfter } = came;
  if (status < 200 || status > 299) {
    const { code } = (body ?? {}) as { code?: string };
    noteFailure(record, `${status} ${code ?? 'without a code'}`, retryAfter !== undefined);
    prepared.failed?.(status);
    return;
  }
  noteLatency(record, name, performance.now() - due);
  const wrong = checked(prepared, body);
  if (wrong !== undefined) noteWrong(record, `${name}: ${wrong}`);
}

/** Looks at what came, and goes on with it if it is right. A body that lacks what is needed is wrong too. */
function checked({ check, done }: Prepared, body: unknown): string | undefined {
  try {
    const wrong = check?.(body as never);
    if (wrong === undefined) done?.(body as never);
    return wrong;
  } catch (error) {
    return `the body is not as described (${(error as Error).message})`;
  }
}

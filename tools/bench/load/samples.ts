/** What the service and its table take while the load runs, and how long what waits has waited. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { residentBytes } from '../process-memory.ts';

export type Sample = {
  /** Since the first, by the clock. */
  readonly seconds: number;
  readonly serviceBytes: number;
  readonly tableServerBytes: number;
  readonly tableFileBytes: number;
  /** Messages that could be handed out and were not yet, and for how long the oldest of them. */
  readonly messages: number;
  readonly messageSeconds: number;
  readonly workflows: number;
  /** Of a workflow that is under way: since it was started. */
  readonly workflowSeconds: number;
};

export type Sampled = {
  readonly stateDir: string;
  readonly servicePid: number;
  readonly tableServerPid: number;
  readonly tableFile: string;
};

export type Sampler = {
  readonly samples: readonly Sample[];
  /** Takes one now. */
  readonly take: () => Sample;
  readonly stop: () => void;
};

const EVERY_MILLISECONDS = 5_000;

/** Takes one every five seconds. */
export function startSampler(given: Sampled): Sampler {
  const db = new DatabaseSync(join(given.stateDir, 'local.db'), { readOnly: true });
  const messages = db.prepare(
    'SELECT count(*) AS number, min(visible) AS oldest FROM queue_messages WHERE visible <= ? AND taken = 0',
  );
  const workflows = db.prepare(
    "SELECT count(*) AS number, min(started) AS oldest FROM executions WHERE status = 'RUNNING'",
  );
  const start = performance.now();
  const samples: Sample[] = [];
  const take = (): Sample => {
    const now = Date.now();
    const waiting = messages.get(now) as Counted;
    const running = workflows.get() as Counted;
    const sample = {
      seconds: (performance.now() - start) / 1000,
      serviceBytes: residentBytes(given.servicePid),
      tableServerBytes: residentBytes(given.tableServerPid),
      tableFileBytes: bytesOf(given.tableFile) + bytesOf(`${given.tableFile}-wal`),
      messages: waiting.number,
      messageSeconds: (now - (waiting.oldest ?? now)) / 1000,
      workflows: running.number,
      workflowSeconds: (now - (running.oldest ?? now)) / 1000,
    };
    samples.push(sample);
    return sample;
  };
  take();
  const timer = setInterval(take, EVERY_MILLISECONDS);
  return {
    samples,
    take,
    stop: () => {
      clearInterval(timer);
      db.close();
    },
  };
}

type Counted = { readonly number: number; readonly oldest: number | null };

function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

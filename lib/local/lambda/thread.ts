/** A worker thread that hosts functions, and what is said to it and by it. */
import { Worker } from 'node:worker_threads';
import type { Statement } from '../access/policies.ts';
import type { DirectTable } from '../tables/direct-requests.ts';
import type { Item } from '../tables/index-lag.ts';
import type { FunctionSettings } from './function-settings.ts';

/** Whatever memory its functions are given: a thread hosts all of them. */
const HEAP_MEGABYTES = 1_024;
/**
 * For new objects, in three parts. By default it grows to 48 MB, and none of it is given back. With 6 MB,
 * what a call needs only until it ends did not fit, and collecting it took a tenth of a processor under load.
 */
const NURSERY_MEGABYTES = 24;

export type Thread = {
  readonly worker: Worker;
  /** How many run in it. */
  calls: number;
};

/** What is said of a call. */
export type ThreadAnswer = {
  /** Of the environment. */
  readonly id: string;
  readonly requestId: string;
  readonly result?: string;
  readonly error?: string;
  readonly phase?: string;
};
/** What a thread says: an answer, what an environment printed, or what it wrote into the table. */
type Said =
  | ThreadAnswer
  | { readonly log: string; readonly id?: string }
  | { readonly written: readonly Item[] };

type ThreadEvents = {
  readonly onAnswer: (answer: ThreadAnswer) => void;
  /** `id` is that of the environment, if one printed it and not Node itself. */
  readonly onLog: (text: string, id?: string) => void;
  readonly onEnd: (message: string) => void;
  readonly onWritten?: (items: readonly Item[]) => void;
};

/** @param table where there is one that its functions may ask directly. */
export function startThread(events: ThreadEvents, table?: DirectTable): Thread {
  const { onAnswer, onLog, onEnd, onWritten } = events;
  // Compiled code is kept: a function starts a fifth faster with it, and the thread itself needs no
  // compiler for its types, which takes 15 MB.
  const compileCache = process.env.NODE_COMPILE_CACHE;
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    env: {
      PATH: process.env.PATH ?? '',
      TZ: ':UTC',
      ...(compileCache && { NODE_COMPILE_CACHE: compileCache }),
    },
    execArgv: ['--enable-source-maps', '--disable-warning=ExperimentalWarning'],
    resourceLimits: {
      maxOldGenerationSizeMb: HEAP_MEGABYTES,
      maxYoungGenerationSizeMb: NURSERY_MEGABYTES,
    },
    workerData: table,
    stdout: true,
    stderr: true,
  });
  worker.stdout.on('data', (chunk: Buffer) => onLog(chunk.toString()));
  worker.stderr.on('data', (chunk: Buffer) => onLog(chunk.toString()));
  worker.on('message', (said: Said) => {
    if ('log' in said) onLog(said.log, said.id);
    else if ('written' in said) onWritten?.(said.written);
    else onAnswer(said);
  });
  worker.on('error', (error: Error) => {
    onLog(`${error.name}: ${error.message}\n`);
    onEnd(`Runtime exited with error: ${error.message}`);
  });
  worker.on('exit', (code) => onEnd(`Runtime exited without providing a reason (${code})`));
  return { worker, calls: 0 };
}

/**
 * Has a thread load a function as an environment of its own.
 * @param statements what its role may do, where it asks the table directly.
 */
export function openIn(
  { worker }: Thread,
  id: string,
  settings: FunctionSettings,
  statements?: readonly Statement[],
): void {
  const { name, arn, codeFolder, handler, ownFolders, memoryMegabytes, environment } = settings;
  const { roleArn } = settings;
  const accessKeyId = environment.AWS_ACCESS_KEY_ID;
  worker.postMessage({
    id,
    facts: { name, arn, codeFolder, handler, ownFolders, memoryMegabytes, environment },
    ...(statements && { caller: { name, roleArn, functionArn: arn, accessKeyId, statements } }),
  });
}

/** Has a thread let go of an environment: it gets no calls any more. */
export function dropFrom({ worker }: Thread, id: string): void {
  worker.postMessage({ id, drop: true });
}

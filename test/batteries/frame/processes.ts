/** Processes that make parts of a battery, one after another each. */
import { fork } from 'node:child_process';
import type { Tally } from './tally.ts';

export type Answer =
  | { readonly tally: Tally; readonly failed?: undefined }
  | { readonly tally?: undefined; readonly failed: string };

export type Processes<Request> = {
  /** @throws Error of a process that ended, or that could not make it. */
  readonly ask: (request: Request) => Promise<Tally>;
  readonly end: () => void;
};

/**
 * As many as are asked at the same time.
 * @param each how many parts one makes: without limit where none is given.
 */
export function openProcesses<Request extends object>(
  script: string,
  each = Number.POSITIVE_INFINITY,
): Processes<Request> {
  type Process = ReturnType<typeof openProcess<Request>>;
  const idle: Process[] = [];
  return {
    async ask(request) {
      const one = idle.pop() ?? openProcess<Request>(script);
      try {
        const tally = await one.ask(request);
        if (one.asked() < each) idle.push(one);
        else one.end();
        return tally;
      } catch (error) {
        one.end();
        throw error;
      }
    },
    end: () => {
      for (const { end } of idle.splice(0)) end();
    },
  };
}

function openProcess<Request extends object>(script: string) {
  const child = fork(script, {
    env: { ...process.env, POWERTOOLS_LOG_LEVEL: process.env.POWERTOOLS_LOG_LEVEL ?? 'SILENT' },
  });
  let asked = 0;
  return {
    asked: () => asked,
    end: () => {
      if (child.connected) child.disconnect();
    },
    ask: (request: Request) =>
      new Promise<Tally>((resolve, reject) => {
        asked += 1;
        const gone = (code: number | null) =>
          reject(new Error(`A process of the battery ended, with exit code ${code}`));
        child.once('exit', gone);
        child.once('message', ({ tally, failed }: Answer) => {
          child.off('exit', gone);
          if (tally) resolve(tally);
          else reject(new Error(failed));
        });
        child.send(request);
      }),
  };
}

/** What such a process does: answers until nobody asks any more. */
export function answerRequests<Request>(make: (request: Request) => Promise<Tally>): void {
  process.on('message', async (request: Request) => {
    const answer = await make(request).then(
      (tally): Answer => ({ tally }),
      (error: Error): Answer => ({ failed: error.stack ?? error.message }),
    );
    process.send?.(answer);
  });
  // Ctrl-C reaches every process of a terminal; this one ends when its parent lets go.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
}

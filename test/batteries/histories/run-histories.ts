/** `npm run test:histories`: payments, with a process that dies wherever it can. */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runBattery } from '../frame/frame.ts';
import type { Tally } from '../frame/tally.ts';
import type { Answer, Request } from './histories-process.ts';

const { exitCode } = await runBattery(
  {
    name: 'histories',
    command: 'npm run test:histories',
    about: 'Payments, with a process that dies before and after everything that it does.',
    units: 'histories',
    total: 1_000_000,
    numbers: {},
    lanes: availableParallelism(),
    open: async ({ seed }) => {
      const idle: ReturnType<typeof openProcess>[] = [];
      const all: ReturnType<typeof openProcess>[] = [];
      const ask = async (request: Request): Promise<Tally> => {
        let one = idle.pop();
        if (!one) {
          one = openProcess();
          all.push(one);
        }
        const tally = await one.ask(request);
        idle.push(one);
        return tally;
      };
      return {
        make: (part) => ask({ seed, part }),
        repeat: (only) => ask({ seed, only }),
        close: async () => {
          for (const { end } of all) end();
        },
      };
    },
  },
  process.argv.slice(2),
);
process.exitCode = exitCode;

/** A process that makes one part after another. */
function openProcess() {
  const child = fork(join(import.meta.dirname, 'histories-process.ts'), {
    env: { ...process.env, POWERTOOLS_LOG_LEVEL: process.env.POWERTOOLS_LOG_LEVEL ?? 'SILENT' },
  });
  return {
    end: () => {
      if (child.connected) child.disconnect();
    },
    ask: (request: Request) =>
      new Promise<Tally>((resolve, reject) => {
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

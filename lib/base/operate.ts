/** The operator's command line, as an operator runs it: a process of its own. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Stage } from '../stacks/stage.ts';

/** A service of this machine, or a deployed stage with the AWS that the environment names. */
export type OperatorPlace =
  | { readonly stateDir: string }
  | { readonly stage: Stage; readonly environment: NodeJS.ProcessEnv };

const run = promisify(execFile);
const launcher = join(import.meta.dirname, '../../bin/billhook.mjs');

/** @returns what `--json` prints. */
export async function operate(place: OperatorPlace, ...args: string[]) {
  const [where, env] =
    'stage' in place
      ? [['--stage', place.stage], place.environment]
      : [['--state', place.stateDir], process.env];
  const { stdout } = await run(process.execPath, [launcher, ...where, ...args, '--json'], { env });
  return JSON.parse(stdout);
}

/** Makes one more partner. */
export function addPartnerTo(place: OperatorPlace) {
  return (): Promise<{ readonly apiKey: string }> =>
    operate(place, 'partner', 'create', 'Another partner');
}

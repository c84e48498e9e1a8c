/**
 * How the operator's command line reaches a service that runs on this machine: its AWS endpoint,
 * with credentials that may do everything, in a file that only the service's own user can read. It
 * is there while the service runs.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { localFailure } from '../failures.ts';
import { writeWhole } from '../write-whole.ts';

const FILE = 'operator.json';

const text = v.pipe(v.string(), v.minLength(1));
const operatorAccess = v.object({
  endpointUrl: text,
  credentials: v.object({ accessKeyId: text, secretAccessKey: text, sessionToken: text }),
  /** The stacks' outputs. */
  outputs: v.record(v.string(), v.string()),
});
export type OperatorAccess = v.InferOutput<typeof operatorAccess>;

export function writeOperatorAccess(stateDir: string, access: OperatorAccess): void {
  writeWhole(join(stateDir, FILE), `${JSON.stringify(access, null, 2)}\n`);
}

/** @throws LocalFailure when no service runs over the folder. */
export function readOperatorAccess(stateDir: string): OperatorAccess {
  try {
    return v.parse(operatorAccess, JSON.parse(readFileSync(join(stateDir, FILE), 'utf8')));
  } catch {
    throw localFailure(
      `No service is running with the state folder ${stateDir}. Start it (npm start), or pass its folder with --state.`,
    );
  }
}

export function removeOperatorAccess(stateDir: string): void {
  rmSync(join(stateDir, FILE), { force: true });
}

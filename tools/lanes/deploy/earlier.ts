/** An earlier release: its files as the repository has them, with its own packages and its own stacks. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type FormerRoles, formerRoles } from '../../../lib/stacks/roles-move.ts';
import { runChild } from './children.ts';
import { ROOT } from './deployment.ts';
import { deployFailure } from './failure.ts';

export type Earlier = {
  readonly root: string;
  /** What is said to the first of the two deployments over it; nothing where one is enough. */
  readonly rolesMoveFrom: FormerRoles | undefined;
};

/**
 * Unpacks a release and installs its packages, unless an earlier run did.
 * @param tag of the release: `v0.1.1`. @throws DeployFailure when there is none.
 */
export async function unpackRelease(tag: string, logFile: string): Promise<Earlier> {
  const root = join(ROOT, '.releases', tag);
  if (!existsSync(root)) await install(tag, root, logFile);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { root, rolesMoveFrom: formerRoles.find((one) => one === version) };
}

/** Not below `node_modules`, where Node takes no TypeScript, nor `dist`, which a build empties. */
async function install(tag: string, root: string, logFile: string): Promise<void> {
  const half = `${root}.half`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  const archive = `${half}.tar`;
  const steps: [string, string[]][] = [
    ['git', ['-C', ROOT, 'archive', '--output', archive, tag]],
    ['tar', ['-xf', archive, '-C', half]],
    ['npm', ['ci', '--prefix', half]],
  ];
  for (const [command, given] of steps) {
    if ((await runChild(command, given, { logFile })) === 0) continue;
    throw deployFailure(`${tag} can't be unpacked: ${command} failed.`, logFile);
  }
  rmSync(archive);
  renameSync(half, root);
}

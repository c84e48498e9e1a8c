/**
 * `npm run tools -- <name> [arguments]`: the workshop's commands. What they need beyond the root's
 * packages is installed when one of them first runs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from './commands.ts';

const folder = import.meta.dirname;
const root = join(folder, '..');
const [name, ...args] = process.argv.slice(2);
const command = name === undefined ? undefined : commands[name];

if (command === undefined) {
  if (name !== undefined && name !== '--help') console.error(`There is no tool ${name}.\n`);
  console.log('npm run tools -- <name> [arguments]\n');
  const width = Math.max(...Object.keys(commands).map((each) => each.length));
  for (const [each, { says }] of Object.entries(commands)) {
    console.log(`  ${each.padEnd(width)}  ${says}`);
  }
  process.exitCode = name === undefined || name === '--help' ? 0 : 2;
} else {
  process.exitCode = (await install())
    ? run(command.script, [...(command.args ?? []), ...args])
    : 1;
}

/** Becomes the script where it can, so that its signals and its exit code are the script's own. */
function run(script: string, args: readonly string[]): number {
  const command = [process.execPath, ...process.execArgv, join(root, script), ...args];
  process.chdir(root);
  if (process.platform !== 'win32') process.execve?.(process.execPath, command, process.env);
  return spawnSync(process.execPath, command.slice(1), { stdio: 'inherit' }).status ?? 1;
}

async function install(): Promise<boolean> {
  const lock = join(folder, 'package-lock.json');
  const done = statSync(join(folder, 'node_modules/.package-lock.json'), { throwIfNoEntry: false });
  if (done && existsSync(lock) && done.mtimeMs >= statSync(lock).mtimeMs) return true;
  console.error('Installing packages of tools (npm ci) …');
  const { runNpm } = await import('../lib/build/run-npm.ts');
  const quiet = ['--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'];
  const { complaint } = await runNpm(folder, ['ci', ...quiet]);
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return true;
  console.error(complaint);
  return false;
}

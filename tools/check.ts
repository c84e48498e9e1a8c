/** `npm run check`: types, lint and format, unused code; all at once, in one report. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

type Check = { readonly title: string; readonly command: readonly string[] };
type Outcome = Check & {
  readonly output: string;
  readonly passed: boolean;
  readonly seconds: number;
};

const root = join(import.meta.dirname, '..');
const packages = join(root, 'node_modules');
const own = join(import.meta.dirname, 'node_modules');

/** What was found is kept, so that the next check looks at what changed alone: a fifth of the time. */
const compile = (folder: string) => [
  ...[join(packages, 'typescript/bin/tsc'), '--noEmit', '-p', join(root, folder)],
  '--incremental',
  '--tsBuildInfoFile',
  join(packages, '.cache/check', `${folder.replaceAll('/', '-') || 'all'}.tsbuildinfo`),
];

const checks: readonly Check[] = [
  { title: 'Types', command: compile('') },
  // What runs in a browser knows a window, and what runs on a server must not.
  { title: 'Types of the modules', command: compile('modules') },
  { title: 'Types of their tests', command: compile('test/modules') },
  { title: 'Types of the client', command: compile('clients/typescript') },
  {
    title: 'Lint and format',
    command: [join(own, '@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', root],
  },
  { title: 'Unused code', command: [join(own, 'knip/bin/knip.js')] },
];

const outcomes = await Promise.all(checks.map(run));
for (const { title, output, passed, seconds } of outcomes) {
  if (!passed) process.stdout.write(`\n${title}\n${output}\n`);
  process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${title} (${seconds.toFixed(1)} s)\n`);
}
process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1;

function run(check: Check): Promise<Outcome> {
  const started = performance.now();
  const child = spawn(process.execPath, check.command, { cwd: root, stdio: 'pipe' });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return new Promise((resolve) => {
    const end = (passed: boolean) =>
      resolve({ ...check, output, passed, seconds: (performance.now() - started) / 1000 });
    child.once('error', (error) => {
      output += error.message;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/**
 * `npm run bench:init`: start-up of every built function over an empty one, next to the same function
 * bundled as the CDK does by default. All in one run, interleaved, so that the machine's mood is the
 * same for all.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { buildAll } from '../../lib/build/build.ts';
import { type BuiltFunction, builtFunctions } from '../../lib/build/built-functions.ts';
import { layerNames } from '../../lib/build/layers.ts';
import { projectPaths } from '../../lib/build/options.ts';
import { figuresTable } from '../../lib/measure/figures-table.ts';
import { environment } from '../../lib/measure/function-environment.ts';
import { median } from '../../lib/measure/median.ts';

/** Of the default's excess over an empty function. */
const TARGET = 0.5;
/** Below this, a function loads next to nothing either way, and a ratio is a ratio of noise. */
const NOTEWORTHY_MILLISECONDS = 3;

type Variant = 'empty' | 'billhook' | 'default';
type Row = {
  readonly name: string;
  readonly billhook: number;
  readonly standard: number;
  readonly ratio: number;
  readonly bytes: number;
  readonly standardBytes: number;
};

const root = join(import.meta.dirname, '../..');
const packages = join(root, 'node_modules');

const { values: flags } = parseArgs({
  options: {
    runs: { type: 'string', default: '9' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-bench-'));
  try {
    // Of its own, and out of the project, whose package.json would make ES modules of the bundles.
    await buildAll({ ...projectPaths, out: folder });
    const chosen = builtFunctions.filter(({ path }) => path.includes(flags.only ?? ''));
    await bundleAsCdkDoes(chosen, folder);
    writeFileSync(join(folder, 'empty.js'), 'exports.handler = async () => {};\n');
    writeFileSync(join(folder, 'load.cjs'), LOADER);
    const rows = measure(chosen, folder, Number(flags.runs));
    process.stdout.write(flags.json ? `${JSON.stringify(rows, null, 2)}\n` : report(rows));
    const worst = worstOf(rows);
    return worst === undefined || worst.ratio <= TARGET ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints the time from the start of the process until the handler is there, in milliseconds. */
const LOADER = `
const { handler } = require(process.argv[2]);
if (typeof handler !== 'function') throw new Error('There is no handler');
process.stdout.write(String(performance.now()));
`;

/**
 * What `NodejsFunction` does when it is told nothing: one bundle with the layers' code in it, not
 * minified, and the SDK left to the runtime.
 */
async function bundleAsCdkDoes(functions: readonly BuiltFunction[], folder: string) {
  await build({
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    external: ['@aws-sdk/*', '@smithy/*'],
    logLevel: 'error',
    outdir: join(folder, 'default'),
    entryPoints: functions.map(({ path }) => ({
      in: join(projectPaths.functions, `${path}.ts`),
      out: path,
    })),
  });
}

function measure(functions: readonly BuiltFunction[], folder: string, runs: number): Row[] {
  const times = new Map<string, number[]>();
  const note = (key: string, milliseconds: number) =>
    times.set(key, [...(times.get(key) ?? []), milliseconds]);
  for (let run = 0; run < runs; run += 1) {
    for (const { path } of functions) {
      for (const variant of ['empty', 'billhook', 'default'] as const) {
        note(`${path} ${variant}`, timeOnce(fileOf(variant, path, folder), variant, folder));
      }
    }
  }
  const typical = (path: string, variant: Variant) => median(times.get(`${path} ${variant}`) ?? []);
  const empty = median(functions.flatMap(({ path }) => times.get(`${path} empty`) ?? []));
  return functions.map(({ path }) => {
    const billhook = Math.max(0, typical(path, 'billhook') - empty);
    const standard = Math.max(0, typical(path, 'default') - empty);
    return {
      name: path,
      billhook,
      standard,
      ratio: billhook / standard,
      bytes: statSync(fileOf('billhook', path, folder)).size,
      standardBytes: statSync(fileOf('default', path, folder)).size,
    };
  });
}

function fileOf(variant: Variant, path: string, folder: string): string {
  if (variant === 'empty') return join(folder, 'empty.js');
  if (variant === 'default') return join(folder, 'default', `${path}.js`);
  return join(folder, 'functions', path, 'index.js');
}

function timeOnce(file: string, variant: Variant, folder: string): number {
  // The layers as Lambda lays them out, the SDK as Lambda's runtime offers it, and nothing else.
  const layers = layerNames.map((layer) => join(folder, 'layers', layer, 'nodejs/node_modules'));
  const searched = variant === 'billhook' ? layers : [packages];
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(folder, 'load.cjs'), file], {
    encoding: 'utf8',
    env: { ...environment, NODE_PATH: searched.join(delimiter), PATH: process.env.PATH },
  });
  if (status !== 0) throw new Error(`${file} does not load:\n${stderr}`);
  return Number(stdout);
}

function worstOf(rows: readonly Row[]): Row | undefined {
  return rows
    .filter(({ standard }) => standard >= NOTEWORTHY_MILLISECONDS)
    .toSorted((a, b) => b.ratio - a.ratio)[0];
}

function report(rows: readonly Row[]): string {
  const columns = ['function', 'ms', 'default ms', 'ratio', 'KB', 'default KB'];
  const cells = rows.map(({ name, billhook, standard, ratio, bytes, standardBytes }) => [
    name,
    billhook.toFixed(1),
    standard.toFixed(1),
    standard >= NOTEWORTHY_MILLISECONDS ? ratio.toFixed(2) : '-',
    (bytes / 1024).toFixed(1),
    (standardBytes / 1024).toFixed(1),
  ]);
  const worst = worstOf(rows);
  const verdict = worst
    ? `Worst: ${worst.name} with ${worst.ratio.toFixed(2)} of the default's excess (at most ${TARGET} is the aim): ${worst.ratio <= TARGET ? 'met' : 'MISSED'}.`
    : 'No function loads enough to compare.';
  return [
    'Median start-up time beyond that of an empty function, of a function as Billhook builds it and',
    'as the CDK does by default (SDK left external). - where either is next to nothing.',
    '',
    ...figuresTable([columns, ...cells]),
    '',
    verdict,
    '',
  ].join('\n');
}

process.exitCode = await main();

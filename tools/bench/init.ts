/**
 * `npm run tools -- bench-init`: start-up of every built function over an empty one, next to the same function
 * bundled as the CDK does by default. All in one run, interleaved, so that the machine's mood is the
 * same for all. What is measured is processor time: a busy machine makes everything else a guess.
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
import { hasSmallClient } from '../../lib/build/small-client.ts';
import { environment } from '../../test/support/function-environment.ts';
import { numberOption } from '../../test/support/number-option.ts';
import { figuresTable } from './figures-table.ts';
import { median } from './median.ts';

/** Of the default's excess over an empty function, where AWS is called. */
const TARGET = 1 / 3;
/** Over an empty function, where it never is. */
const TARGET_MILLISECONDS = 5;

type Variant = 'empty' | 'billhook' | 'default';
type Client = 'SDK' | 'small' | 'none';
type Row = {
  readonly name: string;
  readonly billhook: number;
  readonly standard: number;
  readonly ratio: number;
  /** The client of AWS that it has before its first call. */
  readonly client: Client;
  readonly met: boolean;
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
const runs = numberOption('runs', flags.runs, 1);

async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-bench-'));
  try {
    // Of its own, and out of the project, whose package.json would make ES modules of the bundles.
    await buildAll({ ...projectPaths, out: folder });
    const chosen = builtFunctions.filter(({ path }) => path.includes(flags.only ?? ''));
    await bundleAsCdkDoes(chosen, folder);
    writeFileSync(join(folder, 'empty.js'), 'exports.handler = async () => {};\n');
    writeFileSync(join(folder, 'load.cjs'), LOADER);
    const rows = measure(chosen, folder, runs);
    process.stdout.write(flags.json ? `${JSON.stringify(rows, null, 2)}\n` : report(rows));
    return rows.every(({ met }) => met) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints what it took from the start of the process until the handler is there. */
const LOADER = `
const { handler } = require(process.argv[2]);
if (typeof handler !== 'function') throw new Error('There is no handler');
const { user, system } = process.cpuUsage();
const loadsSdk = Object.keys(require.cache).some((file) => /client-[a-z0-9-]+\\.js$/.test(file));
process.stdout.write(JSON.stringify({ milliseconds: (user + system) / 1000, loadsSdk }));
`;
type Start = { readonly milliseconds: number; readonly loadsSdk: boolean };

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
  const withSdk = new Set<string>();
  const note = (path: string, variant: Variant, { milliseconds, loadsSdk }: Start) => {
    const key = `${path} ${variant}`;
    times.set(key, [...(times.get(key) ?? []), milliseconds]);
    if (loadsSdk) withSdk.add(path);
  };
  for (let run = 0; run < runs; run += 1) {
    for (const { path } of functions) {
      for (const variant of ['empty', 'billhook', 'default'] as const) {
        note(path, variant, timeOnce(fileOf(variant, path, folder), variant, folder));
      }
    }
  }
  const typical = (path: string, variant: Variant) => median(times.get(`${path} ${variant}`) ?? []);
  const empty = median(functions.flatMap(({ path }) => times.get(`${path} empty`) ?? []));
  return functions.map((built) => {
    const { path } = built;
    const billhook = Math.max(0, typical(path, 'billhook') - empty);
    const standard = Math.max(0, typical(path, 'default') - empty);
    const ratio = billhook / standard;
    const client = withSdk.has(path) ? 'SDK' : hasSmallClient(built) ? 'small' : 'none';
    return {
      ...{ name: path, billhook, standard, ratio, client },
      met: client === 'none' ? billhook <= TARGET_MILLISECONDS : ratio <= TARGET,
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

function timeOnce(file: string, variant: Variant, folder: string): Start {
  // The layers as Lambda lays them out, the SDK as Lambda's runtime offers it, and nothing else.
  const layers = layerNames.map((layer) => join(folder, 'layers', layer, 'nodejs/node_modules'));
  const searched = variant === 'billhook' ? layers : [packages];
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(folder, 'load.cjs'), file], {
    encoding: 'utf8',
    env: { ...environment, NODE_PATH: searched.join(delimiter), PATH: process.env.PATH },
  });
  if (status !== 0) throw new Error(`${file} does not load:\n${stderr}`);
  return JSON.parse(stdout);
}

function report(rows: readonly Row[]): string {
  const columns = ['function', 'client', 'ms', 'default ms', 'ratio', 'KB', 'default KB', 'goal'];
  const cells = rows.map(({ name, client, met, ...row }) => [
    name,
    client,
    row.billhook.toFixed(1),
    row.standard.toFixed(1),
    client === 'none' ? '-' : row.ratio.toFixed(2),
    (row.bytes / 1024).toFixed(1),
    (row.standardBytes / 1024).toFixed(1),
    met ? 'met' : 'MISSED',
  ]);
  return [
    'Processor time of the start, median, beyond that of an empty function: as Billhook builds a',
    'function, and as the CDK does by default (SDK left external).',
    '',
    ...figuresTable([columns, ...cells]),
    '',
    ...summaryOf(rows),
    '',
  ].join('\n');
}

function summaryOf(rows: readonly Row[]): string[] {
  const sumOf = (some: readonly Row[], what: 'billhook' | 'standard') =>
    some.reduce((sum, row) => sum + row[what], 0);
  return (['SDK', 'small', 'none'] as const).flatMap((client) => {
    const some = rows.filter((row) => row.client === client);
    if (some.length === 0) return [];
    const [ours, standard] = [sumOf(some, 'billhook'), sumOf(some, 'standard')];
    const goal = client === 'none' ? `${TARGET_MILLISECONDS} ms` : `ratio ${TARGET.toFixed(2)}`;
    const loading = { SDK: 'the SDK', small: 'the small client', none: 'no client of AWS' }[client];
    return [
      `${some.length} functions that load ${loading}: ${(ours / some.length).toFixed(1)} ms, default ${(standard / some.length).toFixed(1)} ms on average, ratio ${(ours / standard).toFixed(2)}; ${some.filter(({ met }) => met).length} meet the goal (${goal}).`,
    ];
  });
}

process.exitCode = await main();

import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { leftOut, namesFiles } from './test/support/lanes.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { overTheWire } from './test/support/not-over-the-wire.ts';

const MINUTE = 60_000;

/** Of every test: long enough for a machine that is busy, or four times slower than ours. */
const patience = {
  testTimeout: 10 * MINUTE,
  hookTimeout: 10 * MINUTE,
  expect: { poll: { timeout: MINUTE } },
};

const COSTS = 'test/end-to-end/costs.test.ts';

/** End-to-end tests that start services of their own, and so can run side by side. */
const ownService = [
  'after-a-kill',
  'changed-forms',
  'connector-keys',
  'disturb',
  'earlier-state',
  'operator',
  'remote-connector',
  'remote-sandbox',
  'stand-ins',
  'without-tools',
].map((name) => `test/end-to-end/${name}.test.ts`);

/**
 * What is under way at once, of all groups together: more than there are cores, since many tests wait for
 * a service, and no more than the one service of the end-to-end tests serves well.
 */
const maxWorkers = Math.min(2 * availableParallelism(), 4);

type Group = {
  readonly test: { readonly exclude?: readonly string[]; readonly setupFiles?: readonly string[] };
};

/** A group without what the other lane runs; a file that the command names runs in either. */
const inLane = (mode: string) => {
  const left = namesFiles(process.argv.slice(2)) ? [] : leftOut(mode);
  return <T extends Group>({ test }: T) => ({
    test: {
      ...patience,
      ...test,
      exclude: [...configDefaults.exclude, ...(test.exclude ?? []), ...left],
      setupFiles: ['test/support/processor-time.ts', ...(test.setupFiles ?? [])],
    },
  });
};

/** Of a sample: a sixth of its everyday size in `npm test`, and its long run in a mode of its own. */
const sized = (mode: string, everyday: number, [own, most]: readonly [string?, number?] = []) =>
  String(mode === own ? most : mode === 'test' ? Math.ceil(everyday / 6) : everyday);

/** The documents' snippets in languages that are not on every machine. */
const interpreters = {
  test: {
    maxWorkers,
    name: 'interpreters',
    include: ['test/interpreters/**/*.test.ts'],
    globalSetup: ['test/interpreters/interpreters-setup.ts'],
  },
};

/** The client in Python, which is not on every machine. */
const pythonClient = {
  test: {
    maxWorkers,
    name: 'python-client',
    include: ['test/python-client/**/*.test.ts'],
    globalSetup: ['test/python-client/python-client-setup.ts'],
  },
};

/** In `npm test` none but a walk at each company. */
const browserRounds = (mode: string) =>
  mode === 'browser-companies' ? '100' : mode === 'test' ? '0' : '1';

const unit = (mode: string) => ({
  test: {
    maxWorkers,
    name: 'unit',
    // A process a worker, and not a file: starting one takes longer than most files do.
    isolate: false,
    include: ['test/**/*.test.ts'],
    exclude: [
      'end-to-end',
      'model',
      'batteries',
      'browser',
      'interpreters',
      'python-client',
      'lib/stacks',
      'tools/lanes/deploy',
    ].map((name) => `test/${name}/**`),
    setupFiles: ['test/support/as-before.ts', 'test/support/no-network.ts'],
    // What functions log would stand between the lines of the report.
    env: {
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      // `npm run tools -- themes` is the long run of the modules' colors.
      // `npm run tools -- browser-companies` is the long run of companies that a browser reaches.
      BROWSER_ROUNDS: process.env.BROWSER_ROUNDS ?? browserRounds(mode),
      THEMES: process.env.THEMES ?? sized(mode, 20_000, ['themes', 100_000]),
    },
  },
});

const stacks = {
  test: {
    maxWorkers,
    name: 'stacks',
    include: ['test/lib/stacks/**/*.test.ts', 'tools/lanes/deploy/**/*.test.ts'],
    globalSetup: ['test/lib/stacks/stacks-setup.ts'],
    isolate: false,
    setupFiles: ['test/support/as-before.ts', 'test/support/no-network.ts'],
  },
};

/** The workshop's own tests. */
const tools = {
  test: {
    maxWorkers,
    name: 'tools',
    include: ['tools/**/*.test.ts'],
    // With the stacks.
    exclude: ['tools/lanes/deploy/**'],
    globalSetup: ['test/lib/stacks/stacks-setup.ts'],
    setupFiles: ['test/support/no-network.ts'],
  },
};

const model = (mode: string) => ({
  test: {
    maxWorkers,
    name: 'model',
    include: ['test/model/**/*.test.ts', 'test/batteries/**/*.test.ts'],
    setupFiles: ['test/support/no-network.ts'],
    // `npm run tools -- model` is the long run of the walks.
    env: {
      MODEL_WALKS: process.env.MODEL_WALKS ?? sized(mode, 300, ['model', 20_000]),
      YEAR_HOUSEHOLDS: sized(mode, 6),
      // `npm run tools -- batteries` is the long run of the batteries.
      BATTERY_ROUNDS: process.env.BATTERY_ROUNDS ?? sized(mode, 12, ['batteries', 400]),
      BATTERY_ACCOUNTS: process.env.BATTERY_ACCOUNTS ?? (mode === 'batteries' ? '1000' : '60'),
      POWERTOOLS_LOG_LEVEL: process.env.POWERTOOLS_LOG_LEVEL ?? 'SILENT',
    },
  },
});

const ownServices = {
  test: {
    maxWorkers,
    name: 'own-service',
    include: ownService,
    globalSetup: ['test/support/assembly-setup.ts'],
    // Of services that one file starts.
    maxConcurrency: 2,
  },
};

/** Measured beside the others, and looked at once they are through. */
const costs = {
  test: {
    maxWorkers,
    name: 'costs',
    include: [COSTS],
    globalSetup: ['test/support/assembly-setup.ts', 'test/end-to-end/costs-setup.ts'],
  },
};

const browser = {
  test: {
    maxWorkers,
    name: 'browser',
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/browser/browser-setup.ts'],
  },
};

const endToEnd = (mode: string) => ({
  test: {
    maxWorkers,
    name: 'end-to-end',
    include: ['test/end-to-end/**/*.test.ts'],
    exclude: [...ownService, COSTS],
    // `npm run tools -- fuzz` is the long run of the generated requests.
    env: {
      // `npm run tools -- model-service` is the long run of the walks against the service.
      SERVICE_WALKS: process.env.SERVICE_WALKS ?? sized(mode, 6, ['model', 200]),
      SERVICE_STEPS: mode === 'model' ? '50' : '12',
      CLOCK_MONTHS: mode === 'model' ? '12' : '3',
      FUZZ_REQUESTS: mode === 'fuzz' ? '10000' : '300',
      // `npm run tools -- remote`: the sandbox's companies behind the wire.
      ...(mode === 'remote' && { REMOTE_SANDBOX: 'yes' }),
    },
    globalSetup: ['test/support/global-setup.ts'],
    isolate: false,
    setupFiles: ['test/support/as-before.ts', 'test/support/own-partners.ts'],
    // Of the tests of a file that may run at once: they wait for the same service.
    maxConcurrency: 3,
  },
});

/**
 * The groups: what needs no service, with the network off; the synthesized stacks; walks of the
 * functions beside a model of them; tests that start a service of their own; the pages in a browser;
 * and the end-to-end tests, side by side against one service, each file with partners of its own.
 * `npm test` runs its lane of each, and `npm run test:all` (`--mode all`) the other.
 */
export default defineConfig(({ mode }) => ({
  test: {
    sequence: { sequencer: LongestFirst },
    ...(mode === 'remote' && { testNamePattern: overTheWire }),
    reporters: [
      'default',
      './test/support/time-report.ts',
      ...(mode === 'interpreters' ? [] : ['./test/support/no-skips.ts']),
      './test/support/closing-line.ts',
    ],
    projects: [
      unit(mode),
      stacks,
      tools,
      model(mode),
      ownServices,
      browser,
      costs,
      endToEnd(mode),
      // `npm run tools -- interpreters`: all others need Node and npm only.
      ...(mode === 'interpreters' ? [interpreters] : []),
      // `npm run tools -- python-client`.
      ...(mode === 'python-client' ? [pythonClient] : []),
    ].map(inLane(mode)),
  },
}));

/** Runs the tests nearest to a file over each mutant of it that is sent, and says whether one fails. */
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { openImporters } from './importers.ts';
import type { Mutant } from './mutate.ts';

export type Placed = Mutant & { readonly file: string };

/** Test files that a mutant meets first, and all that it meets if it survives them. */
const NEAR = 4;
const FAR = 12;
const TEST_MILLISECONDS = 20_000;

let standing: Placed | undefined;
const root = join(import.meta.dirname, '../..');
const pathIn = (file: string) => join(root, file);
const vitest = await createVitest(
  'test',
  {
    ...{ config: false, root, watch: true, include: ['test/**/*.test.ts'] },
    ...{ pool: 'threads', isolate: true, maxWorkers: 2, silent: true, reporters: [{}] },
    ...{ testTimeout: TEST_MILLISECONDS, hookTimeout: TEST_MILLISECONDS },
    // It would answer what stood in a file before.
    fsModuleCache: false,
    setupFiles: ['test/support/as-before.ts', 'test/support/no-network.ts'],
    env: { POWERTOOLS_LOG_LEVEL: 'SILENT', BROWSER_ROUNDS: '0', THEMES: '20' },
  },
  {
    server: { watch: null },
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        transform: (_, id) =>
          standing && id === pathIn(standing.file) ? { code: standing.code, map: null } : undefined,
      },
    ],
  },
);
const { standalone } = vitest as unknown as { readonly standalone?: () => Promise<void> };
await (standalone ? standalone.call(vitest) : vitest.init());

const testsOf = openImporters(root);
const project = vitest.getRootProject();

/** @returns the first test file that fails over a mutant, or without any. */
async function failing(tests: readonly string[], mutant?: Placed): Promise<string | undefined> {
  const changed = mutant ?? standing;
  standing = mutant;
  if (changed) vitest.invalidateFile(pathIn(changed.file));
  const specs = tests.map((test) => project.createSpecification(pathIn(test)));
  const { testModules } = await vitest.runTestSpecifications(specs);
  // Those of the runs before are there as well.
  const failed = new Set(
    testModules.filter((one) => one.state() === 'failed').map(({ moduleId }) => moduleId),
  );
  return tests.find((test) => failed.has(pathIn(test)));
}

/** Test files by whether they fail without any mutant: those say nothing. */
const failsAlone = new Map<string, boolean>();

async function isKilled(mutant: Placed): Promise<boolean> {
  const nearest = [...testsOf(mutant.file)]
    .toSorted(([, one], [, other]) => one - other)
    .map(([test]) => test);
  for (const tests of [nearest.slice(0, NEAR), nearest.slice(NEAR, FAR)]) {
    for (;;) {
      const left = tests.filter((test) => !failsAlone.get(test));
      const killer = left.length > 0 ? await failing(left, mutant) : undefined;
      if (killer === undefined) break;
      if (!failsAlone.has(killer)) failsAlone.set(killer, (await failing([killer])) === killer);
      if (!failsAlone.get(killer)) return true;
    }
  }
  return false;
}

process.on('message', async (mutant: Placed) => process.send?.(await isKilled(mutant)));
process.on('disconnect', () => process.exit());

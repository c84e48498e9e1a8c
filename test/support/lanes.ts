/**
 * Which tests run in which command. `npm test` is what a contributor waits for; `npm run test:all` runs
 * what it leaves out, and samples of which it has a sixth at their everyday size.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '../..');

/** In `npm run test:all` alone. A glob may name files that another list names, which then counts. */
export const long: readonly string[] = [
  // With packages of its own.
  'tools/**',
  // A browser, at companies' websites.
  'test/connectors/browser/**',
  'test/connectors/method/battery.test.ts',
  'test/connectors/sandbox/same-outcomes.test.ts',
  'test/connectors/sandbox/serve.test.ts',
  'test/connectors/kit/src/verify/run.test.ts',
  'test/lib/build/build.test.ts',
  'test/lib/local/events/events.test.ts',
  'test/batteries/bound.test.ts',
  'test/batteries/deliveries.test.ts',
  'test/model/year/rules-off.test.ts',
  'test/browser/**',
  // Services of their own.
  ...['after-a-kill', 'connector-keys', 'costs', 'disturb', 'earlier-state'].map(endToEnd),
  ...['operator', 'remote-connector', 'stand-ins', 'without-tools'].map(endToEnd),
  // Against the one service.
  ...['bad-requests', 'events', 'late-payments', 'legacy-logins', 'money-bound'].map(endToEnd),
  ...['pagination', 'reconciliation', 'sandbox-rows', 'slow-companies', 'states'].map(endToEnd),
  ...['test-clock', 'transitions'].map(endToEnd),
];

/** In `npm test` alone, of what the globs above name. */
export const quick: readonly string[] = [
  'test/browser/preview.test.ts',
  'test/browser/walks.test.ts',
  'test/connectors/browser/blocks/words.test.ts',
];

/** In both: a sixth in `npm test`. */
export const sampled: readonly string[] = [
  'test/batteries/{consent,histories,orders,returns}.test.ts',
  'test/connectors/browser/suite.test.ts',
  'test/end-to-end/walks.test.ts',
  'test/model/{endpoint,first,second,settling}-walks.test.ts',
  'test/model/year/year.test.ts',
  'test/modules/kit/look/theme-colors.test.ts',
];

function endToEnd(name: string): string {
  return `test/end-to-end/${name}.test.ts`;
}

function find(patterns: readonly string[]): ReadonlySet<string> {
  const files = globSync([...patterns], { cwd: root, exclude: ['**/node_modules/**'] });
  return new Set(files.filter((file) => file.endsWith('.test.ts')));
}

const [inAll, inQuick, inBoth] = [find(long), find(quick), find(sampled)];

/** @param file from the root. */
export const isLong = (file: string) => inAll.has(file) && !inQuick.has(file) && !inBoth.has(file);

/** @param mode of vitest: `test` is that of `npm test`, `all` that of the other. Long runs leave out nothing. */
export function leftOut(mode: string): readonly string[] {
  const files = [...find(['test/**', 'tools/**'])];
  if (mode === 'test') return files.filter(isLong);
  return mode === 'all' ? files.filter((file) => !isLong(file) && !inBoth.has(file)) : [];
}

/** Whether the command names files: those run, whichever lane they are in. */
export function namesFiles(args: readonly string[]): boolean {
  const value = { type: 'string', multiple: true } as const;
  const { positionals } = parseArgs({
    ...{ args: [...args], strict: false, allowPositionals: true },
    options: {
      mode: value,
      project: value,
      reporter: value,
      testNamePattern: { ...value, short: 't' },
    },
  });
  // The first is what vitest does.
  return positionals.length > 1;
}

/**
 * Where the time of a run went: the slowest files and tests, printed at its end and kept in
 * `.test-times`, one report a run, newest last. A unit test that is too long for `npm test` fails the run.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { isLong } from './lanes.ts';
import type {} from './processor-time.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.test-times');
const PRINTED = 10;
/** Of a unit test's file in `npm test`. */
const MOST_PROCESSOR_SECONDS = 10;
const KEPT_TESTS = 100;
const KEPT_REPORTS = 20;

type GroupTime = { readonly name: string; readonly from: number; readonly to: number };

type FileTime = {
  readonly group: string;
  readonly file: string;
  /** From its start to its end, the import of what it tests included. */
  readonly seconds: number;
  readonly importSeconds: number;
  /** Of its tests, and of what runs before and after them. */
  readonly testSeconds: number;
  /** Of its own process; nothing where its hooks did not run. */
  readonly processorSeconds: number;
};

type TestTime = {
  readonly group: string;
  readonly file: string;
  readonly test: string;
  readonly seconds: number;
};

export default class TimeReport implements Reporter {
  private startedAt = Date.now();
  private readonly starts = new Map<string, number>();
  private readonly ends = new Map<string, number>();

  onTestRunStart(): void {
    this.startedAt = Date.now();
  }

  onTestModuleQueued(module: TestModule): void {
    this.starts.set(module.id, Date.now());
  }

  onTestModuleEnd(module: TestModule): void {
    this.ends.set(module.id, Date.now());
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const report = {
      startedAt: new Date(this.startedAt).toISOString(),
      seconds: seconds(Date.now() - this.startedAt),
      groups: this.groupTimes(modules),
      files: modules.map((module) => this.fileTime(module)).sort(bySeconds),
      tests: modules.flatMap(testTimes).sort(bySeconds).slice(0, KEPT_TESTS),
    };
    keep(report.startedAt, report);
    process.stdout.write(`\n${describe(report)}`);
    const long = tooLong(report.files);
    if (long.length === 0) return;
    process.stdout.write(`\n${describeTooLong(long)}`);
    process.exitCode = 1;
  }

  private groupTimes(modules: readonly TestModule[]): GroupTime[] {
    const groups = Object.groupBy(modules, groupOf);
    return Object.entries(groups)
      .map(([name, ofGroup = []]) => ({
        name,
        from: seconds(Math.min(...ofGroup.map((one) => this.startOf(one))) - this.startedAt),
        to: seconds(Math.max(...ofGroup.map((one) => this.endOf(one))) - this.startedAt),
      }))
      .sort((a, b) => a.from - b.from);
  }

  private fileTime(module: TestModule): FileTime {
    const { collectDuration, duration } = module.diagnostic();
    return {
      group: groupOf(module),
      file: fileOf(module),
      seconds: seconds(this.endOf(module) - this.startOf(module)),
      importSeconds: seconds(collectDuration),
      testSeconds: seconds(duration),
      processorSeconds: seconds(1000 * (module.meta().processorSeconds ?? 0)),
    };
  }

  private startOf(module: TestModule): number {
    return this.starts.get(module.id) ?? this.startedAt;
  }

  private endOf(module: TestModule): number {
    return this.ends.get(module.id) ?? this.startOf(module);
  }
}

function testTimes(module: TestModule): TestTime[] {
  return [...module.children.allTests()].map((test: TestCase) => ({
    group: groupOf(module),
    file: fileOf(module),
    test: test.fullName,
    seconds: seconds(test.diagnostic()?.duration ?? 0),
  }));
}

const groupOf = (module: TestModule) => module.project.name;
const fileOf = (module: TestModule) => relative(root, module.moduleId);
const seconds = (milliseconds: number) => Math.round(milliseconds / 10) / 100;
const bySeconds = (a: { seconds: number }, b: { seconds: number }) => b.seconds - a.seconds;

function keep(startedAt: string, report: object): void {
  mkdirSync(folder, { recursive: true });
  const name = `${startedAt.slice(0, 19).replaceAll(':', '-')}.json`;
  writeFileSync(join(folder, name), `${JSON.stringify(report, null, 2)}\n`);
  const names = readdirSync(folder)
    .filter((one) => one.endsWith('.json'))
    .sort();
  for (const old of names.slice(0, -KEPT_REPORTS)) rmSync(join(folder, old));
}

function describe(report: {
  readonly groups: readonly GroupTime[];
  readonly files: readonly FileTime[];
  readonly tests: readonly TestTime[];
}): string {
  const line = (time: number, text: string) => `${time.toFixed(1).padStart(7)} s  ${text}\n`;
  const lines = ['Groups, with the seconds from when to when\n'];
  for (const { name, from, to } of report.groups)
    lines.push(line(to - from, `${name} (${from.toFixed(0)} to ${to.toFixed(0)})`));
  lines.push('\nSlowest files, with their imports and the processor time of their own process\n');
  for (const one of report.files.slice(0, PRINTED)) {
    const own = `${one.importSeconds.toFixed(1)} s, ${one.processorSeconds.toFixed(1)} s`;
    lines.push(line(one.seconds, `${one.group}  ${one.file} (${own})`));
  }
  lines.push('\nSlowest tests\n');
  for (const one of report.tests.slice(0, PRINTED))
    lines.push(line(one.seconds, `${one.file}  ${one.test}`));
  return lines.join('');
}

type Taken = Pick<FileTime, 'group' | 'file' | 'processorSeconds'>;

/** Unit tests that are too long for `npm test`. */
export const tooLong = <T extends Taken>(files: readonly T[]): readonly T[] =>
  files.filter(
    ({ group, file, processorSeconds }) =>
      group === 'unit' && processorSeconds > MOST_PROCESSOR_SECONDS && !isLong(file),
  );

function describeTooLong(files: readonly Taken[]): string {
  const lines = files.map(
    ({ file, processorSeconds }) => `  ${file} took ${processorSeconds.toFixed(1)} s\n`,
  );
  const most = `more than ${MOST_PROCESSOR_SECONDS} s of processor time`;
  return `A unit test with ${most} is too long for npm test, which fails the run. Shorten it, or list it in test/support/lanes.ts:\n${lines.join('')}`;
}

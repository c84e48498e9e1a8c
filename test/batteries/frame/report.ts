/** What came of a battery, for machines and for people. */
import { availableParallelism, cpus, totalmem } from 'node:os';
import type { Plan } from './ledger.ts';
import { timeOf } from './progress.ts';
import type { Tally } from './tally.ts';

export type Report = Plan &
  Tally & {
    readonly command: string;
    readonly units: string;
    readonly total: number;
    /** Of all parts one after another: those that ran side by side count each. */
    readonly busySeconds: number;
    readonly machine: { readonly cores: number; readonly processor: string; readonly node: string };
    readonly memoryGigabytes: number;
    readonly endedOn: string;
  };

export function reportOf(given: Omit<Report, 'machine' | 'memoryGigabytes' | 'endedOn'>): Report {
  return {
    ...given,
    machine: {
      cores: availableParallelism(),
      processor: cpus()[0]?.model.trim() ?? 'unknown',
      node: process.version,
    },
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    endedOn: new Date().toISOString().slice(0, 10),
  };
}

/** Wrongs that are printed; all of them are in the JSON. */
const MOST_PRINTED = 20;

export function textOf(report: Report): string {
  const { name, done, total, units, counts, wrongs, busySeconds, machine, command } = report;
  const { seed, memoryGigabytes, endedOn } = report;
  const number = (count: number) => count.toLocaleString('en');
  const rows: [string, string][] = [
    [units, `${number(done)} of ${number(total)}${done < total ? ', not finished' : ''}`],
    ...Object.entries(counts)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([what, count]): [string, string] => [what, number(count)]),
    ['wrong', number(wrongs.length)],
    ['seed', String(seed)],
    ['time of all parts', timeOf(busySeconds)],
    ['machine', `${machine.cores} cores, ${machine.processor}, ${memoryGigabytes} GB`],
    ['Node', machine.node],
    ['day', endedOn],
  ];
  const width = Math.max(...rows.map(([what]) => what.length));
  const again = (repeat: string | undefined) =>
    repeat === undefined ? '' : `\n  repeat it with: ${command} -- ${repeat}`;
  return [
    name,
    ...rows.map(([what, value]) => `  ${what.padEnd(width)}  ${value}`),
    ...wrongs.slice(0, MOST_PRINTED).map(({ what, repeat }) => `\n${what}${again(repeat)}`),
    ...(wrongs.length > MOST_PRINTED ? [`\nand ${wrongs.length - MOST_PRINTED} more`] : []),
  ].join('\n');
}

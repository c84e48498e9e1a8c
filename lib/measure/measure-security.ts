/** Measures our work next to the bare work that it cannot do without, in one run and in turns. */
import { figuresTable } from './figures-table.ts';
import { median } from './median.ts';
import type { SecurityRow } from './security-row.ts';

/** Short ones measure how one side disturbs the other's caches. */
const BATCH_MILLISECONDS = 40;
/** Some hundred runs of each side: until then, both are still being compiled. */
const WARM_UP_ROUNDS = 20;

export type SecurityResult = Pick<SecurityRow, 'name' | 'kmsCalls'> & {
  /** Microseconds of processor time. */
  readonly ours: number;
  readonly bare: number;
  readonly ratio: number;
  readonly target: string;
  readonly met: boolean;
};

export async function measureSecurity(row: SecurityRow, rounds: number): Promise<SecurityResult> {
  const times = { ours: [] as number[], bare: [] as number[] };
  const counts = { ours: await batchSize(row.ours), bare: await batchSize(row.bare) };
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    // Who goes first changes, so that neither always runs in the other's wake.
    const order = round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const);
    for (const side of order) {
      const microseconds = await timeBatch(row[side], counts[side]);
      if (round >= 0) times[side].push(microseconds);
    }
  }
  const [ours, bare] = [median(times.ours), median(times.bare)];
  const { name, kmsCalls, target } = row;
  // Of each round by itself: what disturbs the machine for a while disturbs both.
  const ratio = median(times.ours.map((time, round) => time / (times.bare[round] as number)));
  const met = 'ratio' in target ? ratio < target.ratio : ours < target.microseconds;
  const text = 'ratio' in target ? `< ${target.ratio} × bare` : `< ${target.microseconds} µs`;
  return { name, kmsCalls, ours, bare, ratio, target: text, met };
}

/** As many runs as fill a batch. */
async function batchSize(work: SecurityRow['ours']): Promise<number> {
  for (let count = 1; ; count *= 2) {
    const microseconds = (await timeBatch(work, count)) * count;
    if (microseconds > BATCH_MILLISECONDS * 1000) return count;
  }
}

/** Microseconds of processor time of one run: neighbors on a busy machine take none of it. */
async function timeBatch(work: SecurityRow['ours'], count: number): Promise<number> {
  const before = process.cpuUsage();
  for (let run = 0; run < count; run += 1) {
    const result = work();
    if (result instanceof Promise) await result;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

export function securityReport(results: readonly SecurityResult[]): string {
  const columns = ['check', 'ours µs', 'bare µs', 'ratio', 'KMS calls', 'target', ''];
  const cells = results.map(({ name, ours, bare, ratio, kmsCalls, target, met }) => [
    name,
    ours.toFixed(1),
    bare.toFixed(1),
    ratio.toFixed(2),
    String(kmsCalls),
    target,
    met ? 'met' : 'MISSED',
  ]);
  return `${figuresTable([columns, ...cells]).join('\n')}\n`;
}

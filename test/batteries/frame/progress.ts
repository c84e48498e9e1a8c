/** How far a battery has come: a bar on a terminal; elsewhere a line a minute. */
import type { Tally } from './tally.ts';

const WIDTH = 24;
const BETWEEN_BARS_MILLISECONDS = 200;
const BETWEEN_LINES_MILLISECONDS = 60_000;

export type Output = { readonly isTTY?: boolean; readonly write: (text: string) => unknown };

export type Progress = {
  readonly show: (tally: Tally) => void;
  /** Leaves the bar, so that what follows is on a line of its own. */
  readonly end: () => void;
};

/** @param total of what is done. @param before what was done by earlier runs. */
export function openProgress(
  output: Output,
  { total, before, units }: { total: number; before: number; units: string },
  clock: () => number = Date.now,
): Progress {
  const started = clock();
  const between = output.isTTY ? BETWEEN_BARS_MILLISECONDS : BETWEEN_LINES_MILLISECONDS;
  let saidAt = Number.NEGATIVE_INFINITY;
  let last: Tally | undefined;
  const say = (tally: Tally) => {
    const seconds = (clock() - started) / 1000;
    const rate = seconds > 0 ? (tally.done - before) / seconds : 0;
    const text = lineOf(tally, { total, units, rate });
    output.write(output.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
    saidAt = clock();
    last = undefined;
  };
  return {
    show(tally) {
      last = tally;
      if (clock() - saidAt >= between) say(tally);
    },
    end() {
      if (last) say(last);
      if (output.isTTY) output.write('\n');
    },
  };
}

function lineOf(
  { done, wrongs }: Tally,
  { total, units, rate }: { total: number; units: string; rate: number },
): string {
  const share = Math.min(done / total, 1);
  const filled = Math.floor(share * WIDTH);
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}]`;
  const percent = `${Math.floor(share * 100)}%`.padStart(4);
  const counts = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${units}`;
  const pace =
    rate > 0 ? `, ${paceOf(rate)}, ${timeOf(Math.max(total - done, 0) / rate)} left` : '';
  return `${bar}${percent} ${counts}${pace}, ${wrongs.length} wrong`;
}

function paceOf(rate: number): string {
  if (rate >= 1) return `${rate.toFixed(rate < 10 ? 1 : 0)} a second`;
  return `${(rate * 60).toFixed(1)} a minute`;
}

export function timeOf(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3_600).toFixed(1)} h`;
}

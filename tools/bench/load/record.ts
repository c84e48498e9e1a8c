/** What came of the requests: how long each took, how many failed and how, and what was wrong. */

export type Refusals = { count: number; withoutRetryAfter: number };

export type Record = {
  /** Milliseconds of each 2xx, from when it was due to be sent to its last byte, by operation. */
  readonly latencies: Map<string, number[]>;
  /** Everything else, by what it was: `429 too_many_requests`, `timeout`; in the order in which each came first. */
  readonly failures: Map<string, Refusals>;
  /** What should not have come back, in words. */
  readonly wrongs: string[];
  sent: number;
  answered: number;
  /** Requests that were due while too many were still open: the machine could not take them. */
  skipped: number;
  /** Seconds for which requests were sent. */
  seconds: number;
  /** Time of processors, in milliseconds, with what was begun and ended later. */
  serviceMilliseconds: number;
  tableServerMilliseconds: number;
};

const MAX_WRONGS = 100;

export function newRecord(): Record {
  return {
    latencies: new Map(),
    failures: new Map(),
    wrongs: [],
    sent: 0,
    answered: 0,
    skipped: 0,
    seconds: 0,
    serviceMilliseconds: 0,
    tableServerMilliseconds: 0,
  };
}

export function noteLatency(record: Record, name: string, milliseconds: number): void {
  record.answered += 1;
  const known = record.latencies.get(name);
  if (known) known.push(milliseconds);
  else record.latencies.set(name, [milliseconds]);
}

/** @param hasRetryAfter whether the response said when to try again. */
export function noteFailure(record: Record, what: string, hasRetryAfter: boolean): void {
  const known = record.failures.get(what) ?? { count: 0, withoutRetryAfter: 0 };
  known.count += 1;
  if (!hasRetryAfter) known.withoutRetryAfter += 1;
  record.failures.set(what, known);
}

export function noteWrong(record: Record, text: string): void {
  if (record.wrongs.length < MAX_WRONGS) record.wrongs.push(text);
}

export function failuresOf({ failures }: Record): number {
  return [...failures.values()].reduce((sum, { count }) => sum + count, 0);
}

/** @returns NaN of no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

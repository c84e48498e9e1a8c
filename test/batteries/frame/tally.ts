/** What a part of a battery came to. Parts are added up, so everything is a number or a list. */
export type Tally = {
  /** Of what the battery is measured in. */
  readonly done: number;
  /** What happened, and how often. */
  readonly counts: Readonly<Record<string, number>>;
  readonly wrongs: readonly Wrong[];
};

export type Wrong = {
  /** What was wrong, in a sentence. */
  readonly what: string;
  /** What repeats it alone: options after `--`, or `undefined` where nothing does. */
  readonly repeat?: string;
};

export function sumOf(tallies: Iterable<Tally>): Tally {
  const counts: Record<string, number> = {};
  const wrongs: Wrong[] = [];
  let done = 0;
  for (const tally of tallies) {
    done += tally.done;
    wrongs.push(...tally.wrongs);
    for (const [name, count] of Object.entries(tally.counts)) {
      counts[name] = (counts[name] ?? 0) + count;
    }
  }
  return { done, counts, wrongs };
}

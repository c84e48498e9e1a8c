/**
 * Links, readings, payments and swaps at the stand-ins, with each of their switches thrown in turn. The
 * stand-ins' own databases say what was charged and whom they sent codes to.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowserAuthor } from '../../../../connectors/browser/author.ts';
import { companiesAt } from '../../../../connectors/browser/companies/all.ts';
import { openSubmissions } from '../../../../connectors/browser/submissions.ts';
import { type StandIns, startStandIns } from '../../../../connectors/stand-ins/start.ts';
import { allThrown, nameOf, type Thrown } from './switches.ts';
import { walk } from './walk.ts';

export type Figures = {
  readonly done: Record<'links' | 'readings' | 'payments' | 'swaps', number>;
  /** Changed pages that were met, and how many of them were called `selector-not-found`. */
  changed: number;
  recognized: number;
  /** Sent while nobody was there to read them. */
  codesUnattended: number;
  unattended: number;
  /** Calls that came to nothing before the company was given anything, and were made once more. */
  again: number;
  readonly thrown: Set<string>;
  readonly violations: string[];
};

export type BatteryOptions = {
  /** Each is a customer with one switch. */
  readonly walks: readonly Thrown[];
  readonly atOnce?: number;
};

/** As many as it takes for so many links, readings, payments and swaps: each switch several times. */
export function walksOf(count: number): Thrown[] {
  return Array.from({ length: count }, (_, index) => allThrown[index % allThrown.length] as Thrown);
}

export type OpenBattery = {
  /** One customer with one switch. What comes of it is added to the figures. */
  readonly walk: (thrown: Thrown, number: number, figures: Figures) => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function openBattery(folder: string, pageSeconds = 10): Promise<OpenBattery> {
  // A website that was made anew is so for everybody: those are others.
  const as = await startStandIns({ folder: join(folder, 'known') });
  const anew = await startStandIns({ folder: join(folder, 'anew') });
  for (const { admin } of anew.sites) await admin('/switches', { name: 'markup', value: 'yes' });
  const submissions = openSubmissions(join(folder, 'submissions'));
  const author = (sites: StandIns['sites'], seconds: number) =>
    createBrowserAuthor(
      companiesAt(Object.fromEntries(sites.map(({ name, url }) => [name, url]))),
      submissions,
      { pageSeconds: seconds },
    );
  const authors = { known: author(as.sites, pageSeconds), anew: author(anew.sites, 4) };
  return {
    async walk(thrown, number, figures) {
      const isAnew = thrown.name === 'markup';
      const { sites } = isAnew ? anew : as;
      const site = sites.find(({ name }) => name === thrown.company) as StandIns['sites'][number];
      const own = isAnew ? authors.anew : authors.known;
      try {
        await walk({ author: own, site, thrown, number, figures });
      } catch (error) {
        figures.violations.push(`${nameOf(thrown)} ${number}: ${(error as Error).message}`);
      }
      figures.thrown.add(nameOf(thrown));
    },
    async close() {
      await Promise.all([authors.known.close(), authors.anew.close()]);
      await Promise.all([as.stop(), anew.stop()]);
    },
  };
}

export const noFigures = (): Figures => ({
  done: { links: 0, readings: 0, payments: 0, swaps: 0 },
  ...{ changed: 0, recognized: 0, codesUnattended: 0, unattended: 0, again: 0 },
  ...{ thrown: new Set(), violations: [] },
});

export async function runBattery({ walks, atOnce = 3 }: BatteryOptions): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-browser-battery-'));
  const battery = await openBattery(folder);
  const figures = noFigures();
  const left = [...walks.entries()];
  const worker = async () => {
    for (let one = left.shift(); one; one = left.shift()) {
      const [number, thrown] = one;
      await battery.walk(thrown, number, figures);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
    return figures;
  } finally {
    await battery.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export function textOf({ done, ...figures }: Figures): string {
  const { changed, recognized, unattended, codesUnattended, thrown, violations, again } = figures;
  return [
    `${done.links} links, ${done.readings} readings, ${done.payments} payments, ${done.swaps} swaps`,
    `${thrown.size} switches by company and moment`,
    `${changed} changed pages, ${recognized} of them selector-not-found`,
    `${unattended} unattended sessions, ${codesUnattended} codes sent by them`,
    `${again} calls that were made once more`,
    `${violations.length} violations`,
    ...violations,
  ].join('\n');
}

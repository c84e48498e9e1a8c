/** What came of a battery, for machines and for people. */
import { existsSync, readFileSync } from 'node:fs';
import { writeWhole } from '../../../lib/local/write-whole.ts';
import type { Answers } from '../../support/chaos-trial.ts';
import type { Books } from './books.ts';
import type { Lived } from './household.ts';
import type { Network } from './network.ts';
import type { Sides } from './sides.ts';

type Counts = Readonly<Record<string, number>>;

export type Figures = {
  readonly seed: number;
  readonly payments: number;
  readonly households: number;
  readonly kills: Sides['kills'];
  readonly requests: Network['counts'];
  readonly reports: Network['counts'];
  readonly answers: Answers;
  /** How links, swaps and payments ended, and how many of each. */
  readonly links: Counts;
  readonly swaps: Counts;
  readonly outcomes: Counts;
  /** By the connector's own books. */
  readonly charged: number;
  readonly onFile: number;
  /** Payments that an operator has to look at. */
  readonly stuck: readonly string[];
  /** Of each part, since this start. */
  readonly seconds: Counts;
  readonly wrongs: readonly string[];
};

type Given = Pick<Figures, 'seed' | 'answers' | 'stuck' | 'wrongs'> & {
  readonly lives: readonly Lived[];
  readonly tally: Tally;
  readonly books: Books;
  readonly laps: Counts;
};

/** What befell both sides, of all starts of a battery together. */
export type Tally = Pick<Figures, 'kills' | 'requests' | 'reports'>;

/** @param file that has the tally of the starts before this one. */
export function openTally(file: string, sides: Sides) {
  const { kills, requests, reports } = sides;
  const earlier = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Tally) : undefined;
  const sumOf = <T extends Counts>(one: T, other?: Counts): T =>
    Object.fromEntries(
      Object.entries(one).map(([name, count]) => [name, count + (other?.[name] ?? 0)]),
    ) as T;
  return {
    /** @returns the tally, which is in the file now. */
    save(): Tally {
      const tally = {
        kills: sumOf(kills, earlier?.kills),
        requests: sumOf(requests.counts, earlier?.requests),
        reports: sumOf(reports.counts, earlier?.reports),
      };
      writeWhole(file, JSON.stringify(tally));
      return tally;
    },
  };
}

export function figuresOf({ lives, tally, books, laps, ...given }: Given): Figures {
  const attempts = books.accounts.flatMap((account) => account.attempts);
  return {
    ...given,
    payments: lives.flatMap(({ subjects }) => subjects).length,
    households: lives.length,
    ...tally,
    links: countsOf(lives.flatMap(({ links }) => links.map(({ ended }) => ended))),
    swaps: countsOf(lives.flatMap(({ swaps }) => swaps.map(({ ends }) => ends))),
    outcomes: countsOf(books.payments.map(({ status }) => status)),
    charged: attempts.filter(({ outcome }) => outcome.kind === 'paid').length,
    onFile: [...books.accountOf.values()].filter(({ cardOnFile }) => cardOnFile).length,
    seconds: laps,
  };
}

function countsOf(names: readonly string[]): Counts {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** A few lines that say what counts. */
export function textOf(figures: Figures): string {
  const { seed, payments, households, kills, requests, reports, stuck, wrongs } = figures;
  const { messages, ...faults } = requests;
  const sum = (counts: Counts) => Object.values(counts).reduce((all, one) => all + one, 0);
  const said = (counts: Counts) =>
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ');
  const { messages: reported, ...reportFaults } = reports;
  return [
    `Seed ${seed}: ${payments} payments of ${households} households`,
    `Payments: ${said(figures.outcomes)}; ${figures.charged} charges in the connector's books`,
    `Links: ${said(figures.links)}`,
    `Swaps: ${said(figures.swaps)}; ${figures.onFile} cards on file in the connector's books`,
    `Killed: the service ${kills.service} times, the connector ${kills.connector} times`,
    `Requests: ${messages}, with ${sum(faults)} faults (${said(faults)})`,
    `Reports: ${reported}, with ${sum(reportFaults)} faults (${said(reportFaults)})`,
    `Seconds: ${said(figures.seconds)}`,
    `On the operator's list: ${stuck.length}`,
    `Wrong: ${wrongs.length}`,
    ...wrongs.map((wrong) => `  ${wrong}`),
  ].join('\n');
}

/** One history that is drawn, and what it comes to. */
import type { Tally } from '../frame/tally.ts';
import { drawHistory } from './chances.ts';
import { runHistory } from './history.ts';
import type { Rules } from './household.ts';
import { shorten, textOf } from './shorten.ts';

/** Histories of one seed have numbers of their own. */
const NUMBERS = 10_000_000;

/** @param number which history of the seed. */
export function runDrawn(seed: number, number: number, broken?: Partial<Rules>): Tally {
  const history = drawHistory(seed * NUMBERS + number);
  const { charges, wrong, excused, waiting } = runHistory(history, broken);
  const automatic = charges.filter((one) => one.automatic).length;
  const counts = {
    ...{ charges: charges.length, automatic, waiting: Object.keys(waiting).length },
    ...(excused !== undefined && { 'above what is owed, after a credit of exactly a payment': 1 }),
  };
  if (wrong === undefined) return { done: 1, counts, wrongs: [] };
  const found = shorten(history, broken);
  return { done: 1, counts, wrongs: [{ what: textOf(found), repeat: `${number}` }] };
}

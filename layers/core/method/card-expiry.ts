/** The date on a card: how it is read, and until when the card is good. */
import { plainText } from '../base/plain-text.ts';

/** Two digits of the month, and four of the year. */
export type CardExpiry = readonly [month: string, year: string];

/** How long after its month in UTC a card's month has ended everywhere: the last zone is 12 hours behind. */
const LAST_ZONE_MILLISECONDS = 12 * 60 * 60 * 1000;
/** A year beyond is a mistake. */
const MAX_YEARS_AHEAD = 50;

const YEAR_FIRST = /^(20\d\d)[/.]?(0[1-9]|1[0-2])$/;
const MONTH_FIRST = /^(0?[1-9]|1[0-2])[/.]?(20)?(\d\d)$/;

/** `12/30` as people and password managers write it: `12/2030`, `2030-12`, `203012`. */
export function readExpiry(typed: string): CardExpiry | undefined {
  const yearFirst = readYearFirst(typed);
  if (yearFirst) return yearFirst;
  const [, month, , year] = MONTH_FIRST.exec(plainText(typed)) ?? [];
  return month && year ? [month.padStart(2, '0'), `20${year}`] : undefined;
}

/** As the field for a month sends it, and password managers do. */
export function readYearFirst(typed: string): CardExpiry | undefined {
  const [, year, month] = YEAR_FIRST.exec(plainText(typed)) ?? [];
  return year && month ? [month, year] : undefined;
}

/** @param now milliseconds since the epoch. */
export function isCardExpired([month, year]: CardExpiry, now: number): boolean {
  return endOfMonth([month, year]) + LAST_ZONE_MILLISECONDS <= now;
}

/** Whether the year is so far ahead that it is a mistake. */
export function isTooFarAhead([, year]: CardExpiry, now: number): boolean {
  return Number(year) > new Date(now).getUTCFullYear() + MAX_YEARS_AHEAD;
}

/** When the month has ended in UTC, in milliseconds since the epoch. */
export function endOfMonth([month, year]: CardExpiry): number {
  return Date.UTC(Number(year), Number(month), 1);
}

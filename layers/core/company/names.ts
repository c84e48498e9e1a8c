/** The words of a company's name, and how far apart two places are. */

/** A name, or a query, is cut to this many words. */
export const MAX_WORDS = 8;
export const EARTH_RADIUS_KILOMETERS = 6371;

/** `Café & Grün` → `['cafe', 'grun']`. */
export function wordsOf(text: string): string[] {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  // `&` and `and` are the same to whoever types a name, so neither counts.
  const telling = words.filter((word) => word !== 'and');
  return (telling.length > 0 ? telling : words).slice(0, MAX_WORDS);
}

type Point = { readonly lat: number; readonly lng: number };

/** Kilometers between two points on the globe (haversine). */
export function kilometersBetween(one: Point, other: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const chord =
    half(one.lat, other.lat) +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * half(one.lng, other.lng);
  return 2 * EARTH_RADIUS_KILOMETERS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

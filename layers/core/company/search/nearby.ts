/** Companies that are near a place (decision: nearby-searches). */
import { EARTH_RADIUS_KILOMETERS } from '../names.ts';
import type { IndexArrays } from './index-arrays.ts';
import type { Found } from './name-ranks.ts';
import { rank } from './ranks.ts';

/** How far away a local company is still found. */
const NEARBY_KILOMETERS = 100;
/** A degree of latitude is never shorter than this. */
const KILOMETERS_A_DEGREE = 110.5;
const RADIANS = Math.PI / 180;

type Place = { readonly lat: number; readonly lng: number };

/** Told of each that is near: the company, its rank, and how many kilometers away it is. */
type Visit = (company: number, rank: number, kilometers: number) => void;

/** Calls `visit` with each company that is near. */
export function eachNear(
  arrays: IndexArrays,
  from: Place,
  visit: (company: number, kilometers: number) => void,
): void {
  const band = NEARBY_KILOMETERS / KILOMETERS_A_DEGREE;
  const look = lookFrom(arrays, from, band, visit);
  const last = firstFrom(arrays, from.lat + band);
  for (let at = firstFrom(arrays, from.lat - band); at < last; at += 1) {
    look(arrays.bySouth[at] as number);
  }
}

/**
 * Takes local companies out of what was found, and calls `visit` with those that are near. Companies of
 * the whole country stay. Returns how many local ones there were.
 */
export function takeLocal(arrays: IndexArrays, found: Found, from: Place, visit: Visit): number {
  const { ranks } = found;
  const { latitudes, bySouth } = arrays;
  const band = NEARBY_KILOMETERS / KILOMETERS_A_DEGREE;
  const look = lookFrom(arrays, from, band, (company, kilometers) =>
    visit(company, ranks[company] as number, kilometers),
  );
  const first = firstFrom(arrays, from.lat - band);
  const last = firstFrom(arrays, from.lat + band);
  // Whichever is less: all that are as far north as this, or all that were found.
  const byPlace = last - first < found.count;
  for (let at = first; byPlace && at < last; at += 1) {
    const company = bySouth[at] as number;
    if (ranks[company] !== rank.none) look(company);
  }
  let local = 0;
  for (let each = 0; each < found.count; each += 1) {
    const company = found.companies[each] as number;
    if (Number.isNaN(latitudes[company] as number)) continue;
    local += 1;
    if (!byPlace) look(company);
    ranks[company] = rank.none;
  }
  return local;
}

/**
 * The haversine formula without its last step: over 100 km the chord is less than a meter shorter than
 * the way along the ground.
 */
function lookFrom(
  { latitudes, longitudes }: IndexArrays,
  from: Place,
  band: number,
  visit: (company: number, kilometers: number) => void,
): (company: number) => void {
  const width = widthInDegrees(Math.min(90, Math.abs(from.lat) + band), band);
  const cosine = Math.cos(from.lat * RADIANS);
  return (company) => {
    const lat = latitudes[company] as number;
    const north = Math.abs(lat - from.lat);
    const apart = Math.abs((longitudes[company] as number) - from.lng);
    const east = Math.min(apart, 360 - apart);
    // Most are told by this, without a sine.
    if (north > band || east > width) return;
    const halfNorth = Math.sin((north * RADIANS) / 2);
    const halfEast = Math.sin((east * RADIANS) / 2);
    const chord = halfNorth * halfNorth + cosine * Math.cos(lat * RADIANS) * halfEast * halfEast;
    const kilometers = 2 * EARTH_RADIUS_KILOMETERS * Math.sqrt(chord);
    if (kilometers <= NEARBY_KILOMETERS) visit(company, kilometers);
  };
}

/** How far east or west something near can be at this latitude: degrees are shorter towards the poles. */
function widthInDegrees(latitude: number, band: number): number {
  const share = Math.cos(latitude * RADIANS);
  return share * 180 > band ? band / share : 180;
}

/** The first of `bySouth` that is not further south than this. */
function firstFrom({ bySouth, latitudes }: IndexArrays, latitude: number): number {
  let low = 0;
  let high = bySouth.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((latitudes[bySouth[middle] as number] as number) < latitude) low = middle + 1;
    else high = middle;
  }
  return low;
}

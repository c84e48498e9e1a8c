/** Companies that are near a place (decision: nearby-searches). */
import { kilometersBetween } from '../names.ts';
import { companyCount, type IndexArrays } from './index-arrays.ts';
import type { Found } from './name-ranks.ts';
import { rank } from './ranks.ts';

/** How far away a local company is still found. */
const NEARBY_KILOMETERS = 100;
/** A degree of latitude is never shorter than this. */
const KILOMETERS_A_DEGREE = 110.5;

/** A local company that was found, with its rank and its distance in kilometers. */
export type NearCompany = {
  readonly company: number;
  readonly rank: number;
  readonly kilometers: number;
};

type Near = {
  readonly companies: readonly NearCompany[];
  /** How many were found that are too far away. */
  readonly tooFar: number;
};

/**
 * Takes local companies out of what was found and returns those that are near. Companies of the whole
 * country stay.
 */
export function findNear(
  arrays: IndexArrays,
  found: Found,
  from: { readonly lat: number; readonly lng: number },
): Near {
  const { ranks } = found;
  const { latitudes, longitudes } = arrays;
  const band = NEARBY_KILOMETERS / KILOMETERS_A_DEGREE;
  const width = widthInDegrees(Math.min(90, Math.abs(from.lat) + band), band);
  const companies: NearCompany[] = [];
  let local = 0;
  const look = (company: number) => {
    const lat = latitudes[company] as number;
    if (Math.abs(lat - from.lat) > band) return;
    const lng = longitudes[company] as number;
    const east = Math.abs(lng - from.lng);
    // Most are told by this, without a sine.
    if (Math.min(east, 360 - east) > width) return;
    const kilometers = kilometersBetween(from, { lat, lng });
    if (kilometers > NEARBY_KILOMETERS) return;
    companies.push({ company, rank: ranks[company] as number, kilometers });
  };
  if (found.count === companyCount(arrays)) {
    const { bySouth } = arrays;
    local = bySouth.length;
    const last = firstFrom(arrays, from.lat + band);
    for (let at = firstFrom(arrays, from.lat - band); at < last; at += 1) {
      look(bySouth[at] as number);
    }
    for (const company of bySouth) ranks[company] = rank.none;
  } else {
    for (let each = 0; each < found.count; each += 1) {
      const company = found.companies[each] as number;
      if (Number.isNaN(latitudes[company] as number)) continue;
      local += 1;
      look(company);
      ranks[company] = rank.none;
    }
  }
  return { companies, tooFar: local - companies.length };
}

/** How far east or west something near can be at this latitude: degrees are shorter towards the poles. */
function widthInDegrees(latitude: number, band: number): number {
  const share = Math.cos((latitude * Math.PI) / 180);
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

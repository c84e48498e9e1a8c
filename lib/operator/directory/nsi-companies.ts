/**
 * Companies from `name-suggestion-index`, the names of brands and operators that OpenStreetMap's
 * mappers agreed on: a start for a directory. They have names and categories; their accounts are the
 * sandbox's.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CategoryType } from '@billhook/core/company/categories';
import type { CompanyRecord } from '@billhook/core/company/company';
import { companyOf } from '@billhook/core/sandbox/company-row';
import { refusal } from '../command-group.ts';

const PACKAGE = 'name-suggestion-index@8.0.20260918';
const root = join(import.meta.dirname, '../../..');

/** As long as the ids of the sandbox's companies. */
const ID_LENGTH = 20;

export type NsiItem = {
  readonly displayName: string;
  readonly locationSet: {
    /** Countries, regions, and circles as `[longitude, latitude, kilometers]`. */
    readonly include?: readonly (string | readonly number[])[];
  };
};

/** What people get bills from, by the path of the list that a name is in. The first that fits counts. */
const kinds: readonly (readonly [path: RegExp, categories: readonly CategoryType[]])[] = [
  [/\/office\/water_utility$|\/man_made\/(water_works|wastewater_plant)$/, ['water', 'utilities']],
  [/\/power\/|\/office\/energy_supplier$/, ['electricity', 'utilities']],
  [/\/pipeline\/|\/man_made\/pipeline$|\/shop\/gas$/, ['natural-gas', 'utilities']],
  [/\/amenity\/waste_(disposal|transfer_station)$/, ['waste', 'utilities']],
  [/\/shop\/mobile_phone$/, ['mobile-phone']],
  [/\/telecom\/|\/(office|shop)\/telecommunication$/, ['internet']],
  [/\/office\/insurance$/, ['insurance']],
  [/\/amenity\/bank$/, ['credit-cards', 'loans']],
  [/\/office\/mortgage$/, ['mortgage']],
  [/\/shop\/money_lender$|\/office\/financial$/, ['loans']],
  [/\/shop\/storage_rental$|\/landuse\/residential$/, ['rent']],
  [/\/leisure\/(fitness_centre|sports_centre)$/, ['fitness']],
  [/\/highway\/toll_gantry$|\/barrier\/toll_booth$|\/amenity\/parking$/, ['tolls']],
  [/\/office\/security$/, ['security']],
  [/\/healthcare\/|\/amenity\/(hospital|clinic|doctors|dentist)$/, ['medical']],
  [/\/amenity\/(school|college|university|prep_school|kindergarten)$/, ['education']],
];

/** The index is 95 MB: few need it, so that it is installed by those who do, or with `tools`. */
function indexFile(): string {
  const path = 'node_modules/name-suggestion-index/dist/json/nsi.min.json';
  const file = [join(root, path), join(root, 'tools', path)].find((each) => existsSync(each));
  if (file !== undefined) return file;
  throw refusal(`Install the names first: npm install --no-save ${PACKAGE}`);
}

/**
 * Calls `visit` with every name of the index and the path of the list that it is in.
 *
 * @throws an error that says how to install the index, where it is missing.
 */
export function eachNsiItem(visit: (item: NsiItem, path: string) => void): void {
  const { nsi } = JSON.parse(readFileSync(indexFile(), 'utf8')) as {
    nsi: Readonly<Record<string, { readonly items?: readonly NsiItem[] }>>;
  };
  for (const [path, { items = [] }] of Object.entries(nsi)) {
    for (const item of items) visit(item, path);
  }
}

/**
 * Those of a country (two letters, in lower case), and those that are everywhere. Each name once, with
 * the categories of all lists that it is in. Always the same ids for the same names.
 */
export function nsiCompanies(country: string): CompanyRecord[] {
  const categoriesByName = new Map<string, Set<CategoryType>>();
  eachNsiItem(({ displayName, locationSet }, path) => {
    const categories = nsiCategories(path);
    if (!categories || !isIn(locationSet, country)) return;
    const known = categoriesByName.get(displayName) ?? new Set();
    categoriesByName.set(displayName, known);
    for (const category of categories) known.add(category);
  });
  return [...categoriesByName].map(([name, categories]) => nsiCompany(name, [...categories]));
}

export function nsiCategories(path: string): readonly CategoryType[] | undefined {
  return kinds.find(([pattern]) => pattern.test(path))?.[1];
}

export function nsiCompany(name: string, categories: readonly CategoryType[]): CompanyRecord {
  const digest = createHash('sha256').update(name).digest('hex').slice(0, ID_LENGTH);
  return { ...companyOf({ name, categories }), _id: `co_${digest}` };
}

/** `us-ny.geojson` is a part of `us`; `001` is the world. */
function isIn({ include = [] }: NsiItem['locationSet'], country: string): boolean {
  return include.some(
    (place) => place === country || place === '001' || String(place).startsWith(`${country}-`),
  );
}

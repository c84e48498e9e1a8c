/** What a search needs to know of a company, and nothing else: results are read from the table. */
import type { Company, Product } from '../../schemas/company.ts';
import { type CompanyRecord, takesCards } from '../company.ts';
import { wordsOf } from '../names.ts';

export type CompanyFacts = {
  readonly id: string;
  /** The words of its name, as a search compares them: `wordsOf`. */
  readonly words: readonly string[];
  readonly categories: readonly string[];
  /** A sum of `flag`. */
  readonly flags: number;
  /** None for a company of the whole country. */
  readonly place?: { readonly lat: number; readonly lng: number };
};

/** One bit each. */
export const factFlag = { bill: 1, payment: 2, swap: 4, takesCards: 8, hasColor: 16 } as const;

export function companyFacts(record: CompanyRecord): CompanyFacts {
  const { _id, name, categories, geo } = record;
  return {
    id: _id,
    words: wordsOf(name),
    categories,
    flags: flagsOf(record),
    ...(geo && { place: { lat: geo.lat, lng: geo.lng } }),
  };
}

function flagsOf(record: CompanyRecord): number {
  const { products, logo }: { products: readonly Product[]; logo: Company['logo'] } = record;
  let flags = 0;
  for (const product of products) flags |= factFlag[product];
  if (takesCards(record)) flags |= factFlag.takesCards;
  if (logo.svg !== undefined) flags |= factFlag.hasColor;
  return flags;
}

/** The flags that a company needs to have all of `products`; none when no company has one of them. */
export function flagsOfProducts(products: readonly string[]): number | undefined {
  let flags = 0;
  for (const product of products) {
    if (product !== 'bill' && product !== 'payment' && product !== 'swap') return undefined;
    flags |= factFlag[product];
  }
  return flags;
}

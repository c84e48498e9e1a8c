/** The companies that a hosted module shows before anything was typed. */
import type { Product } from '../schemas/company.ts';
import type { ModuleName } from '../schemas/module.ts';
import { type CompanyRecord, takesCards } from './company.ts';

/** Fills four rows of three on a phone. */
export const MAX_POPULAR = 12;

/** What a company must be good for to be shown in a module. */
const productOf: Readonly<Record<ModuleName, Product>> = {
  'account-linking': 'bill',
  'card-swap': 'swap',
  'bill-pay': 'bill',
};

/**
 * Those with a logo of their own color, one of each category after another, so that a user sees what
 * kinds of companies there are. None that is in maintenance. On a sandbox the companies for tests, whose
 * login form says what their bill is, come last.
 */
export function popularCompanies(
  companies: readonly CompanyRecord[],
  {
    module,
    cardPaymentsOnly,
  }: { readonly module: ModuleName; readonly cardPaymentsOnly?: boolean },
): CompanyRecord[] {
  const fitting = companies.filter(
    (company) =>
      company.logo.svg !== undefined &&
      company.status === 'operational' &&
      company.products.includes(productOf[module]) &&
      (!cardPaymentsOnly || takesCards(company)),
  );
  const kinds = [...Map.groupBy(fitting, ({ categories }) => categories[0] ?? '').values()];
  const popular: CompanyRecord[] = [];
  for (let rank = 0; popular.length < Math.min(MAX_POPULAR, fitting.length); rank += 1) {
    popular.push(...kinds.flatMap((kind) => kind.slice(rank, rank + 1)));
  }
  const isForTests = ({ sandbox }: CompanyRecord) => sandbox?.bills === 'by-form';
  return popular
    .slice(0, MAX_POPULAR)
    .sort((one, other) => Number(isForTests(one)) - Number(isForTests(other)));
}

/** The companies that a hosted module shows before anything was typed. */
import type { Product } from '../schemas/company.ts';
import type { ModuleName } from '../schemas/module.ts';
import { type CompanyRecord, takesCards } from './company.ts';

/** Fills four rows of three on a phone. */
export const MAX_POPULAR = 12;

type Asked = {
  readonly module: ModuleName;
  readonly cardPaymentsOnly?: boolean;
  /** Ids of companies that users link most, the most popular first. */
  readonly popular?: readonly string[];
};

/** What a company must be good for to be shown in a module. */
const productOf: Readonly<Record<ModuleName, Product>> = {
  'account-linking': 'bill',
  'card-swap': 'swap',
  'bill-pay': 'bill',
};

/**
 * Those that users link most, then those with a logo of their own color, then others, one of each
 * category after another, so that a user sees what kinds of companies there are. None that is in
 * maintenance. On a sandbox the companies for tests, whose login form says what their bill is, come last.
 */
export function popularCompanies(
  companies: readonly CompanyRecord[],
  { module, cardPaymentsOnly, popular = [] }: Asked,
): CompanyRecord[] {
  const fitting = companies.filter(
    (company) =>
      company.status === 'operational' &&
      company.products.includes(productOf[module]) &&
      (!cardPaymentsOnly || takesCards(company)),
  );
  const byId = new Map(fitting.map((company) => [company._id, company]));
  const linked = popular.flatMap((id) => byId.get(id) ?? []);
  const [colored = [], others = []] = [true, false].map((hasColor) =>
    fitting.filter(
      (company) => (company.logo.svg !== undefined) === hasColor && !linked.includes(company),
    ),
  );
  const isForTests = ({ sandbox }: CompanyRecord) => sandbox?.bills === 'by-form';
  return [...linked, ...byKinds(colored), ...byKinds(others)]
    .slice(0, MAX_POPULAR)
    .sort((one, other) => Number(isForTests(one)) - Number(isForTests(other)));
}

/** One of each category after another, at most as many as are shown. */
function byKinds(companies: readonly CompanyRecord[]): CompanyRecord[] {
  const kinds = [...Map.groupBy(companies, ({ categories }) => categories[0] ?? '').values()];
  const inTurn: CompanyRecord[] = [];
  for (let rank = 0; inTurn.length < Math.min(MAX_POPULAR, companies.length); rank += 1) {
    inTurn.push(...kinds.flatMap((kind) => kind.slice(rank, rank + 1)));
  }
  return inTurn.slice(0, MAX_POPULAR);
}

/** What companies can be browsed by: `type` is what a search takes, `name` what people read. */
export const categories = [
  { name: 'Utilities', type: 'utilities' },
  { name: 'Electricity', type: 'electricity' },
  { name: 'Natural gas', type: 'natural-gas' },
  { name: 'Water & sewer', type: 'water' },
  { name: 'Waste & recycling', type: 'waste' },
  { name: 'Internet', type: 'internet' },
  { name: 'Mobile phone', type: 'mobile-phone' },
  { name: 'TV & streaming', type: 'tv-streaming' },
  { name: 'Insurance', type: 'insurance' },
  { name: 'Credit cards', type: 'credit-cards' },
  { name: 'Loans', type: 'loans' },
  { name: 'Mortgage', type: 'mortgage' },
  { name: 'Rent', type: 'rent' },
  { name: 'Subscriptions', type: 'subscriptions' },
  { name: 'Fitness', type: 'fitness' },
  { name: 'Tolls & parking', type: 'tolls' },
  { name: 'Home security', type: 'security' },
  { name: 'Medical', type: 'medical' },
  { name: 'Education', type: 'education' },
] as const;

export type CategoryType = (typeof categories)[number]['type'];

const types: ReadonlySet<string> = new Set(categories.map(({ type }) => type));

export function isCategoryType(type: string): type is CategoryType {
  return types.has(type);
}

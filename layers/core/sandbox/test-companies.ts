/** The dedicated test companies of the interface (decision: test-company-form). */
import type { CompanyRow } from './company-row.ts';

const common = {
  login: 'test',
  products: ['bill', 'payment', 'swap'],
  bills: 'by-form',
} as const satisfies Partial<CompanyRow>;

export const testCompanies: readonly CompanyRow[] = [
  { ...common, name: 'Regular Company 1', categories: ['utilities'], logo: '#0b5cad' },
  { ...common, name: 'Regular Company 2', categories: ['utilities', 'electricity'] },
  { ...common, name: 'Regular Company 3', categories: ['internet'], logo: 'photo' },
  { ...common, name: 'Regular Company 4', categories: ['insurance'] },
  {
    ...common,
    name: 'Regular Company 5',
    categories: ['subscriptions'],
    logo: '#6a2c91',
    subscription: true,
  },
  { ...common, name: 'MFA Company 1', categories: ['utilities'], userPresence: true },
  { ...common, name: 'MFA Company 2', categories: ['mobile-phone'], userPresence: true },
];

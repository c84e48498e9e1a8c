/** Method's merchants, as rows of the directory. Everyone logs in with who they are. */
import type { CompaniesPage, Company, LoginField } from '@billhook/connector-kit';
import type { Merchant } from './api/documents.ts';
import type { Deps } from './deps.ts';

/** Where people read what Method is: a merchant's own sign-in page is not in the directory. */
const HOST = 'methodfi.com';
const LOGO_HOST = 'static.methodfi.com';

const fields: LoginField[] = [
  {
    name: 'firstName',
    label: 'First name',
    kind: 'text',
    characters: 'any',
    minLength: 1,
    maxLength: 64,
  },
  {
    name: 'lastName',
    label: 'Last name',
    kind: 'text',
    characters: 'any',
    minLength: 1,
    maxLength: 64,
  },
  {
    name: 'phone',
    label: 'Mobile number',
    kind: 'tel',
    characters: 'phone',
    minLength: 10,
    maxLength: 20,
  },
  {
    name: 'dateOfBirth',
    label: 'Date of birth',
    placeholder: '01/31/1980',
    kind: 'text',
    characters: { of: '0123456789/' },
    minLength: 10,
    maxLength: 10,
  },
  {
    name: 'ssn4',
    label: 'Last four digits of your social security number (if you like)',
    kind: 'password',
    characters: 'digits',
    minLength: 0,
    maxLength: 4,
  },
];

/** Method doesn't say what has changed since a day, so every reading is one of all. */
export async function companies(deps: Deps, cursor: string | undefined): Promise<CompaniesPage> {
  const page = Number(cursor ?? 1);
  const asOf = new Date(deps.now()).toISOString();
  if (!Number.isInteger(page) || page < 1) return { companies: [], asOf };
  const { merchants, isLast } = await deps.method.merchants(page);
  return {
    companies: merchants.filter(({ is_temp }) => !is_temp).map(companyOf),
    ...(!isLast && { cursor: String(page + 1) }),
    asOf,
  };
}

function companyOf({ mch_id, name, logo, types }: Merchant): Company {
  const isLogo = logo?.startsWith(`https://${LOGO_HOST}/`) ?? false;
  return {
    id: mch_id,
    name: name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').slice(0, 200),
    status: 'operational',
    categories: [...new Set(types.map((type) => categories[type] ?? 'loans'))].slice(0, 10),
    products: ['bill', 'payment'],
    acceptedMethods: ['bank'],
    hosts: isLogo ? [HOST, LOGO_HOST] : [HOST],
    links: { login: `https://${HOST}/` },
    ...(isLogo && { logo: logo as string }),
    login: { fields, identifiedBy: ['phone'] },
    currency: 'USD',
  };
}

/** Everything else that Method pays is a loan. */
const categories: Readonly<Record<string, string>> = {
  credit_card: 'credit-cards',
  insurance: 'insurance',
  medical: 'medical',
  utility: 'utilities',
  electric_utility: 'utilities',
  water_utility: 'utilities',
  waste_utility: 'utilities',
  internet_utility: 'utilities',
  telephone_utility: 'utilities',
  television_utility: 'utilities',
};

/**
 * The sandbox's companies as rows of a connector's directory. A row says less of a company than Billhook
 * knows of its own: no fees, schedules, places and amounts of the user's choice.
 */
import type { LoginField, Company as Row } from '@billhook/connector-kit';
import type { CompanyRecord } from '@billhook/core/company/company';
import { isByForm } from '@billhook/core/sandbox/account';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';

const ID_PREFIX = 'co_';
const MAX_LENGTH = 512;

const byRow = new Map(sandboxCompanies.map((company) => [rowIdOf(company), company]));

/** What the row of a company is called: its id without the prefix, `RegularCompany100000`. */
function rowIdOf({ _id }: Pick<CompanyRecord, '_id'>): string {
  return _id.slice(ID_PREFIX.length);
}

export function companyOfRow(rowId: string): CompanyRecord | undefined {
  return byRow.get(rowId);
}

/** What the fields of a test company are made of. All may be left empty. */
const testFields = new Map<string, LoginField['characters']>([
  ['balance', { of: '0123456789.' }],
  ['dueDate', { of: '0123456789/' }],
  ['status', 'any'],
]);

export const rows: readonly Row[] = sandboxCompanies.map(rowOf);

function rowOf(company: CompanyRecord): Row {
  const { name, status, categories, products, acceptedMethods, subscription, auth } = company;
  const { login, signup, forgotPassword, forgotUsername } = auth.urls;
  return {
    id: rowIdOf(company),
    name,
    status,
    categories: [...categories],
    products: [...products],
    acceptedMethods: [...acceptedMethods],
    hosts: [new URL(login).hostname],
    links: {
      login,
      ...(signup !== null && { signup }),
      ...(forgotPassword !== null && { forgotPassword }),
      ...(forgotUsername !== null && { forgotUsername }),
    },
    login: { fields: auth.loginFields.map(fieldOf), identifiedBy: identityOf(company) },
    ...(subscription && { subscription }),
    currency: 'USD',
  };
}

function fieldOf(field: CompanyRecord['auth']['loginFields'][number]): LoginField {
  const { name, label, placeholder, formType } = field;
  const characters = testFields.get(name);
  return {
    ...{ name, label, placeholder, kind: formType },
    // The sandbox takes anything but nothing: the login decides what happens, and no other field counts.
    ...{ characters: characters ?? 'any', minLength: characters ? 0 : 1, maxLength: MAX_LENGTH },
  };
}

/** A user has one account at a test company, whatever its form says. */
function identityOf(company: CompanyRecord): string[] {
  if (isByForm(company)) return [];
  const names = company.auth.loginFields.map(({ name }) => name);
  return ['username', 'email'].filter((name) => names.includes(name)).slice(0, 1);
}

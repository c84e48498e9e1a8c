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

/** Which company of a deployment each row is, so that it keeps its id and its accounts. */
export const claims: Readonly<Record<string, string>> = Object.fromEntries(
  sandboxCompanies.map((company) => [rowIdOf(company), company._id]),
);

const byRow = new Map(sandboxCompanies.map((company) => [rowIdOf(company), company]));

/** What the row of a company is called: its id without the prefix, `RegularCompany100000`. */
function rowIdOf({ _id }: Pick<CompanyRecord, '_id'>): string {
  return _id.slice(ID_PREFIX.length);
}

export function companyOfRow(rowId: string): CompanyRecord | undefined {
  return byRow.get(rowId);
}

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
    login: {
      fields: auth.loginFields.map((field) => fieldOf(field, isByForm(company) ? 0 : 1)),
      identifiedBy: identityOf(company),
    },
    ...(subscription && { subscription }),
    currency: 'USD',
  };
}

/**
 * A row must not refuse what the sandbox takes, and which fields count depends on what is in others: so
 * any characters will do. What is wrong with them is for the login to say.
 */
function fieldOf(
  { name, label, placeholder, formType }: CompanyRecord['auth']['loginFields'][number],
  minLength: number,
): LoginField {
  const rules = { characters: 'any', minLength, maxLength: MAX_LENGTH } as const;
  return { name, label, placeholder, kind: formType, ...rules };
}

/** A user has one account at a test company, whatever its form says. */
function identityOf(company: CompanyRecord): string[] {
  if (isByForm(company)) return [];
  const names = company.auth.loginFields.map(({ name }) => name);
  return ['username', 'email'].filter((name) => names.includes(name)).slice(0, 1);
}

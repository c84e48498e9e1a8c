/** Companies: the billers of the directory, as they are kept and as they are shown. */
import type { Company as ConnectorRow } from '@billhook/connector-kit/protocol/directory';
import type { BillCompany } from '../schemas/bill.ts';
import {
  type Company,
  type CompanySummary,
  company as companySchema,
  type MethodType,
  type Product,
} from '../schemas/company.ts';
import type { Capabilities } from './capabilities.ts';
import type { CompanyLimits } from './gate/limits.ts';
import { withShownLogo } from './shown-logo.ts';

export type CompanyRecord = Company & {
  /** Names the connector that reaches the company: `sandbox`, or one that an operator registered. */
  readonly connector: string;
  readonly products: readonly Product[];
  /** Recurring payments are required and stay enabled. */
  readonly subscription: boolean;
  readonly acceptedMethods: readonly MethodType[];
  /** Of the sandbox's companies alone. */
  readonly sandbox?: SandboxAccount;
  /** Of the others: how a remote connector reaches them. */
  readonly remote?: RemoteCompany;
  /** Another connector reached it before, and may have called its accounts otherwise. */
  readonly takenOver?: true;
  /** The operator's limits, beside those of the connector. */
  readonly limits?: CompanyLimits;
};

/** What is needed of a company to call its connector, and to check a login form without a call. */
export type RemoteCompany = {
  /** The row, as it was imported. */
  readonly row: ConnectorRow;
  /** What the connector said that it can do, when it was imported. */
  readonly capabilities: Capabilities;
};

/** A company that the sandbox invented. */
export type SandboxCompany = CompanyRecord & { readonly sandbox: SandboxAccount };

/** What accounts at a company of the sandbox are like. */
export type SandboxAccount = {
  /**
   * - `by-form`: the login form says what the account is (the dedicated test companies).
   * - `one`: one bill.
   * - `two`: two bills of one login, told apart by their account numbers.
   * - `card`: a credit card with a minimum, a statement and a full balance.
   * - `loan`: an installment, and a full balance that payments bring down.
   * - `none`: an account without a bill so far.
   */
  readonly bills: 'by-form' | 'one' | 'two' | 'card' | 'loan' | 'none';
  /** Whether the company collects by itself, and who arranged that. */
  readonly autopay: 'off' | 'set-by-client' | 'set-by-company' | 'unknown';
  /** Invented balances lie between these, both ends included. */
  readonly smallestCents: number;
  readonly largestCents: number;
  /** Whether a card is put on file only with its code. */
  readonly needsCardCode?: true;
  /** What goes wrong at it opens its breaker; elsewhere in the sandbox it is a test. */
  readonly faultsCount?: true;
  /** After how long a login that is running is given up, where it is another time than usual. */
  readonly loginSeconds?: number;
};

const publicFields = Object.keys(companySchema.entries) as (keyof Company)[];

/** The company as the interface shows it: an allowlist, so that what is inside stays inside. */
export function presentCompany(record: CompanyRecord): Company {
  const shown = publicFields.filter((field) => record[field] !== undefined);
  const fields = Object.fromEntries(shown.map((field) => [field, record[field]])) as Company;
  const company = withShownLogo(fields);
  return { ...company, ...(record.subscription && { recurringRequired: true as const }) };
}

/** How an auth, a bill or a swap names its company. */
export function companySummaryOf({ _id, name, logo }: Company): CompanySummary {
  return { _id, name, logo };
}

/** A bill's company: its summary and what paying it depends on. */
export function billCompanyOf(company: Company): BillCompany {
  const { requiredPayment, schedule, additionalPaymentOptions, fees } = company;
  return {
    ...companySummaryOf(company),
    userPresenceRequired: company.userPresenceRequired,
    ...(requiredPayment && { requiredPayment }),
    ...(schedule && { schedule }),
    ...(additionalPaymentOptions && { additionalPaymentOptions }),
    ...(fees && { fees }),
  };
}

/** Whether its bills can be paid with a card. */
export function takesCards({ products, acceptedMethods }: CompanyRecord): boolean {
  return products.includes('payment') && acceptedMethods.includes('card');
}

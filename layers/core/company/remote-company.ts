/**
 * Companies that a remote connector reaches: what of its row is kept with the company, and the company
 * that follows from a row (decision: companies-of-connectors).
 */
import type { Company as ConnectorRow } from '@billhook/connector-kit/protocol/directory';
import type { Capabilities as Claimed, Manifest } from '@billhook/connector-kit/protocol/manifest';
import type { Capabilities } from '../connector.ts';
import { derivedText } from '../ids.ts';
import { isCategoryType } from './categories.ts';
import type { CompanyRecord } from './company.ts';
import { type CompanyLimits, mostOf } from './gate/limits.ts';

/** What is needed of a company to call its connector, and to check a login form without a call. */
export type RemoteCompany = {
  /** The row, as it was imported. */
  readonly row: ConnectorRow;
  /** What the connector said that it can do, when it was imported. */
  readonly capabilities: Capabilities;
};

const ID_LENGTH = 20;

/** The id of a company follows from its connector's and its row's, where no other company has claimed it. */
export function companyIdOf(digest: Uint8Array): string {
  return `co_${derivedText(ID_LENGTH, digest)}`;
}

export type RowRefusal = 'does-less' | 'takes-no-method' | 'unknown-categories';

/** What a row asks for, and its connector can't do; nothing where it fits. */
export function misfitOf(row: ConnectorRow, can: Claimed): RowRefusal | undefined {
  const does = { bill: can.reads, payment: can.pays.length > 0, swap: can.swaps };
  if (row.products.some((product) => !does[product])) return 'does-less';
  if (row.products.includes('payment') && methodsOf(row, can).length === 0) {
    return 'takes-no-method';
  }
  return row.categories.some(isCategoryType) ? undefined : 'unknown-categories';
}

/** Cards go only to a connector that says that it handles them, and whose operator has confirmed it. */
function methodsOf({ acceptedMethods }: ConnectorRow, { pays, handlesCards }: Claimed) {
  return acceptedMethods.filter(
    (method) => pays.includes(method) && (method !== 'card' || handlesCards),
  );
}

/** Nobody can own this name: initials are shown. */
const NO_LOGO = 'https://logos.billhook.example/none.png';

/** A company of the directory; of a row that fits. */
export function companyOfRow(
  row: ConnectorRow,
  companyId: string,
  { id: connector, capabilities: can, limits }: Pick<Manifest, 'id' | 'capabilities' | 'limits'>,
): CompanyRecord {
  const { login, signup, forgotPassword, forgotUsername } = row.links;
  const pays = row.products.includes('payment');
  return {
    _id: companyId,
    name: row.name,
    logo: { url: NO_LOGO, background: false },
    categories: row.categories.filter(isCategoryType),
    status: row.status,
    fullyAutomatedBill: row.products.includes('bill') && can.unattended.reads,
    fullyAutomatedCardSwap: row.products.includes('swap'),
    userPresenceRequired: !can.unattended.reads || (pays && !can.unattended.pays),
    auth: {
      urls: {
        login,
        signup: signup ?? null,
        forgotPassword: forgotPassword ?? null,
        forgotUsername: forgotUsername ?? null,
      },
      loginFields: row.login.fields.map(({ name, label, placeholder = '', kind }) => ({
        name,
        label,
        placeholder,
        formType: kind,
      })),
    },
    connector,
    products: row.products,
    subscription: row.subscription ?? false,
    acceptedMethods: methodsOf(row, can),
    remote: { row, capabilities: capabilitiesOf(can, limits) },
  };
}

/** In the terms of the connector contract. */
export function capabilitiesOf(
  {
    postingDays,
    namesStatements,
    needsCardCode,
    countsFailedLogins,
    funding,
    returnsWithinDays,
    findsWithoutLogin,
  }: Claimed,
  limits: Manifest['limits'],
): Capabilities {
  return {
    postingDays,
    namesStatements,
    needsCardCode,
    countsFailedLogins,
    funding,
    returnsWithinDays,
    findsWithoutLogin,
    limits: limitsOf(limits),
  };
}

function limitsOf({
  sessionsAtOnce,
  sessionsAtOncePerLogin,
  sessionsPerMinute,
  readingsPerLoginAndDay,
  coolDownSeconds,
}: Manifest['limits']): CompanyLimits {
  const limits: CompanyLimits = {
    sessionsAtOnce,
    sessionsAtOncePerLogin,
    sessionsAMinute: sessionsPerMinute,
    readingsPerLoginADay: readingsPerLoginAndDay,
    coolDownSeconds,
  };
  const set = Object.entries(limits).flatMap(([name, limit]) =>
    limit === undefined
      ? []
      : [[name, Math.min(limit, mostOf(name as keyof CompanyLimits))] as const],
  );
  return Object.fromEntries(set);
}

/**
 * The company that follows from a row of a remote connector (decision: companies-of-connectors).
 */
import { createHash } from 'node:crypto';
import type { Company as ConnectorRow } from '@billhook/connector-kit/protocol/directory';
import type { Manifest } from '@billhook/connector-kit/protocol/manifest';
import { derivedText } from '../base/ids.ts';
import type { Capabilities } from './capabilities.ts';
import { isCategoryType } from './categories.ts';
import type { CompanyRecord } from './company.ts';
import { type CompanyLimits, mostOf, strictest } from './gate/limits.ts';
import type { RegisteredConnector } from './registered-connector.ts';

const ID_LENGTH = 20;

/** The id of a company follows from its connector's and its row's, unless the row is another company. */
export function companyIdOf(connectorId: string, rowId: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([connectorId, rowId]))
    .digest();
  return `co_${derivedText(ID_LENGTH, digest)}`;
}

/** The company that a row of a registered connector is. */
export function companyOfConnector(
  { id, claims = {} }: Pick<RegisteredConnector, 'id' | 'claims'>,
  rowId: string,
): string {
  // A row may call itself `constructor`: only what the operator wrote down is a claim.
  const claimed = Object.hasOwn(claims, rowId) ? claims[rowId] : undefined;
  return claimed ?? companyIdOf(id, rowId);
}

export type RowRefusal = 'does-less' | 'takes-no-method' | 'needs-cards' | 'unknown-categories';

/** What follows from a manifest and its operator's word. */
export type RowSource = Pick<Manifest, 'id' | 'mode' | 'capabilities' | 'limits' | 'timeouts'> & {
  /** Without it, nothing is offered for which the connector would be given card numbers. */
  readonly takesCards: boolean;
};

/** Why a row can be no company; nothing where it fits. */
export function misfitOf(row: ConnectorRow, source: RowSource): RowRefusal | undefined {
  const { reads, pays, swaps } = source.capabilities;
  const does = { bill: reads, payment: pays.length > 0, swap: swaps };
  if (row.products.some((product) => !does[product])) return 'does-less';
  const isPaid = row.acceptedMethods.some((method) => pays.includes(method));
  if (row.products.includes('payment') && !isPaid) return 'takes-no-method';
  if (productsOf(row, source).length === 0) return 'needs-cards';
  return row.categories.some(isCategoryType) ? undefined : 'unknown-categories';
}

function productsOf(row: ConnectorRow, source: RowSource) {
  const pays = methodsOf(row, source).length > 0;
  const swaps = isGivenCards(source);
  return row.products.filter(
    (product) => (product !== 'payment' || pays) && (product !== 'swap' || swaps),
  );
}

function methodsOf({ acceptedMethods }: ConnectorRow, source: RowSource) {
  const { pays } = source.capabilities;
  return acceptedMethods.filter(
    (method) => pays.includes(method) && (method !== 'card' || isGivenCards(source)),
  );
}

function isGivenCards({ capabilities, takesCards }: RowSource): boolean {
  return takesCards && capabilities.handlesCards;
}

/** Nobody can own this name: initials are shown. */
const NO_LOGO = 'https://logos.billhook.example/none.png';

/** The address of a logo that its row names and that we don't have. */
export function missingLogo({ logo, remote }: CompanyRecord): string | undefined {
  return logo.url === NO_LOGO ? remote?.row.logo : undefined;
}

/** With the logo that the company has already, if its row still names the same. */
export function withLogoOf(
  company: CompanyRecord,
  before: CompanyRecord | undefined,
): CompanyRecord {
  const named = company.remote?.row.logo;
  if (named === undefined || before?.connector !== company.connector) return company;
  return before.remote?.row.logo === named ? { ...company, logo: before.logo } : company;
}

/** @param stored where we serve logos, by the addresses that rows name. */
export function withStoredLogo(
  company: CompanyRecord,
  stored: ReadonlyMap<string, string>,
): CompanyRecord {
  const url = stored.get(company.remote?.row.logo ?? '');
  return url === undefined ? company : { ...company, logo: { url, background: false } };
}

/** A company of the directory; of a row that fits. */
export function companyOfRow(
  row: ConnectorRow,
  companyId: string,
  source: RowSource,
): CompanyRecord {
  const { login, signup, forgotPassword, forgotUsername } = row.links;
  const { id: connector } = source;
  const can = capabilitiesAt(row, source);
  const products = productsOf(row, source);
  const pays = products.includes('payment');
  const acceptedMethods = methodsOf(row, source);
  // Users are told before they give another (decision: one-method-is-required).
  const [requiredPayment, ...others] = pays ? acceptedMethods : [];
  return {
    _id: companyId,
    name: row.name,
    logo: { url: NO_LOGO, background: false },
    categories: row.categories.filter(isCategoryType),
    status: row.status,
    ...(requiredPayment && others.length === 0 && { requiredPayment }),
    fullyAutomatedBill: products.includes('bill') && can.unattended.reads,
    fullyAutomatedCardSwap: products.includes('swap'),
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
    products,
    subscription: row.subscription ?? false,
    acceptedMethods,
    remote: inOneOrder({ row, capabilities: { ...capabilitiesOf(source), ...can.own } }),
  };
}

/** What is not there left out, members in the order of the alphabet: the same row is the same text. */
function inOneOrder<T>(value: T): T {
  if (Array.isArray(value)) return value.map(inOneOrder) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOneOrder(member)])) as T;
}

/** What a row says of its own company: less than the manifest, or with more care, and never more. */
function capabilitiesAt({ capabilities: own = {} }: ConnectorRow, source: RowSource) {
  const { unattended, needsCardCode, countsFailedLogins } = source.capabilities;
  return {
    unattended: {
      reads: unattended.reads && own.unattended?.reads !== false,
      pays: unattended.pays && own.unattended?.pays !== false,
    },
    /** Of those that the company's record has. */
    own: {
      needsCardCode: needsCardCode || own.needsCardCode === true,
      countsFailedLogins: countsFailedLogins || own.countsFailedLogins === true,
      limits: strictest(limitsOf(source.limits), limitsOf(own.limits ?? {})),
      ...habitsOf({ ...source.capabilities, ...own }),
    },
  };
}

/** A row that says nothing of a habit has the manifest's. */
function habitsOf({
  billsEvery,
  showsPayments,
}: Pick<Manifest['capabilities'], 'billsEvery' | 'showsPayments'>) {
  return { billsEvery, ...(showsPayments === false && { showsPayments }) };
}

/** In the terms of the connector contract. */
function capabilitiesOf({ mode, capabilities, limits, timeouts }: RowSource): Capabilities {
  const {
    postingDays,
    namesStatements,
    needsCardCode,
    countsFailedLogins,
    funding,
    returnsWithinDays,
    findsWithoutLogin,
    cancels,
    inventsFaults,
    looks,
  } = capabilities;
  return {
    postingDays,
    namesStatements,
    needsCardCode,
    countsFailedLogins,
    funding,
    returnsWithinDays,
    findsWithoutLogin,
    ...(cancels && { cancels }),
    ...(looks && { looks }),
    // A live connector that said so would never be left alone.
    ...(mode === 'test' && inventsFaults && { inventsFaults }),
    limits: limitsOf(limits),
    timeouts,
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

/** A session at an auth's company: credentials opened, handed to the connector and to nothing else. */
import type { AuthRecord, Link } from '@billhook/core/auth';
import type { CompanyRecord } from '@billhook/core/company/company';
import type { ParsedConnector } from '@billhook/core/company/connector-results';
import type { Session } from '@billhook/core/connector';
import type { PaymentRecord } from '@billhook/core/payment';
import type { Vault } from '../aws/vault.ts';
import type { Stores } from '../stores/open-stores.ts';
import { answersOf } from '../stores/passing-store.ts';
import { momentOf } from '../table/partner-time.ts';
import type { Table } from '../table/types.ts';
import type { Reach } from './reach.ts';

export type CompanySession = {
  readonly company: CompanyRecord;
  readonly connector: ParsedConnector;
  readonly session: Session;
};

/** With a link, its user is there; without, nobody is. */
export async function openSession(
  { table, companies, vault, connectorOf }: Pick<Stores, 'table' | 'companies'> & Reach,
  auth: AuthRecord,
  machineNow: number,
  link?: Link,
): Promise<CompanySession> {
  const company = await companies.find(auth.company._id);
  if (!company) throw new Error('The company of an auth is not in the directory');
  const { clientId, partnerId, _id: authId } = auth;
  const form = await vault.open({ clientId, recordId: authId }, auth.credentials);
  const { partnerNow } = await momentOf(table, auth, machineNow);
  return {
    company,
    connector: connectorOf(company),
    session: {
      company,
      form,
      partnerId,
      clientId,
      authId,
      partnerNow,
      attended: link !== undefined,
      verifiedBefore: auth.verifiedBefore,
      holdFixed: link?.holdFixed,
      ...(link && { purpose: purposeOf(link) }),
      ...(link?.security && (await securityOf({ table, vault }, clientId, link, machineNow))),
    },
  };
}

/**
 * A session without a login, for what a company tells of payments without one; nothing where the company
 * is not in the directory any more.
 */
export async function openBareSession(
  { table, companies, connectorOf }: Pick<Stores, 'table' | 'companies'> & Reach,
  payment: PaymentRecord,
  machineNow: number,
): Promise<CompanySession | undefined> {
  const company = await companies.find(payment.companyId);
  if (!company) return undefined;
  const { partnerId, clientId, authId } = payment;
  const { partnerNow } = await momentOf(table, payment, machineNow);
  const whose = { partnerId, clientId, authId, partnerNow };
  const session = { company, form: {}, ...whose, attended: false };
  return { company, connector: connectorOf(company), session };
}

function purposeOf({ swaps, items }: Link): Session['purpose'] {
  if (swaps) return 'swap';
  return items.includes('payment') ? 'payment' : 'bill';
}

/** What the user did in a link so far, the answers opened. */
async function securityOf(
  { table, vault }: { readonly table: Table; readonly vault: Vault },
  clientId: string,
  link: Link,
  machineNow: number,
) {
  const { linkId, security } = link;
  const answers = await answersOf(table, clientId, link, machineNow);
  const rounds = await Promise.all(
    answers.map((sealed) => vault.open({ clientId, recordId: linkId }, sealed)),
  );
  return {
    answers:
      rounds.length > 0 ? (Object.assign({}, ...rounds) as (typeof rounds)[number]) : undefined,
    codeChoice: security?.codeChoice,
    resendCode: security?.lastStep === 'resend',
    promptPressed: security?.lastStep === 'pressed',
  };
}

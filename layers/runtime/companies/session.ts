/** A session at an auth's company: credentials opened, handed to the connector and to nothing else. */
import type { AuthRecord, Link } from '@billhook/core/auth/auth';
import { fieldNames } from '@billhook/core/auth/missing-answers';
import type { CompanyRecord } from '@billhook/core/company/company';
import type { Kept, Session } from '@billhook/core/company/connector';
import type { ParsedConnector } from '@billhook/core/company/connector-results';
import type { LiveRef } from '@billhook/core/company/session-refs';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import type { Vault } from '../aws/vault.ts';
import type { Stores } from '../stores/open-stores.ts';
import { answersOf } from '../stores/passing-store.ts';
import { momentOf } from '../table/partner-time.ts';
import type { Table } from '../table/types.ts';
import { openKept } from './kept-sessions.ts';
import type { Reach } from './reach.ts';

export type CompanySession = {
  readonly company: CompanyRecord;
  readonly connector: ParsedConnector;
  readonly session: Session;
  /** Fields that the company's form asks for and the stored one lacks: nobody is logged in with it. */
  readonly lacks?: readonly string[];
  /** What the session has given so far to be kept, the latest of each. */
  readonly kept: () => Kept;
};

/** What a session is for. Of a link, its user is there; of nothing else, unless a link left a session open. */
export type SessionFor = {
  readonly link?: Link;
  /** Of what has no link. */
  readonly purpose?: Session['purpose'];
  /** Of what has no link any more: the session that it left open. */
  readonly live?: LiveRef;
};

/** With a link, its user is there; without, nobody is, but for what uses a link's own session. */
export async function openSession(
  { table, companies, vault, connectorOf }: Pick<Stores, 'table' | 'companies'> & Reach,
  auth: AuthRecord,
  machineNow: number,
  { link, purpose, live: left = link?.live }: SessionFor = {},
): Promise<CompanySession> {
  const company = await companies.find(auth.company._id);
  if (!company) throw new Error('The company of an auth is not in the directory');
  const { clientId, partnerId, _id: authId } = auth;
  const { partnerNow } = await momentOf(table, auth, machineNow);
  const at = { connector: company.connector, partnerNow, machineNow };
  const { form, connection, live } = await openKept({ table, vault }, { auth, live: left }, at);
  const connector = connectorOf(company);
  // A session that is signed in still needs none of it.
  const lacks = live === undefined ? fieldNames(connector.checkStored(company, form)) : [];
  let kept: Kept = {};
  return {
    ...{ company, connector, lacks },
    kept: () => kept,
    session: {
      company,
      form,
      partnerId,
      clientId,
      authId,
      partnerNow,
      attended: link !== undefined || live !== undefined,
      verifiedBefore: auth.verifiedBefore,
      holdFixed: link?.holdFixed,
      ...(connection !== undefined && { connection }),
      ...(live !== undefined && { live }),
      keep: (more) => {
        kept = { ...kept, ...more };
      },
      ...(link ? { purpose: purposeOf(link), login: loginOf(link) } : purpose && { purpose }),
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
  return { company, connector: connectorOf(company), kept: () => ({}), session };
}

function purposeOf({ swaps, items }: Link): Session['purpose'] {
  if (swaps) return 'swap';
  return items.includes('payment') ? 'payment' : 'bill';
}

function loginOf({ linkId, security }: Link): Session['login'] {
  const { asked = 0, askedBefore = 0 } = security ?? {};
  return { name: `${linkId}#${askedBefore}`, round: asked - askedBefore + 1, linkId };
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

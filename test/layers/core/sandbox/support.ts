/** A sandbox over a Map, and sessions at its companies. */
import type { SandboxCompany } from '@billhook/core/company/company';
import {
  type CompanyBill,
  type Connector,
  isNotLoggedIn,
  isRunning,
  type PayingMethod,
  type Session,
  shownBills,
} from '@billhook/core/company/connector';
import type { SandboxAccountRecord } from '@billhook/core/sandbox/account';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { createSandboxConnector, type SandboxMemory } from '@billhook/core/sandbox/connector';

export const NOW = Date.parse('2026-11-21T10:00:00.000Z');

/** Each access waits for others, as a database's would: what races, races here too. */
export function mapMemory(): SandboxMemory & { readonly saves: () => number } {
  const records = new Map<string, SandboxAccountRecord>();
  let saves = 0;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    saves: () => saves,
    find: async (accountId) => {
      await turn();
      const record = records.get(accountId);
      return record && structuredClone(record);
    },
    save: async (accountId, record, expectedVersion) => {
      await turn();
      if ((records.get(accountId)?.version ?? 0) !== expectedVersion) return false;
      records.set(accountId, structuredClone(record));
      saves += 1;
      return true;
    },
  };
}

export function companyNamed(name: string): SandboxCompany {
  const company = sandboxCompanies.find((each) => each.name === name);
  if (!company) throw new Error(`There is no ${name}`);
  return company;
}

export function sessionAt(
  companyName: string,
  form: Session['form'],
  more: Partial<Session> = {},
): Session {
  return {
    company: companyNamed(companyName),
    form,
    partnerId: 'ptn_1',
    clientId: 'cl_1',
    authId: 'auth_1',
    partnerNow: NOW,
    attended: true,
    ...more,
  };
}

export const upcoming = { balance: '100.00', dueDate: '12/01/2026', status: 'upcoming' };

export function sandbox(memory = mapMemory()) {
  return { memory, connector: createSandboxConnector({ memory, clock: () => NOW }) };
}

export const day = (text: string) => Date.parse(`${text}T10:00:00.000Z`);

export function card(cardNumber = '4111111111111111'): PayingMethod {
  return {
    type: 'card',
    cardNumber,
    cardCode: '123',
    expMonth: '12',
    expYear: '2030',
    zipcode: '78701',
    name: 'Ada Example',
  };
}

export const bank: PayingMethod = {
  type: 'bank',
  routingNumber: '021000021',
  accountNumber: '123456789',
  accountType: 'checking',
  name: 'Ada Example',
};

/** The bills of a session that is let in. */
export async function billsOf(
  session: Session,
  { connector }: { readonly connector: Pick<Connector, 'listBills'> } = sandbox(),
): Promise<readonly CompanyBill[]> {
  const bills = await connector.listBills(session);
  if (isRunning(bills)) throw new Error('Still running');
  if (isNotLoggedIn(bills)) throw new Error(`Not let in: ${bills.login.kind}`);
  return shownBills(bills).bills;
}

/** The bill of an account that has one. */
export async function onlyBill(session: Session, { connector } = sandbox()): Promise<CompanyBill> {
  const bills = await billsOf(session, { connector });
  if (bills.length !== 1) throw new Error(`${bills.length} bills instead of one`);
  return bills[0] as CompanyBill;
}

/** The steps by which a kept state comes about, each as a partner takes it: over the API. */

import type { addPaymentMethod } from '../../../functions/payment/contract.ts';
import { until } from '../../../lib/base/until.ts';
import { accepted } from '../../../lib/client/accepted.ts';
import type { ApiClient, Arguments } from '../../../lib/client/api-client.ts';
import { createApiClient } from '../../../lib/client/api-client.ts';

/** Good for as long as anyone may open the state. */
const EXPIRY_YEAR = '2070';
export const DECLINING_CARD = '4000000000000002';
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

export type Form = Readonly<Record<string, string>>;
export type Bill = { readonly clientId: string; readonly authId: string; readonly billId: string };

export type Household = {
  readonly api: ApiClient;
  /** All that were made. */
  readonly clients: readonly string[];
  readonly newClient: (identifier: string) => Promise<string>;
  readonly addCard: (clientId: string, cardNumber?: string) => Promise<string>;
  readonly addBank: (clientId: string) => Promise<string>;
  /** Begins a link at a company of that name. */
  readonly beginLink: (clientId: string, company: string, form: Form) => Promise<string>;
  /** The same, and waits until the link has ended or asks the user. */
  readonly link: (clientId: string, company: string, form: Form) => Promise<string>;
  /** A client with a card, and a bill at Regular Company 1. */
  readonly newBill: (identifier: string, form?: Form, cardNumber?: string) => Promise<Bill>;
  readonly billOf: (clientId: string, authId: string) => Promise<string>;
  readonly companyId: (name: string) => Promise<string>;
};

type Card = Extract<Arguments<typeof addPaymentMethod>, { paymentType: 'card' }>;

export function openHousehold(baseUrl: string, apiKey: string): Household {
  const api = createApiClient({ baseUrl, apiKey, validate: true });
  const companies = new Map<string, string>();
  const clients: string[] = [];
  const home: Household = {
    api,
    clients,
    newClient: async (identifier) => {
      const { clientId } = accepted(await api.client.createClient({ identifier }));
      clients.push(clientId);
      return clientId;
    },
    addCard: async (clientId, cardNumber) => {
      const card = cardOf(clientId, cardNumber);
      return accepted(await api.payment.addPaymentMethod(card)).paymentMethodId;
    },
    addBank: async (clientId) => {
      const bank = { paymentType: 'bank', accountType: 'checking', name: 'Ada Tester' } as const;
      const numbers = { routingNumber: '021000021', accountNumber: '000123456789' };
      return accepted(await api.payment.addPaymentMethod({ clientId, ...bank, ...numbers }))
        .paymentMethodId;
    },
    companyId: async (name) => {
      const known = companies.get(name);
      if (known) return known;
      const { data } = accepted(await api.company.searchCompanies({ query: name }));
      for (const { name: each, _id } of data) companies.set(each, _id);
      const found = companies.get(name);
      if (!found) throw new Error(`There is no ${name}`);
      return found;
    },
    beginLink: async (clientId, company, form) => {
      const companyId = await home.companyId(company);
      const given = { clientId, companyId, items: ['bill' as const], form };
      return accepted(await api.auth.createAuth(given)).authId;
    },
    link: async (clientId, company, form) => {
      const authId = await home.beginLink(clientId, company, form);
      await until(`an outcome of ${authId}`, async () => {
        const { auth, linking, challenge } = accepted(await api.auth.getAuth({ authId }));
        return challenge !== undefined || (!linking && auth.status !== undefined);
      });
      return authId;
    },
    billOf: (clientId, authId) =>
      until(`a bill of ${authId}`, async () => {
        const { data } = accepted(await api.bill.listBills({ clientId }));
        return data.find(({ bill }) => bill.auth._id === authId)?.bill._id;
      }),
    newBill: async (identifier, form = {}, cardNumber) => {
      const clientId = await home.newClient(identifier);
      await home.addCard(clientId, cardNumber);
      const given = { balance: '100.00', dueDate: dueDate(30), ...form };
      const authId = await home.link(clientId, 'Regular Company 1', given);
      return { clientId, authId, billId: await home.billOf(clientId, authId) };
    },
  };
  return home;
}

function cardOf(clientId: string, cardNumber = '4111111111111111'): Card {
  const face = { name: 'Ada Tester', cardCode: '123', expMonth: '12', expYear: EXPIRY_YEAR };
  return { paymentType: 'card', clientId, cardNumber, zipcode: '94107', ...face };
}

/** The day in `days` days from today, `mm/dd/yyyy`. */
export function dueDate(days: number): string {
  const [year, month, day] = dayIn(days).split('-');
  return `${month}/${day}/${year}`;
}

/** The day in `days` days from today, `yyyy-mm-dd`. */
export function dayIn(days: number): string {
  return new Date(Date.now() + days * DAY_MILLISECONDS).toISOString().slice(0, 10);
}

/** Waits until the newest payment of a bill is in one of these states. */
export async function paymentReaches(api: ApiClient, billId: string, ...states: string[]) {
  await until(`a payment of ${billId} that is ${states}`, async () => {
    const { payment } = accepted(await api.bill.getBill({ billId }));
    return payment !== undefined && states.includes(payment.status);
  });
}

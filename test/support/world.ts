/** What end-to-end tests work with: clients of the service, and the steps that many of them take. */
import type { Problem } from '@billhook/core/base/errors';
import type { Auth, ChallengeData, LinkedAuth } from '@billhook/core/schemas/auth';
import type { billWithPayments } from '@billhook/core/schemas/bill';
import type { Company } from '@billhook/core/schemas/company';
import type { InferOutput } from 'valibot';
import { inject } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { type ApiClient, createApiClient } from '../../lib/client/api-client.ts';

export type BillWithPayments = InferOutput<typeof billWithPayments>;

export type World = {
  readonly api: ApiClient;
  /** A client with an identifier that nobody has used. */
  readonly newClient: () => Promise<string>;
  readonly findCompany: (name: string) => Promise<Company>;
  readonly findCompanies: (wanted: (company: Company) => boolean) => Promise<Company[]>;
  /** One with an ordinary login, that takes any method without the user being there. */
  readonly findOrdinaryCompany: (loginField?: 'username' | 'email') => Promise<Company>;
  readonly addCard: (
    clientId: string,
    more?: { cardNumber?: string; cardCode?: string },
  ) => Promise<string>;
  /** Creates an auth and waits for its first outcome. */
  readonly link: (
    clientId: string,
    company: Company,
    form: Form,
    seconds?: number,
  ) => Promise<Auth>;
  /** Waits for the open challenge of an auth; for another one than `spent` where that is given. */
  readonly challengeOf: (
    authId: string,
    spent?: string,
    seconds?: number,
  ) => Promise<ChallengeData>;
  /** Waits until the link of an auth has ended, and answers the auth. */
  readonly linkedAuth: (authId: string, seconds?: number) => Promise<LinkedAuth>;
  /** Waits for a bill of the auth that is as wanted. */
  readonly billOf: (
    clientId: string,
    authId: string,
    wanted?: (bill: BillWithPayments) => boolean,
  ) => Promise<BillWithPayments>;
  /** Links `Regular Company 1` with a bill due in ten days; answers the bill. */
  readonly newBill: (clientId: string, form?: Form) => Promise<BillWithPayments>;
  readonly pay: (billId: string) => Promise<BillWithPayments>;
};

export type Form = Readonly<Record<string, string>>;

/** The world of the partner whose key the service handed out, or of another service's. */
export function openWorld(
  service: { readonly baseUrl: string; readonly apiKey: string } = inject('service'),
  api: ApiClient = createApiClient({ ...service, validate: true }),
): World {
  const search = keptSearch(api);
  const world: World = {
    api,
    newClient: async () =>
      valueFrom(await api.client.createClient({ identifier: newName() })).clientId,
    findCompanies: async (wanted) => (await search()).filter(wanted),
    findCompany: async (name) => {
      const company = (await search(name)).find((one) => one.name === name);
      if (!company) throw new Error(`There is no ${name}`);
      return company;
    },
    findOrdinaryCompany: async (loginField = 'username') => {
      const [company] = await world.findCompanies(
        ({ status, requiredPayment, userPresenceRequired, auth }) =>
          status === 'operational' &&
          requiredPayment === undefined &&
          !userPresenceRequired &&
          auth.loginFields.map(({ name }) => name).join() === `${loginField},password`,
      );
      if (!company) throw new Error(`The directory lacks an ordinary company with ${loginField}`);
      return company;
    },
    addCard: async (clientId, more) =>
      valueFrom(await api.payment.addPaymentMethod({ ...givenCard(clientId), ...more }))
        .paymentMethodId,
    link: async (clientId, company, form, seconds) => {
      const companyId = company._id;
      const { authId } = valueFrom(
        await api.auth.createAuth({ clientId, companyId, items: ['bill'], form }),
      );
      return await until(
        `an outcome of ${authId}`,
        async () => {
          const { data } = valueFrom(await api.auth.listAuths({ clientId }));
          return data.find(({ _id }) => _id === authId);
        },
        seconds,
      );
    },
    challengeOf: (authId, spent, seconds) =>
      until(
        `a challenge of ${authId}`,
        async () => {
          const { challenge } = valueFrom(await api.auth.getAuth({ authId }));
          return challenge?.token === spent ? undefined : challenge;
        },
        seconds,
      ),
    linkedAuth: (authId, seconds) =>
      until(
        `the end of the link of ${authId}`,
        async () => {
          const { auth, linking } = valueFrom(await api.auth.getAuth({ authId }));
          return linking ? undefined : auth;
        },
        seconds,
      ),
    billOf: (clientId, authId, wanted = () => true) =>
      until(`a bill of ${authId}`, async () => {
        const { data } = valueFrom(await api.bill.listBills({ clientId }));
        return data.find((entry) => entry.bill.auth._id === authId && wanted(entry));
      }),
    newBill: async (clientId, form = {}) => {
      const company = await world.findCompany('Regular Company 1');
      const given = { balance: '100.00', dueDate: dueDate(10), ...form };
      const auth = await world.link(clientId, company, given);
      return await world.billOf(clientId, auth._id);
    },
    pay: async (billId) => {
      const { length } = valueFrom(await api.bill.getBill({ billId })).payments;
      valueFrom(await api.payment.schedulePayment({ billId }));
      return await until(`the payment of ${billId}`, async () => {
        const found = valueFrom(await api.bill.getBill({ billId }));
        return found.payments.length > length ? found : undefined;
      });
    },
  };
  return world;
}

/** The directory stays as it is while a test runs: most tests begin with a search of it. */
function keptSearch(api: ApiClient): (query?: string) => Promise<readonly Company[]> {
  const kept = new Map<string, Promise<readonly Company[]>>();
  const searchNow = async (query?: string) =>
    valueFrom(await api.company.searchCompanies(query === undefined ? {} : { query })).data;
  return (query) => {
    const key = JSON.stringify(query ?? null);
    const found = kept.get(key) ?? searchNow(query);
    kept.set(key, found);
    return found;
  };
}

/** The value of a success. @throws Error that quotes the problem. */
export function valueFrom<T>(
  result: { ok: true; value: T } | { ok: false; problem: { code: string; detail: string } },
): T {
  if (result.ok) return result.value;
  const { code, detail, ...more } = result.problem;
  throw new Error(`${code}: ${detail} ${JSON.stringify(more)}`);
}

/** The code of a refusal; the value when it was none, so that a comparison shows it. */
export function refusal(result: AnyResult): unknown {
  return result.ok ? result : `${result.status} ${result.problem.code}`;
}

/** What any call comes to. */
export type AnyResult =
  | { readonly ok: true; readonly status: number; readonly value: unknown }
  | { readonly ok: false; readonly status: number; readonly problem: Problem };

let count = 0;

/** A name that no other test uses. */
export function newName(): string {
  count += 1;
  return `user-${process.pid}-${Date.now()}-${count}`;
}

export function givenCard(clientId: string) {
  return {
    paymentType: 'card' as const,
    clientId,
    name: 'Ada Lovelace',
    cardNumber: '4111111111111111',
    cardCode: '123',
    expMonth: '12',
    expYear: String(new Date().getUTCFullYear() + 3),
    zipcode: '94107',
  };
}

export function givenBank(clientId: string) {
  return {
    paymentType: 'bank' as const,
    clientId,
    name: 'Ada Lovelace',
    routingNumber: '021000021',
    accountNumber: '000123456789',
    accountType: 'checking' as const,
  };
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** The day in `days` days from today, `mm/dd/yyyy`, as the test companies take it. */
export function dueDate(days: number): string {
  const [year, month, day] = dayIn(days).split('-');
  return `${month}/${day}/${year}`;
}

/** The day in `days` days from today, `yyyy-mm-dd`. */
export function dayIn(days: number): string {
  return new Date(Date.now() + days * DAY_MILLISECONDS).toISOString().slice(0, 10);
}

/** One of a client's payment methods. */
export async function methodOf(api: ApiClient, clientId: string, methodId: string) {
  const { data } = valueFrom(await api.payment.listPaymentMethods({ clientId }));
  return data.find(({ _id }) => _id === methodId);
}

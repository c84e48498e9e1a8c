/**
 * The demo's back end: a user of the first partner with bills and a card that pays, and what the bank's
 * page shows beside its modules.
 */
import { randomUUID } from 'node:crypto';
import { MAX_ORIGINS } from '@billhook/core/schemas/module';
import { type ApiClient, createApiClient } from '../../client/api-client.ts';
import { testCard } from '../../client/test-card.ts';
import type { DemoCalls } from './demo-host.ts';

/** By which the partner knows the user. */
const IDENTIFIER = 'demo-user';
const MAX_ATTEMPTS = 4;
/** The user has them when the app is first opened. */
const COMPANIES = ['Murmur Mobile', 'Copperwren Energy', 'Pebblerun Water', 'Velvetreel'];
/** Its test login says what goes wrong: the company declines the first payment. */
const TROUBLE = 'Regular Company 2';
const TROUBLE_DAYS = 9;
const EVENTS = 12;
const WAIT_MILLISECONDS = 500;
const MAX_WAITS = 240;

/** From near black to yellow: whatever a partner's color is, its modules are readable. */
const brands = [
  { name: 'Larkfield Bank', color: '#2556e0' },
  { name: 'Northgate Trust', color: '#15171d' },
  { name: 'Fernhollow Credit Union', color: '#0a7f5c' },
  { name: 'Plumstead Savings', color: '#8a2b7a' },
  { name: 'Sunspar Money', color: '#ffc400' },
] as const;

export type DemoUser = {
  /** A token that opens modules for a day, as often as wanted. */
  readonly newToken: () => Promise<string>;
  readonly calls: DemoCalls;
};

type Service = { readonly baseUrl: string; readonly apiKey: string };

/**
 * Makes the user with its card, and lets the demo's pages frame the modules. Safe to repeat.
 * @throws Error with the code of what was refused.
 */
export async function prepareDemoUser(service: Service, origin: string): Promise<DemoUser> {
  const api = createApiClient(service);
  let [user] = await Promise.all([userOf(api, IDENTIFIER), allowOrigin(api, origin)]);
  const newToken = async () =>
    (await done(() => api.client.createToken({ identifier: user.identifier }))).token;
  return {
    newToken,
    calls: {
      token: async () => ({ token: await newToken() }),
      look: async () => ({ brands, ...(await done(() => api.partner.getModules())) }),
      money: () => moneyOf(api, user.clientId),
      begin: async () => {
        const { appName, theme } = await done(() => api.partner.getModules());
        // A developer's own look stays.
        if (!appName && !theme.brandColor) await setBrand(api);
        return linkFirst(api, user.clientId);
      },
      trouble: () => makeTrouble(api, user.clientId),
      brand: (name) => setBrand(api, name),
      another: async () => {
        user = await userOf(api, `${IDENTIFIER}-${randomUUID()}`);
        return {};
      },
    },
  };
}

async function setBrand(api: ApiClient, name?: string) {
  const brand = brands.find((one) => one.name === name) ?? brands[0];
  const { theme } = await done(() => api.partner.getModules());
  const look = { appName: brand.name, theme: { ...theme, brandColor: brand.color } };
  await done(() => api.partner.updateModules(look));
  return {};
}

/** With a card that pays. */
async function userOf(api: ApiClient, identifier: string) {
  const { clientId } = await done(() => api.client.createClient({ identifier }));
  const { data } = await done(() => api.payment.listPaymentMethods({ clientId }));
  if (data.length === 0) {
    const given = { paymentType: 'card' as const, clientId, ...testCard };
    await done(() => api.payment.addPaymentMethod(given));
  }
  return { clientId, identifier };
}

async function moneyOf(api: ApiClient, clientId: string) {
  const [bills, methods, events] = await Promise.all([
    done(() => api.bill.listBills({ clientId })),
    done(() => api.payment.listPaymentMethods({ clientId })),
    done(() => api.event.listEvents({ clientId, limit: String(EVENTS) })),
  ]);
  return { bills: bills.data, methods: methods.data, events: events.data };
}

async function linkFirst(api: ApiClient, clientId: string) {
  const { data } = await done(() => api.auth.listAuths({ clientId }));
  if (data.length > 0) return {};
  const form = { username: 'test', password: 'test' };
  // A company that asks for more is left out: the user links it.
  await Promise.allSettled(COMPANIES.map((name) => link(api, clientId, name, form)));
  return {};
}

async function makeTrouble(api: ApiClient, clientId: string) {
  const [year = '', month = '', day = ''] = new Date(Date.now() + TROUBLE_DAYS * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-');
  const form = { balance: '58.39', dueDate: `${month}/${day}/${year}`, status: 'payment-declined' };
  const authId = await link(api, clientId, TROUBLE, form);
  const { data } = await done(() => api.bill.listBills({ clientId }));
  const billId = data.find(({ bill }) => bill.auth._id === authId)?.bill._id;
  if (billId === undefined) throw new Error('no_bill');
  return { billId };
}

/** Until it is linked: a module that opens before goes on with the link. */
async function link(
  api: ApiClient,
  clientId: string,
  query: string,
  form: Readonly<Record<string, string>>,
): Promise<string> {
  const { data } = await done(() => api.company.searchCompanies({ query }));
  const [company] = data;
  if (!company) throw new Error('company_not_found');
  const given = { clientId, companyId: company._id, items: ['bill' as const], form };
  const { authId } = await done(() => api.auth.createAuth(given));
  for (let wait = 0; wait < MAX_WAITS; wait += 1) {
    const { linking } = await done(() => api.auth.getAuth({ authId }));
    if (!linking) return authId;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MILLISECONDS));
  }
  throw new Error('not_linked');
}

type Called<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly status: number; readonly problem: { readonly code: string } };

/** What a call comes to. Amid chaos a call may fail, and may be made again. */
async function done<T>(call: () => Promise<Called<T>>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await call();
    if (result.ok) return result.value;
    if (result.status < 500 || attempt === MAX_ATTEMPTS) throw new Error(result.problem.code);
  }
}

/** Registered beside those that the partner has: a developer's own app is there as well. */
async function allowOrigin({ partner }: ApiClient, origin: string): Promise<void> {
  const { origins } = await done(() => partner.getModules());
  if (origins.includes(origin)) return;
  await done(() => partner.updateModules({ origins: [...origins, origin].slice(-MAX_ORIGINS) }));
}

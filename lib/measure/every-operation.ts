/** Calls every operation once and successfully, one after another, on accounts made for it. */
import { accepted, type Outcome } from '../client/accepted.ts';
import type { ApiClient } from '../client/api-client.ts';
import { testCard } from '../client/test-card.ts';
import { until } from './until.ts';

export type Surroundings = {
  readonly api: ApiClient;
  readonly partnerId: string;
  /** Calls with another credential. Without it, nothing is called as a client. */
  readonly apiWith?: (credential: string) => ApiClient;
  /** Runs one call; `name` is the operation's, with what was special about the call. */
  readonly observe: <T>(name: string, call: () => Promise<Outcome<T>>) => Promise<Outcome<T>>;
  /** The partner's own addresses: a deployed stage takes no local ones. Nothing has to answer there. */
  readonly addresses?: { readonly jwks: string; readonly webhook: string };
};

const DECLINING_CARD = '4000000000000002';
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Nothing listens there: what is measured is the service, not a partner's endpoint. */
const LOCAL_ADDRESSES = {
  jwks: 'http://127.0.0.1:9/jwks.json',
  webhook: 'http://127.0.0.1:9/hooks',
};

export async function callEveryOperation(around: Surroundings): Promise<void> {
  const call: Call = async (name, run) => accepted(await around.observe(name, run));
  const made = await signUp(around, call);
  const bill = await link(around, call, made);
  await pay(around, call, { ...made, billId: bill });
  await answer(around, call, made);
  await retry(around, call, made);
  await remove(around, call, made);
  await swap(around, call, made);
  await settle(around, call);
  await listen(around, call);
  await moveClock(around, call);
}

type Call = <T>(name: string, run: () => Promise<Outcome<T>>) => Promise<T>;
type Made = {
  readonly identifier: string;
  readonly clientId: string;
  readonly paymentMethodId: string;
  /** Of the test companies: a client has one account at each. */
  readonly companyIds: readonly string[];
};

async function signUp({ api, apiWith }: Surroundings, call: Call): Promise<Made> {
  const identifier = `measured-${Date.now()}`;
  const { clientId } = await call('createClient', () => api.client.createClient({ identifier }));
  await call('createClient, existing', () => api.client.createClient({ identifier }));
  const { token } = await call('createToken', () => api.client.createToken({ identifier }));
  const { accessToken } = await call('createAccessToken', () =>
    api.client.createAccessToken({ token }),
  );
  const own = apiWith?.(accessToken);
  if (own) await call('listBills, by a client', () => own.bill.listBills({ clientId }));
  const once = accepted(await api.client.createToken({ identifier, nonce: true }));
  await call('createAccessToken, one-time', () => api.client.createAccessToken(once));
  await call('listTokenKeys', () => api.client.listTokenKeys());
  const opens = { token, module: 'account-linking' as const };
  await call('openModuleSession', () => api.module.openModuleSession(opens));
  const client = { identifier: `${identifier}-synced` };
  await call('syncClient, one card', () => api.client.syncClient({ client, cards: [testCard] }));
  const { paymentMethodId } = await call('addPaymentMethod', () =>
    api.payment.addPaymentMethod({ paymentType: 'card', clientId, ...testCard }),
  );
  await call('listPaymentMethods', () => api.payment.listPaymentMethods({ clientId }));
  await call('listCategories', () => api.company.listCategories());
  const { data } = await call('searchCompanies', () =>
    api.company.searchCompanies({ query: 'Regular Company' }),
  );
  const companyIds = data
    .filter(({ name }) => /^Regular Company \d$/.test(name))
    .map(({ _id }) => _id);
  await call('getCompany', () => api.company.getCompany({ companyId: companyIds[0] ?? '' }));
  return { identifier, clientId, paymentMethodId, companyIds };
}

async function link({ api, partnerId }: Surroundings, call: Call, made: Made): Promise<string> {
  const { clientId } = made;
  const authId = await startLink(api, call, 'createAuth', made, 0, { balance: '50.00' });
  await outcomeOf(api, clientId, authId);
  await call('listAuths', () => api.auth.listAuths({ clientId }));
  const { data } = await call('listBills', () => api.bill.listBills({ clientId }));
  const billId = data[0]?.bill._id ?? '';
  await call('getBill', () => api.bill.getBill({ billId }));
  await until('the index', async () => {
    const { data } = accepted(await api.bill.listPartnerBills({ partnerId }));
    return data.some(({ bill }) => bill._id === billId);
  });
  await call('listPartnerBills', () => api.bill.listPartnerBills({ partnerId }));
  return billId;
}

async function pay(
  { api }: Surroundings,
  call: Call,
  { billId, paymentMethodId }: Made & { billId: string },
): Promise<void> {
  await call('assignPaymentMethod', () =>
    api.payment.assignPaymentMethod({ paymentMethodId, billId }),
  );
  await call('updatePaymentSettings', () =>
    api.payment.updatePaymentSettings({ billId, schedule: 'on-due-date' }),
  );
  await call('makeMethodDefault', () => api.payment.makeMethodDefault({ paymentMethodId }));
  await call('customizeBill', () => api.bill.customizeBill({ billId, customLabel: 'Mine' }));
  const date = new Date(Date.now() + DAY_MILLISECONDS).toISOString();
  await call('schedulePayment, for a day', () => api.payment.schedulePayment({ billId, date }));
  await call('cancelPayment', () => api.payment.cancelPayment({ billId }));
  await call('schedulePayment, at once', () => api.payment.schedulePayment({ billId }));
  await until('the payment', async () => {
    return accepted(await api.bill.getBill({ billId })).payments.length > 0;
  });
}

async function answer({ api }: Surroundings, call: Call, made: Made): Promise<void> {
  const { clientId } = made;
  const held = await startLink(api, call, 'createAuth, held', made, 1, { status: 'hold' });
  await outcomeOf(api, clientId, held);
  await call('fixHold', () => api.auth.fixHold({ authId: held }));
  await until('the resumed link', async () => {
    const { auth, linking } = accepted(await api.auth.getAuth({ authId: held }));
    return !linking && auth.status?.type === 'verified';
  });
  await call('continueAuth', () => api.auth.continueAuth({ authId: held, items: ['bill'] }));

  const status = 'mfa-required-questions';
  const asked = await startLink(api, call, 'createAuth, asking', made, 2, { status });
  const questions = (await outcomeOf(api, clientId, asked)).mfa?.mfa ?? [];
  const answers = questions.map(({ identifier }) => ({ identifier, answer: 'wrong' }));
  await call('answerQuestions', () => api.auth.answerQuestions({ authId: asked, answers }));

  const form = { status, balance: '7.00' };
  const stepped = await startLink(api, call, 'createAuth, asking again', made, 3, form);
  await outcomeOf(api, clientId, stepped);
  const step = { method: 'questions' as const, security: answers };
  const { challenge } = await call('getAuth', () => api.auth.getAuth({ authId: stepped }));
  const token = challenge?.token ?? '';
  await call('answerStep', () => api.auth.answerStep({ token, ...step }));
}

async function retry({ api }: Surroundings, call: Call, made: Made): Promise<void> {
  const identifier = `${made.identifier}-declined`;
  const { clientId } = await call('createClient, another', () =>
    api.client.createClient({ identifier }),
  );
  const { paymentMethodId } = await call('addPaymentMethod, declining', () =>
    api.payment.addPaymentMethod({
      paymentType: 'card',
      clientId,
      ...testCard,
      cardNumber: DECLINING_CARD,
    }),
  );
  const form = { balance: '6.00' };
  const authId = await startLink(api, call, 'createAuth, another', { ...made, clientId }, 0, form);
  await outcomeOf(api, clientId, authId);
  const billId = accepted(await api.bill.listBills({ clientId })).data[0]?.bill._id ?? '';
  await call('schedulePayment, declined', () => api.payment.schedulePayment({ billId }));
  await until('the decline', async () => {
    const { data } = accepted(await api.payment.listPaymentMethods({ clientId }));
    return data[0]?.status === 'declined';
  });
  await call('retryPaymentMethod', () => api.payment.retryPaymentMethod({ paymentMethodId }));
}

async function remove({ api }: Surroundings, call: Call, made: Made): Promise<void> {
  const { clientId, identifier } = made;
  const unused = await call('addPaymentMethod, second', () =>
    api.payment.addPaymentMethod({ paymentType: 'card', clientId, ...testCard }),
  );
  await call('deletePaymentMethod', () => api.payment.deletePaymentMethod(unused));
  const { data } = accepted(await api.auth.listAuths({ clientId }));
  const authId = data.find(({ status }) => status.type === 'verified')?._id ?? '';
  await call('deleteAuth', () => api.auth.deleteAuth({ authId }));
  await call('revokeTokens', () => api.client.revokeTokens({ identifier }));
}

async function swap({ api }: Surroundings, call: Call, made: Made): Promise<void> {
  const identifier = `${made.identifier}-swapping`;
  const { clientId } = accepted(await api.client.createClient({ identifier }));
  const added = { paymentType: 'card' as const, clientId, ...testCard };
  const { paymentMethodId } = accepted(await api.payment.addPaymentMethod(added));
  const form = { balance: '9.00' };
  const authId = await startLink(api, call, 'createAuth, third', { ...made, clientId }, 0, form);
  await outcomeOf(api, clientId, authId);
  const code = { paymentMethodId, cardCode: testCard.cardCode };
  await call('setCardCode', () => api.payment.setCardCode(code));
  await call('createSwap', () => api.swap.createSwap({ authId, paymentMethodId }));
  await until('the swap', async () => {
    const { data } = accepted(await api.swap.listSwaps({ clientId }));
    return data[0]?.status.type === 'completed';
  });
  await call('listSwaps', () => api.swap.listSwaps({ clientId }));
  await call('listSwapCompanies', () => api.swap.listSwapCompanies());
}

async function settle(
  { api, partnerId, addresses = LOCAL_ADDRESSES }: Surroundings,
  call: Call,
): Promise<void> {
  await call('getPartner', () => api.partner.getPartner());
  await call('getModules', () => api.partner.getModules());
  await call('updateModules', () => api.partner.updateModules({ hideAttribution: true }));
  const woff2 = Buffer.from('wOF2').toString('base64');
  const font = await call('uploadFont', () => api.partner.uploadFont({ name: 'Own', woff2 }));
  await call('getModuleFont', () => api.module.getModuleFont(font));
  await call('getModuleLook', () => api.module.getModuleLook({ partnerId }));
  const { data } = await call('listEvents', () => api.event.listEvents({ limit: '20' }));
  const eventId = data[0]?.event._id ?? '';
  await call('getEvent', () => api.event.getEvent({ eventId }));
  await call('retryEvent', () => api.event.retryEvent({ eventId }));
  const { keyId } = await call('createApiKey', () => api.partner.createApiKey());
  await call('listApiKeys', () => api.partner.listApiKeys());
  await call('revokeApiKey', () => api.partner.revokeApiKey({ keyId }));
  const jwksUrl = addresses.jwks;
  await call('updateSigning', () => api.partner.updateSigning({ jwksUrl }));
  await call('refreshSigning', () => api.partner.refreshSigning());
  accepted(await api.partner.updateSigning({ jwksUrl: null }));
  const made = await call('createEncryptionKey', () => api.partner.createEncryptionKey());
  await call('listEncryptionKeys', () => api.partner.listEncryptionKeys());
  await call('getLatestEncryptionKey', () => api.partner.getLatestEncryptionKey());
  const encryptionKey = { keyId: made.kid };
  await call('getEncryptionKey', () => api.partner.getEncryptionKey(encryptionKey));
  await call('deleteEncryptionKey', () => api.partner.deleteEncryptionKey(encryptionKey));
}

async function listen(
  { api, addresses = LOCAL_ADDRESSES }: Surroundings,
  call: Call,
): Promise<void> {
  const endpoints = api['webhook-endpoint'];
  const url = addresses.webhook;
  const made = await call('createWebhookEndpoint', () => endpoints.createWebhookEndpoint({ url }));
  const endpoint = { endpointId: made._id };
  await call('listWebhookEndpoints', () => endpoints.listWebhookEndpoints());
  await call('getWebhookEndpoint', () => endpoints.getWebhookEndpoint(endpoint));
  await call('rotateWebhookSecret', () => endpoints.rotateWebhookSecret(endpoint));
  await call('testWebhookEndpoint', () => endpoints.testWebhookEndpoint(endpoint));
  const change = { ...endpoint, events: ['bill.*'] };
  await call('updateWebhookEndpoint', () => endpoints.updateWebhookEndpoint(change));
  await call('deleteWebhookEndpoint', () => endpoints.deleteWebhookEndpoint(endpoint));
}

async function startLink(
  api: ApiClient,
  call: Call,
  name: string,
  { clientId, companyIds }: Pick<Made, 'clientId' | 'companyIds'>,
  company: number,
  form: Record<string, string>,
): Promise<string> {
  const [year, month, day] = new Date(Date.now() + 10 * DAY_MILLISECONDS)
    .toISOString()
    .slice(0, 10)
    .split('-');
  const full = form.balance ? { ...form, dueDate: `${month}/${day}/${year}` } : form;
  const companyId = companyIds[company] ?? '';
  const given = { clientId, companyId, items: ['bill' as const], form: full };
  return (await call(name, () => api.auth.createAuth(given))).authId;
}

/** The auth with its first outcome, and its bill where it has one. */
async function outcomeOf(api: ApiClient, clientId: string, authId: string) {
  return await until(`an outcome of ${authId}`, async () => {
    const { data } = accepted(await api.auth.listAuths({ clientId }));
    const auth = data.find(({ _id }) => _id === authId);
    if (auth?.status.type !== 'verified') return auth;
    const bills = accepted(await api.bill.listBills({ clientId })).data;
    return bills.some(({ bill }) => bill.auth._id === authId) ? auth : undefined;
  });
}

/** Last: what the partner links from then on follows its clock. */
async function moveClock({ api }: Surroundings, call: Call): Promise<void> {
  const now = new Date(Date.now() + DAY_MILLISECONDS).toISOString();
  await call('getClock', () => api.sandbox.getClock());
  await call('setClock', () => api.sandbox.setClock({ now }));
}

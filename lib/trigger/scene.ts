/** The steps of a partner that recipes are made of, by the API alone, on a sandbox. */

import { until } from '../base/until.ts';
import { accepted } from '../client/accepted.ts';
import type { ApiClient } from '../client/api-client.ts';

export type Scene = {
  readonly api: ApiClient;
  /** Tells what is being done. */
  readonly say: (line: string) => void;
};

const PAYING_CARD = '4111111111111111';
export const DECLINED_CARD = '4000000000000002';

const COMPANY = 'Regular Company 1';
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
/** Moving a clock reads the bills of all the days on the way. */
const CLOCK_SECONDS = 120;

let count = 0;

/** A client of its own, so that nothing that exists is changed. */
export async function newClient({ api, say }: Scene): Promise<string> {
  count += 1;
  const identifier = `trigger-${Date.now()}-${count}`;
  const { clientId } = accepted(await api.client.createClient({ identifier }));
  say(`Client ${clientId} (${identifier})`);
  return clientId;
}

export async function addCard(
  { api, say }: Scene,
  clientId: string,
  cardNumber: string = PAYING_CARD,
): Promise<string> {
  const { paymentMethodId } = accepted(
    await api.payment.addPaymentMethod({
      paymentType: 'card',
      clientId,
      name: 'Ada Lovelace',
      cardNumber,
      cardCode: '123',
      expMonth: '12',
      expYear: String(new Date().getUTCFullYear() + 3),
      zipcode: '94107',
    }),
  );
  say(`Card ${paymentMethodId}, which ${cardNumber === PAYING_CARD ? 'pays' : 'is declined'}`);
  return paymentMethodId;
}

type Link = {
  /** What happens, by the sandbox's table; the account is linked without. */
  readonly status?: string;
  /** Days until the bill is due. Without it nothing is owed. */
  readonly dueInDays?: number;
  /** Puts this card on file instead of reading bills. */
  readonly swapTo?: string;
  /** Dollars, where something is owed. */
  readonly balance?: string;
};

/** Begins to link an account at a test company, which does what its login form says. */
export async function beginLink(scene: Scene, clientId: string, link: Link = {}): Promise<string> {
  const { api, say } = scene;
  const { status, dueInDays, balance = '100.00', swapTo } = link;
  const owed = dueInDays !== undefined && {
    balance,
    dueDate: usDay((await timeOf(scene)) + dueInDays * DAY_MILLISECONDS),
  };
  const { authId } = accepted(
    await api.auth.createAuth({
      clientId,
      companyId: await companyId(scene),
      items: [swapTo === undefined ? 'bill' : 'swap'],
      ...(swapTo !== undefined && { meta: { paymentMethodId: swapTo } }),
      form: { ...owed, ...(status !== undefined && { status }) },
    }),
  );
  say(`Auth ${authId} at ${COMPANY}${status === undefined ? '' : `, with the status ${status}`}`);
  return authId;
}

async function companyId({ api }: Scene): Promise<string> {
  const { data } = accepted(await api.company.searchCompanies({ query: COMPANY }));
  const company = data.find(({ name }) => name === COMPANY);
  if (!company) throw new Error(`The service has no ${COMPANY}. Is it a sandbox?`);
  return company._id;
}

/** Links an account, and waits until that has an outcome. */
export async function link(scene: Scene, clientId: string, given: Link = {}): Promise<string> {
  const authId = await beginLink(scene, clientId, given);
  await until(`the outcome of ${authId}`, async () => {
    const { linking } = accepted(await scene.api.auth.getAuth({ authId }));
    return !linking;
  });
  return authId;
}

/** Links an account that has a balance, and returns its bill. */
export async function linkBill(scene: Scene, clientId: string, given: Link): Promise<string> {
  const authId = await link(scene, clientId, given);
  const billId = await until(`the bill of ${authId}`, async () => {
    const { data } = accepted(await scene.api.bill.listBills({ clientId }));
    return data.find(({ bill }) => bill.auth._id === authId)?.bill._id;
  });
  scene.say(`Bill ${billId}`);
  return billId;
}

export async function payNow({ api, say }: Scene, billId: string): Promise<void> {
  accepted(await api.payment.schedulePayment({ billId }));
  say('Immediate payment');
}

/** Moves the test clock, and waits until all that fell due on the way was done. */
export async function passDays(scene: Scene, days: number): Promise<void> {
  const { api, say } = scene;
  const now = new Date((await timeOf(scene)) + days * DAY_MILLISECONDS).toISOString();
  accepted(await api.sandbox.setClock({ now }));
  say(`Test clock at ${now}`);
  const settled = async () => !accepted(await api.sandbox.getClock()).advancing;
  await until('the test clock', settled, CLOCK_SECONDS);
}

/** By the test clock, in milliseconds since the epoch. */
export async function timeOf({ api }: Scene): Promise<number> {
  return Date.parse(accepted(await api.sandbox.getClock()).now);
}

/** `mm/dd/yyyy`, as the test companies take it. */
function usDay(time: number): string {
  const [year, month, day] = new Date(time).toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
}

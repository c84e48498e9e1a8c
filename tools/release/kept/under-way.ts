/** What is under way at the kill: each in another state, and always in the same one. */

import { until } from '../../../lib/base/until.ts';
import { accepted } from '../../../lib/client/accepted.ts';
import type {
  KeptAuth,
  KeptPayment,
  KeptSwap,
  Manifest,
} from '../../../test/support/kept/manifest.ts';
import { type Bill, DECLINING_CARD, dueDate, type Household } from './household.ts';
import type { TableGate } from './table-gate.ts';

type Kept = Pick<Manifest, 'auths' | 'payments' | 'swaps'>;

/** Of a payment, which write does not happen any more. */
const paymentHolds = [
  { name: 'asked of nobody yet', matches: /"askedAt"/, ends: 'paid' },
  { name: 'taken, and nobody knows', matches: /"outcome"/, ends: 'paid' },
  { name: 'taken, and not settled', matches: /"status":\{"S":"paid"\}/, ends: 'paid' },
  {
    name: 'declined, and not settled',
    matches: /"status":\{"S":"declined"\}/,
    ends: 'declined',
    cardNumber: DECLINING_CARD,
  },
] as const;

const linkHolds = [
  { name: 'logged in', matches: /"readingBills"/ },
  { name: 'read', matches: /"lastLinkId"/ },
] as const;

/** Each step of a link has a time limit, which has passed when the service was off for longer. */
const goesOn = { soon: 'verified', later: 'verified hold' } as const;

/** Everything is made ready first, so that the shortest time passes between the first hold and the kill. */
export async function keepUnderWay(home: Household, gate: TableGate): Promise<Kept> {
  const bills: Bill[] = [];
  for (const { name, ...hold } of paymentHolds) {
    bills.push(await home.newBill(name, {}, 'cardNumber' in hold ? hold.cardNumber : undefined));
  }
  const swapping = await home.newBill('swapping');
  const linking: string[] = [];
  for (const { name } of linkHolds) linking.push(await home.newClient(name));
  const answering = await prepareAnswer(home);
  const payments: KeptPayment[] = [];
  for (const [index, { name, matches, ends }] of paymentHolds.entries()) {
    const { clientId, billId } = bills[index] as Bill;
    gate.hold({ name, clientId, matches });
    accepted(await home.api.payment.schedulePayment({ billId }));
    payments.push({ name, clientId, billId, soon: ends, later: ends });
  }
  const auths: KeptAuth[] = [await answer(home, gate, answering)];
  for (const [index, hold] of linkHolds.entries()) {
    auths.push(await beginLink(home, gate, linking[index] as string, hold));
  }
  auths.push(await beginLinkedPayment(home, gate, payments));
  const swap = await beginSwap(home, gate, swapping);
  const names = [...payments, ...auths, swap].map(({ name }) => name);
  await until(`all to be held: ${names}`, async () => gate.held.size === new Set(names).size);
  return { auths, payments, swaps: [swap] };
}

async function beginLink(
  home: Household,
  gate: TableGate,
  clientId: string,
  { name, matches }: (typeof linkHolds)[number],
): Promise<KeptAuth> {
  gate.hold({ name, clientId, matches });
  const form = { balance: '31.00', dueDate: dueDate(40) };
  const authId = await home.beginLink(clientId, 'Regular Company 1', form);
  return { name, clientId, authId, ...goesOn };
}

/** A link that is to pay, at a company that wants its user there. */
async function beginLinkedPayment(
  home: Household,
  gate: TableGate,
  payments: KeptPayment[],
): Promise<KeptAuth> {
  const name = 'about to pay';
  const clientId = await home.newClient(name);
  await home.addCard(clientId);
  const companyId = await home.companyId('MFA Company 2');
  gate.hold({ name, clientId, matches: /"pendingPaymentId"/ });
  const form = { balance: '31.00', dueDate: dueDate(40) };
  const items = ['bill', 'payment'] as const;
  const given = { clientId, companyId, items: [...items], form };
  const { authId } = accepted(await home.api.auth.createAuth(given));
  const billId = await home.billOf(clientId, authId);
  payments.push({ name, clientId, billId, soon: 'paid', later: 'paid' });
  return { name, clientId, authId, ...goesOn };
}

async function beginSwap(home: Household, gate: TableGate, bill: Bill): Promise<KeptSwap> {
  const { clientId, authId } = bill;
  const { api } = home;
  const { data } = accepted(await api.payment.listPaymentMethods({ clientId }));
  const paymentMethodId = data[0]?._id ?? '';
  const name = 'swap under way';
  gate.hold({ name, clientId, matches: /"outcome"/ });
  accepted(await api.swap.createSwap({ authId, paymentMethodId }));
  return { name, clientId, soon: 'completed', later: 'completed' };
}

type Asked = { readonly clientId: string; readonly authId: string; readonly token: string };

async function prepareAnswer(home: Household): Promise<Asked> {
  const clientId = await home.newClient('answered');
  const form = { status: 'mfa-required-prompt' };
  const authId = await home.link(clientId, 'MFA Company 2', form);
  const { challenge } = accepted(await home.api.auth.getAuth({ authId }));
  return { clientId, authId, token: challenge?.token ?? '' };
}

/** An answer that was accepted, and whose link has not gone on. */
async function answer(home: Household, gate: TableGate, asked: Asked): Promise<KeptAuth> {
  const { clientId, authId, token } = asked;
  const name = 'answered';
  gate.hold({ name, clientId, matches: /"readingBills"/ });
  accepted(await home.api.auth.answerStep({ token, method: 'prompt' }));
  return { name, clientId, authId, ...goesOn };
}

/** Bills in the states that payments are refused for. */
import type { Company } from '@billhook/core/schemas/company';
import { until } from '../../../lib/measure/until.ts';
import { dueDate, newName, openWorld, refusal, valueFrom } from '../../support/world.ts';

const world = openWorld();
const { api: own, newClient, addCard, newBill } = world;

const DECLINING_CARD = '4000000000000002';

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A cent over what a payment may be. */
export const TOO_MUCH = '25000.01';

/** A client with a card and a bill of `Regular Company 1`. */
export async function payable(form = {}) {
  const clientId = await newClient();
  const methodId = await addCard(clientId);
  const { bill } = await newBill(clientId, form);
  return { clientId, methodId, billId: bill._id, authId: bill.auth._id };
}

/** The same at another company. An account is shared by all clients with its login. */
export async function billAt(wanted: (company: Company) => boolean, login = 'grace') {
  const [company] = await world.findCompanies(
    (one) => one.status === 'operational' && wanted(one) && !one.name.includes('Company'),
  );
  if (!company) throw new Error('The directory lacks such a company');
  const clientId = await newClient();
  const methodId = await addCard(clientId);
  const form = Object.fromEntries(
    company.auth.loginFields.map(({ name }) => [
      name,
      name === 'email' ? `${login}@b.example` : login,
    ]),
  );
  const auth = await world.link(clientId, company, form);
  const { bill } = await world.billOf(clientId, auth._id);
  return { clientId, methodId, billId: bill._id, requiredPayment: company.requiredPayment };
}

export async function declined() {
  const clientId = await newClient();
  const methodId = await addCard(clientId, { cardNumber: DECLINING_CARD });
  const { bill } = await newBill(clientId);
  valueFrom(await own.payment.schedulePayment({ billId: bill._id }));
  await world.billOf(clientId, bill.auth._id, (entry) => {
    return entry.bill.status.type === 'payment-declined';
  });
  return { clientId, methodId, billId: bill._id };
}

/** A declined method whose bill cannot be paid now: its account is on hold. */
export async function declinedOnHold() {
  const given = await declined();
  const company = await world.findCompany('Regular Company 1');
  const form = { balance: '100.00', dueDate: dueDate(10), status: 'hold' };
  const items = ['bill' as const];
  const { clientId } = given;
  valueFrom(await own.auth.createAuth({ clientId, companyId: company._id, items, form }));
  await until('the hold', async () => {
    const { data } = valueFrom(await own.auth.listAuths({ clientId }));
    return data.some(({ status }) => status.type === 'hold');
  });
  return given;
}

/** A declined method whose bill has come to more than a payment may be. */
export async function declinedOverLimit() {
  const given = await declined();
  const company = await world.findCompany('Regular Company 1');
  const form = { balance: TOO_MUCH, dueDate: dueDate(10) };
  const auth = await world.link(given.clientId, company, form);
  await world.billOf(given.clientId, auth._id, ({ bill }) => bill.balance === TOO_MUCH);
  return given;
}

/** A second client that linked the same account, whose statement the first one has paid. */
export async function paidByAnother() {
  const company = await world.findOrdinaryCompany();
  const form = { username: newName(), password: 'shared' };
  const linked = await Promise.all(
    [1, 2].map(async () => {
      const clientId = await newClient();
      const methodId = await addCard(clientId);
      const { _id: authId } = await world.link(clientId, company, form);
      const { bill } = await world.billOf(clientId, authId);
      return { clientId, methodId, authId, billId: bill._id };
    }),
  );
  const [payer, other] = linked;
  if (!payer || !other) throw new Error('Two clients link the account');
  await world.pay(payer.billId);
  return other;
}

/** A bill whose auth asks questions again since the account was linked anew. */
export async function questionedBill() {
  const clientId = await newClient();
  await addCard(clientId);
  const company = await world.findCompany('Regular Company 2');
  const form = { balance: '8.00', dueDate: dueDate(9), status: 'mfa-required-questions' };
  const { _id: authId, mfa } = await world.link(clientId, company, form);
  const answers = (mfa?.mfa ?? []).map(({ identifier }) => ({ identifier, answer: 'answer' }));
  valueFrom(await own.auth.answerQuestions({ authId, answers }));
  const { bill } = await world.billOf(clientId, authId);
  const companyId = company._id;
  valueFrom(await own.auth.createAuth({ clientId, companyId, items: ['bill'], form }));
  await until('the auth to ask again', async () => {
    const { data } = valueFrom(await own.auth.listAuths({ clientId }));
    return data[0]?.status.type === 'mfa-required';
  });
  return bill._id;
}

/** A bill of a company that requires a method is refused until one is assigned. */
export async function payWithoutRequiredMethod() {
  const { billId } = await billAt((one) => one.requiredPayment === 'card');
  return refusal(await own.payment.schedulePayment({ billId }));
}

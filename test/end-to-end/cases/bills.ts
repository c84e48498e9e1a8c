/** Bills in the states that payments are refused for. */
import type { Company } from '@billhook/core/schemas/company';
import { until } from '../../../lib/base/until.ts';
import { dueDate, newName, refusal, valueFrom, type World } from '../../support/world.ts';

const DECLINING_CARD = '4000000000000002';

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A cent over what a payment may be. */
export const TOO_MUCH = '25000.01';

/** A client with a card and a bill of `Regular Company 1`. */
export async function payable(world: World, form = {}) {
  const clientId = await world.newClient();
  const methodId = await world.addCard(clientId);
  const { bill } = await world.newBill(clientId, form);
  return { clientId, methodId, billId: bill._id, authId: bill.auth._id };
}

/** The same at another company. An account is shared by all clients with its login. */
export async function billAt(world: World, wanted: (company: Company) => boolean, login = 'grace') {
  const [company] = await world.findCompanies(
    (one) => one.status === 'operational' && wanted(one) && !one.name.includes('Company'),
  );
  if (!company) throw new Error('The directory lacks such a company');
  const clientId = await world.newClient();
  const methodId = await world.addCard(clientId);
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

export async function declined(world: World) {
  const clientId = await world.newClient();
  const methodId = await world.addCard(clientId, { cardNumber: DECLINING_CARD });
  const { bill } = await world.newBill(clientId);
  valueFrom(await world.api.payment.schedulePayment({ billId: bill._id }));
  await world.billOf(clientId, bill.auth._id, (entry) => {
    return entry.bill.status.type === 'payment-declined';
  });
  return { clientId, methodId, billId: bill._id };
}

/** A declined method whose bill cannot be paid now: its account is on hold. */
export async function declinedOnHold(world: World) {
  const given = await declined(world);
  const company = await world.findCompany('Regular Company 1');
  const form = { balance: '100.00', dueDate: dueDate(10), status: 'hold' };
  const items = ['bill' as const];
  const { clientId } = given;
  valueFrom(await world.api.auth.createAuth({ clientId, companyId: company._id, items, form }));
  await until('the hold', async () => {
    const { data } = valueFrom(await world.api.auth.listAuths({ clientId }));
    return data.some(({ status }) => status.type === 'hold');
  });
  return given;
}

/** A declined method whose bill has come to more than a payment may be. */
export async function declinedOverLimit(world: World) {
  const given = await declined(world);
  const company = await world.findCompany('Regular Company 1');
  const form = { balance: TOO_MUCH, dueDate: dueDate(10) };
  const auth = await world.link(given.clientId, company, form);
  await world.billOf(given.clientId, auth._id, ({ bill }) => bill.balance === TOO_MUCH);
  return given;
}

/** A second client that linked the same account, whose statement the first one has paid. */
export async function paidByAnother(world: World) {
  const company = await world.findOrdinaryCompany();
  const form = { username: newName(), password: 'shared' };
  const linked = await Promise.all(
    [1, 2].map(async () => {
      const clientId = await world.newClient();
      const methodId = await world.addCard(clientId);
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
export async function questionedBill(world: World) {
  const clientId = await world.newClient();
  await world.addCard(clientId);
  const company = await world.findCompany('Regular Company 2');
  const form = { balance: '8.00', dueDate: dueDate(9), status: 'mfa-required-questions' };
  const { _id: authId, mfa } = await world.link(clientId, company, form);
  const answers = (mfa?.mfa ?? []).map(({ identifier }) => ({ identifier, answer: 'answer' }));
  valueFrom(await world.api.auth.answerQuestions({ authId, answers }));
  const { bill } = await world.billOf(clientId, authId);
  const companyId = company._id;
  valueFrom(await world.api.auth.createAuth({ clientId, companyId, items: ['bill'], form }));
  await until('the auth to ask again', async () => {
    const { data } = valueFrom(await world.api.auth.listAuths({ clientId }));
    return data[0]?.status.type === 'mfa-required';
  });
  return bill._id;
}

/** A bill of a company that requires a method is refused until one is assigned. */
export async function payWithoutRequiredMethod(world: World) {
  const { billId } = await billAt(world, (one) => one.requiredPayment === 'card');
  return refusal(await world.api.payment.schedulePayment({ billId }));
}

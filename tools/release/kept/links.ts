/** Links and payments that have ended by the time of the kill, or wait for their day or their user. */

import { until } from '../../../lib/base/until.ts';
import { accepted } from '../../../lib/client/accepted.ts';
import type {
  KeptAuth,
  KeptPayment,
  KeptSwap,
  Manifest,
} from '../../../test/support/kept/manifest.ts';
import {
  type Bill,
  DECLINING_CARD,
  dayIn,
  dueDate,
  type Household,
  paymentReaches,
} from './household.ts';

type Kept = Pick<Manifest, 'auths' | 'deletedAuths' | 'payments' | 'swaps' | 'customized'>;

export async function keepEnded(home: Household): Promise<Kept> {
  const auths = await keepAuths(home);
  const { payments, customized } = await keepPayments(home);
  const swaps = await keepSwaps(home);
  return { ...auths, payments, customized, swaps };
}

async function keepAuths(home: Household): Promise<Pick<Kept, 'auths' | 'deletedAuths'>> {
  const { api } = home;
  const clientId = await home.newClient('links');
  await home.addCard(clientId);
  await home.addBank(clientId);
  const auths: KeptAuth[] = [];
  const keep = async (
    name: string,
    company: string,
    form: Record<string, string>,
    rest: object,
  ) => {
    const authId = await home.link(clientId, company, form);
    auths.push({ name, clientId, authId, soon: '', later: '', ...rest });
    return authId;
  };
  const both = (status: string) => ({ soon: status, later: status });
  const owed = { balance: '75.00', dueDate: dueDate(40) };
  const later = { soon: 'verified' };
  await keep('verified', 'Regular Company 1', { ...owed }, both('verified'));
  await keep(
    'wrong credentials',
    'Regular Company 2',
    { status: 'authenticate' },
    both('authenticate'),
  );
  await keep('held', 'Regular Company 3', { status: 'hold' }, both('hold'));
  await keep(
    'refused without its user',
    'Regular Company 4',
    { status: 'authenticate-later' },
    {
      ...later,
      later: 'authenticate',
    },
  );
  const shared = { username: 'a-shared-login', password: 'any' };
  await keep('two bills', 'Copperwren Energy', shared, both('verified'));
  const asked = await home.newClient('asked');
  for (const [answer, company] of challenges) {
    const authId = await home.link(asked, company, { status: `mfa-required-${answer}` });
    const name = `asked by ${answer}`;
    auths.push({ name, clientId: asked, authId, answer, soon: 'verified', later: 'hold' });
  }
  const deleted = await home.link(await home.newClient('left'), 'Regular Company 1', owed);
  accepted(await api.auth.deleteAuth({ authId: deleted }));
  return { auths, deletedAuths: [deleted] };
}

const challenges = [
  ['questions', 'Regular Company 2'],
  ['code', 'MFA Company 1'],
  ['prompt', 'MFA Company 2'],
] as const;

async function keepPayments(home: Household): Promise<Pick<Kept, 'payments' | 'customized'>> {
  const { api } = home;
  const payments: KeptPayment[] = [];
  const keep = (name: string, { clientId, billId }: Bill, soon: string, later = soon) => {
    payments.push({ name, clientId, billId, soon, later });
  };
  const pay = async ({ billId }: Bill, ...ends: string[]) => {
    accepted(await api.payment.schedulePayment({ billId }));
    await paymentReaches(api, billId, ...ends);
  };
  const paid = await home.newBill('paid');
  await pay(paid, 'paid');
  keep('paid', paid, 'paid');
  const declined = await home.newBill('declined', {}, DECLINING_CARD);
  await pay(declined, 'declined');
  keep('declined', declined, 'declined');
  const date = `${dayIn(3)}T00:00:00.000Z`;
  const scheduled = await home.newBill('scheduled');
  accepted(await api.payment.schedulePayment({ billId: scheduled.billId, date }));
  keep('scheduled', scheduled, 'scheduled', 'paid');
  const cancelled = await home.newBill('cancelled');
  accepted(await api.payment.schedulePayment({ billId: cancelled.billId, date }));
  accepted(await api.payment.cancelPayment({ billId: cancelled.billId }));
  keep('cancelled', cancelled, 'cancelled');
  const automatic = await home.newBill('automatic');
  const schedule = { billId: automatic.billId, schedule: 'ten-days-before' as const };
  accepted(await api.payment.updatePaymentSettings(schedule));
  keep('automatic', automatic, 'none', 'paid');
  const off = await home.newBill('off');
  accepted(await api.payment.updatePaymentSettings({ billId: off.billId, recurring: 'disabled' }));
  keep('never by itself', off, 'none');
  const { billId } = off;
  const amount = '100.00';
  const custom = { customLabel: 'Water of the cabin', customPaymentAmount: amount, hidden: true };
  accepted(await api.bill.customizeBill({ billId, ...custom, notifications: 'disabled' as const }));
  return { payments, customized: { billId, label: custom.customLabel, amount } };
}

async function keepSwaps(home: Household): Promise<KeptSwap[]> {
  const { api } = home;
  const keep = async (name: string, status: string, cardNumber?: string): Promise<KeptSwap> => {
    const clientId = await home.newClient(name);
    const paymentMethodId = await home.addCard(clientId, cardNumber);
    const companyId = await home.companyId('Regular Company 3');
    const given = { clientId, companyId, items: ['swap' as const], meta: { paymentMethodId } };
    accepted(await api.auth.createAuth({ ...given, form: {} }));
    await until(`the ${name}`, async () => {
      const { data } = accepted(await api.swap.listSwaps({ clientId }));
      return data[0]?.status.type === status;
    });
    return { name, clientId, soon: status, later: status };
  };
  return [await keep('swap made', 'completed'), await keep('swap held', 'hold', DECLINING_CARD)];
}

/** One example of each type of event, as the published description shows it. All of it is invented. */
import { type EventType, subjectOf } from '@billhook/core/events/event';
import { type AnyEvent, eventEntries } from '@billhook/core/schemas/event';

const CLIENT = '7Qm2bKx9TfLp4VwZs8Nd';
const PARTNER = '3HcR6yJt1GkWq5MzXv0B';
const created = '2026-11-21T09:30:00.000Z';
const authId = `auth_${CLIENT}_a8Kd03nPq7Lx5R`;
const billId = `bill_${CLIENT}_Tz41mWc9Yb6HsE`;
const paymentId = `pay_${CLIENT}_u5XnB2eVk8Jr0G`;
const paymentMethodId = `pm_${CLIENT}_Dq7fM3zLt9Cw1S`;
const swapId = `swap_${CLIENT}_k2PvN6yRh4Ax8Z`;
const endpointId = 'we_9LbT4sVx2KqFm7ZcJd1R';

const company = {
  _id: 'co_RegularCompany100000',
  name: 'Regular Company 1',
  logo: { url: 'https://logos.example/regular-company-1.png', background: false },
};
const auth = {
  _id: authId,
  status: { type: 'verified' },
  company,
  created: '2026-11-20T16:05:12.000Z',
  items: ['bill'],
};
const reason = {
  userMessage: 'Please log in to your account and accept the terms and conditions.',
  code: 'account_issue_accept_toc',
};
const { status: _none, ...newAuth } = auth;
const bill = {
  _id: billId,
  auth,
  autopay: 'disabled',
  autopaySource: 'unknown',
  balance: '84.20',
  dueDate: '2026-11-30T00:00:00.000Z',
  payDate: '2026-11-25T00:00:00.000Z',
  status: { type: 'upcoming' },
  company: { ...company, userPresenceRequired: false },
  settings: { recurring: 'enabled', schedule: 'five-days-before', notifications: 'enabled' },
  meta: { accountNumber: '1044' },
  hidden: 'false',
};
const payment = {
  _id: paymentId,
  billId,
  authId,
  companyId: company._id,
  status: 'scheduled',
  payDate: '2026-11-25T00:00:00.000Z',
  automatic: true,
};
const begun = { ...payment, amount: '84.20', paymentMethodId };
const payingCard = {
  _id: paymentMethodId,
  type: 'card',
  card: {
    number: 'XXXX1111',
    brand: 'visa',
    type: 'credit',
    expDate: '2029-12-31T00:00:00.000Z',
  },
};
/** What the events of a payment say besides. */
const paid = {
  company,
  amount: '84.20',
  paymentMethod: payingCard,
  payDate: payment.payDate,
  trigger: 'automatic',
};
/** What the events of a swap say besides. */
const swapped = { clientId: `cl_${CLIENT}`, company, paymentMethod: payingCard };
const swap = {
  _id: swapId,
  status: { type: 'pending' },
  auth: { _id: authId },
  company,
  paymentMethod: { _id: paymentMethodId },
  created,
};
const paymentMethod = {
  _id: paymentMethodId,
  type: 'card',
  status: 'declined',
  name: 'Ada Example',
  assignedBills: [],
  card: {
    number: 'XXXX0002',
    brand: 'visa',
    type: 'credit',
    expDate: '2029-12-31T00:00:00.000Z',
  },
};

/** What the examples of operations are made of too. */
export const records = {
  clientId: `cl_${CLIENT}`,
  partnerId: `ptn_${PARTNER}`,
  created,
  endpointId,
  paymentId,
  company,
  auth,
  reason,
  bill,
  swapId,
  paymentMethod: { ...paymentMethod, status: 'verified', default: true },
};

const data: Readonly<Record<EventType, Readonly<Record<string, unknown>>>> = {
  'auth.created': { auth: newAuth, company },
  'auth.success': { auth, company },
  'auth.failed': { auth: { ...auth, status: { type: 'authenticate' } }, company },
  'auth.invalid': { auth: { ...auth, status: { type: 'authenticate' } }, company },
  'auth.hold': {
    auth: { ...auth, status: { type: 'hold' }, reason },
    company,
    hold: { code: reason.code, text: reason.userMessage },
  },
  'auth.needs-resync': {
    auth: {
      ...auth,
      status: { type: 'hold' },
      reason: {
        userMessage: 'Please link your account again.',
        code: 'authentication_not_completed',
        subcode: 'no-mfa-response-received',
      },
    },
    company,
  },
  'auth.deleted': { auth, company },
  'auth.security-input-required': {
    method: 'code',
    input: [
      { type: 'text', mask: '*** *** 4821', identifier: 'text-1', label: 'Text to *** *** 4821' },
      { type: 'email', mask: 'a***@example.com', identifier: 'email-1', label: 'Email to a***' },
    ],
    token: `${authId}_m3Vw8KzRt5Yq1NpXb7LcHs2J`,
    auth: { ...auth, status: { type: 'mfa-required' }, mfa: { method: 'code' } },
  },
  'bill.created': { bill, auth },
  'bill.update': {
    company,
    bill: {
      _id: billId,
      balance: { previous: '61.75', current: '84.20' },
      dueDate: { previous: '2026-10-31T00:00:00.000Z', current: '2026-11-30T00:00:00.000Z' },
      payDate: { previous: null, current: '2026-11-25T00:00:00.000Z' },
    },
    changed: ['balance', 'dueDate', 'payDate'],
    current: bill,
  },
  'bill.upcoming': { company, bill },
  'bill.scheduled-payment-notice': {
    company,
    bill: { ...bill, dueDate: { previous: bill.dueDate, current: bill.dueDate } },
  },
  'bill.payment.scheduled': { ...paid, payment },
  'bill.payment.waiting': {
    ...paid,
    trigger: 'client',
    payment: {
      ...payment,
      automatic: false,
      status: 'waiting',
      waiting: { reason: 'more-owed', seen: '42.00', owed: '58.10' },
    },
  },
  'bill.payment.accepted': {
    ...paid,
    payment: {
      ...begun,
      status: 'accepted',
      acceptedAt: '2026-11-25T06:12:40.000Z',
      expectedBy: '2026-12-02T00:00:00.000Z',
      reference: 'PENDING-SB31906652',
    },
  },
  'bill.payment.delayed': { ...paid, payment: { ...begun, status: 'delayed' } },
  'bill.payment.sent': {
    ...paid,
    payment: { ...begun, status: 'sent', paidOn: '2026-11-25T06:00:31.000Z' },
  },
  'bill.payment.failed': { ...paid, payment: { ...begun, status: 'failed' } },
  'bill.payment.cancelled': { ...paid, payment: { ...payment, status: 'cancelled' } },
  'swap.created': { ...swapped, swap },
  'swap.success': { ...swapped, swap: { ...swap, status: { type: 'completed' } } },
  'swap.hold': { ...swapped, swap: { ...swap, status: { type: 'hold' }, reason } },
  'payment-method.declined': { paymentMethod },
  'payment-method.removed': { paymentMethod },
  'client.erased': {},
  'partner.settings-changed': {
    action: 'rate-limit-changed',
    by: 'operator',
    detail: { requestsPerSecond: 200, burst: 1000 },
  },
  'partner.reconciled': {
    ...{ day: '2026-11-26', completedAt: '2026-11-26T03:05:12.000Z', complete: true },
    ...{ payments: 1204, accounts: 860, open: 2, newFindings: 1, settled: 1 },
    kinds: [
      { kind: 'missing-at-company', count: 1 },
      { kind: 'returned', count: 1 },
    ],
  },
  'webhook-endpoint.test': { message: 'This is a test of your endpoint.' },
};

const resourceIds: Readonly<Record<AnyEvent['payload']['resource']['type'], string>> = {
  client: `cl_${CLIENT}`,
  bill: billId,
  payment: paymentId,
  swap: swapId,
  'payment-method': paymentMethodId,
  partner: `ptn_${PARTNER}`,
  'webhook-endpoint': endpointId,
};

/** About the partner itself, and not about one of its clients. */
const ownTypes: ReadonlySet<string> = new Set(['partner', 'webhook-endpoint']);

export function eventExample(type: EventType): { readonly event: AnyEvent } {
  const { resource } = eventEntries[type];
  const about = { resource: { type: resource, id: resourceIds[resource] }, data: data[type] };
  const own = ownTypes.has(resource) || type === 'client.erased';
  const [root, mark] = own ? [PARTNER, 'p'] : [CLIENT, 'c'];
  return {
    event: {
      _id: `evt_${root}_${mark}0UQ4mZ1Xk9Tb3R`,
      type,
      created,
      ...(!own && { clientId: `cl_${CLIENT}` }),
      partnerId: `ptn_${PARTNER}`,
      ...(!own && { identifier: 'user-4711' }),
      sequence: type === 'auth.created' || type === 'bill.created' ? 1 : 2,
      subject: subjectOf(about),
      payload: about,
    },
  };
}

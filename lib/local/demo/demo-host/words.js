// What became of the user's money, in plain words.

const money = (amount) =>
  Number(amount).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
const day = (instant) =>
  new Date(instant).toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/** Of a payment that has not ended: nothing left the account before it is paid. */
const open = {
  scheduled: (company, total, { payDate }) =>
    `${company} will be paid ${total}${payDate ? ` on ${day(payDate)}` : ''}`,
  pending: (company, total) => `${total} is on its way to ${company}`,
  held: (company, total) => `${company} holds the payment of ${total} until its user acts`,
};

/** The newest first: what was paid, what will be, and what was not taken. */
export function ledgerOf(bills) {
  const lines = bills.flatMap(({ bill, payments, payment }) => {
    const { name } = bill.company;
    const planned = payment && open[payment.status];
    const declined = bill.status.type === 'payment-declined';
    return [
      ...(planned
        ? [{ text: planned(name, totalOf(payment, bill), payment), at: payment.created }]
        : []),
      ...(declined
        ? [{ text: `${name} did not take the card: nothing was charged`, tone: 'wrong' }]
        : []),
      ...payments
        // Those that the company alone made known are not ours.
        .filter(({ _id }) => _id)
        .map((paid) => ({
          ...{ text: `${name} was paid ${totalOf(paid)}`, tone: 'paid', at: paid.paidOn },
        })),
    ];
  });
  const newest = lines.sort(({ at: one = '~' }, { at: other = '~' }) => (one < other ? 1 : -1));
  const charged = lines.some(({ tone }) => tone === 'paid');
  return charged ? newest : [...newest, { text: 'Nothing charged yet' }];
}

function totalOf({ amount, fee = '0' }, bill) {
  return money(Number(amount ?? bill?.balance) + Number(fee));
}

/** Under "Bills": how many are owed. */
export function dueOf(bills) {
  const owed = bills.filter(({ bill }) => Number(bill.balance) > 0).length;
  if (owed === 0) return 'One place for all';
  return `${owed} ${owed === 1 ? 'bill' : 'bills'} to pay`;
}

/** How a page opens the module: the token is the part of its server. */
export function codeOf({ module, baseUrl, partner, parameters }) {
  const options = {
    ...{ module, baseUrl, partner },
    ...(Object.keys(parameters).length > 0 && { parameters }),
  };
  const lines = Object.entries(options).map(
    ([name, value]) => `  ${name}: ${JSON.stringify(value)},`,
  );
  return `import { createModule } from '@billhook/embed';

createModule({
${lines.join('\n')}
  mode: 'modal',
  getToken: () => fetch('/token', { method: 'POST' }).then((answer) => answer.json())
    .then(({ token }) => token),
  onClose: () => showBills(),
}).open();

// On your server: POST /v1/client/create-token {"identifier": "your user"}`;
}

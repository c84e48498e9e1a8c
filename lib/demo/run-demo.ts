/** The main job, step by step, as `npm run demo` shows it. */
import { accepted } from '../client/accepted.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Transcript } from './transcript.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
const DUE_IN_DAYS = 10;
const COMPANY = 'Regular Company 1';
const TEST_CARD = '4111111111111111';
const POLL_MILLISECONDS = 150;
/** A payment whose workflow was not started, or whose step was ended, is taken up by a sweep each minute. */
const PATIENCE_MILLISECONDS = 180_000;

/** Links an account, reads its bill and pays it. @throws Error when a step is refused. */
export async function runDemo(api: ApiClient, show: Transcript): Promise<void> {
  await linkAndPay(api, show, await createPayer(api, show));
}

/** @returns the id of a client with a card. */
export async function createPayer(api: ApiClient, show: Transcript): Promise<string> {
  const identifier = `demo-${Date.now()}`;
  show.step('Create a client for one of your users');
  const { clientId } = accepted(
    await api.client.createClient({ identifier, meta: { firstName: 'Ada', lastName: 'Lovelace' } }),
  );
  show.step('Create a token that opens the hosted modules for the user');
  accepted(await api.client.createToken({ identifier }));

  show.step('Add a card to pay with: the sandbox takes its test numbers');
  accepted(
    await api.payment.addPaymentMethod({
      paymentType: 'card',
      clientId,
      name: 'Ada Lovelace',
      cardNumber: TEST_CARD,
      cardCode: '123',
      expMonth: '12',
      expYear: String(new Date().getUTCFullYear() + 3),
      zipcode: '94107',
    }),
  );
  return clientId;
}

export async function linkAndPay(
  api: ApiClient,
  show: Transcript,
  clientId: string,
  named = COMPANY,
): Promise<void> {
  show.step('Search for the company whose bills the user gets');
  const { data } = accepted(await api.company.searchCompanies({ query: named }));
  const company = data.find(({ name }) => name === named);
  if (!company) throw new Error(`The service has no ${named}. Is it a sandbox?`);

  show.step(`Link the account: its bill at ${named} is what the login form says`);
  const { authId } = accepted(
    await api.auth.createAuth({
      clientId,
      companyId: company._id,
      items: ['bill'],
      form: { balance: '100.00', dueDate: dueDate() },
    }),
  );
  show.step('Wait until the auth has an outcome, and its bill has arrived');
  await poll(show, async () => {
    const { data } = accepted(await api.auth.listAuths({ clientId }));
    return data.find(({ _id }) => _id === authId);
  });
  const { bill } = await poll(show, async () => {
    const { data } = accepted(await api.bill.listBills({ clientId }));
    return data.find((entry) => entry.bill.auth._id === authId);
  });
  show.step('Pay the bill, immediately because no date is given');
  accepted(await api.payment.schedulePayment({ billId: bill._id }));

  show.step('Wait until it is paid, and read the history');
  const { payments } = await poll(show, async () => {
    const found = accepted(await api.bill.getBill({ billId: bill._id }));
    return found.payments.length > 0 ? found : undefined;
  });
  show.remark(`Done: ${payments[0]?.amount} paid on ${payments[0]?.paidOn}.`);
}

/** Asks until there is a result, and shows only the last request. */
async function poll<T>(show: Transcript, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  show.hold();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) {
      show.release();
      return answer;
    }
    if (Date.now() > deadline) throw new Error('The service is taking too long.');
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  }
}

/** `mm/dd/yyyy`, as the test companies take it. */
function dueDate(): string {
  const due = new Date(Date.now() + DUE_IN_DAYS * DAY_MILLISECONDS);
  const [year, month, day] = due.toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
}

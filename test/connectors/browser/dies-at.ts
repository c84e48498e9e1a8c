/**
 * Pays at the stand-in as the connector does, and ends itself as a power cut does at one moment. A process
 * of its own: `node dies-at.ts <moment> <url> <folder> <login> <payment>`.
 */
import { createBrowserAuthor } from '../../../connectors/browser/author.ts';
import { utility } from '../../../connectors/browser/companies/utility.ts';
import type { BrowserCompany, Paying } from '../../../connectors/browser/company.ts';
import { COMPANY, PASSWORD } from '../../../connectors/browser/manifest.ts';
import { openSubmissions } from '../../../connectors/browser/submissions.ts';

const [moment = '', url = '', folder = '', userid = '', payment = ''] = process.argv.slice(2);

const end = () => process.kill(process.pid, 'SIGKILL');

/** @param millisecondsAfter the button was pressed. */
function dying(paying: Paying, when: string): Paying {
  const [name, after = '0'] = when.split('+');
  return {
    ...paying,
    prepare: async (...given) => {
      const prepared = await paying.prepare(...given);
      if (name === 'before') end();
      return prepared;
    },
    commit: async (visit) => {
      if (name === 'at') end();
      const pressed = paying.commit(visit);
      if (name === 'after') setTimeout(end, Number(after));
      await pressed;
    },
  };
}

const company = utility(url);
const { paying } = company;
const companies: BrowserCompany[] = [{ ...company, paying: paying && dying(paying, moment) }];
const author = createBrowserAuthor(companies, openSubmissions(folder));
const session = {
  ...{ company: COMPANY, auth: 'auth', attended: false, at: new Date().toISOString() },
  form: { userid, password: PASSWORD },
};
const method = {
  ...{ type: 'card' as const, cardNumber: '4242424242424242', cardCode: '123' },
  ...{ expMonth: '12', expYear: '2031', zipcode: '78701', name: 'Ada Pemberton' },
};
const run = { signal: new AbortController().signal, caller: 'test', operation: 'pay' };
const amount = { cents: 8_437, currency: 'USD' as const };
await author.pay?.(session, { payment, submission: 1, accountKey: 'any', amount, method }, run);
await author.close();

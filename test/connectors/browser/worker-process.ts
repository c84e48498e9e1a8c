/**
 * The browser's worker in a process of its own, as Lambda has it. What it asks the broker, it asks its
 * parent; and it ends itself as a power cut does at one moment, with its browser where that ends in `!`:
 * `node worker-process.ts <moment>[+<milliseconds>][!] <address of the power company> <message>`.
 */
import { tmpdir } from 'node:os';
import { utility } from '../../../connectors/browser/companies/utility.ts';
import type { BrowserCompany, Paying } from '../../../connectors/browser/company.ts';
import { cleanUp } from '../../../connectors/browser/worker/clean-up.ts';
import { type AskBroker, workOn } from '../../../connectors/browser/worker/session.ts';
import { processesIn } from './worker/processes-in.ts';

const [moment = '', url = '', message = ''] = process.argv.slice(2);
const [name, after = '0'] = moment.replace('!', '').split('+');

const end = () => {
  const browser = moment.endsWith('!') ? processesIn(tmpdir()) : [];
  for (const pid of [...browser.map((one) => one.pid), process.pid]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended with the one before.
    }
  }
};

let asked = 0;
const waiting = new Map<number, (said: never) => void>();
process.on('message', ({ number, said }: { number: number; said: never }) => {
  waiting.get(number)?.(said);
});
process.on('disconnect', () => process.exit(0));

const ask: AskBroker = (asks) => {
  asked += 1;
  const number = asked;
  if (name === 'first-word' && asks.do === 'beat') end();
  if (name === 'try' && asks.do === 'try') setTimeout(end, Number(after));
  if (name === 'told' && asks.do === 'end') end();
  if (name === 'commit' && asks.do === 'commit') setTimeout(end, Number(after));
  process.send?.({ number, asks });
  return new Promise((resolve) => waiting.set(number, resolve));
};

function dying(paying: Paying): Paying {
  return {
    ...paying,
    prepare: async (...given) => {
      const prepared = await paying.prepare(...given);
      if (name === 'before') end();
      return prepared;
    },
    commit: async (visit) => {
      if (name === 'at') end();
      if (name === 'sent') {
        visit.page.on('request', (request) => {
          if (request.method() === 'POST') setTimeout(end, Number(after));
        });
      }
      const pressed = paying.commit(visit);
      if (name === 'pressed') setTimeout(end, Number(after));
      await pressed;
    },
    receipt: async (visit) => {
      const receipt = await paying.receipt(visit);
      if (name === 'receipt') end();
      return receipt;
    },
  };
}

const company = utility(url);
const { login, bills, paying } = company;
const companies: BrowserCompany[] = [
  {
    ...company,
    ...(paying && { paying: dying(paying) }),
    ...(bills && {
      bills: async (visit) => {
        const read = await bills(visit);
        if (name === 'read') end();
        return read;
      },
    }),
    login,
  },
];
await cleanUp();
await workOn(
  {
    companies: () => companies,
    ask,
    log: (event) => process.stdout.write(`${JSON.stringify(event)}\n`),
    secondMilliseconds: 200,
  },
  JSON.parse(message),
);
process.disconnect();

/**
 * `npm run tools -- bench-memory`: resident memory of `npm start`, table server included, next to its budgets: at
 * rest, after a call of every operation, and over time under load. Linux only: it reads /proc.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addPartnerTo } from '../../lib/base/operate.ts';
import { type Service, startService } from '../../lib/local/service-process.ts';
import { callEveryOperation } from '../../test/end-to-end/every-operation.ts';
import { numberOption } from '../../test/support/number-option.ts';
import { dueDate, openWorld, valueFrom } from '../../test/support/world.ts';
import { figuresTable } from './figures-table.ts';
import { residentBytes } from './process-memory.ts';

const MEBIBYTE = 1_048_576;
const REST_BUDGET = 200;
const USED_BUDGET = 450;
/** Until what starting has left behind is collected. */
const REST_MILLISECONDS = 5_000;
const SAMPLES = 9;
/** A partner may send 100 requests a second; the rest of them is the benchmark's own scene. */
const MAX_RATE = 90;

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '90' },
    rate: { type: 'string', default: '80' },
  },
});
const seconds = numberOption('seconds', flags.seconds);
const rate = Math.min(numberOption('rate', flags.rate, 1), MAX_RATE);
const folder = mkdtempSync(join(tmpdir(), 'billhook-bench-'));
const service = await startService({
  stateDir: join(folder, 'memory'),
  launcher: true,
  demo: true,
});
try {
  const met = await measureStill(service);
  if (seconds > 0) await measureUnderLoad(service);
  process.exitCode = met ? 0 : 1;
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measureStill({ pid, ...around }: Service): Promise<boolean> {
  await wait(REST_MILLISECONDS);
  const atRest = residentBytes(pid) / MEBIBYTE;
  await callEveryOperation({
    ...around,
    addPartner: addPartnerTo(around),
    observe: (_name, call) => call(),
  });
  const used = residentBytes(pid) / MEBIBYTE;
  const measures = [
    { what: 'At rest', got: atRest, budget: REST_BUDGET },
    { what: 'After a call of every operation', got: used, budget: USED_BUDGET },
  ];
  const rows = measures.map(({ what, got, budget }) => [
    what,
    got.toFixed(0),
    String(budget),
    got <= budget ? 'met' : 'MISSED',
  ]);
  print([['Resident', 'MB', 'budget', ''], ...rows]);
  return measures.every(({ got, budget }) => got <= budget);
}

async function measureUnderLoad({ pid, ...around }: Service): Promise<void> {
  const send = await makeSender(around);
  let [sent, failed] = [0, 0];
  const running = new Set<Promise<unknown>>();
  const started = performance.now();
  const rows = [['after s', 'MB', 'sent', 'failed']];
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    const until = (seconds * sample) / SAMPLES;
    for (; sent < until * rate; sent += 1) {
      const due = started + (sent / rate) * 1000;
      if (due > performance.now()) await wait(due - performance.now());
      const one = send(sent)
        .then(valueFrom)
        .catch(() => {
          failed += 1;
        })
        .finally(() => running.delete(one));
      running.add(one);
    }
    const resident = residentBytes(pid) / MEBIBYTE;
    const after = (performance.now() - started) / 1000;
    rows.push([after.toFixed(0), resident.toFixed(0), String(sent), String(failed)]);
  }
  await Promise.all(running);
  console.log(`\nUnder load: ${rate} requests a second: reads 90 %, links 5 %, tokens 5 %`);
  print(rows);
}

/** Makes a client with a bill. @returns what sends the next request of the mix. */
async function makeSender(around: Pick<Service, 'baseUrl' | 'apiKey'>) {
  const world = openWorld(around);
  const { api } = world;
  const company = await world.findCompany('Regular Company 1');
  const clientId = await world.newClient();
  const { bill } = await world.newBill(clientId);
  const requests = [
    ...Array(10).fill(() => api.bill.listBills({ clientId })),
    ...Array(4).fill(() => api.bill.getBill({ billId: bill._id })),
    ...Array(2).fill(() => api.auth.listAuths({ clientId })),
    () => api.company.searchCompanies({ query: 'Regular' }),
    () => api.partner.getPartner({}),
    () => api.client.createToken({ identifier: `bench-${randomUUID()}` }),
    async () => {
      const form = { balance: '100.00', dueDate: dueDate(10) };
      const linking = { companyId: company._id, items: ['bill' as const], form };
      return api.auth.createAuth({ clientId: await world.newClient(), ...linking });
    },
  ];
  return (number: number) => requests[number % requests.length]();
}

function print(rows: readonly (readonly string[])[]): void {
  for (const line of figuresTable(rows)) console.log(line);
}

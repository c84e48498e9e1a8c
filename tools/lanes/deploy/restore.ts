/**
 * A restore as docs/operate/restoring.md has it, with a payment and an erasure made after the backup. The
 * emulator can't set a table back, so the backup is a copy made by scan. The sandbox's companies remember
 * in the same table what they took: that is copied as it is now, since no company is set back.
 */
import {
  type AttributeValue,
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import { operate } from '../../../lib/base/operate.ts';
import { until } from '../../../lib/base/until.ts';
import { accepted } from '../../../lib/client/accepted.ts';
import { type ApiClient, createApiClient } from '../../../lib/client/api-client.ts';
import { testCard } from '../../../lib/client/test-card.ts';
import type { StageSettings } from '../../../lib/settings/stage-settings.ts';
import type { Stage } from '../../../lib/stacks/stage.ts';
import { asRoot, type Target } from './deployment.ts';
import type { Emulator } from './server.ts';
import type { Step } from './steps.ts';

type Item = Record<string, AttributeValue>;

export type Rehearsal = {
  readonly stage: Stage;
  readonly emulator: Emulator;
  readonly target: Target;
  /** Deploys the stage with these settings. */
  readonly deployWith: (settings: StageSettings) => Promise<void>;
  /** From then on IAM is; nothing is deployed any more. */
  readonly enforce: () => Promise<void>;
  readonly step: Step;
};

const RESTORED = 'billhook-restored';
const BATCH = 25;
/** What the companies of the sandbox remember. */
const OF_COMPANIES = 'sandbox#';

/** @returns what went wrong, each in a line. */
export async function rehearseRestore(rehearsal: Rehearsal): Promise<string[]> {
  const { stage, emulator, target, deployWith, enforce, step } = rehearsal;
  const api = createApiClient(target);
  const dynamo = new DynamoDBClient(asRoot(emulator));
  const place = { stage, environment: emulator.environment };
  const read = () => scan(dynamo, target.tableName);
  const [paying, erased] = await step('Two clients link an account', () =>
    Promise.all([linkOne(api, 'paying'), linkOne(api, 'erased')]),
  );
  const since = new Date().toISOString();
  const backup = await step('The table is backed up', read);
  await step('A bill is paid, and a client is erased', async () => {
    await pay(api, paying.billId);
    const asked = ['client', 'erase', erased.clientId];
    await operate(place, '--yes', ...asked, '--confirm', erased.clientId);
  });
  const faults: string[] = [];
  const expect = (what: string, found: unknown, wanted: unknown) => {
    const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
    if (one !== other) faults.push(`restore: ${what}: ${one}, not ${other}`);
  };
  const orderAgain = async () => {
    const ordered = await api.payment.schedulePayment({ billId: paying.billId });
    return ordered.ok ? 'ordered' : ordered.problem.code;
  };
  const charged = chargesIn(await read());
  await step('Payments are paused, outside of the table', () =>
    deployWith({ paymentsPaused: true }),
  );
  const streamArn = await step('The table is restored beside it', async () => {
    const now = (await read()).filter(({ pk }) => pk?.S?.startsWith(OF_COMPANIES));
    const known = backup.filter(({ pk }) => !pk?.S?.startsWith(OF_COMPANIES));
    return restoreTo(dynamo, target.tableName, [...known, ...now]);
  });
  await step('Who was erased is erased again', async () => {
    const repeat = ['--table', RESTORED, '--yes', 'client', 'erase', '--repeat', '--confirm', '1'];
    const again = await operate(place, ...repeat);
    expect('erased again', again.erased, [erased.clientId]);
  });
  const restoredTable = { name: RESTORED, streamArn };
  await step('The stage runs on the restored table', () =>
    deployWith({ paymentsPaused: true, restoredTable }),
  );
  expect('an order while payments are paused', await orderAgain(), 'payments_paused');
  await step('What was paid is found, and taken in', async () => {
    const given = ['payments', 'lost', '--since', since];
    const found = await operate(place, ...given).catch(({ stdout }) => JSON.parse(stdout));
    const states = found.data.map((one: { readonly state: string }) => one.state);
    expect('payments that were lost', states, ['to be taken in']);
    const taken = await operate(place, '--yes', ...given, '--take-in');
    expect('their bill', taken.data[0]?.billId, paying.billId);
  });
  await step('Payments are made again', () => deployWith({ restoredTable }));
  await enforce();
  expect('an order of what was paid', await orderAgain(), 'statement_already_paid');
  const gone = await api.payment.listPaymentMethods({ clientId: erased.clientId });
  expect('the erased client', gone.ok ? 'back' : gone.problem.code, 'client_not_found');
  await step('Another bill is paid', async () => pay(api, (await linkOne(api, 'new')).billId));
  const again = chargesIn(await scan(dynamo, RESTORED));
  expect('payments that companies have taken', again, charged + 1);
  return faults;
}

/** How often the sandbox's companies took a payment. */
function chargesIn(items: readonly Item[]): number {
  const settled = items.filter(({ pk }) => pk?.S?.startsWith(`${OF_COMPANIES}settled#`));
  return settled.filter(({ settlement }) => settlement?.M?.kind?.S === 'paid').length;
}

async function linkOne(api: ApiClient, name: string) {
  const identifier = `${name}-${Date.now()}`;
  const { clientId } = accepted(await api.client.createClient({ identifier }));
  accepted(await api.payment.addPaymentMethod({ paymentType: 'card', clientId, ...testCard }));
  const query = 'Regular Company 1';
  const { data } = accepted(await api.company.searchCompanies({ query }));
  const companyId = data.find((one) => one.name === query)?._id ?? '';
  const dueDate = new Date(Date.now() + 10 * 86_400_000).toLocaleDateString('en-US', {
    ...({ month: '2-digit', day: '2-digit', year: 'numeric', timeZone: 'UTC' } as const),
  });
  const form = { balance: '100.00', dueDate };
  accepted(await api.auth.createAuth({ clientId, companyId, items: ['bill'], form }));
  const billId = await until('a bill', async () => {
    const bills = accepted(await api.bill.listBills({ clientId }));
    return bills.data[0]?.bill._id;
  });
  return { clientId, billId };
}

async function pay(api: ApiClient, billId: string) {
  accepted(await api.payment.schedulePayment({ billId }));
  await until('the payment', async () => {
    const { bill } = accepted(await api.bill.getBill({ billId }));
    return bill.status.type === 'paid';
  });
}

async function scan(client: DynamoDBClient, TableName: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of paginateScan({ client }, { TableName }))
    items.push(...(page.Items ?? []));
  return items;
}

/** A table like the other, with these items. @returns the ARN of its stream. */
async function restoreTo(client: DynamoDBClient, like: string, items: Item[]): Promise<string> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: like }));
  const { Table: made } = await client
    .send(
      new CreateTableCommand({
        TableName: RESTORED,
        AttributeDefinitions: Table?.AttributeDefinitions,
        KeySchema: Table?.KeySchema,
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
        GlobalSecondaryIndexes: Table?.GlobalSecondaryIndexes?.map(
          ({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }),
        ),
      }),
    )
    .then(() => client.send(new DescribeTableCommand({ TableName: RESTORED })));
  for (let start = 0; start < items.length; start += BATCH) {
    const RequestItems = {
      [RESTORED]: items.slice(start, start + BATCH).map((Item) => ({ PutRequest: { Item } })),
    };
    await client.send(new BatchWriteItemCommand({ RequestItems }));
  }
  return made?.LatestStreamArn ?? '';
}

/**
 * What the sweep of due bills costs, over a table filled straight with bills: one a client, with a card
 * that pays. The sweep is the real one; only Step Functions is a stub that takes every start.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type BillRecord, newBill } from '@billhook/core/bill';
import { nextTask } from '@billhook/core/bill-agenda';
import { newClient } from '@billhook/core/client';
import { impliedConsent } from '@billhook/core/consent/consent';
import { addDays, dayOf, instantText } from '@billhook/core/dates';
import { newOwnedId, newRootId } from '@billhook/core/ids';
import type { PaymentMethodRecord } from '@billhook/core/payment-method';
import { clientKey, clockedDue, DUE_SHARDS, dueShard } from '@billhook/core/table-keys';
import type { TableMeter, TableRequest } from './table-meter.ts';

export type Filling = { readonly bills: number; readonly due: number };

export type SweepFigures = Filling & {
  readonly seconds: number;
  readonly taken: number;
  readonly started: number;
  readonly requests: Readonly<Record<string, number>>;
  readonly readUnits: number;
  readonly writeUnits: number;
};

const BATCH = 30;
/** As many as one transaction takes: the local table spends its time on commits. */
const MAX_TRANSACTION = 100;
const WRITERS = 4;
const partnerId = newRootId('ptn', randomBytes);

/** Makes the table anew, with the index that the sweep reads. */
export async function createSweepTable(TableName: string, endpoint: string): Promise<void> {
  const key = (AttributeName: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName, KeyType });
  const names = ['pk', 'sk', 'dueShard', 'dueAt'];
  await new DynamoDBClient({ endpoint }).send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [key('pk', 'HASH'), key('sk', 'RANGE')],
      AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byDue',
          KeySchema: [key('dueShard', 'HASH'), key('dueAt', 'RANGE')],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['dueKind'] },
        },
      ],
    }),
  );
}

/** What is due today, with all that pays it, and one bill of which nothing is due for days. */
export async function fillSweepTable(
  tableName: string,
  endpoint: string,
  due: number,
): Promise<void> {
  const now = Date.now();
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  let made = 0;
  const write = async () => {
    while (made <= due) {
      const first = made;
      made += BATCH;
      const count = Math.min(BATCH, due + 1 - first);
      const items = Array.from({ length: count }, (_, index) => itemsOf(first + index < due, now));
      for (let rest = items.flat(); rest.length > 0; rest = rest.slice(MAX_TRANSACTION)) {
        const TransactItems = rest
          .slice(0, MAX_TRANSACTION)
          .map((Item) => ({ Put: { TableName: tableName, Item } }));
        await client.send(new TransactWriteCommand({ TransactItems }));
      }
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

type TableRow = { readonly pk: string; readonly sk: string; readonly item_json: string };
type IndexRow = TableRow & { readonly gsi_pk: string; readonly gsi_sk: string };

/**
 * Copies the bill of which nothing is due, each time as another client's, straight into the file of
 * the local table while its server is down: a million by its API would take half an hour.
 */
export function multiplyBills(databaseFile: string, tableName: string, count: number): void {
  const db = new DatabaseSync(databaseFile);
  const index = `${tableName}::gsi::byDue`;
  const [pattern] = db
    .prepare(
      `SELECT gsi_pk, gsi_sk, table_pk AS pk, table_sk AS sk, item_json FROM "${index}" ORDER BY gsi_sk DESC LIMIT 1`,
    )
    .all() as unknown as IndexRow[];
  if (!pattern) throw new Error('The table has no bill to copy');
  const [row] = db
    .prepare(`SELECT pk, sk, item_json FROM "${tableName}" WHERE pk = ? AND sk = ?`)
    .all(pattern.pk, pattern.sk) as unknown as TableRow[];
  const addRow = db.prepare(
    `INSERT INTO "${tableName}" (pk, sk, item_json, item_size) VALUES (?, ?, ?, ?)`,
  );
  const addEntry = db.prepare(
    `INSERT INTO "${index}" (gsi_pk, gsi_sk, table_pk, table_sk, item_json) VALUES (?, ?, ?, ?, ?)`,
  );
  const root = pattern.pk.slice('cl_'.length);
  db.exec('BEGIN');
  for (let made = 0; made < count; made += 1) {
    const other = newRootId('cl', randomBytes).slice('cl_'.length);
    const shard = dueShard(made % DUE_SHARDS);
    const copy = (text: string) =>
      text.replaceAll(root, other).replaceAll(`"${pattern.gsi_pk}"`, `"${shard}"`);
    const [pk, sk] = [copy(pattern.pk), copy(pattern.sk)];
    const json = copy(row?.item_json ?? '');
    addRow.run(pk, sk, json, json.length);
    addEntry.run(shard, pattern.gsi_sk, pk, sk, copy(pattern.item_json));
  }
  db.exec('COMMIT');
  db.close();
}

function itemsOf(due: boolean, now: number): Record<string, unknown>[] {
  const clientId = newRootId('cl', randomBytes);
  const bill = billOf(clientId, due ? 5 : 20, now);
  const task = nextTask(bill);
  const item = {
    pk: clientId,
    sk: bill._id,
    ...bill,
    ...(task && clockedDue('bill', bill, task.at)),
  };
  if (!due) return [item];
  const method = methodOf(clientId, now);
  const given = newClient(
    { identifier: `user-${clientId}` },
    { clientId, partnerId, now: instantText(now) },
  );
  return [
    item,
    { pk: clientId, sk: method._id, ...method },
    { ...clientKey(clientId), ...given, defaultMethodId: method._id },
  ];
}

/** A bill of usual size; its notice was given, so that its payment is what comes next. */
function billOf(clientId: string, dueInDays: number, now: number): BillRecord {
  const logo = { url: 'https://logos.billhook.example/regular-company-1.png', background: false };
  const company = { _id: 'co_RegularCompany100000', name: 'Regular Company 1', logo };
  const today = dayOf(now);
  const seen = {
    accountKey: clientId,
    balanceCents: 10_000,
    dueOn: addDays(today, dueInDays),
    autopay: 'disabled',
    autopaySource: 'unknown',
  } as const;
  const bill = newBill(seen, {
    _id: newOwnedId('bill', clientId, randomBytes),
    clientId,
    partnerId,
    partnerUserId: `user-${clientId}`,
    companyId: company._id,
    accountFingerprint: randomBytes(32).toString('base64url'),
    auth: {
      _id: newOwnedId('auth', clientId, randomBytes),
      status: { type: 'verified' },
      company,
      created: instantText(now),
      items: ['bill'],
    },
    company: { ...company, userPresenceRequired: false },
    seenOn: today,
    subscription: false,
    acceptedMethods: ['bank', 'card'],
    starts: { recurring: 'enabled', consent: impliedConsent(now) },
  });
  // Not in the index of its partner: the sweep does not touch that one.
  const { partnerShard: _listed, ...lean } = bill;
  return { ...lean, noticed: { 'scheduled-payment': addDays(today, dueInDays - 5) } };
}

function methodOf(clientId: string, now: number): PaymentMethodRecord {
  return {
    _id: newOwnedId('pm', clientId, randomBytes),
    version: 1,
    clientId,
    partnerId,
    partnerUserId: `user-${clientId}`,
    type: 'card',
    status: 'verified',
    name: 'Ada Lovelace',
    created: instantText(now),
    assignedBills: [],
    inFlight: [],
    declines: 0,
    sealed: { dataKey: randomBytes(184), fields: {} },
  };
}

/** Answers every start of a workflow; counts them. */
export async function startStubWorkflows() {
  let started = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      started += 1;
      const executionArn = 'arn:aws:states:us-east-1:000000000000:execution:pay-bill:stub';
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify({ executionArn, startDate: 0 }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => started,
    close: () => server.close(),
  };
}

/** Runs a sweep, all its parts at once as the schedule starts them, and tells what it consumed. */
export async function measureSweep(
  filling: Filling,
  meter: TableMeter,
  started: () => number,
  sweep: () => Promise<number>,
): Promise<SweepFigures> {
  const [before, earlier, from] = [meter.requests.length, started(), performance.now()];
  const taken = await sweep();
  const seconds = (performance.now() - from) / 1000;
  const own = meter.requests.slice(before);
  return {
    ...filling,
    seconds,
    taken,
    started: started() - earlier,
    requests: countBy(own),
    readUnits: sum(own.map(({ readUnits }) => readUnits)),
    writeUnits: sum(own.map(({ writeUnits }) => writeUnits)),
  };
}

function countBy(requests: readonly TableRequest[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { operation, index } of requests) {
    const name = index ? `${operation} ${index}` : operation;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

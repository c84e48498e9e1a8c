import { localFailure } from '../failures.ts';
import type { Model, Resource } from '../template/model.ts';
import { streamArn } from '../template/resource-types.ts';
import { type TableCall as Call, createTableCaller } from './table-calls.ts';

type Attribute = { readonly AttributeName: string; readonly AttributeType?: string };
type KeySchema = readonly { readonly AttributeName: string; readonly KeyType: string }[];
type Index = {
  readonly IndexName: string;
  readonly KeySchema: KeySchema;
  readonly Projection: unknown;
};

/** A table's partition key attributes, by which `dynamodb:LeadingKeys` is read from a request. */
export type TableKeys = {
  readonly name: string;
  readonly arn: string;
  readonly partitionKey: string;
  /** Partition key by index name. */
  readonly indexes: Readonly<Record<string, string>>;
  /** The key that it is encrypted with, by its ARN; nothing for one of AWS's own. */
  readonly keyArn?: string;
  /** What follows its changes: by its ARN in the templates, and by that of the table server. */
  readonly stream?: { readonly arn: string; readonly serverArn: string };
};

const TABLE_TYPES = ['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'];
const INDEX_TIMEOUT_MILLISECONDS = 30_000;

/**
 * Makes the tables of the templates, and brings those that exist in line: new and dropped
 * global indexes, stream and time to live. A changed key is refused, as replacing a table
 * would lose what is in it.
 */
export async function provisionTables(model: Model, url: string): Promise<readonly TableKeys[]> {
  const call = createTableCaller(url);
  const tables = TABLE_TYPES.flatMap((type) => model.ofType(type));
  return Promise.all(tables.map((table) => provisionTable(table, call)));
}

async function provisionTable(resource: Resource, call: Call): Promise<TableKeys> {
  const properties = resource.properties();
  const name = resource.ref;
  const definition = {
    TableName: name,
    KeySchema: properties.KeySchema as KeySchema,
    AttributeDefinitions: properties.AttributeDefinitions as Attribute[],
    BillingMode: 'PAY_PER_REQUEST',
    GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes as Index[] | undefined,
    LocalSecondaryIndexes: properties.LocalSecondaryIndexes as Index[] | undefined,
    StreamSpecification: streamOf(properties),
  };
  const existing = await describe(name, call);
  if (existing) await updateTable(definition, existing, call);
  else await call('CreateTable', withoutIndexExtras(definition));
  await setTimeToLive(name, properties.TimeToLiveSpecification as TimeToLive | undefined, call);
  const serverArn = definition.StreamSpecification
    ? (await describe(name, call))?.LatestStreamArn
    : undefined;
  const partition = (schema: KeySchema) =>
    schema.find((key) => key.KeyType === 'HASH')?.AttributeName ?? '';
  const indexes = [
    ...(definition.GlobalSecondaryIndexes ?? []),
    ...(definition.LocalSecondaryIndexes ?? []),
  ];
  return {
    name,
    arn: resource.arn,
    ...keyOf(properties),
    partitionKey: partition(definition.KeySchema),
    indexes: Object.fromEntries(
      indexes.map((index) => [index.IndexName, partition(index.KeySchema)]),
    ),
    ...(serverArn !== undefined && { stream: { arn: streamArn(resource.arn), serverArn } }),
  };
}

function keyOf({ SSESpecification }: Readonly<Record<string, unknown>>): { keyArn?: string } {
  const { KMSMasterKeyId: keyArn } = (SSESpecification ?? {}) as { KMSMasterKeyId?: string };
  return keyArn === undefined ? {} : { keyArn };
}

type Definition = {
  readonly TableName: string;
  readonly KeySchema: KeySchema;
  readonly AttributeDefinitions: readonly Attribute[];
  readonly GlobalSecondaryIndexes?: readonly Index[];
  readonly StreamSpecification?: unknown;
};
type Description = {
  readonly KeySchema: KeySchema;
  readonly GlobalSecondaryIndexes?: readonly (Index & { readonly IndexStatus?: string })[];
  readonly StreamSpecification?: { readonly StreamEnabled?: boolean };
  readonly LatestStreamArn?: string;
};

async function updateTable(wanted: Definition, existing: Description, call: Call): Promise<void> {
  const keyText = (schema: KeySchema) =>
    schema
      .map((key) => `${key.KeyType} ${key.AttributeName}`)
      .sort()
      .join(', ');
  if (keyText(wanted.KeySchema) !== keyText(existing.KeySchema)) {
    throw localFailure(
      `Table ${wanted.TableName} has another key in this state folder. Start with --fresh to delete the state and start over.`,
    );
  }
  const before = new Map(
    (existing.GlobalSecondaryIndexes ?? []).map((index) => [index.IndexName, index]),
  );
  const after = new Map(
    (wanted.GlobalSecondaryIndexes ?? []).map((index) => [index.IndexName, index]),
  );
  for (const [name, index] of before) {
    const same = after.get(name);
    if (same && keyText(same.KeySchema) === keyText(index.KeySchema)) continue;
    await updateIndex(wanted, { Delete: { IndexName: name } }, call);
    before.delete(name);
  }
  for (const [name, index] of after) {
    if (before.has(name)) continue;
    const { IndexName, KeySchema, Projection } = index;
    await updateIndex(wanted, { Create: { IndexName, KeySchema, Projection } }, call);
  }
  if (wanted.StreamSpecification && !existing.StreamSpecification?.StreamEnabled) {
    await call('UpdateTable', {
      TableName: wanted.TableName,
      StreamSpecification: wanted.StreamSpecification,
    });
  }
}

async function updateIndex(wanted: Definition, update: unknown, call: Call): Promise<void> {
  await call('UpdateTable', {
    TableName: wanted.TableName,
    AttributeDefinitions: wanted.AttributeDefinitions,
    GlobalSecondaryIndexUpdates: [update],
  });
  const deadline = Date.now() + INDEX_TIMEOUT_MILLISECONDS;
  while (Date.now() < deadline) {
    const description = await describe(wanted.TableName, call);
    const settled = (description?.GlobalSecondaryIndexes ?? []).every(
      (index) => (index.IndexStatus ?? 'ACTIVE') === 'ACTIVE',
    );
    if (settled) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw localFailure(`An index of table ${wanted.TableName} was not ready in time.`);
}

async function describe(name: string, call: Call): Promise<Description | undefined> {
  try {
    return (await call('DescribeTable', { TableName: name })).Table as Description;
  } catch (error) {
    if (String((error as Error).message).includes('ResourceNotFoundException')) return undefined;
    throw error;
  }
}

type TimeToLive = { readonly AttributeName?: string; readonly Enabled?: boolean };

async function setTimeToLive(
  name: string,
  wanted: TimeToLive | undefined,
  call: Call,
): Promise<void> {
  if (!wanted?.AttributeName) return;
  const { TimeToLiveDescription: current } = (await call('DescribeTimeToLive', {
    TableName: name,
  })) as { TimeToLiveDescription?: { TimeToLiveStatus?: string; AttributeName?: string } };
  const enabled =
    current?.TimeToLiveStatus === 'ENABLED' || current?.TimeToLiveStatus === 'ENABLING';
  if (enabled === (wanted.Enabled ?? true)) return;
  await call('UpdateTimeToLive', {
    TableName: name,
    TimeToLiveSpecification: {
      AttributeName: wanted.AttributeName,
      Enabled: wanted.Enabled ?? true,
    },
  });
}

function streamOf(properties: Record<string, unknown>): unknown {
  const stream = properties.StreamSpecification as { StreamViewType?: string } | undefined;
  return stream?.StreamViewType
    ? { StreamEnabled: true, StreamViewType: stream.StreamViewType }
    : undefined;
}

/** Templates may carry capacity settings and contributor insights, which the API call refuses. */
function withoutIndexExtras<T extends { readonly GlobalSecondaryIndexes?: readonly Index[] }>(
  definition: T,
): T {
  const indexes = definition.GlobalSecondaryIndexes?.map(
    ({ IndexName, KeySchema, Projection }) => ({
      IndexName,
      KeySchema,
      Projection,
    }),
  );
  return { ...definition, GlobalSecondaryIndexes: indexes };
}

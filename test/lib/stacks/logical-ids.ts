/**
 * `docs/contribute/logical-ids.json`: the logical id of every resource that was ever deployed. A resource whose id
 * goes is deleted by the next deployment, and one whose identity changes is replaced by an empty one, so
 * both need a line with a reason in `lib/stacks/removed-resources.ts`.
 */
import { isDeepStrictEqual } from 'node:util';
import type { RecordEntry, RemovedResource } from '../../../lib/stacks/removed-resources.ts';

/** What the record needs of a synthesized stack. */
export type RecordedStack = {
  readonly name: string;
  readonly resources: Readonly<
    Record<
      string,
      { readonly Type: string; readonly Properties?: Readonly<Record<string, unknown>> }
    >
  >;
  readonly outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
};

/** By the name of the stack and the logical id. */
export type LogicalIds = Readonly<Record<string, Readonly<Record<string, RecordEntry>>>>;

export type LostResource = {
  readonly stack: string;
  readonly id: string;
  readonly was: RecordEntry;
  readonly how: 'removed' | 'replaced';
};

/** The CDK hashes the whole API into the id of its deployment: each change of a route replaces it. */
const CHANGES_WITH_CONTENT = 'AWS::ApiGateway::Deployment';

/**
 * The types that keep data, work under way, or an address that others know, with the properties whose
 * change replaces them. All else can be made again from the template without a loss.
 */
const identities: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGateway::RestApi': [],
  'AWS::ApiGateway::Stage': ['RestApiId', 'StageName'],
  'AWS::CloudFront::Distribution': [],
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::Events::EventBus': ['Name'],
  // Other stacks name it, and hear of another one only when they change themselves.
  'AWS::Lambda::Function': ['FunctionName', 'PackageType'],
  // One that is made again reads the stream from its beginning.
  'AWS::Lambda::EventSourceMapping': ['EventSourceArn', 'StartingPosition'],
  // CloudFormation refuses a change of these; whoever forces it by another id loses the key.
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  // A changed generator does not replace the secret, but generates its value anew: as bad.
  'AWS::SecretsManager::Secret': ['Name', 'GenerateSecretString'],
  'AWS::StepFunctions::StateMachine': ['StateMachineName', 'StateMachineType'],
};

export function logicalIdsOf(stacks: readonly RecordedStack[]): LogicalIds {
  return inOrder(
    stacks.map(({ name, resources }) => {
      const kept = Object.entries(resources).filter(
        ([, { Type }]) => Type !== CHANGES_WITH_CONTENT,
      );
      return [name, inOrder(kept.map(([id, resource]) => [id, entryOf(resource)]))];
    }),
  );
}

function entryOf({ Type: type, Properties = {} }: RecordedStack['resources'][string]): RecordEntry {
  const replacedFor = identities[type];
  if (!replacedFor) return type;
  const named = replacedFor.map((property) => [property, Properties[property] ?? null]);
  return {
    type,
    identity: { ...Object.fromEntries(named), ...keysOfTable(Properties) },
  };
}

/**
 * The types of a table's key attributes and the keys of its indexes. A new index is free, so each has
 * an entry of its own; one that goes is missed by what queries it.
 */
function keysOfTable(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { AttributeDefinitions: attributes = [], GlobalSecondaryIndexes: indexes = [] } =
    properties as {
      AttributeDefinitions?: { AttributeName: string; AttributeType: string }[];
      GlobalSecondaryIndexes?: { IndexName: string; KeySchema: unknown }[];
    };
  return {
    ...Object.fromEntries(
      attributes.map(({ AttributeName, AttributeType }) => [
        `attribute ${AttributeName}`,
        AttributeType,
      ]),
    ),
    ...Object.fromEntries(
      indexes.map(({ IndexName, KeySchema }) => [`index ${IndexName}`, KeySchema]),
    ),
  };
}

/** What the record has and the app has not, or has with another type or identity. */
export function lostResources(recorded: LogicalIds, app: LogicalIds): LostResource[] {
  return Object.entries(recorded).flatMap(([stack, entries]) =>
    Object.entries(entries).flatMap(([id, was]): LostResource[] => {
      const now = app[stack]?.[id];
      if (now === undefined) return [{ stack, id, was, how: 'removed' }];
      return isSame(was, now) ? [] : [{ stack, id, was, how: 'replaced' }];
    }),
  );
}

function isSame(was: RecordEntry, now: RecordEntry): boolean {
  // Recorded before its identity was.
  if (typeof was === 'string') return was === (typeof now === 'string' ? now : now.type);
  if (typeof now === 'string') return false;
  const unchanged = Object.entries(was.identity).every(([name, value]) =>
    isDeepStrictEqual(value, now.identity[name]),
  );
  return was.type === now.type && unchanged;
}

/** Whether a line gives the reason for just this loss: another one of the same id needs its own. */
export function isExplained(lost: LostResource, removed: readonly RemovedResource[]): boolean {
  return removed.some(
    ({ stack, id, was }) =>
      stack === lost.stack && id === lost.id && isDeepStrictEqual(was, lost.was),
  );
}

/** A resource that another stack names. */
export type SharedResource = {
  readonly stack: string;
  readonly id: string;
  readonly type: string;
  /** Whether the record knows what it is replaced for. */
  readonly isKnown: boolean;
};

/**
 * What stacks take from each other. CloudFormation doesn't tell a stack that what it names was replaced
 * in another one: under a new logical id it has another output, and so the stack changes too
 * (decision: shared-resources-get-new-ids).
 */
export function sharedResources(stacks: readonly RecordedStack[]): SharedResource[] {
  const asked = new Set(stacks.flatMap(({ resources }) => outputsNamedIn(resources)));
  return stacks.flatMap(({ name, resources, outputs = {} }) => {
    const values = Object.entries(outputs).filter(([key]) => asked.has(`${name}/${key}`));
    const named = JSON.stringify(values.map(([, { Value }]) => Value));
    return Object.entries(resources)
      .filter(([id]) => named.includes(`{"Ref":"${id}"}`) || named.includes(`["${id}","`))
      .map(([id, { Type: type }]) => ({ stack: name, id, type, isKnown: type in identities }));
  });
}

/** Every `Fn::GetStackOutput`, as `<stack>/<output>`. */
function outputsNamedIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  const { 'Fn::GetStackOutput': output, ...rest } = value as Record<string, unknown>;
  const { StackName, OutputName } = (output ?? {}) as Record<string, unknown>;
  const own = output === undefined ? [] : [`${StackName}/${OutputName}`];
  return [...own, ...Object.values(rest).flatMap(outputsNamedIn)];
}

/** The record with all that is new. What was lost goes only with its reason, so nothing goes unseen. */
export function recordAnew(
  recorded: LogicalIds,
  app: LogicalIds,
  removed: readonly RemovedResource[],
): LogicalIds {
  const unexplained = lostResources(recorded, app).filter((lost) => !isExplained(lost, removed));
  const names = new Set([...Object.keys(app), ...unexplained.map(({ stack }) => stack)]);
  return inOrder(
    [...names].map((name) => {
      const missed = unexplained.filter(({ stack }) => stack === name);
      const kept = Object.fromEntries(missed.map(({ id, was }) => [id, was]));
      return [name, inOrder(Object.entries({ ...app[name], ...kept }))];
    }),
  );
}

/** One order for whatever order the app makes its resources in. */
function inOrder<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

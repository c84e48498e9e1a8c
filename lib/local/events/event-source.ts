/** What following a stream and following a queue have in common: the mapping, its grants, the call. */
import type { Callers } from '../access/callers.ts';
import { isAwsFailure, localFailure } from '../failures.ts';
import type { Functions } from '../lambda/lambda.ts';
import type { LocalState } from '../state.ts';
import type { Item } from '../tables/index-lag.ts';
import type { TableKeys } from '../tables/tables.ts';
import type { Model, Resource } from '../template/model.ts';
import type { Queues } from './queues.ts';

export type EventSourcesDeps = {
  readonly model: Model;
  readonly state: LocalState;
  readonly tables: readonly TableKeys[];
  readonly tableUrl: string;
  readonly queues: Queues;
  readonly callers: Callers;
  /** As streams call them, and as queues do. */
  readonly functions: { readonly stream: Functions; readonly queue: Functions };
  readonly log: (functionName: string, text: string) => void;
};

/** One mapping of the templates. */
export type Source = {
  readonly id: string;
  readonly where: string;
  readonly sourceArn: string;
  readonly functionName: string;
  readonly batchSize: number;
  /** Whether the function says which of a batch it could not handle. */
  readonly reportsFailures: boolean;
  readonly properties: Readonly<Record<string, unknown>>;
};

/** What follows one source. */
export type Following = {
  readonly start: () => void;
  /** Answers whether some of it is its own. */
  readonly written?: (items: readonly Item[]) => boolean;
  readonly stop: () => void;
};

const KNOWN_PROPERTIES = new Set([
  'BatchSize',
  'BisectBatchOnFunctionError',
  'DestinationConfig',
  'EventSourceArn',
  'FilterCriteria',
  'FunctionName',
  'FunctionResponseTypes',
  'MaximumRecordAgeInSeconds',
  'MaximumRetryAttempts',
  'ScalingConfig',
  'StartingPosition',
  'Tags',
]);

/** @throws LocalFailure for a mapping that is not run here. */
export function readSource(resource: Resource): Source {
  const properties = resource.properties();
  const where = `${resource.stackName}/${resource.logicalId}`;
  const unknown = Object.keys(properties).filter((name) => !KNOWN_PROPERTIES.has(name));
  if (unknown.length > 0) {
    throw localFailure(
      `${where}: ${unknown.join(', ')} of a mapping is not supported by the local runtime.`,
    );
  }
  return {
    id: resource.ref,
    where,
    sourceArn: String(properties.EventSourceArn),
    functionName: String(properties.FunctionName),
    batchSize: Number(properties.BatchSize ?? 1),
    reportsFailures: [properties.FunctionResponseTypes].flat().includes('ReportBatchItemFailures'),
    properties,
  };
}

/** Lambda reads a source in the function's name: its role must allow what that takes. */
export function requireGrants(
  { functions, callers }: EventSourcesDeps,
  { functionName, where }: Source,
  grants: readonly (readonly [action: string, resource: string])[],
): void {
  const settings = functions.queue.find(functionName);
  if (!settings) throw localFailure(`${where}: there is no function ${functionName}.`);
  const { name, roleArn } = settings;
  try {
    const requests = grants.map(([action, resource]) => ({ action, resource }));
    callers.authorize({ name, roleArn }, requests);
  } catch (error) {
    if (!isAwsFailure(error)) throw error;
    throw localFailure(`${where}: ${error.message}`);
  }
}

/** What came of a batch: `undefined` when it failed as a whole, else the ids of what failed in it. */
export async function invokeBatch(
  functions: Functions,
  { functionName, reportsFailures }: Source,
  records: readonly object[],
): Promise<readonly string[] | undefined> {
  try {
    const event = { Records: records };
    const { payload, functionError } = await invokePatiently(functions, functionName, event);
    if (functionError) return undefined;
    if (!reportsFailures) return [];
    const answer = JSON.parse(payload) as { batchItemFailures?: { itemIdentifier?: unknown }[] };
    const ids = (answer?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
    // As Lambda takes it: a response that names nothing in the batch is a failure of the whole batch.
    return ids.every((id) => typeof id === 'string' && id !== '') ? (ids as string[]) : undefined;
  } catch {
    return undefined;
  }
}

const PATIENCE_ATTEMPTS = 5;
const PATIENCE_MILLISECONDS = 200;

/** Lambda keeps what it could not hand over for want of capacity, and tries again. */
async function invokePatiently(functions: Functions, functionName: string, event: object) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await functions.invoke(functionName, event);
    } catch (error) {
      const throttled = isAwsFailure(error) && error.awsCode === 'TooManyRequestsException';
      if (!throttled || attempt === PATIENCE_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * PATIENCE_MILLISECONDS));
    }
  }
}

/**
 * The service of one walk, in this process: the functions' own handlers over a table in memory, with
 * a clock that the walk sets, and workflows that the walk runs.
 */
import type { Operation } from '@billhook/core/operation';
import { openFingerprint } from '@billhook/runtime/aws/fingerprint';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { walkAws } from './aws.ts';
import { type Companies, newCompanies } from './company.ts';
import { type Data, type Execution, failTask, succeedTask, taskOf } from './executions.ts';
import { type Faults, newFaults, type Plan } from './faults.ts';
import { type Functions, openFunctions } from './functions.ts';
import { newLimits } from './limits.ts';
import { seededBytes } from './random.ts';
import { type WalkTable, walkTable } from './table.ts';

/** A client where it is named. */
export type Caller = { readonly partnerId: string; readonly clientId?: string };

export type Called = { readonly status: number; readonly body: Record<string, unknown> };

export type Ran =
  | { readonly task: string; readonly input: Data; readonly answer: Data }
  | { readonly task: string; readonly input: Data; readonly error: unknown };

export type Service = {
  readonly table: WalkTable;
  readonly faults: Faults;
  readonly companies: Companies;
  readonly executions: Map<string, Execution>;
  /** The service's functions, over all that is here. */
  readonly functions: Functions;
  now: number;
};

export function openService(
  directory: WalkTable,
  { seed, now }: { readonly seed: number; readonly now: number },
  onCharge: Parameters<typeof newCompanies>[2],
): Service {
  const faults = newFaults();
  const random = seededBytes(seed);
  const clock = () => service.now;
  const table = walkTable(faults, { base: directory, clock, random });
  // The companies' own memory meets no fault of ours.
  const memory = walkTable(newFaults());
  const executions = new Map<string, Execution>();
  const aws = walkAws(() => service);
  const limits = newLimits();
  const companies = newCompanies(
    { table: memory, fingerprint: openFingerprint(aws), limits },
    faults,
    onCharge,
  );
  const { connectorOf } = companies;
  const { limitTime } = limits;
  const functions = openFunctions({ table, clock, random, limitTime, aws, connectorOf });
  const service: Service = { table, faults, companies, executions, functions, now };
  return service;
}

/** As much of a service as it takes to run a task. */
export type Running = Pick<Service, 'functions' | 'faults' | 'now'>;

type Tasks = Readonly<Record<string, (event: unknown) => Promise<unknown>>>;
type Handler = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;

/** Calls an operation as the gateway does, once the authorizer has let the partner in. */
export async function callOperation(
  operation: Operation,
  handler: Handler,
  given: Readonly<Record<string, unknown>>,
  caller: Caller,
): Promise<Called> {
  const pathParameters: Record<string, string> = {};
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (operation.path.includes(`{${name}}`)) pathParameters[name] = String(value);
    else body[name] = value;
  }
  const event = {
    httpMethod: operation.method,
    headers: { 'Content-Type': 'application/json' },
    pathParameters,
    queryStringParameters: operation.body ? null : textsOf(body),
    body: operation.body ? JSON.stringify(body) : null,
    requestContext: {
      extendedRequestId: 'walk',
      authorizer: caller.clientId
        ? { kind: 'client', ...caller }
        : { kind: 'partner', keyId: 'key_walk', ...caller },
    },
  };
  const result = await handler(event as unknown as APIGatewayProxyEvent);
  return { status: result.statusCode, body: JSON.parse(result.body) };
}

function textsOf(given: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
}

/** Runs the execution's next task once more and leaves the execution where it is: a task that comes twice. */
export async function runTaskAgain(
  service: Running,
  execution: Execution,
  plan: Plan = {},
): Promise<Ran> {
  const { task, input } = taskOf(execution);
  const run = (service.functions.tasks as Tasks)[task];
  if (!run) throw new Error(`There is no task ${task}`);
  try {
    const answer = (await service.faults.during(plan, () => run(input))) as Data;
    return { task, input, answer };
  } catch (error) {
    return { task, input, error };
  }
}

export async function runTask(
  service: Running,
  execution: Execution,
  plan: Plan = {},
): Promise<Ran> {
  const ran = await runTaskAgain(service, execution, plan);
  if ('answer' in ran) succeedTask(execution, ran.answer, service.now);
  else failTask(execution, ran.error, service.now);
  return ran;
}

const realTimeout = globalThis.setTimeout;

/** Says what the stack would; who waits before trying again has waited. Answers what sets it back. */
export function takeOverProcess(): () => void {
  const variables = {
    AWS_REGION: 'us-east-1',
    FINGERPRINT_KEY_ARN: 'arn:fingerprint',
    READINGS_QUEUE_URL: 'https://readings',
    VAULT_KEY_ARN: 'arn:vault',
    PAY_BILL_ARN: 'pay-bill',
    LINK_ACCOUNT_ARN: 'link-account',
    SWAP_CARD_ARN: 'swap-card',
    TABLE_NAME: 'walk',
    PASSING_TABLE_NAME: 'walk-passing',
    STAGE: 'sandbox',
  };
  Object.assign(process.env, variables);
  globalThis.setTimeout = ((run: () => void) => queueMicrotask(run)) as never;
  return () => {
    for (const name of Object.keys(variables)) delete process.env[name];
    globalThis.setTimeout = realTimeout;
  };
}

/**
 * The service of one walk, in this process: the functions' own handlers over a table in memory, with
 * a clock that the walk sets, and workflows that the walk runs.
 */
import type { Operation } from '@billhook/core/api/operation';
import { openFingerprint } from '@billhook/runtime/aws/fingerprint';
import type { Outside } from '@billhook/runtime/table/outside';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { walkAws } from './aws.ts';
import { type Charge, type Companies, newCompanies } from './company.ts';
import { type Data, type Execution, failTask, succeedTask, taskOf } from './executions.ts';
import { type Faults, newFaults, type Plan } from './faults.ts';
import { type Functions, openFunctions } from './functions.ts';
import { newLimits } from './limits.ts';
import { openRandom } from './random.ts';
import { type KeptTable, type WalkTable, walkTable } from './table.ts';

/** A client where it is named; with the key that it sends with its request, where it does. */
export type Caller = {
  readonly partnerId: string;
  readonly clientId?: string;
  readonly idempotencyKey?: string;
};

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
  /** The same functions in another process, with nothing in its memory. */
  readonly inAnotherProcess: () => Functions;
  /** All that outlives a process as it is now, for another service to begin with. */
  readonly keep: () => Kept;
};

export type Kept = {
  readonly table: KeptTable;
  readonly memory: KeptTable;
  readonly executions: readonly Execution[];
  readonly charges: readonly Charge[];
  readonly random: number;
  readonly now: number;
};

type Opening = { readonly seed: number; readonly now: number } | { readonly from: Kept };

/** What stands between the functions and all that is beyond their process. */
type Between = (outside: Beyond) => Beyond;

export type Beyond = Pick<Outside, 'table' | 'aws'> & Pick<Companies, 'connectorOf'>;

export function openService(
  directory: WalkTable,
  opening: Opening,
  onCharge: Parameters<typeof newCompanies>[2],
  between: Between = (outside) => outside,
): Service {
  const faults = newFaults();
  const from = 'from' in opening ? opening.from : undefined;
  const { bytes: random, kept } = openRandom(
    'seed' in opening ? opening.seed : opening.from.random,
  );
  const clock = () => service.now;
  const table = walkTable(faults, { base: directory, clock, random, from: from?.table });
  // The companies' own memory meets no fault of ours.
  const memory = walkTable(newFaults(), { from: from?.memory });
  const executions = new Map<string, Execution>(
    from?.executions.map((execution) => [execution.name, { ...execution }]),
  );
  const aws = walkAws(() => service);
  const limits = newLimits();
  const companies = newCompanies(
    { table: memory, fingerprint: openFingerprint(aws), limits },
    faults,
    onCharge,
    from?.charges,
  );
  const { connectorOf } = companies;
  const { limitTime } = limits;
  const beyond = between({ table, aws, connectorOf });
  const inAnotherProcess = () => openFunctions({ ...beyond, clock, random, limitTime });
  const service: Service = {
    ...{ table, faults, companies, executions, inAnotherProcess },
    functions: inAnotherProcess(),
    now: 'now' in opening ? opening.now : opening.from.now,
    keep: () => ({
      table: table.keep(),
      memory: memory.keep(),
      executions: [...executions.values()].map((execution) => ({ ...execution })),
      charges: [...companies.charges],
      random: kept(),
      now: service.now,
    }),
  };
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
  { idempotencyKey, ...caller }: Caller,
): Promise<Called> {
  const pathParameters: Record<string, string> = {};
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (operation.path.includes(`{${name}}`)) pathParameters[name] = String(value);
    else body[name] = value;
  }
  const event = {
    httpMethod: operation.method,
    headers: {
      'Content-Type': 'application/json',
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
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

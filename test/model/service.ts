/**
 * The service of one walk, in this process: the functions' own handlers over a table in memory, with
 * a clock that the walk sets, and workflows that the walk runs.
 */
import { createHash } from 'node:crypto';
import { KMSClient } from '@aws-sdk/client-kms';
import { SFNClient } from '@aws-sdk/client-sfn';
import type { Operation } from '@billhook/core/operation';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type Companies, newCompanies } from './company.ts';
import {
  type Data,
  type Execution,
  endWait,
  failTask,
  newExecution,
  succeedTask,
  taskOf,
  tokenOf,
} from './executions.ts';
import { type Faults, newFaults, type Plan } from './faults.ts';
import { stand } from './substitutes.ts';
import { type WalkTable, walkTable } from './table.ts';

export type Caller = { readonly partnerId: string };

export type Called = { readonly status: number; readonly body: Record<string, unknown> };

export type Ran =
  | { readonly task: string; readonly input: Data; readonly answer: Data }
  | { readonly task: string; readonly input: Data; readonly error: unknown };

export type Service = {
  readonly table: WalkTable;
  readonly faults: Faults;
  readonly companies: Companies;
  readonly executions: Map<string, Execution>;
  /** What the functions threw; a walk without faults has none. */
  readonly errors: unknown[];
  now: number;
};

/** The service that the functions of this process are of; one walk after another has its own. */
let current: Service | undefined;

function standing(): Service {
  if (!current) throw new Error('No walk has begun');
  return current;
}

export function openService(
  directory: WalkTable,
  now: number,
  onCharge: Parameters<typeof newCompanies>[2],
): Service {
  const faults = newFaults();
  const table = walkTable(faults, directory, () => standing().now);
  // The companies' own memory meets no fault of ours.
  const calm = newFaults();
  const memory = walkTable(calm);
  current = {
    table,
    faults,
    companies: newCompanies(memory, faults, onCharge),
    executions: new Map(),
    errors: [],
    now,
  };
  stand(current);
  return current;
}

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
    queryStringParameters: null,
    body: operation.body ? JSON.stringify(body) : null,
    requestContext: {
      extendedRequestId: 'walk',
      authorizer: { kind: 'partner', keyId: 'key_walk', ...caller },
    },
  };
  const result = await handler(event as unknown as APIGatewayProxyEvent);
  return { status: result.statusCode, body: JSON.parse(result.body) };
}

/** Runs the execution's next task once more and leaves the execution where it is: a task that comes twice. */
export async function runTaskAgain(
  service: Service,
  execution: Execution,
  tasks: Readonly<Record<string, (event: unknown) => Promise<unknown>>>,
  plan: Plan = {},
): Promise<Ran> {
  const { task, input } = taskOf(execution);
  const run = tasks[task];
  if (!run) throw new Error(`There is no task ${task}`);
  try {
    const answer = (await service.faults.during(plan, () => run(input))) as Data;
    return { task, input, answer };
  } catch (error) {
    return { task, input, error };
  }
}

export async function runTask(
  service: Service,
  execution: Execution,
  tasks: Readonly<Record<string, (event: unknown) => Promise<unknown>>>,
  plan: Plan = {},
): Promise<Ran> {
  const ran = await runTaskAgain(service, execution, tasks, plan);
  if ('answer' in ran) succeedTask(execution, ran.answer, service.now);
  else failTask(execution, service.now);
  return ran;
}

const realNow = Date.now;
const realTimeout = globalThis.setTimeout;
const realSend = { kms: KMSClient.prototype.send, sfn: SFNClient.prototype.send };

/** Sets the process's clock, its keys and its workflows; answers what sets them back. */
export function takeOverProcess(): () => void {
  const variables = {
    AWS_REGION: 'us-east-1',
    FINGERPRINT_KEY_ARN: 'arn:fingerprint',
    PAY_BILL_ARN: 'pay-bill',
    LINK_ACCOUNT_ARN: 'link-account',
    SWAP_CARD_ARN: 'swap-card',
    TABLE_NAME: 'walk',
    STAGE: 'sandbox',
  };
  Object.assign(process.env, variables);
  Date.now = () => current?.now ?? realNow();
  // Whoever waits before trying again has waited.
  globalThis.setTimeout = ((run: () => void) => queueMicrotask(run)) as never;
  KMSClient.prototype.send = answerKms as never;
  SFNClient.prototype.send = answerSfn as never;
  return () => {
    for (const name of Object.keys(variables)) delete process.env[name];
    Date.now = realNow;
    globalThis.setTimeout = realTimeout;
    KMSClient.prototype.send = realSend.kms as never;
    SFNClient.prototype.send = realSend.sfn as never;
  };
}

type KmsCommand = { readonly input: { readonly Message?: Uint8Array } };

/** Fingerprints are all that the functions of a walk ask of KMS. */
async function answerKms({ input }: KmsCommand): Promise<object> {
  if (!input.Message) throw new Error('A walk has no such key');
  await standing().faults.turn();
  return { Mac: createHash('sha256').update(input.Message).digest() };
}

type StartInput = {
  readonly stateMachineArn: string;
  readonly name: string;
  readonly input: string;
};

type SfnCommand = { readonly input: StartInput | { readonly taskToken: string } };

async function answerSfn({ input }: SfnCommand): Promise<object> {
  const { faults } = standing();
  await faults.turn();
  if (faults.refusesStarts()) throw new Error('Step Functions is away');
  return 'taskToken' in input ? sendBack(input.taskToken) : startExecution(input);
}

function sendBack(taskToken: string): object {
  const { executions, now } = standing();
  const waiting = [...executions.values()].find(
    (one) => one.waits && !one.ended && tokenOf(one) === taskToken,
  );
  if (!waiting || waiting.waitsUntil <= now) {
    throw Object.assign(new Error('Nobody waits'), { name: 'TaskTimedOut' });
  }
  endWait(waiting, 'answered', now);
  return {};
}

/** As Step Functions: the same name again is the same execution while it runs, refused afterwards. */
function startExecution(input: StartInput): object {
  const { executions, now } = standing();
  const known = executions.get(input.name);
  if (known?.ended) {
    throw Object.assign(new Error('It ran'), { name: 'ExecutionAlreadyExists' });
  }
  if (!known) {
    const { stateMachineArn, name } = input;
    executions.set(name, newExecution(stateMachineArn, name, JSON.parse(input.input), now));
  }
  return {};
}

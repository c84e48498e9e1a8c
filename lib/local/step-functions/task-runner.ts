import { randomBytes } from 'node:crypto';
import type { Callers } from '../access/callers.ts';
import type { Queues } from '../events/queues.ts';
import { isAwsFailure } from '../failures.ts';
import type { Functions } from '../lambda/lambda.ts';
import type { Execution, ExecutionStore, TaskOutcome } from './executions.ts';
import type { MachineDefinition, StateDefinition } from './state-step.ts';

/** Runs the Task states of executions, and settles those that wait for a token. */
export type TaskRunner = {
  /** @returns a function to run the tasks of one state, and the `Task` member of its context object. */
  readonly begin: (
    execution: Execution,
    machine: MachineFacts,
    signal: AbortSignal,
  ) => RunningState;
  readonly settle: (token: string, outcome: TaskOutcome) => void;
  readonly beat: (token: string) => void;
};

type RunningState = {
  readonly task: { readonly Token: string };
  readonly run: (stateName: string, resource: string, input: unknown) => Promise<unknown>;
};

export type MachineFacts = {
  readonly arn: string;
  readonly name: string;
  readonly roleArn: string;
  readonly definition: MachineDefinition;
};

type Waiter = { readonly settle: (outcome: TaskOutcome) => void; readonly beat: () => void };
type Deps = {
  readonly functions: Functions;
  readonly callers: Callers;
  readonly store: ExecutionStore;
  readonly queues: Pick<Queues, 'findByUrl' | 'send'>;
};

export const LAMBDA_INVOKE = 'arn:aws:states:::lambda:invoke';
export const LAMBDA_INVOKE_AND_WAIT = `${LAMBDA_INVOKE}.waitForTaskToken`;
export const SQS_SEND_AND_WAIT = 'arn:aws:states:::sqs:sendMessage.waitForTaskToken';

export function createTaskRunner(deps: Deps): TaskRunner {
  const waiters = new Map<string, Waiter>();
  return {
    settle: (token, outcome) => waiters.get(token)?.settle(outcome),
    beat: (token) => waiters.get(token)?.beat(),
    begin: (execution, machine, signal) => {
      const { arn, state, entered } = execution;
      const definition = machine.definition.States[state] as StateDefinition;
      // After a restart the token goes on: whoever holds it may still answer.
      let resumed = deps.store.findOpenToken(arn, state, entered);
      let token = resumed?.token ?? mintToken();
      return {
        task: {
          get Token() {
            return token;
          },
        },
        run: async (stateName, resource, input) => {
          // Reading the input's token and coming here is one turn, so the next task may have a new one.
          const mine = token;
          const earlier = resumed;
          token = mintToken();
          resumed = undefined;
          const waits = resource === LAMBDA_INVOKE_AND_WAIT || resource === SQS_SEND_AND_WAIT;
          if (!waits) return invoke(deps, machine, resource, input);
          deps.store.addToken(mine, arn, state, entered);
          const heartbeatSeconds =
            stateName === state ? Number(definition.HeartbeatSeconds ?? 0) : 0;
          const waiting = wait(waiters, mine, heartbeatSeconds, signal);
          try {
            if (!earlier?.invoked && !earlier?.outcome) {
              if (resource === SQS_SEND_AND_WAIT) send(deps, machine, input);
              else await invoke(deps, machine, resource, input);
              deps.store.markInvoked(mine);
            }
            const known = deps.store.findToken(mine)?.outcome;
            return readOutcome(known ? (JSON.parse(known) as TaskOutcome) : await waiting);
          } finally {
            waiters.delete(mine);
            // A stopped process must not close what the next one is to go on with.
            if (!signal.aborted) deps.store.closeToken(mine);
          }
        },
      };
    },
  };
}

function mintToken(): string {
  return randomBytes(48).toString('base64url');
}

/** An error as a state machine knows it: `Error` is its name, `Cause` its message. */
function taskError(name: string, cause: string): Error {
  return Object.assign(new Error(cause), { name });
}

function readOutcome(outcome: TaskOutcome): unknown {
  if ('error' in outcome) throw taskError(outcome.error, outcome.cause);
  return JSON.parse(outcome.output);
}

function wait(
  waiters: Map<string, Waiter>,
  token: string,
  heartbeatSeconds: number,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  const { promise, resolve } = Promise.withResolvers<TaskOutcome>();
  let timer: NodeJS.Timeout | undefined;
  const beat = () => {
    clearTimeout(timer);
    if (heartbeatSeconds <= 0 || signal.aborted) return;
    timer = setTimeout(
      () => resolve({ error: 'States.HeartbeatTimeout', cause: '' }),
      heartbeatSeconds * 1000,
    );
  };
  const settle = (outcome: TaskOutcome) => {
    clearTimeout(timer);
    resolve(outcome);
  };
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  waiters.set(token, { settle, beat });
  beat();
  return promise;
}

/** Sends by the machine's own role, as `sqs:sendMessage` does. */
function send(deps: Deps, { name, roleArn }: MachineFacts, input: unknown): void {
  const { QueueUrl, MessageBody, MessageGroupId } = input as Record<string, unknown>;
  try {
    const queue = deps.queues.findByUrl(String(QueueUrl));
    const request = { action: 'sqs:SendMessage', resource: queue.arn };
    deps.callers.authorize({ name, roleArn }, [request]);
    const body = typeof MessageBody === 'string' ? MessageBody : JSON.stringify(MessageBody);
    const group = typeof MessageGroupId === 'string' ? MessageGroupId : undefined;
    deps.queues.send(queue, name, [{ body, group }]);
  } catch (error) {
    if (!isAwsFailure(error)) throw error;
    throw taskError('SQS.AmazonSQSException', error.message);
  }
}

/** Invokes by the machine's own role, and answers as `lambda:invoke` or a direct ARN does. */
async function invoke(
  deps: Deps,
  machine: MachineFacts,
  resource: string,
  input: unknown,
): Promise<unknown> {
  const viaService = resource.startsWith(LAMBDA_INVOKE);
  const parameters = input as { FunctionName?: string; Payload?: unknown };
  const name = viaService ? String(parameters.FunctionName) : resource;
  const event = viaService ? (parameters.Payload ?? {}) : input;
  const answer = await callLambda(deps, machine, name, event);
  const payload: unknown = JSON.parse(answer.payload);
  if (answer.functionError !== undefined) {
    const { errorType } = (payload ?? {}) as { errorType?: string };
    throw taskError(errorType ?? 'Lambda.Unknown', answer.payload);
  }
  return viaService ? { ExecutedVersion: '$LATEST', Payload: payload, StatusCode: 200 } : payload;
}

async function callLambda(deps: Deps, machine: MachineFacts, name: string, event: unknown) {
  const arn = deps.functions.find(name)?.arn ?? name;
  try {
    deps.callers.authorize({ name: machine.name, roleArn: machine.roleArn }, [
      { action: 'lambda:InvokeFunction', resource: arn },
    ]);
    return await deps.functions.invoke(name, event);
  } catch (error) {
    if (!isAwsFailure(error)) throw error;
    const code = error.awsCode === 'AccessDeniedException' ? 'AWSLambdaException' : error.awsCode;
    throw taskError(`Lambda.${code}`, error.message);
  }
}

/** Starting and waking workflows. An execution is named by the id of what it does, so that it starts once. */
import { SendTaskSuccessCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { WorkflowName } from '@billhook/core/operation';
import { environment } from './environment.ts';
import { logFailure } from './logger.ts';

/** The input of `link-account`: ids only. */
export type LinkInput = {
  readonly linkId: string;
  readonly authId: string;
  readonly clientId: string;
};

/** The input of `pay-bill`: ids only. */
export type PaymentInput = {
  readonly paymentId: string;
  readonly billId: string;
  readonly clientId: string;
};

/** The input of `swap-card`: ids only. */
export type SwapInput = {
  readonly swapId: string;
  /** Another attempt of the same swap is another execution. */
  readonly attemptId: string;
  readonly clientId: string;
};

/** The id of what an execution does, and a number only where one before it ended without an outcome. */
export function executionName(id: string, rounds: number): string {
  return rounds === 0 ? id : `${id}_${rounds}`;
}

/** `ended`: it ran before and is over. `failed`: not now; the sweep of due work tries again. */
export type Started = 'started' | 'ended' | 'failed';

/** `name` is the link's id; another one of it only where an execution was lost with a step. */
export async function startLinkAccount(input: LinkInput, name = input.linkId): Promise<Started> {
  const { linkId, authId, clientId } = input;
  return start('link-account', name, { linkId, authId, clientId });
}

/** `gone`: nobody waits by that token any more. `failed`: not now; the sweep tries again. */
export type Signalled = 'sent' | 'gone' | 'failed';

const goneErrors = new Set(['TaskDoesNotExist', 'TaskTimedOut', 'InvalidToken']);

/** Lets a `link-account` that waits for the user go on. It reads by itself what there is to know. */
export async function signalLinkAccount(taskToken: string): Promise<Signalled> {
  client ??= new SFNClient({ maxAttempts: 4 });
  try {
    await client.send(new SendTaskSuccessCommand({ taskToken, output: '{}' }));
    return 'sent';
  } catch (error) {
    if (error instanceof Error && goneErrors.has(error.name)) return 'gone';
    logFailure('A workflow could not be signalled', error, { operation: 'link-account' });
    return 'failed';
  }
}

/** `name` is the payment's id; another one of it only where the first execution ended unsettled. */
export async function startPayBill(input: PaymentInput, name = input.paymentId): Promise<Started> {
  const { paymentId, billId, clientId } = input;
  return start('pay-bill', name, { paymentId, billId, clientId });
}

/** `name` is the attempt's id; another one of it only where an execution ended unsettled. */
export async function startSwapCard(input: SwapInput, name = input.attemptId): Promise<Started> {
  const { swapId, attemptId, clientId } = input;
  return start('swap-card', name, { swapId, attemptId, clientId });
}

/** The input of `advance-clock`: ids only. */
export type ClockInput = { readonly advanceId: string; readonly partnerId: string };

export async function startAdvanceClock(input: ClockInput): Promise<Started> {
  const { advanceId, partnerId } = input;
  return start('advance-clock', advanceId, { advanceId, partnerId });
}

const variables = {
  'link-account': 'LINK_ACCOUNT_ARN',
  'pay-bill': 'PAY_BILL_ARN',
  'swap-card': 'SWAP_CARD_ARN',
  'advance-clock': 'ADVANCE_CLOCK_ARN',
} as const;

let client: SFNClient | undefined;

/**
 * The change that asks for the workflow is committed already, and marked as due: an execution that
 * cannot be started now is started by the sweep, so a failure here is not the caller's.
 */
async function start(workflow: WorkflowName, name: string, input: object): Promise<Started> {
  client ??= new SFNClient({ maxAttempts: 4 });
  try {
    await client.send(
      new StartExecutionCommand({
        stateMachineArn: environment(variables[workflow]),
        name,
        input: JSON.stringify(input),
      }),
    );
    return 'started';
  } catch (error) {
    if (error instanceof Error && error.name === 'ExecutionAlreadyExists') return 'ended';
    logFailure('A workflow could not be started', error, { operation: workflow });
    return 'failed';
  }
}

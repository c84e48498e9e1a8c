/** Starting and waking workflows. An execution is named by the id of what it does, so that it starts once. */
import { SendTaskSuccessCommand, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { WorkflowName } from '@billhook/core/api/operation';
import type { Clock } from '@billhook/core/base/dates';
import type { AwsClients } from './clients.ts';
import { environment } from './environment.ts';
import { logCountedFailure, logFailure } from './logger.ts';
import { isExecutionGone, stepFunctionsClient } from './step-functions.ts';

/** The company that an execution is about: those of one company take turns with those of others. */
type OfCompany = { readonly companyId: string };

/** The input of `link-account`: ids only. */
export type LinkInput = OfCompany & {
  readonly linkId: string;
  readonly authId: string;
  readonly clientId: string;
};

/** The input of `pay-bill`: ids only. */
export type PaymentInput = OfCompany & {
  readonly paymentId: string;
  readonly billId: string;
  readonly clientId: string;
};

/** The input of `swap-card`: ids only. */
export type SwapInput = OfCompany & {
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

/** `gone`: nobody waits by that token any more. `failed`: not now; the sweep tries again. */
export type Signalled = 'sent' | 'gone' | 'failed';

/** The input of `advance-clock`: ids only. */
export type ClockInput = { readonly advanceId: string; readonly partnerId: string };

/** `name` is another than the id only where an execution before it ended without an outcome. */
export type Workflows = {
  readonly startLinkAccount: (input: LinkInput, name?: string) => Promise<Started>;
  /** Lets a `link-account` that waits for the user go on. It reads by itself what there is to know. */
  readonly signalLinkAccount: (taskToken: string) => Promise<Signalled>;
  readonly startPayBill: (input: PaymentInput, name?: string) => Promise<Started>;
  readonly startSwapCard: (input: SwapInput, name?: string) => Promise<Started>;
  readonly startAdvanceClock: (input: ClockInput) => Promise<Started>;
};

export function openWorkflows(
  { stepFunctions }: AwsClients = {},
  clock: Clock = Date.now,
): Workflows {
  const client = () => stepFunctions ?? stepFunctionsClient();
  return {
    startLinkAccount: ({ linkId, authId, clientId, companyId }, name = linkId) =>
      start(client(), 'link-account', name, { linkId, authId, clientId, companyId }),
    signalLinkAccount: (taskToken) => signal(client(), taskToken, clock),
    startPayBill: ({ paymentId, billId, clientId, companyId }, name = paymentId) =>
      start(client(), 'pay-bill', name, { paymentId, billId, clientId, companyId }),
    startSwapCard: ({ swapId, attemptId, clientId, companyId }, name = attemptId) =>
      start(client(), 'swap-card', name, { swapId, attemptId, clientId, companyId }),
    startAdvanceClock: ({ advanceId, partnerId }) =>
      start(client(), 'advance-clock', advanceId, { advanceId, partnerId }),
  };
}

type StepFunctions = NonNullable<AwsClients['stepFunctions']>;

async function signal(client: StepFunctions, taskToken: string, clock: Clock): Promise<Signalled> {
  try {
    await client.send(new SendTaskSuccessCommand({ taskToken, output: '{}' }));
    return 'sent';
  } catch (error) {
    if (isExecutionGone(error)) return 'gone';
    // The caller is answered all the same, and the sweep tries again: nobody else would hear of it.
    const fields = { operation: 'link-account', machineNow: clock() };
    logCountedFailure('UnsentSignals', 'A workflow could not be signalled', error, fields);
    return 'failed';
  }
}

const variables = {
  'link-account': 'LINK_ACCOUNT_ARN',
  'pay-bill': 'PAY_BILL_ARN',
  'swap-card': 'SWAP_CARD_ARN',
  'advance-clock': 'ADVANCE_CLOCK_ARN',
} as const;

/**
 * The change that asks for the workflow is committed already, and marked as due: an execution that
 * cannot be started now is started by the sweep, so a failure here is not the caller's.
 */
async function start(
  client: StepFunctions,
  workflow: WorkflowName,
  name: string,
  input: object,
): Promise<Started> {
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

/** The functions that a walk calls, by their operation's or task's name. */
import { DUE_PARTS } from '@billhook/runtime/sweeps/sweep-due-work';
import type { Outside } from '@billhook/runtime/table/outside';

import { handler as runAnswerQuestions } from '../../functions/auth/answer-questions.ts';
import { handler as runAnswerStep } from '../../functions/auth/answer-step.ts';
import { handler as runContinueAuth } from '../../functions/auth/continue-auth.ts';
import {
  answerQuestions,
  answerStep,
  continueAuth,
  createAuth,
  deleteAuth,
  fixHold,
  listAuths,
} from '../../functions/auth/contract.ts';
import { handler as runCreateAuth } from '../../functions/auth/create-auth.ts';
import { handler as runDeleteAuth } from '../../functions/auth/delete-auth.ts';
import { handler as runFixHold } from '../../functions/auth/fix-hold.ts';
import { handler as runListAuths } from '../../functions/auth/list-auths.ts';
import { customizeBill, listBills } from '../../functions/bill/contract.ts';
import { handler as runCustomizeBill } from '../../functions/bill/customize-bill.ts';
import { handler as runListBills } from '../../functions/bill/list-bills.ts';
import { createClient } from '../../functions/client/contract.ts';
import { handler as runCreateClient } from '../../functions/client/create-client.ts';
import { handler as runAddPaymentMethod } from '../../functions/payment/add-payment-method.ts';
import { handler as runAssignPaymentMethod } from '../../functions/payment/assign-payment-method.ts';
import { handler as runCancelPayment } from '../../functions/payment/cancel-payment.ts';
import {
  addPaymentMethod,
  assignPaymentMethod,
  cancelPayment,
  deletePaymentMethod,
  listPaymentMethods,
  makeMethodDefault,
  retryPaymentMethod,
  schedulePayment,
  updatePaymentSettings,
} from '../../functions/payment/contract.ts';
import { handler as runDeletePaymentMethod } from '../../functions/payment/delete-payment-method.ts';
import { handler as runListPaymentMethods } from '../../functions/payment/list-payment-methods.ts';
import { handler as runMakeMethodDefault } from '../../functions/payment/make-method-default.ts';
import { handler as runRetryPaymentMethod } from '../../functions/payment/retry-payment-method.ts';
import { handler as runSchedulePayment } from '../../functions/payment/schedule-payment.ts';
import { handler as runUpdatePaymentSettings } from '../../functions/payment/update-payment-settings.ts';
import { handler as queueReadings } from '../../functions/schedule/refresh-bills.ts';
import { handler as startDueWork } from '../../functions/schedule/start-due-work.ts';
import { handler as readAccounts } from '../../functions/stream/read-accounts.ts';
import { handler as askPayment } from '../../functions/workflow/ask-payment.ts';
import { handler as closeChallenge } from '../../functions/workflow/close-challenge.ts';
import { handler as failLink } from '../../functions/workflow/fail-link.ts';
import { handler as logIn } from '../../functions/workflow/log-in.ts';
import { handler as openChallenge } from '../../functions/workflow/open-challenge.ts';
import { handler as readBills } from '../../functions/workflow/read-bills.ts';
import { handler as settlePayment } from '../../functions/workflow/settle-payment.ts';
import { handler as startLinkedPayment } from '../../functions/workflow/start-linked-payment.ts';
import { handler as submitPayment } from '../../functions/workflow/submit-payment.ts';

export const operations = {
  createClient: [createClient, runCreateClient],
  createAuth: [createAuth, runCreateAuth],
  continueAuth: [continueAuth, runContinueAuth],
  listAuths: [listAuths, runListAuths],
  answerStep: [answerStep, runAnswerStep],
  fixHold: [fixHold, runFixHold],
  answerQuestions: [answerQuestions, runAnswerQuestions],
  deleteAuth: [deleteAuth, runDeleteAuth],
  listBills: [listBills, runListBills],
  customizeBill: [customizeBill, runCustomizeBill],
  addPaymentMethod: [addPaymentMethod, runAddPaymentMethod],
  listPaymentMethods: [listPaymentMethods, runListPaymentMethods],
  deletePaymentMethod: [deletePaymentMethod, runDeletePaymentMethod],
  makeMethodDefault: [makeMethodDefault, runMakeMethodDefault],
  retryPaymentMethod: [retryPaymentMethod, runRetryPaymentMethod],
  assignPaymentMethod: [assignPaymentMethod, runAssignPaymentMethod],
  updatePaymentSettings: [updatePaymentSettings, runUpdatePaymentSettings],
  schedulePayment: [schedulePayment, runSchedulePayment],
  cancelPayment: [cancelPayment, runCancelPayment],
} as const;

export type OperationName = keyof typeof operations;

const tasks = {
  logIn,
  openChallenge,
  closeChallenge,
  readBills,
  failLink,
  startLinkedPayment,
  submitPayment,
  askPayment,
  settlePayment,
} as const;

/** Runs of the sweeps, each told which of the parts it is. */
const sweeps = { startDueWork, refreshBills: { over: openReadings } } as const;

export type SweepName = keyof typeof sweeps;

export const PARTS = DUE_PARTS;

export type Functions = ReturnType<typeof openFunctions>;

/** All of them, over what a walk hands down. */
export function openFunctions(outside: Outside) {
  return {
    operations: mapValues(operations, ([, handler]) => handler.over(outside)),
    tasks: mapValues(tasks, (handler) => handler.over(outside)),
    sweeps: mapValues(sweeps, (handler) => handler.over(outside)),
  };
}

type SendInput = {
  readonly input: { readonly Entries: { readonly Id: string; readonly MessageBody: string }[] };
};

/** The sweep, and what reads all that it hands on. */
function openReadings(outside: Outside) {
  const read = readAccounts.over(outside);
  return async (event: unknown) => {
    const bodies: string[] = [];
    const send = async ({ input: { Entries } }: SendInput) => {
      bodies.push(...Entries.map(({ MessageBody }) => MessageBody));
      return { Successful: Entries.map(({ Id }) => ({ Id })) };
    };
    const aws = { ...outside.aws, sqs: { send } as never };
    await queueReadings.over({ ...outside, aws })(event);
    await read({ Records: bodies.map((body) => ({ messageId: body, body })) });
  };
}

function mapValues<N extends string, V, R>(
  record: Readonly<Record<N, V>>,
  change: (value: V) => R,
): Readonly<Record<N, R>> {
  const entries = Object.entries<V>(record).map(([name, value]) => [name, change(value)]);
  return Object.fromEntries(entries);
}

/** The tasks of the workflows: one small function for each state that needs code. */
import type { FunctionDeclaration, QueuedTask } from '@billhook/core/api/operation';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Log in at the company with the sealed credentials; returns the kind of outcome, never data. */
export const logIn = {
  summary: 'Log in at the company and record the outcome.',
  uses: {
    table: ['get', 'put', 'update'],
    passing: ['get', 'put'],
    vault: { seal: ['login'], open: ['login', 'given'] },
    connectorKeys: ['use'],
    fingerprint: true,
    sends: ['attended', 'unattended'],
  },
  impact: 'Account links do not get past the login.',
  timeoutSeconds: 60,
  maxConcurrency: 20,
  patienceSeconds: 10 * MINUTE,
} as const satisfies QueuedTask;

/** Serves every workflow that waits for what is running at a company. */
export const awaitReport = {
  summary: 'Record which workflow waits for what is running at a company.',
  uses: { table: ['get', 'update'] },
  impact: 'What takes minutes at a company is noticed up to a minute late.',
} as const satisfies FunctionDeclaration;

export const openChallenge = {
  summary: 'Show the user what the company asks, and record which workflow waits for the answer.',
  uses: { table: ['get', 'put', 'update'] },
  impact: 'Users are not shown what their companies ask, and their links time out.',
} as const satisfies FunctionDeclaration;

export const closeChallenge = {
  summary: 'Put an auth on hold if its user did not answer in time.',
  uses: { table: ['get', 'put', 'update'] },
  impact: 'Links whose challenge was not answered look as if they were still in progress.',
} as const satisfies FunctionDeclaration;

export const readBills = {
  summary: 'Read the bills of a linked account, and record them and the auth as verified.',
  uses: {
    table: ['get', 'put', 'update'],
    passing: ['get', 'put'],
    vault: { seal: ['login'], open: ['login', 'given'] },
    connectorKeys: ['use'],
    fingerprint: true,
    sends: ['attended', 'unattended'],
  },
  impact: 'Linked accounts show no bills.',
  timeoutSeconds: 60,
  maxConcurrency: 20,
  patienceSeconds: 10 * MINUTE,
} as const satisfies QueuedTask;

export const failLink = {
  summary: 'Put an auth on hold if its link failed on our side.',
  uses: { table: ['get', 'put', 'update'] },
  impact: 'Failed links look as if they were still in progress.',
} as const satisfies FunctionDeclaration;

export const startLinkedPayment = {
  summary: 'Start the payment that a link makes once it has succeeded.',
  uses: { table: ['get', 'query', 'put'], starts: ['pay-bill'] },
  impact: 'Payments that require the user to be present are not made after the login.',
} as const satisfies FunctionDeclaration;

export const submitPayment = {
  summary: 'Read the balance again and submit the payment to the company.',
  uses: {
    table: ['get', 'query', 'put', 'update', 'delete'],
    passing: ['get', 'put'],
    vault: { seal: ['login', 'method'], open: ['login', 'given', 'method'] },
    connectorKeys: ['use'],
    fingerprint: true,
    sends: ['attended', 'unattended'],
  },
  impact: 'Payments stay pending.',
  timeoutSeconds: 60,
  maxConcurrency: 20,
  patienceSeconds: 6 * HOUR,
} as const satisfies QueuedTask;

export const askPayment = {
  summary: 'Ask the company for the outcome of a payment whose outcome is unknown.',
  uses: {
    table: ['get', 'put', 'update'],
    passing: ['get', 'put'],
    vault: { seal: ['login'], open: ['login', 'given'] },
    connectorKeys: ['use'],
    fingerprint: true,
    sends: ['attended', 'unattended'],
  },
  impact: 'Payments with an unknown outcome stay pending.',
  timeoutSeconds: 60,
  maxConcurrency: 10,
  patienceSeconds: 6 * HOUR,
} as const satisfies QueuedTask;

export const settlePayment = {
  summary:
    'Record the outcome of a payment on its bill, payment method and history in one transaction.',
  uses: { table: ['get', 'query', 'put', 'update', 'delete'] },
  impact: 'Payments that were made are shown as pending.',
} as const satisfies FunctionDeclaration;

export const startLinkedSwap = {
  summary: 'Start the swap that a link makes once it has succeeded.',
  uses: { table: ['get', 'query', 'put', 'update', 'delete'], starts: ['swap-card'] },
  impact: 'Swaps that require the user to be present are not made after the login.',
} as const satisfies FunctionDeclaration;

export const submitSwap = {
  summary: 'Put the card on file at the company, or ask for the outcome.',
  uses: {
    table: ['get', 'put', 'update'],
    passing: ['get', 'put'],
    vault: { seal: ['login', 'method'], open: ['login', 'given', 'method'] },
    connectorKeys: ['use'],
    fingerprint: true,
    sends: ['attended', 'unattended'],
  },
  impact: 'Swaps stay pending.',
  timeoutSeconds: 60,
  maxConcurrency: 10,
  patienceSeconds: 30 * MINUTE,
} as const satisfies QueuedTask;

export const settleSwap = {
  summary:
    'Record the outcome of a swap on the swap, its payment method and its auth in one transaction.',
  uses: { table: ['get', 'put', 'update'] },
  impact: 'Swaps that were made are shown as in progress.',
} as const satisfies FunctionDeclaration;

export const advanceClock = {
  summary: "Run what falls due while a partner's test clock is moved ahead, in order.",
  uses: {
    table: ['get', 'query', 'query-index', 'put', 'update', 'delete'],
    passing: ['get', 'put'],
    vault: { seal: ['login', 'method'], open: ['login', 'given', 'method'] },
    connectorKeys: ['use'],
    fingerprint: true,
    starts: ['pay-bill'],
    sends: ['readings', 'attended', 'unattended'],
  },
  impact: 'Test clocks do not move.',
  timeoutSeconds: 120,
  sandboxOnly: true,
  maxConcurrency: 4,
  patienceSeconds: HOUR,
} as const satisfies QueuedTask;

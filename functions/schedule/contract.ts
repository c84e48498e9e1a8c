/** What runs unattended. What is due at a time of day has that instant on its record. */
import type { ScheduleDeclaration } from '@billhook/core/api/operation';

export const startDueWork = {
  summary:
    'Start links, payments and swaps that are due or were interrupted, send notices, delete old ' +
    'card codes and unused encryption keys, and erase the rest of clients.',
  uses: {
    table: ['get', 'query', 'query-index', 'put', 'update', 'delete'],
    erases: true,
    encryptionKeys: ['find', 'delete'],
    starts: ['link-account', 'pay-bill', 'swap-card'],
    signals: ['link-account'],
  },
  impact: 'Automatic and scheduled payments are late, and interrupted requests are not resumed.',
  everyMinutes: 1,
  parts: 4,
  timeoutSeconds: 60,
} as const satisfies ScheduleDeclaration;

export const refreshJwks = {
  summary: "Fetch partners' signing keys from their URLs, daily and while none is valid.",
  uses: { table: ['get', 'query-index', 'put'], vault: { open: ['headers'] } },
  impact: 'Rotated signing keys are not fetched, and after 7 days signed requests are rejected.',
  everyMinutes: 5,
  parts: 4,
  timeoutSeconds: 300,
  memoryMebibytes: 1024,
} as const satisfies ScheduleDeclaration;

export const refreshBills = {
  summary: 'Hand on the linked accounts whose bills are to be read again today.',
  uses: { table: ['get', 'get-many', 'query-index', 'put'], sends: ['readings'] },
  impact: 'Accounts are not handed on to be read, and new bills are seen late.',
  everyMinutes: 5,
  parts: 4,
  timeoutSeconds: 60,
} as const satisfies ScheduleDeclaration;

export const publishMissedEvents = {
  summary: 'Publish the events that the stream missed.',
  uses: { table: ['get', 'query-index', 'update'], publishes: true },
  impact: 'Partners never receive events that the stream missed.',
  everyMinutes: 1,
  timeoutSeconds: 60,
} as const satisfies ScheduleDeclaration;

export const followTestClocks = {
  summary: 'Run what has fallen due on test clocks that partners have moved ahead.',
  uses: {
    table: ['get', 'query', 'query-index', 'put', 'update', 'delete'],
    passing: ['get', 'put'],
    vault: { seal: ['login'], open: ['login', 'given'] },
    connectorKeys: ['use'],
    fingerprint: true,
    starts: ['pay-bill', 'link-account', 'advance-clock'],
    sends: ['readings', 'attended', 'unattended'],
  },
  impact: 'The bills of partners with a test clock do not progress.',
  everyMinutes: 1,
  timeoutSeconds: 60,
  sandboxOnly: true,
} as const satisfies ScheduleDeclaration;

export const wakeEndpoints = {
  summary: 'Start a delivery for each webhook endpoint that has events due.',
  uses: { table: ['query-index', 'update'], sends: ['endpoints'] },
  impact: 'Failed webhooks are retried late, and those that were set aside stay there.',
  everyMinutes: 1,
  timeoutSeconds: 60,
} as const satisfies ScheduleDeclaration;

export const rotateTokenKey = {
  summary:
    'Replace the key that signs tokens once a year, in steps that log nobody out, and end the keys for ' +
    'connectors that were replaced.',
  uses: { table: ['get', 'put'], tokenKey: ['rotate'], connectorKeys: ['rotate'] },
  impact:
    'The key that signs tokens is not replaced, or a key that was replaced stays accepted. Nobody is logged out.',
  everyMinutes: 60,
  timeoutSeconds: 60,
} as const satisfies ScheduleDeclaration;

export const reconcilePayments = {
  summary:
    'Hold payments against what connectors report, and accounts against their payments, once a day.',
  uses: {
    table: ['get', 'query', 'query-index', 'put', 'update', 'delete'],
    connectorKeys: ['use'],
    fingerprint: true,
  },
  impact: 'Payments that went wrong at a company, or double, are not noticed.',
  everyMinutes: 5,
  parts: 4,
  timeoutSeconds: 300,
} as const satisfies ScheduleDeclaration;

export const refreshConnectors = {
  summary:
    'Read the manifests of remote connectors again, so that their new keys count, tell connectors ' +
    'which accounts to forget, read what companies’ pages look like, and have the browser look at its own.',
  uses: {
    table: ['get', 'query', 'put', 'delete'],
    passing: ['get', 'put'],
    connectorKeys: ['use'],
    vault: { seal: ['page'] },
    sends: ['unattended'],
  },
  impact:
    'A connector that has replaced its keys is asked in vain, connectors keep what they know of ' +
    'unlinked accounts, and nobody is warned of a company whose page has changed.',
  everyMinutes: 60,
  timeoutSeconds: 300,
} as const satisfies ScheduleDeclaration;

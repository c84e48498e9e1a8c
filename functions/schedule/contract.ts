/** What runs unattended. */
import type { ScheduleDeclaration } from '@billhook/core/operation';

export const startDueWork = {
  summary:
    'Start links, payments and swaps that are due or were left behind, give notices, drop old card codes and unused encryption keys.',
  uses: {
    table: ['get', 'query', 'query-index', 'put', 'update', 'delete'],
    encryptionKeys: ['find', 'delete'],
    starts: ['link-account', 'pay-bill', 'swap-card'],
    signals: ['link-account'],
  },
  impact:
    'Automatic and scheduled payments are late, and interrupted requests are not taken up again.',
  everyMinutes: 1,
  parts: 4,
  timeoutSeconds: 300,
} as const satisfies ScheduleDeclaration;

export const refreshJwks = {
  summary: "Fetch partners' signing keys from their addresses, daily and while none is valid.",
  uses: { table: ['get', 'query-index', 'put'], vault: ['open'] },
  impact: 'Rotated signing keys are not taken up, and after 7 days signed requests are refused.',
  everyMinutes: 5,
  parts: 4,
  timeoutSeconds: 300,
  memoryMebibytes: 1024,
} as const satisfies ScheduleDeclaration;

export const refreshBills = {
  summary: 'Read the bills of linked accounts again, daily, without their users.',
  uses: {
    table: ['get', 'query-index', 'put', 'update'],
    vault: ['open'],
    fingerprint: true,
  },
  impact: 'New bills are seen late, and so paid late.',
  everyMinutes: 5,
  parts: 4,
  timeoutSeconds: 300,
  memoryMebibytes: 1024,
} as const satisfies ScheduleDeclaration;

export const publishMissedEvents = {
  summary: 'Publish the events that the stream missed.',
  uses: { table: ['get', 'query-index', 'update'], publishes: true },
  impact: 'Partners never hear of events that the stream missed.',
  everyMinutes: 1,
  timeoutSeconds: 60,
} as const satisfies ScheduleDeclaration;

export const followTestClocks = {
  summary: 'Run what has fallen due by test clocks that partners have moved ahead.',
  uses: {
    table: ['get', 'query', 'query-index', 'put', 'update', 'delete'],
    vault: ['open'],
    fingerprint: true,
    starts: ['pay-bill', 'link-account', 'advance-clock'],
  },
  impact: 'Bills of partners that test with a clock of their own stand still.',
  everyMinutes: 1,
  timeoutSeconds: 300,
  sandboxOnly: true,
} as const satisfies ScheduleDeclaration;

export const wakeEndpoints = {
  summary: 'Call a deliverer for each webhook endpoint that has something due.',
  uses: { table: ['query-index', 'update'], sends: ['endpoints'] },
  impact: 'Webhooks that failed are tried again late, and those that were put aside stay there.',
  everyMinutes: 1,
  timeoutSeconds: 60,
} as const satisfies ScheduleDeclaration;

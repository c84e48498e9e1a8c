/** What runs unattended. */
import type { ScheduleDeclaration } from '@billhook/core/operation';

export const startDueWork = {
  summary:
    'Start links, payments and swaps that are due or were left behind, drop old card codes and unused encryption keys.',
  uses: {
    table: ['get', 'query', 'query-index', 'put', 'update', 'delete'],
    encryptionKeys: ['find', 'delete'],
    starts: ['link-account', 'pay-bill', 'swap-card'],
    signals: ['link-account'],
  },
  impact: 'Scheduled payments are late, and interrupted requests are not taken up again.',
  everyMinutes: 1,
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

/** What a test needs and only a sandbox has. */
import type { Operation } from '@billhook/core/api/operation';
import { clock, givenClock } from '@billhook/core/schemas/clock';
import { reconciliationSummary } from '@billhook/core/schemas/reconciliation';

export const setClock = {
  method: 'PUT',
  path: '/sandbox/clock',
  summary:
    "Move the partner's test clock ahead. Everything that falls due in between runs in the " +
    'background.',
  description:
    'Bills, pay dates, autopay, notices and the 24-hour rule of all the partner’s clients follow ' +
    'the clock, which keeps running from there. Tokens, keys, signatures and the waiting times ' +
    'of security challenges do not. `advancing` is true until everything that fell due on the ' +
    'way has been done, each at its own time and in order.',
  callers: ['partner'],
  scope: 'service',
  body: givenClock,
  response: clock,
  errors: ['clock_moves_forward', 'request_conflict'],
  uses: { table: ['get', 'put'], starts: ['advance-clock'] },
  impact: 'Partners cannot test what happens later.',
  sandboxOnly: true,
} as const satisfies Operation;

export const getClock = {
  method: 'GET',
  path: '/sandbox/clock',
  summary: "Retrieve the partner's test clock.",
  description: '`advancing` is true while what fell due is still being done.',
  callers: ['partner'],
  scope: 'service',
  response: clock,
  errors: [],
  uses: { table: ['get'] },
  impact: 'Partners cannot see the time of their test clock.',
  sandboxOnly: true,
} as const satisfies Operation;

export const reconcileNow = {
  method: 'POST',
  path: '/sandbox/reconciliation',
  summary: "Reconcile the partner's payments now, those of today included.",
  description:
    'As the daily run does, which leaves out today. It replaces the report of today: ' +
    '`GET /partner/reconciliation` has its findings. By a test clock, payments count by the day ' +
    'on which they were really made.',
  callers: ['partner'],
  scope: 'service',
  response: reconciliationSummary,
  errors: ['request_conflict'],
  uses: {
    table: ['get', 'query', 'query-index', 'put', 'update', 'delete'],
    connectorKeys: ['use'],
    fingerprint: true,
  },
  impact: 'Partners cannot test what reconciliation finds.',
  timeoutSeconds: 25,
  sandboxOnly: true,
} as const satisfies Operation;

/** What the operator's command line has the deployment do, in place of doing it by itself. */
import type { FunctionDeclaration } from '@billhook/core/api/operation';

export const checkConnector = {
  summary: 'Look at a remote connector for the operator: its manifest, and the conformance suite.',
  uses: { table: ['get', 'update'], connectorKeys: ['use'] },
  impact: 'No connector can be registered or verified. Those that are registered are not affected.',
  // A step begins no check after a few seconds, but one check may wait for what settles later.
  timeoutSeconds: 600,
} as const satisfies FunctionDeclaration;

export const openPages = {
  summary: 'Open for the operator what pages of a company are made of that nobody knew.',
  uses: { table: ['get'], passing: ['get'], vault: { open: ['page'] } },
  impact: '`company show` has no such pages. What it says of sessions and limits is not affected.',
} as const satisfies FunctionDeclaration;

export const fetchLogos = {
  summary: 'Fetch logos that rows of remote connectors name, and keep them for the modules’ host.',
  uses: { putsLogos: true },
  impact: 'New companies of remote connectors are imported without logos: users see initials.',
  // Several rounds of requests of five seconds each.
  timeoutSeconds: 60,
} as const satisfies FunctionDeclaration;

export const readSettlements = {
  summary: 'Read for the operator what connectors report of a day, after a restore.',
  uses: { table: ['get', 'query'], connectorKeys: ['use'] },
  impact: 'What was paid before a restore is not found. Nothing else is affected.',
  timeoutSeconds: 60,
} as const satisfies FunctionDeclaration;

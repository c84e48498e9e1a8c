/** What the operator's command line has the deployment do, in place of doing it by itself. */
import type { FunctionDeclaration } from '@billhook/core/operation';

export const checkConnector = {
  summary: 'Look at a remote connector for the operator: its manifest, and the conformance suite.',
  uses: { table: ['get', 'update'], connectorKeys: ['use'] },
  impact: 'No connector can be registered or verified. Those that are registered are not affected.',
  // A step begins no check after a few seconds, but one check may wait for what settles later.
  timeoutSeconds: 600,
} as const satisfies FunctionDeclaration;

/** What runs once with each deployment. */
import type { FunctionDeclaration } from '@billhook/core/operation';

export const seedDeployment = {
  summary: 'Give a fresh deployment its first partner, and the sandbox its companies.',
  uses: { table: ['get', 'query', 'put'], pepper: true, firstPartner: true },
  impact: 'A new deployment cannot be used; a running one is not affected.',
  timeoutSeconds: 120,
} as const satisfies FunctionDeclaration;

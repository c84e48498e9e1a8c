/** What runs once with each deployment. */
import type { FunctionDeclaration } from '@billhook/core/api/operation';

export const seedDeployment = {
  summary: 'Create the first partner of a new deployment, and the companies of a sandbox.',
  uses: {
    table: ['get', 'get-many', 'query', 'put', 'update', 'delete'],
    pepper: true,
    firstPartner: true,
  },
  impact: 'A new deployment cannot be used; a running one is not affected.',
  timeoutSeconds: 120,
} as const satisfies FunctionDeclaration;

/** Before each file of walks: what reaches outside this process is replaced. */
import { vi } from 'vitest';

vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  randomBytes: (await import('./substitutes.ts')).seededBytes,
}));
vi.mock('../../layers/runtime/table/table.ts', () => import('./substitutes.ts'));
vi.mock('../../layers/runtime/companies/connectors.ts', () => import('./substitutes.ts'));
vi.mock('../../layers/runtime/aws/logger.ts', () => import('./substitutes.ts'));
vi.mock('../../layers/runtime/aws/vault.ts', () => import('./substitutes.ts'));

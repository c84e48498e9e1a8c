import { defineConfig } from 'vitest/config';

const MINUTE = 60_000;

/** End-to-end tests that start services of their own, and so can run side by side. */
const ownService = ['chaos', 'costs', 'earlier-state', 'operator', 'restart'].map(
  (name) => `test/end-to-end/${name}.test.ts`,
);

/**
 * Three groups, one after the other: what needs no service, with the network off; walks of the
 * functions beside a model of them, and the tests that start a service of their own; and the
 * end-to-end tests against one service that is started for all of them.
 */
export default defineConfig(({ mode }) => ({
  test: {
    reporters: ['default', './test/support/closing-line.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/end-to-end/**', 'test/model/**', 'test/browser/**'],
          setupFiles: ['test/support/no-network.ts'],
          // What functions log would stand between the lines of the report.
          env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: MINUTE,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'model',
          include: ['test/model/**/*.test.ts'],
          setupFiles: ['test/support/no-network.ts'],
          // `npm run test:model` is the long run of the walks.
          env: {
            MODEL_WALKS: process.env.MODEL_WALKS ?? (mode === 'model' ? '20000' : '500'),
            POWERTOOLS_LOG_LEVEL: process.env.POWERTOOLS_LOG_LEVEL ?? 'SILENT',
          },
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'own-service',
          include: ownService,
          // `npm run test:chaos` is the long run of the payments amid faults.
          env: {
            CHAOS_PAYMENTS: process.env.CHAOS_PAYMENTS ?? (mode === 'chaos' ? '1000' : '24'),
          },
          maxWorkers: 2,
          testTimeout: MINUTE,
          hookTimeout: 2 * MINUTE,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/browser/browser-setup.ts'],
          maxWorkers: 2,
          // A page waits for the service, and for a machine that does other things beside.
          testTimeout: 2 * MINUTE,
          hookTimeout: 2 * MINUTE,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'end-to-end',
          include: ['test/end-to-end/**/*.test.ts'],
          exclude: ownService,
          // `npm run test:fuzz` is the long run of the generated requests.
          env: {
            // `npm run test:model-service` is the long run of the walks against the service.
            SERVICE_WALKS: process.env.SERVICE_WALKS ?? (mode === 'model' ? '200' : '6'),
            SERVICE_STEPS: mode === 'model' ? '50' : '12',
            FUZZ_REQUESTS: mode === 'fuzz' ? '10000' : '300',
          },
          globalSetup: ['test/support/global-setup.ts'],
          // One file at a time: the files share one service and two cores.
          maxWorkers: 1,
          fileParallelism: false,
          testTimeout: MINUTE,
          hookTimeout: 2 * MINUTE,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
}));

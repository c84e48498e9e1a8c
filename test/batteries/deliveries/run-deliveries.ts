/**
 * `npm run tools -- deliveries`: events to endpoints that fail 30 % of the time, hang 5 % and close early
 * 5 %, by deliverers that are killed.
 */
import { join } from 'node:path';
import { runBattery } from '../frame/frame.ts';
import { openProcesses } from '../frame/processes.ts';
import type { Request } from './deliveries-process.ts';

const EVENTS_A_PART = 1_000;

const { exitCode } = await runBattery<{ readonly kills: number }>(
  {
    name: 'deliveries',
    command: 'npm run tools -- deliveries',
    about: 'Events to endpoints that fail, hang and close early, by deliverers that are killed.',
    units: 'events',
    total: 10_000,
    numbers: { kills: [5, 'Kills of a deliverer, by thousand events'] },
    lanes: 1,
    open: async ({ options: { kills } }) => {
      // Clients of the table are made once a process, and each part has a table of its own.
      const script = join(import.meta.dirname, 'deliveries-process.ts');
      const { ask, end } = openProcesses<Request>(script, 1);
      return {
        make: (_, left) => ask({ events: Math.min(EVENTS_A_PART, left), kills }),
        close: async () => end(),
      };
    },
  },
  process.argv.slice(2),
);
process.exitCode = exitCode;

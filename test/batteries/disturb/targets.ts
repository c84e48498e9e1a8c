/** What is disturbed, and who knows what was really charged. */
import type { Tally } from '../frame/tally.ts';
import { runBrowserPart } from './browser-part.ts';
import { type Disturbance, type Part, runServicePart } from './service-part.ts';

export type Target = {
  /** What befalls it. */
  readonly about: string;
  readonly witness: string;
  /** Payments, or workers that are killed: of a whole run, of a part of it, and of a test. */
  readonly rounds: { readonly full: number; readonly part: number; readonly everyday: number };
  readonly run: (part: Part) => Promise<Tally>;
};

const disturbed = (disturbance: Disturbance) => (part: Part) => runServicePart(part, disturbance);
const MEMORY = "the test companies' memory, in the table";

export const targets = {
  function: {
    about: 'one AWS call in ten is throttled, fails, loses its response, conflicts or comes twice',
    witness: MEMORY,
    rounds: { full: 1_000, part: 50, everyday: 10 },
    run: disturbed({ faults: 0.1 }),
  },
  workflow: {
    about: 'executions that make payments are stopped',
    witness: MEMORY,
    rounds: { full: 500, part: 25, everyday: 10 },
    run: disturbed({ strike: 'stop', every: 10 }),
  },
  service: {
    about: 'the service and its table server are killed, at work and while they start',
    witness: MEMORY,
    rounds: { full: 1_000, part: 25, everyday: 10 },
    run: disturbed({ strike: 'kill', every: 60 }),
  },
  connector: {
    about: 'a connector and its service are killed, over a network that spoils a fifth of messages',
    witness: "the connector's journal",
    // Small parts: `--minutes` ends a run between two.
    rounds: { full: 1_000, part: 20, everyday: 5 },
    run: disturbed({ strike: 'kill', every: 120, connectorEndsAfter: 20 }),
  },
  browser: {
    about: "a browser's worker is killed before, at and after the button that charges",
    witness: "the books of the company's website",
    rounds: { full: 300, part: 15, everyday: 3 },
    run: runBrowserPart,
  },
} as const satisfies Record<string, Target>;

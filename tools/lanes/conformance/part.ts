/** A part of `npm run tools -- conformance`: what it found, or why it was skipped. */
import type { ServiceFacts } from '../../../lib/local/service-process.ts';
import type { ApiKey } from './service.ts';

export type Outcome =
  | { readonly skipped: string }
  | {
      /** What was tried and how it went, a line each, for docs/contribute/batteries.md. */
      readonly figures: readonly string[];
      /** What the service did and must not do, a line each. */
      readonly failures: readonly string[];
    };

export type Surroundings = {
  /** What was installed stays here for the next run; outside of the checkout. */
  readonly cacheFolder: string;
  /** This run's files. */
  readonly runFolder: string;
  readonly service: ServiceFacts;
  /** Makes a partner of its own for who needs one, with a limit that a test does not reach. */
  readonly newPartner: () => Promise<ApiKey>;
  /** Seconds that schemathesis may take. */
  readonly seconds: number;
};

export type Part = {
  readonly name: string;
  readonly run: (surroundings: Surroundings) => Promise<Outcome>;
};

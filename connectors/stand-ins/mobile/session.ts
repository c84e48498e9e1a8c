/** What Larkspur keeps of those who sign in, and what its parts share. */
import type { Database } from '../site/database.ts';
import type { countSessions } from '../site/sessions-at-once.ts';
import type { Switches } from '../site/switches.ts';

/** What is going to be paid; `paid` once the customer said so. */
export type Quote = {
  readonly id: string;
  readonly cents: number;
  readonly card: string;
  paid?: Promise<void>;
};

/** Signed in once there is a token; until then it is a challenge that waits for its code. */
export type Session = {
  readonly id: string;
  readonly login: string;
  readonly code: string;
  readonly at: number;
  isIn: boolean;
  wrongCodes: number;
  quote?: Quote;
};

export type Deps = {
  readonly database: Database;
  readonly switches: Switches;
  readonly atOnce: ReturnType<typeof countSessions>;
  /** By what a browser holds: its token, or the id of a challenge. */
  readonly sessions: Map<string, Session>;
};

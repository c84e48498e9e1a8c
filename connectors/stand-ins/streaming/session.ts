/** What Nightjar keeps of those who sign in, and what its parts share. */
import type { Database } from '../site/database.ts';
import type { countSessions } from '../site/sessions-at-once.ts';
import type { Switches } from '../site/switches.ts';

export const COOKIE = 'nj';

export type Session = {
  readonly id: string;
  readonly login: string;
  stage: 'captcha' | 'code' | 'in';
  /** What the picture shows, or what was sent by e-mail. */
  expected?: string;
  failures: number;
  bill?: { readonly token: string; readonly cents: number; paid?: Promise<void> };
};

export type Deps = {
  readonly database: Database;
  readonly switches: Switches;
  readonly atOnce: ReturnType<typeof countSessions>;
  readonly sessions: Map<string, Session>;
};

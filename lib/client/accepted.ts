import type { Problem } from '@billhook/core/base/errors';

/** What a call of the typed client comes to, whatever the operation. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

/** What was answered, where nothing else than success will do. @throws Error with the code. */
export function accepted<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  const { code, detail, requestId } = outcome.problem;
  throw new Error(`${code}: ${detail} (request ${requestId})`);
}

/** What a refused call says to the user. */
import type { Refusal } from './api.ts';
import { inText, say, type TextKey } from './text.ts';

const texts: Readonly<Record<string, TextKey>> = {
  offline: 'problem.offline',
  too_many_requests: 'problem.busy',
  link_limit_reached: 'problem.limit',
  payments_paused: 'problem.paused',
  amount_limit: 'problem.amount',
  request_conflict: 'problem.conflict',
  internal_error: 'problem.general',
  service_unavailable: 'problem.general',
};

/** Of a code that has no words of its own, the service's own sentence is said. */
export function problemText({ code, message }: Refusal): string {
  const key = texts[code];
  return key ? say(key) : message || say('problem.general');
}

/** That a field is empty. Its label begins with a capital letter: "Enter your account number". */
export function requiredText(label: string): string {
  return say('problem.required', { label: inText(label) });
}

/** The refused fields below `prefix`, by their own names: `form.username` is `username`. Nothing is said of an empty one. */
export function fieldProblems({ fields }: Refusal, prefix = ''): Record<string, string> {
  const own = fields.filter(({ field }) => field.startsWith(prefix));
  return Object.fromEntries(
    own.map(({ field, message, code }) => [
      field.slice(prefix.length),
      code === 'required' ? '' : message,
    ]),
  );
}

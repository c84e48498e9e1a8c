/** Canned answers as the service would send them: whole problems, and nothing that it never says. */
import { errors, type FieldError, fail, problemOf } from '@billhook/core/base/errors';
import { codesOf, isRefusal, problemsOf } from '../support/stub-check.ts';

type Sent = { readonly status: number; readonly json: object };

/**
 * What is sent for an answer; where none is canned, what was asked for is not there.
 * @throws Error with what the service would never answer.
 */
export function sentFor(route: string, answer: unknown = nowhere(route)): Sent {
  const problems = problemsOf(route, answer);
  if (problems.length > 0) throw new Error(`${route} is never answered so: ${problems.join('; ')}`);
  if (!isRefusal(answer)) return { status: 200, json: answer as object };
  const { code, errors: fields } = answer as Refused;
  return { status: answer.status, json: problemOf(fail(code, { fields }), 'request-1') };
}

type Refused = { readonly code: keyof typeof errors; readonly errors?: readonly FieldError[] };

function nowhere(route: string): object {
  const code = codesOf(route).find((one) => errors[one].status === 404) ?? 'internal_error';
  return { status: errors[code].status, code };
}

/** Whether a response is what its operation's contract declares. */
import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '@billhook/core/api/operation';
import { errors } from '@billhook/core/base/errors';
import * as v from 'valibot';
import { errorCodesOf } from '../documents/openapi.ts';
import { problemSchema } from './problem.ts';

/** @throws Error that says how the response departs from the contract. */
export function checkAnswer(operation: Operation, response: Response, value: unknown): void {
  const complaint =
    complainOfHeaders(response) ??
    (response.status === 200
      ? complainOfValue(operation, value)
      : complainOfProblem(operation, response, value));
  if (complaint) {
    throw new Error(
      `${operation.method} ${operation.path} broke its contract (${response.status}): ${complaint}`,
    );
  }
}

function complainOfHeaders({ headers }: Response): string | undefined {
  if (!headers.get('request-id')) return 'no request-id';
  const type = headers.get('content-type') ?? '';
  return type.startsWith('application/json') ? undefined : `content-type is ${type}`;
}

function complainOfValue(operation: Operation, value: unknown): string | undefined {
  const parsed = v.safeParse(operation.response, value);
  if (!parsed.success) return issueText(parsed.issues[0]);
  // Parsing drops what the schema does not declare, so a difference is an undeclared field.
  return isDeepStrictEqual(parsed.output, value) ? undefined : 'it has undeclared fields';
}

function complainOfProblem(
  operation: Operation,
  response: Response,
  value: unknown,
): string | undefined {
  const parsed = v.safeParse(problemSchema, value);
  if (!parsed.success) return issueText(parsed.issues[0]);
  const problem = parsed.output;
  if (!errorCodesOf(operation).includes(problem.code)) return `it declares no ${problem.code}`;
  if (problem.status !== response.status || errors[problem.code].status !== response.status) {
    return `the status of ${problem.code} is wrong`;
  }
  return problem.requestId === response.headers.get('request-id')
    ? undefined
    : 'requestId differs from the request-id header';
}

function issueText(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? 'the body'}: ${issue.message}`;
}

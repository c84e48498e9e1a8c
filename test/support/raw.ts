/** Requests as a careless or hostile caller sends them, and the one error shape of the answers. */
import { type ErrorCode, errors } from '@billhook/core/base/errors';
import { parse } from 'valibot';
import { expect, inject } from 'vitest';
import { problemSchema } from '../../lib/client/problem.ts';

export type RawRequest = {
  readonly method: string;
  /** Below `/v1`. */
  readonly path: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Empty for none. */
  readonly apiKey?: string;
};

const HANG_MILLISECONDS = 30_000;

/** Sends what is given as it is. The type is JSON unless another is given. */
export function sendRaw(request: RawRequest): Promise<Response> {
  return sendTo(inject('service'), request);
}

export async function sendTo(
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  request: RawRequest,
): Promise<Response> {
  const key = request.apiKey ?? apiKey;
  return await fetch(`${baseUrl}${request.path}`, {
    method: request.method,
    body: request.body,
    redirect: 'manual',
    signal: AbortSignal.timeout(HANG_MILLISECONDS),
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
      ...request.headers,
    },
  });
}

export type ProblemBody = Awaited<ReturnType<typeof readProblem>>;

/** Reads an error answer. Fails the test when it is not of the one shape. */
export async function readProblem(response: Response) {
  const text = await response.text();
  const problem = parse(problemSchema, JSON.parse(text));
  expect(problem.status).toBe(response.status);
  expect(problem.type).toBe(`urn:billhook:error:${problem.code}`);
  expect(problem.status).toBe(errors[problem.code].status);
  expect(problem.message).toBe(problem.detail);
  expect(response.headers.get('request-id')).toBe(problem.requestId);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  return problem;
}

/** Sends a request that must be refused with a code, in the one shape. */
export async function expectRefusal(request: RawRequest, code: ErrorCode) {
  const response = await sendRaw(request);
  const problem = await readProblem(response);
  expect(`${problem.status} ${problem.code}`).toBe(`${errors[code].status} ${code}`);
  return problem;
}

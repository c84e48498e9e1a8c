/** How the endpoint's answers are written. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { isAwsFailure } from '../failures.ts';

/** AWS JSON services name the failure in `__type`, Lambda in a header; SDKs read either. */
export function answerFailure(response: ServerResponse, service: string, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const known = isAwsFailure(error);
  const code = known ? error.awsCode : 'InternalServerError';
  const message = error instanceof Error ? error.message : String(error);
  const denied = service === 'lambda' && code === 'AccessDeniedException';
  const status = known ? (denied ? 403 : error.status) : 500;
  writeAnswer(
    response,
    status,
    { __type: code, message, Message: message, ...(known && error.members) },
    { 'x-amzn-errortype': code.slice(code.indexOf('#') + 1) },
  );
}

export function writeAnswer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string>,
) {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(text),
      'x-amzn-requestid': randomUUID(),
      ...headers,
    })
    .end(text);
}

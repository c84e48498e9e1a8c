/** How the endpoint's answers are written. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { isAwsFailure } from '../failures.ts';

/** AWS JSON services name the failure in `__type`, Lambda in a header, S3 in XML; SDKs read each. */
export function answerFailure(response: ServerResponse, service: string, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const known = isAwsFailure(error);
  const code = known ? error.awsCode : 'InternalServerError';
  const message = error instanceof Error ? error.message : String(error);
  const rest = service === 'lambda' || service === 's3';
  const denied = rest && code === 'AccessDeniedException';
  const status = known ? (denied ? 403 : error.status) : 500;
  if (service === 's3') {
    // Its client reads XML alone.
    const xml = `<Error><Code>${code}</Code><Message>${escaped(message)}</Message></Error>`;
    response.writeHead(status, { 'content-type': 'application/xml' }).end(xml);
    return;
  }
  writeAnswer(
    response,
    status,
    { __type: code, message, Message: message, ...(known && error.members) },
    { 'x-amzn-errortype': code.slice(code.indexOf('#') + 1) },
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
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

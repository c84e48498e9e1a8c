/**
 * Serves a connector on Lambda, behind a function URL or an HTTP API (payload version 2.0). Nothing runs
 * on after a response there: make the server with `answerSeconds: Infinity`, and give the function as
 * many seconds as the longest of the manifest's `timeouts`.
 */
import type { WireRequest } from '../wire/message.ts';
import type { ConnectorServer } from './serve.ts';

export type LambdaEvent = {
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  readonly isBase64Encoded: boolean;
  readonly requestContext: { readonly http: { readonly method: string } };
};

export type LambdaResult = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export function lambdaHandler(connector: ConnectorServer, baseUrl: string) {
  return async (event: LambdaEvent): Promise<LambdaResult> => {
    const { status, headers, body } = await connector.handle(requestOf(event, baseUrl));
    const given = Object.entries(headers).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    return {
      statusCode: status,
      headers: Object.fromEntries(given),
      body: Buffer.from(body).toString('utf8'),
    };
  };
}

function requestOf(event: LambdaEvent, baseUrl: string): WireRequest {
  const { rawPath, rawQueryString, headers, body = '', isBase64Encoded, requestContext } = event;
  const query = rawQueryString === '' ? '' : `?${rawQueryString}`;
  return {
    method: requestContext.http.method,
    url: `${baseUrl}${rawPath}${query}`,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
}

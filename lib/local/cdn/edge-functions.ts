/** CloudFront's functions, as far as templates use them: what is done to a request before it goes on. */
import { createContext, Script } from 'node:vm';
import { localFailure } from '../failures.ts';
import type { Model } from '../template/model.ts';

/** A request at the edge: `uri` without its query, the query as it was written. */
export type EdgeRequest = {
  readonly method: string;
  readonly uri: string;
  readonly query: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly viewerIp: string;
};

/** The request to pass on. @throws whatever the function throws, for which CloudFront returns 503. */
export type EdgeFunction = (request: EdgeRequest) => Omit<EdgeRequest, 'viewerIp'>;

type Value = { readonly value: string; readonly multiValue?: readonly { value: string }[] };
type Values = Record<string, Value>;
type Handled = {
  readonly method?: string;
  readonly uri?: string;
  readonly querystring?: Values;
  readonly headers?: Values;
  readonly statusCode?: number;
};

/** Far more than CloudFront gives one, so that a machine that is busy fails none. */
const RUN_MILLISECONDS = 1_000;

/** The functions of the templates by their ARN. */
export function readEdgeFunctions(model: Model): ReadonlyMap<string, EdgeFunction> {
  return new Map(
    model.ofType('AWS::CloudFront::Function').map((resource) => {
      const { FunctionCode } = resource.properties();
      return [resource.arn, runEdgeFunction(String(FunctionCode))] as const;
    }),
  );
}

/** @param code defines `handler(event)`, in JavaScript. */
export function runEdgeFunction(code: string): EdgeFunction {
  const script = new Script(`${code}\nJSON.stringify(handler(JSON.parse(given)));`);
  return (request) => {
    const event = {
      version: '1.0',
      context: { eventType: 'viewer-request' },
      viewer: { ip: request.viewerIp },
      request: {
        method: request.method,
        uri: request.uri,
        querystring: valuesOf(pairsOf(request.query)),
        headers: valuesOf(request.headers.map(([name, value]) => [name.toLowerCase(), value])),
        cookies: {},
      },
    };
    const context = createContext({ Buffer, given: JSON.stringify(event) });
    const handled = JSON.parse(script.runInContext(context, { timeout: RUN_MILLISECONDS }));
    return goingOn(request, event.request, handled);
  };
}

type Before = { readonly querystring: Values; readonly headers: Values };

/** What the function left alone goes on as it was written. */
function goingOn(request: EdgeRequest, before: Before, handled: Handled) {
  const { method = request.method, uri = request.uri, querystring = {}, headers = {} } = handled;
  if (handled.statusCode !== undefined) {
    throw localFailure(
      'A CloudFront function returned a response, which is not supported by the local runtime.',
    );
  }
  const changed = (name: string) => !isSame(before.headers[name], headers[name]);
  return {
    method,
    uri,
    query: isSame(before.querystring, querystring) ? request.query : queryOf(querystring),
    headers: [
      ...request.headers.filter(([name]) => !changed(name.toLowerCase())),
      ...Object.entries(headers)
        .filter(([name]) => changed(name))
        .flatMap(([name, value]) => listOf(value).map((one) => [name, one] as const)),
    ],
  };
}

/** Names and values as they were written, not decoded. */
function pairsOf(query: string): [string, string][] {
  const parts = query.split('&').filter((part) => part !== '');
  return parts.map((part) => {
    const mark = part.indexOf('=');
    return mark < 0 ? [part, ''] : [part.slice(0, mark), part.slice(mark + 1)];
  });
}

function valuesOf(pairs: readonly (readonly [string, string])[]): Values {
  const grouped = Object.entries(Object.groupBy(pairs, ([name]) => name));
  // Without a prototype: a parameter may be named `__proto__`.
  const values: Values = Object.create(null);
  for (const [name, all = []] of grouped) {
    const multiValue = all.map(([, value]) => ({ value }));
    const value = multiValue[0]?.value ?? '';
    values[name] = multiValue.length > 1 ? { value, multiValue } : { value };
  }
  return values;
}

function queryOf(values: Values): string {
  return Object.entries(values)
    .flatMap(([name, value]) => listOf(value).map((one) => `${name}=${one}`))
    .join('&');
}

function listOf({ value, multiValue }: Value): string[] {
  return multiValue ? multiValue.map((one) => one.value) : [value];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

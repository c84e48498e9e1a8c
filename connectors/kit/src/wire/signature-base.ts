/** What a signature covers: for each kind of message one list of components (RFC 9421, section 2). */
import {
  CONNECTOR_HEADER,
  OPERATION_HEADER,
  PROTOCOL_HEADER,
  type WireRequest,
  type WireResponse,
} from './message.ts';

export type Message = WireRequest | WireResponse;

/** What a message is: another tag for each, so that none can be taken for another. */
export type MessageKind = 'request' | 'response' | 'report' | 'manifest';

/** A covered component; `req`: of the request that a response is to. */
type Component = { readonly name: string; readonly req?: true };

const own = ['content-digest', PROTOCOL_HEADER, CONNECTOR_HEADER] as const;
const asking: readonly Component[] = ['@method', '@target-uri', ...own, OPERATION_HEADER].map(
  (name) => ({ name }),
);

const requested = (...names: readonly string[]) =>
  names.map((name) => ({ name, req: true as const }));

/** What each kind of message covers, in this order. */
export const components: Readonly<Record<MessageKind, readonly Component[]>> = {
  request: asking,
  report: asking,
  response: [
    ...['@status', ...own, OPERATION_HEADER].map((name) => ({ name })),
    ...requested('@method', '@target-uri', 'content-digest', OPERATION_HEADER),
  ],
  manifest: [
    ...['@status', ...own].map((name) => ({ name })),
    ...requested('@method', '@target-uri'),
  ],
};

export function tagOf(kind: MessageKind): string {
  return `billhook-${kind}`;
}

export const lists = Object.fromEntries(
  Object.entries(components).map(([kind, list]) => [kind, `(${list.map(identifierOf).join(' ')})`]),
) as Record<MessageKind, string>;

function identifierOf({ name, req }: Component): string {
  return req ? `"${name}";req` : `"${name}"`;
}

/** The signature base (RFC 9421, section 2.5); nothing when a component is missing. */
export function baseOf(
  kind: MessageKind,
  message: Message,
  request: WireRequest | undefined,
  input: string,
): Uint8Array | undefined {
  let base = '';
  for (const component of components[kind]) {
    const value = componentValue(component, component.req ? request : message);
    if (value === undefined) return undefined;
    base += `${identifierOf(component)}: ${value}\n`;
  }
  return Buffer.from(`${base}"@signature-params": ${input}`, 'latin1');
}

function componentValue({ name }: Component, message: Message | undefined): string | undefined {
  if (message === undefined) return undefined;
  if (name === '@method') return 'method' in message ? message.method : undefined;
  if (name === '@target-uri') return 'url' in message ? message.url : undefined;
  if (name === '@status') return 'status' in message ? String(message.status) : undefined;
  const value = message.headers[name]?.trim();
  // A line break or a character beyond ASCII would let two messages have one base.
  return value !== undefined && /^[ -~]*$/.test(value) ? value : undefined;
}

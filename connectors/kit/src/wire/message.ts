/** HTTP messages, as both sides of the wire handle them: in memory, before any server or client. */

export type WireRequest = {
  readonly method: string;
  /** The whole target, as the caller wrote it: `https://connector.example/v1/health`. */
  readonly url: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
};

export type WireResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
};

export const NO_BODY = new Uint8Array();

/** The headers of the protocol; all of them are covered by signatures. */
export const PROTOCOL_HEADER = 'billhook-protocol';
export const CONNECTOR_HEADER = 'billhook-connector';
export const OPERATION_HEADER = 'billhook-operation';

/** Made once: making one takes longer than most bodies do. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The value of a body's JSON, or nothing when it is none, or not UTF-8. */
export function readJson(body: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(utf8.decode(body)) };
  } catch {
    return undefined;
  }
}

export function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

/**
 * Ids as a connector sees them (decision: ids-for-one-connector): keyed hashes of ours, which carry the
 * client's id. Two connectors have two keys, so they can't find out that they serve the same person.
 */
import { createHmac } from 'node:crypto';

export type WireIdKind =
  | 'auth'
  | 'body'
  | 'login'
  | 'reading'
  | 'payment'
  | 'swap'
  | 'attempt'
  | 'question';

const MIN_KEY_BYTES = 32;

/** @param key of this connector alone. @returns 43 characters, always the same for the same id. */
export function openWireIds(key: Uint8Array): (kind: WireIdKind, ...parts: string[]) => string {
  if (key.length < MIN_KEY_BYTES) throw new Error('The key of a connector’s ids is too short');
  return (kind, ...parts) =>
    createHmac('sha256', key)
      .update(JSON.stringify([kind, ...parts]))
      .digest('base64url');
}

/** The operation of a submission names its payment, so that what is told of it leads there. */
export function operationOfPayment(wirePayment: string, submission: number): string {
  return `${wirePayment}-${submission}`;
}

/** The payment's id of the wire; nothing of an operation that is no submission of a payment. */
export function paymentOfOperation(operation: string): string | undefined {
  return /^([\w-]{43})-\d{1,3}$/.exec(operation)?.[1];
}

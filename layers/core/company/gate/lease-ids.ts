/** By what leases go that outlast the call that took them: whoever goes on with the session takes them up. */
import { createHash } from 'node:crypto';

const ID_LENGTH = 22;

/** Of what is running at the company. */
export function leaseOfRunning(operation: string): string {
  return idOf(operation);
}

/** Of what a link has left open there. */
export function leaseOfLink(linkId: string): string {
  return idOf(`link ${linkId}`);
}

function idOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, ID_LENGTH);
}

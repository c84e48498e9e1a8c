/**
 * Opens an encrypted body once its content key is unwrapped. Who unwraps is passed in: KMS alone
 * holds the private keys.
 */
import { createDecipheriv } from 'node:crypto';
import {
  isContentKey,
  type ParsedPayload,
  parseContentKey,
  type Wrapping,
} from '@billhook/core/api/encrypted-payload';

/** What was wrapped; nothing when it was not wrapped so, or for another key. Throws for an outage. */
export type Unwrap = (
  wrapping: Wrapping,
  wrappedKey: Uint8Array,
) => Promise<Uint8Array | undefined> | Uint8Array | undefined;

/** The body in clear, as bytes; nothing when it does not open. */
export async function openPayload(
  payload: ParsedPayload,
  unwrap: Unwrap,
): Promise<Buffer | undefined> {
  for (const wrapping of payload.wrappings) {
    const unwrapped = await unwrap(wrapping, payload.wrappedKey);
    if (!unwrapped) continue;
    try {
      return payload.sealed ? openJwe(payload, unwrapped) : openLayout(payload, unwrapped);
    } finally {
      unwrapped.fill(0);
    }
  }
  return undefined;
}

/** CTR authenticates nothing: changed text opens all the same, to other text. */
function openLayout({ text }: ParsedPayload, unwrapped: Uint8Array): Buffer | undefined {
  const content = parseContentKey(unwrapped);
  if (!content) return undefined;
  const decipher = createDecipheriv('aes-256-ctr', content.key, content.iv);
  content.key.fill(0);
  return joined(decipher.update(text), decipher.final());
}

function openJwe({ text, sealed }: ParsedPayload, key: Uint8Array): Buffer | undefined {
  if (!sealed || !isContentKey(key)) return undefined;
  const options = { authTagLength: sealed.tag.length };
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.iv, options)
    .setAAD(sealed.additionalData)
    .setAuthTag(sealed.tag);
  try {
    return joined(decipher.update(text), decipher.final());
  } catch {
    // The tag does not fit: the only thing that fails once lengths are checked.
    return undefined;
  }
}

/** Both modes are streams: the end brings no bytes, and the text need not be copied. */
function joined(text: Buffer, rest: Buffer): Buffer {
  return rest.length === 0 ? text : Buffer.concat([text, rest]);
}

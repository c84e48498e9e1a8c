/** Bytes and the texts that carry them. */
import { webcrypto } from './webcrypto.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

export function base64(bytes: ArrayBuffer | Bytes): string {
  let binary = '';
  for (const byte of new Uint8Array(bytes)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

export function base64url(bytes: ArrayBuffer | Bytes): string {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @returns nothing where the text is no strict Base64. */
export function fromBase64(text: string): Bytes | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text))
    return undefined;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

export function randomBytes(count: number): Bytes {
  return webcrypto.getRandomValues(new Uint8Array(count));
}

export async function sha256(bytes: Bytes): Promise<ArrayBuffer> {
  return await webcrypto.subtle.digest('SHA-256', bytes);
}

/** Base64 as RFC 4648 has it: padded, canonical, nothing else in between. */

/** The bytes; nothing when the text is not exactly what encoding them gives. */
export function strictBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

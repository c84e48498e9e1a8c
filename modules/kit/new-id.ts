const ID_BYTES = 16;

/** A random id of 32 characters; `crypto.randomUUID` is newer than the browsers that we build for. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

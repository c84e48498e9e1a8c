/**
 * Bodies that hold a card, a code, a login or an answer in the clear (decision: encryption-on-demand).
 * Which fields these are, an operation says in its contract.
 */

/**
 * Whether a body that came in the clear has one of these fields, at any depth. What they hold does not
 * matter: whoever sends one empty will send it full.
 */
export function holdsSecret(body: unknown, secretFields: readonly string[] = []): boolean {
  if (secretFields.length === 0) return false;
  // A list and no recursion: a body may be nested as deep as it is long.
  const left: unknown[] = [body];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    const entries = Object.entries(one);
    if (entries.some(([name]) => secretFields.includes(name))) return true;
    left.push(...entries.map(([, value]) => value));
  }
  return false;
}

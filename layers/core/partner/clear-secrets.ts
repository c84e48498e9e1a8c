/**
 * Bodies that hold a card, a code, a login or an answer in the clear (decision: encryption-on-demand).
 * Which fields these are, an operation says in its contract.
 */

/**
 * Whether a body that came in the clear has one of these fields, at any depth. What they hold does not
 * matter: whoever sends one empty will send it full.
 */
export function holdsSecret(body: unknown, secretFields: readonly string[] = []): boolean {
  if (secretFields.length === 0 || typeof body !== 'object' || body === null) return false;
  return Object.entries(body).some(
    ([name, value]) => secretFields.includes(name) || holdsSecret(value, secretFields),
  );
}

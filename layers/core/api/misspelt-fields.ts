/** Fields that a caller seems to have misspelt, where ignoring them would change what is paid. */
import type { FieldError } from '../base/errors.ts';
import type { Operation } from './operation.ts';

const MAX_LETTERS = 2;

/** Unknown fields of a body within two letters of one that its operation guards. */
export function misspeltFields(
  { guarded = [], body }: Pick<Operation, 'guarded' | 'body'>,
  given: object,
): FieldError[] {
  const { entries = {} } = (body ?? {}) as { readonly entries?: object };
  return Object.keys(given).flatMap((field) => {
    if (Object.hasOwn(entries, field)) return [];
    const meant = guarded.find((name) => isNear(field.toLowerCase(), name.toLowerCase()));
    return meant ? [{ field, code: 'unknown_field', message: `Expected \`${meant}\`` }] : [];
  });
}

function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > MAX_LETTERS) return false;
  // Levenshtein, a row at a time.
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at += 1) {
      const exchanged = (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1);
      next.push(Math.min(exchanged, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row[other.length] ?? 0) <= MAX_LETTERS;
}

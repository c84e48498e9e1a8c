/** Whom a company's changed login form asks for something: told to the operator before it is imported. */
import type { LoginField } from '@billhook/connector-kit/protocol/directory';
import { isMadeOf } from '@billhook/connector-kit/protocol/forms';

/** Labels of fields, as users read them. */
export type FormQuestions = {
  /** Every linked account is asked for these: nobody has been before. */
  readonly all: readonly string[];
  /** Only accounts whose stored answer is empty, or no longer fits. */
  readonly some: readonly string[];
};

/** Nothing where no linked account is asked for anything. */
export function questionsOfForm(
  before: readonly LoginField[],
  after: readonly LoginField[],
): FormQuestions | undefined {
  const known = new Map(before.map((field) => [field.name, field]));
  const all = after.filter(({ name, minLength }) => minLength > 0 && !known.has(name));
  const some = after.filter((field) => {
    const earlier = known.get(field.name);
    return earlier !== undefined && isStricter(field, earlier);
  });
  if (all.length + some.length === 0) return undefined;
  const labels = (fields: readonly LoginField[]) => fields.map(({ label }) => label);
  return { all: labels(all), some: labels(some) };
}

/** Whether something that was an answer before is none any more. */
function isStricter(field: LoginField, before: LoginField): boolean {
  return (
    field.minLength > before.minLength ||
    field.maxLength < before.maxLength ||
    !takesAll(field.characters, before.characters)
  );
}

const wider: Readonly<Partial<Record<string, readonly string[]>>> = {
  'letters-digits': ['letters', 'digits'],
  phone: ['digits'],
};

/** Where it can't be told, it doesn't: to say too much costs the operator a look. */
function takesAll(after: LoginField['characters'], before: LoginField['characters']): boolean {
  if (after === 'any' || after === before) return true;
  if (typeof before !== 'string') return isMadeOf(after, before.of);
  if (typeof after === 'string') return wider[after]?.includes(before) ?? false;
  return before === 'digits' && isMadeOf(after, '0123456789');
}

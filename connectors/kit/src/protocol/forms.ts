/** Login forms: a row's rules, applied without a call. */
import type { Company, LoginField } from './directory.ts';

export type Form = Readonly<Record<string, string>>;

/** What is wrong with a field, by its name. */
export type FormProblem = {
  readonly field: string;
  readonly code: 'required' | 'too_short' | 'too_long' | 'characters' | 'unknown_field';
};

const sets: Readonly<Record<Extract<LoginField['characters'], string>, RegExp>> = {
  digits: /^[0-9]*$/,
  letters: /^\p{L}*$/u,
  'letters-digits': /^[\p{L}0-9]*$/u,
  email: /^$|^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  phone: /^[0-9+() .-]*$/,
  any: /^/,
};

/** Empty when the form is as the row wants it. */
export function checkForm({ login }: Pick<Company, 'login'>, form: Form): FormProblem[] {
  const known = new Set(login.fields.map(({ name }) => name));
  const strangers = Object.keys(form).filter((name) => !known.has(name));
  return [
    ...login.fields.flatMap((field) => {
      const code = problemIn(field, valueIn(form, field.name));
      return code ? [{ field: field.name, code }] : [];
    }),
    ...strangers.map((field) => ({ field, code: 'unknown_field' as const })),
  ];
}

function problemIn(field: LoginField, value: string): FormProblem['code'] | undefined {
  const length = [...value].length;
  if (length === 0) return field.minLength > 0 ? 'required' : undefined;
  if (length < field.minLength) return 'too_short';
  if (length > field.maxLength) return 'too_long';
  return isMadeOf(field.characters, value) ? undefined : 'characters';
}

/** Whether a value has no other characters. */
export function isMadeOf(characters: LoginField['characters'], value: string): boolean {
  if (typeof characters === 'string') return sets[characters].test(value);
  return [...value].every((character) => characters.of.includes(character));
}

/** What tells a login from others at the company. Empty when a user can have only one. */
export function loginOf({ login }: Pick<Company, 'login'>, form: Form): string {
  const values = login.identifiedBy.map((name) => valueIn(form, name).trim().toLowerCase());
  return values.length === 0 ? '' : JSON.stringify(values);
}

/** A field may be called `constructor`, which every object has. */
function valueIn(form: Form, name: string): string {
  return Object.hasOwn(form, name) ? (form[name] ?? '') : '';
}

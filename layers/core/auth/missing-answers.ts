/**
 * What a company's login form asks for since an account was linked, and the answers to that alone
 * (decision: changed-login-forms). Only a login opens what is stored; here it is known by its names.
 */

import type { FieldError } from '../base/errors.ts';
import { filledFields, type Sealed } from '../base/sealed.ts';
import type { CompanyRecord } from '../company/company.ts';
import type { Connector, LoginForm } from '../company/connector.ts';
import { type AuthRecord, isLinked, newLogin } from './auth.ts';

/** The rules of a company's form, of a connector that has any. */
type Rules = Pick<Required<Connector>, 'checkStored'>;

type Asking = {
  readonly auth: Pick<AuthRecord, 'credentials' | 'asksFor'>;
  readonly company: CompanyRecord;
  readonly rules: Rules;
};

const prefix = 'form.';

/** The names of the fields that errors are about. */
export function fieldNames(problems: readonly FieldError[]): string[] {
  return problems.map(({ field }) => field.slice(prefix.length));
}

/**
 * The fields that the user is asked for: those that are required and have no answer, and those whose
 * stored answer a session has found to break the rules.
 */
export function missingFields({ auth, company, rules }: Asking): string[] {
  const filled = new Set(filledFields(auth.credentials));
  const required = fieldNames(rules.checkStored(company, {}));
  const asked = new Set([...required.filter((name) => !filled.has(name)), ...(auth.asksFor ?? [])]);
  return company.auth.loginFields.map(({ name }) => name).filter((name) => asked.has(name));
}

/** What is wrong with answers to what is asked; empty when they are all there, and nothing else is. */
export function checkAnswers(asking: Asking, given: LoginForm): FieldError[] {
  const { company, rules } = asking;
  const asked = missingFields(asking);
  const known = new Set(company.auth.loginFields.map(({ name }) => name));
  const others = Object.keys(given).filter((name) => !asked.includes(name));
  const problems = rules.checkStored(company, given);
  return [
    ...asked.flatMap((name) => {
      const field = `${prefix}${name}`;
      const own = problems.filter((problem) => problem.field === field);
      if (own.length > 0 || Object.hasOwn(given, name)) return own;
      return [{ field, code: 'required', message: 'Required' }];
    }),
    ...others.map((name) => ({
      field: `${prefix}${name}`,
      ...(known.has(name)
        ? { code: 'not_asked', message: 'The company has this answer already' }
        : { code: 'unknown_field', message: 'The company has no such field' }),
    })),
  ];
}

/** The form with the answers, of what the company still asks for: nothing else is kept. */
export function filledForm(
  stored: LoginForm,
  given: LoginForm,
  { auth }: Pick<CompanyRecord, 'auth'>,
): LoginForm {
  const names = new Set(auth.loginFields.map(({ name }) => name));
  const all = Object.entries({ ...stored, ...given });
  return Object.fromEntries(all.filter(([name]) => names.has(name)));
}

/**
 * The auth with the answers of its link among its credentials; the same where they are already. Nothing
 * that was made with the credentials as they were counts any more.
 */
export function withAnswers(auth: AuthRecord, linkId: string, credentials: Sealed): AuthRecord {
  if (!isLinked(auth, linkId) || !auth.link?.given) return auth;
  return { ...auth, ...newLogin(credentials), link: { ...auth.link, given: undefined } };
}

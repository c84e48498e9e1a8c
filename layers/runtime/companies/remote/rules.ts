/** What can be said of a remote connector's company without a call: by what was imported of it. */
import { checkForm, loginOf } from '@billhook/connector-kit/protocol/forms';
import type { FieldError } from '@billhook/core/base/errors';
import type { CompanyRecord, RemoteCompany } from '@billhook/core/company/company';
import type { Connector, LoginForm } from '@billhook/core/company/connector';

/** Fields that a company doesn't have are ignored, as everywhere; they are sent along as they are. */
const messages: Readonly<Record<string, string | undefined>> = {
  required: 'Required',
  too_short: 'Too short',
  too_long: 'Too long',
  characters: 'Contains characters that the company does not take',
};

/** What needs no call. */
type Rules = Pick<Required<Connector>, 'capabilities' | 'checkForm' | 'checkStored' | 'loginOf'>;

export const remoteRules: Rules = {
  capabilities: (company) => remoteOf(company).capabilities,
  checkForm: check,
  // The row's rules are the same on every day, and for every purpose.
  checkStored: check,
  loginOf: (company, form) => loginOf(remoteOf(company).row, form),
};

function check(company: CompanyRecord, form: LoginForm): FieldError[] {
  return checkForm(remoteOf(company).row, form).flatMap(({ field, code }) => {
    const message = messages[code];
    if (message === undefined) return [];
    return [
      { field: `form.${field}`, code: code === 'required' ? 'required' : 'invalid', message },
    ];
  });
}

/** @throws Error of a company that no remote connector reaches. */
export function remoteOf({ remote, connector }: CompanyRecord): RemoteCompany {
  if (!remote) throw new Error(`This deployment has no connector ${connector}`);
  return remote;
}

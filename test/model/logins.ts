/** What a login comes to, by the interface's two sandbox tables and C31, written down once more. */
import { isByForm } from '@billhook/core/sandbox/account';
import type { AuthStatus } from '@billhook/core/schemas/auth';
import { companyOf } from './rules.ts';
import type { ModelAuth, ModelLink } from './state.ts';

export const questionIds = ['first-pet', 'city-of-birth'];

type Login = (link: ModelLink) => AuthStatus;

const verified: Login = () => 'verified';
const mfa: Login = () => 'mfa-required';
const held: Login = ({ holdFixed }) => (holdFixed ? 'verified' : 'hold');
const asks: Login = ({ answers }) => {
  if (!answers) return 'mfa-required';
  return questionIds.every((id) => answers[id] === 'answer') ? 'verified' : 'hold';
};

const byInput: Readonly<Record<string, Login>> = {
  authenticate: () => 'authenticate',
  hold: held,
  'mfa-required-questions': asks,
  'mfa-required-code': mfa,
  'mfa-required-prompt': mfa,
};

const byLogin: Readonly<Record<string, Login>> = {
  testfail: () => 'authenticate',
  testhold: held,
  testmfaquestion: asks,
  testmfacode: mfa,
  testmfaprompt: mfa,
};

export function expectedLogin({ companyId, form, link }: ModelAuth): AuthStatus {
  const table = isByForm(companyOf(companyId))
    ? byInput[form.status ?? '']
    : byLogin[form.username ?? ''];
  if (!link) throw new Error('An auth without a link logs in nowhere');
  return (table ?? verified)(link);
}

/**
 * What a login leads to, by the interface's two sandbox tables and what was decided about answers
 * (decision: sandbox-answers), written down once more.
 */
import { isByForm } from '@billhook/core/sandbox/account';
import { newLink } from './links.ts';
import { companyOf } from './rules.ts';
import type { ChallengeKind, ModelAuth, ModelLink } from './state.ts';

export const questionIds = ['first-pet', 'city-of-birth'];
export const CODE_ID = 'code';

export type ExpectedLogin = {
  readonly kind: 'verified' | 'authenticate' | 'hold' | 'mfa-required';
  readonly asks?: ChallengeKind;
  /** The last code was wrong. */
  readonly refused?: true;
  /** A code was sent in this login. */
  readonly sent?: true;
};

type Login = (link: ModelLink) => ExpectedLogin;

const verified = { kind: 'verified' } as const;
const asking = (asks: ChallengeKind) => ({ kind: 'mfa-required', asks }) as const;

/** The user has done what was asked for: nothing is asked again. */
const unlessFixed =
  (login: Login): Login =>
  (link) =>
    link.holdFixed ? verified : login(link);

const refuses: Login = () => ({ kind: 'authenticate' });
const held = unlessFixed(() => ({ kind: 'hold' }));
const questions = unlessFixed(({ answers }) => {
  if (!answers) return asking('questions');
  return questionIds.every((id) => answers[id] === 'answer') ? verified : { kind: 'hold' };
});
const code = unlessFixed(({ codeChoice, answers, lastStep }) => {
  if (!codeChoice) return asking('code-choice');
  const given = answers?.[CODE_ID];
  if (lastStep === 'resend' || given === undefined) return { ...asking('code-entry'), sent: true };
  return given === '123456' ? verified : { ...asking('code-entry'), refused: true };
});
const prompt = unlessFixed(({ lastStep }) =>
  lastStep === 'pressed' ? verified : asking('prompt'),
);

const byInput: Readonly<Record<string, Login>> = {
  authenticate: refuses,
  hold: held,
  'mfa-required-questions': questions,
  'mfa-required-code': code,
  'mfa-required-prompt': prompt,
};

const byLogin: Readonly<Record<string, Login>> = {
  testfail: refuses,
  testhold: held,
  testmfaquestion: questions,
  testmfacode: code,
  testmfaprompt: prompt,
};

/** What lets the user in, and nobody who comes without. */
const laterByInput: Readonly<Record<string, ExpectedLogin['kind']>> = {
  'authenticate-later': 'authenticate',
  'mfa-required-later': 'mfa-required',
};

/** Nobody is there to be asked: who was let in before is let in again. */
export function expectedUnattended(auth: ModelAuth): ExpectedLogin['kind'] {
  const later = isByForm(companyOf(auth.companyId)) && laterByInput[auth.form.status ?? ''];
  if (later) return later;
  const link = { ...newLink({ items: [] }, ''), holdFixed: auth.verifiedBefore };
  return expectedLogin({ ...auth, link }).kind;
}

export function expectedLogin({ companyId, form, link }: ModelAuth): ExpectedLogin {
  const byForm = isByForm(companyOf(companyId));
  const login = byForm ? byInput[form.status ?? ''] : byLogin[form.username ?? ''];
  if (!link) throw new Error('An auth without a link logs in nowhere');
  return login ? login(link) : verified;
}

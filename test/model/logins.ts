/**
 * What a login leads to, by the interface's two sandbox tables and what was decided about answers
 * (decision: sandbox-answers), written down once more.
 */
import { isByForm } from '@billhook/core/sandbox/account';
import { MINUTE } from './clock.ts';
import { newLink } from './links.ts';
import { companyOf } from './rules.ts';
import type { ChallengeKind, ModelAuth, ModelLink, ModelPayment } from './state.ts';

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
  'session-ended': unlessFixed((link) => (link.answers ? questions(link) : verified)),
  'connection-ends': code,
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
  'password-expired-later': 'hold',
  'page-changed-later': 'hold',
};

/** What its form asks for, where its company is one that takes such forms. */
export function statusOf({ companyId, form }: Pick<ModelAuth, 'companyId' | 'form'>): string {
  return (isByForm(companyOf(companyId)) && form.status) || '';
}

/** Nobody is there to be asked: who was let in before is let in again. */
export function expectedUnattended(auth: ModelAuth, now: number): ExpectedLogin['kind'] {
  const status = statusOf(auth);
  const later = laterByInput[status];
  if (later) return later;
  if (status === 'connection-ends') return isRemembered(auth, now) ? 'verified' : 'mfa-required';
  const link = { ...newLink({ items: [] }, ''), holdFixed: auth.verifiedBefore };
  return expectedLogin({ ...auth, link }, now).kind;
}

/** What keeps a payment's session from being let in; nothing where it is let in. */
export function expectedRefusal(
  auth: ModelAuth,
  { live }: Pick<ModelPayment, 'live'>,
  now: number,
): ExpectedLogin['kind'] | undefined {
  const status = statusOf(auth);
  if (status === 'connection-ends' && !isRemembered(auth, now)) return 'mfa-required';
  const usesLink = live !== undefined && live.linkId === auth.newest && now < live.until;
  if (status === 'mfa-required-at-payment' && !usesLink) return 'mfa-required';
  return laterByInput[status];
}

function isRemembered({ connection }: ModelAuth, now: number): boolean {
  return connection !== undefined && now < connection.ends;
}

const CONNECTION = 7 * 24 * 60 * MINUTE;
const LIVE = 10 * MINUTE;

/** What a login that lets its user in leaves for later sessions. */
export function leave(auth: ModelAuth, link: ModelLink, now: number): void {
  const status = statusOf(auth);
  if (status === 'connection-ends') auth.connection = { ends: now + CONNECTION };
  if (status === 'mfa-required-at-payment') link.live = { linkId: link.id, until: now + LIVE };
}

export function expectedLogin(auth: ModelAuth, now: number): ExpectedLogin {
  const { companyId, form, link } = auth;
  const byForm = isByForm(companyOf(companyId));
  const login = byForm ? byInput[form.status ?? ''] : byLogin[form.username ?? ''];
  if (!link) throw new Error('An auth without a link logs in nowhere');
  if (statusOf(auth) === 'connection-ends' && isRemembered(auth, now)) return verified;
  return login ? login(link) : verified;
}

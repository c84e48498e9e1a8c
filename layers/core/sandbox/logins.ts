/**
 * How each kind of login ends on the sandbox, and what it asks of the user first
 * (decision: sandbox-answers).
 */
import type { CompanyChallenge, LoginOutcome, Session } from '../connector.ts';
import { holdCodes } from '../hold-codes.ts';
import type { InputCase, LoginCase } from './inputs.ts';

/** The answer to every question of the sandbox. */
export const RIGHT_ANSWER = 'answer';
/** Every code that it sends. */
export const RIGHT_CODE = '123456';

const questions = [
  { question: 'What was the name of your first pet?', identifier: 'first-pet' },
  { question: 'In which city were you born?', identifier: 'city-of-birth' },
];

const choices = [
  { type: 'text', mask: '***-***-0199', identifier: 'text', label: 'Text message' },
  { type: 'email', mask: 'a***@test.example', identifier: 'email', label: 'Email' },
] as const;

const CODE_IDENTIFIER = 'code';

/** These ask the user, or wait until the user has acted. */
const needsUser: ReadonlySet<LoginCase> = new Set(['hold', 'questions', 'code', 'prompt']);

type Login = (session: Session) => LoginOutcome | Promise<LoginOutcome>;

export function logInAs(
  { login, hold }: Pick<InputCase, 'login' | 'hold'>,
  session: Session,
): LoginOutcome | Promise<LoginOutcome> {
  // Nobody could answer, and who has been let in before is let in again. After a hold, the user says
  // that what it asked for is done.
  const known = session.holdFixed || (!session.attended && session.verifiedBefore);
  if (known && needsUser.has(login)) return verified;
  if (!hold) return logins[login](session);
  // What holds a payment or a swap lets in whoever comes for one.
  const { holds } = holdCodes[hold.code];
  const later = holds !== 'bill' && holds === session.purpose;
  return later ? verified : { kind: 'hold', ...hold };
}

const verified = { kind: 'verified' } as const;

const logins: Readonly<Record<LoginCase, Login>> = {
  verified: () => verified,
  authenticate: () => ({ kind: 'authenticate' }),
  'authenticate-later': ({ attended }) => (attended ? verified : { kind: 'authenticate' }),
  hold: () => ({ kind: 'hold', code: 'account_issue_accept_toc' }),
  questions: ({ answers }) => {
    if (!answers) return asks({ kind: 'questions', questions });
    return questions.every(({ identifier }) => answers[identifier] === RIGHT_ANSWER)
      ? verified
      : { kind: 'hold', code: 'authentication_not_completed', subcode: 'invalid-mfa' };
  },
  'questions-later': ({ attended }) =>
    attended ? verified : asks({ kind: 'questions', questions }),
  code: ({ codeChoice, answers, resendCode }) => {
    const choice = choices.find(({ identifier }) => identifier === codeChoice);
    if (!choice) return asks({ kind: 'code-choice', choices });
    const given = answers?.[CODE_IDENTIFIER];
    const question = {
      question: `Which code did we send to ${choice.mask}?`,
      identifier: CODE_IDENTIFIER,
    };
    if (resendCode || given === undefined) {
      return asks({ kind: 'code-entry', question, sent: true });
    }
    if (given === RIGHT_CODE) return verified;
    return { ...asks({ kind: 'code-entry', question, sent: false }), refused: true };
  },
  prompt: ({ promptPressed }) =>
    promptPressed
      ? verified
      : asks({ kind: 'prompt', request: 'Approve the login in the app of the company.' }),
  down: () => {
    throw new Error('The company does not respond');
  },
  'silent-later': ({ attended, signal }) => (attended ? verified : givenUp(signal)),
};

/** Never ends by itself, only once the session is given up. */
function givenUp(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal?.addEventListener('abort', () => reject(signal.reason));
  return promise;
}

function asks(challenge: CompanyChallenge) {
  return { kind: 'mfa-required', challenge } as const;
}

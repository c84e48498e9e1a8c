import type { AuthStatus, Mfa, MfaMethod } from '../schemas/auth.ts';
import type { StateMachine } from './state-machine.ts';

export type AuthState =
  | 'linking'
  | Exclude<AuthStatus, 'mfa-required'>
  | `mfa-required-${MfaMethod}`
  | 'deleted';

/** What of an auth's record decides its state. */
type StateFacts = {
  readonly status?: AuthStatus;
  readonly mfa?: Mfa;
  readonly deletedAt?: string;
};

export function authStateOf({ status, mfa, deletedAt }: StateFacts): AuthState {
  if (deletedAt !== undefined) return 'deleted';
  if (status === 'mfa-required') return `mfa-required-${mfa?.method ?? 'questions'}`;
  return status ?? 'linking';
}

const unknown = { refused: 'auth_not_found' } as const;
const notVerified = { refused: 'auth_not_verified' } as const;
const notAwaiting = { refused: 'auth_not_awaiting_answers' } as const;
const superseded = { ignored: 'Its link was stopped, so there is nothing to record.' } as const;
const spent = { refused: 'challenge_not_found' } as const;
const closed = 'the challenge is spent or expired';

const step = [
  {
    stays: 'The link continues with the answer; its outcome replaces the status.',
    when: 'it is open',
  },
  { ...spent, when: closed },
] as const;

const nobodyAnswers = [
  {
    to: 'hold',
    when: 'it is open',
    because: 'It was not answered in time: 5 minutes, or 24 hours for questions.',
  },
  { ignored: 'An answer accepted at the last moment counts.', when: 'it is spent' },
] as const;

const notAsked = { ignored: 'Nothing is asked.' } as const;
const refusedOnce = {
  to: 'hold',
  because: 'The user is not asked again after a wrong answer.',
} as const;

const heldByPayment = [
  { stays: 'The challenge is shown first.', when: 'its challenge is open' },
  { to: 'hold', when: closed, because: 'The reason says what the user has to do.' },
] as const;

const notLetIn = [
  {
    to: 'authenticate',
    when: 'the company rejects the credentials',
    because: 'The credentials are no longer valid and are not tried again.',
  },
  {
    to: 'hold',
    when: 'the company holds the account or asks the user for something',
    because: 'The user is not present to respond.',
  },
  { ignored: 'The user is linking it: that has its own outcome.', when: 'a link is under way' },
] as const;

const readUnattended = [
  { stays: 'The next refresh is scheduled.', when: 'nothing is new' },
  {
    stays: 'It is tried again after an hour, then after a day.',
    when: 'the company does not respond within a minute',
  },
  {
    to: 'authenticate',
    when: 'the company rejects the credentials',
    because: 'The credentials are no longer valid and are not tried again.',
  },
  {
    to: 'hold',
    when: 'the company holds the account or asks the user for something',
    because: 'The user is not present to respond.',
  },
] as const;

export const authStates = {
  name: 'Auth',
  about:
    'An account of a client at a company. Outcomes are those of the current link: a superseded ' +
    'link records nothing.',
  states: {
    linking: 'It has no outcome yet, and is not in any list.',
    verified: 'Its bills are read and paid.',
    authenticate:
      'The credentials are wrong: link it again with other credentials. Or the login form has ' +
      'changed: give what `asksFor` names.',
    hold: 'The user has to act; the reason says what to do.',
    'mfa-required-questions': 'The company asks questions, or for the code that it sent.',
    'mfa-required-code': 'The company asks where to send a code.',
    'mfa-required-prompt': 'The company waits for the user to confirm a prompt.',
    deleted: 'It was deleted with its bills.',
  },
  begins: { linking: '`POST /auth` of an account that was not linked' },
  triggers: {
    link: {
      by: '`POST /auth` with the same login, or with another that corrects it',
      operation: 'createAuth',
      in: { deleted: { to: 'linking', because: 'It is linked again under the same id.' } },
      otherwise: {
        stays: 'A new link starts and supersedes the current one; its outcome replaces the status.',
      },
    },
    step: {
      by: '`POST /auth/step`',
      operation: 'answerStep',
      in: {
        'mfa-required-questions': [
          ...step,
          { stays: 'The rest of the questions stays open.', when: 'it answers some of them' },
          { refused: 'retry_too_soon', when: 'another code is requested within 30 seconds' },
        ],
        'mfa-required-code': step,
        'mfa-required-prompt': step,
      },
      otherwise: spent,
    },
    'answer-questions': {
      by: '`POST /auth/{authId}/answer-questions`',
      operation: 'answerQuestions',
      in: {
        'mfa-required-questions': [
          {
            stays: 'The link continues with the answers; its outcome replaces the status.',
            when: 'they are open',
          },
          { stays: 'The rest of the questions stays open.', when: 'some of them are answered' },
          { ...notAwaiting, when: closed },
        ],
        deleted: unknown,
      },
      otherwise: notAwaiting,
    },
    'fix-hold': {
      by: '`POST /auth/{authId}/fix-hold`',
      operation: 'fixHold',
      in: {
        hold: { stays: 'The link starts again; the hold is shown until the link has an outcome.' },
        deleted: unknown,
      },
      otherwise: { refused: 'auth_not_on_hold' },
    },
    continue: {
      by: '`POST /auth/{authId}/continue`',
      operation: 'continueAuth',
      in: {
        verified: {
          stays: 'A new link starts with the stored credentials; its outcome replaces the status.',
        },
        hold: [
          {
            stays: 'The same; the hold is shown until the link has an outcome.',
            when: 'it moves a swap to another card (`meta.swapId`)',
          },
          { ...notVerified, when: 'it does not' },
        ],
        authenticate: [
          {
            stays: 'The same, with the fields in `form` added to the stored credentials.',
            when: "the company's form has changed (`asksFor`)",
          },
          { ...notVerified, when: 'the credentials are wrong' },
        ],
        deleted: unknown,
      },
      otherwise: notVerified,
    },
    delete: {
      by: '`DELETE /auth/{authId}`',
      operation: 'deleteAuth',
      in: { deleted: unknown },
      otherwise: {
        to: 'deleted',
        because:
          'Its link stops and its bills are deleted; a payment in flight continues until it ends.',
      },
    },
    pay: {
      by: '`POST /payment/schedule` of one of its bills',
      operation: 'schedulePayment',
      in: { verified: { stays: 'The bill is paid.' }, deleted: { refused: 'bill_not_found' } },
      otherwise: notVerified,
    },
    swap: {
      by: '`POST /swap/create`',
      operation: 'createSwap',
      in: { verified: { stays: 'The swap is queued.' }, deleted: unknown },
      otherwise: notVerified,
    },
    verified: {
      by: 'the company accepts the login, and the bills are read',
      in: { deleted: superseded },
      otherwise: { to: 'verified', because: 'The link has done what was requested.' },
    },
    authenticate: {
      by: 'the company rejects the credentials',
      in: { deleted: superseded },
      otherwise: { to: 'authenticate', because: 'The credentials are wrong, or no longer valid.' },
    },
    held: {
      by: 'the company holds the account, or the link fails on our side',
      in: { deleted: superseded },
      otherwise: { to: 'hold', because: 'The reason says what the user has to do.' },
    },
    challenged: {
      by: 'the company asks the user for something',
      in: { deleted: superseded },
      otherwise: {
        to: ['mfa-required-questions', 'mfa-required-code', 'mfa-required-prompt'],
        because: 'The challenge is open until it is answered or expires.',
      },
    },
    'answered-wrongly': {
      by: 'the company rejects an answer',
      in: {
        'mfa-required-questions': [
          { ...refusedOnce, when: 'it is no code' },
          {
            stays: 'The user is asked for the code again.',
            when: 'it is the first or second wrong code',
          },
          {
            to: 'hold',
            when: 'it is the third wrong code',
            because: 'This keeps codes from being guessed.',
          },
        ],
        'mfa-required-code': refusedOnce,
        'mfa-required-prompt': refusedOnce,
      },
      otherwise: notAsked,
    },
    'nobody-answers': {
      by: 'a challenge expires',
      in: {
        'mfa-required-questions': nobodyAnswers,
        'mfa-required-code': nobodyAnswers,
        'mfa-required-prompt': nobodyAnswers,
      },
      otherwise: notAsked,
    },
    refreshed: {
      by: 'the daily refresh of its bills, without the user',
      in: {
        verified: readUnattended,
        hold: [
          ...readUnattended,
          {
            to: 'verified',
            when: 'the login succeeds',
            because: 'The reason for the hold is gone.',
          },
          { ignored: 'It is waiting for the user.', when: 'the hold does not pass by itself' },
        ],
        authenticate: [
          ...readUnattended,
          {
            to: 'verified',
            when: 'the login succeeds',
            because: "The company's form asks for no more than is stored again.",
          },
          { ignored: 'It is waiting for the user.', when: 'the credentials are wrong' },
        ],
      },
      otherwise: { ignored: 'It is waiting for the user.' },
    },
    'not-let-in': {
      by: 'a payment or a swap is not let in, without the user',
      in: { deleted: { ignored: 'It is removed once its payment has ended.' } },
      otherwise: notLetIn,
    },
    'payment-held': {
      by: 'the company holds a payment',
      in: {
        'mfa-required-questions': heldByPayment,
        'mfa-required-code': heldByPayment,
        'mfa-required-prompt': heldByPayment,
        deleted: { ignored: 'It is removed once its payment has ended.' },
      },
      otherwise: { to: 'hold', because: 'The reason says what the user has to do.' },
    },
  },
} as const satisfies StateMachine<AuthState>;

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
const superseded = { ignored: 'Its link was stopped: nothing is left to record.' } as const;
const spent = { refused: 'challenge_not_found' } as const;
const closed = 'the challenge is spent or expired';

const step = [
  {
    stays: 'The link goes on with the answer; its outcome replaces the status.',
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
  { ignored: 'An answer that was accepted at the last moment counts.', when: 'it is spent' },
] as const;

const notAsked = { ignored: 'Nothing is asked.' } as const;
const refusedOnce = { to: 'hold', because: 'Wrong answers are not asked for again.' } as const;

const heldByPayment = [
  { stays: 'What the user is asked is shown first.', when: 'its challenge is open' },
  { to: 'hold', when: closed, because: 'The reason says what the user has to do.' },
] as const;

const readUnattended = [
  { stays: 'The next reading is planned.', when: 'nothing is new' },
  {
    to: 'authenticate',
    when: 'the company refuses the credentials',
    because: 'They are no longer right, and are not tried again.',
  },
  {
    to: 'hold',
    when: 'the company holds the account or asks the user for something',
    because: 'Nobody is there to answer.',
  },
] as const;

export const authStates = {
  name: 'Auth',
  about:
    'An account of a client at a company. Outcomes are those of the link that is under way: one that was superseded records nothing.',
  states: {
    linking: 'It has had no outcome yet, and is in no list.',
    verified: 'Its bills are read and paid.',
    authenticate: 'The credentials are wrong: it is linked again with others.',
    hold: 'The user has to do something; the reason says what.',
    'mfa-required-questions': 'The company asks questions.',
    'mfa-required-code': 'The company asks where to send a code, then for the code.',
    'mfa-required-prompt': 'The company waits for something to be pressed.',
    deleted: 'It is gone, with its bills.',
  },
  begins: { linking: '`POST /auth` of an account that was not linked' },
  triggers: {
    link: {
      by: '`POST /auth` with the same login',
      operation: 'createAuth',
      in: { deleted: { to: 'linking', because: 'It begins anew under its id.' } },
      otherwise: {
        stays: 'A link begins, supersedes the one under way, and its outcome replaces the status.',
      },
    },
    step: {
      by: '`POST /auth/step`',
      operation: 'answerStep',
      in: {
        'mfa-required-questions': step,
        'mfa-required-code': [
          ...step,
          { refused: 'retry_too_soon', when: 'another code is asked for within 30 seconds' },
        ],
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
            stays: 'The link goes on with the answers; its outcome replaces the status.',
            when: 'they are open',
          },
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
        hold: { stays: 'The link starts again; the hold is shown until its outcome.' },
        deleted: unknown,
      },
      otherwise: { refused: 'auth_not_on_hold' },
    },
    delete: {
      by: '`DELETE /auth/{authId}`',
      operation: 'deleteAuth',
      in: { deleted: unknown },
      otherwise: {
        to: 'deleted',
        because: 'Its link stops, its bills go; a payment in flight goes on to its end.',
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
      by: 'the company lets the login through, and the bills are read',
      in: { deleted: superseded },
      otherwise: { to: 'verified', because: 'What the link was to do is done.' },
    },
    authenticate: {
      by: 'the company refuses the credentials',
      in: { deleted: superseded },
      otherwise: { to: 'authenticate', because: 'They are wrong, or no longer right.' },
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
      by: 'the company refuses an answer',
      in: {
        'mfa-required-questions': refusedOnce,
        'mfa-required-code': [
          { stays: 'The code is asked for again.', when: 'it is the first or second wrong one' },
          { to: 'hold', when: 'it is the third', because: 'Nobody guesses codes here.' },
        ],
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
      by: 'the daily reading of its bills, without the user',
      in: {
        verified: readUnattended,
        hold: [
          ...readUnattended,
          {
            to: 'verified',
            when: 'the login goes through',
            because: 'The reason of the hold is gone.',
          },
          { ignored: 'It waits for the user.', when: 'the hold is not one that passes by itself' },
        ],
      },
      otherwise: { ignored: 'It waits for the user.' },
    },
    'payment-held': {
      by: 'the company holds a payment',
      in: {
        'mfa-required-questions': heldByPayment,
        'mfa-required-code': heldByPayment,
        'mfa-required-prompt': heldByPayment,
        deleted: { ignored: 'It is gone once its payment has ended.' },
      },
      otherwise: { to: 'hold', because: 'The reason says what the user has to do.' },
    },
  },
} as const satisfies StateMachine<AuthState>;

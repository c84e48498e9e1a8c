import {
  type AuthRecord,
  linkedAccount,
  recordHold,
  requestLink,
  resumeHold,
  withLoginOutcome,
  withVerifiedBills,
} from '@billhook/core/auth/auth';
import {
  answerable,
  askedInWords,
  expireChallenge,
  recordLogin,
  waitSecondsOf,
  withAcceptedStep,
  withOpenChallenge,
} from '@billhook/core/auth/auth-challenge';
import { MAX_WRONG_CODES } from '@billhook/core/auth/challenge';
import { checkContinuing } from '@billhook/core/auth/continuing';
import { deleteAuth } from '@billhook/core/auth/deletion';
import { readStep } from '@billhook/core/auth/security-step';
import type { StoredAuth } from '@billhook/core/auth/stored-auth';
import { recordRefusal } from '@billhook/core/auth/unattended';
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import {
  beginRefresh,
  isRefreshable,
  planRefresh,
  recordUnattended,
} from '@billhook/core/bill/refresh';
import type { CompanyChallenge } from '@billhook/core/company/connector';
import { checkPayable } from '@billhook/core/payment/payable';
import type { GivenStep } from '@billhook/core/schemas/auth';
import { authStateOf, authStates } from '@billhook/core/states/auth-states';
import { checkSwapAuth } from '@billhook/core/swap/swap';
import { authRecord, billRecord, NOW } from '../../../support/records.ts';
import { type Came, tryEveryPair } from '../../../support/state-pairs.ts';

const now = new Date(NOW).toISOString();
const link = { linkId: 'link_1', requestedAt: now, items: ['bill'] as const };
const held = { kind: 'hold', code: 'account_issue_accept_toc' } as const;

/** With a link under way, as every outcome needs one. */
const linked = (change: Partial<StoredAuth>) => authRecord({ link, ...change });

const question = { question: 'Which pet?', identifier: 'pet' };
const choice = { type: 'text', mask: '***1', identifier: 'text', label: 'Text' } as const;
const codeEntry = { kind: 'code-entry', question, sent: true } as const;
const challenges: readonly CompanyChallenge[] = [
  { kind: 'questions', questions: [question] },
  { kind: 'code-choice', choices: [choice] },
  codeEntry,
  { kind: 'prompt', request: 'Press it.' },
];

const waiting = { token: 'token', taskToken: 'task', now: NOW };

function asked(auth: AuthRecord, challenge: CompanyChallenge): AuthRecord {
  const login = recordLogin(auth, { kind: 'mfa-required', challenge }, NOW);
  return withOpenChallenge(login, waiting);
}

/** What is asked: open, and answered already. */
function asking(challenge: CompanyChallenge): AuthRecord[] {
  const open = asked(linked({ status: undefined }), challenge);
  const answered = withAcceptedStep(open, { kind: 'pressed' }, { now: NOW, token: 'token-2' });
  if (isFailure(answered)) throw new Error(answered.failure);
  return [open, answered];
}

const challenged = { kind: 'mfa-required', challenge: codeEntry } as const;

const deletedAt = '2026-11-20T00:00:00.000Z';

const came = (auth: AuthRecord, next: AuthRecord | Failure): Came =>
  isFailure(next)
    ? { refused: next.failure }
    : { state: authStateOf(next), changed: next !== auth };

/** What was superseded or deleted has no link that an outcome could be of. */
const outcome = (record: (auth: AuthRecord) => AuthRecord) => (auth: AuthRecord) =>
  came(auth, auth.link ? record(auth) : auth);

function givenStep({ asks }: { readonly asks: CompanyChallenge }): Omit<GivenStep, 'token'> {
  const answers = [{ identifier: 'pet', answer: 'Rex' }];
  if (asks.kind === 'prompt') return { method: 'prompt' };
  if (asks.kind === 'code-choice') return { method: 'code', security: { identifier: 'text' } };
  return { method: 'questions', security: answers };
}

function takeStep(auth: AuthRecord, more: Partial<GivenStep> = {}): AuthRecord | Failure {
  const challenge = answerable(auth, NOW);
  if (!challenge) return fail('challenge_not_found');
  const given = more.didNotReceiveCode ? { method: 'code' as const } : givenStep(challenge);
  const step = readStep(challenge, { ...given, ...more }, NOW);
  return isFailure(step) ? step : withAcceptedStep(auth, step, { now: NOW, token: 'token-2' });
}

function answerWrongly(auth: AuthRecord, times: number): AuthRecord {
  let answered = auth;
  for (let count = 0; count < times && answered.challenge; count += 1) {
    const { asks } = answered.challenge;
    const taken = takeStep(answered);
    if (isFailure(taken)) throw new Error(taken.failure);
    const login = { kind: 'mfa-required', challenge: asks, refused: true } as const;
    answered = withOpenChallenge(recordLogin(taken, login, NOW), waiting);
  }
  return answered;
}

tryEveryPair(authStates, {
  stateOf: (auth: AuthRecord) => authStateOf(auth),
  variants: {
    linking: [linked({ status: undefined })],
    verified: [linked({ status: 'verified' })],
    authenticate: [
      linked({ status: 'authenticate' }),
      linked({ status: 'authenticate', asksFor: ['pin'] }),
    ],
    hold: [
      linked({ status: 'hold', hold: { code: held.code } }),
      linked({ status: 'hold', hold: { code: 'system_issue_with_bill' } }),
    ],
    'mfa-required-questions': [0, 2].flatMap((at) => challenges.slice(at, at + 1)).flatMap(asking),
    'mfa-required-code': challenges.slice(1, 2).flatMap(asking),
    'mfa-required-prompt': challenges.slice(3).flatMap(asking),
    deleted: [authRecord({ status: 'verified', deletedAt })],
  },
  act: {
    link: (auth) => {
      const { _id, clientId, partnerId, partnerUserId, company, credentials } = auth;
      const next = { ...link, linkId: 'link_2' };
      const identity = { _id, clientId, partnerId, partnerUserId, company, credentials };
      return came(auth, requestLink(auth, { ...identity, link: next }));
    },
    step: (auth) => {
      const resend = auth.challenge?.asks.kind === 'code-entry';
      const steps = [
        takeStep(auth),
        ...(resend ? [takeStep(auth, { didNotReceiveCode: true })] : []),
      ];
      return steps.map((next) => came(auth, next));
    },
    'answer-questions': (auth) => {
      const asks = askedInWords(auth, NOW);
      return came(auth, isFailure(asks) ? asks : takeStep(auth));
    },
    'fix-hold': (auth) => came(auth, resumeHold(auth, { linkId: 'link_2', now })),
    continue: (auth) =>
      [{ swaps: true, swapId: 'swap_1' }, { swaps: true }, {}].map((asked) =>
        came(auth, checkContinuing(auth, asked) ?? { ...auth }),
      ),
    delete: (auth) => {
      const inFlight = billRecord({ pendingPaymentId: 'pay_1' });
      return came(auth, deleteAuth(auth, [inFlight], [], now).hidden ?? auth);
    },
    pay: (auth) => {
      const { mfa, status = 'authenticate' } = auth;
      const bill = billRecord();
      const shown = { ...bill.auth, status: { type: status }, mfa };
      const refusal = checkPayable({ ...bill, auth: shown }, { userPresent: false });
      return came(auth, refusal ?? auth);
    },
    swap: (auth) => came(auth, checkSwapAuth(auth) ?? auth),
    verified: outcome((auth) => withVerifiedBills(auth, [])),
    authenticate: outcome((auth) => withLoginOutcome(auth, { kind: 'authenticate' })),
    held: outcome((auth) => withLoginOutcome(auth, held)),
    challenged: (auth) =>
      challenges.map((challenge) => {
        // A challenge that is open has to be answered before the next one.
        const free = { ...auth, link, challenge: undefined };
        return came(auth, auth.link ? asked(free, challenge) : auth);
      }),
    'answered-wrongly': (auth) =>
      // A spent challenge has had its answer.
      auth.status === 'mfa-required' && !auth.challenge
        ? []
        : [1, MAX_WRONG_CODES].map((times) => came(auth, answerWrongly(auth, times))),
    'nobody-answers': (auth) =>
      came(auth, waitSecondsOf(auth) === undefined ? auth : expireChallenge(auth)),
    refreshed: (auth) => {
      if (auth.deletedAt || !isRefreshable(auth)) return came(auth, auth);
      const read = { ...linkedAccount(auth), status: 'verified' as const };
      return [
        came(auth, planRefresh(read, 'read', NOW)),
        came(auth, beginRefresh(auth, NOW)),
        ...[held, { kind: 'authenticate' } as const, challenged].map((login) =>
          came(auth, recordUnattended(auth, login, NOW)),
        ),
      ];
    },
    'not-let-in': (auth) =>
      [held, { kind: 'authenticate' } as const, challenged].flatMap((login) =>
        [auth, { ...auth, link: undefined }].map((one) =>
          came(one, recordRefusal(one, one, login, NOW)),
        ),
      ),
    'payment-held': (auth) =>
      came(auth, auth.deletedAt ? auth : recordHold(auth, { code: held.code })),
  },
});

import { type AuthRecord, isLinked, presentAuth, requestLink } from '@billhook/core/auth/auth';
import {
  answerable,
  askedInWords,
  expireChallenge,
  isOvertaken,
  MAX_RUNS,
  recordLogin,
  rerunLink,
  waitingTask,
  waitSecondsOf,
  withAcceptedStep,
  withOpenChallenge,
} from '@billhook/core/auth/auth-challenge';
import { MAX_CHALLENGES_PER_LINK, presentChallenge } from '@billhook/core/auth/challenge';
import type { Step } from '@billhook/core/auth/security-step';
import type { StoredAuth } from '@billhook/core/auth/stored-auth';
import { isFailure } from '@billhook/core/base/errors';
import type { ChallengedLogin, CompanyChallenge } from '@billhook/core/company/connector';
import { describe, expect, test } from 'vitest';
import { authRecord, changedAuth, NOW } from '../../../support/records.ts';

const questions = [
  { question: 'One?', identifier: 'q1' },
  { question: 'Two?', identifier: 'q2' },
];
const choices = [{ type: 'text' as const, mask: '**99', identifier: 'text', label: 'Text' }];
const question = { question: 'Code?', identifier: 'code' };

const asks = {
  questions: { kind: 'questions', questions },
  'code-choice': { kind: 'code-choice', choices },
  'code-entry': { kind: 'code-entry', question, sent: true },
  prompt: { kind: 'prompt', request: 'Press it.' },
} as const satisfies { [K in CompanyChallenge['kind']]: CompanyChallenge };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const waits = [
  ['questions', 24 * HOUR, 'unanswered-mfa-question'],
  ['code-choice', 5 * MINUTE, 'no-mfa-response-received'],
  ['code-entry', 5 * MINUTE, 'no-mfa-response-received'],
  ['prompt', 5 * MINUTE, 'no-mfa-response-received'],
] as const;

const login = (challenge: CompanyChallenge, refused?: true): ChallengedLogin => ({
  kind: 'mfa-required',
  challenge,
  ...(refused && { refused }),
});
const refusedCode = login({ ...asks['code-entry'], sent: false }, true);
const answerTo = (...identifiers: string[]): Step => ({
  kind: 'answers',
  answers: identifiers.map((identifier) => ({ identifier, answer: 'x' })),
});
/** To whatever is asked here. */
const answers = answerTo('code', 'q1', 'q2');

function linking(change: Partial<StoredAuth> = {}): AuthRecord {
  const link = { linkId: 'link_1', requestedAt: new Date(NOW).toISOString(), items: ['bill'] };
  const { status: _none, ...identity } = authRecord();
  return changedAuth(requestLink(undefined, { ...identity, link } as never), change);
}

const open = (auth: AuthRecord, now = NOW, taskToken = 'task-1', token = 'token-1') =>
  withOpenChallenge(auth, { token, taskToken, now });

const opened = (challenge: CompanyChallenge, now = NOW) =>
  open(recordLogin(linking(), login(challenge), now), now);

function accepted(auth: AuthRecord, step: Step = answers, now = NOW): AuthRecord {
  const next = withAcceptedStep(auth, step, {
    ...{ answers: { passing: 'link_1#1' }, now, token: 'token-2' },
  });
  if (isFailure(next)) throw new Error(next.failure);
  return next;
}

describe('what a company asks', () => {
  const asking = recordLogin(linking(), login(asks.questions), NOW);

  test('is not shown before the workflow waits for the answer', () => {
    expect(asking.status).toBeUndefined();
    expect([answerable(asking, NOW), waitingTask(asking)]).toEqual([undefined, undefined]);
    expect(isLinked(asking, 'link_1')).toBe(true);
  });

  test('is shown in one change with the task that waits', () => {
    const auth = open(asking);
    expect(presentAuth(auth)).toMatchObject({
      status: { type: 'mfa-required' },
      mfa: { method: 'questions', mfa: questions },
    });
    expect(waitingTask(auth)).toBe('task-1');
  });

  test('keeps its token when the workflow waits once more, for another task', () => {
    const again = open(open(asking), NOW + 1, 'task-2', 'token-2');
    expect(again.challenge).toMatchObject({ token: 'token-1', taskToken: 'task-2' });
    expect(again.challenge?.openedAt).toBe(new Date(NOW).toISOString());
  });

  test('and was answered before the workflow waited once more is told to the new task', () => {
    const again = open(accepted(open(asking)), NOW + 5, 'task-2', 'token-2');
    expect(again.challenge).toBeUndefined();
    expect(waitingTask(again)).toBe('task-2');
    expect(again.dueAt).toBe(new Date(NOW + 5).toISOString());
  });

  test.each([
    ['code-choice', { method: 'code' }],
    ['code-entry', { method: 'questions', mfa: [question] }],
    ['prompt', { method: 'prompt' }],
  ] as const)('%s is what its auth says', (kind, mfa) => {
    const auth = opened(asks[kind]);
    expect(presentAuth(auth).mfa).toEqual(mfa);
    const challenge = answerable(auth, NOW);
    expect(challenge && presentChallenge(challenge, presentAuth(auth)).method).toBe(mfa.method);
  });
});

describe('the data of a challenge', () => {
  test.each([
    ['questions', { method: 'questions', input: questions }],
    ['code-choice', { method: 'code', input: choices }],
    ['code-entry', { method: 'questions', input: [question], showRetry: true }],
    ['prompt', { method: 'prompt', input: { request: 'Press it.' } }],
  ] as const)('of %s is what the interface says', (kind, data) => {
    const auth = opened(asks[kind]);
    const challenge = answerable(auth, NOW);
    if (!challenge) throw new Error('No challenge is open');
    expect(presentChallenge(challenge, presentAuth(auth))).toEqual({
      ...data,
      token: 'token-1',
      auth: presentAuth(auth),
    });
  });
});

describe.each(waits)(
  'a challenge of kind %s, of %i milliseconds',
  (kind, milliseconds, subcode) => {
    const auth = opened(asks[kind]);

    test('can be answered until its time is over', () => {
      expect(answerable(auth, NOW + milliseconds - 1)).toBeDefined();
      expect(
        isFailure(
          withAcceptedStep(auth, answers, { now: NOW + milliseconds - 1, token: 'token-2' }),
        ),
      ).toBe(false);
    });

    test('is unknown from then on', () => {
      expect(answerable(auth, NOW + milliseconds)).toBeUndefined();
      expect(
        withAcceptedStep(auth, answers, { now: NOW + milliseconds, token: 'token-2' }),
      ).toEqual({
        failure: 'challenge_not_found',
      });
    });

    test('is over before the workflow stops waiting, and that before the sweep looks', () => {
      const waited = (waitSecondsOf(recordLogin(linking(), login(asks[kind]), NOW)) ?? 0) * 1000;
      expect(waited).toBeGreaterThan(milliseconds);
      expect(Date.parse(auth.dueAt ?? '')).toBeGreaterThan(NOW + waited);
    });

    test(`that nobody answered is a hold with ${subcode}`, () => {
      expect(presentAuth(expireChallenge(auth))).toMatchObject({
        status: { type: 'hold' },
        reason: { code: 'authentication_not_completed', subcode },
      });
      expect(expireChallenge(auth).link).toBeUndefined();
    });

    test('that was answered at the last moment goes on', () => {
      const answered = accepted(auth, answers, NOW + milliseconds - 1);
      expect(expireChallenge(answered)).toBe(answered);
    });
  },
);

describe('answers to some of the questions', () => {
  const first = accepted(opened(asks.questions), answerTo('q2'));

  test('leave the rest open, under another token, for the same task and until the same time', () => {
    const challenge = answerable(first, NOW);
    const asked = { method: 'questions', mfa: [questions[0]] };
    expect(presentAuth(first)).toMatchObject({ status: { type: 'mfa-required' }, mfa: asked });
    expect(askedInWords(first, NOW)).toMatchObject({ questions: [questions[0]] });
    const { expiresAt } = opened(asks.questions).challenge ?? {};
    expect(challenge).toMatchObject({ token: 'token-2', taskToken: 'task-1', expiresAt });
    expect(first.link?.accepted).toBeUndefined();
    expect(first.dueAt).toBe(opened(asks.questions).dueAt);
  });

  test('are kept with those that follow, which let the login go on', () => {
    const second = accepted(first, answerTo('q1'));
    expect(second.link?.security).toMatchObject({ asked: 1, answers: { length: 2 } });
    expect(answerable(second, NOW)).toBeUndefined();
    expect(waitingTask(second)).toBe('task-1');
  });

  test('end in the hold of unanswered questions when nobody answers the rest', () => {
    const reason = { code: 'authentication_not_completed', subcode: 'unanswered-mfa-question' };
    expect(presentAuth(expireChallenge(first)).reason).toMatchObject(reason);
  });
});

describe('an accepted step', () => {
  const auth = accepted(opened(asks['code-entry']));

  test('spends the challenge, and is due at once for whoever wakes the workflow', () => {
    expect(answerable(auth, NOW)).toBeUndefined();
    expect(auth).toMatchObject({ dueKind: 'link', dueAt: new Date(NOW).toISOString() });
    expect(waitingTask(auth)).toBe('task-1');
    expect(withAcceptedStep(auth, answers, { now: NOW, token: 'token-2' })).toMatchObject({
      failure: 'challenge_not_found',
    });
  });

  test('leaves the status until the company has said what it thinks of it', () => {
    expect(presentAuth(auth).status).toEqual({ type: 'mfa-required' });
  });

  test.each([
    [
      { kind: 'choice', identifier: 'text' },
      { lastStep: 'choice', codeChoice: 'text' },
    ],
    [{ kind: 'pressed' }, { lastStep: 'pressed' }],
    [{ kind: 'resend' }, { lastStep: 'resend' }],
  ] as const)('of %j is kept for the login', (step, security) => {
    expect(accepted(opened(asks.prompt), step).link?.security).toMatchObject(security);
  });

  test('adds its answers to those of the rounds before', () => {
    const second = accepted(open(recordLogin(auth, login(asks.questions), NOW)));
    expect(second.link?.security).toMatchObject({ asked: 2, answers: { length: 2 } });
  });

  test('is taken up by the next login, whatever that comes to', () => {
    const next = recordLogin(auth, login(asks.prompt), NOW);
    expect(waitingTask(next)).toBeUndefined();
    expect(next.link?.security).not.toHaveProperty('lastStep');
    expect(recordLogin(auth, { kind: 'authenticate' }, NOW).link).toBeUndefined();
  });
});

describe('wrong answers', () => {
  test('a wrong code is asked for twice more, each time by a new challenge', () => {
    let auth = opened(asks['code-entry']);
    for (const round of [1, 2]) {
      auth = recordLogin(accepted(auth), refusedCode, NOW + round * MINUTE);
      auth = open(auth, NOW + round * MINUTE, `task-${round}`, `again-${round}`);
      expect(auth.challenge?.token).toBe(`again-${round}`);
      // No code was sent again, so that the wait for another counts from the first.
      expect(auth.challenge?.sentAt).toBe(new Date(NOW).toISOString());
    }
    const third = recordLogin(accepted(auth, answers, NOW + 2 * MINUTE), refusedCode, NOW);
    expect(presentAuth(third).reason).toMatchObject({ subcode: 'invalid-mfa' });
  });

  test('another code in between does not count, nor does it give more tries', () => {
    let auth = recordLogin(accepted(opened(asks['code-entry'])), refusedCode, NOW);
    auth = accepted(open(auth), { kind: 'resend' });
    auth = open(recordLogin(auth, login(asks['code-entry']), NOW + MINUTE), NOW + MINUTE);
    expect(auth.challenge?.sentAt).toBe(new Date(NOW + MINUTE).toISOString());
    auth = recordLogin(accepted(auth, answers, NOW + MINUTE), refusedCode, NOW + MINUTE);
    expect(auth.link?.security?.refused).toBe(2);
    const third = recordLogin(accepted(open(auth)), refusedCode, NOW + MINUTE);
    expect(third.status).toBe('hold');
  });

  test('a login that ran twice at once counts a wrong code once', () => {
    const once = recordLogin(accepted(opened(asks['code-entry'])), refusedCode, NOW);
    expect(once.link?.security?.refused).toBe(1);
    expect(recordLogin(once, refusedCode, NOW)).toBe(once);
    const shown = open(once);
    expect(recordLogin(shown, refusedCode, NOW)).toBe(shown);
  });

  test.each(['questions', 'prompt', 'code-choice'] as const)(
    'of %s end the link at once',
    (kind) => {
      const auth = recordLogin(accepted(opened(asks[kind])), login(asks[kind], true), NOW);
      expect(presentAuth(auth).reason).toMatchObject({
        code: 'authentication_not_completed',
        subcode: 'invalid-mfa',
      });
    },
  );
});

test('a company that never stops asking is held', () => {
  let auth = linking();
  for (let round = 1; round <= MAX_CHALLENGES_PER_LINK; round += 1) {
    auth = open(recordLogin(auth, login(asks.questions), NOW));
    expect(auth.status, `round ${round}`).toBe('mfa-required');
    auth = accepted(auth);
  }
  expect(recordLogin(auth, login(asks.questions), NOW).status).toBe('hold');
});

describe('a hold that a challenge ended in', () => {
  test('remembers what the link was asked to do', () => {
    const request = { items: ['payment'], billId: 'bill_1' } as const;
    const auth = opened(asks.prompt);
    const paying = { ...auth, link: { ...auth.link, ...request } } as AuthRecord;
    expect(expireChallenge(paying).interrupted).toMatchObject(request);
  });
});

describe('answer-questions', () => {
  test('answers what is asked', () => {
    expect(askedInWords(opened(asks.questions), NOW)).toMatchObject({ questions });
  });

  test('answers the question for a code too, which its auth shows', () => {
    const auth = opened(asks['code-entry']);
    expect(presentAuth(auth).mfa?.mfa).toHaveLength(1);
    expect(askedInWords(auth, NOW)).toBe(auth.challenge?.asks);
  });

  test.each([
    ['a code is to be chosen', opened(asks['code-choice'])],
    ['a prompt is to be pressed', opened(asks.prompt)],
    ['answers were accepted', accepted(opened(asks.questions))],
    ['nothing is asked', authRecord()],
    ['the day is over', opened(asks.questions, NOW - 24 * HOUR)],
  ])('is refused when %s', (_, auth) => {
    expect(askedInWords(auth, NOW)).toEqual({ failure: 'auth_not_awaiting_answers' });
  });
});

describe('an execution that was lost with an accepted step', () => {
  test('is replaced by another, with what was answered', () => {
    const auth = accepted(opened(asks.questions));
    const again = rerunLink(auth, NOW);
    expect(again?.link).toMatchObject({ linkId: 'link_1', runs: 1, accepted: undefined });
    expect(again?.link?.security).toEqual(auth.link?.security);
  });

  test('is not replaced for ever', () => {
    let auth: AuthRecord | undefined = accepted(opened(asks.questions));
    let runs = 0;
    for (; auth; runs += 1) {
      auth = rerunLink(auth, NOW);
      if (auth) auth = accepted(open(recordLogin(auth, login(asks.questions), NOW)));
    }
    expect(runs).toBe(MAX_RUNS);
  });

  test('is not replaced when nobody has answered', () => {
    expect(rerunLink(opened(asks.questions), NOW)).toBeUndefined();
  });
});

describe('a login that comes twice', () => {
  test('is overtaken by the run that has recorded what the company asked', () => {
    const read = linking();
    expect(isOvertaken(read, read)).toBe(false);
    const recorded = recordLogin(read, login(asks['code-choice']), NOW);
    expect(isOvertaken(read, recorded)).toBe(true);
    expect(isOvertaken(recorded, open(recorded))).toBe(false);
  });

  test('is overtaken still when the user has answered meanwhile', () => {
    const read = linking();
    const opened = open(recordLogin(read, login(asks.questions), NOW));
    const answered = withAcceptedStep(opened, answers, {
      ...{ answers: { passing: 'link_1#1' }, now: NOW, token: 'token-2' },
    });
    expect(isOvertaken(read, answered as AuthRecord)).toBe(true);
  });
});

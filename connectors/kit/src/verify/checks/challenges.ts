/** Logins that ask the user something. */
import type { TestLogin } from '../../protocol/manifest.ts';
import { type Done, done, isKind, loginAsk, loginFor, othersThan, type Result } from '../asks.ts';
import { type Check, CheckSkipped, must } from '../check.ts';
import type { Ask, Probe } from '../probe.ts';
import { firstRound } from './logins.ts';

/** The next round, in the same operation. What was chosen is said again each time. */
function nextRound(ask: Ask, answers: unknown, more: object = {}): Ask {
  const { form } = ask.secrets as { form: unknown };
  const { round } = ask.document as { round: number };
  const document = { ...ask.document, round: round + 1, ...more };
  return { ...ask, document, secrets: { form, ...(answers !== undefined && { answers }) } };
}

function challengeOf({ result }: Done): Result {
  must(result.kind === 'mfa-required', `The result is ${result.kind}`);
  return result.challenge as Result;
}

function firstChoiceOf({ choices }: Result): string | undefined {
  return (choices as readonly { readonly identifier: string }[])[0]?.identifier;
}

/** Those whose answers can be wrong. */
function loginsThatAsk(probe: Probe): readonly TestLogin[] {
  const scenarios = ['questions', 'code'] as const;
  const asking = scenarios.flatMap((scenario) => probe.testLogin(scenario) ?? []);
  if (asking.length === 0) throw new CheckSkipped('The manifest has no test login that asks');
  return asking;
}

/** The last request before an answer is given, and what it asked. A code goes to the first choice. */
async function untilAsked(probe: Probe, login: TestLogin) {
  const ask = loginAsk(login);
  const challenge = challengeOf(await firstRound(probe, ask));
  if (challenge.kind !== 'code-choice') return { last: ask, challenge };
  const last = nextRound(ask, undefined, { codeChoice: firstChoiceOf(challenge) });
  return { last, challenge: challengeOf(await done(probe, 'logIn', last)) };
}

export const challengeChecks: readonly Check[] = [
  {
    id: 'login.questions',
    proves: 'Questions are asked, and their answers sign in.',
    why: 'Many companies ask them.',
    logins: ['questions'],
    async run(probe) {
      const login = loginFor(probe, 'questions');
      const ask = loginAsk(login);
      must(
        challengeOf(await firstRound(probe, ask)).kind === 'questions',
        'It asks something else',
      );
      isKind(await done(probe, 'logIn', nextRound(ask, login.answers)), 'verified');
    },
  },
  {
    id: 'login.wrong-answers',
    proves: 'Wrong answers do not sign in, and the result says that they were refused.',
    why: 'The user would not know why they are asked again.',
    async run(probe) {
      for (const login of loginsThatAsk(probe)) {
        const { last } = await untilAsked(probe, login);
        const wrong = othersThan(login.answers ?? {});
        const ended = await done(probe, 'logIn', nextRound(last, wrong));
        const { kind, refused } = ended.result;
        const isRight = ['mfa-required', 'hold', 'authenticate'].includes(kind);
        must(isRight, `The result of ${login.scenario} is ${kind}`);
        const isSaid = kind !== 'mfa-required' || refused === true;
        must(isSaid, `\`refused\` is missing at ${login.scenario}`);
      }
    },
  },
  {
    id: 'login.stale-round',
    proves: 'A round that was not asked for is refused.',
    why: 'Answers of one round could be given to another.',
    async run(probe) {
      for (const login of loginsThatAsk(probe)) {
        const { last } = await untilAsked(probe, login);
        const reply = await probe.call('logIn', nextRound(last, login.answers, { round: 9 }));
        must(reply.status === 409, `The status at ${login.scenario} is ${reply.status}`);
      }
    },
  },
  {
    id: 'login.code',
    proves: 'A code is asked for, the result says that it was sent, and the code signs in.',
    why: 'The screen tells the user to look for it.',
    logins: ['code'],
    async run(probe) {
      const login = loginFor(probe, 'code');
      const { last, challenge } = await untilAsked(probe, login);
      must(challenge.kind === 'code-entry', 'It asks something else');
      must(challenge.sent === true, '`sent` is not true');
      isKind(await done(probe, 'logIn', nextRound(last, login.answers)), 'verified');
    },
  },
  {
    id: 'login.unattended-code',
    proves: 'A session without the user sends no code.',
    why: 'Users who get codes that they did not ask for think that somebody is breaking in.',
    logins: ['code'],
    async run(probe) {
      const ask = loginAsk(loginFor(probe, 'code'), { attended: false });
      const ended = await firstRound(probe, ask);
      const { kind, sent } = (ended.result.challenge ?? {}) as Result;
      must(!(kind === 'code-entry' && sent === true), 'A code was sent');
    },
  },
  {
    id: 'login.prompt',
    proves: 'What has to be pressed is said, and signs in once it was pressed.',
    why: 'Many companies confirm a login in their app.',
    logins: ['prompt'],
    async run(probe) {
      const ask = loginAsk(loginFor(probe, 'prompt'));
      must(challengeOf(await firstRound(probe, ask)).kind === 'prompt', 'It asks something else');
      const ended = await done(probe, 'logIn', nextRound(ask, undefined, { promptPressed: true }));
      isKind(ended, 'verified');
    },
  },
];

/** Auths in each state that the sandbox can bring about, and the triggers that callers have. */
import type { GivenContinuation, GivenStep } from '@billhook/core/schemas/auth';
import { until } from '../../../lib/base/until.ts';
import { DECLINING_CARD } from '../../support/swap-steps.ts';
import { dueDate, openWorld, valueFrom } from '../../support/world.ts';
import { payable } from './bills.ts';
import type { Reached } from './states.ts';

const world = openWorld();
const { api } = world;

type Standing = {
  readonly clientId: string;
  readonly billId: string;
  readonly authId: string;
  readonly methodId: string;
  /** What is sent to `POST /auth/step`; the right answer to what is open when left out. */
  readonly step?: GivenStep;
  /** What is sent to `POST /auth/{authId}/continue`; its bills are read when left out. */
  readonly continuation?: GivenContinuation;
};

const link = async ({ clientId }: Standing, status?: string) => {
  const { _id: companyId } = await world.findCompany('Regular Company 1');
  const form = { balance: '100.00', dueDate: dueDate(10), ...(status && { status }) };
  return api.auth.createAuth({ clientId, companyId, items: ['bill'], form });
};

async function stateOf({ authId }: Pick<Standing, 'authId'>): Promise<string> {
  const found = await api.auth.getAuth({ authId });
  if (!found.ok) return 'deleted';
  const { status, mfa } = found.value.auth;
  if (status?.type === 'mfa-required') return `mfa-required-${mfa?.method}`;
  return status?.type ?? 'linking';
}

/** A client with a bill and a card, whose account was linked again with another outcome. */
async function relinked(status: string): Promise<Standing> {
  const given = await payable(world);
  valueFrom(await link(given, status));
  await until(status, async () => (await stateOf(given)) === status);
  return given;
}

/** A challenge that another link has superseded. */
async function superseded(status: string): Promise<Standing> {
  const given = await relinked(status);
  const { token, method } = await world.challengeOf(given.authId);
  valueFrom(await link(given, status));
  await world.challengeOf(given.authId, token);
  return { ...given, step: { token, method } };
}

/** A code that was sent a moment ago. */
async function askedAgain(): Promise<Standing> {
  const given = await relinked('mfa-required-code');
  const step = await rightStep(given);
  valueFrom(await api.auth.answerStep(step));
  const { token } = await world.challengeOf(given.authId, step.token);
  return { ...given, step: { token, method: 'code', didNotReceiveCode: true } };
}

/** The company refused the first card; another is there. */
async function heldBySwap(): Promise<Standing> {
  const given = await payable(world);
  const paymentMethodId = await world.addCard(given.clientId, { cardNumber: DECLINING_CARD });
  const { authId } = given;
  const { swapId } = valueFrom(await api.swap.createSwap({ authId, paymentMethodId }));
  await until('hold', async () => (await stateOf(given)) === 'hold');
  const meta = { swapId, paymentMethodId: given.methodId };
  return { ...given, continuation: { items: ['swap'], meta } };
}

async function deleted(): Promise<Standing> {
  const given = await payable(world);
  valueFrom(await api.auth.deleteAuth(given));
  return given;
}

async function rightStep({ authId }: Standing): Promise<GivenStep> {
  const found = await api.auth.getAuth({ authId });
  const challenge = found.ok ? found.value.challenge : undefined;
  if (!challenge) return { token: 'never-was', method: 'prompt' };
  const { token, method } = challenge;
  const security = {
    questions: await answersOf(authId),
    code: { identifier: 'text' },
    prompt: undefined,
  }[method];
  return { token, method, security };
}

/** Right answers to what is asked; to something else when nothing is. */
async function answersOf(authId: string) {
  const found = await api.auth.getAuth({ authId });
  const questions = (found.ok && found.value.auth.mfa?.mfa) || [{ identifier: 'none' }];
  return questions.map(({ identifier }) => ({ identifier, answer: 'answer' }));
}

export const auths: Reached<Standing> = {
  scenes: {
    verified: () => payable(world),
    authenticate: () => relinked('authenticate'),
    hold: () => relinked('hold'),
    'mfa-required-questions': () => relinked('mfa-required-questions'),
    'mfa-required-code': () => relinked('mfa-required-code'),
    'mfa-required-prompt': () => relinked('mfa-required-prompt'),
    deleted,
  },
  special: {
    'mfa-required-questions step challenge_not_found': () => superseded('mfa-required-questions'),
    'mfa-required-code step challenge_not_found': () => superseded('mfa-required-code'),
    'mfa-required-prompt step challenge_not_found': () => superseded('mfa-required-prompt'),
    'mfa-required-questions step retry_too_soon': askedAgain,
    'hold continue accepted': heldBySwap,
  },
  act: {
    link: (given) => link(given),
    step: async (given) => api.auth.answerStep(given.step ?? (await rightStep(given))),
    'answer-questions': async ({ authId }) =>
      api.auth.answerQuestions({ authId, answers: await answersOf(authId) }),
    'fix-hold': ({ authId }) => api.auth.fixHold({ authId }),
    continue: ({ authId, continuation = { items: ['bill'] } }) =>
      api.auth.continueAuth({ authId, ...continuation }),
    delete: ({ authId }) => api.auth.deleteAuth({ authId }),
    swap: ({ authId, methodId }) => api.swap.createSwap({ authId, paymentMethodId: methodId }),
    pay: ({ billId }) => api.payment.schedulePayment({ billId }),
  },
  stateOf,
};

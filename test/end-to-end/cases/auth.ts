import { DECLINING_CARD, withUsedCode } from '../../support/swap-steps.ts';
import { valueFrom, type World } from '../../support/world.ts';
import { payable } from './bills.ts';
import { type Cases, RACE, unknown } from './case.ts';
import { heldSwap } from './swap.ts';

const anyAnswers = [{ identifier: 'q1', answer: 'answer' }];

export async function heldAuth(world: World) {
  const company = await world.findCompany('Regular Company 1');
  return await world.link(await world.newClient(), company, { status: 'hold' });
}

async function questionedAuth(world: World) {
  const company = await world.findCompany('Regular Company 1');
  const auth = await world.link(await world.newClient(), company, {
    status: 'mfa-required-questions',
  });
  const answers = (auth.mfa?.mfa ?? []).map(({ identifier }) => ({ identifier, answer: 'answer' }));
  return { authId: auth._id, answers };
}

/** A code that was sent a moment ago. */
async function sentCode(world: World) {
  const company = await world.findCompany('MFA Company 1');
  const { _id } = await world.link(await world.newClient(), company, {
    status: 'mfa-required-code',
  });
  const { token } = await world.challengeOf(_id);
  const method = 'code' as const;
  valueFrom(await world.api.auth.answerStep({ token, method, security: { identifier: 'text' } }));
  const entry = await world.challengeOf(_id, token);
  return { token: entry.token, method };
}

export const authCases = {
  answerStep: {
    route: 'POST /auth/step',
    asClient: {
      call: (api, { steppedToken, answers }) =>
        api.auth.answerStep({ token: steppedToken, method: 'questions', security: answers }),
      another: 'challenge_not_found',
    },
    sample: () => ({ token: 'never-was', method: 'code', security: anyAnswers }),
    success: async ({ world }, api) => {
      const { authId, answers } = await questionedAuth(world);
      const { token } = await world.challengeOf(authId);
      return api.auth.answerStep({ token, method: 'questions', security: answers });
    },
    refusals: {
      challenge_not_found: (scene, api) =>
        api.auth.answerStep({
          token: 'never-was',
          method: 'questions',
          security: [{ identifier: scene.questionId, answer: 'answer' }],
        }),
      invalid_request: async ({ challengeToken: token }, api) =>
        api.auth.answerStep({ token, method: 'prompt' }),
      retry_too_soon: async ({ world }, api) =>
        api.auth.answerStep({ ...(await sentCode(world)), didNotReceiveCode: true }),
    },
    elsewhere: { request_conflict: RACE },
    foreign: [
      [
        'challenge_not_found',
        (scene, other) =>
          other.auth.answerStep({
            token: scene.challengeToken,
            method: 'questions',
            security: [{ identifier: scene.questionId, answer: 'answer' }],
          }),
      ],
    ],
  },
  listAuths: {
    route: 'GET /auth/list/{clientId}',
    asClient: {
      call: (api, { clientId }) => api.auth.listAuths({ clientId }),
      another: 'client_not_found',
    },
    success: ({ clientId }, api) => api.auth.listAuths({ clientId }),
    refusals: {
      client_not_found: (_scene, api) => api.auth.listAuths({ clientId: unknown.clientId }),
      invalid_cursor: ({ clientId }, api) => api.auth.listAuths({ clientId, cursor: 'ours?' }),
    },
    foreign: [['client_not_found', ({ clientId }, other) => other.auth.listAuths({ clientId })]],
  },
  getAuth: {
    route: 'GET /auth/{authId}',
    asClient: {
      call: (api, { authId }) => api.auth.getAuth({ authId }),
      another: 'auth_not_found',
    },
    success: ({ challengedAuthId: authId }, api) => api.auth.getAuth({ authId }),
    refusals: {
      auth_not_found: (_scene, api) => api.auth.getAuth({ authId: unknown.authId }),
    },
    foreign: [['auth_not_found', ({ authId }, other) => other.auth.getAuth({ authId })]],
  },
  fixHold: {
    route: 'POST /auth/{authId}/fix-hold',
    asClient: {
      call: (api, { heldAuthId }) => api.auth.fixHold({ authId: heldAuthId }),
      another: 'auth_not_found',
    },
    success: async ({ world }, api) => api.auth.fixHold({ authId: (await heldAuth(world))._id }),
    refusals: {
      auth_not_found: (_scene, api) => api.auth.fixHold({ authId: unknown.authId }),
      auth_not_on_hold: ({ authId }, api) => api.auth.fixHold({ authId }),
      card_code_required: async ({ world }, api) =>
        api.auth.fixHold({ authId: (await withUsedCode(world, DECLINING_CARD)).authId }),
      payment_method_not_found: async ({ world }, api) => {
        const { authId, methodId } = await heldSwap(world);
        valueFrom(await api.payment.deletePaymentMethod({ paymentMethodId: methodId }));
        return api.auth.fixHold({ authId });
      },
      payment_method_declined: async ({ world }, api) => {
        const { clientId, authId } = await heldSwap(world);
        const { bill } = await world.newBill(clientId);
        valueFrom(await api.payment.schedulePayment({ billId: bill._id }));
        await world.billOf(clientId, bill.auth._id, (one) => {
          return one.bill.status.type === 'payment-declined';
        });
        return api.auth.fixHold({ authId });
      },
    },
    elsewhere: { request_conflict: RACE },
    foreign: [['auth_not_found', ({ authId }, other) => other.auth.fixHold({ authId })]],
  },
  answerQuestions: {
    route: 'POST /auth/{authId}/answer-questions',
    asClient: {
      call: (api, { askingAuthId, answers }) =>
        api.auth.answerQuestions({ authId: askingAuthId, answers }),
      another: 'auth_not_found',
    },
    sample: () => ({ answers: anyAnswers }),
    success: async ({ world }, api) => api.auth.answerQuestions(await questionedAuth(world)),
    refusals: {
      auth_not_found: (_scene, api) =>
        api.auth.answerQuestions({
          authId: unknown.authId,
          answers: [{ identifier: 'q', answer: 'answer' }],
        }),
      auth_not_awaiting_answers: ({ authId }, api) =>
        api.auth.answerQuestions({ authId, answers: [{ identifier: 'q', answer: 'answer' }] }),
      invalid_request: async ({ world }, api) =>
        api.auth.answerQuestions({
          authId: (await questionedAuth(world)).authId,
          answers: [{ identifier: 'nobody-asked', answer: 'answer' }],
        }),
    },
    elsewhere: { request_conflict: RACE },
    foreign: [
      [
        'auth_not_found',
        ({ challengedAuthId: authId, questionId: identifier }, other) =>
          other.auth.answerQuestions({ authId, answers: [{ identifier, answer: 'answer' }] }),
      ],
    ],
  },
  deleteAuth: {
    route: 'DELETE /auth/{authId}',
    asClient: {
      call: (api, { authId }) => api.auth.deleteAuth({ authId }),
      another: 'auth_not_found',
      last: true,
    },
    success: async ({ world }, api) => api.auth.deleteAuth({ authId: (await heldAuth(world))._id }),
    variants: {
      'with a bill': async ({ world }, api) => api.auth.deleteAuth(await payable(world)),
    },
    refusals: {
      auth_not_found: (_scene, api) => api.auth.deleteAuth({ authId: unknown.authId }),
    },
    elsewhere: { request_conflict: RACE },
    foreign: [['auth_not_found', ({ authId }, other) => other.auth.deleteAuth({ authId })]],
  },
} satisfies Cases;

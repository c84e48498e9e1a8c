/** Users of a service that is killed again and again: they ask again until they have an answer. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../../lib/base/until.ts';
import { createApiClient } from '../../../lib/client/api-client.ts';
import type { Chance } from '../../model/year/chance.ts';
import { type Answers, payAsPlanned, plans, type Subject } from '../../support/chaos-trial.ts';
import { openWorld, valueFrom } from '../../support/world.ts';
import type { KilledService } from './killed-service.ts';

const ACCOUNTS = 3;
/** One household in so many has a card that declines. */
const DECLINING_EVERY = 6;
const DECLINING_CARD = '4000000000000002';
/** Each kill amid a request holds its key for another minute. */
const PATIENCE_SECONDS = 600;
const PAUSE_MILLISECONDS = 200;

export type Callers = {
  /** What was ordered so far, with what it was answered in the end. */
  readonly subjects: readonly Subject[];
  readonly answers: Answers;
  /** Responses so far. */
  readonly responses: () => number;
  /** Orders and cancellations that were sent so far. */
  readonly orders: () => number;
  /** A household links its accounts and pays them. */
  readonly live: (number: number) => Promise<void>;
};

export function openCallers(
  service: Pick<KilledService, 'baseUrl' | 'apiKey'>,
  chance: Chance,
): Callers {
  const subjects: Subject[] = [];
  const answers: Answers = {};
  let responses = 0;
  let orders = 0;
  const counting: typeof fetch = async (...given) => {
    if (/\/payment\/(schedule|cancel)$/.test(String(given[0]))) orders += 1;
    const response = await fetch(...given);
    responses += 1;
    return response;
  };
  const { baseUrl, apiKey } = service;
  const once = createApiClient({ baseUrl, apiKey, validate: true, fetch: counting });
  const patient = createApiClient({
    ...{ baseUrl, apiKey, validate: true, fetch: untilAnswered(counting) },
  });
  const world = openWorld({ baseUrl, apiKey }, patient);
  return {
    ...{ subjects, answers, responses: () => responses, orders: () => orders },
    async live(number) {
      const pays = number % DECLINING_EVERY !== DECLINING_EVERY - 1;
      const clientId = await world.newClient();
      await world.addCard(clientId, pays ? {} : { cardNumber: DECLINING_CARD });
      const { _id: companyId } = await world.findOrdinaryCompany();
      const usesKeys = chance.happens(0.5);
      for (let account = 0; account < ACCOUNTS; account += 1) {
        const form = { username: `user-${number}-${account}`, password: 'any' };
        const given = { clientId, companyId, items: ['bill' as const], form };
        const { authId } = valueFrom(await patient.auth.createAuth(given));
        await untilLinked(world, authId);
        const { bill } = await world.billOf(clientId, authId);
        const plan = plans[(number * ACCOUNTS + account) % plans.length] ?? 'once';
        const subject: Subject = { ...{ clientId, pays, plan }, billId: bill._id };
        subjects.push(subject);
        await payAsPlanned(once, subject, answers, usesKeys ? { newKey: randomUUID } : {});
      }
    },
  };
}

/**
 * Links end by themselves. If a company had the password when the process died, it is for the user to say
 * whether it gets it again (decision: one-login-a-round).
 * @throws Error of a link that ended with a right password as it should not.
 */
async function untilLinked(
  { api, linkedAuth }: ReturnType<typeof openWorld>,
  authId: string,
): Promise<void> {
  let auth = await linkedAuth(authId, PATIENCE_SECONDS);
  for (let tries = 0; auth.status?.type === 'hold' && tries < 5; tries += 1) {
    const fixed = await api.auth.fixHold({ authId });
    if (!fixed.ok && fixed.problem.code !== 'auth_not_on_hold') valueFrom(fixed);
    auth = await linkedAuth(authId, PATIENCE_SECONDS);
  }
  if (auth.status?.type !== 'verified')
    throw new Error(`${authId} is ${auth.status?.type}, and its password is right`);
}

/** Sends a request until it is answered. Each has a key, so that its repetitions are the same request. */
function untilAnswered(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    const isPost = init?.method === 'POST';
    if (isPost && !headers.has('idempotency-key')) headers.set('idempotency-key', randomUUID());
    return until(
      'an answer',
      async () => {
        const response = await send(input, { ...init, headers }).catch(() => undefined);
        const mayHelp = !response || response.status === 429 || response.status === 503;
        if (!mayHelp && !(response.status === 409 && (await isUnderWay(response)))) return response;
        await sleep(PAUSE_MILLISECONDS);
        return undefined;
      },
      PATIENCE_SECONDS,
    );
  };
}

/** The same request is under way, as far as the service knows. */
async function isUnderWay(response: Response): Promise<boolean> {
  const { code } = (await response.clone().json()) as { readonly code?: string };
  return code === 'request_in_progress' || code === 'request_conflict';
}

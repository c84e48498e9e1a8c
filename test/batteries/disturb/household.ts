/**
 * A household lives its stories: it links accounts, answers what companies ask, puts a card on file, and
 * pays. It goes on until each of them has an end.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuthProgress, ChallengeData } from '@billhook/core/schemas/auth';
import type { ApiClient, CallOptions } from '../../../lib/client/api-client.ts';
import { type AnyResult, givenCard, valueFrom } from '../../support/world.ts';
import { type Answers, isCutOff, payAsPlanned, type Subject } from './paying.ts';
import { type AccountStory, type Household, answers as rightAnswers } from './stories.ts';

/** What became of a household, with the ids that the books are read by. */
export type Lived = {
  readonly number: number;
  readonly clientId: string;
  readonly links: readonly LinkEnd[];
  readonly swaps: readonly { readonly authId: string; readonly ends: string }[];
  readonly subjects: readonly Subject[];
};

export type LinkEnd = {
  readonly account: number;
  readonly authId: string;
  /** The status of the auth, with the code of a hold. */
  readonly ended: string;
  readonly wanted: string;
};

export type Living = {
  readonly api: ApiClient;
  readonly answers: Answers;
};

const DECLINING_CARD = '4000000000000002';
const CARD_REFUSED = 'hold account_issue_card_not_accepted';
/** Of a call, between two tries of it: a service that was killed is there again by then. */
const PAUSE_MILLISECONDS = 700;
const MAX_TRIES = 200;
const MAX_POLL_MILLISECONDS = 4_000;
/** Holds of one account that its user says are fixed, and waits before that, longer each time. */
const MAX_FIXES = 12;
const MAX_FIX_MILLISECONDS = 15_000;
/** Longer than a link, or a swap, whose messages all meet a fault. */
const PATIENCE_MILLISECONDS = 20 * 60_000;

export async function live(household: Household, living: Living): Promise<Lived> {
  const { api } = living;
  const identifier = `household-${household.number}`;
  const key = (step: string) => ({ idempotencyKey: `${identifier}-${step}` });
  const { clientId } = await got(() => api.client.createClient({ identifier }, key('client')));
  const card = { ...givenCard(clientId), ...(!household.pays && { cardNumber: DECLINING_CARD }) };
  const { paymentMethodId } = await got(() => api.payment.addPaymentMethod(card, key('card')));
  const home: Home = { ...living, household, key, clientId, paymentMethodId };
  const linked = await Promise.all(
    household.accounts.map(async (story) => ({ story, authId: await beginLink(home, story) })),
  );
  const links: LinkEnd[] = [];
  for (const { story, authId } of linked) {
    const ended = await endLink(home, story, authId);
    links.push({ account: story.number, authId, ended, wanted: story.ends });
  }
  const swaps: Lived['swaps'][number][] = [];
  for (const { story, authId } of linked) {
    if (!story.wants.startsWith('swap')) continue;
    if (story.wants === 'swap') {
      await got(() => api.swap.createSwap({ authId, paymentMethodId }, key(`swap-${authId}`)));
    }
    swaps.push({ authId, ends: await endSwap(home, authId) });
  }
  return { number: household.number, clientId, links, swaps, subjects: await pay(home, linked) };
}

type Home = Living & {
  readonly household: Household;
  readonly key: (step: string) => CallOptions;
  readonly clientId: string;
  readonly paymentMethodId: string;
};
type Linked = { readonly story: AccountStory; readonly authId: string };

async function beginLink({ api, key, ...home }: Home, story: AccountStory): Promise<string> {
  const { clientId, paymentMethodId } = home;
  const { companyId, form, wants } = story;
  const items = {
    ...{ login: ['bill' as const], payment: ['bill' as const], swap: ['bill' as const] },
    'payment-at-link': ['bill' as const, 'payment' as const],
    'swap-at-link': ['swap' as const],
  }[wants];
  const meta = wants.endsWith('at-link') && { meta: { paymentMethodId } };
  const given = { clientId, companyId, form, items: [...items], ...meta };
  const { authId } = await got(() => api.auth.createAuth(given, key(`link-${story.number}`)));
  return authId;
}

/** Answers what is asked, and has holds fixed, until the link has ended for good. */
async function endLink({ api, key }: Home, story: AccountStory, authId: string): Promise<string> {
  const fix = openFixing(api, authId);
  const answered = new Set<string>();
  return await patiently(`the link of ${authId}`, async () => {
    const progress = await got(() => api.auth.getAuth({ authId }));
    const { challenge, linking } = progress;
    if (challenge && !answered.has(challenge.token)) {
      answered.add(challenge.token);
      const step = stepOf(challenge);
      await settled(() => api.auth.answerStep(step, key(`step-${challenge.token.slice(-24)}`)));
    }
    if (linking) return undefined;
    const ended = endOf(progress);
    const isRefusedCard = story.wants === 'swap-at-link' && ended === CARD_REFUSED;
    if (!ended.startsWith('hold') || isRefusedCard) return ended;
    return await fix(ended);
  });
}

/** Without a key: what was fixed may be broken again. */
function openFixing(api: ApiClient, authId: string) {
  let fixes = 0;
  return async (hold: string): Promise<undefined> => {
    if (fixes === MAX_FIXES) throw new Error(`${authId} stays on ${hold}`);
    await sleep(Math.min(PAUSE_MILLISECONDS * 2 ** fixes, MAX_FIX_MILLISECONDS));
    fixes += 1;
    await settled(() => api.auth.fixHold({ authId }));
  };
}

function endOf({ auth: { status, reason } }: AuthProgress): string {
  return [status?.type ?? 'nothing', ...(reason ? [reason.code] : [])].join(' ');
}

function stepOf({ token, method, input, showRetry }: ChallengeData) {
  const asked = Array.isArray(input) ? input : [];
  if (method === 'prompt') return { token, method };
  // The code itself is asked for as a question.
  if (method === 'code' && !showRetry) {
    return { token, method, security: { identifier: asked[0]?.identifier ?? '' } };
  }
  const security = asked.map(({ identifier }) => ({
    identifier,
    answer: rightAnswers[identifier] ?? '',
  }));
  return { token, method: 'questions' as const, security };
}

/** A card that is refused stays refused; any other hold is fixed. */
async function endSwap({ api, household, clientId }: Home, authId: string): Promise<string> {
  const fix = openFixing(api, authId);
  return await patiently(`the swap of ${authId}`, async () => {
    const { data } = await got(() => api.swap.listSwaps({ clientId }));
    const swap = data.find((one) => one.auth._id === authId);
    if (!swap) return undefined;
    const { reason } = swap;
    const { type } = swap.status;
    const ended = reason ? `${type} ${reason.code}` : type;
    const isRefused = !household.pays && ended === CARD_REFUSED;
    if (type === 'completed' || isRefused) return ended;
    return type === 'hold' ? await fix(ended) : undefined;
  });
}

async function pay(home: Home, linked: readonly Linked[]): Promise<Subject[]> {
  const { api, household, key, clientId, answers } = home;
  const { data } = await got(() => api.bill.listBills({ clientId }));
  const subjects: Subject[] = [];
  for (const { story, authId } of linked) {
    const { plan, wants } = story;
    if (!plan) continue;
    const billId = data.find(({ bill }) => bill.auth._id === authId)?.bill._id;
    // Its link says so.
    if (billId === undefined) continue;
    const subject: Subject = { clientId, billId, plan, pays: household.pays };
    subjects.push(subject);
    if (wants === 'payment-at-link') {
      subject.answer = '200';
      continue;
    }
    let keys = 0;
    const newKey = () => {
      keys += 1;
      return key(`pay-${billId}-${keys}`).idempotencyKey ?? '';
    };
    await payAsPlanned(api, subject, answers, household.usesKeys ? { newKey } : {});
  }
  return subjects;
}

/** Looks again and again, at first often. @throws Error when it takes too long. */
async function patiently<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const until = Date.now() + PATIENCE_MILLISECONDS;
  for (let pause = PAUSE_MILLISECONDS; Date.now() < until; pause *= 1.3) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(Math.min(pause, MAX_POLL_MILLISECONDS));
  }
  throw new Error(`There is no end of ${what}`);
}

type Ok<R> = R extends { readonly ok: true; readonly value: infer T } ? T : never;

/** The value of a call that is made until there is an answer. @throws Error that quotes a refusal. */
async function got<R extends AnyResult>(call: () => Promise<R>): Promise<Ok<R>> {
  return valueFrom(await settled(call)) as Ok<R>;
}

/** The answer to a call, be it a refusal: outages are waited for. */
async function settled<R extends AnyResult>(call: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await call().catch((error: Error) => {
      if (attempt === MAX_TRIES || !isCutOff(error)) throw error;
    });
    if (result && (result.ok || !mayHelp(result) || attempt === MAX_TRIES)) return result;
    await sleep(PAUSE_MILLISECONDS * (0.5 + Math.random()));
  }
}

const comesBack: ReadonlySet<string> = new Set(['request_conflict', 'request_in_progress']);

function mayHelp({ status, problem }: Extract<AnyResult, { ok: false }>): boolean {
  const isBusy = status >= 500 || status === 429;
  return isBusy || comesBack.has(problem.code) || problem.code === 'company_in_maintenance';
}

/** How a bill is paid by callers who try again as the answers tell them to. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@billhook/core/base/dates';
import type { ApiClient, CallOptions } from '../../../lib/client/api-client.ts';
import { type AnyResult, dayIn } from '../../support/world.ts';

/** What a caller does with a bill. */
export type Plan = 'once' | 'twice' | 'race-cancel' | 'cancel-later' | 'due-later';

export type Subject = {
  readonly clientId: string;
  readonly billId: string;
  readonly plan: Plan;
  /** Whether its card pays. */
  readonly pays: boolean;
  /** What its payment was answered in the end: 200, or status and code of the refusal. */
  answer?: string;
};

/** What callers were answered, how often: `200`, or status and code. */
export type Answers = Record<string, number>;

const MAX_TRIES = 60;
const PAUSE_MILLISECONDS = 150;

/** Six in ten payments are made simply; each of the others has a part of its own. */
export const plans: readonly Plan[] = [
  ...(['once', 'twice', 'once', 'cancel-later', 'once'] as const),
  ...(['due-later', 'once', 'race-cancel', 'once', 'once'] as const),
];

export type Paying = {
  /** The day of what is paid later. */
  readonly laterOn?: string;
  /** A key for each thing that is wanted, where its repetitions are to be the same request. */
  readonly newKey?: () => string;
  readonly time?: Time;
};

/** The clock, and how callers wait. */
export type Time = {
  readonly now: Clock;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
};

const realTime: Time = { now: Date.now, sleep };

/** Does with one bill what its plan says, and notes the answer that counts. */
export async function payAsPlanned(
  api: ApiClient,
  subject: Subject,
  answers: Answers,
  { laterOn = dayIn(3), newKey, time = realTime }: Paying = {},
): Promise<void> {
  const { billId, plan } = subject;
  const { schedulePayment, cancelPayment } = api.payment;
  const payDate = `${laterOn}T00:00:00.000Z`;
  const insist = (call: (options: CallOptions) => Promise<AnyResult>) => {
    const options = newKey ? { idempotencyKey: newKey() } : {};
    return insistOn(() => call(options), answers, time);
  };
  const pay = () => insist((options) => schedulePayment({ billId }, options));
  const payLater = () => insist((options) => schedulePayment({ billId, payDate }, options));
  const cancel = () => insist((options) => cancelPayment({ billId }, options));
  const acts: Record<Plan, () => Promise<string>> = {
    once: pay,
    twice: async () => {
      const both = await Promise.all([pay(), pay()]);
      return both.find((answer) => answer === '200') ?? both[0];
    },
    'race-cancel': async () => (await Promise.all([pay(), cancel()]))[0],
    'cancel-later': async () => {
      await payLater();
      return cancel();
    },
    // While a card is declined, what is scheduled waits for its owner, who gives it up here.
    'due-later': async () => {
      const answer = await payLater();
      if (!subject.pays) await cancel();
      return answer;
    },
  };
  subject.answer = await acts[plan]();
}

/** Tries again as long as the answer says that it may help. @returns the last answer's name. */
async function insistOn(
  call: () => Promise<AnyResult>,
  answers: Answers,
  time: Time,
): Promise<string> {
  let last = '';
  let since = 0;
  for (let tries = 0; tries < MAX_TRIES; ) {
    const result = await call().catch((error: Error) => {
      if (isCutOff(error)) return undefined;
      throw error;
    });
    const name = nameOf(result);
    answers[name] = (answers[name] ?? 0) + 1;
    if (name !== last) since = time.now();
    last = name;
    if (time.now() >= since + (patience[name] ?? 0)) {
      if (!mayHelp(name)) return name;
      tries += 1;
    }
    if (name === IN_PROGRESS) await time.sleep(IN_PROGRESS_PAUSE_MILLISECONDS);
    else await time.sleep(Math.random() * PAUSE_MILLISECONDS * (result ? 2 : 10));
  }
  return last;
}

const IN_PROGRESS = '409 request_in_progress';
const IN_PROGRESS_PAUSE_MILLISECONDS = 2_000;
/** Where the service ended while it was asked, there is no answer. */
const CUT_OFF = 'cut off';
/**
 * For how many milliseconds an answer is put up with, without counting as a try. It begins again after any
 * other answer: a service that is killed again amid the same request holds its key for another minute.
 */
const patience: Readonly<Record<string, number>> = {
  // A key is held for a minute, by a clock that may be half a minute behind the next one's.
  [IN_PROGRESS]: 120_000,
  // A service that is killed while it starts, again and again, on a busy machine is gone for minutes.
  [CUT_OFF]: 240_000,
};

/** The service ended while it was asked, or is not there: what `fetch` and a gateway say of that. */
export function isCutOff({ name, message }: Error): boolean {
  return name === 'TypeError' || message.includes('a body that is not JSON');
}

function nameOf(result: AnyResult | undefined): string {
  if (!result) return CUT_OFF;
  return result.ok ? '200' : `${result.status} ${result.problem.code}`;
}

function mayHelp(answer: string): boolean {
  if (answer === CUT_OFF) return true;
  const isBusy = answer.startsWith('5') || answer.startsWith('429');
  return isBusy || answer === '409 request_conflict' || answer === IN_PROGRESS;
}

/** Works on so many at a time. */
export async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

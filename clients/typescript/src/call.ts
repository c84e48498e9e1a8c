/** What a call gives back: a promise of its value, and for a list its further pages too. */
import { ApiError } from './errors.ts';

/** A value with what came along with it. */
export type Answered<T> = {
  readonly value: T;
  readonly status: number;
  readonly requestId: string;
  /** An earlier attempt, or an earlier call with the same idempotency key, was answered this first. */
  readonly replayed: boolean;
  /** How often the request was sent. */
  readonly attempts: number;
};

/** A call that is under way. `C` are the codes that its operation can answer. */
export interface Call<T, C extends string> extends Promise<T> {
  withResponse(): Promise<Answered<T>>;
  /** Never there: it carries the type for `attempt`. */
  readonly errorCode?: C;
}

type Page = { readonly data: readonly unknown[]; readonly nextCursor?: string };

/** A call of a list: a promise of its first page, and every item in turn with `for await`. */
export interface Pages<T extends Page, C extends string>
  extends Call<T, C>,
    AsyncIterable<T['data'][number]> {
  /** Page by page, this one first. */
  pages(): AsyncIterable<T>;
}

export type Attempted<T, C extends string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ApiError<C> };

/** A refusal as a value, with the codes of just this operation. Whatever else goes wrong rejects. */
export async function attempt<T, C extends string>(call: Call<T, C>): Promise<Attempted<T, C>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (error instanceof ApiError) return { ok: false, error: error as ApiError<C> };
    throw error;
  }
}

export function callOf<T, C extends string>(answered: Promise<Answered<T>>): Call<T, C> {
  const value = answered.then((one) => one.value);
  return Object.assign(value, {
    withResponse: () => {
      // Who waits for the one is told of a failure there, and needn't be told twice.
      value.catch(() => undefined);
      return answered;
    },
  });
}

/** @param next asks for the page after a cursor. */
export function pagesOf<T extends Page, C extends string>(
  answered: Promise<Answered<T>>,
  next: (cursor: string) => Promise<T>,
): Pages<T, C> {
  const first = callOf<T, C>(answered);
  async function* pages(): AsyncGenerator<T> {
    let page: T = await first;
    yield page;
    while (page.nextCursor !== undefined) {
      page = await next(page.nextCursor);
      yield page;
    }
  }
  async function* items() {
    for await (const { data } of pages()) yield* data as T['data'][number][];
  }
  return Object.assign(first, { pages, [Symbol.asyncIterator]: items });
}

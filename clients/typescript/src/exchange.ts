/** One request and its answer, within a time. */

export type Exchanged =
  | { readonly kind: 'answer'; readonly response: Response; readonly text: string }
  | { readonly kind: 'lost'; readonly cause: unknown; readonly timedOut: boolean };

export type Limits = { readonly timeoutSeconds: number; readonly signal?: AbortSignal };

/** @throws the reason of the caller's signal, once it is aborted. */
export async function exchange(
  send: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  { timeoutSeconds, signal }: Limits,
): Promise<Exchanged> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, timeoutSeconds * 1_000);
  const abort = () => controller.abort();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    // A redirect would take the body along: the service sends none.
    const given = { ...init, redirect: 'manual', signal: controller.signal } as const;
    const response = await send(url, given);
    return { kind: 'answer', response, text: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    return { kind: 'lost', cause, timedOut };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** @throws the reason of the signal, as soon as it is aborted. */
export async function sleep(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, seconds * 1_000);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Fetching the logos that rows of connectors name (decision: logos-of-connectors). */
import {
  type LogoFault,
  type LogoPicture,
  MAX_LOGO_BYTES,
  pictureOf,
} from '@billhook/core/company/logo-picture';
import type { KeepLogo } from '../../aws/logo-files.ts';
import {
  type RequestDeps,
  type RequestFailure,
  requestSafely,
} from '../../outbound/safe-request.ts';

export type LogoFailure =
  | LogoFault
  | RequestFailure
  | 'redirected'
  | 'too-large'
  | 'refused'
  /** Its server is busy or has failed. */
  | 'not-now';

/** What became of a logo: where we serve it, or why we don't. */
export type FetchedLogo =
  | { readonly address: string; readonly url: string }
  | { readonly address: string; readonly because: LogoFailure };

export type LogoDeps = RequestDeps & {
  readonly keep: KeepLogo;
  readonly timeoutMilliseconds?: number;
};

const TIMEOUT_MILLISECONDS = 5_000;
const AT_ONCE = 8;

/** In the order of the addresses. @throws Error when what was fetched can't be kept. */
export async function fetchLogos(
  addresses: readonly string[],
  deps: LogoDeps,
): Promise<FetchedLogo[]> {
  const fetched: FetchedLogo[] = [];
  const waiting = addresses.entries();
  const inTurn = async () => {
    for (const [at, address] of waiting) fetched[at] = await fetchLogo(address, deps);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
  return fetched;
}

async function fetchLogo(address: string, deps: LogoDeps): Promise<FetchedLogo> {
  const { keep, timeoutMilliseconds = TIMEOUT_MILLISECONDS, ...wire } = deps;
  const requested = await requestSafely(
    {
      url: address,
      method: 'GET',
      headers: { accept: 'image/png, image/webp, image/jpeg' },
      timeoutMilliseconds,
      maxBytes: MAX_LOGO_BYTES,
      readsBody: (status) => status === 200,
    },
    wire,
  );
  const found = pictureIn(requested);
  if (typeof found === 'string') return { address, because: found };
  return { address, url: await keep(found.body, found.picture) };
}

function pictureIn(
  requested: Awaited<ReturnType<typeof requestSafely>>,
): LogoFailure | { readonly body: Buffer; readonly picture: LogoPicture } {
  if (!requested.ok) return requested.reason;
  const { status, body, isCut } = requested.answer;
  if (status >= 300 && status < 400) return 'redirected';
  if (status === 429 || status >= 500) return 'not-now';
  if (status !== 200) return 'refused';
  if (isCut) return 'too-large';
  const picture = pictureOf(body);
  return typeof picture === 'string' ? picture : { body, picture };
}

const passing: ReadonlySet<LogoFailure> = new Set([
  ...(['name_not_found', 'connection_failed', 'tls_failed', 'answer_broken'] as const),
  ...(['timed_out', 'not-now'] as const),
]);

/** Whether it may go well the next time although the row stays what it is. */
export function mayPass(failure: LogoFailure): boolean {
  return passing.has(failure);
}

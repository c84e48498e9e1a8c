/** Whether a page may use a token of a partner, once it is known whose (decision: pages-call-with-tokens). */
import { type Failure, fail } from '@billhook/core/base/errors';
import { mayUseToken } from '@billhook/core/partner/cross-origin';
import type { OriginsOf } from './origins.ts';

/** @param origin as the request names it; servers, apps and the modules' host name none. */
export async function refuseOrigin(
  originsOf: OriginsOf,
  partnerId: string,
  origin: string | undefined,
  now: number,
): Promise<Failure<'origin_not_registered'> | undefined> {
  if (origin === undefined) return undefined;
  const registered = await originsOf(partnerId, now);
  return mayUseToken(registered, origin) ? undefined : fail('origin_not_registered');
}

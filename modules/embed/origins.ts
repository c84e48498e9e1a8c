/** Whether the modules open in this page, which the service says to everyone. */
import type { ModuleOptions } from './types.ts';

/**
 * @returns the origin of this page or of one around it with which the browser will refuse the frame;
 * nothing where there is none, or it can't be known.
 */
export async function strangeOrigin(
  page: Window,
  address: URL,
  { partner, token }: Pick<ModuleOptions, 'partner' | 'token'>,
): Promise<string | undefined> {
  const partnerId = partner ?? partnerOf(token);
  if (partnerId === undefined) return undefined;
  try {
    const look = `${address.origin}/v1/module/look/${encodeURIComponent(partnerId)}`;
    const answer = await page.fetch(look, { credentials: 'omit' });
    // An unknown partner has no origins.
    if (!answer.ok && answer.status !== 404) return undefined;
    const { origins = [] } = (await answer.json()) as { origins?: readonly string[] };
    const { origin, ancestorOrigins = [] } = page.location;
    return [origin, ...Array.from(ancestorOrigins)].find((one) => !origins.includes(one));
  } catch {
    return undefined;
  }
}

/** Whose token it is; nobody has to believe it. */
function partnerOf(token = ''): string | undefined {
  try {
    const claims = token.split('.')[1] ?? '';
    const { partnerId } = JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/')));
    return typeof partnerId === 'string' ? partnerId : undefined;
  } catch {
    return undefined;
  }
}

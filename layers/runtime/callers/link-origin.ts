/** Where a request came from, as far as events tell it. */
import type { LinkOrigin } from '@billhook/core/auth/auth';
import type { Owner } from '@billhook/core/base/owner';

/**
 * The events of a link that a partner asked for itself go out only where they are enabled
 * (decision: link-events-on-request).
 */
export function linkOrigin(caller: Owner): LinkOrigin {
  return { ...(caller.kind === 'partner' && { byApiKey: true }), ...sessionOf(caller) };
}

/** The module session that a client's token is of. */
export function sessionOf(caller: Owner): Pick<LinkOrigin, 'sessionId'> {
  return caller.kind === 'client' && caller.sessionId !== undefined
    ? { sessionId: caller.sessionId }
    : {};
}

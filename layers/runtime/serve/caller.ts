/** Who calls an operation, as the authorizer found out, and whether he may. */

import type { CallerOf, Operation } from '@billhook/core/api/operation';
import { type Failure, fail } from '@billhook/core/base/errors';
import { changesSettings, grantedScope, mayUse, stopsAtLock } from '@billhook/core/partner/scope';
import type { APIGatewayProxyEvent } from 'aws-lambda';

export type RequestCaller = CallerOf<Operation>;

/** Fails closed: without the authorizer's word there is no caller, but where anyone may call. */
export function callerOf(
  { callers }: Operation,
  event: APIGatewayProxyEvent,
): RequestCaller | undefined {
  if (callers.includes('anyone')) return { kind: 'anyone' };
  const { kind, partnerId, clientId, keyId, ...token } = event.requestContext.authorizer ?? {};
  if (!isGiven(partnerId)) return undefined;
  if (kind === 'partner') return isGiven(keyId) ? { kind, partnerId, keyId } : undefined;
  if (kind !== 'client' || !isGiven(clientId)) return undefined;
  const { sessionId, tokenFamily } = token;
  return {
    ...{ kind, partnerId, clientId },
    ...(isGiven(sessionId) && { sessionId }),
    ...(isGiven(tokenFamily) && { tokenFamily }),
  };
}

/** Whether this caller may use the operation from there, and a partner's key may, now (decision: keys-have-scopes). */
export function checkScope(
  operation: Operation,
  event: APIGatewayProxyEvent,
  { kind }: RequestCaller,
): Failure | undefined {
  if (!operation.callers.includes(kind)) return fail('forbidden');
  const { scope, locked, originRefused } = event.requestContext.authorizer ?? {};
  if (isTrue(originRefused)) return fail('origin_not_registered');
  if (isTrue(locked) && stopsAtLock(operation)) return fail('partner_locked');
  if (kind !== 'partner') return undefined;
  const granted = grantedScope(scope);
  if (granted === 'lock' && operation.scope !== 'lock') return fail('api_key_invalid');
  if (!mayUse(granted, operation.scope)) return fail('admin_key_required');
  return isTrue(locked) && changesSettings(operation) ? fail('settings_locked') : undefined;
}

/** Whether its partner wants bodies with secrets to come encrypted. */
export function needsEncryption(event: APIGatewayProxyEvent): boolean {
  return isTrue(event.requestContext.authorizer?.encryptionRequired);
}

/** The gateway hands on texts. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** Who called, for the log: ids alone, and never a key or a token. */
export function namesOf(caller: RequestCaller | undefined) {
  if (!caller || caller.kind === 'anyone') return {};
  const { partnerId } = caller;
  if (caller.kind === 'partner') return { partnerId, keyId: caller.keyId };
  const { clientId, tokenFamily } = caller;
  return { partnerId, clientId, tokenFamily };
}

export function isGiven(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

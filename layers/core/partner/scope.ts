/**
 * What API keys may do (decision: keys-have-scopes). An operation says in its contract which scope it
 * needs; the authorizer says what the key of a request has.
 */

/** `admin` changes how a partner is reached and who speaks for it; `service` does everything else. */
export const keyScopes = ['admin', 'service'] as const;

export type KeyScope = (typeof keyScopes)[number];

/**
 * What an operation needs. `lock` is what a key keeps for an hour once a key has revoked it; `none`
 * stands where no key is asked for.
 */
export type OperationScope = KeyScope | 'lock' | 'none';

/** What a key is granted for one request. */
export type GrantedScope = KeyScope | 'lock';

/** Keys from before there were scopes do everything. */
export function scopeOf({ scope }: { readonly scope?: KeyScope }): KeyScope {
  return scope ?? 'admin';
}

const opened: Readonly<Record<GrantedScope, readonly OperationScope[]>> = {
  admin: ['admin', 'service', 'lock', 'none'],
  service: ['service', 'none'],
  lock: ['lock', 'none'],
};

export function mayUse(granted: GrantedScope, wanted: OperationScope): boolean {
  return opened[granted].includes(wanted);
}

/** What the authorizer's word comes to. What it does not name is the least. */
export function grantedScope(text: unknown): GrantedScope {
  return text === 'admin' || text === 'lock' ? text : 'service';
}

/** Whether it makes tokens, or takes cards or links: it stops while the partner is locked. */
export function stopsAtLock({ errors }: { readonly errors: readonly string[] }): boolean {
  return errors.includes('partner_locked');
}

/** Whether it is stopped while the partner's settings are locked (decision: settings-lock). */
export function changesSettings(operation: {
  readonly method: string;
  readonly scope: OperationScope;
}): boolean {
  return operation.scope === 'admin' && operation.method !== 'GET';
}

import type { Api, Result } from '../api.ts';
import type { Task } from './task.ts';

/** Begins a link with the credentials that the service keeps: the user only passes security. */
export function continueAuth(
  api: Api,
  authId: string,
  { items, ...meta }: Task,
  { key, dataConsent }: { readonly key?: string; readonly dataConsent?: object } = {},
): Promise<Result<{ readonly authId: string }>> {
  const path = `/auth/${encodeURIComponent(authId)}/continue`;
  return api({ method: 'POST', path, key, body: { items, meta, dataConsent } });
}

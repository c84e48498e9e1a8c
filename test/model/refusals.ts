/** Payments whose company lets nobody in: the model's half. */
import { isByForm } from '@billhook/core/sandbox/account';
import { refuse } from './agenda.ts';
import type { Context } from './calls.ts';
import type { Seen } from './company.ts';
import { Mismatch } from './divergence.ts';
import { expectedRefusal } from './logins.ts';
import { companyOf } from './rules.ts';
import type { ModelPayment } from './state.ts';

/** Wrong credentials are not tried again; of a session that was not let in, its auth tells why. */
export function isRefused(
  { model, now, seen }: Context & { readonly seen: Seen },
  payment: ModelPayment,
): 'let in' | 'refused' {
  const auth = model.auths[payment.authId];
  if (!auth) throw new Mismatch('A payment has no auth');
  if (auth.status === 'authenticate') return 'refused';
  if (!seen.refused) return 'let in';
  const expected = expectedRefusal(auth, payment, now);
  if (expected !== seen.refused.kind)
    throw new Mismatch(`A session was told ${seen.refused.kind}, not ${expected}`);
  if (!auth.link && !auth.deleted) refuse(auth, expected);
  return 'refused';
}

/** A test company tells of payments without a login, and no other does. */
export function unanswered({ companyId }: ModelPayment) {
  return isByForm(companyOf(companyId)) ? undefined : ({ kind: 'not-known' } as const);
}

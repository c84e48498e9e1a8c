/** Asking a company for a card where the service keeps the credentials. */
import type { Auth } from '@billhook/core/schemas/auth';
import type { Company } from '@billhook/core/schemas/company';
import type { Api, Refusal, Result } from '../kit/api.ts';
import { continueAuth } from '../kit/linking/continue-auth.ts';
import type { Task } from '../kit/linking/task.ts';
import { problemText } from '../kit/problems.ts';
import type { Row, Trouble } from './rows.ts';

export type Begun =
  | { readonly authId: string; readonly swapId?: string }
  /** `answered`: the service has said so, under the row's key. */
  | { readonly trouble: Trouble; readonly answered: boolean };

export async function beginRow(api: Api, row: Row, auths: readonly Auth[]): Promise<Begun> {
  const auth = auths.find(
    ({ company, status, asksFor }) =>
      company._id === row.companyId && (status.type === 'verified' || asksFor),
  );
  // What it asks for is read with it.
  if (auth?.asksFor) return { authId: auth._id };
  if (!auth) {
    const why = row.swapId === undefined ? {} : { why: 'again' as const };
    return { trouble: { kind: 'sign-in', ...why }, answered: false };
  }
  const path = `/company/${encodeURIComponent(row.companyId)}` as const;
  const company = await api<Company>({ path });
  if (!company.ok) return refuse(company);
  const { key, paymentMethodId, swapId } = row;
  const authId = auth._id;
  // A swap that stands is moved by a link, and so is one for which the user has to be there.
  const byLink = company.value.userPresenceRequired || swapId !== undefined;
  const result: Result<{ readonly swapId?: string }> = byLink
    ? ((await continueAuth(api, authId, taskOf(row), { key })) as Result<{ swapId?: string }>)
    : await api({ method: 'POST', path: '/swap/create', key, body: { authId, paymentMethodId } });
  // Another page was faster: its swap is followed.
  if (!result.ok) return result.code === 'swap_in_progress' ? { authId } : refuse(result);
  return { authId, ...(result.value.swapId && { swapId: result.value.swapId }) };
}

/** What a link of the row is for. */
export function taskOf({ paymentMethodId, swapId }: Row): Task {
  return { items: ['swap'], paymentMethodId, ...(swapId !== undefined && { swapId }) };
}

const troubles: Readonly<Record<string, Trouble['kind'] | undefined>> = {
  card_code_required: 'code',
  payment_method_declined: 'card',
  payment_method_not_accepted: 'card',
  payment_method_not_found: 'card',
  auth_not_found: 'sign-in',
  auth_not_verified: 'sign-in',
};

function refuse(refusal: Refusal): Begun {
  const kind = troubles[refusal.code] ?? 'refused';
  const trouble = kind === 'refused' ? { kind, text: problemText(refusal) } : { kind };
  return { trouble, answered: refusal.code !== 'offline' };
}

/** Links that swap once their login is verified: which do, and whether they may. */

import { type Failure, fail } from '@billhook/core/base/errors';
import type { Owner } from '@billhook/core/base/owner';
import type { Capabilities } from '@billhook/core/company/capabilities';
import type { CompanyRecord } from '@billhook/core/company/company';
import type { GivenAuth } from '@billhook/core/schemas/auth';
import { checkSwapMethod, type SwapMethodError, takesSwaps } from '@billhook/core/swap/swap';
import { asksForSwap } from '../companies/built-in-connectors.ts';
import type { PaymentMethodStore } from '../stores/payment-method-store.ts';

/** Where `items` says so, or where a card is named and the sandbox's login for swaps is given. */
export function isSwapLink(company: CompanyRecord, given: GivenAuth): boolean {
  if (given.items.includes('swap')) return true;
  return given.meta?.paymentMethodId !== undefined && asksForSwap(company, given.form);
}

/** What `meta` names is known to be the client's. */
export async function checkLinkedSwap(
  methods: PaymentMethodStore,
  owner: Owner,
  { items, meta }: Pick<GivenAuth, 'items' | 'meta'>,
  { company, needs }: { readonly company: CompanyRecord; readonly needs: Capabilities },
): Promise<Failure<SwapMethodError | 'invalid_request' | 'swap_not_supported'> | undefined> {
  if (meta?.paymentMethodId === undefined) {
    const message = 'Required for a swap';
    const field = { field: 'meta.paymentMethodId', code: 'required', message };
    return fail('invalid_request', { fields: [field] });
  }
  // A login that asks for a swap by itself does so at any company.
  if (items.includes('swap') && !takesSwaps(company)) return fail('swap_not_supported');
  return checkSwapMethod(await methods.find(meta.paymentMethodId, owner), needs);
}

/** What `POST /auth` and `POST /auth/{authId}/continue` have in common: how a link begins. */
import type { Link } from '@billhook/core/auth';
import { instantText } from '@billhook/core/dates';
import type { Owner } from '@billhook/core/owner';
import type { GivenAuth } from '@billhook/core/schemas/auth';
import { signalLinkAccount, startLinkAccount } from '../aws/workflows.ts';
import { checkDeclines, takeActivity } from '../callers/limit-client.ts';
import { linkOrigin } from '../callers/link-origin.ts';
import type { Table } from '../table/table.ts';

const MESSAGE = 'The auth is queued. Its result arrives by webhook, and in the list of auths.';

type Asked = Pick<GivenAuth, 'items' | 'meta' | 'paymentIdentifier'>;

type LinkIds = { readonly linkId: string; readonly authId: string; readonly clientId: string };

/** Counts the link. @returns why it may not begin now. */
export async function limitLink(table: Table, caller: Owner, { items }: Asked, now: number) {
  const declined = items.includes('payment') ? await checkDeclines(table, caller, now) : undefined;
  return declined ?? takeActivity(table, caller, 'link', now);
}

/** The link that was asked for. @param swaps whether it puts a card on file. */
export function askedLink(
  { items, meta, paymentIdentifier }: Asked,
  {
    linkId,
    swaps,
    caller,
    now,
  }: {
    readonly linkId: string;
    readonly swaps: boolean;
    readonly caller: Owner;
    readonly now: number;
  },
): Link {
  return {
    ...{ linkId, items, paymentIdentifier },
    ...{ paymentMethodId: meta?.paymentMethodId, billId: meta?.billId },
    ...(swaps && { swaps, swapId: meta?.swapId }),
    requestedAt: instantText(now),
    ...linkOrigin(caller),
  };
}

type Saved = {
  /** The task of the link before, which waited for an answer. */
  readonly superseded?: string;
};

/** Starts the link that was saved. @returns what is answered. */
export async function startSavedLink(ids: LinkIds, { superseded }: Saved) {
  await startLinkAccount(ids);
  // A workflow that waits for an answer finds itself superseded, and ends.
  if (superseded) await signalLinkAccount(superseded);
  return linkQueued(ids.authId);
}

/** What both answer. */
export function linkQueued(authId: string) {
  return { success: true as const, message: MESSAGE, authId };
}

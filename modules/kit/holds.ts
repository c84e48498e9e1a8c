/** What the user can do about each hold: the screen's words stand in the tables of texts. */
import type { HoldCode } from '@billhook/core/hold-codes';

/**
 * - `open`: the company's own page. - `check`: the same, where trying again at once could pay twice.
 * - `fix`: the user has done it, go on with what is stored. - `retry`: the same without the user.
 * - `relogin`: sign in again. - `other`: another company. - `card`: another card.
 * - `wallet`: the device's wallet, which only a native app can open. - `later`, `done`: leave.
 */
export type HoldAction =
  | 'open'
  | 'check'
  | 'fix'
  | 'retry'
  | 'relogin'
  | 'other'
  | 'card'
  | 'wallet'
  | 'later'
  | 'done';

const holds: Readonly<Record<HoldCode, readonly HoldAction[]>> = {
  account_issue_wallet_pay_on_file: ['wallet', 'done'],
  account_issue_streaming_plus_third_party_on_file: ['open', 'fix'],
  account_issue_payment_details_required: ['open', 'fix'],
  account_issue_with_swap: ['open', 'fix'],
  account_issue_primary_account_holder: ['relogin', 'other'],
  account_issue_card_not_accepted: ['card', 'other'],
  account_issue_max_cards_on_file: ['open', 'fix'],
  account_issue_third_party_connected: ['other', 'done'],
  account_issue_third_party_available: ['other', 'done'],
  account_issue_no_active_subscription: ['open', 'other'],
  system_issue_with_swap: ['retry', 'later'],
  provider_system_issue: ['later', 'other'],
  partner_expiration_exceeded: ['done'],
  account_issue_account_locked: ['open', 'fix'],
  authentication_unsupported: ['open', 'relogin'],
  authentication_not_completed: ['relogin', 'other'],
  account_set_up_online_payments: ['open', 'fix'],
  account_issue_verify_identity: ['open', 'fix'],
  account_issue_accept_toc: ['open', 'fix'],
  account_issue_no_service_account: ['open', 'fix'],
  account_issue_third_party_payments_on_file: ['open', 'fix'],
  system_issue_with_bill: ['retry', 'later'],
  system_issue_with_bill_payment: ['check', 'later'],
  account_paid_in_full: ['done'],
  account_issue_payment_restrictions: ['open', 'fix'],
  account_issue_inactive_account: ['other', 'done'],
  account_issue_no_bill: ['done'],
  no_payment_required: ['done'],
  foreign_currency_issue: ['open', 'done'],
};

/** A code that is newer than this page is shown with the message that came with it. */
export function holdActions(code: string): readonly HoldAction[] {
  return (holds as Readonly<Record<string, readonly HoldAction[]>>)[code] ?? ['open', 'fix'];
}

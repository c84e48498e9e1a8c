/**
 * What the user has to do about each hold before it can go on. Apart from the sentences of `hold-codes.ts`,
 * since every page of the modules carries it.
 */
import type { HoldCode } from '../schemas/hold-codes.ts';

/**
 * - `act-at-company`: log in at the company, or contact it, and do there what the message says.
 * - `act-elsewhere`: the same at the wallet or the service that pays the company.
 * - `log-in-again`: link the account again, with other credentials where the message says so.
 * - `choose-method`: choose another card.
 * - `choose-company`: link another company instead.
 * - `start-over`: begin again where the request came from.
 * - `wait`: nothing; trying again later is up to the user.
 * - `none`: nothing, and nothing is wrong.
 */
export type UserAction =
  | 'act-at-company'
  | 'act-elsewhere'
  | 'log-in-again'
  | 'choose-method'
  | 'choose-company'
  | 'start-over'
  | 'wait'
  | 'none';

export const userActions: Readonly<Record<HoldCode, UserAction>> = {
  account_issue_wallet_pay_on_file: 'act-elsewhere',
  account_issue_streaming_plus_third_party_on_file: 'act-at-company',
  account_issue_payment_details_required: 'act-at-company',
  account_issue_with_swap: 'act-at-company',
  account_issue_primary_account_holder: 'log-in-again',
  account_issue_card_not_accepted: 'choose-method',
  account_issue_max_cards_on_file: 'act-at-company',
  account_issue_third_party_connected: 'act-elsewhere',
  account_issue_third_party_available: 'choose-company',
  account_issue_no_active_subscription: 'act-at-company',
  system_issue_with_swap: 'wait',
  provider_system_issue: 'wait',
  partner_expiration_exceeded: 'start-over',
  account_issue_account_locked: 'act-at-company',
  authentication_unsupported: 'log-in-again',
  authentication_not_completed: 'log-in-again',
  account_set_up_online_payments: 'act-at-company',
  account_issue_verify_identity: 'act-at-company',
  account_issue_accept_toc: 'act-at-company',
  account_issue_no_service_account: 'act-at-company',
  account_issue_third_party_payments_on_file: 'act-at-company',
  system_issue_with_bill: 'wait',
  system_issue_with_bill_payment: 'act-at-company',
  account_paid_in_full: 'none',
  account_issue_payment_restrictions: 'act-at-company',
  account_issue_inactive_account: 'act-at-company',
  account_issue_no_bill: 'wait',
  no_payment_required: 'none',
  foreign_currency_issue: 'act-at-company',
};

/** Why an account is on hold: Billhook's own codes, of which the user's screens speak. */

export const holdCodes = [
  'account_issue_wallet_pay_on_file',
  'account_issue_streaming_plus_third_party_on_file',
  'account_issue_payment_details_required',
  'account_issue_with_swap',
  'account_issue_primary_account_holder',
  'account_issue_card_not_accepted',
  'account_issue_max_cards_on_file',
  'account_issue_third_party_connected',
  'account_issue_third_party_available',
  'account_issue_no_active_subscription',
  'system_issue_with_swap',
  'provider_system_issue',
  'partner_expiration_exceeded',
  'account_issue_account_locked',
  'authentication_unsupported',
  'authentication_not_completed',
  'account_set_up_online_payments',
  'account_issue_verify_identity',
  'account_issue_accept_toc',
  'account_issue_no_service_account',
  'account_issue_third_party_payments_on_file',
  'system_issue_with_bill',
  'system_issue_with_bill_payment',
  'account_paid_in_full',
  'account_issue_payment_restrictions',
  'account_issue_inactive_account',
  'account_issue_no_bill',
  'no_payment_required',
  'foreign_currency_issue',
] as const;

export const holdSubcodes = [
  'invalid-credentials',
  'no-mfa-response-received',
  'invalid-mfa',
  'unanswered-mfa-question',
  'selector-not-found',
  'navigation-error',
  'job-timeout',
  'captcha-failure',
  'proxy-failure',
  'known-system-error',
  'issue-unidentified',
] as const;

export type HoldCode = (typeof holdCodes)[number];
export type HoldSubcode = (typeof holdSubcodes)[number];

/**
 * Why an auth, a bill, a payment or a swap is on hold: the interface's 29 codes, one row each.
 *
 * `userMessage` is what the user reads as `reason.userMessage`. It names no company: the text is the
 * same wherever the reason is shown, and the company's name is shown next to it. What the user has
 * to do is in `module/hold-actions.ts`.
 */
type HoldEntry = {
  readonly userMessage: string;
  /** What cannot go on. */
  readonly holds: 'auth' | 'bill' | 'payment' | 'swap';
  /** Whether the same attempt may well succeed later although nobody did anything. */
  readonly retryHelps: boolean;
  /** Whether fix-hold, a new attempt with the stored credentials, can end it. */
  readonly fixHold: boolean;
};

export const holdCodes = {
  account_issue_wallet_pay_on_file: {
    userMessage:
      'The company bills you through the wallet on your device. Change the card in your wallet.',
    holds: 'swap',
    retryHelps: false,
    fixHold: false,
  },
  account_issue_streaming_plus_third_party_on_file: {
    userMessage:
      'Someone else pays for this subscription. Log in at the company, switch the payment to your card, then continue here.',
    holds: 'swap',
    retryHelps: false,
    fixHold: true,
  },
  account_issue_payment_details_required: {
    userMessage:
      'The company needs more information about your payment. Contact the company, then continue here.',
    holds: 'swap',
    retryHelps: false,
    fixHold: true,
  },
  account_issue_with_swap: {
    userMessage:
      'An issue with your account keeps us from changing the card. Resolve it at the company, then continue here.',
    holds: 'swap',
    retryHelps: false,
    fixHold: true,
  },
  account_issue_primary_account_holder: {
    userMessage:
      'Only the primary account holder can do this. Log in with the credentials of the primary account holder.',
    holds: 'auth',
    retryHelps: false,
    fixHold: false,
  },
  account_issue_card_not_accepted: {
    userMessage: 'The company does not accept this card. Choose another card.',
    holds: 'swap',
    retryHelps: false,
    fixHold: false,
  },
  account_issue_max_cards_on_file: {
    userMessage:
      'The company keeps no more cards on your account. Remove a card there, then continue here.',
    holds: 'swap',
    retryHelps: false,
    fixHold: true,
  },
  account_issue_third_party_connected: {
    userMessage:
      'Another service that is connected to your account pays this subscription. Change the card there.',
    holds: 'swap',
    retryHelps: false,
    fixHold: false,
  },
  account_issue_third_party_available: {
    userMessage:
      'Another service pays this subscription. Choose that service from the list of companies instead.',
    holds: 'swap',
    retryHelps: false,
    fixHold: false,
  },
  account_issue_no_active_subscription: {
    userMessage:
      'There is no active subscription on your account. Start one at the company, then continue here.',
    holds: 'swap',
    retryHelps: false,
    fixHold: true,
  },
  system_issue_with_swap: {
    userMessage: 'We could not change the card because of a technical problem. Please try again.',
    holds: 'swap',
    retryHelps: true,
    fixHold: true,
  },
  provider_system_issue: {
    userMessage:
      'The company has a technical problem, so that we could not change the card. Please try again later.',
    holds: 'swap',
    retryHelps: true,
    fixHold: true,
  },
  partner_expiration_exceeded: {
    userMessage:
      'Your financial institution allows a limited time for this request, and it has passed. Please start over.',
    holds: 'swap',
    retryHelps: false,
    fixHold: false,
  },
  account_issue_account_locked: {
    userMessage: 'Your account is locked. Unlock it at the company, then continue here.',
    holds: 'auth',
    retryHelps: false,
    fixHold: true,
  },
  authentication_unsupported: {
    userMessage:
      'You log in at the company through another service, which we cannot use. Create a username and password at the company, then log in with them.',
    holds: 'auth',
    retryHelps: false,
    fixHold: false,
  },
  authentication_not_completed: {
    userMessage: 'The login was not completed. Please log in again.',
    holds: 'auth',
    retryHelps: false,
    fixHold: false,
  },
  account_set_up_online_payments: {
    userMessage:
      'Your account is not set up for online payments. Set them up at the company, then continue here.',
    holds: 'payment',
    retryHelps: false,
    fixHold: true,
  },
  account_issue_verify_identity: {
    userMessage:
      'The company wants to verify who you are. Log in there, confirm your details, then continue here.',
    holds: 'auth',
    retryHelps: false,
    fixHold: true,
  },
  account_issue_accept_toc: {
    userMessage:
      'The company asks you to accept its terms and conditions. Log in there, accept them, then continue here.',
    holds: 'auth',
    retryHelps: false,
    fixHold: true,
  },
  account_issue_no_service_account: {
    userMessage:
      'There is no service account under your login. Add it at the company, then continue here.',
    holds: 'auth',
    retryHelps: false,
    fixHold: true,
  },
  account_issue_third_party_payments_on_file: {
    userMessage:
      'We cannot see your bill because another service is connected to your account to pay it. Disconnect that service, then continue here.',
    holds: 'bill',
    retryHelps: false,
    fixHold: true,
  },
  system_issue_with_bill: {
    userMessage: 'We could not read your bill because of a technical problem. Please try again.',
    holds: 'bill',
    retryHelps: true,
    fixHold: true,
  },
  // A repetition could pay twice when the first attempt reached the company: the user looks first.
  system_issue_with_bill_payment: {
    userMessage:
      'We could not submit your payment because of a technical problem. Check your account at the company before you try again.',
    holds: 'payment',
    retryHelps: true,
    fixHold: true,
  },
  account_paid_in_full: {
    userMessage: 'Your account is paid in full. There is no balance to pay.',
    holds: 'bill',
    retryHelps: false,
    fixHold: false,
  },
  account_issue_payment_restrictions: {
    userMessage:
      'Payments are restricted on your account. Contact the company to lift the restriction, then continue here.',
    holds: 'payment',
    retryHelps: false,
    fixHold: true,
  },
  account_issue_inactive_account: {
    userMessage:
      'Your account is inactive, and the company takes no payments for it. Reactivate it there, then continue here.',
    holds: 'payment',
    retryHelps: false,
    fixHold: true,
  },
  account_issue_no_bill: {
    userMessage: 'There is no bill on your account yet. We show it once the company issues one.',
    holds: 'bill',
    retryHelps: true,
    fixHold: true,
  },
  no_payment_required: {
    userMessage: 'The company requires no payment from you at the moment.',
    holds: 'payment',
    retryHelps: false,
    fixHold: false,
  },
  foreign_currency_issue: {
    userMessage:
      'This bill is in a foreign currency, which we can neither update nor pay. Please pay it at the company.',
    holds: 'bill',
    retryHelps: false,
    fixHold: false,
  },
} as const satisfies Record<string, HoldEntry>;

export type HoldCode = keyof typeof holdCodes;

export const holdCodeValues = Object.keys(holdCodes) as HoldCode[];

type SubcodeEntry = {
  /** For those who look into it; users read the code's `userMessage`. */
  readonly meaning: string;
  /** The codes that it can be used with. */
  readonly codes: readonly HoldCode[];
};

const system = [
  'system_issue_with_swap',
  'system_issue_with_bill_payment',
  'system_issue_with_bill',
] as const;

const login = ['authentication_not_completed'] as const;

export const holdSubcodes = {
  'invalid-credentials': { meaning: 'The credentials are invalid.', codes: login },
  'no-mfa-response-received': {
    meaning: 'The security challenge was not answered in time.',
    codes: login,
  },
  'invalid-mfa': { meaning: 'The answer to the security challenge is wrong.', codes: login },
  'unanswered-mfa-question': {
    meaning: 'Some security questions were not answered.',
    codes: login,
  },
  'selector-not-found': { meaning: 'An expected element was missing from a page.', codes: system },
  'navigation-error': { meaning: 'A page could not be reached.', codes: system },
  'job-timeout': { meaning: 'The job took too long and was stopped.', codes: system },
  'captcha-failure': { meaning: 'A captcha was not solved.', codes: system },
  'proxy-failure': { meaning: 'The proxy failed.', codes: system },
  'known-system-error': { meaning: 'A known error occurred.', codes: system },
  'issue-unidentified': { meaning: 'The cause is unknown.', codes: system },
} as const satisfies Record<string, SubcodeEntry>;

export type HoldSubcode = keyof typeof holdSubcodes;

export const holdSubcodeValues = Object.keys(holdSubcodes) as HoldSubcode[];

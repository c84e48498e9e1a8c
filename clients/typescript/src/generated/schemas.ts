// Written by `npm run docs` from the contracts. Not to be changed by hand.

export type Answers = readonly {
  identifier: string;
  answer: string;
}[];

export type Auth = {
  _id: string;
  status: {
    type: 'verified' | 'authenticate' | 'hold' | 'mfa-required';
  };
  reason?: HoldReason;
  mfa?: Mfa;
  company: CompanySummary;
  created: string;
  items: ('bill' | 'payment' | 'swap')[];
};

export type AuthProgress = {
  auth: {
    _id: string;
    status?: {
      type: 'verified' | 'authenticate' | 'hold' | 'mfa-required';
    };
    reason?: HoldReason;
    mfa?: Mfa;
    company: CompanySummary;
    created: string;
    items: ('bill' | 'payment' | 'swap')[];
  };
  linking: boolean;
  progress?: 'signing-in' | 'checking-security' | 'reading-bill' | 'paying' | 'updating-card';
  challenge?: Challenge;
};

export type Bill = {
  _id: string;
  auth: Auth;
  autopay: 'enabled' | 'disabled' | 'unknown';
  autopaySource: 'client' | 'company' | 'unknown';
  balance?: string;
  statementBalance?: string;
  fullBalance?: string;
  dueDate?: string;
  customPaymentAmount?: string;
  customLabel?: string;
  lastPaidAmount?: string;
  lastPaidOn?: string;
  payDate?: string;
  withheld?: {
    reason: 'amount-limit' | 'no-payment-method' | 'payment-method-declined' | 'payment-method-not-accepted';
  };
  status: {
    type: 'syncing' | 'zero-balance' | 'overdue' | 'payment-required' | 'payment-declined' | 'upcoming' | 'pending' | 'paid';
  };
  company: BillCompany;
  settings: {
    recurring: 'enabled' | 'disabled';
    schedule: 'ten-days-before' | 'five-days-before' | 'day-before' | 'on-due-date' | 'immediately';
    notifications: 'enabled' | 'disabled';
    recurringRequired?: true;
    consent?: {
      by: 'partner' | 'user' | 'legacy';
      at?: string;
      implied?: true;
      textHash?: string;
      version?: string;
      locale?: string;
    };
    offered?: {
      recurring?: 'enabled';
      customPaymentAmount?: string;
      paymentMethodId?: string;
    };
  };
  meta: {
    accountNumber?: string;
  };
  hidden: 'true' | 'false';
};

export type BillCompany = {
  _id: string;
  name: string;
  logo: Logo;
  requiredPayment?: 'bank' | 'card';
  schedule?: 'ten-days-before' | 'five-days-before' | 'day-before' | 'on-due-date' | 'immediately';
  userPresenceRequired: boolean;
  additionalPaymentOptions?: {
    type: string;
    settings: {
      canExceedBalance?: boolean;
    };
  }[];
  fees?: {
    ach?: {
      rate: number;
      percentage: boolean;
    };
    cards?: Record<string, {
      credit?: {
        rate: number;
        percentage: boolean;
      };
      debit?: {
        rate: number;
        percentage: boolean;
      };
    }>;
  };
};

export type BillWithPayments = {
  bill: Bill;
  payments: PaymentHistoryEntry[];
  payment?: {
    _id: string;
    status: 'scheduled' | 'pending' | 'paid' | 'declined' | 'held' | 'cancelled';
    payDate?: string;
    amount?: string;
    paymentMethodId?: string;
    paymentIdentifier?: string;
    created?: string;
    confirmation?: string;
    fee?: string;
    reason?: HoldReason;
    waiting?: {
      reason: 'more-owed' | 'another-statement' | 'unusual-amount';
      seen: string;
      owed: string;
    };
    withheld?: {
      reason: 'amount-limit' | 'no-payment-method' | 'payment-method-declined' | 'payment-method-not-accepted';
    };
  };
};

export type CardToSync = {
  identifier?: string;
  name: string;
  cardNumber: string;
  cardCode: string;
  expMonth: string;
  expYear: string;
  zipcode: string;
  setAsDefault?: boolean;
  cardType?: 'credit' | 'debit';
  cardBrand?: 'american express' | 'discover' | 'maestro' | 'mastercard' | 'uatp' | 'visa';
};

export type Category = {
  name: string;
  type: string;
};

export type Challenge = {
  method: 'questions' | 'code' | 'prompt';
  input: {
    question: string;
    identifier: string;
  }[] | ({
    type: 'text' | 'email';
    mask: string;
    identifier: string;
    label: string;
  })[] | {
    request: string;
  };
  token: string;
  showRetry?: true;
  auth: Auth;
};

export type ClientToCreate = {
  identifier: string;
  meta?: {
    firstName?: string;
    lastName?: string;
    email?: string;
    phone?: string;
    address1?: string;
    address2?: string;
    city?: string;
    state?: string;
    zipcode?: string;
  };
};

export type Company = {
  _id: string;
  name: string;
  logo: Logo;
  categories: string[];
  status: 'operational' | 'maintenance';
  fullyAutomatedBill: boolean;
  fullyAutomatedCardSwap: boolean;
  requiredPayment?: 'bank' | 'card';
  userPresenceRequired: boolean;
  recurringRequired?: true;
  schedule?: 'ten-days-before' | 'five-days-before' | 'day-before' | 'on-due-date' | 'immediately';
  additionalPaymentOptions?: {
    type: string;
    settings: {
      canExceedBalance?: boolean;
    };
  }[];
  fees?: {
    ach?: {
      rate: number;
      percentage: boolean;
    };
    cards?: Record<string, {
      credit?: {
        rate: number;
        percentage: boolean;
      };
      debit?: {
        rate: number;
        percentage: boolean;
      };
    }>;
  };
  auth: {
    urls: {
      login: string;
      signup: string | null;
      forgotPassword: string | null;
      forgotUsername: string | null;
    };
    loginFields: ({
      name: string;
      label: string;
      placeholder: string;
      formType: 'text' | 'password' | 'email' | 'tel';
    })[];
  };
  geo?: {
    lat: number;
    lng: number;
    stateShort: string;
    stateLong: string;
    state_short: string;
    state_long: string;
    zipcode: string;
    address: string;
  };
  distance?: number;
};

export type CompanySummary = {
  _id: string;
  name: string;
  logo: Logo;
};

export type HoldReason = {
  userMessage: string;
  code: 'account_issue_wallet_pay_on_file' | 'account_issue_streaming_plus_third_party_on_file' | 'account_issue_payment_details_required' | 'account_issue_with_swap' | 'account_issue_primary_account_holder' | 'account_issue_card_not_accepted' | 'account_issue_max_cards_on_file' | 'account_issue_third_party_connected' | 'account_issue_third_party_available' | 'account_issue_no_active_subscription' | 'system_issue_with_swap' | 'provider_system_issue' | 'partner_expiration_exceeded' | 'account_issue_account_locked' | 'authentication_unsupported' | 'authentication_not_completed' | 'account_set_up_online_payments' | 'account_issue_verify_identity' | 'account_issue_accept_toc' | 'account_issue_no_service_account' | 'account_issue_third_party_payments_on_file' | 'system_issue_with_bill' | 'system_issue_with_bill_payment' | 'account_paid_in_full' | 'account_issue_payment_restrictions' | 'account_issue_inactive_account' | 'account_issue_no_bill' | 'no_payment_required' | 'foreign_currency_issue';
  subcode?: 'invalid-credentials' | 'no-mfa-response-received' | 'invalid-mfa' | 'unanswered-mfa-question' | 'selector-not-found' | 'navigation-error' | 'job-timeout' | 'captcha-failure' | 'proxy-failure' | 'known-system-error' | 'issue-unidentified';
};

export type LoginForm = Record<string, string>;

export type Logo = {
  url: string;
  background: boolean;
  svg?: {
    url: string;
    color: string;
  };
};

export type Mfa = {
  method: 'questions' | 'code' | 'prompt';
  mfa?: {
    question: string;
    identifier: string;
  }[];
};

export type ModuleLook = {
  partnerId: string;
  name: string;
  theme: {
    brandColor?: string;
    colorScheme?: 'auto' | 'light' | 'dark';
    light?: {
      background?: string;
      surface?: string;
      text?: string;
    };
    dark?: {
      background?: string;
      surface?: string;
      text?: string;
    };
    radius?: number;
    font?: {
      name: string;
      fontId: string;
    };
    logo?: {
      light?: string;
      dark?: string;
    };
  };
  texts: Record<string, string>;
  links: {
    help?: string;
    privacy?: string;
    terms?: string;
  };
  hideAttribution: boolean;
  origins: string[];
  bridgeName: string;
  opensIn?: ('frame' | 'app')[];
};

export type PartnerBill = {
  bill: Bill;
  payments: PaymentHistoryEntry[];
  payment?: {
    _id: string;
    status: 'scheduled' | 'pending' | 'paid' | 'declined' | 'held' | 'cancelled';
    payDate?: string;
    amount?: string;
    paymentMethodId?: string;
    paymentIdentifier?: string;
    created?: string;
    confirmation?: string;
    fee?: string;
    reason?: HoldReason;
    waiting?: {
      reason: 'more-owed' | 'another-statement' | 'unusual-amount';
      seen: string;
      owed: string;
    };
    withheld?: {
      reason: 'amount-limit' | 'no-payment-method' | 'payment-method-declined' | 'payment-method-not-accepted';
    };
  };
  partnerUserId: string;
  partnerId: string;
};

export type PaymentHistoryEntry = {
  amount: string;
  paidOn: string;
};

export type PaymentMethod = {
  _id: string;
  type: 'card' | 'bank';
  identifier?: string;
  status: 'verified' | 'declined' | 'pending';
  default: boolean;
  name: string;
  assignedBills: string[];
  card?: {
    number: string;
    brand: string;
    type?: 'credit' | 'debit';
    expDate: string;
  };
  bank?: {
    routingNumber: string;
    accountNumber: string;
    routing: string;
    account: string;
    type: 'checking' | 'savings';
  };
};

export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: 'invalid_request' | 'invalid_json' | 'invalid_form' | 'invalid_cursor' | 'decryption_failed' | 'encryption_required' | 'test_card_required' | 'digest_mismatch' | 'api_key_missing' | 'api_key_invalid' | 'token_invalid' | 'signature_missing' | 'signature_expired' | 'signature_invalid' | 'signature_used' | 'digest_missing' | 'verifier_required' | 'admin_key_required' | 'settings_locked' | 'forbidden' | 'route_not_found' | 'client_not_found' | 'partner_not_found' | 'api_key_not_found' | 'encryption_key_not_found' | 'company_not_found' | 'auth_not_found' | 'bill_not_found' | 'payment_method_not_found' | 'event_not_found' | 'swap_not_found' | 'font_not_found' | 'token_not_found' | 'challenge_not_found' | 'webhook_endpoint_not_found' | 'auth_not_on_hold' | 'auth_not_awaiting_answers' | 'retry_too_soon' | 'company_in_maintenance' | 'user_presence_required' | 'payment_method_required' | 'payment_method_declined' | 'payment_method_not_declined' | 'payment_method_recently_used' | 'payment_method_scheduled' | 'payment_method_not_accepted' | 'card_code_required' | 'amount_limit' | 'payment_amount_not_accepted' | 'payment_already_scheduled' | 'payment_pending' | 'money_under_way' | 'payment_not_scheduled' | 'statement_already_paid' | 'bill_not_payable' | 'auth_not_verified' | 'swap_in_progress' | 'swap_not_supported' | 'consent_required' | 'recurring_required' | 'schedule_fixed' | 'link_limit_reached' | 'key_limit_reached' | 'daily_key_limit_reached' | 'webhook_endpoint_limit_reached' | 'webhook_endpoint_disabled' | 'last_live_key' | 'no_encryption_key' | 'no_valid_key' | 'jwks_url_missing' | 'clock_moves_forward' | 'request_conflict' | 'request_in_progress' | 'answer_not_kept' | 'body_too_large' | 'unsupported_media_type' | 'idempotency_key_reused' | 'too_many_requests' | 'internal_error' | 'payments_paused' | 'service_unavailable';
  message: string;
  requestId: string;
  success: false;
  errors?: {
    field: string;
    code: string;
    message: string;
  }[];
};

export type Success = {
  success: true;
};

/** Every code of an error. */
export type ErrorCode =
  | 'invalid_request'
  | 'invalid_json'
  | 'invalid_form'
  | 'invalid_cursor'
  | 'decryption_failed'
  | 'encryption_required'
  | 'test_card_required'
  | 'digest_mismatch'
  | 'api_key_missing'
  | 'api_key_invalid'
  | 'token_invalid'
  | 'signature_missing'
  | 'signature_expired'
  | 'signature_invalid'
  | 'signature_used'
  | 'digest_missing'
  | 'verifier_required'
  | 'admin_key_required'
  | 'settings_locked'
  | 'forbidden'
  | 'route_not_found'
  | 'client_not_found'
  | 'partner_not_found'
  | 'api_key_not_found'
  | 'encryption_key_not_found'
  | 'company_not_found'
  | 'auth_not_found'
  | 'bill_not_found'
  | 'payment_method_not_found'
  | 'event_not_found'
  | 'swap_not_found'
  | 'font_not_found'
  | 'token_not_found'
  | 'challenge_not_found'
  | 'webhook_endpoint_not_found'
  | 'auth_not_on_hold'
  | 'auth_not_awaiting_answers'
  | 'retry_too_soon'
  | 'company_in_maintenance'
  | 'user_presence_required'
  | 'payment_method_required'
  | 'payment_method_declined'
  | 'payment_method_not_declined'
  | 'payment_method_recently_used'
  | 'payment_method_scheduled'
  | 'payment_method_not_accepted'
  | 'card_code_required'
  | 'amount_limit'
  | 'payment_amount_not_accepted'
  | 'payment_already_scheduled'
  | 'payment_pending'
  | 'money_under_way'
  | 'payment_not_scheduled'
  | 'statement_already_paid'
  | 'bill_not_payable'
  | 'auth_not_verified'
  | 'swap_in_progress'
  | 'swap_not_supported'
  | 'consent_required'
  | 'recurring_required'
  | 'schedule_fixed'
  | 'link_limit_reached'
  | 'key_limit_reached'
  | 'daily_key_limit_reached'
  | 'webhook_endpoint_limit_reached'
  | 'webhook_endpoint_disabled'
  | 'last_live_key'
  | 'no_encryption_key'
  | 'no_valid_key'
  | 'jwks_url_missing'
  | 'clock_moves_forward'
  | 'request_conflict'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'idempotency_key_reused'
  | 'too_many_requests'
  | 'internal_error'
  | 'payments_paused'
  | 'service_unavailable';

/** What any operation with a credential can answer. */
export type CommonErrorCode =
  | 'invalid_request'
  | 'api_key_missing'
  | 'api_key_invalid'
  | 'token_invalid'
  | 'signature_missing'
  | 'signature_expired'
  | 'signature_invalid'
  | 'signature_used'
  | 'digest_missing'
  | 'digest_mismatch'
  | 'forbidden'
  | 'too_many_requests'
  | 'internal_error'
  | 'service_unavailable';

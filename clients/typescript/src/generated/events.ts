// Written by `npm run docs` from the contracts. Not to be changed by hand.
import type {
  Auth,
  Bill,
  CompanySummary,
  HoldReason,
  Logo,
  Mfa,
} from './schemas.ts';

/** The events by their types. */
export interface Events {
  'auth.created': {
    _id: string;
    type: 'auth.created';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'client';
        id: string;
      };
      data: {
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
        company: CompanySummary;
        paymentIdentifier?: string;
      };
    };
  };
  'auth.success': {
    _id: string;
    type: 'auth.success';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'client';
        id: string;
      };
      data: {
        auth: Auth;
        company: CompanySummary;
        paymentIdentifier?: string;
      };
    };
  };
  'auth.failed': {
    _id: string;
    type: 'auth.failed';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'client';
        id: string;
      };
      data: {
        auth: Auth;
        company: CompanySummary;
        paymentIdentifier?: string;
      };
    };
  };
  'auth.invalid': {
    _id: string;
    type: 'auth.invalid';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'client';
        id: string;
      };
      data: {
        auth: Auth;
        company: CompanySummary;
        paymentIdentifier?: string;
      };
    };
  };
  'auth.hold': {
    _id: string;
    type: 'auth.hold';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'client';
        id: string;
      };
      data: {
        auth: Auth;
        company: CompanySummary;
        paymentIdentifier?: string;
        hold: {
          code: 'account_issue_wallet_pay_on_file' | 'account_issue_streaming_plus_third_party_on_file' | 'account_issue_payment_details_required' | 'account_issue_with_swap' | 'account_issue_primary_account_holder' | 'account_issue_card_not_accepted' | 'account_issue_max_cards_on_file' | 'account_issue_third_party_connected' | 'account_issue_third_party_available' | 'account_issue_no_active_subscription' | 'system_issue_with_swap' | 'provider_system_issue' | 'partner_expiration_exceeded' | 'account_issue_account_locked' | 'authentication_unsupported' | 'authentication_not_completed' | 'account_set_up_online_payments' | 'account_issue_verify_identity' | 'account_issue_accept_toc' | 'account_issue_no_service_account' | 'account_issue_third_party_payments_on_file' | 'system_issue_with_bill' | 'system_issue_with_bill_payment' | 'account_paid_in_full' | 'account_issue_payment_restrictions' | 'account_issue_inactive_account' | 'account_issue_no_bill' | 'no_payment_required' | 'foreign_currency_issue';
          subcode?: 'invalid-credentials' | 'no-mfa-response-received' | 'invalid-mfa' | 'unanswered-mfa-question' | 'selector-not-found' | 'navigation-error' | 'job-timeout' | 'captcha-failure' | 'proxy-failure' | 'known-system-error' | 'issue-unidentified';
          text: string;
        };
      };
    };
  };
  'auth.needs-resync': {
    _id: string;
    type: 'auth.needs-resync';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'client';
        id: string;
      };
      data: {
        auth: Auth;
        company: CompanySummary;
        paymentIdentifier?: string;
      };
    };
  };
  'auth.deleted': {
    _id: string;
    type: 'auth.deleted';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'client';
        id: string;
      };
      data: {
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
        company: CompanySummary;
        paymentIdentifier?: string;
      };
    };
  };
  'auth.security-input-required': {
    _id: string;
    type: 'auth.security-input-required';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'client';
        id: string;
      };
      data: {
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
        paymentIdentifier?: string;
      };
    };
  };
  'bill.created': {
    _id: string;
    type: 'bill.created';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'bill';
        id: string;
      };
      data: {
        bill: Bill;
        auth: Auth;
      };
    };
  };
  'bill.update': {
    _id: string;
    type: 'bill.update';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'bill';
        id: string;
      };
      data: {
        company: CompanySummary;
        bill: {
          _id: string;
          autopay?: {
            previous: 'enabled' | 'disabled' | 'unknown' | null;
            current: 'enabled' | 'disabled' | 'unknown' | null;
          };
          autopaySource?: {
            previous: 'client' | 'company' | 'unknown' | null;
            current: 'client' | 'company' | 'unknown' | null;
          };
          balance: {
            previous: string | null;
            current: string | null;
          };
          statementBalance?: {
            previous: string | null;
            current: string | null;
          };
          fullBalance?: {
            previous: string | null;
            current: string | null;
          };
          dueDate?: {
            previous: string | null;
            current: string | null;
          };
          customPaymentAmount?: {
            previous: string | null;
            current: string | null;
          };
          customLabel?: {
            previous: string | null;
            current: string | null;
          };
          lastPaidAmount?: {
            previous: string | null;
            current: string | null;
          };
          lastPaidOn?: {
            previous: string | null;
            current: string | null;
          };
          payDate?: {
            previous: string | null;
            current: string | null;
          };
          withheld?: {
            previous: {
              reason: 'amount-limit' | 'no-payment-method' | 'payment-method-declined' | 'payment-method-not-accepted';
            } | null;
            current: {
              reason: 'amount-limit' | 'no-payment-method' | 'payment-method-declined' | 'payment-method-not-accepted';
            } | null;
          };
          status?: {
            previous: {
              type: 'syncing' | 'zero-balance' | 'overdue' | 'payment-required' | 'payment-declined' | 'upcoming' | 'pending' | 'paid';
            } | null;
            current: {
              type: 'syncing' | 'zero-balance' | 'overdue' | 'payment-required' | 'payment-declined' | 'upcoming' | 'pending' | 'paid';
            } | null;
          };
          settings?: {
            previous: {
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
            } | null;
            current: {
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
            } | null;
          };
          meta?: {
            previous: {
              accountNumber?: string;
            } | null;
            current: {
              accountNumber?: string;
            } | null;
          };
          hidden?: {
            previous: 'true' | 'false' | null;
            current: 'true' | 'false' | null;
          };
        };
        changed: ('autopay' | 'autopaySource' | 'balance' | 'statementBalance' | 'fullBalance' | 'dueDate' | 'customPaymentAmount' | 'customLabel' | 'lastPaidAmount' | 'lastPaidOn' | 'payDate' | 'withheld' | 'status' | 'settings' | 'meta' | 'hidden')[];
        current: Bill;
        trigger?: 'client' | 'partner';
      };
    };
  };
  'bill.upcoming': {
    _id: string;
    type: 'bill.upcoming';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'bill';
        id: string;
      };
      data: {
        bill: Bill;
      };
    };
  };
  'bill.scheduled-payment-notice': {
    _id: string;
    type: 'bill.scheduled-payment-notice';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'bill';
        id: string;
      };
      data: {
        bill: Bill;
        dueDate?: {
          previous: string | null;
          current: string | null;
        };
      };
    };
  };
  'bill.payment.scheduled': {
    _id: string;
    type: 'bill.payment.scheduled';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'bill';
        id: string;
      };
      data: {
        company: {
          _id: string;
          name?: string;
          logo?: Logo;
        };
        amount?: string;
        paymentMethod?: {
          _id: string;
          type: 'card' | 'bank';
          identifier?: string;
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
        surcharge?: string;
        payDate: string;
        trigger?: 'client' | 'partner' | 'automatic';
        payment: {
          _id: string;
          billId: string;
          authId: string;
          companyId: string;
          status: 'scheduled' | 'waiting' | 'delayed' | 'sent' | 'failed' | 'cancelled';
          payDate: string;
          amount?: string;
          paidOn?: string;
          automatic: boolean;
          paymentMethodId?: string;
          confirmation?: string;
          fee?: string;
          reason?: HoldReason;
          waiting?: {
            reason: 'more-owed' | 'another-statement' | 'unusual-amount';
            seen: string;
            owed: string;
          };
        };
        paymentIdentifier?: string;
      };
    };
  };
  'bill.payment.waiting': {
    _id: string;
    type: 'bill.payment.waiting';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'bill';
        id: string;
      };
      data: {
        company: {
          _id: string;
          name?: string;
          logo?: Logo;
        };
        amount?: string;
        paymentMethod?: {
          _id: string;
          type: 'card' | 'bank';
          identifier?: string;
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
        surcharge?: string;
        payDate: string;
        trigger?: 'client' | 'partner' | 'automatic';
        payment: {
          _id: string;
          billId: string;
          authId: string;
          companyId: string;
          status: 'scheduled' | 'waiting' | 'delayed' | 'sent' | 'failed' | 'cancelled';
          payDate: string;
          amount?: string;
          paidOn?: string;
          automatic: boolean;
          paymentMethodId?: string;
          confirmation?: string;
          fee?: string;
          reason?: HoldReason;
          waiting?: {
            reason: 'more-owed' | 'another-statement' | 'unusual-amount';
            seen: string;
            owed: string;
          };
        };
        paymentIdentifier?: string;
      };
    };
  };
  'bill.payment.delayed': {
    _id: string;
    type: 'bill.payment.delayed';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'bill';
        id: string;
      };
      data: {
        company: {
          _id: string;
          name?: string;
          logo?: Logo;
        };
        amount?: string;
        paymentMethod?: {
          _id: string;
          type: 'card' | 'bank';
          identifier?: string;
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
        surcharge?: string;
        payDate: string;
        trigger?: 'client' | 'partner' | 'automatic';
        payment: {
          _id: string;
          billId: string;
          authId: string;
          companyId: string;
          status: 'scheduled' | 'waiting' | 'delayed' | 'sent' | 'failed' | 'cancelled';
          payDate: string;
          amount?: string;
          paidOn?: string;
          automatic: boolean;
          paymentMethodId?: string;
          confirmation?: string;
          fee?: string;
          reason?: HoldReason;
          waiting?: {
            reason: 'more-owed' | 'another-statement' | 'unusual-amount';
            seen: string;
            owed: string;
          };
        };
        paymentIdentifier?: string;
      };
    };
  };
  'bill.payment.sent': {
    _id: string;
    type: 'bill.payment.sent';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'bill';
        id: string;
      };
      data: {
        company: {
          _id: string;
          name?: string;
          logo?: Logo;
        };
        amount?: string;
        paymentMethod?: {
          _id: string;
          type: 'card' | 'bank';
          identifier?: string;
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
        surcharge?: string;
        payDate: string;
        trigger?: 'client' | 'partner' | 'automatic';
        payment: {
          _id: string;
          billId: string;
          authId: string;
          companyId: string;
          status: 'scheduled' | 'waiting' | 'delayed' | 'sent' | 'failed' | 'cancelled';
          payDate: string;
          amount?: string;
          paidOn?: string;
          automatic: boolean;
          paymentMethodId?: string;
          confirmation?: string;
          fee?: string;
          reason?: HoldReason;
          waiting?: {
            reason: 'more-owed' | 'another-statement' | 'unusual-amount';
            seen: string;
            owed: string;
          };
        };
        paymentIdentifier?: string;
      };
    };
  };
  'bill.payment.failed': {
    _id: string;
    type: 'bill.payment.failed';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'bill';
        id: string;
      };
      data: {
        company: {
          _id: string;
          name?: string;
          logo?: Logo;
        };
        amount?: string;
        paymentMethod?: {
          _id: string;
          type: 'card' | 'bank';
          identifier?: string;
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
        surcharge?: string;
        payDate: string;
        trigger?: 'client' | 'partner' | 'automatic';
        payment: {
          _id: string;
          billId: string;
          authId: string;
          companyId: string;
          status: 'scheduled' | 'waiting' | 'delayed' | 'sent' | 'failed' | 'cancelled';
          payDate: string;
          amount?: string;
          paidOn?: string;
          automatic: boolean;
          paymentMethodId?: string;
          confirmation?: string;
          fee?: string;
          reason?: HoldReason;
          waiting?: {
            reason: 'more-owed' | 'another-statement' | 'unusual-amount';
            seen: string;
            owed: string;
          };
        };
        paymentIdentifier?: string;
      };
    };
  };
  'bill.payment.cancelled': {
    _id: string;
    type: 'bill.payment.cancelled';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'bill';
        id: string;
      };
      data: {
        company: {
          _id: string;
          name?: string;
          logo?: Logo;
        };
        amount?: string;
        paymentMethod?: {
          _id: string;
          type: 'card' | 'bank';
          identifier?: string;
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
        surcharge?: string;
        payDate: string;
        trigger?: 'client' | 'partner' | 'automatic';
        payment: {
          _id: string;
          billId: string;
          authId: string;
          companyId: string;
          status: 'scheduled' | 'waiting' | 'delayed' | 'sent' | 'failed' | 'cancelled';
          payDate: string;
          amount?: string;
          paidOn?: string;
          automatic: boolean;
          paymentMethodId?: string;
          confirmation?: string;
          fee?: string;
          reason?: HoldReason;
          waiting?: {
            reason: 'more-owed' | 'another-statement' | 'unusual-amount';
            seen: string;
            owed: string;
          };
        };
        paymentIdentifier?: string;
      };
    };
  };
  'swap.created': {
    _id: string;
    type: 'swap.created';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'swap';
        id: string;
      };
      data: {
        swap: {
          _id: string;
          status: {
            type: 'pending' | 'in-progress' | 'completed' | 'hold';
          };
          reason?: HoldReason;
          auth: {
            _id: string;
          };
          company: CompanySummary;
          paymentMethod: {
            _id: string;
          };
          created: string;
        };
      };
    };
  };
  'swap.success': {
    _id: string;
    type: 'swap.success';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'swap';
        id: string;
      };
      data: {
        swap: {
          _id: string;
          status: {
            type: 'pending' | 'in-progress' | 'completed' | 'hold';
          };
          reason?: HoldReason;
          auth: {
            _id: string;
          };
          company: CompanySummary;
          paymentMethod: {
            _id: string;
          };
          created: string;
        };
      };
    };
  };
  'swap.hold': {
    _id: string;
    type: 'swap.hold';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'swap';
        id: string;
      };
      data: {
        swap: {
          _id: string;
          status: {
            type: 'pending' | 'in-progress' | 'completed' | 'hold';
          };
          reason?: HoldReason;
          auth: {
            _id: string;
          };
          company: CompanySummary;
          paymentMethod: {
            _id: string;
          };
          created: string;
        };
      };
    };
  };
  'payment-method.declined': {
    _id: string;
    type: 'payment-method.declined';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'payment-method';
        id: string;
      };
      data: {
        paymentMethod: {
          _id: string;
          type: 'card' | 'bank';
          identifier?: string;
          status: 'verified' | 'declined' | 'pending';
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
      };
    };
  };
  'payment-method.removed': {
    _id: string;
    type: 'payment-method.removed';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'payment-method';
        id: string;
      };
      data: {
        paymentMethod: {
          _id: string;
          type: 'card' | 'bank';
          identifier?: string;
          status: 'verified' | 'declined' | 'pending';
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
      };
    };
  };
  'client.erased': {
    _id: string;
    type: 'client.erased';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'client';
        id: string;
      };
      data: Record<string, never>;
    };
  };
  'partner.settings-changed': {
    _id: string;
    type: 'partner.settings-changed';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'partner';
        id: string;
      };
      data: {
        action: string;
        by: 'api-key' | 'operator' | 'schedule';
        detail?: Record<string, string | number | boolean>;
      };
    };
  };
  'webhook-endpoint.test': {
    _id: string;
    type: 'webhook-endpoint.test';
    created: string;
    clientId?: string;
    partnerId: string;
    identifier?: string;
    sessionId?: string;
    sequence: number;
    subject: string;
    payload: {
      resource: {
        type: 'webhook-endpoint';
        id: string;
      };
      data: {
        message: string;
      };
    };
  };
}

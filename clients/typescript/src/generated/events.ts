// Written by `npm run docs` from the contracts. Not to be changed by hand.
import type {
  AuthCreatedEvent,
  AuthDeletedEvent,
  AuthFailedEvent,
  AuthHoldEvent,
  AuthInvalidEvent,
  AuthNeedsResyncEvent,
  AuthSecurityInputRequiredEvent,
  AuthSuccessEvent,
  BillCreatedEvent,
  BillPaymentAcceptedEvent,
  BillPaymentCancelledEvent,
  BillPaymentDelayedEvent,
  BillPaymentFailedEvent,
  BillPaymentScheduledEvent,
  BillPaymentSentEvent,
  BillPaymentWaitingEvent,
  BillScheduledPaymentNoticeEvent,
  BillUpcomingEvent,
  BillUpdateEvent,
  ClientErasedEvent,
  PartnerReconciledEvent,
  PartnerSettingsChangedEvent,
  PaymentMethodDeclinedEvent,
  PaymentMethodRemovedEvent,
  SwapCreatedEvent,
  SwapHoldEvent,
  SwapSuccessEvent,
  WebhookEndpointTestEvent,
} from './schemas.ts';

/** The events by their types. */
export interface Events {
  'auth.created': AuthCreatedEvent;
  'auth.success': AuthSuccessEvent;
  'auth.failed': AuthFailedEvent;
  'auth.invalid': AuthInvalidEvent;
  'auth.hold': AuthHoldEvent;
  'auth.needs-resync': AuthNeedsResyncEvent;
  'auth.deleted': AuthDeletedEvent;
  'auth.security-input-required': AuthSecurityInputRequiredEvent;
  'bill.created': BillCreatedEvent;
  'bill.update': BillUpdateEvent;
  'bill.upcoming': BillUpcomingEvent;
  'bill.scheduled-payment-notice': BillScheduledPaymentNoticeEvent;
  'bill.payment.scheduled': BillPaymentScheduledEvent;
  'bill.payment.waiting': BillPaymentWaitingEvent;
  'bill.payment.accepted': BillPaymentAcceptedEvent;
  'bill.payment.delayed': BillPaymentDelayedEvent;
  'bill.payment.sent': BillPaymentSentEvent;
  'bill.payment.failed': BillPaymentFailedEvent;
  'bill.payment.cancelled': BillPaymentCancelledEvent;
  'swap.created': SwapCreatedEvent;
  'swap.success': SwapSuccessEvent;
  'swap.hold': SwapHoldEvent;
  'payment-method.declined': PaymentMethodDeclinedEvent;
  'payment-method.removed': PaymentMethodRemovedEvent;
  'client.erased': ClientErasedEvent;
  'partner.settings-changed': PartnerSettingsChangedEvent;
  'partner.reconciled': PartnerReconciledEvent;
  'webhook-endpoint.test': WebhookEndpointTestEvent;
}

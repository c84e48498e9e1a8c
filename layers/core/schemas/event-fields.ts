/** What of a bill can change. Its auth and its company are not of the bill. */
export const billFields = [
  'autopay',
  'autopaySource',
  'balance',
  'statementBalance',
  'fullBalance',
  'dueDate',
  'customPaymentAmount',
  'customLabel',
  'lastPaidAmount',
  'lastPaidOn',
  'payDate',
  'withheld',
  'status',
  'settings',
  'meta',
  'hidden',
] as const;

/** What became of a payment, as its events say. */
export const paymentEventStatuses = [
  'scheduled',
  'waiting',
  'accepted',
  'delayed',
  'sent',
  'failed',
  'cancelled',
] as const;

export type PaymentEventStatus = (typeof paymentEventStatuses)[number];

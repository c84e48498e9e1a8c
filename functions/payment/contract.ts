import type { Operation } from '@billhook/core/api/operation';
import { switchValues } from '@billhook/core/schemas/bill';
import { givenConsent } from '@billhook/core/schemas/consent';
import { alsoDescribed } from '@billhook/core/schemas/described';
import {
  flag,
  givenId,
  givenInstant,
  givenMoney,
  id,
  listOf,
  pageQuery,
  success,
} from '@billhook/core/schemas/fields';
import {
  givenCard,
  givenPaymentMethod,
  paymentMethod,
} from '@billhook/core/schemas/payment-method';
import { scheduleValues } from '@billhook/core/schemas/schedule';
import * as v from 'valibot';

export const addPaymentMethod = {
  method: 'POST',
  path: '/payment',
  summary: 'Link a card or a bank account to a client.',
  description:
    'With an access token, the first payment method pays nothing by itself: bills that nobody has ' +
    'agreed about are set to `recurring: "disabled"`, unless `consent` is sent. `authorization` is ' +
    'the text under which the user saved it, such as that of a debit; it is kept with it.',
  callers: ['partner', 'client'],
  scope: 'service',
  body: givenPaymentMethod,
  secretFields: ['cardNumber', 'cardCode', 'accountNumber', 'account'],
  response: v.object({ paymentMethodId: id }),
  errors: ['client_not_found', 'test_card_required', 'link_limit_reached', 'partner_locked'],
  uses: { table: ['get', 'query', 'put', 'update'], passing: ['put'], vault: { seal: ['method'] } },
  impact: 'Users cannot add cards or bank accounts to pay with.',
} as const satisfies Operation;

export const listPaymentMethods = {
  method: 'GET',
  path: '/payment/list/{clientId}',
  summary: "List a client's payment methods, with masked numbers.",
  description: 'Without `limit`, the list is returned as a whole, up to 4 MiB.',
  callers: ['partner', 'client'],
  scope: 'service',
  query: pageQuery,
  response: listOf(paymentMethod),
  errors: ['client_not_found', 'invalid_cursor'],
  uses: { table: ['query', 'get'] },
  impact: 'Users cannot see what they pay with.',
} as const satisfies Operation;

export const deletePaymentMethod = {
  method: 'DELETE',
  path: '/payment/{paymentMethodId}',
  summary: 'Delete a payment method that has paid nothing within the last 24 hours.',
  description:
    'If it is the default, there is no default afterwards. With `nextDefault=true`, the verified ' +
    'payment method that was added first becomes the default. A payment method that would make a ' +
    'scheduled payment is only deleted if `moveTo` names another one: the bills of those payments ' +
    'are assigned to it.',
  callers: ['partner', 'client'],
  scope: 'service',
  query: v.object({ nextDefault: v.optional(flag), moveTo: v.optional(givenId) }),
  response: success,
  errors: [
    'payment_method_not_found',
    'payment_method_recently_used',
    'payment_method_scheduled',
    'payment_method_declined',
    'payment_method_not_accepted',
    'link_limit_reached',
    'request_conflict',
  ],
  uses: { table: ['get', 'query', 'put', 'update', 'delete'] },
  impact: 'Users cannot remove a card or bank account.',
} as const satisfies Operation;

export const setCardCode = {
  method: 'POST',
  path: '/payment/{paymentMethodId}/card-code',
  summary: "Send a card's code again: it is stored until its next use, for 24 hours at most.",
  description:
    'An operation that needs the code, such as a swap, returns 409 `card_code_required` when ' +
    'it is no longer stored.',
  callers: ['partner', 'client'],
  scope: 'service',
  body: v.object({ cardCode: givenCard.entries.cardCode }),
  secretFields: ['cardCode'],
  response: success,
  errors: ['payment_method_not_found', 'payment_method_not_accepted', 'request_conflict'],
  uses: { table: ['get', 'put'], passing: ['put'], vault: { seal: ['method'], open: ['method'] } },
  impact: 'Cards whose code is needed again cannot be put on file.',
} as const satisfies Operation;

export const retryPaymentMethod = {
  method: 'POST',
  path: '/payment/{paymentMethodId}/retry',
  summary: 'Retry a declined payment method: its declined bills are charged again, one at a time.',
  description: 'Whether the bills were paid is told by events.',
  callers: ['partner', 'client'],
  scope: 'service',
  response: success,
  errors: [
    'payment_method_not_found',
    'payment_method_not_declined',
    'bill_not_payable',
    'amount_limit',
    'payments_paused',
    'request_conflict',
  ],
  uses: { table: ['get', 'query', 'put'], starts: ['pay-bill'] },
  impact: 'Declined cards stay declined, and their bills unpaid.',
} as const satisfies Operation;

export const assignPaymentMethod = {
  method: 'POST',
  path: '/payment/{paymentMethodId}/assign',
  summary: 'Assign a payment method to a bill.',
  description:
    'If the payment that was last ordered for the bill was declined, it goes on with this method ' +
    'within a minute: for the same statement, and for no more than was agreed to. With ' +
    '`resume: false` the method is only assigned.',
  callers: ['partner', 'client'],
  scope: 'service',
  body: v.object({
    billId: givenId,
    /** Whether an order that was declined goes on with the method; it does unless this is false. */
    resume: v.optional(flag),
  }),
  response: success,
  errors: [
    'payment_method_not_found',
    'bill_not_found',
    'payment_method_not_accepted',
    'payment_method_declined',
    'payment_pending',
    'link_limit_reached',
    'request_conflict',
  ],
  uses: { table: ['get', 'put'] },
  impact: 'Bills that require a type of payment method cannot be paid.',
} as const satisfies Operation;

export const makeMethodDefault = {
  method: 'POST',
  path: '/payment/{paymentMethodId}/default',
  summary:
    'Make a payment method the default, which pays every bill that has no payment method of its own.',
  description: 'Bills to which another payment method is assigned are still paid with that one.',
  callers: ['partner', 'client'],
  scope: 'service',
  response: success,
  errors: ['payment_method_not_found', 'payment_method_declined', 'request_conflict'],
  uses: { table: ['get', 'query', 'put', 'update'] },
  impact: 'Users cannot choose what their bills are paid with.',
} as const satisfies Operation;

const givenSettings = v.pipe(
  v.object({
    billId: givenId,
    recurring: v.optional(v.picklist(switchValues)),
    schedule: v.optional(v.picklist(scheduleValues)),
    consent: v.optional(givenConsent),
    /** Begins with the next statement: the one that the bill shows stays its user's to pay. */
    skipCycle: v.optional(flag),
  }),
  v.forward(
    v.check(
      ({ recurring, consent, skipCycle }) =>
        (consent === undefined && skipCycle === undefined) || recurring === 'enabled',
      'Expected `enabled` where there is a `consent` or `skipCycle`',
    ),
    ['recurring'],
  ),
  alsoDescribed({
    description: '`consent` and `skipCycle` only with `recurring: "enabled"`.',
    anyOf: [
      { not: { anyOf: [{ required: ['consent'] }, { required: ['skipCycle'] }] } },
      { properties: { recurring: { const: 'enabled' } }, required: ['recurring'] },
    ],
  }),
);

export const updatePaymentSettings = {
  method: 'POST',
  path: '/payment/settings',
  summary: 'Set whether and when a bill is paid automatically.',
  description:
    'With an access token, `recurring: "enabled"` needs `consent`: the SHA-256 of the text that the ' +
    'user has seen, its version and its locale. With an API key, `consent` is optional and can ' +
    'contain the text itself, with the time at which the user agreed. What the user agreed to is ' +
    'kept with it: `settings.consent.terms`. `skipCycle` leaves the statement that the bill shows ' +
    'to its user.',
  callers: ['partner', 'client'],
  scope: 'service',
  body: givenSettings,
  response: success,
  errors: [
    'bill_not_found',
    'consent_required',
    'recurring_required',
    'schedule_fixed',
    'request_conflict',
  ],
  uses: { table: ['get', 'query', 'put'] },
  impact: 'Users cannot stop or move automatic payments.',
} as const satisfies Operation;

export const schedulePayment = {
  method: 'POST',
  path: '/payment/schedule',
  summary: 'Pay a bill on a given day, or immediately if no day is given.',
  description:
    '`date` and `payDate` are two names of the same field. `maxAmount` is the most that the ' +
    'user agrees to: if more is owed, the payment waits, and another call with a higher ' +
    '`maxAmount` approves it. `amount` is for this payment alone: it takes the place of what the ' +
    'bill has as its `customPaymentAmount`, and so is `paymentMethodId`: what pays the bill otherwise ' +
    'stays. What an earlier payment of the account paid, and its ' +
    'company may still show, is taken off; if nothing is left of what is ordered, `detail` names ' +
    'that payment, and `afterPayment` orders it all the same. A field that seems to be `date`, ' +
    '`payDate`, `amount` or `maxAmount` misspelt is 400. A `date` counts as its day in UTC. The ' +
    'outcome is an event.',
  callers: ['partner', 'client'],
  scope: 'service',
  body: v.object({
    billId: givenId,
    date: v.optional(givenInstant),
    payDate: v.optional(givenInstant),
    /** The most that the user agrees to; it also approves a payment that waits. */
    maxAmount: v.optional(givenMoney),
    /** What to pay this time, if it is not what the bill charges otherwise. */
    amount: v.optional(givenMoney),
    /** What pays this time, if it is not what pays the bill otherwise. */
    paymentMethodId: v.optional(givenId),
    /** An earlier payment that isn't shown yet: this one is paid on top of it, and of those before it. */
    afterPayment: v.optional(givenId),
  }),
  guarded: ['date', 'payDate', 'amount', 'maxAmount'],
  response: success,
  errors: [
    'bill_not_found',
    'bill_not_payable',
    'payment_amount_not_accepted',
    'auth_not_verified',
    'payment_already_scheduled',
    'payment_pending',
    'payment_method_not_found',
    'payment_method_required',
    'payment_method_declined',
    'payment_method_not_accepted',
    'statement_already_paid',
    'user_presence_required',
    'amount_limit',
    'payments_paused',
    'request_conflict',
  ],
  uses: { table: ['get', 'query', 'put'], starts: ['pay-bill'] },
  impact: 'Users cannot pay bills.',
} as const satisfies Operation;

export const cancelPayment = {
  method: 'POST',
  path: '/payment/cancel',
  summary: 'Cancel the scheduled payment of a bill.',
  description:
    'A payment that has begun cannot be canceled any more: the response is then 409 ' +
    '`payment_pending`.',
  callers: ['partner', 'client'],
  scope: 'service',
  body: v.object({ billId: givenId }),
  response: success,
  errors: ['bill_not_found', 'payment_not_scheduled', 'payment_pending', 'request_conflict'],
  uses: { table: ['get', 'put'] },
  impact: 'Users cannot stop a payment before it is made.',
} as const satisfies Operation;

/**
 * The names of the description's schemas. A client in any language has its types by them, so a name
 * stays once it is published. What has none here is named by where it stands (`name-inline.ts`).
 */
import { publicKey } from '@billhook/connector-kit/protocol/manifest';
import { eventTypes, resourceTypes } from '@billhook/core/events/event';
import { keyScopes } from '@billhook/core/partner/scope';
import * as auth from '@billhook/core/schemas/auth';
import * as bill from '@billhook/core/schemas/bill';
import * as client from '@billhook/core/schemas/client';
import { clock } from '@billhook/core/schemas/clock';
import * as company from '@billhook/core/schemas/company';
import * as consent from '@billhook/core/schemas/consent';
import * as delivery from '@billhook/core/schemas/delivery';
import * as key from '@billhook/core/schemas/encryption-key';
import * as event from '@billhook/core/schemas/event';
import { billFields, paymentEventStatuses } from '@billhook/core/schemas/event-fields';
import { success } from '@billhook/core/schemas/fields';
import { holdCodeValues, holdSubcodeValues } from '@billhook/core/schemas/hold-codes';
import * as module from '@billhook/core/schemas/module';
import * as partner from '@billhook/core/schemas/partner';
import * as method from '@billhook/core/schemas/payment-method';
import * as reconciliation from '@billhook/core/schemas/reconciliation';
import { returnReasonValues } from '@billhook/core/schemas/return-reasons';
import { scheduleValues } from '@billhook/core/schemas/schedule';
import * as signing from '@billhook/core/schemas/signing';
import { swap, swapStatuses } from '@billhook/core/schemas/swap';
import { tokenKey } from '@billhook/core/schemas/token';
import * as endpoint from '@billhook/core/schemas/webhook-endpoint';
import { attemptOutcomes, deliveryStates } from '@billhook/core/webhook/delivery';
import { eventFilters } from '@billhook/core/webhook/endpoint';
import type { GenericSchema } from 'valibot';
import { errorCodes, fieldErrorSchema, problemSchema } from '../../client/problem.ts';

type Named = Readonly<Record<string, GenericSchema>>;

const dataOf = (type: event.AnyEvent['type']) => event.eventEntries[type].data;

/** The same in both. */
const both: Named = {
  ModuleLinks: module.links,
  PageColors: module.pageColors,
  Theme: module.theme,
  ThemeFont: module.theme.entries.font.wrapped,
  ThemeLogo: module.theme.entries.logo.wrapped,
  ThemeWeights: module.theme.entries.weights.wrapped,
};

/** What answers and events are made of. */
export const answered: Named = {
  ...both,
  ApiKey: partner.apiKey,
  Auth: auth.auth,
  AuthEventData: dataOf('auth.success'),
  AuthProgress: auth.authProgress,
  AuthStatus: auth.auth.entries.status,
  Bill: bill.bill,
  BillChanges: event.billChanges,
  BillCompany: bill.billCompany,
  BillCreatedEventData: dataOf('bill.created'),
  BillEventData: dataOf('bill.upcoming'),
  BillMeta: bill.bill.entries.meta,
  BillPayment: bill.billPayment,
  BillSettings: bill.bill.entries.settings,
  BillStatus: bill.bill.entries.status,
  BillUpdateEventData: dataOf('bill.update'),
  BillWithPayments: bill.billWithPayments,
  CardFieldError: method.cardFieldError,
  CardSurcharges: company.cardSurcharges,
  Category: company.category,
  Challenge: auth.openChallenge,
  ChallengeEventData: dataOf('auth.security-input-required'),
  ChallengeInput: auth.challenge.entries.input,
  Clock: clock,
  CodeChoice: auth.codeChoice,
  Company: company.company,
  CompanyFees: company.company.entries.fees.wrapped,
  CompanySummary: company.companySummary,
  Consent: consent.consent,
  Delivery: delivery.delivery,
  DeliveryAttempt: delivery.deliveryAttempt,
  EncryptionKey: key.encryptionKey,
  EventPayment: event.eventPayment,
  EventResource: event.eventResource,
  EventSurcharge: event.eventSurcharge,
  FailedCard: method.failedCard,
  FieldError: fieldErrorSchema,
  HoldEventData: dataOf('auth.hold'),
  HoldReason: auth.reason,
  InstantChange: event.instantChange,
  LinkedAuth: auth.linkedAuth,
  LinkEventData: dataOf('auth.created'),
  ListedEvent: event.listedEvent,
  LoginField: company.loginField,
  Logo: company.logo,
  Mfa: auth.mfa,
  ModuleFont: module.shownFont,
  ModuleLook: module.moduleLook,
  ModuleSettings: module.moduleSettings,
  MoneyChange: event.moneyChange,
  Partner: partner.partnerSettings,
  PartnerBill: bill.partnerBill,
  PaymentDelayedEventData: dataOf('bill.payment.delayed'),
  PaymentEventData: dataOf('bill.payment.sent'),
  PaymentHistoryEntry: bill.historyEntry,
  PaymentMethod: method.paymentMethod,
  PaymentMethodBank: method.paymentMethod.entries.bank.wrapped,
  PaymentMethodCard: method.paymentMethod.entries.card.wrapped,
  PaymentMethodEventData: dataOf('payment-method.declined'),
  PaymentOption: company.company.entries.additionalPaymentOptions.wrapped.item,
  PaymentReturned: bill.returned,
  PaymentWaiting: bill.waiting,
  Problem: problemSchema,
  PromptInput: auth.promptInput,
  PublishedKey: key.publishedKey,
  Question: auth.question,
  ReconciliationFinding: reconciliation.reconciliationFinding,
  ReconciliationSummary: reconciliation.reconciliationSummary,
  SettingsEventData: dataOf('partner.settings-changed'),
  SigningSettings: signing.signing,
  Success: success,
  Surcharge: company.surcharge,
  Swap: swap,
  SwapEventData: dataOf('swap.created'),
  SwapStatus: swap.entries.status,
  ConnectorKey: publicKey,
  TokenKey: tokenKey,
  WebhookEndpoint: endpoint.webhookEndpoint,
  WebhookEndpointWithSecret: endpoint.shownWebhookSecret,
  Withheld: bill.withheld,
};

/** What requests are made of. */
export const given: Named = {
  ...both,
  CodeStep: auth.givenChoice,
  Answer: auth.answer,
  Answers: auth.givenAnswers,
  BankAccountToAdd: method.bankAccountToAdd,
  CardToAdd: method.cardToAdd,
  CardToSync: method.givenSyncCard,
  ClientMeta: client.clientMeta,
  ClientToCreate: client.givenClient,
  CompanySearch: company.companySearch,
  GivenConsent: consent.givenConsent,
  LinkMeta: auth.linkMeta,
  LoginForm: auth.loginForm,
  PaymentMethodToAdd: method.givenPaymentMethod,
};

/** Closed sets of words, by the lists that they are in. */
export const words: ReadonlyMap<readonly unknown[], string> = new Map<readonly unknown[], string>([
  [endpoint.webhookEndpoint.entries.status.options, 'WebhookEndpointStatus'],
  [endpoint.webhookEndpoint.entries.disabledBy.wrapped.options, 'WebhookEndpointDisabledBy'],
  [module.moduleSettings.entries.opensIn.wrapped.item.options, 'ModulePlace'],
  [module.theme.entries.colorScheme.wrapped.options, 'ThemeColorScheme'],
  [module.theme.entries.density.wrapped.options, 'ThemeDensity'],
  [bill.hiddenValues, 'BillHidden'],
  [attemptOutcomes, 'AttemptOutcome'],
  [auth.authItems, 'AuthItem'],
  [auth.authStatuses, 'AuthStatusType'],
  [auth.linkProgress.options, 'LinkProgress'],
  [auth.mfaMethods, 'MfaMethod'],
  [bill.autopaySources, 'AutopaySource'],
  [bill.autopayValues, 'Autopay'],
  [bill.billStatuses, 'BillStatusType'],
  [bill.paymentStatuses, 'PaymentStatus'],
  [bill.switchValues, 'Switch'],
  [bill.waitingReasons, 'WaitingReason'],
  [bill.waitsForValues, 'PaymentWaitsFor'],
  [returnReasonValues, 'ReturnReason'],
  [bill.withheldReasons, 'WithheldReason'],
  [billFields, 'BillField'],
  [company.methodTypes, 'RequiredPayment'],
  [consent.consentGivers, 'ConsentGiver'],
  [deliveryStates, 'DeliveryState'],
  [errorCodes, 'ErrorCode'],
  [eventFilters, 'EventFilter'],
  [eventTypes, 'EventType'],
  [holdCodeValues, 'HoldCode'],
  [holdSubcodeValues, 'HoldSubcode'],
  [keyScopes, 'KeyScope'],
  [method.accountTypes, 'BankAccountType'],
  [method.cardBrands, 'CardBrand'],
  [method.cardTypes, 'CardType'],
  [method.paymentTypes, 'PaymentMethodType'],
  [method.methodStatuses, 'PaymentMethodStatus'],
  [module.moduleNames, 'ModuleName'],
  [paymentEventStatuses, 'PaymentEventStatus'],
  [resourceTypes, 'ResourceType'],
  [scheduleValues, 'Schedule'],
  [swapStatuses, 'SwapStatusType'],
]);

// Written by `npm run docs` from the contracts. Not to be changed by hand.
import type {
  AnswerQuestionsInput,
  AnswerStepInput,
  AssignPaymentMethodInput,
  CancelPaymentInput,
  ClientToCreate,
  CompanySearch,
  ContinueAuthInput,
  CreateAccessTokenInput,
  CreateApiKeyInput,
  CreateAuthInput,
  CreateSwapInput,
  CreateTokenInput,
  CreateWebhookEndpointInput,
  CustomizeBillInput,
  EventType,
  LockSettingsInput,
  OpenModuleSessionInput,
  PaymentMethodToAdd,
  RetryEventInput,
  RevokeTokensInput,
  SchedulePaymentInput,
  SetCardCodeInput,
  SetClockInput,
  SyncClientInput,
  UpdateEncryptionInput,
  UpdateModulesInput,
  UpdatePaymentSettingsInput,
  UpdateSigningInput,
  UpdateWebhookEndpointInput,
  UploadFontInput,
} from './schemas.ts';

/** What any operation with a credential can answer. */
export type CommonErrorCode =
  | 'invalid_request'
  | 'api_key_missing'
  | 'api_key_invalid'
  | 'partner_suspended'
  | 'token_invalid'
  | 'signature_missing'
  | 'signature_expired'
  | 'signature_invalid'
  | 'signature_used'
  | 'digest_missing'
  | 'digest_mismatch'
  | 'origin_not_registered'
  | 'forbidden'
  | 'too_many_requests'
  | 'internal_error'
  | 'service_unavailable';

export type AnswerQuestionsArguments = {
  authId: string;
} & AnswerQuestionsInput;

export type AnswerQuestionsErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'encryption_required'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'auth_not_found'
  | 'auth_not_awaiting_answers'
  | 'request_conflict';

export type AnswerStepArguments = AnswerStepInput;

export type AnswerStepErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'encryption_required'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'challenge_not_found'
  | 'retry_too_soon'
  | 'request_conflict';

export type ContinueAuthArguments = {
  authId: string;
} & ContinueAuthInput;

export type ContinueAuthErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'encryption_required'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'auth_not_found'
  | 'auth_not_verified'
  | 'company_in_maintenance'
  | 'payment_method_not_found'
  | 'bill_not_found'
  | 'swap_not_found'
  | 'swap_in_progress'
  | 'swap_not_supported'
  | 'payment_method_not_accepted'
  | 'payment_method_declined'
  | 'card_code_required'
  | 'amount_limit'
  | 'consent_required'
  | 'invalid_form'
  | 'request_conflict';

export type CreateAuthArguments = CreateAuthInput;

export type CreateAuthErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'encryption_required'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'client_not_found'
  | 'company_not_found'
  | 'company_in_maintenance'
  | 'payment_method_not_found'
  | 'bill_not_found'
  | 'swap_not_found'
  | 'swap_in_progress'
  | 'swap_not_supported'
  | 'payment_method_not_accepted'
  | 'payment_method_declined'
  | 'card_code_required'
  | 'amount_limit'
  | 'consent_required'
  | 'invalid_form'
  | 'link_limit_reached'
  | 'partner_locked'
  | 'request_conflict';

export type DeleteAuthArguments = {
  authId: string;
};

export type DeleteAuthErrorCode =
  | CommonErrorCode
  | 'auth_not_found'
  | 'request_conflict';

export type FixHoldArguments = {
  authId: string;
};

export type FixHoldErrorCode =
  | CommonErrorCode
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'auth_not_found'
  | 'auth_not_on_hold'
  | 'payment_method_not_found'
  | 'payment_method_declined'
  | 'card_code_required'
  | 'request_conflict';

export type GetAuthArguments = {
  authId: string;
};

export type GetAuthErrorCode =
  | CommonErrorCode
  | 'auth_not_found';

export type ListAuthsArguments = {
  clientId: string;
  limit?: number;
  cursor?: string;
};

export type ListAuthsErrorCode =
  | CommonErrorCode
  | 'client_not_found'
  | 'invalid_cursor';

export type CustomizeBillArguments = {
  billId: string;
} & CustomizeBillInput;

export type CustomizeBillErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'bill_not_found'
  | 'payment_amount_not_accepted'
  | 'amount_limit'
  | 'request_conflict';

export type GetBillArguments = {
  billId: string;
};

export type GetBillErrorCode =
  | CommonErrorCode
  | 'bill_not_found';

export type GetBillPaymentArguments = {
  billId: string;
  paymentId: string;
};

export type GetBillPaymentErrorCode =
  | CommonErrorCode
  | 'bill_not_found'
  | 'payment_not_found';

export type ListBillsArguments = {
  clientId: string;
  limit?: number;
  cursor?: string;
};

export type ListBillsErrorCode =
  | CommonErrorCode
  | 'client_not_found'
  | 'invalid_cursor';

export type ListPartnerBillsArguments = {
  partnerId: string;
  limit?: number;
  cursor?: string;
};

export type ListPartnerBillsErrorCode =
  | CommonErrorCode
  | 'partner_not_found'
  | 'invalid_cursor';

export type GetCompanyArguments = {
  companyId: string;
};

export type GetCompanyErrorCode =
  | CommonErrorCode
  | 'company_not_found';

export type ListCategoriesErrorCode =
  | CommonErrorCode;

export type SearchCompaniesArguments = CompanySearch;

export type SearchCompaniesErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed';

export type AddPaymentMethodArguments = PaymentMethodToAdd;

export type AddPaymentMethodErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'encryption_required'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'client_not_found'
  | 'test_card_required'
  | 'link_limit_reached'
  | 'partner_locked';

export type AssignPaymentMethodArguments = {
  paymentMethodId: string;
} & AssignPaymentMethodInput;

export type AssignPaymentMethodErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'payment_method_not_found'
  | 'bill_not_found'
  | 'payment_method_not_accepted'
  | 'payment_method_declined'
  | 'payment_pending'
  | 'link_limit_reached'
  | 'request_conflict';

export type CancelPaymentArguments = CancelPaymentInput;

export type CancelPaymentErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'bill_not_found'
  | 'payment_not_scheduled'
  | 'payment_pending'
  | 'request_conflict';

export type DeletePaymentMethodArguments = {
  paymentMethodId: string;
  nextDefault?: boolean | 'true' | 'false';
  moveTo?: string;
};

export type DeletePaymentMethodErrorCode =
  | CommonErrorCode
  | 'payment_method_not_found'
  | 'payment_method_recently_used'
  | 'payment_method_scheduled'
  | 'payment_method_declined'
  | 'payment_method_not_accepted'
  | 'link_limit_reached'
  | 'request_conflict';

export type ListPaymentMethodsArguments = {
  clientId: string;
  limit?: number;
  cursor?: string;
};

export type ListPaymentMethodsErrorCode =
  | CommonErrorCode
  | 'client_not_found'
  | 'invalid_cursor';

export type MakeMethodDefaultArguments = {
  paymentMethodId: string;
};

export type MakeMethodDefaultErrorCode =
  | CommonErrorCode
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'payment_method_not_found'
  | 'payment_method_declined'
  | 'request_conflict';

export type RetryPaymentMethodArguments = {
  paymentMethodId: string;
};

export type RetryPaymentMethodErrorCode =
  | CommonErrorCode
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'payment_method_not_found'
  | 'payment_method_not_declined'
  | 'bill_not_payable'
  | 'amount_limit'
  | 'payments_paused'
  | 'request_conflict';

export type SchedulePaymentArguments = SchedulePaymentInput;

export type SchedulePaymentErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'bill_not_found'
  | 'bill_not_payable'
  | 'payment_amount_not_accepted'
  | 'auth_not_verified'
  | 'payment_already_scheduled'
  | 'payment_pending'
  | 'payment_method_not_found'
  | 'payment_method_required'
  | 'payment_method_declined'
  | 'payment_method_not_accepted'
  | 'statement_already_paid'
  | 'user_presence_required'
  | 'amount_limit'
  | 'payments_paused'
  | 'request_conflict';

export type SetCardCodeArguments = {
  paymentMethodId: string;
} & SetCardCodeInput;

export type SetCardCodeErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'encryption_required'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'payment_method_not_found'
  | 'payment_method_not_accepted'
  | 'request_conflict';

export type UpdatePaymentSettingsArguments = UpdatePaymentSettingsInput;

export type UpdatePaymentSettingsErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'bill_not_found'
  | 'consent_required'
  | 'recurring_required'
  | 'schedule_fixed'
  | 'request_conflict';

export type CreateSwapArguments = CreateSwapInput;

export type CreateSwapErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'auth_not_found'
  | 'payment_method_not_found'
  | 'auth_not_verified'
  | 'swap_in_progress'
  | 'swap_not_supported'
  | 'company_in_maintenance'
  | 'user_presence_required'
  | 'payment_method_not_accepted'
  | 'payment_method_declined'
  | 'card_code_required'
  | 'partner_locked'
  | 'request_conflict';

export type ListSwapCompaniesErrorCode =
  | CommonErrorCode;

export type ListSwapsArguments = {
  clientId: string;
  limit?: number;
  cursor?: string;
};

export type ListSwapsErrorCode =
  | CommonErrorCode
  | 'client_not_found'
  | 'invalid_cursor';

export type CreateAccessTokenArguments = CreateAccessTokenInput;

export type CreateAccessTokenErrorCode =
  | 'invalid_request'
  | 'digest_mismatch'
  | 'too_many_requests'
  | 'internal_error'
  | 'service_unavailable'
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'token_invalid'
  | 'origin_not_registered'
  | 'partner_locked'
  | 'request_conflict';

export type CreateClientArguments = ClientToCreate;

export type CreateClientErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused';

export type CreateTokenArguments = CreateTokenInput;

export type CreateTokenErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'partner_locked';

export type EraseClientArguments = {
  clientId: string;
};

export type EraseClientErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'client_not_found'
  | 'money_under_way'
  | 'request_conflict';

export type ListTokenKeysErrorCode =
  | 'invalid_request'
  | 'digest_mismatch'
  | 'too_many_requests'
  | 'internal_error'
  | 'service_unavailable';

export type RevokeTokensArguments = RevokeTokensInput;

export type RevokeTokensErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'client_not_found'
  | 'token_not_found'
  | 'request_conflict';

export type SyncClientArguments = SyncClientInput;

export type SyncClientErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'encryption_required'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'client_not_found'
  | 'partner_locked';

export type CreateApiKeyArguments = CreateApiKeyInput;

export type CreateApiKeyErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'key_limit_reached'
  | 'request_conflict';

export type CreateEncryptionKeyErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'key_limit_reached'
  | 'daily_key_limit_reached'
  | 'request_conflict';

export type DeleteEncryptionKeyArguments = {
  keyId: string;
};

export type DeleteEncryptionKeyErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'encryption_key_not_found'
  | 'no_encryption_key'
  | 'request_conflict';

export type GetEncryptionKeyArguments = {
  keyId: string;
};

export type GetEncryptionKeyErrorCode =
  | CommonErrorCode
  | 'encryption_key_not_found';

export type GetLatestEncryptionKeyErrorCode =
  | CommonErrorCode
  | 'encryption_key_not_found';

export type GetModulesErrorCode =
  | CommonErrorCode
  | 'admin_key_required';

export type GetPartnerErrorCode =
  | CommonErrorCode;

export type GetReconciliationArguments = {
  limit?: number;
  cursor?: string;
  day?: string;
};

export type GetReconciliationErrorCode =
  | CommonErrorCode
  | 'report_not_found'
  | 'invalid_cursor';

export type ListApiKeysErrorCode =
  | CommonErrorCode
  | 'admin_key_required';

export type ListEncryptionKeysErrorCode =
  | CommonErrorCode;

export type LockSettingsArguments = LockSettingsInput;

export type LockSettingsErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'request_conflict';

export type RefreshSigningErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'jwks_url_missing'
  | 'request_conflict';

export type RevokeApiKeyArguments = {
  keyId: string;
};

export type RevokeApiKeyErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'api_key_not_found'
  | 'last_live_key'
  | 'request_conflict';

export type UpdateEncryptionArguments = UpdateEncryptionInput;

export type UpdateEncryptionErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'no_encryption_key'
  | 'request_conflict';

export type UpdateModulesArguments = UpdateModulesInput;

export type UpdateModulesErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'request_conflict';

export type UpdateSigningArguments = UpdateSigningInput;

export type UpdateSigningErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'no_valid_key'
  | 'request_conflict';

export type UploadFontArguments = UploadFontInput;

export type UploadFontErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'request_conflict';

export type GetEventArguments = {
  eventId: string;
};

export type GetEventErrorCode =
  | CommonErrorCode
  | 'event_not_found';

export type ListEventsArguments = {
  limit?: number;
  cursor?: string;
  type?: EventType;
  clientId?: string;
  createdFrom?: string;
  createdBefore?: string;
};

export type ListEventsErrorCode =
  | CommonErrorCode
  | 'client_not_found'
  | 'invalid_cursor';

export type RetryEventArguments = {
  eventId: string;
} & RetryEventInput;

export type RetryEventErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'event_not_found'
  | 'webhook_endpoint_not_found';

export type CreateWebhookEndpointArguments = CreateWebhookEndpointInput;

export type CreateWebhookEndpointErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'webhook_endpoint_limit_reached'
  | 'request_conflict';

export type DeleteWebhookEndpointArguments = {
  endpointId: string;
};

export type DeleteWebhookEndpointErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'webhook_endpoint_not_found'
  | 'request_conflict';

export type GetWebhookEndpointArguments = {
  endpointId: string;
};

export type GetWebhookEndpointErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'webhook_endpoint_not_found';

export type ListWebhookEndpointsErrorCode =
  | CommonErrorCode
  | 'admin_key_required';

export type RotateWebhookSecretArguments = {
  endpointId: string;
};

export type RotateWebhookSecretErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'webhook_endpoint_not_found'
  | 'request_conflict';

export type TestWebhookEndpointArguments = {
  endpointId: string;
};

export type TestWebhookEndpointErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'webhook_endpoint_not_found'
  | 'webhook_endpoint_disabled'
  | 'request_conflict';

export type UpdateWebhookEndpointArguments = {
  endpointId: string;
} & UpdateWebhookEndpointInput;

export type UpdateWebhookEndpointErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'webhook_endpoint_not_found'
  | 'request_conflict';

export type GetModuleFontArguments = {
  fontId: string;
};

export type GetModuleFontErrorCode =
  | 'invalid_request'
  | 'digest_mismatch'
  | 'too_many_requests'
  | 'internal_error'
  | 'service_unavailable'
  | 'font_not_found';

export type GetModuleLookArguments = {
  partnerId: string;
};

export type GetModuleLookErrorCode =
  | 'invalid_request'
  | 'digest_mismatch'
  | 'too_many_requests'
  | 'internal_error'
  | 'service_unavailable'
  | 'partner_not_found';

export type OpenModuleSessionArguments = OpenModuleSessionInput;

export type OpenModuleSessionErrorCode =
  | 'invalid_request'
  | 'digest_mismatch'
  | 'too_many_requests'
  | 'internal_error'
  | 'service_unavailable'
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'token_invalid'
  | 'origin_not_registered'
  | 'verifier_required'
  | 'partner_locked'
  | 'request_conflict';

export type ListConnectorKeysErrorCode =
  | 'invalid_request'
  | 'digest_mismatch'
  | 'too_many_requests'
  | 'internal_error'
  | 'service_unavailable';

export type GetClockErrorCode =
  | CommonErrorCode;

export type ReconcileNowErrorCode =
  | CommonErrorCode
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'request_conflict';

export type SetClockArguments = SetClockInput;

export type SetClockErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'clock_moves_forward'
  | 'request_conflict';

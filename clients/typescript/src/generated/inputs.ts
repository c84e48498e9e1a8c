// Written by `npm run docs` from the contracts. Not to be changed by hand.
import type {
  AddPaymentMethodOutput,
  AnswerQuestionsInput,
  AnswerStepInput,
  AnswerStepOutput,
  AssignPaymentMethodInput,
  AuthProgress,
  BillWithPayments,
  CancelPaymentInput,
  ClientToCreate,
  Clock,
  CommonErrorCode,
  Company,
  CompanySearch,
  ContinueAuthInput,
  ContinueAuthOutput,
  CreateAccessTokenInput,
  CreateAccessTokenOutput,
  CreateApiKeyInput,
  CreateApiKeyOutput,
  CreateAuthInput,
  CreateAuthOutput,
  CreateClientOutput,
  CreateEncryptionKeyOutput,
  CreateSwapInput,
  CreateSwapOutput,
  CreateTokenInput,
  CreateTokenOutput,
  CreateWebhookEndpointInput,
  CustomizeBillInput,
  EraseClientOutput,
  EventType,
  GetEventOutput,
  GetModuleFontOutput,
  ListApiKeysOutput,
  ListAuthsOutput,
  ListBillsOutput,
  ListCategoriesOutput,
  ListEncryptionKeysOutput,
  ListEventsOutput,
  ListPartnerBillsOutput,
  ListPaymentMethodsOutput,
  ListSwapCompaniesOutput,
  ListSwapsOutput,
  ListTokenKeysOutput,
  ListWebhookEndpointsOutput,
  ModuleFont,
  ModuleLook,
  ModuleSettings,
  OpenModuleSessionInput,
  OpenModuleSessionOutput,
  Partner,
  PaymentMethodToAdd,
  PublishedKey,
  RetryEventInput,
  RetryEventOutput,
  RevokeTokensInput,
  SchedulePaymentInput,
  SearchCompaniesOutput,
  SetCardCodeInput,
  SetClockInput,
  SigningSettings,
  Success,
  SyncClientInput,
  SyncClientOutput,
  UpdateEncryptionInput,
  UpdateEncryptionOutput,
  UpdateModulesInput,
  UpdatePaymentSettingsInput,
  UpdateSigningInput,
  UpdateWebhookEndpointInput,
  UploadFontInput,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from './schemas.ts';

export type AnswerQuestionsInput = {
  authId: string;
} & AnswerQuestionsInput;

export type AnswerQuestionsOutput = Success;

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

export type AnswerStepInput = AnswerStepInput;

export type AnswerStepOutput = AnswerStepOutput;

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

export type ContinueAuthInput = {
  authId: string;
} & ContinueAuthInput;

export type ContinueAuthOutput = ContinueAuthOutput;

export type ContinueAuthErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
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
  | 'request_conflict';

export type CreateAuthInput = CreateAuthInput;

export type CreateAuthOutput = CreateAuthOutput;

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
  | 'request_conflict';

export type DeleteAuthInput = {
  authId: string;
};

export type DeleteAuthOutput = Success;

export type DeleteAuthErrorCode =
  | CommonErrorCode
  | 'auth_not_found'
  | 'request_conflict';

export type FixHoldInput = {
  authId: string;
};

export type FixHoldOutput = Success;

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

export type GetAuthInput = {
  authId: string;
};

export type GetAuthOutput = AuthProgress;

export type GetAuthErrorCode =
  | CommonErrorCode
  | 'auth_not_found';

export type ListAuthsInput = {
  clientId: string;
  limit?: number;
  cursor?: string;
};

export type ListAuthsOutput = ListAuthsOutput;

export type ListAuthsErrorCode =
  | CommonErrorCode
  | 'client_not_found'
  | 'invalid_cursor';

export type CustomizeBillInput = {
  billId: string;
} & CustomizeBillInput;

export type CustomizeBillOutput = Success;

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

export type GetBillInput = {
  billId: string;
};

export type GetBillOutput = BillWithPayments;

export type GetBillErrorCode =
  | CommonErrorCode
  | 'bill_not_found';

export type ListBillsInput = {
  clientId: string;
  limit?: number;
  cursor?: string;
};

export type ListBillsOutput = ListBillsOutput;

export type ListBillsErrorCode =
  | CommonErrorCode
  | 'client_not_found'
  | 'invalid_cursor';

export type ListPartnerBillsInput = {
  partnerId: string;
  limit?: number;
  cursor?: string;
};

export type ListPartnerBillsOutput = ListPartnerBillsOutput;

export type ListPartnerBillsErrorCode =
  | CommonErrorCode
  | 'partner_not_found'
  | 'invalid_cursor';

export type GetCompanyInput = {
  companyId: string;
};

export type GetCompanyOutput = Company;

export type GetCompanyErrorCode =
  | CommonErrorCode
  | 'company_not_found';

export type ListCategoriesOutput = ListCategoriesOutput;

export type ListCategoriesErrorCode =
  | CommonErrorCode;

export type SearchCompaniesInput = CompanySearch;

export type SearchCompaniesOutput = SearchCompaniesOutput;

export type SearchCompaniesErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed';

export type AddPaymentMethodInput = PaymentMethodToAdd;

export type AddPaymentMethodOutput = AddPaymentMethodOutput;

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
  | 'link_limit_reached';

export type AssignPaymentMethodInput = {
  paymentMethodId: string;
} & AssignPaymentMethodInput;

export type AssignPaymentMethodOutput = Success;

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

export type CancelPaymentInput = CancelPaymentInput;

export type CancelPaymentOutput = Success;

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

export type DeletePaymentMethodInput = {
  paymentMethodId: string;
  nextDefault?: boolean | 'true' | 'false';
  moveTo?: string;
};

export type DeletePaymentMethodOutput = Success;

export type DeletePaymentMethodErrorCode =
  | CommonErrorCode
  | 'payment_method_not_found'
  | 'payment_method_recently_used'
  | 'payment_method_scheduled'
  | 'payment_method_declined'
  | 'payment_method_not_accepted'
  | 'link_limit_reached'
  | 'request_conflict';

export type ListPaymentMethodsInput = {
  clientId: string;
  limit?: number;
  cursor?: string;
};

export type ListPaymentMethodsOutput = ListPaymentMethodsOutput;

export type ListPaymentMethodsErrorCode =
  | CommonErrorCode
  | 'client_not_found'
  | 'invalid_cursor';

export type MakeMethodDefaultInput = {
  paymentMethodId: string;
};

export type MakeMethodDefaultOutput = Success;

export type MakeMethodDefaultErrorCode =
  | CommonErrorCode
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'payment_method_not_found'
  | 'payment_method_declined'
  | 'request_conflict';

export type RetryPaymentMethodInput = {
  paymentMethodId: string;
};

export type RetryPaymentMethodOutput = Success;

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

export type SchedulePaymentInput = SchedulePaymentInput;

export type SchedulePaymentOutput = Success;

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
  | 'auth_not_verified'
  | 'payment_already_scheduled'
  | 'payment_pending'
  | 'payment_method_required'
  | 'payment_method_declined'
  | 'payment_method_not_accepted'
  | 'statement_already_paid'
  | 'user_presence_required'
  | 'amount_limit'
  | 'payments_paused'
  | 'request_conflict';

export type SetCardCodeInput = {
  paymentMethodId: string;
} & SetCardCodeInput;

export type SetCardCodeOutput = Success;

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

export type UpdatePaymentSettingsInput = UpdatePaymentSettingsInput;

export type UpdatePaymentSettingsOutput = Success;

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

export type CreateSwapInput = CreateSwapInput;

export type CreateSwapOutput = CreateSwapOutput;

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
  | 'request_conflict';

export type ListSwapCompaniesOutput = ListSwapCompaniesOutput;

export type ListSwapCompaniesErrorCode =
  | CommonErrorCode;

export type ListSwapsInput = {
  clientId: string;
  limit?: number;
  cursor?: string;
};

export type ListSwapsOutput = ListSwapsOutput;

export type ListSwapsErrorCode =
  | CommonErrorCode
  | 'client_not_found'
  | 'invalid_cursor';

export type CreateAccessTokenInput = CreateAccessTokenInput;

export type CreateAccessTokenOutput = CreateAccessTokenOutput;

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
  | 'request_conflict';

export type CreateClientInput = ClientToCreate;

export type CreateClientOutput = CreateClientOutput;

export type CreateClientErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused';

export type CreateTokenInput = CreateTokenInput;

export type CreateTokenOutput = CreateTokenOutput;

export type CreateTokenErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused';

export type EraseClientInput = {
  clientId: string;
};

export type EraseClientOutput = EraseClientOutput;

export type EraseClientErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'client_not_found'
  | 'money_under_way'
  | 'request_conflict';

export type ListTokenKeysOutput = ListTokenKeysOutput;

export type ListTokenKeysErrorCode =
  | 'invalid_request'
  | 'digest_mismatch'
  | 'too_many_requests'
  | 'internal_error'
  | 'service_unavailable';

export type RevokeTokensInput = RevokeTokensInput;

export type RevokeTokensOutput = Success;

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

export type SyncClientInput = SyncClientInput;

export type SyncClientOutput = SyncClientOutput;

export type SyncClientErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'encryption_required'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused';

export type CreateApiKeyInput = CreateApiKeyInput;

export type CreateApiKeyOutput = CreateApiKeyOutput;

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

export type CreateEncryptionKeyOutput = CreateEncryptionKeyOutput;

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

export type DeleteEncryptionKeyInput = {
  keyId: string;
};

export type DeleteEncryptionKeyOutput = Success;

export type DeleteEncryptionKeyErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'encryption_key_not_found'
  | 'no_encryption_key'
  | 'request_conflict';

export type GetEncryptionKeyInput = {
  keyId: string;
};

export type GetEncryptionKeyOutput = PublishedKey;

export type GetEncryptionKeyErrorCode =
  | CommonErrorCode
  | 'encryption_key_not_found';

export type GetLatestEncryptionKeyOutput = PublishedKey;

export type GetLatestEncryptionKeyErrorCode =
  | CommonErrorCode
  | 'encryption_key_not_found';

export type GetModulesOutput = ModuleSettings;

export type GetModulesErrorCode =
  | CommonErrorCode
  | 'admin_key_required';

export type GetPartnerOutput = Partner;

export type GetPartnerErrorCode =
  | CommonErrorCode;

export type ListApiKeysOutput = ListApiKeysOutput;

export type ListApiKeysErrorCode =
  | CommonErrorCode
  | 'admin_key_required';

export type ListEncryptionKeysOutput = ListEncryptionKeysOutput;

export type ListEncryptionKeysErrorCode =
  | CommonErrorCode;

export type LockSettingsOutput = Success;

export type LockSettingsErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'request_conflict';

export type RefreshSigningOutput = SigningSettings;

export type RefreshSigningErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'jwks_url_missing'
  | 'request_conflict';

export type RevokeApiKeyInput = {
  keyId: string;
};

export type RevokeApiKeyOutput = Success;

export type RevokeApiKeyErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'api_key_not_found'
  | 'last_live_key'
  | 'request_conflict';

export type UpdateEncryptionInput = UpdateEncryptionInput;

export type UpdateEncryptionOutput = UpdateEncryptionOutput;

export type UpdateEncryptionErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'no_encryption_key'
  | 'request_conflict';

export type UpdateModulesInput = UpdateModulesInput;

export type UpdateModulesOutput = ModuleSettings;

export type UpdateModulesErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'request_conflict';

export type UpdateSigningInput = UpdateSigningInput;

export type UpdateSigningOutput = SigningSettings;

export type UpdateSigningErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'no_valid_key'
  | 'request_conflict';

export type UploadFontInput = UploadFontInput;

export type UploadFontOutput = ModuleFont;

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

export type GetEventInput = {
  eventId: string;
};

export type GetEventOutput = GetEventOutput;

export type GetEventErrorCode =
  | CommonErrorCode
  | 'event_not_found';

export type ListEventsInput = {
  limit?: number;
  cursor?: string;
  type?: EventType;
  clientId?: string;
  createdFrom?: string;
  createdBefore?: string;
};

export type ListEventsOutput = ListEventsOutput;

export type ListEventsErrorCode =
  | CommonErrorCode
  | 'client_not_found'
  | 'invalid_cursor';

export type RetryEventInput = {
  eventId: string;
} & RetryEventInput;

export type RetryEventOutput = RetryEventOutput;

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

export type CreateWebhookEndpointInput = CreateWebhookEndpointInput;

export type CreateWebhookEndpointOutput = WebhookEndpointWithSecret;

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

export type DeleteWebhookEndpointInput = {
  endpointId: string;
};

export type DeleteWebhookEndpointOutput = Success;

export type DeleteWebhookEndpointErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'webhook_endpoint_not_found'
  | 'request_conflict';

export type GetWebhookEndpointInput = {
  endpointId: string;
};

export type GetWebhookEndpointOutput = WebhookEndpoint;

export type GetWebhookEndpointErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'webhook_endpoint_not_found';

export type ListWebhookEndpointsOutput = ListWebhookEndpointsOutput;

export type ListWebhookEndpointsErrorCode =
  | CommonErrorCode
  | 'admin_key_required';

export type RotateWebhookSecretInput = {
  endpointId: string;
};

export type RotateWebhookSecretOutput = WebhookEndpointWithSecret;

export type RotateWebhookSecretErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused'
  | 'webhook_endpoint_not_found'
  | 'request_conflict';

export type TestWebhookEndpointInput = {
  endpointId: string;
};

export type TestWebhookEndpointOutput = Success;

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

export type UpdateWebhookEndpointInput = {
  endpointId: string;
} & UpdateWebhookEndpointInput;

export type UpdateWebhookEndpointOutput = WebhookEndpoint;

export type UpdateWebhookEndpointErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'webhook_endpoint_not_found'
  | 'request_conflict';

export type GetModuleFontInput = {
  fontId: string;
};

export type GetModuleFontOutput = GetModuleFontOutput;

export type GetModuleFontErrorCode =
  | 'invalid_request'
  | 'digest_mismatch'
  | 'too_many_requests'
  | 'internal_error'
  | 'service_unavailable'
  | 'font_not_found';

export type GetModuleLookInput = {
  partnerId: string;
};

export type GetModuleLookOutput = ModuleLook;

export type GetModuleLookErrorCode =
  | 'invalid_request'
  | 'digest_mismatch'
  | 'too_many_requests'
  | 'internal_error'
  | 'service_unavailable'
  | 'partner_not_found';

export type OpenModuleSessionInput = OpenModuleSessionInput;

export type OpenModuleSessionOutput = OpenModuleSessionOutput;

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
  | 'request_conflict';

export type GetClockOutput = Clock;

export type GetClockErrorCode =
  | CommonErrorCode;

export type SetClockInput = SetClockInput;

export type SetClockOutput = Clock;

export type SetClockErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'clock_moves_forward'
  | 'request_conflict';

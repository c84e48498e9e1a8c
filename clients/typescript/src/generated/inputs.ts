// Written by `npm run docs` from the contracts. Not to be changed by hand.
import type {
  AnswerStepInputSecurity,
  Answers,
  ApiKey,
  Auth,
  AuthItem,
  AuthProgress,
  BillWithPayments,
  CardToSync,
  Category,
  ClientToCreate,
  Clock,
  CommonErrorCode,
  Company,
  CompanySearch,
  Delivery,
  DeliveryAttempt,
  EncryptionKey,
  EraseClientOutputStatus,
  Event,
  EventFilter,
  EventType,
  FailedCard,
  GivenConsent,
  KeyScope,
  LinkMeta,
  ListedEvent,
  LoginForm,
  MfaMethod,
  ModuleFont,
  ModuleLinks,
  ModuleLook,
  ModuleName,
  ModulePlace,
  ModuleSettings,
  Partner,
  PartnerBill,
  PaymentMethod,
  PaymentMethodToAdd,
  PublishedKey,
  Schedule,
  SigningSettings,
  Success,
  Swap,
  Switch,
  SyncClientInputToken,
  SyncClientOutputCard,
  Theme,
  TokenKey,
  UpdateWebhookEndpointInputStatus,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from './schemas.ts';

export type AnswerQuestionsInput = {
  authId: string;
} & {
  answers: Answers;
};

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

export type AnswerStepInput = {
  token: string;
  method: MfaMethod;
  security?: AnswerStepInputSecurity;
  didNotReceiveCode?: boolean;
};

export type AnswerStepOutput = {
  success: true;
  message: string;
};

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
} & {
  /** `swap` alone, or `bill` and `payment`. */
  items: readonly AuthItem[];
  paymentIdentifier?: string;
  consent?: GivenConsent;
  meta?: LinkMeta;
};

export type ContinueAuthOutput = {
  success: true;
  message: string;
  authId: string;
};

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

export type CreateAuthInput = {
  clientId: string;
  companyId: string;
  /** `swap` alone, or `bill` and `payment`. */
  items: readonly AuthItem[];
  paymentIdentifier?: string;
  consent?: GivenConsent;
  meta?: LinkMeta;
  form: LoginForm;
};

export type CreateAuthOutput = {
  success: true;
  message: string;
  authId: string;
};

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

export type ListAuthsOutput = {
  data: Auth[];
  nextCursor?: string;
};

export type ListAuthsErrorCode =
  | CommonErrorCode
  | 'client_not_found'
  | 'invalid_cursor';

export type CustomizeBillInput = {
  billId: string;
} & ({
  customPaymentAmount?: string | null;
  customLabel?: string | null;
  hidden?: boolean | 'true' | 'false' | null;
  notifications?: Switch | null;
});

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

export type ListBillsOutput = {
  data: BillWithPayments[];
  nextCursor?: string;
};

export type ListBillsErrorCode =
  | CommonErrorCode
  | 'client_not_found'
  | 'invalid_cursor';

export type ListPartnerBillsInput = {
  partnerId: string;
  limit?: number;
  cursor?: string;
};

export type ListPartnerBillsOutput = {
  data: PartnerBill[];
  nextCursor?: string;
};

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

export type ListCategoriesOutput = {
  data: Category[];
};

export type ListCategoriesErrorCode =
  | CommonErrorCode;

export type SearchCompaniesInput = CompanySearch;

export type SearchCompaniesOutput = {
  data: Company[];
  resultCount: number;
};

export type SearchCompaniesErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed';

export type AddPaymentMethodInput = PaymentMethodToAdd;

export type AddPaymentMethodOutput = {
  paymentMethodId: string;
};

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
} & ({
  billId: string;
  resume?: boolean | 'true' | 'false';
});

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

export type CancelPaymentInput = {
  billId: string;
};

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

export type ListPaymentMethodsOutput = {
  data: PaymentMethod[];
  nextCursor?: string;
};

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

export type SchedulePaymentInput = {
  billId: string;
  date?: string;
  payDate?: string;
  /** An amount above zero, such as "100.00". */
  maxAmount?: string;
};

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
} & {
  cardCode: string;
};

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

export type UpdatePaymentSettingsInput = {
  billId: string;
  recurring?: Switch;
  schedule?: Schedule;
  consent?: GivenConsent;
};

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

export type CreateSwapInput = {
  authId: string;
  paymentMethodId: string;
};

export type CreateSwapOutput = {
  success: true;
  swapId: string;
};

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

export type ListSwapCompaniesOutput = {
  data: Company[];
  resultCount: number;
};

export type ListSwapCompaniesErrorCode =
  | CommonErrorCode;

export type ListSwapsInput = {
  clientId: string;
  limit?: number;
  cursor?: string;
};

export type ListSwapsOutput = {
  data: Swap[];
  nextCursor?: string;
};

export type ListSwapsErrorCode =
  | CommonErrorCode
  | 'client_not_found'
  | 'invalid_cursor';

export type CreateAccessTokenInput = {
  token: string;
  verifier?: string;
  sessionId?: string;
};

export type CreateAccessTokenOutput = {
  accessToken: string;
  expiresIn: number;
  clientId: string;
  renewable: boolean;
};

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

export type CreateClientOutput = {
  clientId: string;
};

export type CreateClientErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'decryption_failed'
  | 'request_in_progress'
  | 'answer_not_kept'
  | 'idempotency_key_reused';

export type CreateTokenInput = {
  identifier: string;
  nonce?: boolean;
  expiration?: string;
  accessTokenExpiresIn?: number;
};

export type CreateTokenOutput = {
  token: string;
};

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

export type EraseClientOutput = {
  success: true;
  status: EraseClientOutputStatus;
};

export type EraseClientErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'client_not_found'
  | 'money_under_way'
  | 'request_conflict';

export type ListTokenKeysOutput = {
  keys: TokenKey[];
};

export type ListTokenKeysErrorCode =
  | 'invalid_request'
  | 'digest_mismatch'
  | 'too_many_requests'
  | 'internal_error'
  | 'service_unavailable';

export type RevokeTokensInput = {
  identifier?: string;
  clientToken?: string;
};

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

export type SyncClientInput = {
  client: ClientToCreate;
  token?: SyncClientInputToken;
  cards?: readonly CardToSync[];
};

export type SyncClientOutput = {
  clientId: string;
  ssoToken: string;
  cards: SyncClientOutputCard[];
  failedCards: FailedCard[];
};

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

export type CreateApiKeyInput = {
  expires?: string;
  scope?: KeyScope;
};

export type CreateApiKeyOutput = {
  keyId: string;
  scope: KeyScope;
  created: string;
  expires?: string;
  apiKey: string;
};

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

export type CreateEncryptionKeyOutput = {
  kty: 'RSA';
  n: string;
  e: string;
  use: 'enc';
  kid: string;
  x5c: string[];
  pem: string;
};

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

export type ListApiKeysOutput = {
  data: ApiKey[];
};

export type ListApiKeysErrorCode =
  | CommonErrorCode
  | 'admin_key_required';

export type ListEncryptionKeysOutput = {
  keys: PublishedKey[];
};

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

export type UpdateEncryptionInput = {
  required: boolean;
};

export type UpdateEncryptionOutput = {
  required: boolean;
};

export type UpdateEncryptionErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'no_encryption_key'
  | 'request_conflict';

export type UpdateModulesInput = {
  origins?: readonly string[] | null;
  bridgeName?: string | null;
  appName?: string | null;
  theme?: Theme | null;
  texts?: Record<string, string> | null;
  links?: ModuleLinks | null;
  hideAttribution?: boolean | null;
  opensIn?: readonly ModulePlace[] | null;
};

export type UpdateModulesOutput = ModuleSettings;

export type UpdateModulesErrorCode =
  | CommonErrorCode
  | 'admin_key_required'
  | 'settings_locked'
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'request_conflict';

export type UpdateSigningInput = {
  publicKey?: string | null;
  overlapSeconds?: number;
  jwksUrl?: string | null;
  headers?: Record<string, string>;
  required?: boolean;
  requireDigest?: boolean;
  refuseReplays?: boolean;
};

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

export type UploadFontInput = {
  name: string;
  woff2: string;
};

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

export type GetEventOutput = {
  event: Event;
  attempts: DeliveryAttempt[];
  deliveries: Delivery[];
};

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

export type ListEventsOutput = {
  data: ListedEvent[];
  nextCursor?: string;
};

export type ListEventsErrorCode =
  | CommonErrorCode
  | 'client_not_found'
  | 'invalid_cursor';

export type RetryEventInput = {
  eventId: string;
} & {
  endpointId?: string;
};

export type RetryEventOutput = {
  success: true;
  endpointIds: string[];
};

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

export type CreateWebhookEndpointInput = {
  url: string;
  events?: readonly EventFilter[];
  description?: string;
};

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

export type ListWebhookEndpointsOutput = {
  data: WebhookEndpoint[];
};

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
} & ({
  url?: string;
  events?: readonly EventFilter[] | null;
  description?: string | null;
  status?: UpdateWebhookEndpointInputStatus;
});

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

export type GetModuleFontOutput = {
  woff2: string;
};

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

export type OpenModuleSessionInput = {
  token: string;
  verifier?: string;
  sessionId?: string;
  module: ModuleName;
  companyId?: string;
  cardPaymentsOnly?: boolean | 'true' | 'false';
  renew?: boolean | 'true' | 'false';
};

export type OpenModuleSessionOutput = {
  accessToken: string;
  expiresIn: number;
  clientId: string;
  renewable: boolean;
  user: string;
  look: ModuleLook;
  companies: Company[];
  company?: Company;
  open: AuthProgress[];
  encryptionKey?: EncryptionKey;
  encryptionRequired?: true;
};

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

export type SetClockInput = {
  now: string;
};

export type SetClockOutput = Clock;

export type SetClockErrorCode =
  | CommonErrorCode
  | 'invalid_json'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'clock_moves_forward'
  | 'request_conflict';

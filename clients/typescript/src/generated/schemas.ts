// Written by `npm run docs` from the contracts. Not to be changed by hand.

export type AddPaymentMethodOutput = {
  paymentMethodId: string;
};

export type Answer = {
  identifier: string;
  answer: string;
};

export type AnswerQuestionsInput = {
  answers: Answers;
};

export type AnswerStepInput = {
  token: string;
  method: MfaMethod;
  security?: AnswerStepInputSecurity;
  didNotReceiveCode?: boolean;
};

export type AnswerStepInputSecurity = Answers | CodeStep;

export type AnswerStepOutput = {
  success: true;
  message: string;
};

export type Answers = readonly Answer[];

export type ApiKey = {
  keyId: string;
  scope: KeyScope;
  created: string;
  expires?: string;
  revoked?: string;
};

export type AssignPaymentMethodInput = {
  billId: string;
  resume?: boolean | 'true' | 'false';
};

export type AttemptOutcome = 'delivered' | 'redirected' | 'gone' | 'unexpected_status' | 'address_refused' | 'name_not_found' | 'connection_failed' | 'tls_failed' | 'answer_broken' | 'timed_out';

export type Auth = {
  _id: string;
  status: AuthStatus;
  reason?: HoldReason;
  mfa?: Mfa;
  asksFor?: string[];
  company: CompanySummary;
  created: string;
  items: AuthItem[];
};

export type AuthCreatedEvent = {
  _id: string;
  type: 'auth.created';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: AuthCreatedEventPayload;
};

export type AuthCreatedEventPayload = {
  resource: EventResource;
  data: LinkEventData;
};

export type AuthDeletedEvent = {
  _id: string;
  type: 'auth.deleted';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: AuthDeletedEventPayload;
};

export type AuthDeletedEventPayload = {
  resource: EventResource;
  data: LinkEventData;
};

export type AuthEventData = {
  auth: Auth;
  company: CompanySummary;
  paymentIdentifier?: string;
};

export type AuthFailedEvent = {
  _id: string;
  type: 'auth.failed';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: AuthFailedEventPayload;
};

export type AuthFailedEventPayload = {
  resource: EventResource;
  data: AuthEventData;
};

export type AuthHoldEvent = {
  _id: string;
  type: 'auth.hold';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: AuthHoldEventPayload;
};

export type AuthHoldEventPayload = {
  resource: EventResource;
  data: HoldEventData;
};

export type AuthInvalidEvent = {
  _id: string;
  type: 'auth.invalid';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: AuthInvalidEventPayload;
};

export type AuthInvalidEventPayload = {
  resource: EventResource;
  data: AuthEventData;
};

export type AuthItem = 'bill' | 'payment' | 'swap';

export type AuthNeedsResyncEvent = {
  _id: string;
  type: 'auth.needs-resync';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: AuthNeedsResyncEventPayload;
};

export type AuthNeedsResyncEventPayload = {
  resource: EventResource;
  data: AuthNeedsResyncEventPayloadData;
};

export type AuthNeedsResyncEventPayloadData = {
  auth: Auth;
  company: CompanySummary;
  paymentIdentifier?: string;
  resyncBy?: string;
};

export type AuthProgress = {
  auth: LinkedAuth;
  linking: boolean;
  progress?: LinkProgress;
  challenge?: Challenge;
};

export type AuthSecurityInputRequiredEvent = {
  _id: string;
  type: 'auth.security-input-required';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: AuthSecurityInputRequiredEventPayload;
};

export type AuthSecurityInputRequiredEventPayload = {
  resource: EventResource;
  data: ChallengeEventData;
};

export type AuthStatus = {
  type: AuthStatusType;
};

export type AuthStatusType = 'verified' | 'authenticate' | 'hold' | 'mfa-required';

export type AuthSuccessEvent = {
  _id: string;
  type: 'auth.success';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: AuthSuccessEventPayload;
};

export type AuthSuccessEventPayload = {
  resource: EventResource;
  data: AuthEventData;
};

export type Autopay = 'enabled' | 'disabled' | 'unknown';

export type AutopaySource = 'client' | 'company' | 'unknown';

/** `routingNumber` or `routing`, and `accountNumber` or `account`. */
export type BankAccountToAdd = {
  paymentType: 'bank';
  clientId: string;
  consent?: GivenConsent;
  authorization?: GivenConsent;
  identifier?: string;
  name: string;
  /** Nine digits, which spaces and hyphens may separate. */
  routingNumber?: string;
  /** Nine digits, which spaces and hyphens may separate. */
  routing?: string;
  /** 4 to 17 digits, which spaces and hyphens may separate. */
  accountNumber?: string;
  /** 4 to 17 digits, which spaces and hyphens may separate. */
  account?: string;
  accountType: BankAccountType;
  setAsDefault?: boolean;
};

export type BankAccountType = 'checking' | 'savings';

export type Bill = {
  _id: string;
  auth: Auth;
  autopay: Autopay;
  autopaySource: AutopaySource;
  balance?: string;
  statementBalance?: string;
  fullBalance?: string;
  dueDate?: string;
  customPaymentAmount?: string;
  customLabel?: string;
  lastPaidAmount?: string;
  lastPaidOn?: string;
  payDate?: string;
  automatic?: BillAutomatic;
  skipped?: true;
  withheld?: Withheld;
  waiting?: PaymentWaiting;
  status: BillStatus;
  company: BillCompany;
  settings: BillSettings;
  meta: BillMeta;
  hidden: BillHidden;
};

export type BillAutomatic = {
  amount: string;
  payDate: string;
  atOnce?: true;
};

export type BillChanges = {
  _id: string;
  autopay?: BillChangesAutopay;
  autopaySource?: BillChangesAutopaySource;
  balance: MoneyChange;
  statementBalance?: MoneyChange;
  fullBalance?: MoneyChange;
  dueDate?: InstantChange;
  customPaymentAmount?: MoneyChange;
  customLabel?: BillChangesCustomLabel;
  lastPaidAmount?: MoneyChange;
  lastPaidOn?: InstantChange;
  payDate?: InstantChange;
  withheld?: BillChangesWithheld;
  status?: BillChangesStatus;
  settings?: BillChangesSettings;
  meta?: BillChangesMeta;
  hidden?: BillChangesHidden;
};

export type BillChangesAutopay = {
  previous: Autopay | null;
  current: Autopay | null;
};

export type BillChangesAutopaySource = {
  previous: AutopaySource | null;
  current: AutopaySource | null;
};

export type BillChangesCustomLabel = {
  previous: string | null;
  current: string | null;
};

export type BillChangesHidden = {
  previous: BillHidden | null;
  current: BillHidden | null;
};

export type BillChangesMeta = {
  previous: BillMeta | null;
  current: BillMeta | null;
};

export type BillChangesSettings = {
  previous: BillSettings | null;
  current: BillSettings | null;
};

export type BillChangesStatus = {
  previous: BillStatus | null;
  current: BillStatus | null;
};

export type BillChangesWithheld = {
  previous: Withheld | null;
  current: Withheld | null;
};

export type BillCompany = {
  _id: string;
  name: string;
  logo: Logo;
  requiredPayment?: RequiredPayment;
  schedule?: Schedule;
  userPresenceRequired: boolean;
  additionalPaymentOptions?: PaymentOption[];
  fees?: CompanyFees;
};

export type BillCreatedEvent = {
  _id: string;
  type: 'bill.created';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: BillCreatedEventPayload;
};

export type BillCreatedEventData = {
  bill: Bill;
  auth: Auth;
};

export type BillCreatedEventPayload = {
  resource: EventResource;
  data: BillCreatedEventData;
};

export type BillEventData = {
  company: CompanySummary;
  bill: Bill;
};

export type BillField = 'autopay' | 'autopaySource' | 'balance' | 'statementBalance' | 'fullBalance' | 'dueDate' | 'customPaymentAmount' | 'customLabel' | 'lastPaidAmount' | 'lastPaidOn' | 'payDate' | 'withheld' | 'status' | 'settings' | 'meta' | 'hidden';

export type BillHidden = 'true' | 'false';

export type BillMeta = {
  accountNumber?: string;
};

export type BillPayment = {
  _id: string;
  receiptNumber?: string;
  status: PaymentStatus;
  payDate?: string;
  paidOn?: string;
  arrivesBy?: string;
  amount?: string;
  chosenAmount?: string;
  paymentMethodId?: string;
  paymentIdentifier?: string;
  created?: string;
  confirmation?: string;
  fee?: string;
  promisedFee?: string;
  reason?: HoldReason;
  acceptedAt?: string;
  expectedBy?: string;
  reference?: string;
  returned?: PaymentReturned;
  waitsFor?: PaymentWaitsFor;
  waiting?: PaymentWaiting;
  withheld?: Withheld;
};

export type BillPaymentAcceptedEvent = {
  _id: string;
  type: 'bill.payment.accepted';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: BillPaymentAcceptedEventPayload;
};

export type BillPaymentAcceptedEventPayload = {
  resource: EventResource;
  data: PaymentEventData;
};

export type BillPaymentCancelledEvent = {
  _id: string;
  type: 'bill.payment.cancelled';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: BillPaymentCancelledEventPayload;
};

export type BillPaymentCancelledEventPayload = {
  resource: EventResource;
  data: PaymentEventData;
};

export type BillPaymentDelayedEvent = {
  _id: string;
  type: 'bill.payment.delayed';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: BillPaymentDelayedEventPayload;
};

export type BillPaymentDelayedEventPayload = {
  resource: EventResource;
  data: PaymentDelayedEventData;
};

export type BillPaymentFailedEvent = {
  _id: string;
  type: 'bill.payment.failed';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: BillPaymentFailedEventPayload;
};

export type BillPaymentFailedEventPayload = {
  resource: EventResource;
  data: PaymentEventData;
};

export type BillPaymentScheduledEvent = {
  _id: string;
  type: 'bill.payment.scheduled';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: BillPaymentScheduledEventPayload;
};

export type BillPaymentScheduledEventPayload = {
  resource: EventResource;
  data: PaymentEventData;
};

export type BillPaymentSentEvent = {
  _id: string;
  type: 'bill.payment.sent';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: BillPaymentSentEventPayload;
};

export type BillPaymentSentEventPayload = {
  resource: EventResource;
  data: PaymentEventData;
};

export type BillPaymentWaitingEvent = {
  _id: string;
  type: 'bill.payment.waiting';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: BillPaymentWaitingEventPayload;
};

export type BillPaymentWaitingEventPayload = {
  resource: EventResource;
  data: PaymentEventData;
};

export type BillScheduledPaymentNoticeEvent = {
  _id: string;
  type: 'bill.scheduled-payment-notice';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: BillScheduledPaymentNoticeEventPayload;
};

export type BillScheduledPaymentNoticeEventPayload = {
  resource: EventResource;
  data: BillScheduledPaymentNoticeEventPayloadData;
};

export type BillScheduledPaymentNoticeEventPayloadData = {
  company: CompanySummary;
  bill: BillScheduledPaymentNoticeEventPayloadDataBill;
  dueDate?: InstantChange;
};

export type BillScheduledPaymentNoticeEventPayloadDataBill = {
  _id: string;
  auth: Auth;
  autopay: Autopay;
  autopaySource: AutopaySource;
  balance?: string;
  statementBalance?: string;
  fullBalance?: string;
  dueDate?: InstantChange;
  customPaymentAmount?: string;
  customLabel?: string;
  lastPaidAmount?: string;
  lastPaidOn?: string;
  payDate?: string;
  automatic?: BillScheduledPaymentNoticeEventPayloadDataBillAutomatic;
  skipped?: true;
  withheld?: Withheld;
  waiting?: PaymentWaiting;
  status: BillStatus;
  company: BillCompany;
  settings: BillSettings;
  meta: BillMeta;
  hidden: BillHidden;
};

export type BillScheduledPaymentNoticeEventPayloadDataBillAutomatic = {
  amount: string;
  payDate: string;
  atOnce?: true;
};

export type BillSettings = {
  recurring: Switch;
  schedule: Schedule;
  notifications: Switch;
  recurringRequired?: true;
  consent?: Consent;
  offered?: BillSettingsOffered;
};

export type BillSettingsOffered = {
  recurring?: 'enabled';
  customPaymentAmount?: string;
  paymentMethodId?: string;
};

export type BillStatus = {
  type: BillStatusType;
};

export type BillStatusType = 'syncing' | 'zero-balance' | 'overdue' | 'payment-required' | 'payment-declined' | 'upcoming' | 'pending' | 'paid';

export type BillUpcomingEvent = {
  _id: string;
  type: 'bill.upcoming';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: BillUpcomingEventPayload;
};

export type BillUpcomingEventPayload = {
  resource: EventResource;
  data: BillEventData;
};

export type BillUpdateEvent = {
  _id: string;
  type: 'bill.update';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: BillUpdateEventPayload;
};

export type BillUpdateEventData = {
  company: CompanySummary;
  bill: BillChanges;
  changed: BillField[];
  current: Bill;
  trigger?: BillUpdateEventDataTrigger;
};

export type BillUpdateEventDataTrigger = 'client' | 'partner';

export type BillUpdateEventPayload = {
  resource: EventResource;
  data: BillUpdateEventData;
};

export type BillWithPayments = {
  bill: Bill;
  payments: PaymentHistoryEntry[];
  payment?: BillPayment;
};

export type CancelPaymentInput = {
  billId: string;
};

export type CardBrand = 'american express' | 'discover' | 'maestro' | 'mastercard' | 'uatp' | 'visa';

export type CardFieldError = {
  field: string;
  code: string;
  message: string;
};

export type CardSurcharges = {
  credit?: Surcharge;
  debit?: Surcharge;
};

export type CardToAdd = {
  paymentType: 'card';
  clientId: string;
  consent?: GivenConsent;
  authorization?: GivenConsent;
  identifier?: string;
  name: string;
  /** 12 to 19 digits, which spaces and hyphens may separate. */
  cardNumber: string;
  /** Three or four digits, which spaces and hyphens may separate. */
  cardCode: string;
  expMonth: string;
  expYear: string;
  zipcode: string;
  setAsDefault?: boolean;
};

export type CardToSync = {
  identifier?: string;
  name: string;
  /** 12 to 19 digits, which spaces and hyphens may separate. */
  cardNumber: string;
  /** Three or four digits, which spaces and hyphens may separate. */
  cardCode: string;
  expMonth: string;
  expYear: string;
  zipcode: string;
  setAsDefault?: boolean;
  cardType?: CardType;
  cardBrand?: CardBrand;
};

export type CardType = 'credit' | 'debit';

export type Category = {
  name: string;
  type: string;
};

export type Challenge = {
  method: MfaMethod;
  input: ChallengeInput;
  token: string;
  showRetry?: true;
  auth: Auth;
  expiresIn: number;
};

export type ChallengeEventData = {
  method: MfaMethod;
  input: ChallengeInput;
  token: string;
  showRetry?: true;
  auth: Auth;
  paymentIdentifier?: string;
};

export type ChallengeInput = Question[] | CodeChoice[] | PromptInput;

export type ClientErasedEvent = {
  _id: string;
  type: 'client.erased';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: ClientErasedEventPayload;
};

export type ClientErasedEventPayload = {
  resource: EventResource;
  data: ClientErasedEventPayloadData;
};

export type ClientErasedEventPayloadData = Record<string, never>;

export type ClientMeta = {
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

export type ClientToCreate = {
  identifier: string;
  meta?: ClientMeta;
};

export type Clock = {
  now: string;
  advancing: boolean;
};

export type CodeChoice = {
  type: CodeChoiceType;
  mask: string;
  identifier: string;
  label: string;
};

export type CodeChoiceType = 'text' | 'email';

export type CodeStep = {
  identifier: string;
  answer?: string;
};

export type Company = {
  _id: string;
  name: string;
  logo: Logo;
  categories: string[];
  status: CompanyStatus;
  fullyAutomatedBill: boolean;
  fullyAutomatedCardSwap: boolean;
  requiredPayment?: RequiredPayment;
  userPresenceRequired: boolean;
  recurringRequired?: true;
  schedule?: Schedule;
  additionalPaymentOptions?: PaymentOption[];
  fees?: CompanyFees;
  auth: CompanyAuth;
  geo?: CompanyGeo;
  distance?: number;
};

export type CompanyAuth = {
  urls: CompanyAuthUrls;
  loginFields: LoginField[];
};

export type CompanyAuthUrls = {
  login: string;
  signup: string | null;
  forgotPassword: string | null;
  forgotUsername: string | null;
};

export type CompanyFees = {
  ach?: Surcharge;
  cards?: Record<string, CardSurcharges>;
};

export type CompanyGeo = {
  lat: number;
  lng: number;
  stateShort: string;
  stateLong: string;
  zipcode: string;
  address: string;
};

export type CompanySearch = {
  query?: string;
  category?: string;
  geo?: CompanySearchGeo;
  paginateResults?: boolean | 'true' | 'false';
  pageSize?: number | string;
  pageNumber?: number | string;
  products?: readonly string[];
  cardPaymentsOnly?: boolean | 'true' | 'false';
};

export type CompanySearchGeo = {
  lat: number;
  lng: number;
};

export type CompanyStatus = 'operational' | 'maintenance';

export type CompanySummary = {
  _id: string;
  name: string;
  logo: Logo;
};

export type ConnectorKey = {
  kty: 'EC';
  crv: 'P-256';
  use: ConnectorKeyUse;
  /** The thumbprint of the key (RFC 7638), SHA-256, Base64url. */
  kid: string;
  x: string;
  y: string;
};

/** `sig` signs, `enc` is encrypted to. */
export type ConnectorKeyUse = 'sig' | 'enc';

export type Consent = {
  by: ConsentGiver;
  at?: string;
  implied?: true;
  textHash?: string;
  version?: string;
  locale?: string;
  terms?: ConsentTerms;
};

export type ConsentGiver = 'partner' | 'user' | 'legacy';

export type ConsentTerms = {
  schedule: Schedule;
  amount?: string;
  payDate?: string;
  paymentMethod?: ConsentTermsPaymentMethod;
};

export type ConsentTermsPaymentMethod = {
  _id: string;
  type: ConsentTermsPaymentMethodType;
  brand?: string;
  accountType?: ConsentTermsPaymentMethodAccountType;
  lastFour: string;
};

export type ConsentTermsPaymentMethodAccountType = 'checking' | 'savings';

export type ConsentTermsPaymentMethodType = 'card' | 'bank';

export type ContinueAuthInput = {
  /** `swap` alone, or `bill` and `payment`. */
  items: readonly AuthItem[];
  paymentIdentifier?: string;
  consent?: GivenConsent;
  skipCycle?: boolean | 'true' | 'false';
  dataConsent?: GivenConsent;
  meta?: LinkMeta;
  form?: LoginForm;
};

export type ContinueAuthOutput = {
  success: true;
  message: string;
  authId: string;
};

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

export type CreateAuthInput = {
  clientId: string;
  companyId: string;
  /** `swap` alone, or `bill` and `payment`. */
  items: readonly AuthItem[];
  paymentIdentifier?: string;
  consent?: GivenConsent;
  skipCycle?: boolean | 'true' | 'false';
  dataConsent?: GivenConsent;
  meta?: LinkMeta;
  form: LoginForm;
};

export type CreateAuthOutput = {
  success: true;
  message: string;
  authId: string;
};

export type CreateClientOutput = {
  clientId: string;
};

export type CreateEncryptionKeyOutput = {
  kty: 'RSA';
  n: string;
  e: string;
  use: 'enc';
  kid: string;
  x5c: string[];
  pem: string;
};

export type CreateSwapInput = {
  authId: string;
  paymentMethodId: string;
};

export type CreateSwapOutput = {
  success: true;
  swapId: string;
};

export type CreateTokenInput = {
  identifier: string;
  nonce?: boolean;
  expiration?: string;
  accessTokenExpiresIn?: number;
};

export type CreateTokenOutput = {
  token: string;
};

export type CreateWebhookEndpointInput = {
  url: string;
  events?: readonly EventFilter[];
  description?: string;
};

/** At least one of the fields. */
export type CustomizeBillInput = {
  customPaymentAmount?: string | null;
  customLabel?: string | null;
  hidden?: boolean | 'true' | 'false' | null;
  notifications?: Switch | null;
};

export type Delivery = {
  endpointId: string;
  status: DeliveryState;
  nextAttemptAt?: string;
};

export type DeliveryAttempt = {
  endpointId: string;
  at: string;
  outcome: AttemptOutcome;
  status?: number;
  milliseconds: number;
};

export type DeliveryState = 'waiting' | 'delivered' | 'parked' | 'ended';

export type EncryptionKey = {
  kty: 'RSA';
  n: string;
  e: string;
  use: 'enc';
  kid: string;
};

export type EraseClientOutput = {
  success: true;
  status: EraseClientOutputStatus;
};

export type EraseClientOutputStatus = 'erasing' | 'erased';

export type ErrorCode = 'invalid_request' | 'invalid_json' | 'invalid_form' | 'invalid_cursor' | 'decryption_failed' | 'encryption_required' | 'test_card_required' | 'digest_mismatch' | 'api_key_missing' | 'api_key_invalid' | 'partner_suspended' | 'token_invalid' | 'signature_missing' | 'signature_expired' | 'signature_invalid' | 'signature_used' | 'digest_missing' | 'verifier_required' | 'admin_key_required' | 'settings_locked' | 'partner_locked' | 'origin_not_registered' | 'forbidden' | 'route_not_found' | 'method_not_allowed' | 'client_not_found' | 'partner_not_found' | 'api_key_not_found' | 'payment_not_found' | 'encryption_key_not_found' | 'company_not_found' | 'auth_not_found' | 'bill_not_found' | 'payment_method_not_found' | 'report_not_found' | 'event_not_found' | 'swap_not_found' | 'font_not_found' | 'token_not_found' | 'challenge_not_found' | 'webhook_endpoint_not_found' | 'auth_not_on_hold' | 'auth_not_awaiting_answers' | 'retry_too_soon' | 'company_in_maintenance' | 'user_presence_required' | 'payment_method_required' | 'payment_method_declined' | 'payment_method_not_declined' | 'payment_method_recently_used' | 'payment_method_scheduled' | 'payment_method_not_accepted' | 'card_code_required' | 'amount_limit' | 'payment_amount_not_accepted' | 'payment_already_scheduled' | 'payment_pending' | 'money_under_way' | 'payment_not_scheduled' | 'statement_already_paid' | 'bill_not_payable' | 'auth_not_verified' | 'swap_in_progress' | 'swap_not_supported' | 'consent_required' | 'recurring_required' | 'schedule_fixed' | 'link_limit_reached' | 'key_limit_reached' | 'daily_key_limit_reached' | 'webhook_endpoint_limit_reached' | 'webhook_endpoint_disabled' | 'last_live_key' | 'no_encryption_key' | 'no_valid_key' | 'jwks_url_missing' | 'clock_moves_forward' | 'request_conflict' | 'request_in_progress' | 'answer_not_kept' | 'body_too_large' | 'unsupported_media_type' | 'idempotency_key_reused' | 'too_many_requests' | 'internal_error' | 'payments_paused' | 'service_unavailable';

/** An event as this release records it. Those that release 0.1.0 recorded have other `data` in the list until they are gone, after 90 days. */
export type Event = AuthCreatedEvent | AuthSuccessEvent | AuthFailedEvent | AuthInvalidEvent | AuthHoldEvent | AuthNeedsResyncEvent | AuthDeletedEvent | AuthSecurityInputRequiredEvent | BillCreatedEvent | BillUpdateEvent | BillUpcomingEvent | BillScheduledPaymentNoticeEvent | BillPaymentScheduledEvent | BillPaymentWaitingEvent | BillPaymentAcceptedEvent | BillPaymentDelayedEvent | BillPaymentSentEvent | BillPaymentFailedEvent | BillPaymentCancelledEvent | SwapCreatedEvent | SwapSuccessEvent | SwapHoldEvent | PaymentMethodDeclinedEvent | PaymentMethodRemovedEvent | ClientErasedEvent | PartnerSettingsChangedEvent | PartnerReconciledEvent | WebhookEndpointTestEvent;

export type EventFilter = 'auth.created' | 'auth.success' | 'auth.failed' | 'auth.invalid' | 'auth.hold' | 'auth.needs-resync' | 'auth.deleted' | 'auth.security-input-required' | 'bill.created' | 'bill.update' | 'bill.upcoming' | 'bill.scheduled-payment-notice' | 'bill.payment.scheduled' | 'bill.payment.waiting' | 'bill.payment.accepted' | 'bill.payment.delayed' | 'bill.payment.sent' | 'bill.payment.failed' | 'bill.payment.cancelled' | 'swap.created' | 'swap.success' | 'swap.hold' | 'payment-method.declined' | 'payment-method.removed' | 'client.erased' | 'partner.settings-changed' | 'partner.reconciled' | 'webhook-endpoint.test' | 'auth.*' | 'bill.*' | 'bill.payment.*' | 'swap.*' | 'payment-method.*' | 'client.*' | 'partner.*' | 'webhook-endpoint.*';

export type EventPayment = {
  _id: string;
  billId: string;
  authId: string;
  companyId: string;
  status: PaymentEventStatus;
  payDate: string;
  amount?: string;
  paidOn?: string;
  automatic: boolean;
  paymentMethodId?: string;
  confirmation?: string;
  fee?: string;
  promisedFee?: string;
  reason?: HoldReason;
  acceptedAt?: string;
  expectedBy?: string;
  reference?: string;
  returned?: PaymentReturned;
  waiting?: PaymentWaiting;
};

export type EventResource = {
  type: ResourceType;
  id: string;
};

export type EventSurcharge = {
  type: EventSurchargeType;
  rate: number;
};

export type EventSurchargeType = 'percentage' | 'flat';

export type EventType = 'auth.created' | 'auth.success' | 'auth.failed' | 'auth.invalid' | 'auth.hold' | 'auth.needs-resync' | 'auth.deleted' | 'auth.security-input-required' | 'bill.created' | 'bill.update' | 'bill.upcoming' | 'bill.scheduled-payment-notice' | 'bill.payment.scheduled' | 'bill.payment.waiting' | 'bill.payment.accepted' | 'bill.payment.delayed' | 'bill.payment.sent' | 'bill.payment.failed' | 'bill.payment.cancelled' | 'swap.created' | 'swap.success' | 'swap.hold' | 'payment-method.declined' | 'payment-method.removed' | 'client.erased' | 'partner.settings-changed' | 'partner.reconciled' | 'webhook-endpoint.test';

export type FailedCard = {
  identifier?: string;
  index: number;
  error: FailedCardError;
};

export type FailedCardError = {
  code: FailedCardErrorCode;
  message: string;
  errors?: CardFieldError[];
};

export type FailedCardErrorCode = 'invalid_request' | 'test_card_required' | 'link_limit_reached';

export type FieldError = {
  field: string;
  code: string;
  message: string;
};

export type GetBillPaymentOutput = {
  payment: BillPayment;
};

export type GetEventOutput = {
  event: Event;
  attempts: DeliveryAttempt[];
  deliveries: Delivery[];
};

export type GetModuleFontOutput = {
  woff2: string;
};

export type GetReconciliationOutput = {
  report: ReconciliationSummary;
  data: ReconciliationFinding[];
  nextCursor?: string;
};

/** Either `textHash` or `text`; and `version` and `locale`, or with `text` at least `at`. */
export type GivenConsent = {
  textHash?: string;
  text?: string;
  version?: string;
  locale?: string;
  at?: string;
};

export type HoldCode = 'account_issue_wallet_pay_on_file' | 'account_issue_streaming_plus_third_party_on_file' | 'account_issue_payment_details_required' | 'account_issue_with_swap' | 'account_issue_primary_account_holder' | 'account_issue_card_not_accepted' | 'account_issue_max_cards_on_file' | 'account_issue_third_party_connected' | 'account_issue_third_party_available' | 'account_issue_no_active_subscription' | 'system_issue_with_swap' | 'provider_system_issue' | 'partner_expiration_exceeded' | 'account_issue_account_locked' | 'authentication_unsupported' | 'authentication_not_completed' | 'account_set_up_online_payments' | 'account_issue_verify_identity' | 'account_issue_accept_toc' | 'account_issue_no_service_account' | 'account_issue_third_party_payments_on_file' | 'system_issue_with_bill' | 'system_issue_with_bill_payment' | 'account_paid_in_full' | 'account_issue_payment_restrictions' | 'account_issue_inactive_account' | 'account_issue_no_bill' | 'no_payment_required' | 'foreign_currency_issue';

export type HoldEventData = {
  auth: Auth;
  company: CompanySummary;
  paymentIdentifier?: string;
  hold: HoldEventDataHold;
};

export type HoldEventDataHold = {
  code: HoldCode;
  subcode?: HoldSubcode;
  text: string;
};

export type HoldReason = {
  userMessage: string;
  code: HoldCode;
  subcode?: HoldSubcode;
};

export type HoldSubcode = 'invalid-credentials' | 'no-mfa-response-received' | 'invalid-mfa' | 'unanswered-mfa-question' | 'selector-not-found' | 'navigation-error' | 'job-timeout' | 'captcha-failure' | 'proxy-failure' | 'known-system-error' | 'issue-unidentified';

export type InstantChange = {
  previous: string | null;
  current: string | null;
};

export type KeyScope = 'admin' | 'service';

export type LinkEventData = {
  auth: LinkedAuth;
  company: CompanySummary;
  paymentIdentifier?: string;
};

/** Either `billId` or `swapId`, not both. */
export type LinkMeta = {
  paymentMethodId?: string;
  billId?: string;
  swapId?: string;
  /** An amount above zero, such as "100.00". */
  maxAmount?: string;
  /** An amount above zero, such as "100.00". */
  amount?: string;
  afterPayment?: string;
};

export type LinkProgress = 'signing-in' | 'waiting-for-code' | 'checking-security' | 'reading-bill' | 'paying' | 'updating-card';

export type LinkedAuth = {
  _id: string;
  status?: AuthStatus;
  reason?: HoldReason;
  mfa?: Mfa;
  asksFor?: string[];
  company: CompanySummary;
  created: string;
  items: AuthItem[];
};

export type ListApiKeysOutput = {
  data: ApiKey[];
};

export type ListAuthsOutput = {
  data: Auth[];
  nextCursor?: string;
};

export type ListBillsOutput = {
  data: BillWithPayments[];
  nextCursor?: string;
};

export type ListCategoriesOutput = {
  data: Category[];
};

export type ListConnectorKeysOutput = {
  /** At least one key of each use; several while keys are changed. The first of a use is current. */
  keys: ConnectorKey[];
};

export type ListEncryptionKeysOutput = {
  keys: PublishedKey[];
};

export type ListEventsOutput = {
  data: ListedEvent[];
  nextCursor?: string;
};

export type ListPartnerBillsOutput = {
  data: PartnerBill[];
  nextCursor?: string;
};

export type ListPaymentMethodsOutput = {
  data: PaymentMethod[];
  nextCursor?: string;
};

export type ListSwapCompaniesOutput = {
  data: Company[];
  resultCount: number;
};

export type ListSwapsOutput = {
  data: Swap[];
  nextCursor?: string;
};

export type ListTokenKeysOutput = {
  keys: TokenKey[];
};

export type ListWebhookEndpointsOutput = {
  data: WebhookEndpoint[];
};

export type ListedEvent = {
  event: Event;
};

export type LockSettingsInput = {
  pausePayments?: boolean;
};

export type LoginField = {
  name: string;
  label: string;
  placeholder: string;
  formType: LoginFieldFormType;
};

export type LoginFieldFormType = 'text' | 'password' | 'email' | 'tel';

export type LoginForm = Record<string, string>;

export type Logo = {
  url: string;
  background: boolean;
  svg?: LogoSvg;
};

export type LogoSvg = {
  url: string;
  color: string;
};

export type Mfa = {
  method: MfaMethod;
  mfa?: Question[];
};

export type MfaMethod = 'questions' | 'code' | 'prompt';

export type ModuleFont = {
  fontId: string;
  name: string;
};

export type ModuleLinks = {
  help?: string;
  privacy?: string;
  terms?: string;
};

export type ModuleLook = {
  partnerId: string;
  name: string;
  theme: Theme;
  texts: Record<string, string>;
  links: ModuleLinks;
  hideAttribution: boolean;
  origins: string[];
  bridgeName: string;
  opensIn?: ModulePlace[];
};

export type ModuleName = 'account-linking' | 'card-swap' | 'bill-pay';

export type ModulePlace = 'frame' | 'app';

export type ModuleSettings = {
  origins: string[];
  bridgeName: string;
  appName?: string;
  theme: Theme;
  texts: Record<string, string>;
  links: ModuleLinks;
  hideAttribution: boolean;
  opensIn?: ModulePlace[];
  fonts: ModuleFont[];
};

export type MoneyChange = {
  previous: string | null;
  current: string | null;
};

export type OpenModuleSessionInput = {
  token: string;
  verifier?: string;
  sessionId?: string;
  module: ModuleName;
  companyId?: string;
  cardPaymentsOnly?: boolean | 'true' | 'false';
  renew?: boolean | 'true' | 'false';
  lists?: boolean | 'true' | 'false';
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
  dataConsent?: Consent;
  open: AuthProgress[];
  asking?: LinkedAuth[];
  lists?: OpenModuleSessionOutputLists;
  encryptionKey?: EncryptionKey;
  encryptionRequired?: true;
};

export type OpenModuleSessionOutputLists = {
  bills: OpenModuleSessionOutputListsBills;
  auths: OpenModuleSessionOutputListsAuths;
  paymentMethods: OpenModuleSessionOutputListsPaymentMethods;
};

export type OpenModuleSessionOutputListsAuths = {
  data: Auth[];
  nextCursor?: string;
};

export type OpenModuleSessionOutputListsBills = {
  data: BillWithPayments[];
  nextCursor?: string;
};

export type OpenModuleSessionOutputListsPaymentMethods = {
  data: PaymentMethod[];
  nextCursor?: string;
};

export type PageColors = {
  background?: string;
  surface?: string;
  text?: string;
};

export type Partner = {
  _id: string;
  name: string;
  status: PartnerStatus;
  created: string;
  authEvents: boolean;
  paysOnAdding: boolean;
  rateLimit: PartnerRateLimit;
  signing: SigningSettings;
  encryption: PartnerEncryption;
  locked?: PartnerLocked;
};

export type PartnerBill = {
  bill: Bill;
  payments: PaymentHistoryEntry[];
  payment?: BillPayment;
  partnerUserId: string;
  partnerId: string;
};

export type PartnerEncryption = {
  required: boolean;
};

export type PartnerLocked = {
  at: string;
  keyId: string;
};

export type PartnerRateLimit = {
  requestsPerSecond: number;
  burst: number;
};

export type PartnerReconciledEvent = {
  _id: string;
  type: 'partner.reconciled';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: PartnerReconciledEventPayload;
};

export type PartnerReconciledEventPayload = {
  resource: EventResource;
  data: ReconciliationSummary;
};

export type PartnerSettingsChangedEvent = {
  _id: string;
  type: 'partner.settings-changed';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: PartnerSettingsChangedEventPayload;
};

export type PartnerSettingsChangedEventPayload = {
  resource: EventResource;
  data: SettingsEventData;
};

export type PartnerStatus = 'active' | 'suspended';

export type PaymentDelayedEventData = {
  company: PaymentDelayedEventDataCompany;
  amount?: string;
  paymentMethod?: PaymentDelayedEventDataPaymentMethod;
  surcharge?: EventSurcharge;
  payDate: string;
  trigger?: PaymentDelayedEventDataTrigger;
  reason?: 'returned';
  payment?: EventPayment;
  paymentIdentifier?: string;
  bill?: Bill;
};

export type PaymentDelayedEventDataCompany = {
  _id: string;
  name?: string;
  logo?: Logo;
};

export type PaymentDelayedEventDataPaymentMethod = {
  _id: string;
  type: PaymentMethodType;
  identifier?: string;
  card?: PaymentMethodCard;
  bank?: PaymentMethodBank;
};

export type PaymentDelayedEventDataTrigger = 'client' | 'partner' | 'automatic';

export type PaymentEventData = {
  company: PaymentEventDataCompany;
  amount?: string;
  paymentMethod?: PaymentEventDataPaymentMethod;
  surcharge?: EventSurcharge;
  payDate: string;
  trigger?: PaymentEventDataTrigger;
  reason?: 'returned';
  payment: EventPayment;
  paymentIdentifier?: string;
};

export type PaymentEventDataCompany = {
  _id: string;
  name?: string;
  logo?: Logo;
};

export type PaymentEventDataPaymentMethod = {
  _id: string;
  type: PaymentMethodType;
  identifier?: string;
  card?: PaymentMethodCard;
  bank?: PaymentMethodBank;
};

export type PaymentEventDataTrigger = 'client' | 'partner' | 'automatic';

export type PaymentEventStatus = 'scheduled' | 'waiting' | 'accepted' | 'delayed' | 'sent' | 'failed' | 'cancelled';

export type PaymentHistoryEntry = {
  amount: string;
  fee?: string;
  paidOn: string;
  _id?: string;
  receiptNumber?: string;
};

export type PaymentMethod = {
  _id: string;
  type: PaymentMethodType;
  identifier?: string;
  status: PaymentMethodStatus;
  default: boolean;
  name: string;
  assignedBills: string[];
  card?: PaymentMethodCard;
  bank?: PaymentMethodBank;
  authorization?: PaymentMethodAuthorization;
  deletableFrom?: string;
};

export type PaymentMethodAuthorization = {
  by: ConsentGiver;
  at?: string;
  textHash?: string;
  version?: string;
  locale?: string;
};

export type PaymentMethodBank = {
  routingNumber: string;
  accountNumber: string;
  routing: string;
  account: string;
  type: BankAccountType;
};

export type PaymentMethodCard = {
  number: string;
  brand: string;
  type?: CardType;
  expDate: string;
};

export type PaymentMethodDeclinedEvent = {
  _id: string;
  type: 'payment-method.declined';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: PaymentMethodDeclinedEventPayload;
};

export type PaymentMethodDeclinedEventPayload = {
  resource: EventResource;
  data: PaymentMethodEventData;
};

export type PaymentMethodEventData = {
  paymentMethod: PaymentMethodEventDataPaymentMethod;
};

export type PaymentMethodEventDataPaymentMethod = {
  _id: string;
  type: PaymentMethodType;
  identifier?: string;
  status: PaymentMethodStatus;
  name: string;
  assignedBills: string[];
  card?: PaymentMethodCard;
  bank?: PaymentMethodBank;
  authorization?: PaymentMethodEventDataPaymentMethodAuthorization;
};

export type PaymentMethodEventDataPaymentMethodAuthorization = {
  by: ConsentGiver;
  at?: string;
  textHash?: string;
  version?: string;
  locale?: string;
};

export type PaymentMethodRemovedEvent = {
  _id: string;
  type: 'payment-method.removed';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: PaymentMethodRemovedEventPayload;
};

export type PaymentMethodRemovedEventPayload = {
  resource: EventResource;
  data: PaymentMethodEventData;
};

export type PaymentMethodStatus = 'verified' | 'declined' | 'pending';

export type PaymentMethodToAdd = CardToAdd | BankAccountToAdd;

export type PaymentMethodType = 'card' | 'bank';

export type PaymentOption = {
  type: string;
  settings: PaymentOptionSettings;
};

export type PaymentOptionSettings = {
  canExceedBalance?: boolean;
};

export type PaymentReturned = {
  reason: ReturnReason;
  on: string;
};

export type PaymentStatus = 'scheduled' | 'pending' | 'paid' | 'declined' | 'held' | 'cancelled';

export type PaymentWaiting = {
  reason: WaitingReason;
  seen: string;
  owed: string;
  paymentId?: string;
  seenFee?: string;
  fee?: string;
};

export type PaymentWaitsFor = 'service';

export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  message: string;
  requestId: string;
  success: false;
  errors?: FieldError[];
};

export type PromptInput = {
  request: string;
};

export type PublishedKey = {
  kty: 'RSA';
  n: string;
  e: string;
  use: 'enc';
  kid: string;
  x5c: string[];
};

export type Question = {
  question: string;
  identifier: string;
};

export type ReconciliationFinding = {
  _id: string;
  kind: ReconciliationFindingKind;
  firstSeenOn: string;
  ageDays: number;
  settled?: ReconciliationFindingSettled;
  paymentId?: string;
  billId?: string;
  companyId?: string;
  connectorId?: string;
  submissionId?: string;
  eventId?: string;
  on?: string;
  ours?: string;
  theirs?: string;
  status?: string;
  confirmation?: string;
};

export type ReconciliationFindingKind = 'no-report' | 'double' | 'paid-not-ours' | 'outcome-differs' | 'amount-differs' | 'missing-at-company' | 'returned' | 'lock-without-payment' | 'paid-elsewhere' | 'not-applied' | 'unresolved' | 'totals-differ' | 'balance-low' | 'event-untold' | 'late' | 'fee-above-amount' | 'fee-above-promise' | 'fee-missing' | 'dated-wrong';

export type ReconciliationFindingSettled = 'paid' | 'declined' | 'returned' | 'released';

export type ReconciliationSummary = {
  day: string;
  completedAt: string;
  complete: boolean;
  payments: number;
  accounts: number;
  open: number;
  newFindings: number;
  settled: number;
  kinds: ReconciliationSummaryKind[];
};

export type ReconciliationSummaryKind = {
  kind: ReconciliationSummaryKindKind;
  count: number;
};

export type ReconciliationSummaryKindKind = 'no-report' | 'double' | 'paid-not-ours' | 'outcome-differs' | 'amount-differs' | 'missing-at-company' | 'returned' | 'lock-without-payment' | 'paid-elsewhere' | 'not-applied' | 'unresolved' | 'totals-differ' | 'balance-low' | 'event-untold' | 'late' | 'fee-above-amount' | 'fee-above-promise' | 'fee-missing' | 'dated-wrong';

export type RequiredPayment = 'bank' | 'card';

export type ResourceType = 'client' | 'bill' | 'payment' | 'swap' | 'payment-method' | 'partner' | 'webhook-endpoint';

export type RetryEventInput = {
  endpointId?: string;
};

export type RetryEventOutput = {
  success: true;
  endpointIds: string[];
};

export type ReturnReason = 'insufficient_funds' | 'account_closed' | 'account_invalid' | 'stop_payment' | 'not_authorized' | 'refused_by_company' | 'network_error' | 'other';

/** `identifier` or `clientToken`. */
export type RevokeTokensInput = {
  identifier?: string;
  clientToken?: string;
};

export type Schedule = 'ten-days-before' | 'five-days-before' | 'day-before' | 'on-due-date' | 'immediately';

export type SchedulePaymentInput = {
  billId: string;
  date?: string;
  payDate?: string;
  /** An amount above zero, such as "100.00". */
  maxAmount?: string;
  /** An amount above zero, such as "100.00". */
  amount?: string;
  paymentMethodId?: string;
  afterPayment?: string;
};

export type SearchCompaniesOutput = {
  data: Company[];
  resultCount: number;
};

export type SetCardCodeInput = {
  /** Three or four digits, which spaces and hyphens may separate. */
  cardCode: string;
};

export type SetClockInput = {
  now: string;
};

export type SettingsEventData = {
  action: string;
  by: SettingsEventDataBy;
  detail?: Record<string, string | number | boolean>;
};

export type SettingsEventDataBy = 'api-key' | 'operator' | 'schedule';

export type SigningSettings = {
  required: boolean;
  requireDigest: boolean;
  refuseReplays: boolean;
  keys: SigningSettingsKey[];
  jwksUrl?: string;
  hasHeaders?: boolean;
  lastRefresh?: SigningSettingsLastRefresh;
  nextRefreshAt?: string;
};

export type SigningSettingsKey = {
  kid?: string;
  fingerprint: string;
  addedAt: string;
  expiresAt?: string;
};

export type SigningSettingsLastRefresh = {
  at: string;
  outcome: SigningSettingsLastRefreshOutcome;
  detail: string;
};

export type SigningSettingsLastRefreshOutcome = 'refreshed' | 'address_refused' | 'name_not_found' | 'connection_failed' | 'timed_out' | 'redirected' | 'unexpected_status' | 'too_large' | 'invalid_json' | 'invalid_set' | 'no_usable_key';

export type Success = {
  success: true;
};

export type Surcharge = {
  rate: number;
  percentage: boolean;
};

export type Swap = {
  _id: string;
  status: SwapStatus;
  reason?: HoldReason;
  auth: Auth;
  company: CompanySummary;
  paymentMethod?: PaymentMethod;
  created: string;
};

export type SwapCreatedEvent = {
  _id: string;
  type: 'swap.created';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: SwapCreatedEventPayload;
};

export type SwapCreatedEventPayload = {
  resource: EventResource;
  data: SwapEventData;
};

export type SwapEventData = {
  clientId: string;
  company: CompanySummary;
  paymentMethod: SwapEventDataPaymentMethod;
  swap: SwapEventDataSwap;
};

export type SwapEventDataPaymentMethod = {
  _id: string;
  type?: PaymentMethodType;
  identifier?: string;
  card?: PaymentMethodCard;
  bank?: PaymentMethodBank;
};

export type SwapEventDataSwap = {
  _id: string;
  status: SwapEventDataSwapStatus;
  reason?: HoldReason;
  auth: SwapEventDataSwapAuth;
  company: CompanySummary;
  paymentMethod: SwapEventDataSwapPaymentMethod;
  created: string;
};

export type SwapEventDataSwapAuth = {
  _id: string;
};

export type SwapEventDataSwapPaymentMethod = {
  _id: string;
};

export type SwapEventDataSwapStatus = {
  type: SwapStatusType;
};

export type SwapHoldEvent = {
  _id: string;
  type: 'swap.hold';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: SwapHoldEventPayload;
};

export type SwapHoldEventPayload = {
  resource: EventResource;
  data: SwapEventData;
};

export type SwapStatus = {
  type: SwapStatusType;
};

export type SwapStatusType = 'pending' | 'in-progress' | 'completed' | 'hold';

export type SwapSuccessEvent = {
  _id: string;
  type: 'swap.success';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: SwapSuccessEventPayload;
};

export type SwapSuccessEventPayload = {
  resource: EventResource;
  data: SwapEventData;
};

export type Switch = 'enabled' | 'disabled';

export type SyncClientInput = {
  client: ClientToCreate;
  token?: SyncClientInputToken;
  cards?: readonly CardToSync[];
};

export type SyncClientInputToken = {
  nonce?: boolean;
  expiration?: string;
  accessTokenExpiresIn?: number;
};

export type SyncClientOutput = {
  clientId: string;
  ssoToken: string;
  cards: SyncClientOutputCard[];
  failedCards: FailedCard[];
};

export type SyncClientOutputCard = {
  paymentMethodId: string;
  identifier?: string;
};

export type Theme = {
  brandColor?: string;
  colorScheme?: ThemeColorScheme;
  light?: PageColors;
  dark?: PageColors;
  radius?: number;
  font?: ThemeFont;
  weights?: ThemeWeights;
  density?: ThemeDensity;
  logo?: ThemeLogo;
};

export type ThemeColorScheme = 'auto' | 'light' | 'dark';

export type ThemeDensity = 'comfortable' | 'compact';

export type ThemeFont = {
  name: string;
  fontId: string;
  strongFontId?: string;
};

export type ThemeLogo = {
  light?: string;
  dark?: string;
};

export type ThemeWeights = {
  text?: number;
  strong?: number;
};

export type TokenKey = {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  alg: 'ES256';
  use: 'sig';
  kid: string;
};

export type UpdateEncryptionInput = {
  required: boolean;
};

export type UpdateEncryptionOutput = {
  required: boolean;
};

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

/** `consent` and `skipCycle` only with `recurring: "enabled"`. */
export type UpdatePaymentSettingsInput = {
  billId: string;
  recurring?: Switch;
  schedule?: Schedule;
  consent?: GivenConsent;
  skipCycle?: boolean | 'true' | 'false';
};

/** Either `publicKey` or `jwksUrl`, not both; `headers` only with `jwksUrl`. */
export type UpdateSigningInput = {
  publicKey?: string | null;
  overlapSeconds?: number;
  jwksUrl?: string | null;
  headers?: Record<string, string>;
  required?: boolean;
  requireDigest?: boolean;
  refuseReplays?: boolean;
};

export type UpdateWebhookEndpointInput = {
  url?: string;
  events?: readonly EventFilter[] | null;
  description?: string | null;
  status?: UpdateWebhookEndpointInputStatus;
};

export type UpdateWebhookEndpointInputStatus = 'enabled' | 'disabled';

export type UploadFontInput = {
  name: string;
  woff2: string;
};

export type WaitingReason = 'more-owed' | 'another-statement' | 'unusual-amount' | 'earlier-payment-not-shown';

export type WebhookEndpoint = {
  _id: string;
  url: string;
  events?: string[];
  description?: string;
  status: WebhookEndpointStatus;
  disabledBy?: WebhookEndpointDisabledBy;
  created: string;
  formerSecretUntil?: string;
};

export type WebhookEndpointDisabledBy = 'partner' | 'endpoint';

export type WebhookEndpointStatus = 'enabled' | 'unverified' | 'disabled';

export type WebhookEndpointTestEvent = {
  _id: string;
  type: 'webhook-endpoint.test';
  created: string;
  clientId?: string;
  partnerId: string;
  identifier?: string;
  sessionId?: string;
  sequence: number;
  subject: string;
  payload: WebhookEndpointTestEventPayload;
};

export type WebhookEndpointTestEventPayload = {
  resource: EventResource;
  data: WebhookEndpointTestEventPayloadData;
};

export type WebhookEndpointTestEventPayloadData = {
  message: string;
};

export type WebhookEndpointWithSecret = {
  _id: string;
  url: string;
  events?: string[];
  description?: string;
  status: WebhookEndpointStatus;
  disabledBy?: WebhookEndpointDisabledBy;
  created: string;
  formerSecretUntil?: string;
  secret: string;
};

export type Withheld = {
  reason: WithheldReason;
  limit?: string;
};

export type WithheldReason = 'amount-limit' | 'not-agreed' | 'no-payment-method' | 'payment-method-declined' | 'payment-method-not-accepted';

# Written by `npm run docs` from the contracts. Not to be changed by hand.
from __future__ import annotations

from typing import Any, Dict, List, Literal, Mapping, Sequence, TypeAlias, TypedDict, Union


class AddPaymentMethodOutput(TypedDict):
    paymentMethodId: str


class Answer(TypedDict):
    identifier: str
    answer: str


class AnswerQuestionsInput(TypedDict):
    answers: Answers


class _AnswerStepInput(TypedDict):
    token: str
    method: MfaMethod


class AnswerStepInput(_AnswerStepInput, total=False):
    security: AnswerStepInputSecurity
    didNotReceiveCode: bool


AnswerStepInputSecurity: TypeAlias = "Union[Answers, CodeStep]"


class AnswerStepOutput(TypedDict):
    success: Literal[True]
    message: str


Answers: TypeAlias = "Sequence[Answer]"


class _ApiKey(TypedDict):
    keyId: str
    scope: KeyScope
    created: str


class ApiKey(_ApiKey, total=False):
    expires: str
    revoked: str


class _AssignPaymentMethodInput(TypedDict):
    billId: str


class AssignPaymentMethodInput(_AssignPaymentMethodInput, total=False):
    resume: Union[bool, Literal["true", "false"]]


AttemptOutcome: TypeAlias = Literal["delivered", "redirected", "gone", "unexpected_status", "address_refused", "name_not_found", "connection_failed", "tls_failed", "answer_broken", "timed_out"]


class _Auth(TypedDict):
    _id: str
    status: AuthStatus
    company: CompanySummary
    created: str
    items: List[AuthItem]


class Auth(_Auth, total=False):
    reason: HoldReason
    mfa: Mfa
    asksFor: List[str]


class _AuthCreatedEvent(TypedDict):
    _id: str
    type: Literal["auth.created"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: AuthCreatedEventPayload


class AuthCreatedEvent(_AuthCreatedEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class AuthCreatedEventPayload(TypedDict):
    resource: EventResource
    data: LinkEventData


class _AuthDeletedEvent(TypedDict):
    _id: str
    type: Literal["auth.deleted"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: AuthDeletedEventPayload


class AuthDeletedEvent(_AuthDeletedEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class AuthDeletedEventPayload(TypedDict):
    resource: EventResource
    data: LinkEventData


class _AuthEventData(TypedDict):
    auth: Auth
    company: CompanySummary


class AuthEventData(_AuthEventData, total=False):
    paymentIdentifier: str


class _AuthFailedEvent(TypedDict):
    _id: str
    type: Literal["auth.failed"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: AuthFailedEventPayload


class AuthFailedEvent(_AuthFailedEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class AuthFailedEventPayload(TypedDict):
    resource: EventResource
    data: AuthEventData


class _AuthHoldEvent(TypedDict):
    _id: str
    type: Literal["auth.hold"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: AuthHoldEventPayload


class AuthHoldEvent(_AuthHoldEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class AuthHoldEventPayload(TypedDict):
    resource: EventResource
    data: HoldEventData


class _AuthInvalidEvent(TypedDict):
    _id: str
    type: Literal["auth.invalid"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: AuthInvalidEventPayload


class AuthInvalidEvent(_AuthInvalidEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class AuthInvalidEventPayload(TypedDict):
    resource: EventResource
    data: AuthEventData


AuthItem: TypeAlias = Literal["bill", "payment", "swap"]


class _AuthNeedsResyncEvent(TypedDict):
    _id: str
    type: Literal["auth.needs-resync"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: AuthNeedsResyncEventPayload


class AuthNeedsResyncEvent(_AuthNeedsResyncEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class AuthNeedsResyncEventPayload(TypedDict):
    resource: EventResource
    data: AuthNeedsResyncEventPayloadData


class _AuthNeedsResyncEventPayloadData(TypedDict):
    auth: Auth
    company: CompanySummary


class AuthNeedsResyncEventPayloadData(_AuthNeedsResyncEventPayloadData, total=False):
    paymentIdentifier: str
    resyncBy: str


class _AuthProgress(TypedDict):
    auth: LinkedAuth
    linking: bool


class AuthProgress(_AuthProgress, total=False):
    progress: LinkProgress
    challenge: Challenge


class _AuthSecurityInputRequiredEvent(TypedDict):
    _id: str
    type: Literal["auth.security-input-required"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: AuthSecurityInputRequiredEventPayload


class AuthSecurityInputRequiredEvent(_AuthSecurityInputRequiredEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class AuthSecurityInputRequiredEventPayload(TypedDict):
    resource: EventResource
    data: ChallengeEventData


class AuthStatus(TypedDict):
    type: AuthStatusType


AuthStatusType: TypeAlias = Literal["verified", "authenticate", "hold", "mfa-required"]


class _AuthSuccessEvent(TypedDict):
    _id: str
    type: Literal["auth.success"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: AuthSuccessEventPayload


class AuthSuccessEvent(_AuthSuccessEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class AuthSuccessEventPayload(TypedDict):
    resource: EventResource
    data: AuthEventData


Autopay: TypeAlias = Literal["enabled", "disabled", "unknown"]


AutopaySource: TypeAlias = Literal["client", "company", "unknown"]


class _BankAccountToAdd(TypedDict):
    paymentType: Literal["bank"]
    clientId: str
    name: str
    accountType: BankAccountType


class BankAccountToAdd(_BankAccountToAdd, total=False):
    consent: GivenConsent
    authorization: GivenConsent
    identifier: str
    routingNumber: str
    routing: str
    accountNumber: str
    account: str
    setAsDefault: bool


BankAccountType: TypeAlias = Literal["checking", "savings"]


class _Bill(TypedDict):
    _id: str
    auth: Auth
    autopay: Autopay
    autopaySource: AutopaySource
    status: BillStatus
    company: BillCompany
    settings: BillSettings
    meta: BillMeta
    hidden: BillHidden


class Bill(_Bill, total=False):
    balance: str
    statementBalance: str
    fullBalance: str
    dueDate: str
    customPaymentAmount: str
    customLabel: str
    lastPaidAmount: str
    lastPaidOn: str
    payDate: str
    automatic: BillAutomatic
    skipped: Literal[True]
    withheld: Withheld
    waiting: PaymentWaiting


class _BillAutomatic(TypedDict):
    amount: str
    payDate: str


class BillAutomatic(_BillAutomatic, total=False):
    atOnce: Literal[True]


class _BillChanges(TypedDict):
    _id: str
    balance: MoneyChange


class BillChanges(_BillChanges, total=False):
    autopay: BillChangesAutopay
    autopaySource: BillChangesAutopaySource
    statementBalance: MoneyChange
    fullBalance: MoneyChange
    dueDate: InstantChange
    customPaymentAmount: MoneyChange
    customLabel: BillChangesCustomLabel
    lastPaidAmount: MoneyChange
    lastPaidOn: InstantChange
    payDate: InstantChange
    withheld: BillChangesWithheld
    status: BillChangesStatus
    settings: BillChangesSettings
    meta: BillChangesMeta
    hidden: BillChangesHidden


class BillChangesAutopay(TypedDict):
    previous: Union[Autopay, None]
    current: Union[Autopay, None]


class BillChangesAutopaySource(TypedDict):
    previous: Union[AutopaySource, None]
    current: Union[AutopaySource, None]


class BillChangesCustomLabel(TypedDict):
    previous: Union[str, None]
    current: Union[str, None]


class BillChangesHidden(TypedDict):
    previous: Union[BillHidden, None]
    current: Union[BillHidden, None]


class BillChangesMeta(TypedDict):
    previous: Union[BillMeta, None]
    current: Union[BillMeta, None]


class BillChangesSettings(TypedDict):
    previous: Union[BillSettings, None]
    current: Union[BillSettings, None]


class BillChangesStatus(TypedDict):
    previous: Union[BillStatus, None]
    current: Union[BillStatus, None]


class BillChangesWithheld(TypedDict):
    previous: Union[Withheld, None]
    current: Union[Withheld, None]


class _BillCompany(TypedDict):
    _id: str
    name: str
    logo: Logo
    userPresenceRequired: bool


class BillCompany(_BillCompany, total=False):
    requiredPayment: RequiredPayment
    schedule: Schedule
    additionalPaymentOptions: List[PaymentOption]
    fees: CompanyFees


class _BillCreatedEvent(TypedDict):
    _id: str
    type: Literal["bill.created"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: BillCreatedEventPayload


class BillCreatedEvent(_BillCreatedEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class BillCreatedEventData(TypedDict):
    bill: Bill
    auth: Auth


class BillCreatedEventPayload(TypedDict):
    resource: EventResource
    data: BillCreatedEventData


class BillEventData(TypedDict):
    company: CompanySummary
    bill: Bill


BillField: TypeAlias = Literal["autopay", "autopaySource", "balance", "statementBalance", "fullBalance", "dueDate", "customPaymentAmount", "customLabel", "lastPaidAmount", "lastPaidOn", "payDate", "withheld", "status", "settings", "meta", "hidden"]


BillHidden: TypeAlias = Literal["true", "false"]


class BillMeta(TypedDict, total=False):
    accountNumber: str


class _BillPayment(TypedDict):
    _id: str
    status: PaymentStatus


class BillPayment(_BillPayment, total=False):
    receiptNumber: str
    payDate: str
    paidOn: str
    arrivesBy: str
    amount: str
    chosenAmount: str
    paymentMethodId: str
    paymentIdentifier: str
    created: str
    confirmation: str
    fee: str
    promisedFee: str
    reason: HoldReason
    acceptedAt: str
    expectedBy: str
    reference: str
    returned: PaymentReturned
    waitsFor: PaymentWaitsFor
    waiting: PaymentWaiting
    withheld: Withheld


class _BillPaymentAcceptedEvent(TypedDict):
    _id: str
    type: Literal["bill.payment.accepted"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: BillPaymentAcceptedEventPayload


class BillPaymentAcceptedEvent(_BillPaymentAcceptedEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class BillPaymentAcceptedEventPayload(TypedDict):
    resource: EventResource
    data: PaymentEventData


class _BillPaymentCancelledEvent(TypedDict):
    _id: str
    type: Literal["bill.payment.cancelled"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: BillPaymentCancelledEventPayload


class BillPaymentCancelledEvent(_BillPaymentCancelledEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class BillPaymentCancelledEventPayload(TypedDict):
    resource: EventResource
    data: PaymentEventData


class _BillPaymentDelayedEvent(TypedDict):
    _id: str
    type: Literal["bill.payment.delayed"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: BillPaymentDelayedEventPayload


class BillPaymentDelayedEvent(_BillPaymentDelayedEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class BillPaymentDelayedEventPayload(TypedDict):
    resource: EventResource
    data: PaymentDelayedEventData


class _BillPaymentFailedEvent(TypedDict):
    _id: str
    type: Literal["bill.payment.failed"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: BillPaymentFailedEventPayload


class BillPaymentFailedEvent(_BillPaymentFailedEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class BillPaymentFailedEventPayload(TypedDict):
    resource: EventResource
    data: PaymentEventData


class _BillPaymentScheduledEvent(TypedDict):
    _id: str
    type: Literal["bill.payment.scheduled"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: BillPaymentScheduledEventPayload


class BillPaymentScheduledEvent(_BillPaymentScheduledEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class BillPaymentScheduledEventPayload(TypedDict):
    resource: EventResource
    data: PaymentEventData


class _BillPaymentSentEvent(TypedDict):
    _id: str
    type: Literal["bill.payment.sent"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: BillPaymentSentEventPayload


class BillPaymentSentEvent(_BillPaymentSentEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class BillPaymentSentEventPayload(TypedDict):
    resource: EventResource
    data: PaymentEventData


class _BillPaymentWaitingEvent(TypedDict):
    _id: str
    type: Literal["bill.payment.waiting"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: BillPaymentWaitingEventPayload


class BillPaymentWaitingEvent(_BillPaymentWaitingEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class BillPaymentWaitingEventPayload(TypedDict):
    resource: EventResource
    data: PaymentEventData


class _BillScheduledPaymentNoticeEvent(TypedDict):
    _id: str
    type: Literal["bill.scheduled-payment-notice"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: BillScheduledPaymentNoticeEventPayload


class BillScheduledPaymentNoticeEvent(_BillScheduledPaymentNoticeEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class BillScheduledPaymentNoticeEventPayload(TypedDict):
    resource: EventResource
    data: BillScheduledPaymentNoticeEventPayloadData


class _BillScheduledPaymentNoticeEventPayloadData(TypedDict):
    company: CompanySummary
    bill: BillScheduledPaymentNoticeEventPayloadDataBill


class BillScheduledPaymentNoticeEventPayloadData(_BillScheduledPaymentNoticeEventPayloadData, total=False):
    dueDate: InstantChange


class _BillScheduledPaymentNoticeEventPayloadDataBill(TypedDict):
    _id: str
    auth: Auth
    autopay: Autopay
    autopaySource: AutopaySource
    status: BillStatus
    company: BillCompany
    settings: BillSettings
    meta: BillMeta
    hidden: BillHidden


class BillScheduledPaymentNoticeEventPayloadDataBill(_BillScheduledPaymentNoticeEventPayloadDataBill, total=False):
    balance: str
    statementBalance: str
    fullBalance: str
    dueDate: InstantChange
    customPaymentAmount: str
    customLabel: str
    lastPaidAmount: str
    lastPaidOn: str
    payDate: str
    automatic: BillScheduledPaymentNoticeEventPayloadDataBillAutomatic
    skipped: Literal[True]
    withheld: Withheld
    waiting: PaymentWaiting


class _BillScheduledPaymentNoticeEventPayloadDataBillAutomatic(TypedDict):
    amount: str
    payDate: str


class BillScheduledPaymentNoticeEventPayloadDataBillAutomatic(_BillScheduledPaymentNoticeEventPayloadDataBillAutomatic, total=False):
    atOnce: Literal[True]


class _BillSettings(TypedDict):
    recurring: Switch
    schedule: Schedule
    notifications: Switch


class BillSettings(_BillSettings, total=False):
    recurringRequired: Literal[True]
    consent: Consent
    offered: BillSettingsOffered


class BillSettingsOffered(TypedDict, total=False):
    recurring: Literal["enabled"]
    customPaymentAmount: str
    paymentMethodId: str


class BillStatus(TypedDict):
    type: BillStatusType


BillStatusType: TypeAlias = Literal["syncing", "zero-balance", "overdue", "payment-required", "payment-declined", "upcoming", "pending", "paid"]


class _BillUpcomingEvent(TypedDict):
    _id: str
    type: Literal["bill.upcoming"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: BillUpcomingEventPayload


class BillUpcomingEvent(_BillUpcomingEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class BillUpcomingEventPayload(TypedDict):
    resource: EventResource
    data: BillEventData


class _BillUpdateEvent(TypedDict):
    _id: str
    type: Literal["bill.update"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: BillUpdateEventPayload


class BillUpdateEvent(_BillUpdateEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class _BillUpdateEventData(TypedDict):
    company: CompanySummary
    bill: BillChanges
    changed: List[BillField]
    current: Bill


class BillUpdateEventData(_BillUpdateEventData, total=False):
    trigger: BillUpdateEventDataTrigger


BillUpdateEventDataTrigger: TypeAlias = Literal["client", "partner"]


class BillUpdateEventPayload(TypedDict):
    resource: EventResource
    data: BillUpdateEventData


class _BillWithPayments(TypedDict):
    bill: Bill
    payments: List[PaymentHistoryEntry]


class BillWithPayments(_BillWithPayments, total=False):
    payment: BillPayment


class CancelPaymentInput(TypedDict):
    billId: str


CardBrand: TypeAlias = Literal["american express", "discover", "maestro", "mastercard", "uatp", "visa"]


class CardFieldError(TypedDict):
    field: str
    code: str
    message: str


class CardSurcharges(TypedDict, total=False):
    credit: Surcharge
    debit: Surcharge


class _CardToAdd(TypedDict):
    paymentType: Literal["card"]
    clientId: str
    name: str
    cardNumber: str
    cardCode: str
    expMonth: str
    expYear: str
    zipcode: str


class CardToAdd(_CardToAdd, total=False):
    consent: GivenConsent
    authorization: GivenConsent
    identifier: str
    setAsDefault: bool


class _CardToSync(TypedDict):
    name: str
    cardNumber: str
    cardCode: str
    expMonth: str
    expYear: str
    zipcode: str


class CardToSync(_CardToSync, total=False):
    identifier: str
    setAsDefault: bool
    cardType: CardType
    cardBrand: CardBrand


CardType: TypeAlias = Literal["credit", "debit"]


class Category(TypedDict):
    name: str
    type: str


class _Challenge(TypedDict):
    method: MfaMethod
    input: ChallengeInput
    token: str
    auth: Auth
    expiresIn: int


class Challenge(_Challenge, total=False):
    showRetry: Literal[True]


class _ChallengeEventData(TypedDict):
    method: MfaMethod
    input: ChallengeInput
    token: str
    auth: Auth


class ChallengeEventData(_ChallengeEventData, total=False):
    showRetry: Literal[True]
    paymentIdentifier: str


ChallengeInput: TypeAlias = "Union[List[Question], List[CodeChoice], PromptInput]"


class _ClientErasedEvent(TypedDict):
    _id: str
    type: Literal["client.erased"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: ClientErasedEventPayload


class ClientErasedEvent(_ClientErasedEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class ClientErasedEventPayload(TypedDict):
    resource: EventResource
    data: ClientErasedEventPayloadData


ClientErasedEventPayloadData: TypeAlias = "Dict[str, Any]"


class ClientMeta(TypedDict, total=False):
    firstName: str
    lastName: str
    email: str
    phone: str
    address1: str
    address2: str
    city: str
    state: str
    zipcode: str


class _ClientToCreate(TypedDict):
    identifier: str


class ClientToCreate(_ClientToCreate, total=False):
    meta: ClientMeta


class Clock(TypedDict):
    now: str
    advancing: bool


class CodeChoice(TypedDict):
    type: CodeChoiceType
    mask: str
    identifier: str
    label: str


CodeChoiceType: TypeAlias = Literal["text", "email"]


class _CodeStep(TypedDict):
    identifier: str


class CodeStep(_CodeStep, total=False):
    answer: str


class _Company(TypedDict):
    _id: str
    name: str
    logo: Logo
    categories: List[str]
    status: CompanyStatus
    fullyAutomatedBill: bool
    fullyAutomatedCardSwap: bool
    userPresenceRequired: bool
    auth: CompanyAuth


class Company(_Company, total=False):
    requiredPayment: RequiredPayment
    recurringRequired: Literal[True]
    schedule: Schedule
    additionalPaymentOptions: List[PaymentOption]
    fees: CompanyFees
    geo: CompanyGeo
    distance: float


class CompanyAuth(TypedDict):
    urls: CompanyAuthUrls
    loginFields: List[LoginField]


class CompanyAuthUrls(TypedDict):
    login: str
    signup: Union[str, None]
    forgotPassword: Union[str, None]
    forgotUsername: Union[str, None]


class CompanyFees(TypedDict, total=False):
    ach: Surcharge
    cards: Dict[str, CardSurcharges]


class CompanyGeo(TypedDict):
    lat: float
    lng: float
    stateShort: str
    stateLong: str
    zipcode: str
    address: str


class CompanySearch(TypedDict, total=False):
    query: str
    category: str
    geo: CompanySearchGeo
    paginateResults: Union[bool, Literal["true", "false"]]
    pageSize: Union[int, str]
    pageNumber: Union[int, str]
    products: Sequence[str]
    cardPaymentsOnly: Union[bool, Literal["true", "false"]]


class CompanySearchGeo(TypedDict):
    lat: float
    lng: float


CompanyStatus: TypeAlias = Literal["operational", "maintenance"]


class CompanySummary(TypedDict):
    _id: str
    name: str
    logo: Logo


class ConnectorKey(TypedDict):
    kty: Literal["EC"]
    crv: Literal["P-256"]
    use: ConnectorKeyUse
    kid: str
    x: str
    y: str


ConnectorKeyUse: TypeAlias = Literal["sig", "enc"]


class _Consent(TypedDict):
    by: ConsentGiver


class Consent(_Consent, total=False):
    at: str
    implied: Literal[True]
    textHash: str
    version: str
    locale: str
    terms: ConsentTerms


ConsentGiver: TypeAlias = Literal["partner", "user", "legacy"]


class _ConsentTerms(TypedDict):
    schedule: Schedule


class ConsentTerms(_ConsentTerms, total=False):
    amount: str
    payDate: str
    paymentMethod: ConsentTermsPaymentMethod


class _ConsentTermsPaymentMethod(TypedDict):
    _id: str
    type: ConsentTermsPaymentMethodType
    lastFour: str


class ConsentTermsPaymentMethod(_ConsentTermsPaymentMethod, total=False):
    brand: str
    accountType: ConsentTermsPaymentMethodAccountType


ConsentTermsPaymentMethodAccountType: TypeAlias = Literal["checking", "savings"]


ConsentTermsPaymentMethodType: TypeAlias = Literal["card", "bank"]


class _ContinueAuthInput(TypedDict):
    items: Sequence[AuthItem]


class ContinueAuthInput(_ContinueAuthInput, total=False):
    paymentIdentifier: str
    consent: GivenConsent
    skipCycle: Union[bool, Literal["true", "false"]]
    dataConsent: GivenConsent
    meta: LinkMeta
    form: LoginForm


class ContinueAuthOutput(TypedDict):
    success: Literal[True]
    message: str
    authId: str


class _CreateAccessTokenInput(TypedDict):
    token: str


class CreateAccessTokenInput(_CreateAccessTokenInput, total=False):
    verifier: str
    sessionId: str


class CreateAccessTokenOutput(TypedDict):
    accessToken: str
    expiresIn: int
    clientId: str
    renewable: bool


class CreateApiKeyInput(TypedDict, total=False):
    expires: str
    scope: KeyScope


class _CreateApiKeyOutput(TypedDict):
    keyId: str
    scope: KeyScope
    created: str
    apiKey: str


class CreateApiKeyOutput(_CreateApiKeyOutput, total=False):
    expires: str


class _CreateAuthInput(TypedDict):
    clientId: str
    companyId: str
    items: Sequence[AuthItem]
    form: LoginForm


class CreateAuthInput(_CreateAuthInput, total=False):
    paymentIdentifier: str
    consent: GivenConsent
    skipCycle: Union[bool, Literal["true", "false"]]
    dataConsent: GivenConsent
    meta: LinkMeta


class CreateAuthOutput(TypedDict):
    success: Literal[True]
    message: str
    authId: str


class CreateClientOutput(TypedDict):
    clientId: str


class CreateEncryptionKeyOutput(TypedDict):
    kty: Literal["RSA"]
    n: str
    e: str
    use: Literal["enc"]
    kid: str
    x5c: List[str]
    pem: str


class CreateSwapInput(TypedDict):
    authId: str
    paymentMethodId: str


class CreateSwapOutput(TypedDict):
    success: Literal[True]
    swapId: str


class _CreateTokenInput(TypedDict):
    identifier: str


class CreateTokenInput(_CreateTokenInput, total=False):
    nonce: bool
    expiration: str
    accessTokenExpiresIn: int


class CreateTokenOutput(TypedDict):
    token: str


class _CreateWebhookEndpointInput(TypedDict):
    url: str


class CreateWebhookEndpointInput(_CreateWebhookEndpointInput, total=False):
    events: Sequence[EventFilter]
    description: str


class CustomizeBillInput(TypedDict, total=False):
    customPaymentAmount: Union[str, None]
    customLabel: Union[str, None]
    hidden: Union[Union[bool, Literal["true", "false"]], None]
    notifications: Union[Switch, None]


class _Delivery(TypedDict):
    endpointId: str
    status: DeliveryState


class Delivery(_Delivery, total=False):
    nextAttemptAt: str


class _DeliveryAttempt(TypedDict):
    endpointId: str
    at: str
    outcome: AttemptOutcome
    milliseconds: int


class DeliveryAttempt(_DeliveryAttempt, total=False):
    status: int


DeliveryState: TypeAlias = Literal["waiting", "delivered", "parked", "ended"]


class EncryptionKey(TypedDict):
    kty: Literal["RSA"]
    n: str
    e: str
    use: Literal["enc"]
    kid: str


class EraseClientOutput(TypedDict):
    success: Literal[True]
    status: EraseClientOutputStatus


EraseClientOutputStatus: TypeAlias = Literal["erasing", "erased"]


ErrorCode: TypeAlias = Literal["invalid_request", "invalid_json", "invalid_form", "invalid_cursor", "decryption_failed", "encryption_required", "test_card_required", "digest_mismatch", "api_key_missing", "api_key_invalid", "partner_suspended", "token_invalid", "signature_missing", "signature_expired", "signature_invalid", "signature_used", "digest_missing", "verifier_required", "admin_key_required", "settings_locked", "partner_locked", "origin_not_registered", "forbidden", "route_not_found", "method_not_allowed", "client_not_found", "partner_not_found", "api_key_not_found", "payment_not_found", "encryption_key_not_found", "company_not_found", "auth_not_found", "bill_not_found", "payment_method_not_found", "report_not_found", "event_not_found", "swap_not_found", "font_not_found", "token_not_found", "challenge_not_found", "webhook_endpoint_not_found", "auth_not_on_hold", "auth_not_awaiting_answers", "retry_too_soon", "company_in_maintenance", "user_presence_required", "payment_method_required", "payment_method_declined", "payment_method_not_declined", "payment_method_recently_used", "payment_method_scheduled", "payment_method_not_accepted", "card_code_required", "amount_limit", "payment_amount_not_accepted", "payment_already_scheduled", "payment_pending", "money_under_way", "payment_not_scheduled", "statement_already_paid", "bill_not_payable", "auth_not_verified", "swap_in_progress", "swap_not_supported", "consent_required", "recurring_required", "schedule_fixed", "link_limit_reached", "key_limit_reached", "daily_key_limit_reached", "webhook_endpoint_limit_reached", "webhook_endpoint_disabled", "last_live_key", "no_encryption_key", "no_valid_key", "jwks_url_missing", "clock_moves_forward", "request_conflict", "request_in_progress", "answer_not_kept", "body_too_large", "unsupported_media_type", "idempotency_key_reused", "too_many_requests", "internal_error", "payments_paused", "service_unavailable"]


Event: TypeAlias = "Union[AuthCreatedEvent, AuthSuccessEvent, AuthFailedEvent, AuthInvalidEvent, AuthHoldEvent, AuthNeedsResyncEvent, AuthDeletedEvent, AuthSecurityInputRequiredEvent, BillCreatedEvent, BillUpdateEvent, BillUpcomingEvent, BillScheduledPaymentNoticeEvent, BillPaymentScheduledEvent, BillPaymentWaitingEvent, BillPaymentAcceptedEvent, BillPaymentDelayedEvent, BillPaymentSentEvent, BillPaymentFailedEvent, BillPaymentCancelledEvent, SwapCreatedEvent, SwapSuccessEvent, SwapHoldEvent, PaymentMethodDeclinedEvent, PaymentMethodRemovedEvent, ClientErasedEvent, PartnerSettingsChangedEvent, PartnerReconciledEvent, WebhookEndpointTestEvent]"


EventFilter: TypeAlias = Literal["auth.created", "auth.success", "auth.failed", "auth.invalid", "auth.hold", "auth.needs-resync", "auth.deleted", "auth.security-input-required", "bill.created", "bill.update", "bill.upcoming", "bill.scheduled-payment-notice", "bill.payment.scheduled", "bill.payment.waiting", "bill.payment.accepted", "bill.payment.delayed", "bill.payment.sent", "bill.payment.failed", "bill.payment.cancelled", "swap.created", "swap.success", "swap.hold", "payment-method.declined", "payment-method.removed", "client.erased", "partner.settings-changed", "partner.reconciled", "webhook-endpoint.test", "auth.*", "bill.*", "bill.payment.*", "swap.*", "payment-method.*", "client.*", "partner.*", "webhook-endpoint.*"]


class _EventPayment(TypedDict):
    _id: str
    billId: str
    authId: str
    companyId: str
    status: PaymentEventStatus
    payDate: str
    automatic: bool


class EventPayment(_EventPayment, total=False):
    amount: str
    paidOn: str
    paymentMethodId: str
    confirmation: str
    fee: str
    promisedFee: str
    reason: HoldReason
    acceptedAt: str
    expectedBy: str
    reference: str
    returned: PaymentReturned
    waiting: PaymentWaiting


class EventResource(TypedDict):
    type: ResourceType
    id: str


class EventSurcharge(TypedDict):
    type: EventSurchargeType
    rate: float


EventSurchargeType: TypeAlias = Literal["percentage", "flat"]


EventType: TypeAlias = Literal["auth.created", "auth.success", "auth.failed", "auth.invalid", "auth.hold", "auth.needs-resync", "auth.deleted", "auth.security-input-required", "bill.created", "bill.update", "bill.upcoming", "bill.scheduled-payment-notice", "bill.payment.scheduled", "bill.payment.waiting", "bill.payment.accepted", "bill.payment.delayed", "bill.payment.sent", "bill.payment.failed", "bill.payment.cancelled", "swap.created", "swap.success", "swap.hold", "payment-method.declined", "payment-method.removed", "client.erased", "partner.settings-changed", "partner.reconciled", "webhook-endpoint.test"]


class _FailedCard(TypedDict):
    index: int
    error: FailedCardError


class FailedCard(_FailedCard, total=False):
    identifier: str


class _FailedCardError(TypedDict):
    code: FailedCardErrorCode
    message: str


class FailedCardError(_FailedCardError, total=False):
    errors: List[CardFieldError]


FailedCardErrorCode: TypeAlias = Literal["invalid_request", "test_card_required", "link_limit_reached"]


class FieldError(TypedDict):
    field: str
    code: str
    message: str


class GetBillPaymentOutput(TypedDict):
    payment: BillPayment


class GetEventOutput(TypedDict):
    event: Event
    attempts: List[DeliveryAttempt]
    deliveries: List[Delivery]


class GetModuleFontOutput(TypedDict):
    woff2: str


class _GetReconciliationOutput(TypedDict):
    report: ReconciliationSummary
    data: List[ReconciliationFinding]


class GetReconciliationOutput(_GetReconciliationOutput, total=False):
    nextCursor: str


class GivenConsent(TypedDict, total=False):
    textHash: str
    text: str
    version: str
    locale: str
    at: str


HoldCode: TypeAlias = Literal["account_issue_wallet_pay_on_file", "account_issue_streaming_plus_third_party_on_file", "account_issue_payment_details_required", "account_issue_with_swap", "account_issue_primary_account_holder", "account_issue_card_not_accepted", "account_issue_max_cards_on_file", "account_issue_third_party_connected", "account_issue_third_party_available", "account_issue_no_active_subscription", "system_issue_with_swap", "provider_system_issue", "partner_expiration_exceeded", "account_issue_account_locked", "authentication_unsupported", "authentication_not_completed", "account_set_up_online_payments", "account_issue_verify_identity", "account_issue_accept_toc", "account_issue_no_service_account", "account_issue_third_party_payments_on_file", "system_issue_with_bill", "system_issue_with_bill_payment", "account_paid_in_full", "account_issue_payment_restrictions", "account_issue_inactive_account", "account_issue_no_bill", "no_payment_required", "foreign_currency_issue"]


class _HoldEventData(TypedDict):
    auth: Auth
    company: CompanySummary
    hold: HoldEventDataHold


class HoldEventData(_HoldEventData, total=False):
    paymentIdentifier: str


class _HoldEventDataHold(TypedDict):
    code: HoldCode
    text: str


class HoldEventDataHold(_HoldEventDataHold, total=False):
    subcode: HoldSubcode


class _HoldReason(TypedDict):
    userMessage: str
    code: HoldCode


class HoldReason(_HoldReason, total=False):
    subcode: HoldSubcode


HoldSubcode: TypeAlias = Literal["invalid-credentials", "no-mfa-response-received", "invalid-mfa", "unanswered-mfa-question", "selector-not-found", "navigation-error", "job-timeout", "captcha-failure", "proxy-failure", "known-system-error", "issue-unidentified"]


class InstantChange(TypedDict):
    previous: Union[str, None]
    current: Union[str, None]


KeyScope: TypeAlias = Literal["admin", "service"]


class _LinkEventData(TypedDict):
    auth: LinkedAuth
    company: CompanySummary


class LinkEventData(_LinkEventData, total=False):
    paymentIdentifier: str


class LinkMeta(TypedDict, total=False):
    paymentMethodId: str
    billId: str
    swapId: str
    maxAmount: str
    amount: str
    afterPayment: str


LinkProgress: TypeAlias = Literal["signing-in", "waiting-for-code", "checking-security", "reading-bill", "paying", "updating-card"]


class _LinkedAuth(TypedDict):
    _id: str
    company: CompanySummary
    created: str
    items: List[AuthItem]


class LinkedAuth(_LinkedAuth, total=False):
    status: AuthStatus
    reason: HoldReason
    mfa: Mfa
    asksFor: List[str]


class ListApiKeysOutput(TypedDict):
    data: List[ApiKey]


class _ListAuthsOutput(TypedDict):
    data: List[Auth]


class ListAuthsOutput(_ListAuthsOutput, total=False):
    nextCursor: str


class _ListBillsOutput(TypedDict):
    data: List[BillWithPayments]


class ListBillsOutput(_ListBillsOutput, total=False):
    nextCursor: str


class ListCategoriesOutput(TypedDict):
    data: List[Category]


class ListConnectorKeysOutput(TypedDict):
    keys: List[ConnectorKey]


class ListEncryptionKeysOutput(TypedDict):
    keys: List[PublishedKey]


class _ListEventsOutput(TypedDict):
    data: List[ListedEvent]


class ListEventsOutput(_ListEventsOutput, total=False):
    nextCursor: str


class _ListPartnerBillsOutput(TypedDict):
    data: List[PartnerBill]


class ListPartnerBillsOutput(_ListPartnerBillsOutput, total=False):
    nextCursor: str


class _ListPaymentMethodsOutput(TypedDict):
    data: List[PaymentMethod]


class ListPaymentMethodsOutput(_ListPaymentMethodsOutput, total=False):
    nextCursor: str


class ListSwapCompaniesOutput(TypedDict):
    data: List[Company]
    resultCount: int


class _ListSwapsOutput(TypedDict):
    data: List[Swap]


class ListSwapsOutput(_ListSwapsOutput, total=False):
    nextCursor: str


class ListTokenKeysOutput(TypedDict):
    keys: List[TokenKey]


class ListWebhookEndpointsOutput(TypedDict):
    data: List[WebhookEndpoint]


class ListedEvent(TypedDict):
    event: Event


class LockSettingsInput(TypedDict, total=False):
    pausePayments: bool


class LoginField(TypedDict):
    name: str
    label: str
    placeholder: str
    formType: LoginFieldFormType


LoginFieldFormType: TypeAlias = Literal["text", "password", "email", "tel"]


LoginForm: TypeAlias = "Mapping[str, str]"


class _Logo(TypedDict):
    url: str
    background: bool


class Logo(_Logo, total=False):
    svg: LogoSvg


class LogoSvg(TypedDict):
    url: str
    color: str


class _Mfa(TypedDict):
    method: MfaMethod


class Mfa(_Mfa, total=False):
    mfa: List[Question]


MfaMethod: TypeAlias = Literal["questions", "code", "prompt"]


class ModuleFont(TypedDict):
    fontId: str
    name: str


class ModuleLinks(TypedDict, total=False):
    help: str
    privacy: str
    terms: str


class _ModuleLook(TypedDict):
    partnerId: str
    name: str
    theme: Theme
    texts: Dict[str, str]
    links: ModuleLinks
    hideAttribution: bool
    origins: List[str]
    bridgeName: str


class ModuleLook(_ModuleLook, total=False):
    opensIn: List[ModulePlace]


ModuleName: TypeAlias = Literal["account-linking", "card-swap", "bill-pay"]


ModulePlace: TypeAlias = Literal["frame", "app"]


class _ModuleSettings(TypedDict):
    origins: List[str]
    bridgeName: str
    theme: Theme
    texts: Dict[str, str]
    links: ModuleLinks
    hideAttribution: bool
    fonts: List[ModuleFont]


class ModuleSettings(_ModuleSettings, total=False):
    appName: str
    opensIn: List[ModulePlace]


class MoneyChange(TypedDict):
    previous: Union[str, None]
    current: Union[str, None]


class _OpenModuleSessionInput(TypedDict):
    token: str
    module: ModuleName


class OpenModuleSessionInput(_OpenModuleSessionInput, total=False):
    verifier: str
    sessionId: str
    companyId: str
    cardPaymentsOnly: Union[bool, Literal["true", "false"]]
    renew: Union[bool, Literal["true", "false"]]
    lists: Union[bool, Literal["true", "false"]]


class _OpenModuleSessionOutput(TypedDict):
    accessToken: str
    expiresIn: int
    clientId: str
    renewable: bool
    user: str
    look: ModuleLook
    companies: List[Company]
    open: List[AuthProgress]


class OpenModuleSessionOutput(_OpenModuleSessionOutput, total=False):
    company: Company
    dataConsent: Consent
    asking: List[LinkedAuth]
    lists: OpenModuleSessionOutputLists
    encryptionKey: EncryptionKey
    encryptionRequired: Literal[True]


class OpenModuleSessionOutputLists(TypedDict):
    bills: OpenModuleSessionOutputListsBills
    auths: OpenModuleSessionOutputListsAuths
    paymentMethods: OpenModuleSessionOutputListsPaymentMethods


class _OpenModuleSessionOutputListsAuths(TypedDict):
    data: List[Auth]


class OpenModuleSessionOutputListsAuths(_OpenModuleSessionOutputListsAuths, total=False):
    nextCursor: str


class _OpenModuleSessionOutputListsBills(TypedDict):
    data: List[BillWithPayments]


class OpenModuleSessionOutputListsBills(_OpenModuleSessionOutputListsBills, total=False):
    nextCursor: str


class _OpenModuleSessionOutputListsPaymentMethods(TypedDict):
    data: List[PaymentMethod]


class OpenModuleSessionOutputListsPaymentMethods(_OpenModuleSessionOutputListsPaymentMethods, total=False):
    nextCursor: str


class PageColors(TypedDict, total=False):
    background: str
    surface: str
    text: str


class _Partner(TypedDict):
    _id: str
    name: str
    status: PartnerStatus
    created: str
    authEvents: bool
    paysOnAdding: bool
    rateLimit: PartnerRateLimit
    signing: SigningSettings
    encryption: PartnerEncryption


class Partner(_Partner, total=False):
    locked: PartnerLocked


class _PartnerBill(TypedDict):
    bill: Bill
    payments: List[PaymentHistoryEntry]
    partnerUserId: str
    partnerId: str


class PartnerBill(_PartnerBill, total=False):
    payment: BillPayment


class PartnerEncryption(TypedDict):
    required: bool


class PartnerLocked(TypedDict):
    at: str
    keyId: str


class PartnerRateLimit(TypedDict):
    requestsPerSecond: int
    burst: int


class _PartnerReconciledEvent(TypedDict):
    _id: str
    type: Literal["partner.reconciled"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: PartnerReconciledEventPayload


class PartnerReconciledEvent(_PartnerReconciledEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class PartnerReconciledEventPayload(TypedDict):
    resource: EventResource
    data: ReconciliationSummary


class _PartnerSettingsChangedEvent(TypedDict):
    _id: str
    type: Literal["partner.settings-changed"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: PartnerSettingsChangedEventPayload


class PartnerSettingsChangedEvent(_PartnerSettingsChangedEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class PartnerSettingsChangedEventPayload(TypedDict):
    resource: EventResource
    data: SettingsEventData


PartnerStatus: TypeAlias = Literal["active", "suspended"]


class _PaymentDelayedEventData(TypedDict):
    company: PaymentDelayedEventDataCompany
    payDate: str


class PaymentDelayedEventData(_PaymentDelayedEventData, total=False):
    amount: str
    paymentMethod: PaymentDelayedEventDataPaymentMethod
    surcharge: EventSurcharge
    trigger: PaymentDelayedEventDataTrigger
    reason: Literal["returned"]
    payment: EventPayment
    paymentIdentifier: str
    bill: Bill


class _PaymentDelayedEventDataCompany(TypedDict):
    _id: str


class PaymentDelayedEventDataCompany(_PaymentDelayedEventDataCompany, total=False):
    name: str
    logo: Logo


class _PaymentDelayedEventDataPaymentMethod(TypedDict):
    _id: str
    type: PaymentMethodType


class PaymentDelayedEventDataPaymentMethod(_PaymentDelayedEventDataPaymentMethod, total=False):
    identifier: str
    card: PaymentMethodCard
    bank: PaymentMethodBank


PaymentDelayedEventDataTrigger: TypeAlias = Literal["client", "partner", "automatic"]


class _PaymentEventData(TypedDict):
    company: PaymentEventDataCompany
    payDate: str
    payment: EventPayment


class PaymentEventData(_PaymentEventData, total=False):
    amount: str
    paymentMethod: PaymentEventDataPaymentMethod
    surcharge: EventSurcharge
    trigger: PaymentEventDataTrigger
    reason: Literal["returned"]
    paymentIdentifier: str


class _PaymentEventDataCompany(TypedDict):
    _id: str


class PaymentEventDataCompany(_PaymentEventDataCompany, total=False):
    name: str
    logo: Logo


class _PaymentEventDataPaymentMethod(TypedDict):
    _id: str
    type: PaymentMethodType


class PaymentEventDataPaymentMethod(_PaymentEventDataPaymentMethod, total=False):
    identifier: str
    card: PaymentMethodCard
    bank: PaymentMethodBank


PaymentEventDataTrigger: TypeAlias = Literal["client", "partner", "automatic"]


PaymentEventStatus: TypeAlias = Literal["scheduled", "waiting", "accepted", "delayed", "sent", "failed", "cancelled"]


class _PaymentHistoryEntry(TypedDict):
    amount: str
    paidOn: str


class PaymentHistoryEntry(_PaymentHistoryEntry, total=False):
    fee: str
    _id: str
    receiptNumber: str


class _PaymentMethod(TypedDict):
    _id: str
    type: PaymentMethodType
    status: PaymentMethodStatus
    default: bool
    name: str
    assignedBills: List[str]


class PaymentMethod(_PaymentMethod, total=False):
    identifier: str
    card: PaymentMethodCard
    bank: PaymentMethodBank
    authorization: PaymentMethodAuthorization
    deletableFrom: str


class _PaymentMethodAuthorization(TypedDict):
    by: ConsentGiver


class PaymentMethodAuthorization(_PaymentMethodAuthorization, total=False):
    at: str
    textHash: str
    version: str
    locale: str


class PaymentMethodBank(TypedDict):
    routingNumber: str
    accountNumber: str
    routing: str
    account: str
    type: BankAccountType


class _PaymentMethodCard(TypedDict):
    number: str
    brand: str
    expDate: str


class PaymentMethodCard(_PaymentMethodCard, total=False):
    type: CardType


class _PaymentMethodDeclinedEvent(TypedDict):
    _id: str
    type: Literal["payment-method.declined"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: PaymentMethodDeclinedEventPayload


class PaymentMethodDeclinedEvent(_PaymentMethodDeclinedEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class PaymentMethodDeclinedEventPayload(TypedDict):
    resource: EventResource
    data: PaymentMethodEventData


class PaymentMethodEventData(TypedDict):
    paymentMethod: PaymentMethodEventDataPaymentMethod


class _PaymentMethodEventDataPaymentMethod(TypedDict):
    _id: str
    type: PaymentMethodType
    status: PaymentMethodStatus
    name: str
    assignedBills: List[str]


class PaymentMethodEventDataPaymentMethod(_PaymentMethodEventDataPaymentMethod, total=False):
    identifier: str
    card: PaymentMethodCard
    bank: PaymentMethodBank
    authorization: PaymentMethodEventDataPaymentMethodAuthorization


class _PaymentMethodEventDataPaymentMethodAuthorization(TypedDict):
    by: ConsentGiver


class PaymentMethodEventDataPaymentMethodAuthorization(_PaymentMethodEventDataPaymentMethodAuthorization, total=False):
    at: str
    textHash: str
    version: str
    locale: str


class _PaymentMethodRemovedEvent(TypedDict):
    _id: str
    type: Literal["payment-method.removed"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: PaymentMethodRemovedEventPayload


class PaymentMethodRemovedEvent(_PaymentMethodRemovedEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class PaymentMethodRemovedEventPayload(TypedDict):
    resource: EventResource
    data: PaymentMethodEventData


PaymentMethodStatus: TypeAlias = Literal["verified", "declined", "pending"]


PaymentMethodToAdd: TypeAlias = "Union[CardToAdd, BankAccountToAdd]"


PaymentMethodType: TypeAlias = Literal["card", "bank"]


class PaymentOption(TypedDict):
    type: str
    settings: PaymentOptionSettings


class PaymentOptionSettings(TypedDict, total=False):
    canExceedBalance: bool


class PaymentReturned(TypedDict):
    reason: ReturnReason
    on: str


PaymentStatus: TypeAlias = Literal["scheduled", "pending", "paid", "declined", "held", "cancelled"]


class _PaymentWaiting(TypedDict):
    reason: WaitingReason
    seen: str
    owed: str


class PaymentWaiting(_PaymentWaiting, total=False):
    paymentId: str
    seenFee: str
    fee: str


PaymentWaitsFor: TypeAlias = Literal["service"]


class _Problem(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    code: ErrorCode
    message: str
    requestId: str
    success: Literal[False]


class Problem(_Problem, total=False):
    errors: List[FieldError]


class PromptInput(TypedDict):
    request: str


class PublishedKey(TypedDict):
    kty: Literal["RSA"]
    n: str
    e: str
    use: Literal["enc"]
    kid: str
    x5c: List[str]


class Question(TypedDict):
    question: str
    identifier: str


class _ReconciliationFinding(TypedDict):
    _id: str
    kind: ReconciliationFindingKind
    firstSeenOn: str
    ageDays: int


class ReconciliationFinding(_ReconciliationFinding, total=False):
    settled: ReconciliationFindingSettled
    paymentId: str
    billId: str
    companyId: str
    connectorId: str
    submissionId: str
    eventId: str
    on: str
    ours: str
    theirs: str
    status: str
    confirmation: str


ReconciliationFindingKind: TypeAlias = Literal["no-report", "double", "paid-not-ours", "outcome-differs", "amount-differs", "missing-at-company", "returned", "lock-without-payment", "paid-elsewhere", "not-applied", "unresolved", "totals-differ", "balance-low", "event-untold", "late", "fee-above-amount", "fee-above-promise", "fee-missing", "dated-wrong"]


ReconciliationFindingSettled: TypeAlias = Literal["paid", "declined", "returned", "released"]


class ReconciliationSummary(TypedDict):
    day: str
    completedAt: str
    complete: bool
    payments: int
    accounts: int
    open: int
    newFindings: int
    settled: int
    kinds: List[ReconciliationSummaryKind]


class ReconciliationSummaryKind(TypedDict):
    kind: ReconciliationSummaryKindKind
    count: int


ReconciliationSummaryKindKind: TypeAlias = Literal["no-report", "double", "paid-not-ours", "outcome-differs", "amount-differs", "missing-at-company", "returned", "lock-without-payment", "paid-elsewhere", "not-applied", "unresolved", "totals-differ", "balance-low", "event-untold", "late", "fee-above-amount", "fee-above-promise", "fee-missing", "dated-wrong"]


RequiredPayment: TypeAlias = Literal["bank", "card"]


ResourceType: TypeAlias = Literal["client", "bill", "payment", "swap", "payment-method", "partner", "webhook-endpoint"]


class RetryEventInput(TypedDict, total=False):
    endpointId: str


class RetryEventOutput(TypedDict):
    success: Literal[True]
    endpointIds: List[str]


ReturnReason: TypeAlias = Literal["insufficient_funds", "account_closed", "account_invalid", "stop_payment", "not_authorized", "refused_by_company", "network_error", "other"]


class RevokeTokensInput(TypedDict, total=False):
    identifier: str
    clientToken: str


Schedule: TypeAlias = Literal["ten-days-before", "five-days-before", "day-before", "on-due-date", "immediately"]


class _SchedulePaymentInput(TypedDict):
    billId: str


class SchedulePaymentInput(_SchedulePaymentInput, total=False):
    date: str
    payDate: str
    maxAmount: str
    amount: str
    paymentMethodId: str
    afterPayment: str


class SearchCompaniesOutput(TypedDict):
    data: List[Company]
    resultCount: int


class SetCardCodeInput(TypedDict):
    cardCode: str


class SetClockInput(TypedDict):
    now: str


class _SettingsEventData(TypedDict):
    action: str
    by: SettingsEventDataBy


class SettingsEventData(_SettingsEventData, total=False):
    detail: Dict[str, Union[str, float, bool]]


SettingsEventDataBy: TypeAlias = Literal["api-key", "operator", "schedule"]


class _SigningSettings(TypedDict):
    required: bool
    requireDigest: bool
    refuseReplays: bool
    keys: List[SigningSettingsKey]


class SigningSettings(_SigningSettings, total=False):
    jwksUrl: str
    hasHeaders: bool
    lastRefresh: SigningSettingsLastRefresh
    nextRefreshAt: str


class _SigningSettingsKey(TypedDict):
    fingerprint: str
    addedAt: str


class SigningSettingsKey(_SigningSettingsKey, total=False):
    kid: str
    expiresAt: str


class SigningSettingsLastRefresh(TypedDict):
    at: str
    outcome: SigningSettingsLastRefreshOutcome
    detail: str


SigningSettingsLastRefreshOutcome: TypeAlias = Literal["refreshed", "address_refused", "name_not_found", "connection_failed", "timed_out", "redirected", "unexpected_status", "too_large", "invalid_json", "invalid_set", "no_usable_key"]


class Success(TypedDict):
    success: Literal[True]


class Surcharge(TypedDict):
    rate: float
    percentage: bool


class _Swap(TypedDict):
    _id: str
    status: SwapStatus
    auth: Auth
    company: CompanySummary
    created: str


class Swap(_Swap, total=False):
    reason: HoldReason
    paymentMethod: PaymentMethod


class _SwapCreatedEvent(TypedDict):
    _id: str
    type: Literal["swap.created"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: SwapCreatedEventPayload


class SwapCreatedEvent(_SwapCreatedEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class SwapCreatedEventPayload(TypedDict):
    resource: EventResource
    data: SwapEventData


class SwapEventData(TypedDict):
    clientId: str
    company: CompanySummary
    paymentMethod: SwapEventDataPaymentMethod
    swap: SwapEventDataSwap


class _SwapEventDataPaymentMethod(TypedDict):
    _id: str


class SwapEventDataPaymentMethod(_SwapEventDataPaymentMethod, total=False):
    type: PaymentMethodType
    identifier: str
    card: PaymentMethodCard
    bank: PaymentMethodBank


class _SwapEventDataSwap(TypedDict):
    _id: str
    status: SwapEventDataSwapStatus
    auth: SwapEventDataSwapAuth
    company: CompanySummary
    paymentMethod: SwapEventDataSwapPaymentMethod
    created: str


class SwapEventDataSwap(_SwapEventDataSwap, total=False):
    reason: HoldReason


class SwapEventDataSwapAuth(TypedDict):
    _id: str


class SwapEventDataSwapPaymentMethod(TypedDict):
    _id: str


class SwapEventDataSwapStatus(TypedDict):
    type: SwapStatusType


class _SwapHoldEvent(TypedDict):
    _id: str
    type: Literal["swap.hold"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: SwapHoldEventPayload


class SwapHoldEvent(_SwapHoldEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class SwapHoldEventPayload(TypedDict):
    resource: EventResource
    data: SwapEventData


class SwapStatus(TypedDict):
    type: SwapStatusType


SwapStatusType: TypeAlias = Literal["pending", "in-progress", "completed", "hold"]


class _SwapSuccessEvent(TypedDict):
    _id: str
    type: Literal["swap.success"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: SwapSuccessEventPayload


class SwapSuccessEvent(_SwapSuccessEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class SwapSuccessEventPayload(TypedDict):
    resource: EventResource
    data: SwapEventData


Switch: TypeAlias = Literal["enabled", "disabled"]


class _SyncClientInput(TypedDict):
    client: ClientToCreate


class SyncClientInput(_SyncClientInput, total=False):
    token: SyncClientInputToken
    cards: Sequence[CardToSync]


class SyncClientInputToken(TypedDict, total=False):
    nonce: bool
    expiration: str
    accessTokenExpiresIn: int


class SyncClientOutput(TypedDict):
    clientId: str
    ssoToken: str
    cards: List[SyncClientOutputCard]
    failedCards: List[FailedCard]


class _SyncClientOutputCard(TypedDict):
    paymentMethodId: str


class SyncClientOutputCard(_SyncClientOutputCard, total=False):
    identifier: str


class Theme(TypedDict, total=False):
    brandColor: str
    colorScheme: ThemeColorScheme
    light: PageColors
    dark: PageColors
    radius: int
    font: ThemeFont
    weights: ThemeWeights
    density: ThemeDensity
    logo: ThemeLogo


ThemeColorScheme: TypeAlias = Literal["auto", "light", "dark"]


ThemeDensity: TypeAlias = Literal["comfortable", "compact"]


class _ThemeFont(TypedDict):
    name: str
    fontId: str


class ThemeFont(_ThemeFont, total=False):
    strongFontId: str


class ThemeLogo(TypedDict, total=False):
    light: str
    dark: str


class ThemeWeights(TypedDict, total=False):
    text: float
    strong: float


class TokenKey(TypedDict):
    kty: Literal["EC"]
    crv: Literal["P-256"]
    x: str
    y: str
    alg: Literal["ES256"]
    use: Literal["sig"]
    kid: str


class UpdateEncryptionInput(TypedDict):
    required: bool


class UpdateEncryptionOutput(TypedDict):
    required: bool


class UpdateModulesInput(TypedDict, total=False):
    origins: Union[Sequence[str], None]
    bridgeName: Union[str, None]
    appName: Union[str, None]
    theme: Union[Theme, None]
    texts: Union[Mapping[str, str], None]
    links: Union[ModuleLinks, None]
    hideAttribution: Union[bool, None]
    opensIn: Union[Sequence[ModulePlace], None]


class _UpdatePaymentSettingsInput(TypedDict):
    billId: str


class UpdatePaymentSettingsInput(_UpdatePaymentSettingsInput, total=False):
    recurring: Switch
    schedule: Schedule
    consent: GivenConsent
    skipCycle: Union[bool, Literal["true", "false"]]


class UpdateSigningInput(TypedDict, total=False):
    publicKey: Union[str, None]
    overlapSeconds: int
    jwksUrl: Union[str, None]
    headers: Mapping[str, str]
    required: bool
    requireDigest: bool
    refuseReplays: bool


class UpdateWebhookEndpointInput(TypedDict, total=False):
    url: str
    events: Union[Sequence[EventFilter], None]
    description: Union[str, None]
    status: UpdateWebhookEndpointInputStatus


UpdateWebhookEndpointInputStatus: TypeAlias = Literal["enabled", "disabled"]


class UploadFontInput(TypedDict):
    name: str
    woff2: str


WaitingReason: TypeAlias = Literal["more-owed", "another-statement", "unusual-amount", "earlier-payment-not-shown"]


class _WebhookEndpoint(TypedDict):
    _id: str
    url: str
    status: WebhookEndpointStatus
    created: str


class WebhookEndpoint(_WebhookEndpoint, total=False):
    events: List[str]
    description: str
    disabledBy: WebhookEndpointDisabledBy
    formerSecretUntil: str


WebhookEndpointDisabledBy: TypeAlias = Literal["partner", "endpoint"]


WebhookEndpointStatus: TypeAlias = Literal["enabled", "unverified", "disabled"]


class _WebhookEndpointTestEvent(TypedDict):
    _id: str
    type: Literal["webhook-endpoint.test"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: WebhookEndpointTestEventPayload


class WebhookEndpointTestEvent(_WebhookEndpointTestEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class WebhookEndpointTestEventPayload(TypedDict):
    resource: EventResource
    data: WebhookEndpointTestEventPayloadData


class WebhookEndpointTestEventPayloadData(TypedDict):
    message: str


class _WebhookEndpointWithSecret(TypedDict):
    _id: str
    url: str
    status: WebhookEndpointStatus
    created: str
    secret: str


class WebhookEndpointWithSecret(_WebhookEndpointWithSecret, total=False):
    events: List[str]
    description: str
    disabledBy: WebhookEndpointDisabledBy
    formerSecretUntil: str


class _Withheld(TypedDict):
    reason: WithheldReason


class Withheld(_Withheld, total=False):
    limit: str


WithheldReason: TypeAlias = Literal["amount-limit", "not-agreed", "no-payment-method", "payment-method-declined", "payment-method-not-accepted"]


class AnswerQuestionsArguments(TypedDict):
    authId: str
    answers: Answers


AnswerStepArguments: TypeAlias = "AnswerStepInput"


class _ContinueAuthArguments(TypedDict):
    authId: str
    items: Sequence[AuthItem]


class ContinueAuthArguments(_ContinueAuthArguments, total=False):
    paymentIdentifier: str
    consent: GivenConsent
    skipCycle: Union[bool, Literal["true", "false"]]
    dataConsent: GivenConsent
    meta: LinkMeta
    form: LoginForm


CreateAuthArguments: TypeAlias = "CreateAuthInput"


class DeleteAuthArguments(TypedDict):
    authId: str


class FixHoldArguments(TypedDict):
    authId: str


class GetAuthArguments(TypedDict):
    authId: str


class _ListAuthsArguments(TypedDict):
    clientId: str


class ListAuthsArguments(_ListAuthsArguments, total=False):
    limit: int
    cursor: str


class _CustomizeBillArguments(TypedDict):
    billId: str


class CustomizeBillArguments(_CustomizeBillArguments, total=False):
    customPaymentAmount: Union[str, None]
    customLabel: Union[str, None]
    hidden: Union[Union[bool, Literal["true", "false"]], None]
    notifications: Union[Switch, None]


class GetBillArguments(TypedDict):
    billId: str


class GetBillPaymentArguments(TypedDict):
    billId: str
    paymentId: str


class _ListBillsArguments(TypedDict):
    clientId: str


class ListBillsArguments(_ListBillsArguments, total=False):
    limit: int
    cursor: str


class _ListPartnerBillsArguments(TypedDict):
    partnerId: str


class ListPartnerBillsArguments(_ListPartnerBillsArguments, total=False):
    limit: int
    cursor: str


class GetCompanyArguments(TypedDict):
    companyId: str


SearchCompaniesArguments: TypeAlias = "CompanySearch"


AddPaymentMethodArguments: TypeAlias = "PaymentMethodToAdd"


class _AssignPaymentMethodArguments(TypedDict):
    paymentMethodId: str
    billId: str


class AssignPaymentMethodArguments(_AssignPaymentMethodArguments, total=False):
    resume: Union[bool, Literal["true", "false"]]


CancelPaymentArguments: TypeAlias = "CancelPaymentInput"


class _DeletePaymentMethodArguments(TypedDict):
    paymentMethodId: str


class DeletePaymentMethodArguments(_DeletePaymentMethodArguments, total=False):
    nextDefault: Union[bool, Literal["true", "false"]]
    moveTo: str


class _ListPaymentMethodsArguments(TypedDict):
    clientId: str


class ListPaymentMethodsArguments(_ListPaymentMethodsArguments, total=False):
    limit: int
    cursor: str


class MakeMethodDefaultArguments(TypedDict):
    paymentMethodId: str


class RetryPaymentMethodArguments(TypedDict):
    paymentMethodId: str


SchedulePaymentArguments: TypeAlias = "SchedulePaymentInput"


class SetCardCodeArguments(TypedDict):
    paymentMethodId: str
    cardCode: str


UpdatePaymentSettingsArguments: TypeAlias = "UpdatePaymentSettingsInput"


CreateSwapArguments: TypeAlias = "CreateSwapInput"


class _ListSwapsArguments(TypedDict):
    clientId: str


class ListSwapsArguments(_ListSwapsArguments, total=False):
    limit: int
    cursor: str


CreateAccessTokenArguments: TypeAlias = "CreateAccessTokenInput"


CreateClientArguments: TypeAlias = "ClientToCreate"


CreateTokenArguments: TypeAlias = "CreateTokenInput"


class EraseClientArguments(TypedDict):
    clientId: str


RevokeTokensArguments: TypeAlias = "RevokeTokensInput"


SyncClientArguments: TypeAlias = "SyncClientInput"


CreateApiKeyArguments: TypeAlias = "CreateApiKeyInput"


class DeleteEncryptionKeyArguments(TypedDict):
    keyId: str


class GetEncryptionKeyArguments(TypedDict):
    keyId: str


class GetReconciliationArguments(TypedDict, total=False):
    limit: int
    cursor: str
    day: str


LockSettingsArguments: TypeAlias = "LockSettingsInput"


class RevokeApiKeyArguments(TypedDict):
    keyId: str


UpdateEncryptionArguments: TypeAlias = "UpdateEncryptionInput"


UpdateModulesArguments: TypeAlias = "UpdateModulesInput"


UpdateSigningArguments: TypeAlias = "UpdateSigningInput"


UploadFontArguments: TypeAlias = "UploadFontInput"


class GetEventArguments(TypedDict):
    eventId: str


class ListEventsArguments(TypedDict, total=False):
    limit: int
    cursor: str
    type: EventType
    clientId: str
    createdFrom: str
    createdBefore: str


class _RetryEventArguments(TypedDict):
    eventId: str


class RetryEventArguments(_RetryEventArguments, total=False):
    endpointId: str


CreateWebhookEndpointArguments: TypeAlias = "CreateWebhookEndpointInput"


class DeleteWebhookEndpointArguments(TypedDict):
    endpointId: str


class GetWebhookEndpointArguments(TypedDict):
    endpointId: str


class RotateWebhookSecretArguments(TypedDict):
    endpointId: str


class TestWebhookEndpointArguments(TypedDict):
    endpointId: str


class _UpdateWebhookEndpointArguments(TypedDict):
    endpointId: str


class UpdateWebhookEndpointArguments(_UpdateWebhookEndpointArguments, total=False):
    url: str
    events: Union[Sequence[EventFilter], None]
    description: Union[str, None]
    status: UpdateWebhookEndpointInputStatus


class GetModuleFontArguments(TypedDict):
    fontId: str


class GetModuleLookArguments(TypedDict):
    partnerId: str


OpenModuleSessionArguments: TypeAlias = "OpenModuleSessionInput"


SetClockArguments: TypeAlias = "SetClockInput"


__all__ = [
    "AddPaymentMethodArguments",
    "AddPaymentMethodOutput",
    "Answer",
    "AnswerQuestionsArguments",
    "AnswerQuestionsInput",
    "AnswerStepArguments",
    "AnswerStepInput",
    "AnswerStepInputSecurity",
    "AnswerStepOutput",
    "Answers",
    "ApiKey",
    "AssignPaymentMethodArguments",
    "AssignPaymentMethodInput",
    "AttemptOutcome",
    "Auth",
    "AuthCreatedEvent",
    "AuthCreatedEventPayload",
    "AuthDeletedEvent",
    "AuthDeletedEventPayload",
    "AuthEventData",
    "AuthFailedEvent",
    "AuthFailedEventPayload",
    "AuthHoldEvent",
    "AuthHoldEventPayload",
    "AuthInvalidEvent",
    "AuthInvalidEventPayload",
    "AuthItem",
    "AuthNeedsResyncEvent",
    "AuthNeedsResyncEventPayload",
    "AuthNeedsResyncEventPayloadData",
    "AuthProgress",
    "AuthSecurityInputRequiredEvent",
    "AuthSecurityInputRequiredEventPayload",
    "AuthStatus",
    "AuthStatusType",
    "AuthSuccessEvent",
    "AuthSuccessEventPayload",
    "Autopay",
    "AutopaySource",
    "BankAccountToAdd",
    "BankAccountType",
    "Bill",
    "BillAutomatic",
    "BillChanges",
    "BillChangesAutopay",
    "BillChangesAutopaySource",
    "BillChangesCustomLabel",
    "BillChangesHidden",
    "BillChangesMeta",
    "BillChangesSettings",
    "BillChangesStatus",
    "BillChangesWithheld",
    "BillCompany",
    "BillCreatedEvent",
    "BillCreatedEventData",
    "BillCreatedEventPayload",
    "BillEventData",
    "BillField",
    "BillHidden",
    "BillMeta",
    "BillPayment",
    "BillPaymentAcceptedEvent",
    "BillPaymentAcceptedEventPayload",
    "BillPaymentCancelledEvent",
    "BillPaymentCancelledEventPayload",
    "BillPaymentDelayedEvent",
    "BillPaymentDelayedEventPayload",
    "BillPaymentFailedEvent",
    "BillPaymentFailedEventPayload",
    "BillPaymentScheduledEvent",
    "BillPaymentScheduledEventPayload",
    "BillPaymentSentEvent",
    "BillPaymentSentEventPayload",
    "BillPaymentWaitingEvent",
    "BillPaymentWaitingEventPayload",
    "BillScheduledPaymentNoticeEvent",
    "BillScheduledPaymentNoticeEventPayload",
    "BillScheduledPaymentNoticeEventPayloadData",
    "BillScheduledPaymentNoticeEventPayloadDataBill",
    "BillScheduledPaymentNoticeEventPayloadDataBillAutomatic",
    "BillSettings",
    "BillSettingsOffered",
    "BillStatus",
    "BillStatusType",
    "BillUpcomingEvent",
    "BillUpcomingEventPayload",
    "BillUpdateEvent",
    "BillUpdateEventData",
    "BillUpdateEventDataTrigger",
    "BillUpdateEventPayload",
    "BillWithPayments",
    "CancelPaymentArguments",
    "CancelPaymentInput",
    "CardBrand",
    "CardFieldError",
    "CardSurcharges",
    "CardToAdd",
    "CardToSync",
    "CardType",
    "Category",
    "Challenge",
    "ChallengeEventData",
    "ChallengeInput",
    "ClientErasedEvent",
    "ClientErasedEventPayload",
    "ClientErasedEventPayloadData",
    "ClientMeta",
    "ClientToCreate",
    "Clock",
    "CodeChoice",
    "CodeChoiceType",
    "CodeStep",
    "Company",
    "CompanyAuth",
    "CompanyAuthUrls",
    "CompanyFees",
    "CompanyGeo",
    "CompanySearch",
    "CompanySearchGeo",
    "CompanyStatus",
    "CompanySummary",
    "ConnectorKey",
    "ConnectorKeyUse",
    "Consent",
    "ConsentGiver",
    "ConsentTerms",
    "ConsentTermsPaymentMethod",
    "ConsentTermsPaymentMethodAccountType",
    "ConsentTermsPaymentMethodType",
    "ContinueAuthArguments",
    "ContinueAuthInput",
    "ContinueAuthOutput",
    "CreateAccessTokenArguments",
    "CreateAccessTokenInput",
    "CreateAccessTokenOutput",
    "CreateApiKeyArguments",
    "CreateApiKeyInput",
    "CreateApiKeyOutput",
    "CreateAuthArguments",
    "CreateAuthInput",
    "CreateAuthOutput",
    "CreateClientArguments",
    "CreateClientOutput",
    "CreateEncryptionKeyOutput",
    "CreateSwapArguments",
    "CreateSwapInput",
    "CreateSwapOutput",
    "CreateTokenArguments",
    "CreateTokenInput",
    "CreateTokenOutput",
    "CreateWebhookEndpointArguments",
    "CreateWebhookEndpointInput",
    "CustomizeBillArguments",
    "CustomizeBillInput",
    "DeleteAuthArguments",
    "DeleteEncryptionKeyArguments",
    "DeletePaymentMethodArguments",
    "DeleteWebhookEndpointArguments",
    "Delivery",
    "DeliveryAttempt",
    "DeliveryState",
    "EncryptionKey",
    "EraseClientArguments",
    "EraseClientOutput",
    "EraseClientOutputStatus",
    "ErrorCode",
    "Event",
    "EventFilter",
    "EventPayment",
    "EventResource",
    "EventSurcharge",
    "EventSurchargeType",
    "EventType",
    "FailedCard",
    "FailedCardError",
    "FailedCardErrorCode",
    "FieldError",
    "FixHoldArguments",
    "GetAuthArguments",
    "GetBillArguments",
    "GetBillPaymentArguments",
    "GetBillPaymentOutput",
    "GetCompanyArguments",
    "GetEncryptionKeyArguments",
    "GetEventArguments",
    "GetEventOutput",
    "GetModuleFontArguments",
    "GetModuleFontOutput",
    "GetModuleLookArguments",
    "GetReconciliationArguments",
    "GetReconciliationOutput",
    "GetWebhookEndpointArguments",
    "GivenConsent",
    "HoldCode",
    "HoldEventData",
    "HoldEventDataHold",
    "HoldReason",
    "HoldSubcode",
    "InstantChange",
    "KeyScope",
    "LinkEventData",
    "LinkMeta",
    "LinkProgress",
    "LinkedAuth",
    "ListApiKeysOutput",
    "ListAuthsArguments",
    "ListAuthsOutput",
    "ListBillsArguments",
    "ListBillsOutput",
    "ListCategoriesOutput",
    "ListConnectorKeysOutput",
    "ListEncryptionKeysOutput",
    "ListEventsArguments",
    "ListEventsOutput",
    "ListPartnerBillsArguments",
    "ListPartnerBillsOutput",
    "ListPaymentMethodsArguments",
    "ListPaymentMethodsOutput",
    "ListSwapCompaniesOutput",
    "ListSwapsArguments",
    "ListSwapsOutput",
    "ListTokenKeysOutput",
    "ListWebhookEndpointsOutput",
    "ListedEvent",
    "LockSettingsArguments",
    "LockSettingsInput",
    "LoginField",
    "LoginFieldFormType",
    "LoginForm",
    "Logo",
    "LogoSvg",
    "MakeMethodDefaultArguments",
    "Mfa",
    "MfaMethod",
    "ModuleFont",
    "ModuleLinks",
    "ModuleLook",
    "ModuleName",
    "ModulePlace",
    "ModuleSettings",
    "MoneyChange",
    "OpenModuleSessionArguments",
    "OpenModuleSessionInput",
    "OpenModuleSessionOutput",
    "OpenModuleSessionOutputLists",
    "OpenModuleSessionOutputListsAuths",
    "OpenModuleSessionOutputListsBills",
    "OpenModuleSessionOutputListsPaymentMethods",
    "PageColors",
    "Partner",
    "PartnerBill",
    "PartnerEncryption",
    "PartnerLocked",
    "PartnerRateLimit",
    "PartnerReconciledEvent",
    "PartnerReconciledEventPayload",
    "PartnerSettingsChangedEvent",
    "PartnerSettingsChangedEventPayload",
    "PartnerStatus",
    "PaymentDelayedEventData",
    "PaymentDelayedEventDataCompany",
    "PaymentDelayedEventDataPaymentMethod",
    "PaymentDelayedEventDataTrigger",
    "PaymentEventData",
    "PaymentEventDataCompany",
    "PaymentEventDataPaymentMethod",
    "PaymentEventDataTrigger",
    "PaymentEventStatus",
    "PaymentHistoryEntry",
    "PaymentMethod",
    "PaymentMethodAuthorization",
    "PaymentMethodBank",
    "PaymentMethodCard",
    "PaymentMethodDeclinedEvent",
    "PaymentMethodDeclinedEventPayload",
    "PaymentMethodEventData",
    "PaymentMethodEventDataPaymentMethod",
    "PaymentMethodEventDataPaymentMethodAuthorization",
    "PaymentMethodRemovedEvent",
    "PaymentMethodRemovedEventPayload",
    "PaymentMethodStatus",
    "PaymentMethodToAdd",
    "PaymentMethodType",
    "PaymentOption",
    "PaymentOptionSettings",
    "PaymentReturned",
    "PaymentStatus",
    "PaymentWaiting",
    "PaymentWaitsFor",
    "Problem",
    "PromptInput",
    "PublishedKey",
    "Question",
    "ReconciliationFinding",
    "ReconciliationFindingKind",
    "ReconciliationFindingSettled",
    "ReconciliationSummary",
    "ReconciliationSummaryKind",
    "ReconciliationSummaryKindKind",
    "RequiredPayment",
    "ResourceType",
    "RetryEventArguments",
    "RetryEventInput",
    "RetryEventOutput",
    "RetryPaymentMethodArguments",
    "ReturnReason",
    "RevokeApiKeyArguments",
    "RevokeTokensArguments",
    "RevokeTokensInput",
    "RotateWebhookSecretArguments",
    "Schedule",
    "SchedulePaymentArguments",
    "SchedulePaymentInput",
    "SearchCompaniesArguments",
    "SearchCompaniesOutput",
    "SetCardCodeArguments",
    "SetCardCodeInput",
    "SetClockArguments",
    "SetClockInput",
    "SettingsEventData",
    "SettingsEventDataBy",
    "SigningSettings",
    "SigningSettingsKey",
    "SigningSettingsLastRefresh",
    "SigningSettingsLastRefreshOutcome",
    "Success",
    "Surcharge",
    "Swap",
    "SwapCreatedEvent",
    "SwapCreatedEventPayload",
    "SwapEventData",
    "SwapEventDataPaymentMethod",
    "SwapEventDataSwap",
    "SwapEventDataSwapAuth",
    "SwapEventDataSwapPaymentMethod",
    "SwapEventDataSwapStatus",
    "SwapHoldEvent",
    "SwapHoldEventPayload",
    "SwapStatus",
    "SwapStatusType",
    "SwapSuccessEvent",
    "SwapSuccessEventPayload",
    "Switch",
    "SyncClientArguments",
    "SyncClientInput",
    "SyncClientInputToken",
    "SyncClientOutput",
    "SyncClientOutputCard",
    "TestWebhookEndpointArguments",
    "Theme",
    "ThemeColorScheme",
    "ThemeDensity",
    "ThemeFont",
    "ThemeLogo",
    "ThemeWeights",
    "TokenKey",
    "UpdateEncryptionArguments",
    "UpdateEncryptionInput",
    "UpdateEncryptionOutput",
    "UpdateModulesArguments",
    "UpdateModulesInput",
    "UpdatePaymentSettingsArguments",
    "UpdatePaymentSettingsInput",
    "UpdateSigningArguments",
    "UpdateSigningInput",
    "UpdateWebhookEndpointArguments",
    "UpdateWebhookEndpointInput",
    "UpdateWebhookEndpointInputStatus",
    "UploadFontArguments",
    "UploadFontInput",
    "WaitingReason",
    "WebhookEndpoint",
    "WebhookEndpointDisabledBy",
    "WebhookEndpointStatus",
    "WebhookEndpointTestEvent",
    "WebhookEndpointTestEventPayload",
    "WebhookEndpointTestEventPayloadData",
    "WebhookEndpointWithSecret",
    "Withheld",
    "WithheldReason",
]

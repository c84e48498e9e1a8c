# Written by `npm run docs` from the contracts. Not to be changed by hand.
from __future__ import annotations

from typing import Any, Dict, List, Literal, Mapping, Sequence, TypeAlias, TypedDict, Union


class AnswersItem(TypedDict):
    identifier: str
    answer: str


Answers: TypeAlias = "List[AnswersItem]"


class AuthStatus(TypedDict):
    type: Literal["verified", "authenticate", "hold", "mfa-required"]


class _Auth(TypedDict):
    _id: str
    status: AuthStatus
    company: CompanySummary
    created: str
    items: List[Literal["bill", "payment", "swap"]]


class Auth(_Auth, total=False):
    reason: HoldReason
    mfa: Mfa


class AuthProgressAuthStatus(TypedDict):
    type: Literal["verified", "authenticate", "hold", "mfa-required"]


class _AuthProgressAuth(TypedDict):
    _id: str
    company: CompanySummary
    created: str
    items: List[Literal["bill", "payment", "swap"]]


class AuthProgressAuth(_AuthProgressAuth, total=False):
    status: AuthProgressAuthStatus
    reason: HoldReason
    mfa: Mfa


class _AuthProgress(TypedDict):
    auth: AuthProgressAuth
    linking: bool


class AuthProgress(_AuthProgress, total=False):
    progress: Literal["signing-in", "checking-security", "reading-bill", "paying", "updating-card"]
    challenge: Challenge


class BillWithheld(TypedDict):
    reason: Literal["amount-limit", "no-payment-method", "payment-method-declined", "payment-method-not-accepted"]


class BillStatus(TypedDict):
    type: Literal["syncing", "zero-balance", "overdue", "payment-required", "payment-declined", "upcoming", "pending", "paid"]


class _BillSettingsConsent(TypedDict):
    by: Literal["partner", "user", "legacy"]


class BillSettingsConsent(_BillSettingsConsent, total=False):
    at: str
    implied: Literal[True]
    textHash: str
    version: str
    locale: str


class BillSettingsOffered(TypedDict, total=False):
    recurring: Literal["enabled"]
    customPaymentAmount: str
    paymentMethodId: str


class _BillSettings(TypedDict):
    recurring: Literal["enabled", "disabled"]
    schedule: Literal["ten-days-before", "five-days-before", "day-before", "on-due-date", "immediately"]
    notifications: Literal["enabled", "disabled"]


class BillSettings(_BillSettings, total=False):
    recurringRequired: Literal[True]
    consent: BillSettingsConsent
    offered: BillSettingsOffered


class BillMeta(TypedDict, total=False):
    accountNumber: str


class _Bill(TypedDict):
    _id: str
    auth: Auth
    autopay: Literal["enabled", "disabled", "unknown"]
    autopaySource: Literal["client", "company", "unknown"]
    status: BillStatus
    company: BillCompany
    settings: BillSettings
    meta: BillMeta
    hidden: Literal["true", "false"]


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
    withheld: BillWithheld


class BillCompanyAdditionalPaymentOptionsItemSettings(TypedDict, total=False):
    canExceedBalance: bool


class BillCompanyAdditionalPaymentOptionsItem(TypedDict):
    type: str
    settings: BillCompanyAdditionalPaymentOptionsItemSettings


class BillCompanyFeesAch(TypedDict):
    rate: float
    percentage: bool


class BillCompanyFeesCardsValueCredit(TypedDict):
    rate: float
    percentage: bool


class BillCompanyFeesCardsValueDebit(TypedDict):
    rate: float
    percentage: bool


class BillCompanyFeesCardsValue(TypedDict, total=False):
    credit: BillCompanyFeesCardsValueCredit
    debit: BillCompanyFeesCardsValueDebit


class BillCompanyFees(TypedDict, total=False):
    ach: BillCompanyFeesAch
    cards: Dict[str, BillCompanyFeesCardsValue]


class _BillCompany(TypedDict):
    _id: str
    name: str
    logo: Logo
    userPresenceRequired: bool


class BillCompany(_BillCompany, total=False):
    requiredPayment: Literal["bank", "card"]
    schedule: Literal["ten-days-before", "five-days-before", "day-before", "on-due-date", "immediately"]
    additionalPaymentOptions: List[BillCompanyAdditionalPaymentOptionsItem]
    fees: BillCompanyFees


class BillWithPaymentsPaymentWaiting(TypedDict):
    reason: Literal["more-owed", "another-statement", "unusual-amount"]
    seen: str
    owed: str


class BillWithPaymentsPaymentWithheld(TypedDict):
    reason: Literal["amount-limit", "no-payment-method", "payment-method-declined", "payment-method-not-accepted"]


class _BillWithPaymentsPayment(TypedDict):
    _id: str
    status: Literal["scheduled", "pending", "paid", "declined", "held", "cancelled"]


class BillWithPaymentsPayment(_BillWithPaymentsPayment, total=False):
    payDate: str
    amount: str
    paymentMethodId: str
    paymentIdentifier: str
    created: str
    confirmation: str
    fee: str
    reason: HoldReason
    waiting: BillWithPaymentsPaymentWaiting
    withheld: BillWithPaymentsPaymentWithheld


class _BillWithPayments(TypedDict):
    bill: Bill
    payments: List[PaymentHistoryEntry]


class BillWithPayments(_BillWithPayments, total=False):
    payment: BillWithPaymentsPayment


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
    cardType: Literal["credit", "debit"]
    cardBrand: Literal["american express", "discover", "maestro", "mastercard", "uatp", "visa"]


class Category(TypedDict):
    name: str
    type: str


class ChallengeInputItem(TypedDict):
    question: str
    identifier: str


class ChallengeInput2Item(TypedDict):
    type: Literal["text", "email"]
    mask: str
    identifier: str
    label: str


class ChallengeInput3(TypedDict):
    request: str


class _Challenge(TypedDict):
    method: Literal["questions", "code", "prompt"]
    input: Union[List[ChallengeInputItem], List[ChallengeInput2Item], ChallengeInput3]
    token: str
    auth: Auth


class Challenge(_Challenge, total=False):
    showRetry: Literal[True]


class ClientToCreateMeta(TypedDict, total=False):
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
    meta: ClientToCreateMeta


class CompanyAdditionalPaymentOptionsItemSettings(TypedDict, total=False):
    canExceedBalance: bool


class CompanyAdditionalPaymentOptionsItem(TypedDict):
    type: str
    settings: CompanyAdditionalPaymentOptionsItemSettings


class CompanyFeesAch(TypedDict):
    rate: float
    percentage: bool


class CompanyFeesCardsValueCredit(TypedDict):
    rate: float
    percentage: bool


class CompanyFeesCardsValueDebit(TypedDict):
    rate: float
    percentage: bool


class CompanyFeesCardsValue(TypedDict, total=False):
    credit: CompanyFeesCardsValueCredit
    debit: CompanyFeesCardsValueDebit


class CompanyFees(TypedDict, total=False):
    ach: CompanyFeesAch
    cards: Dict[str, CompanyFeesCardsValue]


class CompanyAuthUrls(TypedDict):
    login: str
    signup: Union[str, None]
    forgotPassword: Union[str, None]
    forgotUsername: Union[str, None]


class CompanyAuthLoginFieldsItem(TypedDict):
    name: str
    label: str
    placeholder: str
    formType: Literal["text", "password", "email", "tel"]


class CompanyAuth(TypedDict):
    urls: CompanyAuthUrls
    loginFields: List[CompanyAuthLoginFieldsItem]


class CompanyGeo(TypedDict):
    lat: float
    lng: float
    stateShort: str
    stateLong: str
    state_short: str
    state_long: str
    zipcode: str
    address: str


class _Company(TypedDict):
    _id: str
    name: str
    logo: Logo
    categories: List[str]
    status: Literal["operational", "maintenance"]
    fullyAutomatedBill: bool
    fullyAutomatedCardSwap: bool
    userPresenceRequired: bool
    auth: CompanyAuth


class Company(_Company, total=False):
    requiredPayment: Literal["bank", "card"]
    recurringRequired: Literal[True]
    schedule: Literal["ten-days-before", "five-days-before", "day-before", "on-due-date", "immediately"]
    additionalPaymentOptions: List[CompanyAdditionalPaymentOptionsItem]
    fees: CompanyFees
    geo: CompanyGeo
    distance: float


class CompanySummary(TypedDict):
    _id: str
    name: str
    logo: Logo


class _HoldReason(TypedDict):
    userMessage: str
    code: Literal["account_issue_wallet_pay_on_file", "account_issue_streaming_plus_third_party_on_file", "account_issue_payment_details_required", "account_issue_with_swap", "account_issue_primary_account_holder", "account_issue_card_not_accepted", "account_issue_max_cards_on_file", "account_issue_third_party_connected", "account_issue_third_party_available", "account_issue_no_active_subscription", "system_issue_with_swap", "provider_system_issue", "partner_expiration_exceeded", "account_issue_account_locked", "authentication_unsupported", "authentication_not_completed", "account_set_up_online_payments", "account_issue_verify_identity", "account_issue_accept_toc", "account_issue_no_service_account", "account_issue_third_party_payments_on_file", "system_issue_with_bill", "system_issue_with_bill_payment", "account_paid_in_full", "account_issue_payment_restrictions", "account_issue_inactive_account", "account_issue_no_bill", "no_payment_required", "foreign_currency_issue"]


class HoldReason(_HoldReason, total=False):
    subcode: Literal["invalid-credentials", "no-mfa-response-received", "invalid-mfa", "unanswered-mfa-question", "selector-not-found", "navigation-error", "job-timeout", "captcha-failure", "proxy-failure", "known-system-error", "issue-unidentified"]


LoginForm: TypeAlias = "Dict[str, str]"


class LogoSvg(TypedDict):
    url: str
    color: str


class _Logo(TypedDict):
    url: str
    background: bool


class Logo(_Logo, total=False):
    svg: LogoSvg


class MfaMfaItem(TypedDict):
    question: str
    identifier: str


class _Mfa(TypedDict):
    method: Literal["questions", "code", "prompt"]


class Mfa(_Mfa, total=False):
    mfa: List[MfaMfaItem]


class ModuleLookThemeLight(TypedDict, total=False):
    background: str
    surface: str
    text: str


class ModuleLookThemeDark(TypedDict, total=False):
    background: str
    surface: str
    text: str


class ModuleLookThemeFont(TypedDict):
    name: str
    fontId: str


class ModuleLookThemeLogo(TypedDict, total=False):
    light: str
    dark: str


class ModuleLookTheme(TypedDict, total=False):
    brandColor: str
    colorScheme: Literal["auto", "light", "dark"]
    light: ModuleLookThemeLight
    dark: ModuleLookThemeDark
    radius: int
    font: ModuleLookThemeFont
    logo: ModuleLookThemeLogo


class ModuleLookLinks(TypedDict, total=False):
    help: str
    privacy: str
    terms: str


class _ModuleLook(TypedDict):
    partnerId: str
    name: str
    theme: ModuleLookTheme
    texts: Dict[str, str]
    links: ModuleLookLinks
    hideAttribution: bool
    origins: List[str]
    bridgeName: str


class ModuleLook(_ModuleLook, total=False):
    opensIn: List[Literal["frame", "app"]]


class PartnerBillPaymentWaiting(TypedDict):
    reason: Literal["more-owed", "another-statement", "unusual-amount"]
    seen: str
    owed: str


class PartnerBillPaymentWithheld(TypedDict):
    reason: Literal["amount-limit", "no-payment-method", "payment-method-declined", "payment-method-not-accepted"]


class _PartnerBillPayment(TypedDict):
    _id: str
    status: Literal["scheduled", "pending", "paid", "declined", "held", "cancelled"]


class PartnerBillPayment(_PartnerBillPayment, total=False):
    payDate: str
    amount: str
    paymentMethodId: str
    paymentIdentifier: str
    created: str
    confirmation: str
    fee: str
    reason: HoldReason
    waiting: PartnerBillPaymentWaiting
    withheld: PartnerBillPaymentWithheld


class _PartnerBill(TypedDict):
    bill: Bill
    payments: List[PaymentHistoryEntry]
    partnerUserId: str
    partnerId: str


class PartnerBill(_PartnerBill, total=False):
    payment: PartnerBillPayment


class PaymentHistoryEntry(TypedDict):
    amount: str
    paidOn: str


class _PaymentMethodCard(TypedDict):
    number: str
    brand: str
    expDate: str


class PaymentMethodCard(_PaymentMethodCard, total=False):
    type: Literal["credit", "debit"]


class PaymentMethodBank(TypedDict):
    routingNumber: str
    accountNumber: str
    routing: str
    account: str
    type: Literal["checking", "savings"]


class _PaymentMethod(TypedDict):
    _id: str
    type: Literal["card", "bank"]
    status: Literal["verified", "declined", "pending"]
    default: bool
    name: str
    assignedBills: List[str]


class PaymentMethod(_PaymentMethod, total=False):
    identifier: str
    card: PaymentMethodCard
    bank: PaymentMethodBank


class ProblemErrorsItem(TypedDict):
    field: str
    code: str
    message: str


class _Problem(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    code: Literal["invalid_request", "invalid_json", "invalid_form", "invalid_cursor", "decryption_failed", "encryption_required", "test_card_required", "digest_mismatch", "api_key_missing", "api_key_invalid", "token_invalid", "signature_missing", "signature_expired", "signature_invalid", "signature_used", "digest_missing", "verifier_required", "admin_key_required", "settings_locked", "forbidden", "route_not_found", "client_not_found", "partner_not_found", "api_key_not_found", "encryption_key_not_found", "company_not_found", "auth_not_found", "bill_not_found", "payment_method_not_found", "event_not_found", "swap_not_found", "font_not_found", "token_not_found", "challenge_not_found", "webhook_endpoint_not_found", "auth_not_on_hold", "auth_not_awaiting_answers", "retry_too_soon", "company_in_maintenance", "user_presence_required", "payment_method_required", "payment_method_declined", "payment_method_not_declined", "payment_method_recently_used", "payment_method_scheduled", "payment_method_not_accepted", "card_code_required", "amount_limit", "payment_amount_not_accepted", "payment_already_scheduled", "payment_pending", "money_under_way", "payment_not_scheduled", "statement_already_paid", "bill_not_payable", "auth_not_verified", "swap_in_progress", "swap_not_supported", "consent_required", "recurring_required", "schedule_fixed", "link_limit_reached", "key_limit_reached", "daily_key_limit_reached", "webhook_endpoint_limit_reached", "webhook_endpoint_disabled", "last_live_key", "no_encryption_key", "no_valid_key", "jwks_url_missing", "clock_moves_forward", "request_conflict", "request_in_progress", "answer_not_kept", "body_too_large", "unsupported_media_type", "idempotency_key_reused", "too_many_requests", "internal_error", "payments_paused", "service_unavailable"]
    message: str
    requestId: str
    success: Literal[False]


class Problem(_Problem, total=False):
    errors: List[ProblemErrorsItem]


class Success(TypedDict):
    success: Literal[True]


ErrorCode: TypeAlias = Literal["invalid_request", "invalid_json", "invalid_form", "invalid_cursor", "decryption_failed", "encryption_required", "test_card_required", "digest_mismatch", "api_key_missing", "api_key_invalid", "token_invalid", "signature_missing", "signature_expired", "signature_invalid", "signature_used", "digest_missing", "verifier_required", "admin_key_required", "settings_locked", "forbidden", "route_not_found", "client_not_found", "partner_not_found", "api_key_not_found", "encryption_key_not_found", "company_not_found", "auth_not_found", "bill_not_found", "payment_method_not_found", "event_not_found", "swap_not_found", "font_not_found", "token_not_found", "challenge_not_found", "webhook_endpoint_not_found", "auth_not_on_hold", "auth_not_awaiting_answers", "retry_too_soon", "company_in_maintenance", "user_presence_required", "payment_method_required", "payment_method_declined", "payment_method_not_declined", "payment_method_recently_used", "payment_method_scheduled", "payment_method_not_accepted", "card_code_required", "amount_limit", "payment_amount_not_accepted", "payment_already_scheduled", "payment_pending", "money_under_way", "payment_not_scheduled", "statement_already_paid", "bill_not_payable", "auth_not_verified", "swap_in_progress", "swap_not_supported", "consent_required", "recurring_required", "schedule_fixed", "link_limit_reached", "key_limit_reached", "daily_key_limit_reached", "webhook_endpoint_limit_reached", "webhook_endpoint_disabled", "last_live_key", "no_encryption_key", "no_valid_key", "jwks_url_missing", "clock_moves_forward", "request_conflict", "request_in_progress", "answer_not_kept", "body_too_large", "unsupported_media_type", "idempotency_key_reused", "too_many_requests", "internal_error", "payments_paused", "service_unavailable"]


class AuthCreatedEventPayloadResource(TypedDict):
    type: Literal["client"]
    id: str


class AuthCreatedEventPayloadDataAuthStatus(TypedDict):
    type: Literal["verified", "authenticate", "hold", "mfa-required"]


class _AuthCreatedEventPayloadDataAuth(TypedDict):
    _id: str
    company: CompanySummary
    created: str
    items: List[Literal["bill", "payment", "swap"]]


class AuthCreatedEventPayloadDataAuth(_AuthCreatedEventPayloadDataAuth, total=False):
    status: AuthCreatedEventPayloadDataAuthStatus
    reason: HoldReason
    mfa: Mfa


class _AuthCreatedEventPayloadData(TypedDict):
    auth: AuthCreatedEventPayloadDataAuth
    company: CompanySummary


class AuthCreatedEventPayloadData(_AuthCreatedEventPayloadData, total=False):
    paymentIdentifier: str


class AuthCreatedEventPayload(TypedDict):
    resource: AuthCreatedEventPayloadResource
    data: AuthCreatedEventPayloadData


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


class AuthSuccessEventPayloadResource(TypedDict):
    type: Literal["client"]
    id: str


class _AuthSuccessEventPayloadData(TypedDict):
    auth: Auth
    company: CompanySummary


class AuthSuccessEventPayloadData(_AuthSuccessEventPayloadData, total=False):
    paymentIdentifier: str


class AuthSuccessEventPayload(TypedDict):
    resource: AuthSuccessEventPayloadResource
    data: AuthSuccessEventPayloadData


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


class AuthFailedEventPayloadResource(TypedDict):
    type: Literal["client"]
    id: str


class _AuthFailedEventPayloadData(TypedDict):
    auth: Auth
    company: CompanySummary


class AuthFailedEventPayloadData(_AuthFailedEventPayloadData, total=False):
    paymentIdentifier: str


class AuthFailedEventPayload(TypedDict):
    resource: AuthFailedEventPayloadResource
    data: AuthFailedEventPayloadData


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


class AuthInvalidEventPayloadResource(TypedDict):
    type: Literal["client"]
    id: str


class _AuthInvalidEventPayloadData(TypedDict):
    auth: Auth
    company: CompanySummary


class AuthInvalidEventPayloadData(_AuthInvalidEventPayloadData, total=False):
    paymentIdentifier: str


class AuthInvalidEventPayload(TypedDict):
    resource: AuthInvalidEventPayloadResource
    data: AuthInvalidEventPayloadData


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


class AuthHoldEventPayloadResource(TypedDict):
    type: Literal["client"]
    id: str


class _AuthHoldEventPayloadDataHold(TypedDict):
    code: Literal["account_issue_wallet_pay_on_file", "account_issue_streaming_plus_third_party_on_file", "account_issue_payment_details_required", "account_issue_with_swap", "account_issue_primary_account_holder", "account_issue_card_not_accepted", "account_issue_max_cards_on_file", "account_issue_third_party_connected", "account_issue_third_party_available", "account_issue_no_active_subscription", "system_issue_with_swap", "provider_system_issue", "partner_expiration_exceeded", "account_issue_account_locked", "authentication_unsupported", "authentication_not_completed", "account_set_up_online_payments", "account_issue_verify_identity", "account_issue_accept_toc", "account_issue_no_service_account", "account_issue_third_party_payments_on_file", "system_issue_with_bill", "system_issue_with_bill_payment", "account_paid_in_full", "account_issue_payment_restrictions", "account_issue_inactive_account", "account_issue_no_bill", "no_payment_required", "foreign_currency_issue"]
    text: str


class AuthHoldEventPayloadDataHold(_AuthHoldEventPayloadDataHold, total=False):
    subcode: Literal["invalid-credentials", "no-mfa-response-received", "invalid-mfa", "unanswered-mfa-question", "selector-not-found", "navigation-error", "job-timeout", "captcha-failure", "proxy-failure", "known-system-error", "issue-unidentified"]


class _AuthHoldEventPayloadData(TypedDict):
    auth: Auth
    company: CompanySummary
    hold: AuthHoldEventPayloadDataHold


class AuthHoldEventPayloadData(_AuthHoldEventPayloadData, total=False):
    paymentIdentifier: str


class AuthHoldEventPayload(TypedDict):
    resource: AuthHoldEventPayloadResource
    data: AuthHoldEventPayloadData


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


class AuthNeedsResyncEventPayloadResource(TypedDict):
    type: Literal["client"]
    id: str


class _AuthNeedsResyncEventPayloadData(TypedDict):
    auth: Auth
    company: CompanySummary


class AuthNeedsResyncEventPayloadData(_AuthNeedsResyncEventPayloadData, total=False):
    paymentIdentifier: str


class AuthNeedsResyncEventPayload(TypedDict):
    resource: AuthNeedsResyncEventPayloadResource
    data: AuthNeedsResyncEventPayloadData


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


class AuthDeletedEventPayloadResource(TypedDict):
    type: Literal["client"]
    id: str


class AuthDeletedEventPayloadDataAuthStatus(TypedDict):
    type: Literal["verified", "authenticate", "hold", "mfa-required"]


class _AuthDeletedEventPayloadDataAuth(TypedDict):
    _id: str
    company: CompanySummary
    created: str
    items: List[Literal["bill", "payment", "swap"]]


class AuthDeletedEventPayloadDataAuth(_AuthDeletedEventPayloadDataAuth, total=False):
    status: AuthDeletedEventPayloadDataAuthStatus
    reason: HoldReason
    mfa: Mfa


class _AuthDeletedEventPayloadData(TypedDict):
    auth: AuthDeletedEventPayloadDataAuth
    company: CompanySummary


class AuthDeletedEventPayloadData(_AuthDeletedEventPayloadData, total=False):
    paymentIdentifier: str


class AuthDeletedEventPayload(TypedDict):
    resource: AuthDeletedEventPayloadResource
    data: AuthDeletedEventPayloadData


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


class AuthSecurityInputRequiredEventPayloadResource(TypedDict):
    type: Literal["client"]
    id: str


class AuthSecurityInputRequiredEventPayloadDataInputItem(TypedDict):
    question: str
    identifier: str


class AuthSecurityInputRequiredEventPayloadDataInput2Item(TypedDict):
    type: Literal["text", "email"]
    mask: str
    identifier: str
    label: str


class AuthSecurityInputRequiredEventPayloadDataInput3(TypedDict):
    request: str


class _AuthSecurityInputRequiredEventPayloadData(TypedDict):
    method: Literal["questions", "code", "prompt"]
    input: Union[List[AuthSecurityInputRequiredEventPayloadDataInputItem], List[AuthSecurityInputRequiredEventPayloadDataInput2Item], AuthSecurityInputRequiredEventPayloadDataInput3]
    token: str
    auth: Auth


class AuthSecurityInputRequiredEventPayloadData(_AuthSecurityInputRequiredEventPayloadData, total=False):
    showRetry: Literal[True]
    paymentIdentifier: str


class AuthSecurityInputRequiredEventPayload(TypedDict):
    resource: AuthSecurityInputRequiredEventPayloadResource
    data: AuthSecurityInputRequiredEventPayloadData


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


class BillCreatedEventPayloadResource(TypedDict):
    type: Literal["bill"]
    id: str


class BillCreatedEventPayloadData(TypedDict):
    bill: Bill
    auth: Auth


class BillCreatedEventPayload(TypedDict):
    resource: BillCreatedEventPayloadResource
    data: BillCreatedEventPayloadData


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


class BillUpdateEventPayloadResource(TypedDict):
    type: Literal["bill"]
    id: str


class BillUpdateEventPayloadDataBillAutopay(TypedDict):
    previous: Union[Literal["enabled", "disabled", "unknown"], None]
    current: Union[Literal["enabled", "disabled", "unknown"], None]


class BillUpdateEventPayloadDataBillAutopaySource(TypedDict):
    previous: Union[Literal["client", "company", "unknown"], None]
    current: Union[Literal["client", "company", "unknown"], None]


class BillUpdateEventPayloadDataBillBalance(TypedDict):
    previous: Union[str, None]
    current: Union[str, None]


class BillUpdateEventPayloadDataBillStatementBalance(TypedDict):
    previous: Union[str, None]
    current: Union[str, None]


class BillUpdateEventPayloadDataBillFullBalance(TypedDict):
    previous: Union[str, None]
    current: Union[str, None]


class BillUpdateEventPayloadDataBillDueDate(TypedDict):
    previous: Union[str, None]
    current: Union[str, None]


class BillUpdateEventPayloadDataBillCustomPaymentAmount(TypedDict):
    previous: Union[str, None]
    current: Union[str, None]


class BillUpdateEventPayloadDataBillCustomLabel(TypedDict):
    previous: Union[str, None]
    current: Union[str, None]


class BillUpdateEventPayloadDataBillLastPaidAmount(TypedDict):
    previous: Union[str, None]
    current: Union[str, None]


class BillUpdateEventPayloadDataBillLastPaidOn(TypedDict):
    previous: Union[str, None]
    current: Union[str, None]


class BillUpdateEventPayloadDataBillPayDate(TypedDict):
    previous: Union[str, None]
    current: Union[str, None]


class BillUpdateEventPayloadDataBillWithheldPrevious(TypedDict):
    reason: Literal["amount-limit", "no-payment-method", "payment-method-declined", "payment-method-not-accepted"]


class BillUpdateEventPayloadDataBillWithheldCurrent(TypedDict):
    reason: Literal["amount-limit", "no-payment-method", "payment-method-declined", "payment-method-not-accepted"]


class BillUpdateEventPayloadDataBillWithheld(TypedDict):
    previous: Union[BillUpdateEventPayloadDataBillWithheldPrevious, None]
    current: Union[BillUpdateEventPayloadDataBillWithheldCurrent, None]


class BillUpdateEventPayloadDataBillStatusPrevious(TypedDict):
    type: Literal["syncing", "zero-balance", "overdue", "payment-required", "payment-declined", "upcoming", "pending", "paid"]


class BillUpdateEventPayloadDataBillStatusCurrent(TypedDict):
    type: Literal["syncing", "zero-balance", "overdue", "payment-required", "payment-declined", "upcoming", "pending", "paid"]


class BillUpdateEventPayloadDataBillStatus(TypedDict):
    previous: Union[BillUpdateEventPayloadDataBillStatusPrevious, None]
    current: Union[BillUpdateEventPayloadDataBillStatusCurrent, None]


class _BillUpdateEventPayloadDataBillSettingsPreviousConsent(TypedDict):
    by: Literal["partner", "user", "legacy"]


class BillUpdateEventPayloadDataBillSettingsPreviousConsent(_BillUpdateEventPayloadDataBillSettingsPreviousConsent, total=False):
    at: str
    implied: Literal[True]
    textHash: str
    version: str
    locale: str


class BillUpdateEventPayloadDataBillSettingsPreviousOffered(TypedDict, total=False):
    recurring: Literal["enabled"]
    customPaymentAmount: str
    paymentMethodId: str


class _BillUpdateEventPayloadDataBillSettingsPrevious(TypedDict):
    recurring: Literal["enabled", "disabled"]
    schedule: Literal["ten-days-before", "five-days-before", "day-before", "on-due-date", "immediately"]
    notifications: Literal["enabled", "disabled"]


class BillUpdateEventPayloadDataBillSettingsPrevious(_BillUpdateEventPayloadDataBillSettingsPrevious, total=False):
    recurringRequired: Literal[True]
    consent: BillUpdateEventPayloadDataBillSettingsPreviousConsent
    offered: BillUpdateEventPayloadDataBillSettingsPreviousOffered


class _BillUpdateEventPayloadDataBillSettingsCurrentConsent(TypedDict):
    by: Literal["partner", "user", "legacy"]


class BillUpdateEventPayloadDataBillSettingsCurrentConsent(_BillUpdateEventPayloadDataBillSettingsCurrentConsent, total=False):
    at: str
    implied: Literal[True]
    textHash: str
    version: str
    locale: str


class BillUpdateEventPayloadDataBillSettingsCurrentOffered(TypedDict, total=False):
    recurring: Literal["enabled"]
    customPaymentAmount: str
    paymentMethodId: str


class _BillUpdateEventPayloadDataBillSettingsCurrent(TypedDict):
    recurring: Literal["enabled", "disabled"]
    schedule: Literal["ten-days-before", "five-days-before", "day-before", "on-due-date", "immediately"]
    notifications: Literal["enabled", "disabled"]


class BillUpdateEventPayloadDataBillSettingsCurrent(_BillUpdateEventPayloadDataBillSettingsCurrent, total=False):
    recurringRequired: Literal[True]
    consent: BillUpdateEventPayloadDataBillSettingsCurrentConsent
    offered: BillUpdateEventPayloadDataBillSettingsCurrentOffered


class BillUpdateEventPayloadDataBillSettings(TypedDict):
    previous: Union[BillUpdateEventPayloadDataBillSettingsPrevious, None]
    current: Union[BillUpdateEventPayloadDataBillSettingsCurrent, None]


class BillUpdateEventPayloadDataBillMetaPrevious(TypedDict, total=False):
    accountNumber: str


class BillUpdateEventPayloadDataBillMetaCurrent(TypedDict, total=False):
    accountNumber: str


class BillUpdateEventPayloadDataBillMeta(TypedDict):
    previous: Union[BillUpdateEventPayloadDataBillMetaPrevious, None]
    current: Union[BillUpdateEventPayloadDataBillMetaCurrent, None]


class BillUpdateEventPayloadDataBillHidden(TypedDict):
    previous: Union[Literal["true", "false"], None]
    current: Union[Literal["true", "false"], None]


class _BillUpdateEventPayloadDataBill(TypedDict):
    _id: str
    balance: BillUpdateEventPayloadDataBillBalance


class BillUpdateEventPayloadDataBill(_BillUpdateEventPayloadDataBill, total=False):
    autopay: BillUpdateEventPayloadDataBillAutopay
    autopaySource: BillUpdateEventPayloadDataBillAutopaySource
    statementBalance: BillUpdateEventPayloadDataBillStatementBalance
    fullBalance: BillUpdateEventPayloadDataBillFullBalance
    dueDate: BillUpdateEventPayloadDataBillDueDate
    customPaymentAmount: BillUpdateEventPayloadDataBillCustomPaymentAmount
    customLabel: BillUpdateEventPayloadDataBillCustomLabel
    lastPaidAmount: BillUpdateEventPayloadDataBillLastPaidAmount
    lastPaidOn: BillUpdateEventPayloadDataBillLastPaidOn
    payDate: BillUpdateEventPayloadDataBillPayDate
    withheld: BillUpdateEventPayloadDataBillWithheld
    status: BillUpdateEventPayloadDataBillStatus
    settings: BillUpdateEventPayloadDataBillSettings
    meta: BillUpdateEventPayloadDataBillMeta
    hidden: BillUpdateEventPayloadDataBillHidden


class _BillUpdateEventPayloadData(TypedDict):
    company: CompanySummary
    bill: BillUpdateEventPayloadDataBill
    changed: List[Literal["autopay", "autopaySource", "balance", "statementBalance", "fullBalance", "dueDate", "customPaymentAmount", "customLabel", "lastPaidAmount", "lastPaidOn", "payDate", "withheld", "status", "settings", "meta", "hidden"]]
    current: Bill


class BillUpdateEventPayloadData(_BillUpdateEventPayloadData, total=False):
    trigger: Literal["client", "partner"]


class BillUpdateEventPayload(TypedDict):
    resource: BillUpdateEventPayloadResource
    data: BillUpdateEventPayloadData


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


class BillUpcomingEventPayloadResource(TypedDict):
    type: Literal["bill"]
    id: str


class BillUpcomingEventPayloadData(TypedDict):
    bill: Bill


class BillUpcomingEventPayload(TypedDict):
    resource: BillUpcomingEventPayloadResource
    data: BillUpcomingEventPayloadData


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


class BillScheduledPaymentNoticeEventPayloadResource(TypedDict):
    type: Literal["bill"]
    id: str


class BillScheduledPaymentNoticeEventPayloadDataDueDate(TypedDict):
    previous: Union[str, None]
    current: Union[str, None]


class _BillScheduledPaymentNoticeEventPayloadData(TypedDict):
    bill: Bill


class BillScheduledPaymentNoticeEventPayloadData(_BillScheduledPaymentNoticeEventPayloadData, total=False):
    dueDate: BillScheduledPaymentNoticeEventPayloadDataDueDate


class BillScheduledPaymentNoticeEventPayload(TypedDict):
    resource: BillScheduledPaymentNoticeEventPayloadResource
    data: BillScheduledPaymentNoticeEventPayloadData


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


class BillPaymentScheduledEventPayloadResource(TypedDict):
    type: Literal["bill"]
    id: str


class _BillPaymentScheduledEventPayloadDataCompany(TypedDict):
    _id: str


class BillPaymentScheduledEventPayloadDataCompany(_BillPaymentScheduledEventPayloadDataCompany, total=False):
    name: str
    logo: Logo


class _BillPaymentScheduledEventPayloadDataPaymentMethodCard(TypedDict):
    number: str
    brand: str
    expDate: str


class BillPaymentScheduledEventPayloadDataPaymentMethodCard(_BillPaymentScheduledEventPayloadDataPaymentMethodCard, total=False):
    type: Literal["credit", "debit"]


class BillPaymentScheduledEventPayloadDataPaymentMethodBank(TypedDict):
    routingNumber: str
    accountNumber: str
    routing: str
    account: str
    type: Literal["checking", "savings"]


class _BillPaymentScheduledEventPayloadDataPaymentMethod(TypedDict):
    _id: str
    type: Literal["card", "bank"]


class BillPaymentScheduledEventPayloadDataPaymentMethod(_BillPaymentScheduledEventPayloadDataPaymentMethod, total=False):
    identifier: str
    card: BillPaymentScheduledEventPayloadDataPaymentMethodCard
    bank: BillPaymentScheduledEventPayloadDataPaymentMethodBank


class BillPaymentScheduledEventPayloadDataPaymentWaiting(TypedDict):
    reason: Literal["more-owed", "another-statement", "unusual-amount"]
    seen: str
    owed: str


class _BillPaymentScheduledEventPayloadDataPayment(TypedDict):
    _id: str
    billId: str
    authId: str
    companyId: str
    status: Literal["scheduled", "waiting", "delayed", "sent", "failed", "cancelled"]
    payDate: str
    automatic: bool


class BillPaymentScheduledEventPayloadDataPayment(_BillPaymentScheduledEventPayloadDataPayment, total=False):
    amount: str
    paidOn: str
    paymentMethodId: str
    confirmation: str
    fee: str
    reason: HoldReason
    waiting: BillPaymentScheduledEventPayloadDataPaymentWaiting


class _BillPaymentScheduledEventPayloadData(TypedDict):
    company: BillPaymentScheduledEventPayloadDataCompany
    payDate: str
    payment: BillPaymentScheduledEventPayloadDataPayment


class BillPaymentScheduledEventPayloadData(_BillPaymentScheduledEventPayloadData, total=False):
    amount: str
    paymentMethod: BillPaymentScheduledEventPayloadDataPaymentMethod
    surcharge: str
    trigger: Literal["client", "partner", "automatic"]
    paymentIdentifier: str


class BillPaymentScheduledEventPayload(TypedDict):
    resource: BillPaymentScheduledEventPayloadResource
    data: BillPaymentScheduledEventPayloadData


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


class BillPaymentWaitingEventPayloadResource(TypedDict):
    type: Literal["bill"]
    id: str


class _BillPaymentWaitingEventPayloadDataCompany(TypedDict):
    _id: str


class BillPaymentWaitingEventPayloadDataCompany(_BillPaymentWaitingEventPayloadDataCompany, total=False):
    name: str
    logo: Logo


class _BillPaymentWaitingEventPayloadDataPaymentMethodCard(TypedDict):
    number: str
    brand: str
    expDate: str


class BillPaymentWaitingEventPayloadDataPaymentMethodCard(_BillPaymentWaitingEventPayloadDataPaymentMethodCard, total=False):
    type: Literal["credit", "debit"]


class BillPaymentWaitingEventPayloadDataPaymentMethodBank(TypedDict):
    routingNumber: str
    accountNumber: str
    routing: str
    account: str
    type: Literal["checking", "savings"]


class _BillPaymentWaitingEventPayloadDataPaymentMethod(TypedDict):
    _id: str
    type: Literal["card", "bank"]


class BillPaymentWaitingEventPayloadDataPaymentMethod(_BillPaymentWaitingEventPayloadDataPaymentMethod, total=False):
    identifier: str
    card: BillPaymentWaitingEventPayloadDataPaymentMethodCard
    bank: BillPaymentWaitingEventPayloadDataPaymentMethodBank


class BillPaymentWaitingEventPayloadDataPaymentWaiting(TypedDict):
    reason: Literal["more-owed", "another-statement", "unusual-amount"]
    seen: str
    owed: str


class _BillPaymentWaitingEventPayloadDataPayment(TypedDict):
    _id: str
    billId: str
    authId: str
    companyId: str
    status: Literal["scheduled", "waiting", "delayed", "sent", "failed", "cancelled"]
    payDate: str
    automatic: bool


class BillPaymentWaitingEventPayloadDataPayment(_BillPaymentWaitingEventPayloadDataPayment, total=False):
    amount: str
    paidOn: str
    paymentMethodId: str
    confirmation: str
    fee: str
    reason: HoldReason
    waiting: BillPaymentWaitingEventPayloadDataPaymentWaiting


class _BillPaymentWaitingEventPayloadData(TypedDict):
    company: BillPaymentWaitingEventPayloadDataCompany
    payDate: str
    payment: BillPaymentWaitingEventPayloadDataPayment


class BillPaymentWaitingEventPayloadData(_BillPaymentWaitingEventPayloadData, total=False):
    amount: str
    paymentMethod: BillPaymentWaitingEventPayloadDataPaymentMethod
    surcharge: str
    trigger: Literal["client", "partner", "automatic"]
    paymentIdentifier: str


class BillPaymentWaitingEventPayload(TypedDict):
    resource: BillPaymentWaitingEventPayloadResource
    data: BillPaymentWaitingEventPayloadData


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


class BillPaymentDelayedEventPayloadResource(TypedDict):
    type: Literal["bill"]
    id: str


class _BillPaymentDelayedEventPayloadDataCompany(TypedDict):
    _id: str


class BillPaymentDelayedEventPayloadDataCompany(_BillPaymentDelayedEventPayloadDataCompany, total=False):
    name: str
    logo: Logo


class _BillPaymentDelayedEventPayloadDataPaymentMethodCard(TypedDict):
    number: str
    brand: str
    expDate: str


class BillPaymentDelayedEventPayloadDataPaymentMethodCard(_BillPaymentDelayedEventPayloadDataPaymentMethodCard, total=False):
    type: Literal["credit", "debit"]


class BillPaymentDelayedEventPayloadDataPaymentMethodBank(TypedDict):
    routingNumber: str
    accountNumber: str
    routing: str
    account: str
    type: Literal["checking", "savings"]


class _BillPaymentDelayedEventPayloadDataPaymentMethod(TypedDict):
    _id: str
    type: Literal["card", "bank"]


class BillPaymentDelayedEventPayloadDataPaymentMethod(_BillPaymentDelayedEventPayloadDataPaymentMethod, total=False):
    identifier: str
    card: BillPaymentDelayedEventPayloadDataPaymentMethodCard
    bank: BillPaymentDelayedEventPayloadDataPaymentMethodBank


class BillPaymentDelayedEventPayloadDataPaymentWaiting(TypedDict):
    reason: Literal["more-owed", "another-statement", "unusual-amount"]
    seen: str
    owed: str


class _BillPaymentDelayedEventPayloadDataPayment(TypedDict):
    _id: str
    billId: str
    authId: str
    companyId: str
    status: Literal["scheduled", "waiting", "delayed", "sent", "failed", "cancelled"]
    payDate: str
    automatic: bool


class BillPaymentDelayedEventPayloadDataPayment(_BillPaymentDelayedEventPayloadDataPayment, total=False):
    amount: str
    paidOn: str
    paymentMethodId: str
    confirmation: str
    fee: str
    reason: HoldReason
    waiting: BillPaymentDelayedEventPayloadDataPaymentWaiting


class _BillPaymentDelayedEventPayloadData(TypedDict):
    company: BillPaymentDelayedEventPayloadDataCompany
    payDate: str
    payment: BillPaymentDelayedEventPayloadDataPayment


class BillPaymentDelayedEventPayloadData(_BillPaymentDelayedEventPayloadData, total=False):
    amount: str
    paymentMethod: BillPaymentDelayedEventPayloadDataPaymentMethod
    surcharge: str
    trigger: Literal["client", "partner", "automatic"]
    paymentIdentifier: str


class BillPaymentDelayedEventPayload(TypedDict):
    resource: BillPaymentDelayedEventPayloadResource
    data: BillPaymentDelayedEventPayloadData


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


class BillPaymentSentEventPayloadResource(TypedDict):
    type: Literal["bill"]
    id: str


class _BillPaymentSentEventPayloadDataCompany(TypedDict):
    _id: str


class BillPaymentSentEventPayloadDataCompany(_BillPaymentSentEventPayloadDataCompany, total=False):
    name: str
    logo: Logo


class _BillPaymentSentEventPayloadDataPaymentMethodCard(TypedDict):
    number: str
    brand: str
    expDate: str


class BillPaymentSentEventPayloadDataPaymentMethodCard(_BillPaymentSentEventPayloadDataPaymentMethodCard, total=False):
    type: Literal["credit", "debit"]


class BillPaymentSentEventPayloadDataPaymentMethodBank(TypedDict):
    routingNumber: str
    accountNumber: str
    routing: str
    account: str
    type: Literal["checking", "savings"]


class _BillPaymentSentEventPayloadDataPaymentMethod(TypedDict):
    _id: str
    type: Literal["card", "bank"]


class BillPaymentSentEventPayloadDataPaymentMethod(_BillPaymentSentEventPayloadDataPaymentMethod, total=False):
    identifier: str
    card: BillPaymentSentEventPayloadDataPaymentMethodCard
    bank: BillPaymentSentEventPayloadDataPaymentMethodBank


class BillPaymentSentEventPayloadDataPaymentWaiting(TypedDict):
    reason: Literal["more-owed", "another-statement", "unusual-amount"]
    seen: str
    owed: str


class _BillPaymentSentEventPayloadDataPayment(TypedDict):
    _id: str
    billId: str
    authId: str
    companyId: str
    status: Literal["scheduled", "waiting", "delayed", "sent", "failed", "cancelled"]
    payDate: str
    automatic: bool


class BillPaymentSentEventPayloadDataPayment(_BillPaymentSentEventPayloadDataPayment, total=False):
    amount: str
    paidOn: str
    paymentMethodId: str
    confirmation: str
    fee: str
    reason: HoldReason
    waiting: BillPaymentSentEventPayloadDataPaymentWaiting


class _BillPaymentSentEventPayloadData(TypedDict):
    company: BillPaymentSentEventPayloadDataCompany
    payDate: str
    payment: BillPaymentSentEventPayloadDataPayment


class BillPaymentSentEventPayloadData(_BillPaymentSentEventPayloadData, total=False):
    amount: str
    paymentMethod: BillPaymentSentEventPayloadDataPaymentMethod
    surcharge: str
    trigger: Literal["client", "partner", "automatic"]
    paymentIdentifier: str


class BillPaymentSentEventPayload(TypedDict):
    resource: BillPaymentSentEventPayloadResource
    data: BillPaymentSentEventPayloadData


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


class BillPaymentFailedEventPayloadResource(TypedDict):
    type: Literal["bill"]
    id: str


class _BillPaymentFailedEventPayloadDataCompany(TypedDict):
    _id: str


class BillPaymentFailedEventPayloadDataCompany(_BillPaymentFailedEventPayloadDataCompany, total=False):
    name: str
    logo: Logo


class _BillPaymentFailedEventPayloadDataPaymentMethodCard(TypedDict):
    number: str
    brand: str
    expDate: str


class BillPaymentFailedEventPayloadDataPaymentMethodCard(_BillPaymentFailedEventPayloadDataPaymentMethodCard, total=False):
    type: Literal["credit", "debit"]


class BillPaymentFailedEventPayloadDataPaymentMethodBank(TypedDict):
    routingNumber: str
    accountNumber: str
    routing: str
    account: str
    type: Literal["checking", "savings"]


class _BillPaymentFailedEventPayloadDataPaymentMethod(TypedDict):
    _id: str
    type: Literal["card", "bank"]


class BillPaymentFailedEventPayloadDataPaymentMethod(_BillPaymentFailedEventPayloadDataPaymentMethod, total=False):
    identifier: str
    card: BillPaymentFailedEventPayloadDataPaymentMethodCard
    bank: BillPaymentFailedEventPayloadDataPaymentMethodBank


class BillPaymentFailedEventPayloadDataPaymentWaiting(TypedDict):
    reason: Literal["more-owed", "another-statement", "unusual-amount"]
    seen: str
    owed: str


class _BillPaymentFailedEventPayloadDataPayment(TypedDict):
    _id: str
    billId: str
    authId: str
    companyId: str
    status: Literal["scheduled", "waiting", "delayed", "sent", "failed", "cancelled"]
    payDate: str
    automatic: bool


class BillPaymentFailedEventPayloadDataPayment(_BillPaymentFailedEventPayloadDataPayment, total=False):
    amount: str
    paidOn: str
    paymentMethodId: str
    confirmation: str
    fee: str
    reason: HoldReason
    waiting: BillPaymentFailedEventPayloadDataPaymentWaiting


class _BillPaymentFailedEventPayloadData(TypedDict):
    company: BillPaymentFailedEventPayloadDataCompany
    payDate: str
    payment: BillPaymentFailedEventPayloadDataPayment


class BillPaymentFailedEventPayloadData(_BillPaymentFailedEventPayloadData, total=False):
    amount: str
    paymentMethod: BillPaymentFailedEventPayloadDataPaymentMethod
    surcharge: str
    trigger: Literal["client", "partner", "automatic"]
    paymentIdentifier: str


class BillPaymentFailedEventPayload(TypedDict):
    resource: BillPaymentFailedEventPayloadResource
    data: BillPaymentFailedEventPayloadData


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


class BillPaymentCancelledEventPayloadResource(TypedDict):
    type: Literal["bill"]
    id: str


class _BillPaymentCancelledEventPayloadDataCompany(TypedDict):
    _id: str


class BillPaymentCancelledEventPayloadDataCompany(_BillPaymentCancelledEventPayloadDataCompany, total=False):
    name: str
    logo: Logo


class _BillPaymentCancelledEventPayloadDataPaymentMethodCard(TypedDict):
    number: str
    brand: str
    expDate: str


class BillPaymentCancelledEventPayloadDataPaymentMethodCard(_BillPaymentCancelledEventPayloadDataPaymentMethodCard, total=False):
    type: Literal["credit", "debit"]


class BillPaymentCancelledEventPayloadDataPaymentMethodBank(TypedDict):
    routingNumber: str
    accountNumber: str
    routing: str
    account: str
    type: Literal["checking", "savings"]


class _BillPaymentCancelledEventPayloadDataPaymentMethod(TypedDict):
    _id: str
    type: Literal["card", "bank"]


class BillPaymentCancelledEventPayloadDataPaymentMethod(_BillPaymentCancelledEventPayloadDataPaymentMethod, total=False):
    identifier: str
    card: BillPaymentCancelledEventPayloadDataPaymentMethodCard
    bank: BillPaymentCancelledEventPayloadDataPaymentMethodBank


class BillPaymentCancelledEventPayloadDataPaymentWaiting(TypedDict):
    reason: Literal["more-owed", "another-statement", "unusual-amount"]
    seen: str
    owed: str


class _BillPaymentCancelledEventPayloadDataPayment(TypedDict):
    _id: str
    billId: str
    authId: str
    companyId: str
    status: Literal["scheduled", "waiting", "delayed", "sent", "failed", "cancelled"]
    payDate: str
    automatic: bool


class BillPaymentCancelledEventPayloadDataPayment(_BillPaymentCancelledEventPayloadDataPayment, total=False):
    amount: str
    paidOn: str
    paymentMethodId: str
    confirmation: str
    fee: str
    reason: HoldReason
    waiting: BillPaymentCancelledEventPayloadDataPaymentWaiting


class _BillPaymentCancelledEventPayloadData(TypedDict):
    company: BillPaymentCancelledEventPayloadDataCompany
    payDate: str
    payment: BillPaymentCancelledEventPayloadDataPayment


class BillPaymentCancelledEventPayloadData(_BillPaymentCancelledEventPayloadData, total=False):
    amount: str
    paymentMethod: BillPaymentCancelledEventPayloadDataPaymentMethod
    surcharge: str
    trigger: Literal["client", "partner", "automatic"]
    paymentIdentifier: str


class BillPaymentCancelledEventPayload(TypedDict):
    resource: BillPaymentCancelledEventPayloadResource
    data: BillPaymentCancelledEventPayloadData


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


class SwapCreatedEventPayloadResource(TypedDict):
    type: Literal["swap"]
    id: str


class SwapCreatedEventPayloadDataSwapStatus(TypedDict):
    type: Literal["pending", "in-progress", "completed", "hold"]


class SwapCreatedEventPayloadDataSwapAuth(TypedDict):
    _id: str


class SwapCreatedEventPayloadDataSwapPaymentMethod(TypedDict):
    _id: str


class _SwapCreatedEventPayloadDataSwap(TypedDict):
    _id: str
    status: SwapCreatedEventPayloadDataSwapStatus
    auth: SwapCreatedEventPayloadDataSwapAuth
    company: CompanySummary
    paymentMethod: SwapCreatedEventPayloadDataSwapPaymentMethod
    created: str


class SwapCreatedEventPayloadDataSwap(_SwapCreatedEventPayloadDataSwap, total=False):
    reason: HoldReason


class SwapCreatedEventPayloadData(TypedDict):
    swap: SwapCreatedEventPayloadDataSwap


class SwapCreatedEventPayload(TypedDict):
    resource: SwapCreatedEventPayloadResource
    data: SwapCreatedEventPayloadData


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


class SwapSuccessEventPayloadResource(TypedDict):
    type: Literal["swap"]
    id: str


class SwapSuccessEventPayloadDataSwapStatus(TypedDict):
    type: Literal["pending", "in-progress", "completed", "hold"]


class SwapSuccessEventPayloadDataSwapAuth(TypedDict):
    _id: str


class SwapSuccessEventPayloadDataSwapPaymentMethod(TypedDict):
    _id: str


class _SwapSuccessEventPayloadDataSwap(TypedDict):
    _id: str
    status: SwapSuccessEventPayloadDataSwapStatus
    auth: SwapSuccessEventPayloadDataSwapAuth
    company: CompanySummary
    paymentMethod: SwapSuccessEventPayloadDataSwapPaymentMethod
    created: str


class SwapSuccessEventPayloadDataSwap(_SwapSuccessEventPayloadDataSwap, total=False):
    reason: HoldReason


class SwapSuccessEventPayloadData(TypedDict):
    swap: SwapSuccessEventPayloadDataSwap


class SwapSuccessEventPayload(TypedDict):
    resource: SwapSuccessEventPayloadResource
    data: SwapSuccessEventPayloadData


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


class SwapHoldEventPayloadResource(TypedDict):
    type: Literal["swap"]
    id: str


class SwapHoldEventPayloadDataSwapStatus(TypedDict):
    type: Literal["pending", "in-progress", "completed", "hold"]


class SwapHoldEventPayloadDataSwapAuth(TypedDict):
    _id: str


class SwapHoldEventPayloadDataSwapPaymentMethod(TypedDict):
    _id: str


class _SwapHoldEventPayloadDataSwap(TypedDict):
    _id: str
    status: SwapHoldEventPayloadDataSwapStatus
    auth: SwapHoldEventPayloadDataSwapAuth
    company: CompanySummary
    paymentMethod: SwapHoldEventPayloadDataSwapPaymentMethod
    created: str


class SwapHoldEventPayloadDataSwap(_SwapHoldEventPayloadDataSwap, total=False):
    reason: HoldReason


class SwapHoldEventPayloadData(TypedDict):
    swap: SwapHoldEventPayloadDataSwap


class SwapHoldEventPayload(TypedDict):
    resource: SwapHoldEventPayloadResource
    data: SwapHoldEventPayloadData


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


class PaymentMethodDeclinedEventPayloadResource(TypedDict):
    type: Literal["payment-method"]
    id: str


class _PaymentMethodDeclinedEventPayloadDataPaymentMethodCard(TypedDict):
    number: str
    brand: str
    expDate: str


class PaymentMethodDeclinedEventPayloadDataPaymentMethodCard(_PaymentMethodDeclinedEventPayloadDataPaymentMethodCard, total=False):
    type: Literal["credit", "debit"]


class PaymentMethodDeclinedEventPayloadDataPaymentMethodBank(TypedDict):
    routingNumber: str
    accountNumber: str
    routing: str
    account: str
    type: Literal["checking", "savings"]


class _PaymentMethodDeclinedEventPayloadDataPaymentMethod(TypedDict):
    _id: str
    type: Literal["card", "bank"]
    status: Literal["verified", "declined", "pending"]
    name: str
    assignedBills: List[str]


class PaymentMethodDeclinedEventPayloadDataPaymentMethod(_PaymentMethodDeclinedEventPayloadDataPaymentMethod, total=False):
    identifier: str
    card: PaymentMethodDeclinedEventPayloadDataPaymentMethodCard
    bank: PaymentMethodDeclinedEventPayloadDataPaymentMethodBank


class PaymentMethodDeclinedEventPayloadData(TypedDict):
    paymentMethod: PaymentMethodDeclinedEventPayloadDataPaymentMethod


class PaymentMethodDeclinedEventPayload(TypedDict):
    resource: PaymentMethodDeclinedEventPayloadResource
    data: PaymentMethodDeclinedEventPayloadData


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


class PaymentMethodRemovedEventPayloadResource(TypedDict):
    type: Literal["payment-method"]
    id: str


class _PaymentMethodRemovedEventPayloadDataPaymentMethodCard(TypedDict):
    number: str
    brand: str
    expDate: str


class PaymentMethodRemovedEventPayloadDataPaymentMethodCard(_PaymentMethodRemovedEventPayloadDataPaymentMethodCard, total=False):
    type: Literal["credit", "debit"]


class PaymentMethodRemovedEventPayloadDataPaymentMethodBank(TypedDict):
    routingNumber: str
    accountNumber: str
    routing: str
    account: str
    type: Literal["checking", "savings"]


class _PaymentMethodRemovedEventPayloadDataPaymentMethod(TypedDict):
    _id: str
    type: Literal["card", "bank"]
    status: Literal["verified", "declined", "pending"]
    name: str
    assignedBills: List[str]


class PaymentMethodRemovedEventPayloadDataPaymentMethod(_PaymentMethodRemovedEventPayloadDataPaymentMethod, total=False):
    identifier: str
    card: PaymentMethodRemovedEventPayloadDataPaymentMethodCard
    bank: PaymentMethodRemovedEventPayloadDataPaymentMethodBank


class PaymentMethodRemovedEventPayloadData(TypedDict):
    paymentMethod: PaymentMethodRemovedEventPayloadDataPaymentMethod


class PaymentMethodRemovedEventPayload(TypedDict):
    resource: PaymentMethodRemovedEventPayloadResource
    data: PaymentMethodRemovedEventPayloadData


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


class ClientErasedEventPayloadResource(TypedDict):
    type: Literal["client"]
    id: str


class ClientErasedEventPayload(TypedDict):
    resource: ClientErasedEventPayloadResource
    data: Dict[str, Any]


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


class PartnerSettingsChangedEventPayloadResource(TypedDict):
    type: Literal["partner"]
    id: str


class _PartnerSettingsChangedEventPayloadData(TypedDict):
    action: str
    by: Literal["api-key", "operator", "schedule"]


class PartnerSettingsChangedEventPayloadData(_PartnerSettingsChangedEventPayloadData, total=False):
    detail: Dict[str, Union[str, float, bool]]


class PartnerSettingsChangedEventPayload(TypedDict):
    resource: PartnerSettingsChangedEventPayloadResource
    data: PartnerSettingsChangedEventPayloadData


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


class WebhookEndpointTestEventPayloadResource(TypedDict):
    type: Literal["webhook-endpoint"]
    id: str


class WebhookEndpointTestEventPayloadData(TypedDict):
    message: str


class WebhookEndpointTestEventPayload(TypedDict):
    resource: WebhookEndpointTestEventPayloadResource
    data: WebhookEndpointTestEventPayloadData


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


Event: TypeAlias = "Union[AuthCreatedEvent, AuthSuccessEvent, AuthFailedEvent, AuthInvalidEvent, AuthHoldEvent, AuthNeedsResyncEvent, AuthDeletedEvent, AuthSecurityInputRequiredEvent, BillCreatedEvent, BillUpdateEvent, BillUpcomingEvent, BillScheduledPaymentNoticeEvent, BillPaymentScheduledEvent, BillPaymentWaitingEvent, BillPaymentDelayedEvent, BillPaymentSentEvent, BillPaymentFailedEvent, BillPaymentCancelledEvent, SwapCreatedEvent, SwapSuccessEvent, SwapHoldEvent, PaymentMethodDeclinedEvent, PaymentMethodRemovedEvent, ClientErasedEvent, PartnerSettingsChangedEvent, WebhookEndpointTestEvent]"


class AnswerQuestionsInput(TypedDict):
    authId: str
    answers: Answers


AnswerQuestionsOutput: TypeAlias = "Success"


class _AnswerStepInputSecurity2(TypedDict):
    identifier: str


class AnswerStepInputSecurity2(_AnswerStepInputSecurity2, total=False):
    answer: str


class _AnswerStepInput(TypedDict):
    token: str
    method: Literal["questions", "code", "prompt"]


class AnswerStepInput(_AnswerStepInput, total=False):
    security: Union[Answers, AnswerStepInputSecurity2]
    didNotReceiveCode: bool


class AnswerStepOutput(TypedDict):
    success: Literal[True]
    message: str


class ContinueAuthInputConsent(TypedDict, total=False):
    textHash: str
    text: str
    version: str
    locale: str
    at: str


class ContinueAuthInputMeta(TypedDict, total=False):
    paymentMethodId: str
    billId: str
    swapId: str


class _ContinueAuthInput(TypedDict):
    authId: str
    items: Sequence[Literal["bill", "payment", "swap"]]


class ContinueAuthInput(_ContinueAuthInput, total=False):
    paymentIdentifier: str
    consent: ContinueAuthInputConsent
    meta: ContinueAuthInputMeta


class ContinueAuthOutput(TypedDict):
    success: Literal[True]
    message: str
    authId: str


class CreateAuthInputConsent(TypedDict, total=False):
    textHash: str
    text: str
    version: str
    locale: str
    at: str


class CreateAuthInputMeta(TypedDict, total=False):
    paymentMethodId: str
    billId: str
    swapId: str


class _CreateAuthInput(TypedDict):
    clientId: str
    companyId: str
    items: Sequence[Literal["bill", "payment", "swap"]]
    form: LoginForm


class CreateAuthInput(_CreateAuthInput, total=False):
    paymentIdentifier: str
    consent: CreateAuthInputConsent
    meta: CreateAuthInputMeta


class CreateAuthOutput(TypedDict):
    success: Literal[True]
    message: str
    authId: str


class DeleteAuthInput(TypedDict):
    authId: str


DeleteAuthOutput: TypeAlias = "Success"


class FixHoldInput(TypedDict):
    authId: str


FixHoldOutput: TypeAlias = "Success"


class GetAuthInput(TypedDict):
    authId: str


GetAuthOutput: TypeAlias = "AuthProgress"


class _ListAuthsInput(TypedDict):
    clientId: str


class ListAuthsInput(_ListAuthsInput, total=False):
    limit: int
    cursor: str


class _ListAuthsOutput(TypedDict):
    data: List[Auth]


class ListAuthsOutput(_ListAuthsOutput, total=False):
    nextCursor: str


class _CustomizeBillInput(TypedDict):
    billId: str


class CustomizeBillInput(_CustomizeBillInput, total=False):
    customPaymentAmount: Union[str, None]
    customLabel: Union[str, None]
    hidden: Union[Union[bool, Literal["true", "false"]], None]
    notifications: Union[Literal["enabled", "disabled"], None]


CustomizeBillOutput: TypeAlias = "Success"


class GetBillInput(TypedDict):
    billId: str


GetBillOutput: TypeAlias = "BillWithPayments"


class _ListBillsInput(TypedDict):
    clientId: str


class ListBillsInput(_ListBillsInput, total=False):
    limit: int
    cursor: str


class _ListBillsOutput(TypedDict):
    data: List[BillWithPayments]


class ListBillsOutput(_ListBillsOutput, total=False):
    nextCursor: str


class _ListPartnerBillsInput(TypedDict):
    partnerId: str


class ListPartnerBillsInput(_ListPartnerBillsInput, total=False):
    limit: int
    cursor: str


class _ListPartnerBillsOutput(TypedDict):
    data: List[PartnerBill]


class ListPartnerBillsOutput(_ListPartnerBillsOutput, total=False):
    nextCursor: str


class GetCompanyInput(TypedDict):
    companyId: str


GetCompanyOutput: TypeAlias = "Company"


class ListCategoriesOutput(TypedDict):
    data: List[Category]


class SearchCompaniesInputGeo(TypedDict):
    lat: float
    lng: float


class SearchCompaniesInput(TypedDict, total=False):
    query: str
    category: str
    geo: SearchCompaniesInputGeo
    paginateResults: Union[bool, Literal["true", "false"]]
    pageSize: Union[float, str]
    pageNumber: Union[float, str]
    products: Sequence[str]
    cardPaymentsOnly: Union[bool, Literal["true", "false"]]


class SearchCompaniesOutput(TypedDict):
    data: List[Company]
    resultCount: int


class AddPaymentMethodInputCardConsent(TypedDict, total=False):
    textHash: str
    text: str
    version: str
    locale: str
    at: str


class _AddPaymentMethodInputCard(TypedDict):
    paymentType: Literal["card"]
    clientId: str
    name: str
    cardNumber: str
    cardCode: str
    expMonth: str
    expYear: str
    zipcode: str


class AddPaymentMethodInputCard(_AddPaymentMethodInputCard, total=False):
    consent: AddPaymentMethodInputCardConsent
    identifier: str
    setAsDefault: bool


class AddPaymentMethodInputBankConsent(TypedDict, total=False):
    textHash: str
    text: str
    version: str
    locale: str
    at: str


class _AddPaymentMethodInputBank(TypedDict):
    paymentType: Literal["bank"]
    clientId: str
    name: str
    accountType: Literal["checking", "savings"]


class AddPaymentMethodInputBank(_AddPaymentMethodInputBank, total=False):
    consent: AddPaymentMethodInputBankConsent
    identifier: str
    routingNumber: str
    routing: str
    accountNumber: str
    account: str
    setAsDefault: bool


AddPaymentMethodInput: TypeAlias = "Union[AddPaymentMethodInputCard, AddPaymentMethodInputBank]"


class AddPaymentMethodOutput(TypedDict):
    paymentMethodId: str


class _AssignPaymentMethodInput(TypedDict):
    paymentMethodId: str
    billId: str


class AssignPaymentMethodInput(_AssignPaymentMethodInput, total=False):
    resume: Union[bool, Literal["true", "false"]]


AssignPaymentMethodOutput: TypeAlias = "Success"


class CancelPaymentInput(TypedDict):
    billId: str


CancelPaymentOutput: TypeAlias = "Success"


class _DeletePaymentMethodInput(TypedDict):
    paymentMethodId: str


class DeletePaymentMethodInput(_DeletePaymentMethodInput, total=False):
    nextDefault: Union[bool, Literal["true", "false"]]
    moveTo: str


DeletePaymentMethodOutput: TypeAlias = "Success"


class _ListPaymentMethodsInput(TypedDict):
    clientId: str


class ListPaymentMethodsInput(_ListPaymentMethodsInput, total=False):
    limit: int
    cursor: str


class _ListPaymentMethodsOutput(TypedDict):
    data: List[PaymentMethod]


class ListPaymentMethodsOutput(_ListPaymentMethodsOutput, total=False):
    nextCursor: str


class MakeMethodDefaultInput(TypedDict):
    paymentMethodId: str


MakeMethodDefaultOutput: TypeAlias = "Success"


class RetryPaymentMethodInput(TypedDict):
    paymentMethodId: str


RetryPaymentMethodOutput: TypeAlias = "Success"


class _SchedulePaymentInput(TypedDict):
    billId: str


class SchedulePaymentInput(_SchedulePaymentInput, total=False):
    date: str
    payDate: str
    maxAmount: str


SchedulePaymentOutput: TypeAlias = "Success"


class SetCardCodeInput(TypedDict):
    paymentMethodId: str
    cardCode: str


SetCardCodeOutput: TypeAlias = "Success"


class UpdatePaymentSettingsInputConsent(TypedDict, total=False):
    textHash: str
    text: str
    version: str
    locale: str
    at: str


class _UpdatePaymentSettingsInput(TypedDict):
    billId: str


class UpdatePaymentSettingsInput(_UpdatePaymentSettingsInput, total=False):
    recurring: Literal["enabled", "disabled"]
    schedule: Literal["ten-days-before", "five-days-before", "day-before", "on-due-date", "immediately"]
    consent: UpdatePaymentSettingsInputConsent


UpdatePaymentSettingsOutput: TypeAlias = "Success"


class CreateSwapInput(TypedDict):
    authId: str
    paymentMethodId: str


class CreateSwapOutput(TypedDict):
    success: Literal[True]
    swapId: str


class ListSwapCompaniesOutput(TypedDict):
    data: List[Company]
    resultCount: int


class _ListSwapsInput(TypedDict):
    clientId: str


class ListSwapsInput(_ListSwapsInput, total=False):
    limit: int
    cursor: str


class ListSwapsOutputDataItemStatus(TypedDict):
    type: Literal["pending", "in-progress", "completed", "hold"]


class _ListSwapsOutputDataItem(TypedDict):
    _id: str
    status: ListSwapsOutputDataItemStatus
    auth: Auth
    company: CompanySummary
    created: str


class ListSwapsOutputDataItem(_ListSwapsOutputDataItem, total=False):
    reason: HoldReason
    paymentMethod: PaymentMethod


class _ListSwapsOutput(TypedDict):
    data: List[ListSwapsOutputDataItem]


class ListSwapsOutput(_ListSwapsOutput, total=False):
    nextCursor: str


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


class CreateClientInputMeta(TypedDict, total=False):
    firstName: str
    lastName: str
    email: str
    phone: str
    address1: str
    address2: str
    city: str
    state: str
    zipcode: str


class _CreateClientInput(TypedDict):
    identifier: str


class CreateClientInput(_CreateClientInput, total=False):
    meta: CreateClientInputMeta


class CreateClientOutput(TypedDict):
    clientId: str


class _CreateTokenInput(TypedDict):
    identifier: str


class CreateTokenInput(_CreateTokenInput, total=False):
    nonce: bool
    expiration: str
    accessTokenExpiresIn: int


class CreateTokenOutput(TypedDict):
    token: str


class EraseClientInput(TypedDict):
    clientId: str


class EraseClientOutput(TypedDict):
    success: Literal[True]
    status: Literal["erasing", "erased"]


class ListTokenKeysOutputKeysItem(TypedDict):
    kty: Literal["EC"]
    crv: Literal["P-256"]
    x: str
    y: str
    alg: Literal["ES256"]
    use: Literal["sig"]
    kid: str


class ListTokenKeysOutput(TypedDict):
    keys: List[ListTokenKeysOutputKeysItem]


class RevokeTokensInput(TypedDict, total=False):
    identifier: str
    clientToken: str


RevokeTokensOutput: TypeAlias = "Success"


class SyncClientInputToken(TypedDict, total=False):
    nonce: bool
    expiration: str
    accessTokenExpiresIn: int


class _SyncClientInput(TypedDict):
    client: ClientToCreate


class SyncClientInput(_SyncClientInput, total=False):
    token: SyncClientInputToken
    cards: Sequence[Union[CardToSync, Mapping[str, Any]]]


class _SyncClientOutputCardsItem(TypedDict):
    paymentMethodId: str


class SyncClientOutputCardsItem(_SyncClientOutputCardsItem, total=False):
    identifier: str


class SyncClientOutputFailedCardsItemErrorErrorsItem(TypedDict):
    field: str
    code: str
    message: str


class _SyncClientOutputFailedCardsItemError(TypedDict):
    code: Literal["invalid_request", "test_card_required", "link_limit_reached"]
    message: str


class SyncClientOutputFailedCardsItemError(_SyncClientOutputFailedCardsItemError, total=False):
    errors: List[SyncClientOutputFailedCardsItemErrorErrorsItem]


class _SyncClientOutputFailedCardsItem(TypedDict):
    index: int
    error: SyncClientOutputFailedCardsItemError


class SyncClientOutputFailedCardsItem(_SyncClientOutputFailedCardsItem, total=False):
    identifier: str


class SyncClientOutput(TypedDict):
    clientId: str
    ssoToken: str
    cards: List[SyncClientOutputCardsItem]
    failedCards: List[SyncClientOutputFailedCardsItem]


class CreateApiKeyInput(TypedDict, total=False):
    expires: str
    scope: Literal["admin", "service"]


class _CreateApiKeyOutput(TypedDict):
    keyId: str
    scope: Literal["admin", "service"]
    created: str
    apiKey: str


class CreateApiKeyOutput(_CreateApiKeyOutput, total=False):
    expires: str


class CreateEncryptionKeyOutput(TypedDict):
    kty: Literal["RSA"]
    n: str
    e: str
    use: Literal["enc"]
    kid: str
    x5c: List[str]
    pem: str


class DeleteEncryptionKeyInput(TypedDict):
    keyId: str


DeleteEncryptionKeyOutput: TypeAlias = "Success"


class GetEncryptionKeyInput(TypedDict):
    keyId: str


class GetEncryptionKeyOutput(TypedDict):
    kty: Literal["RSA"]
    n: str
    e: str
    use: Literal["enc"]
    kid: str
    x5c: List[str]


class GetLatestEncryptionKeyOutput(TypedDict):
    kty: Literal["RSA"]
    n: str
    e: str
    use: Literal["enc"]
    kid: str
    x5c: List[str]


class GetModulesOutputThemeLight(TypedDict, total=False):
    background: str
    surface: str
    text: str


class GetModulesOutputThemeDark(TypedDict, total=False):
    background: str
    surface: str
    text: str


class GetModulesOutputThemeFont(TypedDict):
    name: str
    fontId: str


class GetModulesOutputThemeLogo(TypedDict, total=False):
    light: str
    dark: str


class GetModulesOutputTheme(TypedDict, total=False):
    brandColor: str
    colorScheme: Literal["auto", "light", "dark"]
    light: GetModulesOutputThemeLight
    dark: GetModulesOutputThemeDark
    radius: int
    font: GetModulesOutputThemeFont
    logo: GetModulesOutputThemeLogo


class GetModulesOutputLinks(TypedDict, total=False):
    help: str
    privacy: str
    terms: str


class GetModulesOutputFontsItem(TypedDict):
    fontId: str
    name: str


class _GetModulesOutput(TypedDict):
    origins: List[str]
    bridgeName: str
    theme: GetModulesOutputTheme
    texts: Dict[str, str]
    links: GetModulesOutputLinks
    hideAttribution: bool
    fonts: List[GetModulesOutputFontsItem]


class GetModulesOutput(_GetModulesOutput, total=False):
    appName: str
    opensIn: List[Literal["frame", "app"]]


class GetPartnerOutputRateLimit(TypedDict):
    requestsPerSecond: int
    burst: int


class _GetPartnerOutputSigningKeysItem(TypedDict):
    fingerprint: str
    addedAt: str


class GetPartnerOutputSigningKeysItem(_GetPartnerOutputSigningKeysItem, total=False):
    kid: str
    expiresAt: str


class GetPartnerOutputSigningLastRefresh(TypedDict):
    at: str
    outcome: Literal["refreshed", "address_refused", "name_not_found", "connection_failed", "timed_out", "redirected", "unexpected_status", "too_large", "invalid_json", "invalid_set", "no_usable_key"]
    detail: str


class _GetPartnerOutputSigning(TypedDict):
    required: bool
    requireDigest: bool
    refuseReplays: bool
    keys: List[GetPartnerOutputSigningKeysItem]


class GetPartnerOutputSigning(_GetPartnerOutputSigning, total=False):
    jwksUrl: str
    hasHeaders: bool
    lastRefresh: GetPartnerOutputSigningLastRefresh
    nextRefreshAt: str


class GetPartnerOutputEncryption(TypedDict):
    required: bool


class GetPartnerOutputLocked(TypedDict):
    at: str
    keyId: str


class _GetPartnerOutput(TypedDict):
    _id: str
    name: str
    status: Literal["active", "suspended"]
    created: str
    authEvents: bool
    paysOnAdding: bool
    rateLimit: GetPartnerOutputRateLimit
    signing: GetPartnerOutputSigning
    encryption: GetPartnerOutputEncryption


class GetPartnerOutput(_GetPartnerOutput, total=False):
    locked: GetPartnerOutputLocked


class _ListApiKeysOutputDataItem(TypedDict):
    keyId: str
    scope: Literal["admin", "service"]
    created: str


class ListApiKeysOutputDataItem(_ListApiKeysOutputDataItem, total=False):
    expires: str
    revoked: str


class ListApiKeysOutput(TypedDict):
    data: List[ListApiKeysOutputDataItem]


class ListEncryptionKeysOutputKeysItem(TypedDict):
    kty: Literal["RSA"]
    n: str
    e: str
    use: Literal["enc"]
    kid: str
    x5c: List[str]


class ListEncryptionKeysOutput(TypedDict):
    keys: List[ListEncryptionKeysOutputKeysItem]


LockSettingsOutput: TypeAlias = "Success"


class _RefreshSigningOutputKeysItem(TypedDict):
    fingerprint: str
    addedAt: str


class RefreshSigningOutputKeysItem(_RefreshSigningOutputKeysItem, total=False):
    kid: str
    expiresAt: str


class RefreshSigningOutputLastRefresh(TypedDict):
    at: str
    outcome: Literal["refreshed", "address_refused", "name_not_found", "connection_failed", "timed_out", "redirected", "unexpected_status", "too_large", "invalid_json", "invalid_set", "no_usable_key"]
    detail: str


class _RefreshSigningOutput(TypedDict):
    required: bool
    requireDigest: bool
    refuseReplays: bool
    keys: List[RefreshSigningOutputKeysItem]


class RefreshSigningOutput(_RefreshSigningOutput, total=False):
    jwksUrl: str
    hasHeaders: bool
    lastRefresh: RefreshSigningOutputLastRefresh
    nextRefreshAt: str


class RevokeApiKeyInput(TypedDict):
    keyId: str


RevokeApiKeyOutput: TypeAlias = "Success"


class UpdateEncryptionInput(TypedDict):
    required: bool


class UpdateEncryptionOutput(TypedDict):
    required: bool


class UpdateModulesInputThemeLight(TypedDict, total=False):
    background: str
    surface: str
    text: str


class UpdateModulesInputThemeDark(TypedDict, total=False):
    background: str
    surface: str
    text: str


class UpdateModulesInputThemeFont(TypedDict):
    name: str
    fontId: str


class UpdateModulesInputThemeLogo(TypedDict, total=False):
    light: str
    dark: str


class UpdateModulesInputTheme(TypedDict, total=False):
    brandColor: str
    colorScheme: Literal["auto", "light", "dark"]
    light: UpdateModulesInputThemeLight
    dark: UpdateModulesInputThemeDark
    radius: int
    font: UpdateModulesInputThemeFont
    logo: UpdateModulesInputThemeLogo


class UpdateModulesInputLinks(TypedDict, total=False):
    help: str
    privacy: str
    terms: str


class UpdateModulesInput(TypedDict, total=False):
    origins: Union[Sequence[str], None]
    bridgeName: Union[str, None]
    appName: Union[str, None]
    theme: Union[UpdateModulesInputTheme, None]
    texts: Union[Mapping[str, str], None]
    links: Union[UpdateModulesInputLinks, None]
    hideAttribution: Union[bool, None]
    opensIn: Union[Sequence[Literal["frame", "app"]], None]


class UpdateModulesOutputThemeLight(TypedDict, total=False):
    background: str
    surface: str
    text: str


class UpdateModulesOutputThemeDark(TypedDict, total=False):
    background: str
    surface: str
    text: str


class UpdateModulesOutputThemeFont(TypedDict):
    name: str
    fontId: str


class UpdateModulesOutputThemeLogo(TypedDict, total=False):
    light: str
    dark: str


class UpdateModulesOutputTheme(TypedDict, total=False):
    brandColor: str
    colorScheme: Literal["auto", "light", "dark"]
    light: UpdateModulesOutputThemeLight
    dark: UpdateModulesOutputThemeDark
    radius: int
    font: UpdateModulesOutputThemeFont
    logo: UpdateModulesOutputThemeLogo


class UpdateModulesOutputLinks(TypedDict, total=False):
    help: str
    privacy: str
    terms: str


class UpdateModulesOutputFontsItem(TypedDict):
    fontId: str
    name: str


class _UpdateModulesOutput(TypedDict):
    origins: List[str]
    bridgeName: str
    theme: UpdateModulesOutputTheme
    texts: Dict[str, str]
    links: UpdateModulesOutputLinks
    hideAttribution: bool
    fonts: List[UpdateModulesOutputFontsItem]


class UpdateModulesOutput(_UpdateModulesOutput, total=False):
    appName: str
    opensIn: List[Literal["frame", "app"]]


class UpdateSigningInput(TypedDict, total=False):
    publicKey: Union[str, None]
    overlapSeconds: int
    jwksUrl: Union[str, None]
    headers: Union[Mapping[str, str], str]
    required: bool
    requireDigest: bool
    refuseReplays: bool


class _UpdateSigningOutputKeysItem(TypedDict):
    fingerprint: str
    addedAt: str


class UpdateSigningOutputKeysItem(_UpdateSigningOutputKeysItem, total=False):
    kid: str
    expiresAt: str


class UpdateSigningOutputLastRefresh(TypedDict):
    at: str
    outcome: Literal["refreshed", "address_refused", "name_not_found", "connection_failed", "timed_out", "redirected", "unexpected_status", "too_large", "invalid_json", "invalid_set", "no_usable_key"]
    detail: str


class _UpdateSigningOutput(TypedDict):
    required: bool
    requireDigest: bool
    refuseReplays: bool
    keys: List[UpdateSigningOutputKeysItem]


class UpdateSigningOutput(_UpdateSigningOutput, total=False):
    jwksUrl: str
    hasHeaders: bool
    lastRefresh: UpdateSigningOutputLastRefresh
    nextRefreshAt: str


class UploadFontInput(TypedDict):
    name: str
    woff2: str


class UploadFontOutput(TypedDict):
    fontId: str
    name: str


class GetEventInput(TypedDict):
    eventId: str


class GetEventOutputEventPayloadResource(TypedDict):
    type: Literal["client", "bill", "payment", "swap", "payment-method", "partner", "webhook-endpoint"]
    id: str


class GetEventOutputEventPayload(TypedDict):
    resource: GetEventOutputEventPayloadResource
    data: Dict[str, Any]


class _GetEventOutputEvent(TypedDict):
    _id: str
    type: Literal["auth.created", "auth.success", "auth.failed", "auth.invalid", "auth.hold", "auth.needs-resync", "auth.deleted", "auth.security-input-required", "bill.created", "bill.update", "bill.upcoming", "bill.scheduled-payment-notice", "bill.payment.scheduled", "bill.payment.waiting", "bill.payment.delayed", "bill.payment.sent", "bill.payment.failed", "bill.payment.cancelled", "swap.created", "swap.success", "swap.hold", "payment-method.declined", "payment-method.removed", "client.erased", "partner.settings-changed", "webhook-endpoint.test"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: GetEventOutputEventPayload


class GetEventOutputEvent(_GetEventOutputEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class _GetEventOutputAttemptsItem(TypedDict):
    endpointId: str
    at: str
    outcome: Literal["delivered", "redirected", "gone", "unexpected_status", "address_refused", "name_not_found", "connection_failed", "tls_failed", "answer_broken", "timed_out"]
    milliseconds: int


class GetEventOutputAttemptsItem(_GetEventOutputAttemptsItem, total=False):
    status: int


class _GetEventOutputDeliveriesItem(TypedDict):
    endpointId: str
    status: Literal["waiting", "delivered", "parked", "ended"]


class GetEventOutputDeliveriesItem(_GetEventOutputDeliveriesItem, total=False):
    nextAttemptAt: str


class GetEventOutput(TypedDict):
    event: GetEventOutputEvent
    attempts: List[GetEventOutputAttemptsItem]
    deliveries: List[GetEventOutputDeliveriesItem]


class ListEventsInput(TypedDict, total=False):
    limit: int
    cursor: str
    type: Literal["auth.created", "auth.success", "auth.failed", "auth.invalid", "auth.hold", "auth.needs-resync", "auth.deleted", "auth.security-input-required", "bill.created", "bill.update", "bill.upcoming", "bill.scheduled-payment-notice", "bill.payment.scheduled", "bill.payment.waiting", "bill.payment.delayed", "bill.payment.sent", "bill.payment.failed", "bill.payment.cancelled", "swap.created", "swap.success", "swap.hold", "payment-method.declined", "payment-method.removed", "client.erased", "partner.settings-changed", "webhook-endpoint.test"]
    clientId: str
    createdFrom: str
    createdBefore: str


class ListEventsOutputDataItemEventPayloadResource(TypedDict):
    type: Literal["client", "bill", "payment", "swap", "payment-method", "partner", "webhook-endpoint"]
    id: str


class ListEventsOutputDataItemEventPayload(TypedDict):
    resource: ListEventsOutputDataItemEventPayloadResource
    data: Dict[str, Any]


class _ListEventsOutputDataItemEvent(TypedDict):
    _id: str
    type: Literal["auth.created", "auth.success", "auth.failed", "auth.invalid", "auth.hold", "auth.needs-resync", "auth.deleted", "auth.security-input-required", "bill.created", "bill.update", "bill.upcoming", "bill.scheduled-payment-notice", "bill.payment.scheduled", "bill.payment.waiting", "bill.payment.delayed", "bill.payment.sent", "bill.payment.failed", "bill.payment.cancelled", "swap.created", "swap.success", "swap.hold", "payment-method.declined", "payment-method.removed", "client.erased", "partner.settings-changed", "webhook-endpoint.test"]
    created: str
    partnerId: str
    sequence: int
    subject: str
    payload: ListEventsOutputDataItemEventPayload


class ListEventsOutputDataItemEvent(_ListEventsOutputDataItemEvent, total=False):
    clientId: str
    identifier: str
    sessionId: str


class ListEventsOutputDataItem(TypedDict):
    event: ListEventsOutputDataItemEvent


class _ListEventsOutput(TypedDict):
    data: List[ListEventsOutputDataItem]


class ListEventsOutput(_ListEventsOutput, total=False):
    nextCursor: str


class _RetryEventInput(TypedDict):
    eventId: str


class RetryEventInput(_RetryEventInput, total=False):
    endpointId: str


class RetryEventOutput(TypedDict):
    success: Literal[True]
    endpointIds: List[str]


class _CreateWebhookEndpointInput(TypedDict):
    url: str


class CreateWebhookEndpointInput(_CreateWebhookEndpointInput, total=False):
    events: Sequence[Literal["auth.created", "auth.success", "auth.failed", "auth.invalid", "auth.hold", "auth.needs-resync", "auth.deleted", "auth.security-input-required", "bill.created", "bill.update", "bill.upcoming", "bill.scheduled-payment-notice", "bill.payment.scheduled", "bill.payment.waiting", "bill.payment.delayed", "bill.payment.sent", "bill.payment.failed", "bill.payment.cancelled", "swap.created", "swap.success", "swap.hold", "payment-method.declined", "payment-method.removed", "client.erased", "partner.settings-changed", "webhook-endpoint.test", "auth.*", "bill.*", "bill.payment.*", "swap.*", "payment-method.*", "client.*", "partner.*", "webhook-endpoint.*"]]
    description: str


class _CreateWebhookEndpointOutput(TypedDict):
    _id: str
    url: str
    status: Literal["enabled", "disabled"]
    created: str
    secret: str


class CreateWebhookEndpointOutput(_CreateWebhookEndpointOutput, total=False):
    events: List[str]
    description: str
    disabledBy: Literal["partner", "endpoint"]
    formerSecretUntil: str


class DeleteWebhookEndpointInput(TypedDict):
    endpointId: str


DeleteWebhookEndpointOutput: TypeAlias = "Success"


class GetWebhookEndpointInput(TypedDict):
    endpointId: str


class _GetWebhookEndpointOutput(TypedDict):
    _id: str
    url: str
    status: Literal["enabled", "disabled"]
    created: str


class GetWebhookEndpointOutput(_GetWebhookEndpointOutput, total=False):
    events: List[str]
    description: str
    disabledBy: Literal["partner", "endpoint"]
    formerSecretUntil: str


class _ListWebhookEndpointsOutputDataItem(TypedDict):
    _id: str
    url: str
    status: Literal["enabled", "disabled"]
    created: str


class ListWebhookEndpointsOutputDataItem(_ListWebhookEndpointsOutputDataItem, total=False):
    events: List[str]
    description: str
    disabledBy: Literal["partner", "endpoint"]
    formerSecretUntil: str


class ListWebhookEndpointsOutput(TypedDict):
    data: List[ListWebhookEndpointsOutputDataItem]


class RotateWebhookSecretInput(TypedDict):
    endpointId: str


class _RotateWebhookSecretOutput(TypedDict):
    _id: str
    url: str
    status: Literal["enabled", "disabled"]
    created: str
    secret: str


class RotateWebhookSecretOutput(_RotateWebhookSecretOutput, total=False):
    events: List[str]
    description: str
    disabledBy: Literal["partner", "endpoint"]
    formerSecretUntil: str


class TestWebhookEndpointInput(TypedDict):
    endpointId: str


TestWebhookEndpointOutput: TypeAlias = "Success"


class _UpdateWebhookEndpointInput(TypedDict):
    endpointId: str


class UpdateWebhookEndpointInput(_UpdateWebhookEndpointInput, total=False):
    url: str
    events: Union[Sequence[Literal["auth.created", "auth.success", "auth.failed", "auth.invalid", "auth.hold", "auth.needs-resync", "auth.deleted", "auth.security-input-required", "bill.created", "bill.update", "bill.upcoming", "bill.scheduled-payment-notice", "bill.payment.scheduled", "bill.payment.waiting", "bill.payment.delayed", "bill.payment.sent", "bill.payment.failed", "bill.payment.cancelled", "swap.created", "swap.success", "swap.hold", "payment-method.declined", "payment-method.removed", "client.erased", "partner.settings-changed", "webhook-endpoint.test", "auth.*", "bill.*", "bill.payment.*", "swap.*", "payment-method.*", "client.*", "partner.*", "webhook-endpoint.*"]], None]
    description: Union[str, None]
    status: Literal["enabled", "disabled"]


class _UpdateWebhookEndpointOutput(TypedDict):
    _id: str
    url: str
    status: Literal["enabled", "disabled"]
    created: str


class UpdateWebhookEndpointOutput(_UpdateWebhookEndpointOutput, total=False):
    events: List[str]
    description: str
    disabledBy: Literal["partner", "endpoint"]
    formerSecretUntil: str


class GetModuleFontInput(TypedDict):
    fontId: str


class GetModuleFontOutput(TypedDict):
    woff2: str


class GetModuleLookInput(TypedDict):
    partnerId: str


GetModuleLookOutput: TypeAlias = "ModuleLook"


class _OpenModuleSessionInput(TypedDict):
    token: str
    module: Literal["account-linking", "card-swap", "bill-pay"]


class OpenModuleSessionInput(_OpenModuleSessionInput, total=False):
    verifier: str
    sessionId: str
    companyId: str
    cardPaymentsOnly: Union[bool, Literal["true", "false"]]
    renew: Union[bool, Literal["true", "false"]]


class OpenModuleSessionOutputEncryptionKey(TypedDict):
    kty: Literal["RSA"]
    n: str
    e: str
    use: Literal["enc"]
    kid: str


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
    encryptionKey: OpenModuleSessionOutputEncryptionKey
    encryptionRequired: Literal[True]


class GetClockOutput(TypedDict):
    now: str
    advancing: bool


class SetClockInput(TypedDict):
    now: str


class SetClockOutput(TypedDict):
    now: str
    advancing: bool


__all__ = [
    "AddPaymentMethodInput",
    "AddPaymentMethodInputBank",
    "AddPaymentMethodInputBankConsent",
    "AddPaymentMethodInputCard",
    "AddPaymentMethodInputCardConsent",
    "AddPaymentMethodOutput",
    "AnswerQuestionsInput",
    "AnswerQuestionsOutput",
    "AnswerStepInput",
    "AnswerStepInputSecurity2",
    "AnswerStepOutput",
    "Answers",
    "AnswersItem",
    "AssignPaymentMethodInput",
    "AssignPaymentMethodOutput",
    "Auth",
    "AuthCreatedEvent",
    "AuthCreatedEventPayload",
    "AuthCreatedEventPayloadData",
    "AuthCreatedEventPayloadDataAuth",
    "AuthCreatedEventPayloadDataAuthStatus",
    "AuthCreatedEventPayloadResource",
    "AuthDeletedEvent",
    "AuthDeletedEventPayload",
    "AuthDeletedEventPayloadData",
    "AuthDeletedEventPayloadDataAuth",
    "AuthDeletedEventPayloadDataAuthStatus",
    "AuthDeletedEventPayloadResource",
    "AuthFailedEvent",
    "AuthFailedEventPayload",
    "AuthFailedEventPayloadData",
    "AuthFailedEventPayloadResource",
    "AuthHoldEvent",
    "AuthHoldEventPayload",
    "AuthHoldEventPayloadData",
    "AuthHoldEventPayloadDataHold",
    "AuthHoldEventPayloadResource",
    "AuthInvalidEvent",
    "AuthInvalidEventPayload",
    "AuthInvalidEventPayloadData",
    "AuthInvalidEventPayloadResource",
    "AuthNeedsResyncEvent",
    "AuthNeedsResyncEventPayload",
    "AuthNeedsResyncEventPayloadData",
    "AuthNeedsResyncEventPayloadResource",
    "AuthProgress",
    "AuthProgressAuth",
    "AuthProgressAuthStatus",
    "AuthSecurityInputRequiredEvent",
    "AuthSecurityInputRequiredEventPayload",
    "AuthSecurityInputRequiredEventPayloadData",
    "AuthSecurityInputRequiredEventPayloadDataInput2Item",
    "AuthSecurityInputRequiredEventPayloadDataInput3",
    "AuthSecurityInputRequiredEventPayloadDataInputItem",
    "AuthSecurityInputRequiredEventPayloadResource",
    "AuthStatus",
    "AuthSuccessEvent",
    "AuthSuccessEventPayload",
    "AuthSuccessEventPayloadData",
    "AuthSuccessEventPayloadResource",
    "Bill",
    "BillCompany",
    "BillCompanyAdditionalPaymentOptionsItem",
    "BillCompanyAdditionalPaymentOptionsItemSettings",
    "BillCompanyFees",
    "BillCompanyFeesAch",
    "BillCompanyFeesCardsValue",
    "BillCompanyFeesCardsValueCredit",
    "BillCompanyFeesCardsValueDebit",
    "BillCreatedEvent",
    "BillCreatedEventPayload",
    "BillCreatedEventPayloadData",
    "BillCreatedEventPayloadResource",
    "BillMeta",
    "BillPaymentCancelledEvent",
    "BillPaymentCancelledEventPayload",
    "BillPaymentCancelledEventPayloadData",
    "BillPaymentCancelledEventPayloadDataCompany",
    "BillPaymentCancelledEventPayloadDataPayment",
    "BillPaymentCancelledEventPayloadDataPaymentMethod",
    "BillPaymentCancelledEventPayloadDataPaymentMethodBank",
    "BillPaymentCancelledEventPayloadDataPaymentMethodCard",
    "BillPaymentCancelledEventPayloadDataPaymentWaiting",
    "BillPaymentCancelledEventPayloadResource",
    "BillPaymentDelayedEvent",
    "BillPaymentDelayedEventPayload",
    "BillPaymentDelayedEventPayloadData",
    "BillPaymentDelayedEventPayloadDataCompany",
    "BillPaymentDelayedEventPayloadDataPayment",
    "BillPaymentDelayedEventPayloadDataPaymentMethod",
    "BillPaymentDelayedEventPayloadDataPaymentMethodBank",
    "BillPaymentDelayedEventPayloadDataPaymentMethodCard",
    "BillPaymentDelayedEventPayloadDataPaymentWaiting",
    "BillPaymentDelayedEventPayloadResource",
    "BillPaymentFailedEvent",
    "BillPaymentFailedEventPayload",
    "BillPaymentFailedEventPayloadData",
    "BillPaymentFailedEventPayloadDataCompany",
    "BillPaymentFailedEventPayloadDataPayment",
    "BillPaymentFailedEventPayloadDataPaymentMethod",
    "BillPaymentFailedEventPayloadDataPaymentMethodBank",
    "BillPaymentFailedEventPayloadDataPaymentMethodCard",
    "BillPaymentFailedEventPayloadDataPaymentWaiting",
    "BillPaymentFailedEventPayloadResource",
    "BillPaymentScheduledEvent",
    "BillPaymentScheduledEventPayload",
    "BillPaymentScheduledEventPayloadData",
    "BillPaymentScheduledEventPayloadDataCompany",
    "BillPaymentScheduledEventPayloadDataPayment",
    "BillPaymentScheduledEventPayloadDataPaymentMethod",
    "BillPaymentScheduledEventPayloadDataPaymentMethodBank",
    "BillPaymentScheduledEventPayloadDataPaymentMethodCard",
    "BillPaymentScheduledEventPayloadDataPaymentWaiting",
    "BillPaymentScheduledEventPayloadResource",
    "BillPaymentSentEvent",
    "BillPaymentSentEventPayload",
    "BillPaymentSentEventPayloadData",
    "BillPaymentSentEventPayloadDataCompany",
    "BillPaymentSentEventPayloadDataPayment",
    "BillPaymentSentEventPayloadDataPaymentMethod",
    "BillPaymentSentEventPayloadDataPaymentMethodBank",
    "BillPaymentSentEventPayloadDataPaymentMethodCard",
    "BillPaymentSentEventPayloadDataPaymentWaiting",
    "BillPaymentSentEventPayloadResource",
    "BillPaymentWaitingEvent",
    "BillPaymentWaitingEventPayload",
    "BillPaymentWaitingEventPayloadData",
    "BillPaymentWaitingEventPayloadDataCompany",
    "BillPaymentWaitingEventPayloadDataPayment",
    "BillPaymentWaitingEventPayloadDataPaymentMethod",
    "BillPaymentWaitingEventPayloadDataPaymentMethodBank",
    "BillPaymentWaitingEventPayloadDataPaymentMethodCard",
    "BillPaymentWaitingEventPayloadDataPaymentWaiting",
    "BillPaymentWaitingEventPayloadResource",
    "BillScheduledPaymentNoticeEvent",
    "BillScheduledPaymentNoticeEventPayload",
    "BillScheduledPaymentNoticeEventPayloadData",
    "BillScheduledPaymentNoticeEventPayloadDataDueDate",
    "BillScheduledPaymentNoticeEventPayloadResource",
    "BillSettings",
    "BillSettingsConsent",
    "BillSettingsOffered",
    "BillStatus",
    "BillUpcomingEvent",
    "BillUpcomingEventPayload",
    "BillUpcomingEventPayloadData",
    "BillUpcomingEventPayloadResource",
    "BillUpdateEvent",
    "BillUpdateEventPayload",
    "BillUpdateEventPayloadData",
    "BillUpdateEventPayloadDataBill",
    "BillUpdateEventPayloadDataBillAutopay",
    "BillUpdateEventPayloadDataBillAutopaySource",
    "BillUpdateEventPayloadDataBillBalance",
    "BillUpdateEventPayloadDataBillCustomLabel",
    "BillUpdateEventPayloadDataBillCustomPaymentAmount",
    "BillUpdateEventPayloadDataBillDueDate",
    "BillUpdateEventPayloadDataBillFullBalance",
    "BillUpdateEventPayloadDataBillHidden",
    "BillUpdateEventPayloadDataBillLastPaidAmount",
    "BillUpdateEventPayloadDataBillLastPaidOn",
    "BillUpdateEventPayloadDataBillMeta",
    "BillUpdateEventPayloadDataBillMetaCurrent",
    "BillUpdateEventPayloadDataBillMetaPrevious",
    "BillUpdateEventPayloadDataBillPayDate",
    "BillUpdateEventPayloadDataBillSettings",
    "BillUpdateEventPayloadDataBillSettingsCurrent",
    "BillUpdateEventPayloadDataBillSettingsCurrentConsent",
    "BillUpdateEventPayloadDataBillSettingsCurrentOffered",
    "BillUpdateEventPayloadDataBillSettingsPrevious",
    "BillUpdateEventPayloadDataBillSettingsPreviousConsent",
    "BillUpdateEventPayloadDataBillSettingsPreviousOffered",
    "BillUpdateEventPayloadDataBillStatementBalance",
    "BillUpdateEventPayloadDataBillStatus",
    "BillUpdateEventPayloadDataBillStatusCurrent",
    "BillUpdateEventPayloadDataBillStatusPrevious",
    "BillUpdateEventPayloadDataBillWithheld",
    "BillUpdateEventPayloadDataBillWithheldCurrent",
    "BillUpdateEventPayloadDataBillWithheldPrevious",
    "BillUpdateEventPayloadResource",
    "BillWithPayments",
    "BillWithPaymentsPayment",
    "BillWithPaymentsPaymentWaiting",
    "BillWithPaymentsPaymentWithheld",
    "BillWithheld",
    "CancelPaymentInput",
    "CancelPaymentOutput",
    "CardToSync",
    "Category",
    "Challenge",
    "ChallengeInput2Item",
    "ChallengeInput3",
    "ChallengeInputItem",
    "ClientErasedEvent",
    "ClientErasedEventPayload",
    "ClientErasedEventPayloadResource",
    "ClientToCreate",
    "ClientToCreateMeta",
    "Company",
    "CompanyAdditionalPaymentOptionsItem",
    "CompanyAdditionalPaymentOptionsItemSettings",
    "CompanyAuth",
    "CompanyAuthLoginFieldsItem",
    "CompanyAuthUrls",
    "CompanyFees",
    "CompanyFeesAch",
    "CompanyFeesCardsValue",
    "CompanyFeesCardsValueCredit",
    "CompanyFeesCardsValueDebit",
    "CompanyGeo",
    "CompanySummary",
    "ContinueAuthInput",
    "ContinueAuthInputConsent",
    "ContinueAuthInputMeta",
    "ContinueAuthOutput",
    "CreateAccessTokenInput",
    "CreateAccessTokenOutput",
    "CreateApiKeyInput",
    "CreateApiKeyOutput",
    "CreateAuthInput",
    "CreateAuthInputConsent",
    "CreateAuthInputMeta",
    "CreateAuthOutput",
    "CreateClientInput",
    "CreateClientInputMeta",
    "CreateClientOutput",
    "CreateEncryptionKeyOutput",
    "CreateSwapInput",
    "CreateSwapOutput",
    "CreateTokenInput",
    "CreateTokenOutput",
    "CreateWebhookEndpointInput",
    "CreateWebhookEndpointOutput",
    "CustomizeBillInput",
    "CustomizeBillOutput",
    "DeleteAuthInput",
    "DeleteAuthOutput",
    "DeleteEncryptionKeyInput",
    "DeleteEncryptionKeyOutput",
    "DeletePaymentMethodInput",
    "DeletePaymentMethodOutput",
    "DeleteWebhookEndpointInput",
    "DeleteWebhookEndpointOutput",
    "EraseClientInput",
    "EraseClientOutput",
    "ErrorCode",
    "Event",
    "FixHoldInput",
    "FixHoldOutput",
    "GetAuthInput",
    "GetAuthOutput",
    "GetBillInput",
    "GetBillOutput",
    "GetClockOutput",
    "GetCompanyInput",
    "GetCompanyOutput",
    "GetEncryptionKeyInput",
    "GetEncryptionKeyOutput",
    "GetEventInput",
    "GetEventOutput",
    "GetEventOutputAttemptsItem",
    "GetEventOutputDeliveriesItem",
    "GetEventOutputEvent",
    "GetEventOutputEventPayload",
    "GetEventOutputEventPayloadResource",
    "GetLatestEncryptionKeyOutput",
    "GetModuleFontInput",
    "GetModuleFontOutput",
    "GetModuleLookInput",
    "GetModuleLookOutput",
    "GetModulesOutput",
    "GetModulesOutputFontsItem",
    "GetModulesOutputLinks",
    "GetModulesOutputTheme",
    "GetModulesOutputThemeDark",
    "GetModulesOutputThemeFont",
    "GetModulesOutputThemeLight",
    "GetModulesOutputThemeLogo",
    "GetPartnerOutput",
    "GetPartnerOutputEncryption",
    "GetPartnerOutputLocked",
    "GetPartnerOutputRateLimit",
    "GetPartnerOutputSigning",
    "GetPartnerOutputSigningKeysItem",
    "GetPartnerOutputSigningLastRefresh",
    "GetWebhookEndpointInput",
    "GetWebhookEndpointOutput",
    "HoldReason",
    "ListApiKeysOutput",
    "ListApiKeysOutputDataItem",
    "ListAuthsInput",
    "ListAuthsOutput",
    "ListBillsInput",
    "ListBillsOutput",
    "ListCategoriesOutput",
    "ListEncryptionKeysOutput",
    "ListEncryptionKeysOutputKeysItem",
    "ListEventsInput",
    "ListEventsOutput",
    "ListEventsOutputDataItem",
    "ListEventsOutputDataItemEvent",
    "ListEventsOutputDataItemEventPayload",
    "ListEventsOutputDataItemEventPayloadResource",
    "ListPartnerBillsInput",
    "ListPartnerBillsOutput",
    "ListPaymentMethodsInput",
    "ListPaymentMethodsOutput",
    "ListSwapCompaniesOutput",
    "ListSwapsInput",
    "ListSwapsOutput",
    "ListSwapsOutputDataItem",
    "ListSwapsOutputDataItemStatus",
    "ListTokenKeysOutput",
    "ListTokenKeysOutputKeysItem",
    "ListWebhookEndpointsOutput",
    "ListWebhookEndpointsOutputDataItem",
    "LockSettingsOutput",
    "LoginForm",
    "Logo",
    "LogoSvg",
    "MakeMethodDefaultInput",
    "MakeMethodDefaultOutput",
    "Mfa",
    "MfaMfaItem",
    "ModuleLook",
    "ModuleLookLinks",
    "ModuleLookTheme",
    "ModuleLookThemeDark",
    "ModuleLookThemeFont",
    "ModuleLookThemeLight",
    "ModuleLookThemeLogo",
    "OpenModuleSessionInput",
    "OpenModuleSessionOutput",
    "OpenModuleSessionOutputEncryptionKey",
    "PartnerBill",
    "PartnerBillPayment",
    "PartnerBillPaymentWaiting",
    "PartnerBillPaymentWithheld",
    "PartnerSettingsChangedEvent",
    "PartnerSettingsChangedEventPayload",
    "PartnerSettingsChangedEventPayloadData",
    "PartnerSettingsChangedEventPayloadResource",
    "PaymentHistoryEntry",
    "PaymentMethod",
    "PaymentMethodBank",
    "PaymentMethodCard",
    "PaymentMethodDeclinedEvent",
    "PaymentMethodDeclinedEventPayload",
    "PaymentMethodDeclinedEventPayloadData",
    "PaymentMethodDeclinedEventPayloadDataPaymentMethod",
    "PaymentMethodDeclinedEventPayloadDataPaymentMethodBank",
    "PaymentMethodDeclinedEventPayloadDataPaymentMethodCard",
    "PaymentMethodDeclinedEventPayloadResource",
    "PaymentMethodRemovedEvent",
    "PaymentMethodRemovedEventPayload",
    "PaymentMethodRemovedEventPayloadData",
    "PaymentMethodRemovedEventPayloadDataPaymentMethod",
    "PaymentMethodRemovedEventPayloadDataPaymentMethodBank",
    "PaymentMethodRemovedEventPayloadDataPaymentMethodCard",
    "PaymentMethodRemovedEventPayloadResource",
    "Problem",
    "ProblemErrorsItem",
    "RefreshSigningOutput",
    "RefreshSigningOutputKeysItem",
    "RefreshSigningOutputLastRefresh",
    "RetryEventInput",
    "RetryEventOutput",
    "RetryPaymentMethodInput",
    "RetryPaymentMethodOutput",
    "RevokeApiKeyInput",
    "RevokeApiKeyOutput",
    "RevokeTokensInput",
    "RevokeTokensOutput",
    "RotateWebhookSecretInput",
    "RotateWebhookSecretOutput",
    "SchedulePaymentInput",
    "SchedulePaymentOutput",
    "SearchCompaniesInput",
    "SearchCompaniesInputGeo",
    "SearchCompaniesOutput",
    "SetCardCodeInput",
    "SetCardCodeOutput",
    "SetClockInput",
    "SetClockOutput",
    "Success",
    "SwapCreatedEvent",
    "SwapCreatedEventPayload",
    "SwapCreatedEventPayloadData",
    "SwapCreatedEventPayloadDataSwap",
    "SwapCreatedEventPayloadDataSwapAuth",
    "SwapCreatedEventPayloadDataSwapPaymentMethod",
    "SwapCreatedEventPayloadDataSwapStatus",
    "SwapCreatedEventPayloadResource",
    "SwapHoldEvent",
    "SwapHoldEventPayload",
    "SwapHoldEventPayloadData",
    "SwapHoldEventPayloadDataSwap",
    "SwapHoldEventPayloadDataSwapAuth",
    "SwapHoldEventPayloadDataSwapPaymentMethod",
    "SwapHoldEventPayloadDataSwapStatus",
    "SwapHoldEventPayloadResource",
    "SwapSuccessEvent",
    "SwapSuccessEventPayload",
    "SwapSuccessEventPayloadData",
    "SwapSuccessEventPayloadDataSwap",
    "SwapSuccessEventPayloadDataSwapAuth",
    "SwapSuccessEventPayloadDataSwapPaymentMethod",
    "SwapSuccessEventPayloadDataSwapStatus",
    "SwapSuccessEventPayloadResource",
    "SyncClientInput",
    "SyncClientInputToken",
    "SyncClientOutput",
    "SyncClientOutputCardsItem",
    "SyncClientOutputFailedCardsItem",
    "SyncClientOutputFailedCardsItemError",
    "SyncClientOutputFailedCardsItemErrorErrorsItem",
    "TestWebhookEndpointInput",
    "TestWebhookEndpointOutput",
    "UpdateEncryptionInput",
    "UpdateEncryptionOutput",
    "UpdateModulesInput",
    "UpdateModulesInputLinks",
    "UpdateModulesInputTheme",
    "UpdateModulesInputThemeDark",
    "UpdateModulesInputThemeFont",
    "UpdateModulesInputThemeLight",
    "UpdateModulesInputThemeLogo",
    "UpdateModulesOutput",
    "UpdateModulesOutputFontsItem",
    "UpdateModulesOutputLinks",
    "UpdateModulesOutputTheme",
    "UpdateModulesOutputThemeDark",
    "UpdateModulesOutputThemeFont",
    "UpdateModulesOutputThemeLight",
    "UpdateModulesOutputThemeLogo",
    "UpdatePaymentSettingsInput",
    "UpdatePaymentSettingsInputConsent",
    "UpdatePaymentSettingsOutput",
    "UpdateSigningInput",
    "UpdateSigningOutput",
    "UpdateSigningOutputKeysItem",
    "UpdateSigningOutputLastRefresh",
    "UpdateWebhookEndpointInput",
    "UpdateWebhookEndpointOutput",
    "UploadFontInput",
    "UploadFontOutput",
    "WebhookEndpointTestEvent",
    "WebhookEndpointTestEventPayload",
    "WebhookEndpointTestEventPayloadData",
    "WebhookEndpointTestEventPayloadResource",
]

# Written by `npm run docs` from the contracts. Not to be changed by hand.
from __future__ import annotations

from typing import Any, Dict

from .._operation import Call, Group, Operation
from .._pages import Pages
from .types import (
    AddPaymentMethodArguments,
    AddPaymentMethodOutput,
    Answer,
    AnswerQuestionsArguments,
    AnswerStepArguments,
    AnswerStepOutput,
    AssignPaymentMethodArguments,
    Auth,
    AuthProgress,
    BillWithPayments,
    CancelPaymentArguments,
    Clock,
    Company,
    ContinueAuthArguments,
    ContinueAuthOutput,
    CreateAccessTokenArguments,
    CreateAccessTokenOutput,
    CreateApiKeyArguments,
    CreateApiKeyOutput,
    CreateAuthArguments,
    CreateAuthOutput,
    CreateClientArguments,
    CreateClientOutput,
    CreateEncryptionKeyOutput,
    CreateSwapArguments,
    CreateSwapOutput,
    CreateTokenArguments,
    CreateTokenOutput,
    CreateWebhookEndpointArguments,
    CustomizeBillArguments,
    DeleteAuthArguments,
    DeleteEncryptionKeyArguments,
    DeletePaymentMethodArguments,
    DeleteWebhookEndpointArguments,
    EraseClientArguments,
    EraseClientOutput,
    FixHoldArguments,
    GetAuthArguments,
    GetBillArguments,
    GetBillPaymentArguments,
    GetBillPaymentOutput,
    GetCompanyArguments,
    GetEncryptionKeyArguments,
    GetEventArguments,
    GetEventOutput,
    GetModuleFontArguments,
    GetModuleFontOutput,
    GetModuleLookArguments,
    GetReconciliationArguments,
    GetReconciliationOutput,
    GetWebhookEndpointArguments,
    ListApiKeysOutput,
    ListAuthsArguments,
    ListAuthsOutput,
    ListBillsArguments,
    ListBillsOutput,
    ListCategoriesOutput,
    ListConnectorKeysOutput,
    ListEncryptionKeysOutput,
    ListEventsArguments,
    ListEventsOutput,
    ListPartnerBillsArguments,
    ListPartnerBillsOutput,
    ListPaymentMethodsArguments,
    ListPaymentMethodsOutput,
    ListSwapCompaniesOutput,
    ListSwapsArguments,
    ListSwapsOutput,
    ListTokenKeysOutput,
    ListWebhookEndpointsOutput,
    ListedEvent,
    LockSettingsArguments,
    MakeMethodDefaultArguments,
    ModuleFont,
    ModuleLook,
    ModuleSettings,
    OpenModuleSessionArguments,
    OpenModuleSessionOutput,
    Partner,
    PartnerBill,
    PaymentMethod,
    PublishedKey,
    ReconciliationFinding,
    ReconciliationSummary,
    RetryEventArguments,
    RetryEventOutput,
    RetryPaymentMethodArguments,
    RevokeApiKeyArguments,
    RevokeTokensArguments,
    RotateWebhookSecretArguments,
    SchedulePaymentArguments,
    SearchCompaniesArguments,
    SearchCompaniesOutput,
    SetCardCodeArguments,
    SetClockArguments,
    SigningSettings,
    Success,
    Swap,
    SyncClientArguments,
    SyncClientOutput,
    TestWebhookEndpointArguments,
    UpdateEncryptionArguments,
    UpdateEncryptionOutput,
    UpdateModulesArguments,
    UpdatePaymentSettingsArguments,
    UpdateSigningArguments,
    UpdateWebhookEndpointArguments,
    UploadFontArguments,
    WebhookEndpoint,
    WebhookEndpointWithSecret,
)

OPERATIONS: Dict[str, Operation] = {
    # auth
    "answerQuestions": Operation("auth.answerQuestions", "POST", "/auth/{authId}/answer-questions", "key", body=True, encrypts="secrets"),
    "answerStep": Operation("auth.answerStep", "POST", "/auth/step", "key", body=True, encrypts="secrets"),
    "continueAuth": Operation("auth.continueAuth", "POST", "/auth/{authId}/continue", "key", body=True, encrypts="secrets"),
    "createAuth": Operation("auth.createAuth", "POST", "/auth", "key", body=True, encrypts="secrets"),
    "deleteAuth": Operation("auth.deleteAuth", "DELETE", "/auth/{authId}", "always"),
    "fixHold": Operation("auth.fixHold", "POST", "/auth/{authId}/fix-hold", "key"),
    "getAuth": Operation("auth.getAuth", "GET", "/auth/{authId}", "always"),
    "listAuths": Operation("auth.listAuths", "GET", "/auth/list/{clientId}", "always", query=("limit", "cursor",)),
    # bill
    "customizeBill": Operation("bill.customizeBill", "POST", "/bill/{billId}/customize", "key", body=True, encrypts="any"),
    "getBill": Operation("bill.getBill", "GET", "/bill/{billId}", "always"),
    "getBillPayment": Operation("bill.getBillPayment", "GET", "/bill/{billId}/payment/{paymentId}", "always"),
    "listBills": Operation("bill.listBills", "GET", "/bill/list/{clientId}", "always", query=("limit", "cursor",)),
    "listPartnerBills": Operation("bill.listPartnerBills", "GET", "/bill/listByPartner/{partnerId}", "always", query=("limit", "cursor",)),
    # company
    "getCompany": Operation("company.getCompany", "GET", "/company/{companyId}", "always"),
    "listCategories": Operation("company.listCategories", "GET", "/company/categories", "always"),
    "searchCompanies": Operation("company.searchCompanies", "POST", "/company/search", "always", body=True, encrypts="any"),
    # payment
    "addPaymentMethod": Operation("payment.addPaymentMethod", "POST", "/payment", "key", body=True, encrypts="secrets"),
    "assignPaymentMethod": Operation("payment.assignPaymentMethod", "POST", "/payment/{paymentMethodId}/assign", "key", body=True, encrypts="any"),
    "cancelPayment": Operation("payment.cancelPayment", "POST", "/payment/cancel", "key", body=True, encrypts="any"),
    "deletePaymentMethod": Operation("payment.deletePaymentMethod", "DELETE", "/payment/{paymentMethodId}", "always", query=("nextDefault", "moveTo",)),
    "listPaymentMethods": Operation("payment.listPaymentMethods", "GET", "/payment/list/{clientId}", "always", query=("limit", "cursor",)),
    "makeMethodDefault": Operation("payment.makeMethodDefault", "POST", "/payment/{paymentMethodId}/default", "key"),
    "retryPaymentMethod": Operation("payment.retryPaymentMethod", "POST", "/payment/{paymentMethodId}/retry", "key"),
    "schedulePayment": Operation("payment.schedulePayment", "POST", "/payment/schedule", "key", body=True, encrypts="any"),
    "setCardCode": Operation("payment.setCardCode", "POST", "/payment/{paymentMethodId}/card-code", "key", body=True, encrypts="secrets"),
    "updatePaymentSettings": Operation("payment.updatePaymentSettings", "POST", "/payment/settings", "key", body=True, encrypts="any"),
    # swap
    "createSwap": Operation("swap.createSwap", "POST", "/swap/create", "key", body=True, encrypts="any"),
    "listSwapCompanies": Operation("swap.listSwapCompanies", "GET", "/swap/companies", "always"),
    "listSwaps": Operation("swap.listSwaps", "GET", "/swap/list/{clientId}", "always", query=("limit", "cursor",)),
    # client
    "createAccessToken": Operation("client.createAccessToken", "POST", "/client/access-token", "verifier", body=True, open=True),
    "createClient": Operation("client.createClient", "POST", "/client", "key", body=True, encrypts="any"),
    "createToken": Operation("client.createToken", "POST", "/client/create-token", "key", body=True, encrypts="any"),
    "eraseClient": Operation("client.eraseClient", "DELETE", "/client/{clientId}", "always"),
    "listTokenKeys": Operation("client.listTokenKeys", "GET", "/.well-known/jwks.json", "always", open=True),
    "revokeTokens": Operation("client.revokeTokens", "POST", "/client/revoke-tokens", "key", body=True, encrypts="any"),
    "syncClient": Operation("client.syncClient", "POST", "/client/sync", "key", body=True, encrypts="secrets"),
    # partner
    "createApiKey": Operation("partner.createApiKey", "POST", "/partner/api-keys", "key", body=True, encrypts="any"),
    "createEncryptionKey": Operation("partner.createEncryptionKey", "POST", "/partner/public-keys", "key"),
    "deleteEncryptionKey": Operation("partner.deleteEncryptionKey", "DELETE", "/partner/public-keys/{keyId}", "always"),
    "getEncryptionKey": Operation("partner.getEncryptionKey", "GET", "/partner/public-keys/{keyId}", "always"),
    "getLatestEncryptionKey": Operation("partner.getLatestEncryptionKey", "GET", "/partner/public-keys/latest", "always"),
    "getModules": Operation("partner.getModules", "GET", "/partner/modules", "always"),
    "getPartner": Operation("partner.getPartner", "GET", "/partner", "always"),
    "getReconciliation": Operation("partner.getReconciliation", "GET", "/partner/reconciliation", "always", query=("limit", "cursor", "day",)),
    "listApiKeys": Operation("partner.listApiKeys", "GET", "/partner/api-keys", "always"),
    "listEncryptionKeys": Operation("partner.listEncryptionKeys", "GET", "/partner/public-keys", "always"),
    "lockSettings": Operation("partner.lockSettings", "POST", "/partner/lock", "key", body=True, encrypts="any"),
    "refreshSigning": Operation("partner.refreshSigning", "POST", "/partner/signing/refresh", "key"),
    "revokeApiKey": Operation("partner.revokeApiKey", "DELETE", "/partner/api-keys/{keyId}", "always"),
    "updateEncryption": Operation("partner.updateEncryption", "PUT", "/partner/encryption", "always", body=True),
    "updateModules": Operation("partner.updateModules", "PUT", "/partner/modules", "always", body=True),
    "updateSigning": Operation("partner.updateSigning", "PUT", "/partner/signing", "always", body=True),
    "uploadFont": Operation("partner.uploadFont", "POST", "/partner/modules/font", "key", body=True, encrypts="any"),
    # event
    "getEvent": Operation("event.getEvent", "GET", "/event/{eventId}", "always"),
    "listEvents": Operation("event.listEvents", "GET", "/event/list", "always", query=("limit", "cursor", "type", "clientId", "createdFrom", "createdBefore",)),
    "retryEvent": Operation("event.retryEvent", "POST", "/event/{eventId}/retry", "key", body=True, encrypts="any"),
    # webhookEndpoint
    "createWebhookEndpoint": Operation("webhookEndpoint.createWebhookEndpoint", "POST", "/webhook-endpoint", "key", body=True, encrypts="any"),
    "deleteWebhookEndpoint": Operation("webhookEndpoint.deleteWebhookEndpoint", "DELETE", "/webhook-endpoint/{endpointId}", "always"),
    "getWebhookEndpoint": Operation("webhookEndpoint.getWebhookEndpoint", "GET", "/webhook-endpoint/{endpointId}", "always"),
    "listWebhookEndpoints": Operation("webhookEndpoint.listWebhookEndpoints", "GET", "/webhook-endpoint/list", "always"),
    "rotateWebhookSecret": Operation("webhookEndpoint.rotateWebhookSecret", "POST", "/webhook-endpoint/{endpointId}/rotate-secret", "key"),
    "testWebhookEndpoint": Operation("webhookEndpoint.testWebhookEndpoint", "POST", "/webhook-endpoint/{endpointId}/test", "key"),
    "updateWebhookEndpoint": Operation("webhookEndpoint.updateWebhookEndpoint", "PUT", "/webhook-endpoint/{endpointId}", "always", body=True),
    # module
    "getModuleFont": Operation("module.getModuleFont", "GET", "/module/font/{fontId}", "always", open=True),
    "getModuleLook": Operation("module.getModuleLook", "GET", "/module/look/{partnerId}", "always", open=True),
    "openModuleSession": Operation("module.openModuleSession", "POST", "/module/session", "verifier", body=True, open=True),
    # connector
    "listConnectorKeys": Operation("connector.listConnectorKeys", "GET", "/.well-known/billhook-connector-keys", "always", open=True),
    # sandbox
    "getClock": Operation("sandbox.getClock", "GET", "/sandbox/clock", "always"),
    "reconcileNow": Operation("sandbox.reconcileNow", "POST", "/sandbox/reconciliation", "key"),
    "setClock": Operation("sandbox.setClock", "PUT", "/sandbox/clock", "always", body=True),
}


class AuthOperations(Group):
    def answer_questions(
        self,
        given: AnswerQuestionsArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Success:
        """Answer the security questions of an auth, or some of them: the rest stays open.

        Each answer has the `identifier` of its question. The link then goes on, and its outcome is an event.

        POST /auth/{authId}/answer-questions
        """
        answer: Success = self._call("answerQuestions", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def answer_step(
        self,
        given: AnswerStepArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> AnswerStepOutput:
        """Answer a security challenge for an account that is being linked.

        `security` is a list of `{identifier, answer}` for `questions`, the `{identifier}` of a choice for `code`, and absent for `prompt`. Questions that are not answered stay open, as another challenge. Send the code itself as the answer to the question that follows, or with `method: "code"` and `{identifier, answer}`. `didNotReceiveCode` requests another code, 30 seconds after the last one at the earliest. An accepted step spends its token.

        POST /auth/step
        """
        answer: AnswerStepOutput = self._call("answerStep", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def continue_auth(
        self,
        given: ContinueAuthArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> ContinueAuthOutput:
        """Link a verified auth again with the stored credentials, or with what they lack, and carry out `items`.

        For companies that require the user to be present: the user passes security, and enters no credentials. Everything else about `POST /auth` applies here too; `items` and `meta` are the same. If the auth has `asksFor`, its company has changed its login form: `form` then has these fields and no others, and they are added to the stored credentials. With `meta.swapId`, an auth on hold is linked again as well: a card that the company refused holds its auth, and the swap moves to another card.

        POST /auth/{authId}/continue
        """
        answer: ContinueAuthOutput = self._call("continueAuth", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def create_auth(
        self,
        given: CreateAuthArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> CreateAuthOutput:
        """Link an account: validate credentials at a company and carry out `items`.

        With an API key, its bills are paid automatically, unless the settings of the partner say that this needs `consent`. With an access token they are not, unless `consent` is sent. A company with `recurringRequired` can only be linked with consent. `skipCycle` leaves a first statement that would be paid on the day it is read to its user: nobody could agree to it before it was known. The next ones are paid. `dataConsent` is something else: what the user was told about the data that is read. It is kept with the auth, and changes nothing else. With the item `payment`, `meta.maxAmount` is the most that the user agrees to: if more is owed once the bill has been read, nothing is paid. `meta.amount` is for this payment alone, as in `POST /payment/schedule`.

        POST /auth
        """
        answer: CreateAuthOutput = self._call("createAuth", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def delete_auth(
        self,
        given: DeleteAuthArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Success:
        """Delete an auth with its bills, and cancel their scheduled payments.

        What the user had set of the bills is kept for 400 days. If the account is linked again, what restricts (such as disabled recurring payments) holds, and the rest is in `settings.offered`.

        DELETE /auth/{authId}
        """
        answer: Success = self._call("deleteAuth", given, None, timeout_seconds, max_retries)
        return answer

    def fix_hold(
        self,
        given: FixHoldArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Success:
        """Resume an auth after the user has resolved its hold.

        For when the user has done what `reason` of the auth asks for. The account is linked again with the stored credentials; the outcome is an event.

        POST /auth/{authId}/fix-hold
        """
        answer: Success = self._call("fixHold", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def get_auth(
        self,
        given: GetAuthArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> AuthProgress:
        """Retrieve an auth, whether its account is being linked, and what the user is asked.

        The auth has no status until its first outcome. `progress` shows how far a link has come. `challenge` is present while it can be answered with `POST /auth/step`; it is the data of its event, and `expiresIn`: the seconds until it ends.

        GET /auth/{authId}
        """
        answer: AuthProgress = self._call("getAuth", given, None, timeout_seconds, max_retries)
        return answer

    def list_auths(
        self,
        given: ListAuthsArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Pages[Auth, ListAuthsOutput]:
        """List a client's auths.

        An account that is still being linked for the first time is not in the list. Without `limit`, the list is returned as a whole, up to 4 MiB.

        GET /auth/list/{clientId}
        """
        return Pages(self._call, "listAuths", given, None, timeout_seconds, max_retries)


class BillOperations(Group):
    def customize_bill(
        self,
        given: CustomizeBillArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Success:
        """Set what a user chose for a bill: the amount to pay, a label, whether it is hidden, notifications.

        Omitted fields stay unchanged; `null` unsets a field. A chosen amount is charged from then on instead of the balance, lowered to the largest balance where the company accepts no more. What a payment leaves unpaid is still owed: a statement is paid once, so the rest is paid with the next one.

        POST /bill/{billId}/customize
        """
        answer: Success = self._call("customizeBill", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def get_bill(
        self,
        given: GetBillArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> BillWithPayments:
        """Retrieve a bill with the history of its payments.

        `payment` is the newest payment, whatever its outcome; `payments` are the payments that were made. A list has `payment` only while one is scheduled or pending, with the details that the bill itself holds.

        GET /bill/{billId}
        """
        answer: BillWithPayments = self._call("getBill", given, None, timeout_seconds, max_retries)
        return answer

    def get_bill_payment(
        self,
        given: GetBillPaymentArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> GetBillPaymentOutput:
        """Retrieve one payment of a bill, whatever its outcome.

        Its id is in `payments` and `payment` of `GET /bill/{billId}`, and in events. Entries of `payments` that an earlier release wrote have no id.

        GET /bill/{billId}/payment/{paymentId}
        """
        answer: GetBillPaymentOutput = self._call("getBillPayment", given, None, timeout_seconds, max_retries)
        return answer

    def list_bills(
        self,
        given: ListBillsArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Pages[BillWithPayments, ListBillsOutput]:
        """List a client's bills with the history of their payments.

        A bill is in the list once its account is linked. Without `limit`, the list is returned as a whole, up to 4 MiB.

        GET /bill/list/{clientId}
        """
        return Pages(self._call, "listBills", given, None, timeout_seconds, max_retries)

    def list_partner_bills(
        self,
        given: ListPartnerBillsArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Pages[PartnerBill, ListPartnerBillsOutput]:
        """List the active bills of all the partner's clients.

        `partnerUserId` is your own identifier of the client. Without `limit`, the list is returned as a whole, up to 4 MiB.

        GET /bill/listByPartner/{partnerId}
        """
        return Pages(self._call, "listPartnerBills", given, None, timeout_seconds, max_retries)


class CompanyOperations(Group):
    def get_company(
        self,
        given: GetCompanyArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Company:
        """Retrieve a company with its login fields, fees and requirements.

        `auth.loginFields` are what `POST /auth` takes as `form`. `requiredPayment`, `fees`, `schedule` and `userPresenceRequired` are what paying its bills depends on.

        GET /company/{companyId}
        """
        answer: Company = self._call("getCompany", given, None, timeout_seconds, max_retries)
        return answer

    def list_categories(
        self,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> ListCategoriesOutput:
        """List the categories that can be used to search for companies.

        `type` is what `POST /company/search` takes as `category`; `name` is for people to read.

        GET /company/categories
        """
        answer: ListCategoriesOutput = self._call("listCategories", None, None, timeout_seconds, max_retries)
        return answer

    def search_companies(
        self,
        given: SearchCompaniesArguments | None = None,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> SearchCompaniesOutput:
        """Search companies by name, category, place or product. Tolerates a misspelling.

        With `geo`, local companies within 100 km come first, each with its `distance` in kilometers, then those of the whole country. Of names that match alike, the companies that your users link most come first. `products` are `bill`, `payment` and `swap` (also spelled `card-swap` or `cardSwap`); a product that no company has finds nothing.

        POST /company/search
        """
        answer: SearchCompaniesOutput = self._call("searchCompanies", given, None, timeout_seconds, max_retries)
        return answer


class PaymentOperations(Group):
    def add_payment_method(
        self,
        given: AddPaymentMethodArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> AddPaymentMethodOutput:
        """Link a card or a bank account to a client.

        With an access token, the first payment method pays nothing by itself: bills that nobody has agreed about are set to `recurring: "disabled"`, unless `consent` is sent. `authorization` is the text under which the user saved it, such as that of a debit; it is kept with it.

        POST /payment
        """
        answer: AddPaymentMethodOutput = self._call("addPaymentMethod", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def assign_payment_method(
        self,
        given: AssignPaymentMethodArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Success:
        """Assign a payment method to a bill.

        If the payment that was last ordered for the bill was declined, it goes on with this method within a minute: for the same statement, and for no more than was agreed to. With `resume: false` the method is only assigned.

        POST /payment/{paymentMethodId}/assign
        """
        answer: Success = self._call("assignPaymentMethod", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def cancel_payment(
        self,
        given: CancelPaymentArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Success:
        """Cancel the scheduled payment of a bill.

        A payment that has begun cannot be canceled any more: the response is then 409 `payment_pending`.

        POST /payment/cancel
        """
        answer: Success = self._call("cancelPayment", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def delete_payment_method(
        self,
        given: DeletePaymentMethodArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Success:
        """Delete a payment method that has paid nothing within the last 24 hours.

        If it is the default, there is no default afterwards. With `nextDefault=true`, the verified payment method that was added first becomes the default. A payment method that would make a scheduled payment is only deleted if `moveTo` names another one: the bills of those payments are assigned to it.

        DELETE /payment/{paymentMethodId}
        """
        answer: Success = self._call("deletePaymentMethod", given, None, timeout_seconds, max_retries)
        return answer

    def list_payment_methods(
        self,
        given: ListPaymentMethodsArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Pages[PaymentMethod, ListPaymentMethodsOutput]:
        """List a client's payment methods, with masked numbers.

        Without `limit`, the list is returned as a whole, up to 4 MiB.

        GET /payment/list/{clientId}
        """
        return Pages(self._call, "listPaymentMethods", given, None, timeout_seconds, max_retries)

    def make_method_default(
        self,
        given: MakeMethodDefaultArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Success:
        """Make a payment method the default, which pays every bill that has no payment method of its own.

        Bills to which another payment method is assigned are still paid with that one.

        POST /payment/{paymentMethodId}/default
        """
        answer: Success = self._call("makeMethodDefault", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def retry_payment_method(
        self,
        given: RetryPaymentMethodArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Success:
        """Retry a declined payment method: its declined bills are charged again, one at a time.

        Whether the bills were paid is told by events.

        POST /payment/{paymentMethodId}/retry
        """
        answer: Success = self._call("retryPaymentMethod", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def schedule_payment(
        self,
        given: SchedulePaymentArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Success:
        """Pay a bill on a given day, or immediately if no day is given.

        `date` and `payDate` are two names of the same field. `maxAmount` is the most that the user agrees to: if more is owed, the payment waits, and another call with a higher `maxAmount` approves it. `amount` is for this payment alone: it takes the place of what the bill has as its `customPaymentAmount`, and so is `paymentMethodId`: what pays the bill otherwise stays. What an earlier payment of the account paid, and its company may still show, is taken off; if nothing is left of what is ordered, `detail` names that payment, and `afterPayment` orders it all the same. A field that seems to be `date`, `payDate`, `amount` or `maxAmount` misspelt is 400. A `date` counts as its day in UTC. The outcome is an event.

        POST /payment/schedule
        """
        answer: Success = self._call("schedulePayment", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def set_card_code(
        self,
        given: SetCardCodeArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Success:
        """Send a card's code again: it is stored until its next use, for 24 hours at most.

        An operation that needs the code, such as a swap, returns 409 `card_code_required` when it is no longer stored.

        POST /payment/{paymentMethodId}/card-code
        """
        answer: Success = self._call("setCardCode", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def update_payment_settings(
        self,
        given: UpdatePaymentSettingsArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Success:
        """Set whether and when a bill is paid automatically.

        With an access token, `recurring: "enabled"` needs `consent`: the SHA-256 of the text that the user has seen, its version and its locale. With an API key, `consent` is optional and can contain the text itself, with the time at which the user agreed. What the user agreed to is kept with it: `settings.consent.terms`. `skipCycle` leaves the statement that the bill shows to its user.

        POST /payment/settings
        """
        answer: Success = self._call("updatePaymentSettings", given, idempotency_key, timeout_seconds, max_retries)
        return answer


class SwapOperations(Group):
    def create_swap(
        self,
        given: CreateSwapArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> CreateSwapOutput:
        """Put a card of the client on file at the company of an auth.

        The swap is queued; `GET /swap/list/{clientId}` shows its outcome. A company that requires the user to be present accepts swaps only through `POST /auth` with `items: ["swap"]`. `POST /swap` is the same.

        POST /swap/create
        """
        answer: CreateSwapOutput = self._call("createSwap", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def list_swap_companies(
        self,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> ListSwapCompaniesOutput:
        """List the companies that support swaps, by name.

        All companies in one list, each as `GET /company/{companyId}` returns it.

        GET /swap/companies
        """
        answer: ListSwapCompaniesOutput = self._call("listSwapCompanies", None, None, timeout_seconds, max_retries)
        return answer

    def list_swaps(
        self,
        given: ListSwapsArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Pages[Swap, ListSwapsOutput]:
        """List a client's swaps.

        `status.type` says how far a swap has come, and `reason` what the user has to do if it is on hold.

        GET /swap/list/{clientId}
        """
        return Pages(self._call, "listSwaps", given, None, timeout_seconds, max_retries)


class ClientOperations(Group):
    def create_access_token(
        self,
        given: CreateAccessTokenArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> CreateAccessTokenOutput:
        """Exchange an SSO token for an access token, which authorizes the operations that clients may use.

        Needs no API key: the SSO token is the credential. A `nonce` token is spent by its first exchange. A page that sends a `verifier` (random text that it makes itself) can repeat that exchange with the same `verifier` for 60 seconds, in case the response was lost, and renew the access token with it; without one, `renewable` is `false`. A `sessionId` is included in every event that results from using the access token.

        POST /client/access-token
        """
        answer: CreateAccessTokenOutput = self._call("createAccessToken", given, None, timeout_seconds, max_retries)
        return answer

    def create_client(
        self,
        given: CreateClientArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> CreateClientOutput:
        """Create a client, or retrieve the one that already has the identifier.

        `identifier` is your own name for the user, stored as you send it: another spelling is another client. `meta` is stored encrypted.

        POST /client
        """
        answer: CreateClientOutput = self._call("createClient", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def create_token(
        self,
        given: CreateTokenArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> CreateTokenOutput:
        """Create an SSO token that opens the hosted modules for one client.

        Creates the client if the identifier is new. An `expiration` more than 30 days ahead is cut to 30 days. A token with `nonce` is spent by its first exchange. `accessTokenExpiresIn` is how long each access token lives after its exchange, even if that is longer than the SSO token lives.

        POST /client/create-token
        """
        answer: CreateTokenOutput = self._call("createToken", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def erase_client(
        self,
        given: EraseClientArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> EraseClientOutput:
        """Erase a client: all that is stored of the user.

        Cannot be undone. While a payment or a swap of the client has not ended, returns 409 `money_under_way`, whose `detail` says what has not. What was scheduled is not paid any more. From the response on the client is unknown, its tokens are revoked, and its identifier is free. `erasing` means that the rest is removed within minutes. The event `client.erased` says that all is gone; no other event is sent of what goes with the client. The call can be repeated. What stays of a payment is its company, amount, days and confirmation.

        DELETE /client/{clientId}
        """
        answer: EraseClientOutput = self._call("eraseClient", given, None, timeout_seconds, max_retries)
        return answer

    def list_token_keys(
        self,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> ListTokenKeysOutput:
        """List the public keys that SSO and access tokens are signed with, as a JWKS document.

        One key, and two while the key is being rotated: the first signs, and tokens of both are accepted. A new key is listed for two days before it signs. If a token names a key that you don't know, fetch the list again.

        GET /.well-known/jwks.json
        """
        answer: ListTokenKeysOutput = self._call("listTokenKeys", None, None, timeout_seconds, max_retries)
        return answer

    def revoke_tokens(
        self,
        given: RevokeTokensArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Success:
        """Revoke all tokens of a client, or one token and those related to it.

        With `identifier`, revokes all SSO and access tokens of the client; `clientToken` is then ignored. With `clientToken`, of either kind, revokes the SSO token and every access token that came from it: an access token is revoked together with the SSO token that it came from. If the token has already expired or been revoked, the call succeeds.

        POST /client/revoke-tokens
        """
        answer: Success = self._call("revokeTokens", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def sync_client(
        self,
        given: SyncClientArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> SyncClientOutput:
        """Create a client, a token for it and its cards in one call.

        `cards` in the response are those that were linked, in the order in which they were sent. Those that were not are in `failedCards`, each with its `identifier`, its position and the reason; they do not keep the client, the token or the other cards from being created. `cardType` and `cardBrand` are trusted when given. A card with the same number and `identifier` as one that the client already has is that payment method, so a call can be repeated; its date, code, name and zip code are updated if the date or name differs. `client_not_found` means that the client was erased during the call: the next call creates another.

        POST /client/sync
        """
        answer: SyncClientOutput = self._call("syncClient", given, idempotency_key, timeout_seconds, max_retries)
        return answer


class PartnerOperations(Group):
    def create_api_key(
        self,
        given: CreateApiKeyArguments | None = None,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> CreateApiKeyOutput:
        """Create an API key. Its secret is shown only once.

        `scope` is what the key can do: `service` everything but keys, signing, encryption, endpoints, modules and erasing; `admin` everything, which is also what a key gets if it is omitted. A partner can have two live keys of each scope, so that one can be rotated: create the second, use it everywhere, and revoke the first. A key with `expires` expires by itself.

        POST /partner/api-keys
        """
        answer: CreateApiKeyOutput = self._call("createApiKey", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def create_encryption_key(
        self,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> CreateEncryptionKeyOutput:
        """Create a key pair for encrypting bodies.

        The private key never leaves KMS. A partner can have two live keys, so that one can be rotated: create the second, encrypt with it, and delete the first. At most ten can be created in a day (UTC).

        POST /partner/public-keys
        """
        answer: CreateEncryptionKeyOutput = self._call("createEncryptionKey", None, idempotency_key, timeout_seconds, max_retries)
        return answer

    def delete_encryption_key(
        self,
        given: DeleteEncryptionKeyArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Success:
        """Delete an encryption key. Bodies encrypted with it are rejected from the next request on.

        The last key cannot be deleted while encryption is required.

        DELETE /partner/public-keys/{keyId}
        """
        answer: Success = self._call("deleteEncryptionKey", given, None, timeout_seconds, max_retries)
        return answer

    def get_encryption_key(
        self,
        given: GetEncryptionKeyArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> PublishedKey:
        """Retrieve one of the partner's live encryption keys.

        A key that was deleted is not found.

        GET /partner/public-keys/{keyId}
        """
        answer: PublishedKey = self._call("getEncryptionKey", given, None, timeout_seconds, max_retries)
        return answer

    def get_latest_encryption_key(
        self,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> PublishedKey:
        """Retrieve the newest of the partner's live encryption keys.

        It is the one to encrypt bodies with.

        GET /partner/public-keys/latest
        """
        answer: PublishedKey = self._call("getLatestEncryptionKey", None, None, timeout_seconds, max_retries)
        return answer

    def get_modules(
        self,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> ModuleSettings:
        """Retrieve which origins can embed the hosted modules, what the modules say and how they look.

        `fonts` are the uploaded fonts that are still stored, newest first.

        GET /partner/modules
        """
        answer: ModuleSettings = self._call("getModules", None, None, timeout_seconds, max_retries)
        return answer

    def get_partner(
        self,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Partner:
        """Retrieve the partner's own settings.

        Includes the limits that the operator has set, and how requests have to be signed and encrypted.

        GET /partner
        """
        answer: Partner = self._call("getPartner", None, None, timeout_seconds, max_retries)
        return answer

    def get_reconciliation(
        self,
        given: GetReconciliationArguments | None = None,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Pages[ReconciliationFinding, GetReconciliationOutput]:
        """Retrieve the day's report on your payments, held against what companies report.

        Each day, the payments of the last seven days are held against what companies and networks report, and accounts against their payments. `data` are the findings of that day, the loudest first; those with `settled` were settled by what was reported, all others are open. A finding has the same `_id` each day. With `Accept: text/csv`, the findings are returned as CSV: the header alone where there are none.

        GET /partner/reconciliation
        """
        return Pages(self._call, "getReconciliation", given, None, timeout_seconds, max_retries)

    def list_api_keys(
        self,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> ListApiKeysOutput:
        """List the partner's API keys, without their secrets.

        `expires` is present if a key expires by itself, and `revoked` if it was revoked.

        GET /partner/api-keys
        """
        answer: ListApiKeysOutput = self._call("listApiKeys", None, None, timeout_seconds, max_retries)
        return answer

    def list_encryption_keys(
        self,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> ListEncryptionKeysOutput:
        """List the partner's live encryption keys as a JWK set, oldest first.

        Encrypt with the last one, which is the newest.

        GET /partner/public-keys
        """
        answer: ListEncryptionKeysOutput = self._call("listEncryptionKeys", None, None, timeout_seconds, max_retries)
        return answer

    def lock_settings(
        self,
        given: LockSettingsArguments | None = None,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Success:
        """Stop changes of settings, payments, and new tokens, cards and links.

        For a partner that finds that somebody else uses one of its keys. It undoes nothing, and only the operator can end it. A key that was revoked over the API can call this, and only this, for an hour. No signature is needed. While it holds, changes of settings are 403 `settings_locked`, and new tokens, cards and links 403 `partner_locked`. Payments are paused, scheduled and automatic ones too; with `pausePayments: false` they go on. Everything can be read, and a payment that a company is asked about already ends as usual.

        POST /partner/lock
        """
        answer: Success = self._call("lockSettings", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def refresh_signing(
        self,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> SigningSettings:
        """Fetch the signing keys from their URL now.

        The keys are also fetched daily. Call this after you have changed them; `lastRefresh` says whether it worked. At most once a second, with bursts of 20, as for a new `jwksUrl`.

        POST /partner/signing/refresh
        """
        answer: SigningSettings = self._call("refreshSigning", None, idempotency_key, timeout_seconds, max_retries)
        return answer

    def revoke_api_key(
        self,
        given: RevokeApiKeyArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Success:
        """Revoke an API key. It is rejected from the next request on.

        The last live key with the scope `admin` cannot be revoked, so that partners cannot lock themselves out. For an hour, the revoked key can still call `POST /partner/lock`.

        DELETE /partner/api-keys/{keyId}
        """
        answer: Success = self._call("revokeApiKey", given, None, timeout_seconds, max_retries)
        return answer

    def update_encryption(
        self,
        given: UpdateEncryptionArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> UpdateEncryptionOutput:
        """Set whether bodies with a card, a code, a login or an answer must be encrypted.

        With `required`, such a body in the clear is 400 `encryption_required`, whoever sends it, and the hosted modules send none. It cannot be set while the partner has no encryption key, and then the last key cannot be deleted.

        PUT /partner/encryption
        """
        answer: UpdateEncryptionOutput = self._call("updateEncryption", given, None, timeout_seconds, max_retries)
        return answer

    def update_modules(
        self,
        given: UpdateModulesArguments | None = None,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> ModuleSettings:
        """Set which origins can embed the hosted modules, what the modules say and how they look.

        Omitted fields stay unchanged; `null` unsets a field. `theme`, `texts`, `links` and `origins` are each replaced as a whole. `origins` are those of the pages and apps that embed a module: `https` origins (`https://localhost` only without a port), `capacitor://localhost` or `ionic://localhost`, at most 20; a module does not open in any other frame. `bridgeName` is the name that native apps use for the channel that events arrive on. With `opensIn`, modules open in a `frame` of one of the origins, or in your `app` (a web view that has the channel), and by no plain link. `texts` are your own texts in place of ours, with the same names in braces. Open pages show a change when they are opened again, after a minute at most.

        PUT /partner/modules
        """
        answer: ModuleSettings = self._call("updateModules", given, None, timeout_seconds, max_retries)
        return answer

    def update_signing(
        self,
        given: UpdateSigningArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> SigningSettings:
        """Set the key that requests are signed with, or the URL of the keys.

        Either `publicKey` (PEM, RSA 2048) or `jwksUrl` with extra `headers`; the keys at a URL are fetched immediately, and then daily. `null` removes them. `required` rejects all requests that are not signed, and cannot itself be set while the partner has no valid key. `requireDigest` also rejects a POST or PUT whose signature does not cover the body, and with it `refuseReplays` lets each signature count once; they end with what they rest on. `overlapSeconds` is how long the previous key stays valid. A `jwksUrl` can be set once a second, with bursts of 20; refreshing the keys and naming webhook addresses count as well.

        PUT /partner/signing
        """
        answer: SigningSettings = self._call("updateSigning", given, None, timeout_seconds, max_retries)
        return answer

    def upload_font(
        self,
        given: UploadFontArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> ModuleFont:
        """Upload a font for the hosted modules, which the theme can then name.

        `woff2` is the file in Base64, at most 256 KiB. The same file is the same font, however often it is uploaded. Five are kept: when there are more, the oldest that the theme does not name is removed.

        POST /partner/modules/font
        """
        answer: ModuleFont = self._call("uploadFont", given, idempotency_key, timeout_seconds, max_retries)
        return answer


class EventOperations(Group):
    def get_event(
        self,
        given: GetEventArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> GetEventOutput:
        """Retrieve an event and the attempts to deliver it.

        `attempts` are the newest 30 to each endpoint; `deliveries` are their results by endpoint. A `parked` delivery was set aside after its last attempt, or while its endpoint was disabled.

        GET /event/{eventId}
        """
        answer: GetEventOutput = self._call("getEvent", given, None, timeout_seconds, max_retries)
        return answer

    def list_events(
        self,
        given: ListEventsArguments | None = None,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Pages[ListedEvent, ListEventsOutput]:
        """List the partner's events, newest first.

        Events are kept for 90 days. An event appears in the list moments after it happened. With `type`, a page can hold fewer events than exist, or none, and still have a cursor to the next page.

        GET /event/list
        """
        return Pages(self._call, "listEvents", given, None, timeout_seconds, max_retries)

    def retry_event(
        self,
        given: RetryEventArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> RetryEventOutput:
        """Resend an event to each endpoint that subscribes to its type, or to one endpoint.

        Resends it even if it was delivered or set aside before, and also to endpoints that were created later. If you name an endpoint, it receives the event whatever types it subscribes to. The `webhook-id` stays the same.

        POST /event/{eventId}/retry
        """
        answer: RetryEventOutput = self._call("retryEvent", given, idempotency_key, timeout_seconds, max_retries)
        return answer


class WebhookEndpointOperations(Group):
    def create_webhook_endpoint(
        self,
        given: CreateWebhookEndpointArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> WebhookEndpointWithSecret:
        """Create a webhook endpoint. Its secret is shown only once.

        Events are posted to `url` as Standard Webhooks specifies: with `webhook-id`, `webhook-timestamp` and `webhook-signature`, which is made with `secret`. `events` are event types, or prefixes of types such as `auth.*`; all types if omitted. A partner can have 16 endpoints. The endpoint is `unverified` and is sent a `webhook-endpoint.test` at once; what else happens is set aside until the test is answered with 2xx. A partner can have 100 tests of unverified endpoints a day, and name an address once a second, with bursts of 20.

        POST /webhook-endpoint
        """
        answer: WebhookEndpointWithSecret = self._call("createWebhookEndpoint", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def delete_webhook_endpoint(
        self,
        given: DeleteWebhookEndpointArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Success:
        """Delete a webhook endpoint. It gets the event of its own deletion, and nothing else any more.

        Events that it was still to get stay in the log.

        DELETE /webhook-endpoint/{endpointId}
        """
        answer: Success = self._call("deleteWebhookEndpoint", given, None, timeout_seconds, max_retries)
        return answer

    def get_webhook_endpoint(
        self,
        given: GetWebhookEndpointArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> WebhookEndpoint:
        """Retrieve a webhook endpoint, without its secret.

        `disabledBy` says who disabled it: you, or the endpoint itself, by returning 410.

        GET /webhook-endpoint/{endpointId}
        """
        answer: WebhookEndpoint = self._call("getWebhookEndpoint", given, None, timeout_seconds, max_retries)
        return answer

    def list_webhook_endpoints(
        self,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> ListWebhookEndpointsOutput:
        """List the partner's webhook endpoints, without their secrets.

        Includes endpoints that are disabled.

        GET /webhook-endpoint/list
        """
        answer: ListWebhookEndpointsOutput = self._call("listWebhookEndpoints", None, None, timeout_seconds, max_retries)
        return answer

    def rotate_webhook_secret(
        self,
        given: RotateWebhookSecretArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> WebhookEndpointWithSecret:
        """Replace the secret of a webhook endpoint. Events are signed with the old secret as well for a day.

        The new secret is shown only once. `formerSecretUntil` says until when deliveries have two signatures.

        POST /webhook-endpoint/{endpointId}/rotate-secret
        """
        answer: WebhookEndpointWithSecret = self._call("rotateWebhookSecret", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def test_webhook_endpoint(
        self,
        given: TestWebhookEndpointArguments,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Success:
        """Send an event of type `webhook-endpoint.test` to this endpoint only.

        At most once in two seconds, and ten times a day while the endpoint is `unverified`. The event is signed, retried and logged like any other. An `unverified` endpoint is verified once it answers with 2xx.

        POST /webhook-endpoint/{endpointId}/test
        """
        answer: Success = self._call("testWebhookEndpoint", given, idempotency_key, timeout_seconds, max_retries)
        return answer

    def update_webhook_endpoint(
        self,
        given: UpdateWebhookEndpointArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> WebhookEndpoint:
        """Change where events are sent, which events are sent, or whether they are sent.

        Omitted fields stay unchanged; `null` removes `events` or `description`. While an endpoint is `disabled`, its events are set aside. `"status": "enabled"` sends everything again that was set aside, including what was set aside after its last attempt. With another `url`, the endpoint is `unverified`, as a new one is: a test is sent to the new address, and everything else once the test is answered with 2xx. Another `url` counts towards the limit of creating one.

        PUT /webhook-endpoint/{endpointId}
        """
        answer: WebhookEndpoint = self._call("updateWebhookEndpoint", given, None, timeout_seconds, max_retries)
        return answer


class ModuleOperations(Group):
    def get_module_font(
        self,
        given: GetModuleFontArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> GetModuleFontOutput:
        """Retrieve a font that a partner uploaded, in Base64.

        `woff2` is the file. It is always the same for an id, and can be cached for a year.

        GET /module/font/{fontId}
        """
        answer: GetModuleFontOutput = self._call("getModuleFont", given, None, timeout_seconds, max_retries)
        return answer

    def get_module_look(
        self,
        given: GetModuleLookArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> ModuleLook:
        """Retrieve how the hosted modules look for a partner's users, and which origins can embed them.

        Needs no credential: all of it can be seen on a page. A change is visible after a minute at most.

        GET /module/look/{partnerId}
        """
        answer: ModuleLook = self._call("getModuleLook", given, None, timeout_seconds, max_retries)
        return answer

    def open_module_session(
        self,
        given: OpenModuleSessionArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> OpenModuleSessionOutput:
        """Open a hosted module: exchange the token and return everything that its first screen shows.

        Needs no API key: `token` is the credential. An SSO token is exchanged in the same way as in `POST /client/access-token`. A live access token is returned as it is, so that a reloaded page can continue, or with `renew` and the `verifier` of its exchange is exchanged for a new one of the same client, session and length, which ends when the last access token of its SSO token can end. `user` is your name for the user, masked. `company` is the one with `companyId`; without it, `companies` are some to start with. `dataConsent` is what the user last agreed to about the data of linked accounts. `open` are the links that are in progress or waiting for the user. With `lists`, `lists` has the first page of each of the client's lists, as `GET /bill/list/{clientId}`, `GET /auth/list/{clientId}` and `GET /payment/list/{clientId}` return it, and `companies` is empty if there is an auth. Bodies can be encrypted with `encryptionKey` if the partner has one.

        POST /module/session
        """
        answer: OpenModuleSessionOutput = self._call("openModuleSession", given, None, timeout_seconds, max_retries)
        return answer


class ConnectorOperations(Group):
    def list_connector_keys(
        self,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> ListConnectorKeysOutput:
        """List the public keys by which connectors know this deployment, as a JWKS document.

        For whoever runs a connector: with `sig` requests to it are signed, to `enc` it encrypts. The first key of each use is the current one.

        GET /.well-known/billhook-connector-keys
        """
        answer: ListConnectorKeysOutput = self._call("listConnectorKeys", None, None, timeout_seconds, max_retries)
        return answer


class SandboxOperations(Group):
    def get_clock(
        self,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Clock:
        """Retrieve the partner's test clock.

        `advancing` is true while what fell due is still being done.

        GET /sandbox/clock
        """
        answer: Clock = self._call("getClock", None, None, timeout_seconds, max_retries)
        return answer

    def reconcile_now(
        self,
        *,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> ReconciliationSummary:
        """Reconcile the partner's payments now, those of today included.

        As the daily run does, which leaves out today. It replaces the report of today: `GET /partner/reconciliation` has its findings. By a test clock, payments count by the day on which they were really made.

        POST /sandbox/reconciliation
        """
        answer: ReconciliationSummary = self._call("reconcileNow", None, idempotency_key, timeout_seconds, max_retries)
        return answer

    def set_clock(
        self,
        given: SetClockArguments,
        *,
        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> Clock:
        """Move the partner's test clock ahead. Everything that falls due in between runs in the background.

        Bills, pay dates, autopay, notices and the 24-hour rule of all the partner’s clients follow the clock, which keeps running from there. Tokens, keys, signatures and the waiting times of security challenges do not. `advancing` is true until everything that fell due on the way has been done, each at its own time and in order.

        PUT /sandbox/clock
        """
        answer: Clock = self._call("setClock", given, None, timeout_seconds, max_retries)
        return answer


class Operations:
    """Every operation of the API, by group and name as in its description."""

    def __init__(self, call: Call) -> None:
        self.auth = AuthOperations(call)
        self.bill = BillOperations(call)
        self.company = CompanyOperations(call)
        self.payment = PaymentOperations(call)
        self.swap = SwapOperations(call)
        self.client = ClientOperations(call)
        self.partner = PartnerOperations(call)
        self.event = EventOperations(call)
        self.webhook_endpoint = WebhookEndpointOperations(call)
        self.module = ModuleOperations(call)
        self.connector = ConnectorOperations(call)
        self.sandbox = SandboxOperations(call)

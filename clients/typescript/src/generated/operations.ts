// Written by `npm run docs` from the contracts. Not to be changed by hand.
import type { Call, Pages } from '../call.ts';
import type { CallOptions } from '../options.ts';
import type {
  AddPaymentMethodArguments,
  AddPaymentMethodErrorCode,
  AnswerQuestionsArguments,
  AnswerQuestionsErrorCode,
  AnswerStepArguments,
  AnswerStepErrorCode,
  AssignPaymentMethodArguments,
  AssignPaymentMethodErrorCode,
  CancelPaymentArguments,
  CancelPaymentErrorCode,
  ContinueAuthArguments,
  ContinueAuthErrorCode,
  CreateAccessTokenArguments,
  CreateAccessTokenErrorCode,
  CreateApiKeyArguments,
  CreateApiKeyErrorCode,
  CreateAuthArguments,
  CreateAuthErrorCode,
  CreateClientArguments,
  CreateClientErrorCode,
  CreateEncryptionKeyErrorCode,
  CreateSwapArguments,
  CreateSwapErrorCode,
  CreateTokenArguments,
  CreateTokenErrorCode,
  CreateWebhookEndpointArguments,
  CreateWebhookEndpointErrorCode,
  CustomizeBillArguments,
  CustomizeBillErrorCode,
  DeleteAuthArguments,
  DeleteAuthErrorCode,
  DeleteEncryptionKeyArguments,
  DeleteEncryptionKeyErrorCode,
  DeletePaymentMethodArguments,
  DeletePaymentMethodErrorCode,
  DeleteWebhookEndpointArguments,
  DeleteWebhookEndpointErrorCode,
  EraseClientArguments,
  EraseClientErrorCode,
  FixHoldArguments,
  FixHoldErrorCode,
  GetAuthArguments,
  GetAuthErrorCode,
  GetBillArguments,
  GetBillErrorCode,
  GetBillPaymentArguments,
  GetBillPaymentErrorCode,
  GetClockErrorCode,
  GetCompanyArguments,
  GetCompanyErrorCode,
  GetEncryptionKeyArguments,
  GetEncryptionKeyErrorCode,
  GetEventArguments,
  GetEventErrorCode,
  GetLatestEncryptionKeyErrorCode,
  GetModuleFontArguments,
  GetModuleFontErrorCode,
  GetModuleLookArguments,
  GetModuleLookErrorCode,
  GetModulesErrorCode,
  GetPartnerErrorCode,
  GetReconciliationArguments,
  GetReconciliationErrorCode,
  GetWebhookEndpointArguments,
  GetWebhookEndpointErrorCode,
  ListApiKeysErrorCode,
  ListAuthsArguments,
  ListAuthsErrorCode,
  ListBillsArguments,
  ListBillsErrorCode,
  ListCategoriesErrorCode,
  ListConnectorKeysErrorCode,
  ListEncryptionKeysErrorCode,
  ListEventsArguments,
  ListEventsErrorCode,
  ListPartnerBillsArguments,
  ListPartnerBillsErrorCode,
  ListPaymentMethodsArguments,
  ListPaymentMethodsErrorCode,
  ListSwapCompaniesErrorCode,
  ListSwapsArguments,
  ListSwapsErrorCode,
  ListTokenKeysErrorCode,
  ListWebhookEndpointsErrorCode,
  LockSettingsArguments,
  LockSettingsErrorCode,
  MakeMethodDefaultArguments,
  MakeMethodDefaultErrorCode,
  OpenModuleSessionArguments,
  OpenModuleSessionErrorCode,
  ReconcileNowErrorCode,
  RefreshSigningErrorCode,
  RetryEventArguments,
  RetryEventErrorCode,
  RetryPaymentMethodArguments,
  RetryPaymentMethodErrorCode,
  RevokeApiKeyArguments,
  RevokeApiKeyErrorCode,
  RevokeTokensArguments,
  RevokeTokensErrorCode,
  RotateWebhookSecretArguments,
  RotateWebhookSecretErrorCode,
  SchedulePaymentArguments,
  SchedulePaymentErrorCode,
  SearchCompaniesArguments,
  SearchCompaniesErrorCode,
  SetCardCodeArguments,
  SetCardCodeErrorCode,
  SetClockArguments,
  SetClockErrorCode,
  SyncClientArguments,
  SyncClientErrorCode,
  TestWebhookEndpointArguments,
  TestWebhookEndpointErrorCode,
  UpdateEncryptionArguments,
  UpdateEncryptionErrorCode,
  UpdateModulesArguments,
  UpdateModulesErrorCode,
  UpdatePaymentSettingsArguments,
  UpdatePaymentSettingsErrorCode,
  UpdateSigningArguments,
  UpdateSigningErrorCode,
  UpdateWebhookEndpointArguments,
  UpdateWebhookEndpointErrorCode,
  UploadFontArguments,
  UploadFontErrorCode,
} from './calls.ts';
import type {
  AddPaymentMethodOutput,
  AnswerStepOutput,
  AuthProgress,
  BillWithPayments,
  Clock,
  Company,
  ContinueAuthOutput,
  CreateAccessTokenOutput,
  CreateApiKeyOutput,
  CreateAuthOutput,
  CreateClientOutput,
  CreateEncryptionKeyOutput,
  CreateSwapOutput,
  CreateTokenOutput,
  EraseClientOutput,
  GetBillPaymentOutput,
  GetEventOutput,
  GetModuleFontOutput,
  GetReconciliationOutput,
  ListApiKeysOutput,
  ListAuthsOutput,
  ListBillsOutput,
  ListCategoriesOutput,
  ListConnectorKeysOutput,
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
  OpenModuleSessionOutput,
  Partner,
  PublishedKey,
  ReconciliationSummary,
  RetryEventOutput,
  SearchCompaniesOutput,
  SigningSettings,
  Success,
  SyncClientOutput,
  UpdateEncryptionOutput,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from './schemas.ts';

/** Every operation of the API, by group and name as in its description. */
export interface Operations {
  readonly auth: {
    /**
     * Answer the security questions of an auth, or some of them: the rest stays open.
     *
     * Each answer has the `identifier` of its question. The link then goes on, and its outcome is an event.
     *
     * `POST /auth/{authId}/answer-questions`
     */
    answerQuestions(given: AnswerQuestionsArguments, options?: CallOptions): Call<Success, AnswerQuestionsErrorCode>;
    /**
     * Answer a security challenge for an account that is being linked.
     *
     * `security` is a list of `{identifier, answer}` for `questions`, the `{identifier}` of a choice for `code`, and absent for `prompt`. Questions that are not answered stay open, as another challenge. Send the code itself as the answer to the question that follows, or with `method: "code"` and `{identifier, answer}`. `didNotReceiveCode` requests another code, 30 seconds after the last one at the earliest. An accepted step spends its token.
     *
     * `POST /auth/step`
     */
    answerStep(given: AnswerStepArguments, options?: CallOptions): Call<AnswerStepOutput, AnswerStepErrorCode>;
    /**
     * Link a verified auth again with the stored credentials, or with what they lack, and carry out `items`.
     *
     * For companies that require the user to be present: the user passes security, and enters no credentials. Everything else about `POST /auth` applies here too; `items` and `meta` are the same. If the auth has `asksFor`, its company has changed its login form: `form` then has these fields and no others, and they are added to the stored credentials. With `meta.swapId`, an auth on hold is linked again as well: a card that the company refused holds its auth, and the swap moves to another card.
     *
     * `POST /auth/{authId}/continue`
     */
    continueAuth(given: ContinueAuthArguments, options?: CallOptions): Call<ContinueAuthOutput, ContinueAuthErrorCode>;
    /**
     * Link an account: validate credentials at a company and carry out `items`.
     *
     * With an API key, its bills are paid automatically, unless the settings of the partner say that this needs `consent`. With an access token they are not, unless `consent` is sent. A company with `recurringRequired` can only be linked with consent. `skipCycle` leaves a first statement that would be paid on the day it is read to its user: nobody could agree to it before it was known. The next ones are paid. `dataConsent` is something else: what the user was told about the data that is read. It is kept with the auth, and changes nothing else. With the item `payment`, `meta.maxAmount` is the most that the user agrees to: if more is owed once the bill has been read, nothing is paid. `meta.amount` is for this payment alone, as in `POST /payment/schedule`.
     *
     * `POST /auth`
     */
    createAuth(given: CreateAuthArguments, options?: CallOptions): Call<CreateAuthOutput, CreateAuthErrorCode>;
    /**
     * Delete an auth with its bills, and cancel their scheduled payments.
     *
     * What the user had set of the bills is kept for 400 days. If the account is linked again, what restricts (such as disabled recurring payments) holds, and the rest is in `settings.offered`.
     *
     * `DELETE /auth/{authId}`
     */
    deleteAuth(given: DeleteAuthArguments, options?: CallOptions): Call<Success, DeleteAuthErrorCode>;
    /**
     * Resume an auth after the user has resolved its hold.
     *
     * For when the user has done what `reason` of the auth asks for. The account is linked again with the stored credentials; the outcome is an event.
     *
     * `POST /auth/{authId}/fix-hold`
     */
    fixHold(given: FixHoldArguments, options?: CallOptions): Call<Success, FixHoldErrorCode>;
    /**
     * Retrieve an auth, whether its account is being linked, and what the user is asked.
     *
     * The auth has no status until its first outcome. `progress` shows how far a link has come. `challenge` is present while it can be answered with `POST /auth/step`; it is the data of its event, and `expiresIn`: the seconds until it ends.
     *
     * `GET /auth/{authId}`
     */
    getAuth(given: GetAuthArguments, options?: CallOptions): Call<AuthProgress, GetAuthErrorCode>;
    /**
     * List a client's auths.
     *
     * An account that is still being linked for the first time is not in the list. Without `limit`, the list is returned as a whole, up to 4 MiB.
     *
     * `GET /auth/list/{clientId}`
     */
    listAuths(given: ListAuthsArguments, options?: CallOptions): Pages<ListAuthsOutput, ListAuthsErrorCode>;
  };
  readonly bill: {
    /**
     * Set what a user chose for a bill: the amount to pay, a label, whether it is hidden, notifications.
     *
     * Omitted fields stay unchanged; `null` unsets a field. A chosen amount is charged from then on instead of the balance, lowered to the largest balance where the company accepts no more. What a payment leaves unpaid is still owed: a statement is paid once, so the rest is paid with the next one.
     *
     * `POST /bill/{billId}/customize`
     */
    customizeBill(given: CustomizeBillArguments, options?: CallOptions): Call<Success, CustomizeBillErrorCode>;
    /**
     * Retrieve a bill with the history of its payments.
     *
     * `payment` is the newest payment, whatever its outcome; `payments` are the payments that were made. A list has `payment` only while one is scheduled or pending, with the details that the bill itself holds.
     *
     * `GET /bill/{billId}`
     */
    getBill(given: GetBillArguments, options?: CallOptions): Call<BillWithPayments, GetBillErrorCode>;
    /**
     * Retrieve one payment of a bill, whatever its outcome.
     *
     * Its id is in `payments` and `payment` of `GET /bill/{billId}`, and in events. Entries of `payments` that an earlier release wrote have no id.
     *
     * `GET /bill/{billId}/payment/{paymentId}`
     */
    getBillPayment(given: GetBillPaymentArguments, options?: CallOptions): Call<GetBillPaymentOutput, GetBillPaymentErrorCode>;
    /**
     * List a client's bills with the history of their payments.
     *
     * A bill is in the list once its account is linked. Without `limit`, the list is returned as a whole, up to 4 MiB.
     *
     * `GET /bill/list/{clientId}`
     */
    listBills(given: ListBillsArguments, options?: CallOptions): Pages<ListBillsOutput, ListBillsErrorCode>;
    /**
     * List the active bills of all the partner's clients.
     *
     * `partnerUserId` is your own identifier of the client. Without `limit`, the list is returned as a whole, up to 4 MiB.
     *
     * `GET /bill/listByPartner/{partnerId}`
     */
    listPartnerBills(given: ListPartnerBillsArguments, options?: CallOptions): Pages<ListPartnerBillsOutput, ListPartnerBillsErrorCode>;
  };
  readonly company: {
    /**
     * Retrieve a company with its login fields, fees and requirements.
     *
     * `auth.loginFields` are what `POST /auth` takes as `form`. `requiredPayment`, `fees`, `schedule` and `userPresenceRequired` are what paying its bills depends on.
     *
     * `GET /company/{companyId}`
     */
    getCompany(given: GetCompanyArguments, options?: CallOptions): Call<Company, GetCompanyErrorCode>;
    /**
     * List the categories that can be used to search for companies.
     *
     * `type` is what `POST /company/search` takes as `category`; `name` is for people to read.
     *
     * `GET /company/categories`
     */
    listCategories(options?: CallOptions): Call<ListCategoriesOutput, ListCategoriesErrorCode>;
    /**
     * Search companies by name, category, place or product. Tolerates a misspelling.
     *
     * With `geo`, local companies within 100 km come first, each with its `distance` in kilometers, then those of the whole country. Of names that match alike, the companies that your users link most come first. `products` are `bill`, `payment` and `swap` (also spelled `card-swap` or `cardSwap`); a product that no company has finds nothing.
     *
     * `POST /company/search`
     */
    searchCompanies(given?: SearchCompaniesArguments, options?: CallOptions): Call<SearchCompaniesOutput, SearchCompaniesErrorCode>;
  };
  readonly payment: {
    /**
     * Link a card or a bank account to a client.
     *
     * With an access token, the first payment method pays nothing by itself: bills that nobody has agreed about are set to `recurring: "disabled"`, unless `consent` is sent. `authorization` is the text under which the user saved it, such as that of a debit; it is kept with it.
     *
     * `POST /payment`
     */
    addPaymentMethod(given: AddPaymentMethodArguments, options?: CallOptions): Call<AddPaymentMethodOutput, AddPaymentMethodErrorCode>;
    /**
     * Assign a payment method to a bill.
     *
     * If the payment that was last ordered for the bill was declined, it goes on with this method within a minute: for the same statement, and for no more than was agreed to. With `resume: false` the method is only assigned.
     *
     * `POST /payment/{paymentMethodId}/assign`
     */
    assignPaymentMethod(given: AssignPaymentMethodArguments, options?: CallOptions): Call<Success, AssignPaymentMethodErrorCode>;
    /**
     * Cancel the scheduled payment of a bill.
     *
     * A payment that has begun cannot be canceled any more: the response is then 409 `payment_pending`.
     *
     * `POST /payment/cancel`
     */
    cancelPayment(given: CancelPaymentArguments, options?: CallOptions): Call<Success, CancelPaymentErrorCode>;
    /**
     * Delete a payment method that has paid nothing within the last 24 hours.
     *
     * If it is the default, there is no default afterwards. With `nextDefault=true`, the verified payment method that was added first becomes the default. A payment method that would make a scheduled payment is only deleted if `moveTo` names another one: the bills of those payments are assigned to it.
     *
     * `DELETE /payment/{paymentMethodId}`
     */
    deletePaymentMethod(given: DeletePaymentMethodArguments, options?: CallOptions): Call<Success, DeletePaymentMethodErrorCode>;
    /**
     * List a client's payment methods, with masked numbers.
     *
     * Without `limit`, the list is returned as a whole, up to 4 MiB.
     *
     * `GET /payment/list/{clientId}`
     */
    listPaymentMethods(given: ListPaymentMethodsArguments, options?: CallOptions): Pages<ListPaymentMethodsOutput, ListPaymentMethodsErrorCode>;
    /**
     * Make a payment method the default, which pays every bill that has no payment method of its own.
     *
     * Bills to which another payment method is assigned are still paid with that one.
     *
     * `POST /payment/{paymentMethodId}/default`
     */
    makeMethodDefault(given: MakeMethodDefaultArguments, options?: CallOptions): Call<Success, MakeMethodDefaultErrorCode>;
    /**
     * Retry a declined payment method: its declined bills are charged again, one at a time.
     *
     * Whether the bills were paid is told by events.
     *
     * `POST /payment/{paymentMethodId}/retry`
     */
    retryPaymentMethod(given: RetryPaymentMethodArguments, options?: CallOptions): Call<Success, RetryPaymentMethodErrorCode>;
    /**
     * Pay a bill on a given day, or immediately if no day is given.
     *
     * `date` and `payDate` are two names of the same field. `maxAmount` is the most that the user agrees to: if more is owed, the payment waits, and another call with a higher `maxAmount` approves it. `amount` is for this payment alone: it takes the place of what the bill has as its `customPaymentAmount`, and so is `paymentMethodId`: what pays the bill otherwise stays. What an earlier payment of the account paid, and its company may still show, is taken off; if nothing is left of what is ordered, `detail` names that payment, and `afterPayment` orders it all the same. A field that seems to be `date`, `payDate`, `amount` or `maxAmount` misspelt is 400. A `date` counts as its day in UTC. The outcome is an event.
     *
     * `POST /payment/schedule`
     */
    schedulePayment(given: SchedulePaymentArguments, options?: CallOptions): Call<Success, SchedulePaymentErrorCode>;
    /**
     * Send a card's code again: it is stored until its next use, for 24 hours at most.
     *
     * An operation that needs the code, such as a swap, returns 409 `card_code_required` when it is no longer stored.
     *
     * `POST /payment/{paymentMethodId}/card-code`
     */
    setCardCode(given: SetCardCodeArguments, options?: CallOptions): Call<Success, SetCardCodeErrorCode>;
    /**
     * Set whether and when a bill is paid automatically.
     *
     * With an access token, `recurring: "enabled"` needs `consent`: the SHA-256 of the text that the user has seen, its version and its locale. With an API key, `consent` is optional and can contain the text itself, with the time at which the user agreed. What the user agreed to is kept with it: `settings.consent.terms`. `skipCycle` leaves the statement that the bill shows to its user.
     *
     * `POST /payment/settings`
     */
    updatePaymentSettings(given: UpdatePaymentSettingsArguments, options?: CallOptions): Call<Success, UpdatePaymentSettingsErrorCode>;
  };
  readonly swap: {
    /**
     * Put a card of the client on file at the company of an auth.
     *
     * The swap is queued; `GET /swap/list/{clientId}` shows its outcome. A company that requires the user to be present accepts swaps only through `POST /auth` with `items: ["swap"]`. `POST /swap` is the same.
     *
     * `POST /swap/create`
     */
    createSwap(given: CreateSwapArguments, options?: CallOptions): Call<CreateSwapOutput, CreateSwapErrorCode>;
    /**
     * List the companies that support swaps, by name.
     *
     * All companies in one list, each as `GET /company/{companyId}` returns it.
     *
     * `GET /swap/companies`
     */
    listSwapCompanies(options?: CallOptions): Call<ListSwapCompaniesOutput, ListSwapCompaniesErrorCode>;
    /**
     * List a client's swaps.
     *
     * `status.type` says how far a swap has come, and `reason` what the user has to do if it is on hold.
     *
     * `GET /swap/list/{clientId}`
     */
    listSwaps(given: ListSwapsArguments, options?: CallOptions): Pages<ListSwapsOutput, ListSwapsErrorCode>;
  };
  readonly client: {
    /**
     * Exchange an SSO token for an access token, which authorizes the operations that clients may use.
     *
     * Needs no API key: the SSO token is the credential. A `nonce` token is spent by its first exchange. A page that sends a `verifier` (random text that it makes itself) can repeat that exchange with the same `verifier` for 60 seconds, in case the response was lost, and renew the access token with it; without one, `renewable` is `false`. A `sessionId` is included in every event that results from using the access token.
     *
     * `POST /client/access-token`
     */
    createAccessToken(given: CreateAccessTokenArguments, options?: CallOptions): Call<CreateAccessTokenOutput, CreateAccessTokenErrorCode>;
    /**
     * Create a client, or retrieve the one that already has the identifier.
     *
     * `identifier` is your own name for the user, stored as you send it: another spelling is another client. `meta` is stored encrypted.
     *
     * `POST /client`
     */
    createClient(given: CreateClientArguments, options?: CallOptions): Call<CreateClientOutput, CreateClientErrorCode>;
    /**
     * Create an SSO token that opens the hosted modules for one client.
     *
     * Creates the client if the identifier is new. An `expiration` more than 30 days ahead is cut to 30 days. A token with `nonce` is spent by its first exchange. `accessTokenExpiresIn` is how long each access token lives after its exchange, even if that is longer than the SSO token lives.
     *
     * `POST /client/create-token`
     */
    createToken(given: CreateTokenArguments, options?: CallOptions): Call<CreateTokenOutput, CreateTokenErrorCode>;
    /**
     * Erase a client: all that is stored of the user.
     *
     * Cannot be undone. While a payment or a swap of the client has not ended, returns 409 `money_under_way`, whose `detail` says what has not. What was scheduled is not paid any more. From the response on the client is unknown, its tokens are revoked, and its identifier is free. `erasing` means that the rest is removed within minutes. The event `client.erased` says that all is gone; no other event is sent of what goes with the client. The call can be repeated. What stays of a payment is its company, amount, days and confirmation.
     *
     * `DELETE /client/{clientId}`
     */
    eraseClient(given: EraseClientArguments, options?: CallOptions): Call<EraseClientOutput, EraseClientErrorCode>;
    /**
     * List the public keys that SSO and access tokens are signed with, as a JWKS document.
     *
     * One key, and two while the key is being rotated: the first signs, and tokens of both are accepted. A new key is listed for two days before it signs. If a token names a key that you don't know, fetch the list again.
     *
     * `GET /.well-known/jwks.json`
     */
    listTokenKeys(options?: CallOptions): Call<ListTokenKeysOutput, ListTokenKeysErrorCode>;
    /**
     * Revoke all tokens of a client, or one token and those related to it.
     *
     * With `identifier`, revokes all SSO and access tokens of the client; `clientToken` is then ignored. With `clientToken`, of either kind, revokes the SSO token and every access token that came from it: an access token is revoked together with the SSO token that it came from. If the token has already expired or been revoked, the call succeeds.
     *
     * `POST /client/revoke-tokens`
     */
    revokeTokens(given: RevokeTokensArguments, options?: CallOptions): Call<Success, RevokeTokensErrorCode>;
    /**
     * Create a client, a token for it and its cards in one call.
     *
     * `cards` in the response are those that were linked, in the order in which they were sent. Those that were not are in `failedCards`, each with its `identifier`, its position and the reason; they do not keep the client, the token or the other cards from being created. `cardType` and `cardBrand` are trusted when given. A card with the same number and `identifier` as one that the client already has is that payment method, so a call can be repeated; its date, code, name and zip code are updated if the date or name differs. `client_not_found` means that the client was erased during the call: the next call creates another.
     *
     * `POST /client/sync`
     */
    syncClient(given: SyncClientArguments, options?: CallOptions): Call<SyncClientOutput, SyncClientErrorCode>;
  };
  readonly partner: {
    /**
     * Create an API key. Its secret is shown only once.
     *
     * `scope` is what the key can do: `service` everything but keys, signing, encryption, endpoints, modules and erasing; `admin` everything, which is also what a key gets if it is omitted. A partner can have two live keys of each scope, so that one can be rotated: create the second, use it everywhere, and revoke the first. A key with `expires` expires by itself.
     *
     * `POST /partner/api-keys`
     */
    createApiKey(given?: CreateApiKeyArguments, options?: CallOptions): Call<CreateApiKeyOutput, CreateApiKeyErrorCode>;
    /**
     * Create a key pair for encrypting bodies.
     *
     * The private key never leaves KMS. A partner can have two live keys, so that one can be rotated: create the second, encrypt with it, and delete the first. At most ten can be created in a day (UTC).
     *
     * `POST /partner/public-keys`
     */
    createEncryptionKey(options?: CallOptions): Call<CreateEncryptionKeyOutput, CreateEncryptionKeyErrorCode>;
    /**
     * Delete an encryption key. Bodies encrypted with it are rejected from the next request on.
     *
     * The last key cannot be deleted while encryption is required.
     *
     * `DELETE /partner/public-keys/{keyId}`
     */
    deleteEncryptionKey(given: DeleteEncryptionKeyArguments, options?: CallOptions): Call<Success, DeleteEncryptionKeyErrorCode>;
    /**
     * Retrieve one of the partner's live encryption keys.
     *
     * A key that was deleted is not found.
     *
     * `GET /partner/public-keys/{keyId}`
     */
    getEncryptionKey(given: GetEncryptionKeyArguments, options?: CallOptions): Call<PublishedKey, GetEncryptionKeyErrorCode>;
    /**
     * Retrieve the newest of the partner's live encryption keys.
     *
     * It is the one to encrypt bodies with.
     *
     * `GET /partner/public-keys/latest`
     */
    getLatestEncryptionKey(options?: CallOptions): Call<PublishedKey, GetLatestEncryptionKeyErrorCode>;
    /**
     * Retrieve which origins can embed the hosted modules, what the modules say and how they look.
     *
     * `fonts` are the uploaded fonts that are still stored, newest first.
     *
     * `GET /partner/modules`
     */
    getModules(options?: CallOptions): Call<ModuleSettings, GetModulesErrorCode>;
    /**
     * Retrieve the partner's own settings.
     *
     * Includes the limits that the operator has set, and how requests have to be signed and encrypted.
     *
     * `GET /partner`
     */
    getPartner(options?: CallOptions): Call<Partner, GetPartnerErrorCode>;
    /**
     * Retrieve the day's report on your payments, held against what companies report.
     *
     * Each day, the payments of the last seven days are held against what companies and networks report, and accounts against their payments. `data` are the findings of that day, the loudest first; those with `settled` were settled by what was reported, all others are open. A finding has the same `_id` each day. With `Accept: text/csv`, the findings are returned as CSV: the header alone where there are none.
     *
     * `GET /partner/reconciliation`
     */
    getReconciliation(given?: GetReconciliationArguments, options?: CallOptions): Pages<GetReconciliationOutput, GetReconciliationErrorCode>;
    /**
     * List the partner's API keys, without their secrets.
     *
     * `expires` is present if a key expires by itself, and `revoked` if it was revoked.
     *
     * `GET /partner/api-keys`
     */
    listApiKeys(options?: CallOptions): Call<ListApiKeysOutput, ListApiKeysErrorCode>;
    /**
     * List the partner's live encryption keys as a JWK set, oldest first.
     *
     * Encrypt with the last one, which is the newest.
     *
     * `GET /partner/public-keys`
     */
    listEncryptionKeys(options?: CallOptions): Call<ListEncryptionKeysOutput, ListEncryptionKeysErrorCode>;
    /**
     * Stop changes of settings, payments, and new tokens, cards and links.
     *
     * For a partner that finds that somebody else uses one of its keys. It undoes nothing, and only the operator can end it. A key that was revoked over the API can call this, and only this, for an hour. No signature is needed. While it holds, changes of settings are 403 `settings_locked`, and new tokens, cards and links 403 `partner_locked`. Payments are paused, scheduled and automatic ones too; with `pausePayments: false` they go on. Everything can be read, and a payment that a company is asked about already ends as usual.
     *
     * `POST /partner/lock`
     */
    lockSettings(given?: LockSettingsArguments, options?: CallOptions): Call<Success, LockSettingsErrorCode>;
    /**
     * Fetch the signing keys from their URL now.
     *
     * The keys are also fetched daily. Call this after you have changed them; `lastRefresh` says whether it worked. At most once a second, with bursts of 20, as for a new `jwksUrl`.
     *
     * `POST /partner/signing/refresh`
     */
    refreshSigning(options?: CallOptions): Call<SigningSettings, RefreshSigningErrorCode>;
    /**
     * Revoke an API key. It is rejected from the next request on.
     *
     * The last live key with the scope `admin` cannot be revoked, so that partners cannot lock themselves out. For an hour, the revoked key can still call `POST /partner/lock`.
     *
     * `DELETE /partner/api-keys/{keyId}`
     */
    revokeApiKey(given: RevokeApiKeyArguments, options?: CallOptions): Call<Success, RevokeApiKeyErrorCode>;
    /**
     * Set whether bodies with a card, a code, a login or an answer must be encrypted.
     *
     * With `required`, such a body in the clear is 400 `encryption_required`, whoever sends it, and the hosted modules send none. It cannot be set while the partner has no encryption key, and then the last key cannot be deleted.
     *
     * `PUT /partner/encryption`
     */
    updateEncryption(given: UpdateEncryptionArguments, options?: CallOptions): Call<UpdateEncryptionOutput, UpdateEncryptionErrorCode>;
    /**
     * Set which origins can embed the hosted modules, what the modules say and how they look.
     *
     * Omitted fields stay unchanged; `null` unsets a field. `theme`, `texts`, `links` and `origins` are each replaced as a whole. `origins` are those of the pages and apps that embed a module: `https` origins (`https://localhost` only without a port), `capacitor://localhost` or `ionic://localhost`, at most 20; a module does not open in any other frame. `bridgeName` is the name that native apps use for the channel that events arrive on. With `opensIn`, modules open in a `frame` of one of the origins, or in your `app` (a web view that has the channel), and by no plain link. `texts` are your own texts in place of ours, with the same names in braces. Open pages show a change when they are opened again, after a minute at most.
     *
     * `PUT /partner/modules`
     */
    updateModules(given?: UpdateModulesArguments, options?: CallOptions): Call<ModuleSettings, UpdateModulesErrorCode>;
    /**
     * Set the key that requests are signed with, or the URL of the keys.
     *
     * Either `publicKey` (PEM, RSA 2048) or `jwksUrl` with extra `headers`; the keys at a URL are fetched immediately, and then daily. `null` removes them. `required` rejects all requests that are not signed, and cannot itself be set while the partner has no valid key. `requireDigest` also rejects a POST or PUT whose signature does not cover the body, and with it `refuseReplays` lets each signature count once; they end with what they rest on. `overlapSeconds` is how long the previous key stays valid. A `jwksUrl` can be set once a second, with bursts of 20; refreshing the keys and naming webhook addresses count as well.
     *
     * `PUT /partner/signing`
     */
    updateSigning(given: UpdateSigningArguments, options?: CallOptions): Call<SigningSettings, UpdateSigningErrorCode>;
    /**
     * Upload a font for the hosted modules, which the theme can then name.
     *
     * `woff2` is the file in Base64, at most 256 KiB. The same file is the same font, however often it is uploaded. Five are kept: when there are more, the oldest that the theme does not name is removed.
     *
     * `POST /partner/modules/font`
     */
    uploadFont(given: UploadFontArguments, options?: CallOptions): Call<ModuleFont, UploadFontErrorCode>;
  };
  readonly event: {
    /**
     * Retrieve an event and the attempts to deliver it.
     *
     * `attempts` are the newest 30 to each endpoint; `deliveries` are their results by endpoint. A `parked` delivery was set aside after its last attempt, or while its endpoint was disabled.
     *
     * `GET /event/{eventId}`
     */
    getEvent(given: GetEventArguments, options?: CallOptions): Call<GetEventOutput, GetEventErrorCode>;
    /**
     * List the partner's events, newest first.
     *
     * Events are kept for 90 days. An event appears in the list moments after it happened. With `type`, a page can hold fewer events than exist, or none, and still have a cursor to the next page.
     *
     * `GET /event/list`
     */
    listEvents(given?: ListEventsArguments, options?: CallOptions): Pages<ListEventsOutput, ListEventsErrorCode>;
    /**
     * Resend an event to each endpoint that subscribes to its type, or to one endpoint.
     *
     * Resends it even if it was delivered or set aside before, and also to endpoints that were created later. If you name an endpoint, it receives the event whatever types it subscribes to. The `webhook-id` stays the same.
     *
     * `POST /event/{eventId}/retry`
     */
    retryEvent(given: RetryEventArguments, options?: CallOptions): Call<RetryEventOutput, RetryEventErrorCode>;
  };
  readonly webhookEndpoint: {
    /**
     * Create a webhook endpoint. Its secret is shown only once.
     *
     * Events are posted to `url` as Standard Webhooks specifies: with `webhook-id`, `webhook-timestamp` and `webhook-signature`, which is made with `secret`. `events` are event types, or prefixes of types such as `auth.*`; all types if omitted. A partner can have 16 endpoints. The endpoint is `unverified` and is sent a `webhook-endpoint.test` at once; what else happens is set aside until the test is answered with 2xx. A partner can have 100 tests of unverified endpoints a day, and name an address once a second, with bursts of 20.
     *
     * `POST /webhook-endpoint`
     */
    createWebhookEndpoint(given: CreateWebhookEndpointArguments, options?: CallOptions): Call<WebhookEndpointWithSecret, CreateWebhookEndpointErrorCode>;
    /**
     * Delete a webhook endpoint. It gets the event of its own deletion, and nothing else any more.
     *
     * Events that it was still to get stay in the log.
     *
     * `DELETE /webhook-endpoint/{endpointId}`
     */
    deleteWebhookEndpoint(given: DeleteWebhookEndpointArguments, options?: CallOptions): Call<Success, DeleteWebhookEndpointErrorCode>;
    /**
     * Retrieve a webhook endpoint, without its secret.
     *
     * `disabledBy` says who disabled it: you, or the endpoint itself, by returning 410.
     *
     * `GET /webhook-endpoint/{endpointId}`
     */
    getWebhookEndpoint(given: GetWebhookEndpointArguments, options?: CallOptions): Call<WebhookEndpoint, GetWebhookEndpointErrorCode>;
    /**
     * List the partner's webhook endpoints, without their secrets.
     *
     * Includes endpoints that are disabled.
     *
     * `GET /webhook-endpoint/list`
     */
    listWebhookEndpoints(options?: CallOptions): Call<ListWebhookEndpointsOutput, ListWebhookEndpointsErrorCode>;
    /**
     * Replace the secret of a webhook endpoint. Events are signed with the old secret as well for a day.
     *
     * The new secret is shown only once. `formerSecretUntil` says until when deliveries have two signatures.
     *
     * `POST /webhook-endpoint/{endpointId}/rotate-secret`
     */
    rotateWebhookSecret(given: RotateWebhookSecretArguments, options?: CallOptions): Call<WebhookEndpointWithSecret, RotateWebhookSecretErrorCode>;
    /**
     * Send an event of type `webhook-endpoint.test` to this endpoint only.
     *
     * At most once in two seconds, and ten times a day while the endpoint is `unverified`. The event is signed, retried and logged like any other. An `unverified` endpoint is verified once it answers with 2xx.
     *
     * `POST /webhook-endpoint/{endpointId}/test`
     */
    testWebhookEndpoint(given: TestWebhookEndpointArguments, options?: CallOptions): Call<Success, TestWebhookEndpointErrorCode>;
    /**
     * Change where events are sent, which events are sent, or whether they are sent.
     *
     * Omitted fields stay unchanged; `null` removes `events` or `description`. While an endpoint is `disabled`, its events are set aside. `"status": "enabled"` sends everything again that was set aside, including what was set aside after its last attempt. With another `url`, the endpoint is `unverified`, as a new one is: a test is sent to the new address, and everything else once the test is answered with 2xx. Another `url` counts towards the limit of creating one.
     *
     * `PUT /webhook-endpoint/{endpointId}`
     */
    updateWebhookEndpoint(given: UpdateWebhookEndpointArguments, options?: CallOptions): Call<WebhookEndpoint, UpdateWebhookEndpointErrorCode>;
  };
  readonly module: {
    /**
     * Retrieve a font that a partner uploaded, in Base64.
     *
     * `woff2` is the file. It is always the same for an id, and can be cached for a year.
     *
     * `GET /module/font/{fontId}`
     */
    getModuleFont(given: GetModuleFontArguments, options?: CallOptions): Call<GetModuleFontOutput, GetModuleFontErrorCode>;
    /**
     * Retrieve how the hosted modules look for a partner's users, and which origins can embed them.
     *
     * Needs no credential: all of it can be seen on a page. A change is visible after a minute at most.
     *
     * `GET /module/look/{partnerId}`
     */
    getModuleLook(given: GetModuleLookArguments, options?: CallOptions): Call<ModuleLook, GetModuleLookErrorCode>;
    /**
     * Open a hosted module: exchange the token and return everything that its first screen shows.
     *
     * Needs no API key: `token` is the credential. An SSO token is exchanged in the same way as in `POST /client/access-token`. A live access token is returned as it is, so that a reloaded page can continue, or with `renew` and the `verifier` of its exchange is exchanged for a new one of the same client, session and length, which ends when the last access token of its SSO token can end. `user` is your name for the user, masked. `company` is the one with `companyId`; without it, `companies` are some to start with. `dataConsent` is what the user last agreed to about the data of linked accounts. `open` are the links that are in progress or waiting for the user. With `lists`, `lists` has the first page of each of the client's lists, as `GET /bill/list/{clientId}`, `GET /auth/list/{clientId}` and `GET /payment/list/{clientId}` return it, and `companies` is empty if there is an auth. Bodies can be encrypted with `encryptionKey` if the partner has one.
     *
     * `POST /module/session`
     */
    openModuleSession(given: OpenModuleSessionArguments, options?: CallOptions): Call<OpenModuleSessionOutput, OpenModuleSessionErrorCode>;
  };
  readonly connector: {
    /**
     * List the public keys by which connectors know this deployment, as a JWKS document.
     *
     * For whoever runs a connector: with `sig` requests to it are signed, to `enc` it encrypts. The first key of each use is the current one.
     *
     * `GET /.well-known/billhook-connector-keys`
     */
    listConnectorKeys(options?: CallOptions): Call<ListConnectorKeysOutput, ListConnectorKeysErrorCode>;
  };
  readonly sandbox: {
    /**
     * Retrieve the partner's test clock.
     *
     * `advancing` is true while what fell due is still being done.
     *
     * `GET /sandbox/clock`
     */
    getClock(options?: CallOptions): Call<Clock, GetClockErrorCode>;
    /**
     * Reconcile the partner's payments now, those of today included.
     *
     * As the daily run does, which leaves out today. It replaces the report of today: `GET /partner/reconciliation` has its findings. By a test clock, payments count by the day on which they were really made.
     *
     * `POST /sandbox/reconciliation`
     */
    reconcileNow(options?: CallOptions): Call<ReconciliationSummary, ReconcileNowErrorCode>;
    /**
     * Move the partner's test clock ahead. Everything that falls due in between runs in the background.
     *
     * Bills, pay dates, autopay, notices and the 24-hour rule of all the partner’s clients follow the clock, which keeps running from there. Tokens, keys, signatures and the waiting times of security challenges do not. `advancing` is true until everything that fell due on the way has been done, each at its own time and in order.
     *
     * `PUT /sandbox/clock`
     */
    setClock(given: SetClockArguments, options?: CallOptions): Call<Clock, SetClockErrorCode>;
  };
}

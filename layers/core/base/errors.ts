/**
 * The closed set of error codes, each with its status. Published with the API description.
 *
 * `detail` is what a caller reads when the place that failed has nothing more exact to say.
 */
type ErrorEntry = { readonly status: number; readonly title: string; readonly detail: string };

export const errors = {
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    detail: 'The request is not valid. `errors` names each field and what is wrong with it.',
  },
  invalid_json: {
    status: 400,
    title: 'Invalid JSON',
    detail:
      'The body is not a JSON object in UTF-8, or has an array or object of more than 1,000 entries.',
  },
  invalid_form: {
    status: 400,
    title: 'Invalid login form',
    detail: "The login form does not match the company's form. `errors` names each field.",
  },
  invalid_cursor: {
    status: 400,
    title: 'Invalid cursor',
    detail: 'The cursor did not come from this list.',
  },
  decryption_failed: {
    status: 400,
    title: 'Decryption failed',
    detail: "The body could not be decrypted with any of the partner's live encryption keys.",
  },
  encryption_required: {
    status: 400,
    title: 'Encryption required',
    detail:
      'Bodies of this partner that hold a card, a code, a login or an answer must be encrypted.',
  },
  test_card_required: {
    status: 400,
    title: 'Test card required',
    detail: 'The sandbox accepts only its test card numbers. docs/guide/sandbox.md lists them.',
  },
  digest_mismatch: {
    status: 400,
    title: 'Digest mismatch',
    detail: 'The body does not match the sha-256 in `Content-Digest`.',
  },
  api_key_missing: {
    status: 401,
    title: 'API key missing',
    detail: 'Send the API key as `Authorization: Bearer <API_KEY>`.',
  },
  api_key_invalid: {
    status: 401,
    title: 'API key invalid',
    detail: 'The API key is unknown, expired or revoked.',
  },
  partner_suspended: {
    status: 401,
    title: 'Partner suspended',
    detail: 'The key is right, but the operator has suspended this partner. Ask the operator.',
  },
  token_invalid: {
    status: 401,
    title: 'Token invalid',
    detail: 'The token is malformed, spent, revoked or expired, or it is not valid for this use.',
  },
  signature_missing: {
    status: 401,
    title: 'Signature missing',
    detail: 'Requests from this partner must be signed: send the headers `Signature` and `Date`.',
  },
  signature_expired: {
    status: 401,
    title: 'Signature expired',
    detail: 'The `Date` header differs from our clock by more than 300 seconds.',
  },
  signature_invalid: {
    status: 401,
    title: 'Signature invalid',
    detail:
      "The signature does not match the request, or was not made with one of the partner's keys. " +
      'If the query is spelled in an unusual way, send it as it was signed in `Signed-Path`.',
  },
  signature_used: {
    status: 401,
    title: 'Signature used',
    detail:
      'This signature has been used. Sign the request again with a new `Date`, or repeat it with the `Idempotency-Key` that it was first sent with.',
  },
  digest_missing: {
    status: 401,
    title: 'Digest missing',
    detail:
      'Signatures of this partner must cover the body: send and sign `Content-Digest` with every POST and PUT.',
  },
  verifier_required: {
    status: 403,
    title: 'Verifier required',
    detail: 'The access token can be renewed only with the `verifier` of its exchange.',
  },
  admin_key_required: {
    status: 403,
    title: 'Admin key required',
    detail: 'This operation needs an API key with the scope `admin`; this one has `service`.',
  },
  settings_locked: {
    status: 403,
    title: 'Settings locked',
    detail:
      'The settings of this partner were locked with `POST /partner/lock`. No change is possible until the operator has unlocked them.',
  },
  partner_locked: {
    status: 403,
    title: 'Partner locked',
    detail:
      'This partner was locked with `POST /partner/lock`. No token is made, and no card or link is taken, until the operator has unlocked it.',
  },
  origin_not_registered: {
    status: 403,
    title: 'Origin not registered',
    detail:
      "The page's origin is not one of those that the partner registered with `PUT /partner/modules`.",
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    detail: "This operation can't be called with this kind of key or token.",
  },
  route_not_found: {
    status: 404,
    title: 'Route not found',
    detail: 'There is no operation with this method and path.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'The path exists, but not with this method. `Allow` lists the methods that it has.',
  },
  client_not_found: {
    status: 404,
    title: 'Client not found',
    detail: 'There is no client with this id.',
  },
  partner_not_found: {
    status: 404,
    title: 'Partner not found',
    detail: 'There is no partner with this id.',
  },
  api_key_not_found: {
    status: 404,
    title: 'API key not found',
    detail: 'The partner has no API key with this id.',
  },
  payment_not_found: {
    status: 404,
    title: 'Payment not found',
    detail: 'The bill has no payment with this id.',
  },
  encryption_key_not_found: {
    status: 404,
    title: 'Encryption key not found',
    detail:
      'The partner has no live encryption key with this id, or none at all. POST /partner/public-keys makes one.',
  },
  company_not_found: {
    status: 404,
    title: 'Company not found',
    detail: 'There is no company with this id.',
  },
  auth_not_found: {
    status: 404,
    title: 'Auth not found',
    detail: 'There is no auth with this id.',
  },
  bill_not_found: {
    status: 404,
    title: 'Bill not found',
    detail: 'There is no bill with this id.',
  },
  payment_method_not_found: {
    status: 404,
    title: 'Payment method not found',
    detail: 'There is no payment method with this id.',
  },
  report_not_found: {
    status: 404,
    title: 'Report not found',
    detail: 'There is no report of this day, or none yet.',
  },
  event_not_found: {
    status: 404,
    title: 'Event not found',
    detail: 'There is no event with this id, or it is older than 90 days.',
  },
  swap_not_found: {
    status: 404,
    title: 'Swap not found',
    detail: 'There is no swap with this id.',
  },
  font_not_found: {
    status: 404,
    title: 'Font not found',
    detail: 'There is no font with this id.',
  },
  token_not_found: {
    status: 404,
    title: 'Token not found',
    detail: 'This partner has no such token.',
  },
  challenge_not_found: {
    status: 404,
    title: 'Challenge not found',
    detail: 'There is no open security challenge with this token.',
  },
  webhook_endpoint_not_found: {
    status: 404,
    title: 'Webhook endpoint not found',
    detail: 'There is no webhook endpoint with this id.',
  },
  auth_not_on_hold: {
    status: 409,
    title: 'Auth not on hold',
    detail: 'Only an auth on hold can be resumed.',
  },
  auth_not_awaiting_answers: {
    status: 409,
    title: 'Auth not awaiting answers',
    detail: 'The auth has no open security questions.',
  },
  retry_too_soon: {
    status: 409,
    title: 'Retry too soon',
    detail: 'You can request another code 30 seconds after the last one was sent.',
  },
  company_in_maintenance: {
    status: 409,
    title: 'Company under maintenance',
    detail: 'The company is under maintenance. Try again later.',
  },
  user_presence_required: {
    status: 409,
    title: 'User presence required',
    detail: 'The company requires the user to be present: pay through `POST /auth` with `payment`.',
  },
  payment_method_required: {
    status: 409,
    title: 'Payment method required',
    detail:
      'No payment method is assigned or set as the default. Where the company requires a type, one of that type has to be assigned: the default does not count.',
  },
  payment_method_declined: {
    status: 409,
    title: 'Payment method declined',
    detail: 'The payment method is declined. Retry it or assign another.',
  },
  payment_method_not_declined: {
    status: 409,
    title: 'Payment method not declined',
    detail: 'Only a declined payment method can be retried.',
  },
  payment_method_recently_used: {
    status: 409,
    title: 'Payment method recently used',
    detail:
      'This method has paid within the last 24 hours, or a payment with it has not ended yet.',
  },
  payment_method_scheduled: {
    status: 409,
    title: 'Payment method scheduled',
    detail: 'A scheduled payment would be made with this method. Name another one in moveTo.',
  },
  payment_method_not_accepted: {
    status: 409,
    title: 'Payment method not accepted',
    detail: 'The company does not accept this type of payment method.',
  },
  card_code_required: {
    status: 409,
    title: 'Card code required',
    detail:
      "The card's code is needed and is no longer stored. Send it to `POST " +
      '/payment/{paymentMethodId}/card-code`.',
  },
  amount_limit: {
    status: 409,
    title: 'Amount limit',
    detail:
      'The amount is over a limit of the service: of a payment, of what the client or the partner ' +
      'pays in a day, or, where the company takes any amount, of three times what is owed.',
  },
  payment_amount_not_accepted: {
    status: 409,
    title: 'Payment amount not accepted',
    detail:
      'The company does not accept this amount. Without `custom-payment-amount` among its options ' +
      'it accepts the balance, the statement balance or the full balance; with it, amounts up to ' +
      'the largest of them, or more where `canExceedBalance` is true.',
  },
  payment_already_scheduled: {
    status: 409,
    title: 'Payment already scheduled',
    detail: 'A payment of this bill is already scheduled.',
  },
  payment_pending: {
    status: 409,
    title: 'Payment pending',
    detail: 'A payment of this bill is being made. It cannot be repeated or canceled.',
  },
  money_under_way: {
    status: 409,
    title: 'Payments in progress',
    detail:
      'The client has payments or swaps that have not ended. It can be erased once they have.',
  },
  payment_not_scheduled: {
    status: 409,
    title: 'Payment not scheduled',
    detail: 'No payment of this bill is scheduled.',
  },
  statement_already_paid: {
    status: 409,
    title: 'Statement already paid',
    detail: 'All that this account owes has been paid; its company may not show it yet.',
  },
  bill_not_payable: {
    status: 409,
    title: 'Bill not payable',
    detail: 'The bill has no balance that can be paid now.',
  },
  auth_not_verified: {
    status: 409,
    title: 'Auth not verified',
    detail: 'The user has to act first: the auth that the bill belongs to is not verified.',
  },
  swap_in_progress: {
    status: 409,
    title: 'Swap in progress',
    detail: 'A swap of this auth is in progress. Wait until it has ended.',
  },
  swap_not_supported: {
    status: 409,
    title: 'Swap not supported',
    detail: 'The company does not support swaps.',
  },
  consent_required: {
    status: 409,
    title: 'Consent required',
    detail:
      'The user has to agree before bills are paid automatically. Send `consent` with the hash of ' +
      'the text that was shown, its version and its locale.',
  },
  recurring_required: {
    status: 409,
    title: 'Recurring required',
    detail: 'The company requires recurring payments. They stay enabled.',
  },
  schedule_fixed: {
    status: 409,
    title: 'Schedule fixed',
    detail: 'The company sets the schedule of its bills. It cannot be changed.',
  },
  link_limit_reached: {
    status: 409,
    title: 'Limit reached',
    detail: 'The client has reached the limit for records of this kind.',
  },
  key_limit_reached: {
    status: 409,
    title: 'Key limit reached',
    detail: 'The partner has reached the limit for live keys of this kind.',
  },
  daily_key_limit_reached: {
    status: 409,
    title: 'Daily key limit reached',
    detail: 'Ten encryption keys were created today. You can create the next one tomorrow (UTC).',
  },
  webhook_endpoint_limit_reached: {
    status: 409,
    title: 'Webhook endpoint limit reached',
    detail: 'The partner has 16 webhook endpoints. Delete one to create another.',
  },
  webhook_endpoint_disabled: {
    status: 409,
    title: 'Webhook endpoint disabled',
    detail: 'The webhook endpoint is disabled: nothing is sent to it until it is enabled again.',
  },
  last_live_key: {
    status: 409,
    title: 'Last live key',
    detail:
      'This is the last live API key with the scope `admin`. Create another admin key before revoking it.',
  },
  no_encryption_key: {
    status: 409,
    title: 'No encryption key',
    detail: 'Encryption can be required only while the partner has an encryption key.',
  },
  no_valid_key: {
    status: 409,
    title: 'No valid key',
    detail: 'Signatures can be required only while the partner has a valid signing key.',
  },
  jwks_url_missing: {
    status: 409,
    title: 'JWKS URL missing',
    detail: 'No address to fetch signing keys from is set.',
  },
  clock_moves_forward: {
    status: 409,
    title: 'Clock moves forward',
    detail:
      "The test clock can't be moved back, or to before the time that it is already moving to.",
  },
  request_conflict: {
    status: 409,
    title: 'Request conflict',
    detail: 'Another request changed the same record at the same time. Read it and try again.',
  },
  request_in_progress: {
    status: 409,
    title: 'Request in progress',
    detail:
      'A request with this `Idempotency-Key` is in progress. Wait for the number of seconds in ' +
      '`Retry-After`.',
  },
  answer_not_kept: {
    status: 409,
    title: 'Response not stored',
    detail:
      'The request with this `Idempotency-Key` was carried out. Its response contains a secret, or ' +
      'is too large, and was not stored.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    detail: 'The body is larger than 1 MiB.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    detail: 'Send the body as `Content-Type: application/json`.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key reused',
    detail: 'This `Idempotency-Key` was used before with another path or body. Use a new one.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    detail: 'Too many requests. Wait for the number of seconds in `Retry-After`.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    detail: 'Something failed on our side. The request id helps us find it.',
  },
  payments_paused: {
    status: 503,
    title: 'Payments paused',
    detail:
      'Payments are paused at the moment. Try again after the number of seconds in `Retry-After`, ' +
      'or schedule the payment for a later day.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service unavailable',
    detail: 'The service cannot respond at the moment. Try again shortly.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

export const UNAUTHORIZED = 401;
/** What a 401 names (RFC 9110): how callers prove who they are. */
export const CHALLENGE = 'Bearer realm="billhook"';

/** What any operation can return, whatever it declares. */
export const commonErrors = [
  'invalid_request',
  'api_key_missing',
  'api_key_invalid',
  'partner_suspended',
  'token_invalid',
  'signature_missing',
  'signature_expired',
  'signature_invalid',
  'signature_used',
  'digest_missing',
  'digest_mismatch',
  'origin_not_registered',
  'forbidden',
  'too_many_requests',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[];

/** Those of them that an operation without a credential can return. */
export const openErrors = [
  'invalid_request',
  'digest_mismatch',
  'too_many_requests',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly (typeof commonErrors)[number][];

/** What any operation with a body can return in addition to `commonErrors`. */
export const bodyErrors = [
  'invalid_json',
  'body_too_large',
  'unsupported_media_type',
] as const satisfies readonly ErrorCode[];

/** What any operation that needs an admin key can return, and what one that changes settings can. */
export const adminErrors = ['admin_key_required'] as const satisfies readonly ErrorCode[];
export const lockErrors = ['settings_locked'] as const satisfies readonly ErrorCode[];

/** What any operation whose body can be encrypted can return: a POST with a body. */
export const encryptedBodyErrors = ['decryption_failed'] as const satisfies readonly ErrorCode[];

/** What any operation can return whose body can hold a secret. */
export const secretBodyErrors = ['encryption_required'] as const satisfies readonly ErrorCode[];

/** What any operation that accepts an `Idempotency-Key` can return: a POST with a caller. */
export const idempotencyErrors = [
  'request_in_progress',
  'answer_not_kept',
  'idempotency_key_reused',
] as const satisfies readonly ErrorCode[];

/** One field that was wrong. `field` is its path with dots: `form.dueDate`, `cards.0.expMonth`. */
export type FieldError = {
  readonly field: string;
  readonly code: string;
  readonly message: string;
};

/** An expected failure, as a value. The pipeline turns it into the one error shape. */
export type Failure<C extends ErrorCode = ErrorCode> = {
  readonly failure: C;
  readonly detail?: string;
  readonly fields?: readonly FieldError[];
  /** When the same request may succeed; 1 second when left out and it makes sense to try again. */
  readonly retryAfterSeconds?: number;
  /** Headers that say what would have been accepted: `accept`, `allow`. */
  readonly accepts?: Readonly<Record<string, string>>;
};

export function fail<C extends ErrorCode>(
  failure: C,
  more: Omit<Failure, 'failure'> = {},
): Failure<C> {
  return { failure, ...more };
}

export function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && 'failure' in value;
}

/** The one shape of an error body: RFC 9457 members and a few more (decision: one-error-shape). */
export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly requestId: string;
  readonly success: false;
  readonly errors?: readonly FieldError[];
};

export function problemOf(failure: Failure, requestId: string): Problem {
  const { status, title, detail: usual } = errors[failure.failure];
  const detail = failure.detail ?? usual;
  return {
    type: `urn:billhook:error:${failure.failure}`,
    title,
    status,
    detail,
    code: failure.failure,
    message: detail,
    requestId,
    success: false,
    ...(failure.fields && { errors: failure.fields }),
  };
}

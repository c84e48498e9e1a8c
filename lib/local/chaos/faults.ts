/** What can befall a call, by service and operation: each fault as AWS sends it. */

/** An error as AWS's services return it. */
type FaultError = {
  /** As `__type` has it, with its namespace where the service sends one. */
  readonly code: string;
  readonly status: number;
  readonly message: string;
  /** A cancelled transaction names a reason for each of its items. */
  readonly reason?: { readonly Code: string; readonly Message: string };
};

export type Fault = {
  /** What it is counted under. */
  readonly name: string;
  /** The operations that it befalls; without it, any of its service. */
  readonly operations?: readonly string[];
  /** Whether the call is carried out before it fails. */
  readonly carriedOut: boolean;
  /** Some of a batch's entries are refused, and the call itself succeeds. */
  readonly partly?: true;
  /** What is returned; without it the connection closes and the caller never learns the outcome. */
  readonly error?: FaultError;
};

const DYNAMODB = 'com.amazonaws.dynamodb.v20120810#';
const CORAL = 'com.amazon.coral.availability#';

/** The most common uncertainty: it was done, and the response never arrived. */
const lostAnswer: Fault = { name: 'lost response', carriedOut: true };

const refused = (name: string, error: FaultError, operations?: readonly string[]): Fault => ({
  name,
  carriedOut: false,
  error,
  operations,
});

const internal: FaultError = {
  code: `${DYNAMODB}InternalServerError`,
  status: 500,
  message: 'Internal server error',
};
const contention: FaultError = {
  code: `${DYNAMODB}TransactionCanceledException`,
  status: 400,
  message:
    'Transaction cancelled, please refer cancellation reasons for specific reasons [TransactionConflict]',
  reason: {
    Code: 'TransactionConflict',
    Message: 'Transaction is ongoing for the item',
  },
};

const dynamodb: readonly Fault[] = [
  refused('ThrottlingException', {
    code: `${CORAL}ThrottlingException`,
    status: 400,
    message: 'Throughput exceeds the current capacity of your table or index.',
  }),
  refused('ProvisionedThroughputExceededException', {
    code: `${DYNAMODB}ProvisionedThroughputExceededException`,
    status: 400,
    message: 'The level of configured provisioned throughput for the table was exceeded.',
  }),
  refused('InternalServerError', internal),
  // A 500 says nothing of whether it was done.
  { name: 'InternalServerError after the commit', carriedOut: true, error: internal },
  lostAnswer,
  refused('TransactionConflict', contention, ['TransactWriteItems']),
  refused(
    'TransactionInProgressException',
    {
      code: `${DYNAMODB}TransactionInProgressException`,
      status: 400,
      message: 'The transaction with the given request token is already in progress.',
    },
    ['TransactWriteItems'],
  ),
  // A single write meets the transaction of another.
  refused(
    'TransactionConflictException',
    {
      code: `${DYNAMODB}TransactionConflictException`,
      status: 400,
      message: 'Transaction is ongoing for the item',
    },
    ['PutItem', 'UpdateItem', 'DeleteItem'],
  ),
];

const kms: readonly Fault[] = [
  refused('ThrottlingException', {
    code: 'ThrottlingException',
    status: 400,
    message: 'You have exceeded the rate at which you may call KMS. Reduce your call rate.',
  }),
  refused('KMSInternalException', { code: 'KMSInternalException', status: 500, message: '' }),
  refused('DependencyTimeoutException', {
    code: 'DependencyTimeoutException',
    status: 503,
    message: '',
  }),
  lostAnswer,
];

const states: readonly Fault[] = [
  refused('ThrottlingException', {
    code: `${CORAL}ThrottlingException`,
    status: 400,
    message: 'Rate exceeded',
  }),
  refused('ServiceUnavailable', { code: 'ServiceUnavailable', status: 503, message: '' }),
  lostAnswer,
];

const secretsmanager: readonly Fault[] = [
  refused('ThrottlingException', {
    code: 'ThrottlingException',
    status: 400,
    message: 'Rate exceeded',
  }),
  refused('InternalServiceError', {
    code: 'InternalServiceError',
    status: 500,
    message: 'An error occurred on the server side.',
  }),
  lostAnswer,
];

const lambda: readonly Fault[] = [
  refused('TooManyRequestsException', {
    code: 'TooManyRequestsException',
    status: 429,
    message: 'Rate Exceeded.',
  }),
  refused('ServiceException', { code: 'ServiceException', status: 500, message: '' }),
  lostAnswer,
];

const partly = (operation: string): Fault => ({
  name: 'some entries rejected',
  operations: [operation],
  carriedOut: true,
  partly: true,
});

const eventbridge: readonly Fault[] = [
  partly('PutEvents'),
  refused('ThrottlingException', {
    code: 'ThrottlingException',
    status: 400,
    message: 'Rate exceeded',
  }),
  refused('InternalException', {
    code: 'InternalException',
    status: 500,
    message: 'This exception occurs due to unexpected causes.',
  }),
  lostAnswer,
];

const sqs: readonly Fault[] = [
  partly('SendMessageBatch'),
  refused('RequestThrottled', {
    code: 'com.amazonaws.sqs#RequestThrottled',
    status: 403,
    message: 'The request was denied due to request throttling.',
  }),
  refused('InternalFailure', {
    code: 'InternalFailure',
    status: 500,
    message: 'We encountered an internal error. Please try again.',
  }),
  refused('ServiceUnavailable', { code: 'ServiceUnavailable', status: 503, message: '' }),
  lostAnswer,
];

const byService: Readonly<Record<string, readonly Fault[]>> = {
  dynamodb,
  kms,
  states,
  secretsmanager,
  lambda,
  events: eventbridge,
  sqs,
};

/** What can befall a call of an operation; nothing for a service that is not known. */
export function faultsOf(service: string, operation: string): readonly Fault[] {
  const faults = Object.hasOwn(byService, service) ? (byService[service] ?? []) : [];
  return faults.filter(({ operations }) => operations?.includes(operation) ?? true);
}

/** What can befall a function that a workflow, a schedule, a stream or a queue calls. */
export const deliveryFaults = {
  /** At least once means now and then twice. */
  twice: ['task', 'schedule', 'stream', 'queue'],
  /** Refused before it ran. */
  throttled: ['task', 'stream', 'queue'],
  /** It ran, and its response was lost. */
  lost: ['task', 'stream', 'queue'],
} as const satisfies Record<string, readonly ('task' | 'schedule' | 'stream' | 'queue')[]>;

/** What calls functions, other than the gateway, whose callers see a failure. */
export type DeliveredBy = (typeof deliveryFaults)[DeliveryFault][number];

export type DeliveryFault = keyof typeof deliveryFaults;

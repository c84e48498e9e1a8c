/** Values of the right form for all that a function may be told, to load one without its stack. */
const arn = (service: string, what: string) => `arn:aws:${service}:us-east-1:000000000000:${what}`;

export const environment: Readonly<Record<string, string>> = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'ASIA0000000000000000',
  AWS_SECRET_ACCESS_KEY: 'none',
  // The meter of the table counts what functions ask for, which it knows by their tokens.
  AWS_SESSION_TOKEN: 'benchFunction00000000.',
  AWS_LAMBDA_FUNCTION_NAME: 'bench',
  TABLE_NAME: 'bench',
  PASSING_TABLE_NAME: 'bench-passing',
  STAGE: 'sandbox',
  VAULT_KEY_ARN: arn('kms', 'key/00000000-0000-0000-0000-000000000000'),
  FINGERPRINT_KEY_ARN: arn('kms', 'key/00000000-0000-0000-0000-000000000001'),
  TOKEN_KEY_ARN: arn('kms', 'key/00000000-0000-0000-0000-000000000002'),
  CONNECTOR_SIGNING_KEY_ARN: arn('kms', 'key/00000000-0000-0000-0000-000000000003'),
  CONNECTOR_ENCRYPTION_KEY_ARN: arn('kms', 'key/00000000-0000-0000-0000-000000000004'),
  PEPPER_SECRET_ARN: arn('secretsmanager', 'secret:pepper'),
  FIRST_PARTNER_SECRET_ARN: arn('secretsmanager', 'secret:first-partner'),
  LINK_ACCOUNT_ARN: arn('states', 'stateMachine:link-account'),
  PAY_BILL_ARN: arn('states', 'stateMachine:pay-bill'),
  SWAP_CARD_ARN: arn('states', 'stateMachine:swap-card'),
  ADVANCE_CLOCK_ARN: arn('states', 'stateMachine:advance-clock'),
  EVENT_BUS_NAME: 'bench',
  EVENTS_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/000000000000/events',
  ENDPOINTS_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/000000000000/endpoints',
  READINGS_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/000000000000/readings',
};

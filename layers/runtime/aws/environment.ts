/** What the stack tells a function. A function has only the variables of what it declares to use. */
export type Variable =
  | 'TABLE_NAME'
  | 'CLIENT_KEYS_TABLE'
  | 'ERASURES_TABLE'
  | 'PASSING_TABLE_NAME'
  | 'VAULT_KEY_ARN'
  | 'FINGERPRINT_KEY_ARN'
  | 'TOKEN_KEY_ARN'
  | 'CONNECTOR_SIGNING_KEY_ARN'
  | 'CONNECTOR_ENCRYPTION_KEY_ARN'
  | 'PEPPER_SECRET_ARN'
  | 'FIRST_PARTNER_SECRET_ARN'
  | 'LINK_ACCOUNT_ARN'
  | 'PAY_BILL_ARN'
  | 'SWAP_CARD_ARN'
  | 'ADVANCE_CLOCK_ARN'
  | 'EVENT_BUS_NAME'
  | 'EVENTS_QUEUE_URL'
  | 'ENDPOINTS_QUEUE_URL'
  | 'READINGS_QUEUE_URL'
  | 'ATTENDED_QUEUE_URL'
  | 'UNATTENDED_QUEUE_URL'
  | 'LOGOS_BUCKET'
  | 'LOGOS_URL'
  | 'STAGE';

/** Throws when the function did not declare what it uses: a bug that the first call shows. */
export function environment(name: Variable): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is not set: the function's declaration does not list it in \`uses\``);
  return value;
}

/**
 * On a developer's own machine alone: `bin/local.ts` sets the variable, and no template does. It lets
 * partners' addresses be of `http` and loopback, for their tests.
 */
export function allowsLocalAddresses(): boolean {
  return process.env.BILLHOOK_ALLOW_LOCAL_ADDRESSES === 'yes' && isSandbox();
}

/** Whether the stage's setting holds all payments back, whatever the table says. */
export function isPausedByStage(): boolean {
  return process.env.PAYMENTS_PAUSED === 'yes';
}

/** Hosts of connectors inside the operator's own network, with the ranges of private addresses there. */
export function privateConnectors(): Readonly<Record<string, readonly string[]>> {
  const said = process.env.PRIVATE_CONNECTORS;
  return said ? JSON.parse(said) : {};
}

export function isSandbox(): boolean {
  return environment('STAGE') === 'sandbox';
}

/** What the stack tells a function. A function has only the variables of what it declares to use. */
export type Variable =
  | 'TABLE_NAME'
  | 'VAULT_KEY_ARN'
  | 'FINGERPRINT_KEY_ARN'
  | 'TOKEN_KEY_ARN'
  | 'PEPPER_SECRET_ARN'
  | 'FIRST_PARTNER_SECRET_ARN'
  | 'LINK_ACCOUNT_ARN'
  | 'PAY_BILL_ARN'
  | 'STAGE';

/** Throws when the function did not declare what it uses: a bug that the first call shows. */
export function environment(name: Variable): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the function's declaration does not use it`);
  return value;
}

export function isSandbox(): boolean {
  return environment('STAGE') === 'sandbox';
}

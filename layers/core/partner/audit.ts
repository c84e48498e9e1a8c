/**
 * Who changed which setting and when, and which user agreed to what. An entry is written with its
 * change, or not at all.
 */

/** What can be done to a partner's settings, or to the deployment. */
export const auditActions = [
  'partner-created',
  'partner-suspended',
  'partner-resumed',
  'partner-locked',
  'partner-unlocked',
  'auth-events-changed',
  'rate-limit-changed',
  'api-key-created',
  'api-key-revoked',
  'signing-changed',
  'signing-refreshed',
  'encryption-key-created',
  'encryption-key-deleted',
  'encryption-changed',
  'webhook-endpoint-created',
  'webhook-endpoint-changed',
  'webhook-endpoint-disabled',
  'webhook-endpoint-deleted',
  'webhook-secret-rotated',
  'modules-changed',
  'pepper-rotated',
  'token-key-published',
  'token-key-rotated',
  'token-key-retired',
  'token-keys-revoked',
  'connector-key-published',
  'connector-key-rotated',
  'connector-key-retired',
  'connector-keys-revoked',
  'companies-imported',
  'connector-registered',
  'connector-refreshed',
  'connector-changed',
  'connector-removed',
  'company-paused',
  'company-resumed',
  'payments-paused',
  'payments-resumed',
  'pays-on-adding-changed',
  'limits-changed',
  'payment-settled',
  'payment-released',
  'payment-refunded',
  'payment-taken-in',
  'lock-released',
  'finding-closed',
  'account-told',
  'client-erased',
  'partner-erased',
] as const;

/** What is noted of a client, apart from its partner's settings. */
export const consentActions = [
  'consent-given',
  'consent-withdrawn',
  'authorization-given',
] as const;

export type ConsentAction = (typeof consentActions)[number];
export type AuditAction = (typeof auditActions)[number];

/** A partner's API key, a client with its access token, an operator by name or ARN, or what runs unattended. */
export type Actor = {
  readonly kind: 'api-key' | 'client' | 'operator' | 'schedule';
  readonly id: string;
  /** Of a client: which of its tokens it came with, by what they share. Entries of 0.1.1 and earlier have none. */
  readonly tokenFamily?: string;
};

/** Facts of a change: ids, names of settings, limits. Never a secret. */
export type AuditDetail = Readonly<Record<string, string | number | boolean>>;

export type AuditRecord = {
  /** An instant. */
  readonly at: string;
  readonly actor: Actor;
  readonly action: AuditAction | ConsentAction;
  readonly detail?: AuditDetail;
};

/** Stands in a partner's place for what concerns the whole deployment: the pepper, the companies. */
export const DEPLOYMENT = 'deployment';

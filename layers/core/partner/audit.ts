/** Who changed which setting and when. An entry is written with its change, or not at all. */

/** What can be done to a partner's settings, or to the deployment. */
export const auditActions = [
  'partner-created',
  'partner-suspended',
  'partner-resumed',
  'auth-events-changed',
  'rate-limit-changed',
  'api-key-created',
  'api-key-revoked',
  'signing-changed',
  'signing-refreshed',
  'encryption-key-created',
  'encryption-key-deleted',
  'webhook-endpoint-created',
  'webhook-endpoint-changed',
  'webhook-endpoint-disabled',
  'webhook-endpoint-deleted',
  'webhook-secret-rotated',
  'modules-changed',
  'pepper-rotated',
  'companies-imported',
  'payments-paused',
  'payments-resumed',
  'limits-changed',
  'payment-settled',
  'payment-released',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** A partner's API key, an operator by name or ARN, or what runs unattended. */
export type Actor = {
  readonly kind: 'api-key' | 'operator' | 'schedule';
  readonly id: string;
};

/** Facts of a change: ids, names of settings, limits. Never a secret. */
export type AuditDetail = Readonly<Record<string, string | number | boolean>>;

export type AuditRecord = {
  /** An instant. */
  readonly at: string;
  readonly actor: Actor;
  readonly action: AuditAction;
  readonly detail?: AuditDetail;
};

/** Stands in a partner's place for what concerns the whole deployment: the pepper, the companies. */
export const DEPLOYMENT = 'deployment';

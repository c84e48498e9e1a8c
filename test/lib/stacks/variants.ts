/** What the stacks are synthesized for: once a run, for all tests that look at templates. */
import type { Stage } from '../../../lib/stacks/stage.ts';

export type Variant = {
  readonly stage: Stage;
  /** Known to `cdk deploy`; a template for any place where they are left out. */
  readonly region?: string;
  readonly account?: string;
  /** Beside that of `cdk.json`. */
  readonly context?: Readonly<Record<string, unknown>>;
};

const account = '123456789012';

/** A name of the operator's own, for the host of the modules. */
export const ownDomain = {
  modulesDomain: 'pay.example.com',
  modulesCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/abc-123',
};

/** Calls that a stage keeps free, and the most that reach companies at a time. */
export const reserving = {
  companyConcurrency: '6',
  reserveAuthorizer: '50',
  reservePayments: '5',
};

/** Who may open the vault in an emergency. */
export const breakGlass = { vaultBreakGlassRole: 'arn:aws:iam::000000000000:role/ops/on-call' };

export const variants = {
  sandbox: { stage: 'sandbox' },
  production: { stage: 'production' },
  'sandbox in eu-west-1': { stage: 'sandbox', region: 'eu-west-1' },
  'production in eu-west-1': { stage: 'production', region: 'eu-west-1' },
  'sandbox in us-east-1': { stage: 'sandbox', region: 'us-east-1', account },
  'production in us-east-1': { stage: 'production', region: 'us-east-1', account },
  'sandbox in cn-north-1': { stage: 'sandbox', region: 'cn-north-1', account },
  'production in cn-north-1': { stage: 'production', region: 'cn-north-1', account },
  'production with a domain': { stage: 'production', context: ownDomain },
  'production with reservations': { stage: 'production', context: reserving },
  'production with a break-glass role': { stage: 'production', context: breakGlass },
  'production while roles move': { stage: 'production', context: { vaultRolesMove: 'true' } },
} as const satisfies Readonly<Record<string, Variant>>;

export type VariantName = keyof typeof variants;

/** Where a variant's stacks are put, and what went wrong instead. */
export const filesOf = (name: VariantName) => {
  const file = name.replaceAll(' ', '-');
  return { stacks: `${file}.json`, failure: `${file}.failure` };
};

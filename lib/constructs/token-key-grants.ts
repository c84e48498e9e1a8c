/**
 * What functions may do with the keys that sign tokens. The first is the template's; those after it
 * are made by the rotation, and told by their tags and their kind (decision: token-keys-are-rotated).
 */
import type { TokenKeyUse, Uses } from '@billhook/core/operation';
import { REPLACED, TOKEN_KEY_TAGS, TOKEN_KEY_USE } from '@billhook/core/token-keys/rotation';
import type { Allowance } from './allowance.ts';

type GrantedTokenKeys = {
  readonly stage: string;
  readonly anyKeyArn: string;
  readonly tokenKeyArn: string;
};

type Conditions = NonNullable<Allowance['conditions']>;

/** A key that was replaced verifies and doesn't sign: it has a tag that says so. */
const standing: Conditions = { Null: { [`aws:ResourceTag/${TOKEN_KEY_TAGS.replaced}`]: 'true' } };
const kind = { 'kms:KeySpec': 'ECC_NIST_P256' };

export function tokenKeyAllowances(uses: Uses, granted: GrantedTokenKeys): Allowance[] {
  const { tokenKeyArn, anyKeyArn, stage } = granted;
  const environment = { TOKEN_KEY_ARN: tokenKeyArn };
  const owned = { ...tagged('aws:ResourceTag', stage), ...kind };
  const both = (action: string, more: Conditions = {}): Allowance[] => [
    { actions: [action], resources: [tokenKeyArn], environment, conditions: more },
    {
      actions: [action],
      resources: [anyKeyArn],
      environment,
      conditions: { ...more, StringEquals: { ...owned, ...more.StringEquals } },
    },
  ];
  const allowances: Record<TokenKeyUse, () => readonly Allowance[]> = {
    sign: () => both('kms:Sign', standing),
    verify: () => both('kms:GetPublicKey'),
    rotate: () => [...making(granted), ...ending(both), ...finding(anyKeyArn, owned)],
  };
  return (uses.tokenKey ?? []).flatMap((use) => allowances[use]()).map(withoutEmpty);
}

/** Tags given at the making of a key are authorized before there is a key to name. */
function making({ stage, anyKeyArn }: GrantedTokenKeys): Allowance[] {
  const requested = tagged('aws:RequestTag', stage);
  const { use, stage: ofStage } = TOKEN_KEY_TAGS;
  // A key that has such tags already keeps them.
  const Null = { [`aws:ResourceTag/${use}`]: 'true', [`aws:ResourceTag/${ofStage}`]: 'true' };
  const onAll = { resources: ['*'], environment: {} };
  return [
    {
      ...onAll,
      actions: ['kms:CreateKey'],
      conditions: { StringEquals: { ...requested, ...kind } },
    },
    { ...onAll, actions: ['kms:TagResource'], conditions: { StringEquals: requested, Null } },
    // IAM takes minutes to learn of a new key's tags. A public half is no secret.
    {
      actions: ['kms:GetPublicKey'],
      resources: [anyKeyArn],
      environment: {},
      conditions: { StringEquals: kind },
    },
  ];
}

function ending(both: (action: string, more?: Conditions) => Allowance[]): Allowance[] {
  const [, onOwn] = both('kms:ScheduleKeyDeletion') as [Allowance, Allowance];
  return [
    ...both('kms:TagResource', {
      StringEquals: { [`aws:RequestTag/${TOKEN_KEY_TAGS.replaced}`]: REPLACED },
      'ForAllValues:StringEquals': { 'aws:TagKeys': TOKEN_KEY_TAGS.replaced },
    }),
    ...both('kms:DisableKey'),
    // The template's key stays.
    onOwn,
  ];
}

function finding(anyKeyArn: string, owned: Conditions[string]): Allowance[] {
  const conditions = { StringEquals: owned };
  return [
    { actions: ['kms:ListKeys'], resources: ['*'], environment: {} },
    { actions: ['kms:ListResourceTags'], resources: [anyKeyArn], environment: {}, conditions },
  ];
}

function tagged(condition: string, stage: string): Record<string, string> {
  return {
    [`${condition}/${TOKEN_KEY_TAGS.use}`]: TOKEN_KEY_USE,
    [`${condition}/${TOKEN_KEY_TAGS.stage}`]: stage,
  };
}

function withoutEmpty({ conditions = {}, ...allowance }: Allowance): Allowance {
  return Object.keys(conditions).length > 0 ? { ...allowance, conditions } : allowance;
}

/**
 * What functions may do with the keys that are replaced from time to time: those that sign tokens, and
 * those for connectors. The first of each is the template's; those after it are made by the rotation, and
 * told by their tags and their kind (decisions: token-keys-are-rotated, keys-for-connectors).
 */

import type { ConnectorKeyUse, TokenKeyUse, Uses } from '@billhook/core/api/operation';
import { KEY_SPEC, type KeyRing, keyRings } from '@billhook/core/key-rings/rings';
import { KEY_TAGS, REPLACED } from '@billhook/core/key-rings/rotation';
import { keyVariables } from '@billhook/runtime/key-rings/template-key';
import type { Allowance } from './allowance.ts';

export type GrantedRings = {
  readonly stage: string;
  readonly anyKeyArn: string;
  readonly tokenKeyArn: string;
  readonly connectorSigningKeyArn: string;
  readonly connectorEncryptionKeyArn: string;
};

type Conditions = NonNullable<Allowance['conditions']>;

/** A key that was replaced verifies and doesn't sign: it has a tag that says so. */
const standing: Conditions = { Null: { [`aws:ResourceTag/${KEY_TAGS.replaced}`]: 'true' } };

function kindOf({ usage }: KeyRing): Record<string, string> {
  return { 'kms:KeySpec': KEY_SPEC, 'kms:KeyUsage': usage };
}

export function keyRingAllowances(uses: Uses, granted: GrantedRings): Allowance[] {
  const token = ofRing(keyRings.token, granted.tokenKeyArn, granted);
  const signing = ofRing(keyRings.connectorSigning, granted.connectorSigningKeyArn, granted);
  const encryption = ofRing(
    keyRings.connectorEncryption,
    granted.connectorEncryptionKeyArn,
    granted,
  );
  const forTokens: Record<TokenKeyUse, () => readonly Allowance[]> = {
    sign: () => token.both('kms:Sign', standing),
    verify: () => token.both('kms:GetPublicKey'),
    rotate: () => token.rotating(),
  };
  const list = () => [...signing.both('kms:GetPublicKey'), ...encryption.both('kms:GetPublicKey')];
  // A replaced key still opens what was encrypted to it.
  const open = () => [...list(), ...encryption.both('kms:DeriveSharedSecret')];
  const forConnectors: Record<ConnectorKeyUse, () => readonly Allowance[]> = {
    list,
    open,
    use: () => [...open(), ...signing.both('kms:Sign', standing)],
    rotate: () => [...signing.rotating(), ...encryption.rotating()],
  };
  return [
    ...(uses.tokenKey ?? []).flatMap((use) => forTokens[use]()),
    ...(uses.connectorKeys ?? []).flatMap((use) => forConnectors[use]()),
  ].map(withoutEmpty);
}

function ofRing(ring: KeyRing, templateKeyArn: string, { stage, anyKeyArn }: GrantedRings) {
  const environment = { [keyVariables[ring.name]]: templateKeyArn };
  const owned = { ...tagged('aws:ResourceTag', ring, stage), ...kindOf(ring) };
  const both = (action: string, more: Conditions = {}): Allowance[] => [
    { actions: [action], resources: [templateKeyArn], environment, conditions: more },
    {
      actions: [action],
      resources: [anyKeyArn],
      environment,
      conditions: { ...more, StringEquals: { ...owned, ...more.StringEquals } },
    },
  ];
  const rotating = () => [
    ...making(ring, { stage, anyKeyArn }),
    ...ending(both),
    // What is made has the policy of the template's, also after a release that changed it.
    ...both('kms:GetKeyPolicy'),
    onMade(both, 'kms:PutKeyPolicy'),
    ...finding(anyKeyArn, owned),
  ];
  return { both, rotating };
}

/** Tags given at the making of a key are authorized before there is a key to name. */
function making(
  ring: KeyRing,
  { stage, anyKeyArn }: Pick<GrantedRings, 'stage' | 'anyKeyArn'>,
): Allowance[] {
  const requested = tagged('aws:RequestTag', ring, stage);
  const { use, stage: ofStage } = KEY_TAGS;
  // A key that has such tags already keeps them.
  const Null = { [`aws:ResourceTag/${use}`]: 'true', [`aws:ResourceTag/${ofStage}`]: 'true' };
  const onAll = { resources: ['*'], environment: {} };
  return [
    {
      ...onAll,
      actions: ['kms:CreateKey'],
      conditions: { StringEquals: { ...requested, ...kindOf(ring) } },
    },
    { ...onAll, actions: ['kms:TagResource'], conditions: { StringEquals: requested, Null } },
    // IAM takes minutes to learn of a new key's tags. A public half is no secret.
    {
      actions: ['kms:GetPublicKey'],
      resources: [anyKeyArn],
      environment: {},
      conditions: { StringEquals: kindOf(ring) },
    },
  ];
}

function ending(both: (action: string, more?: Conditions) => Allowance[]): Allowance[] {
  return [
    ...both('kms:TagResource', {
      StringEquals: { [`aws:RequestTag/${KEY_TAGS.replaced}`]: REPLACED },
      'ForAllValues:StringEquals': { 'aws:TagKeys': KEY_TAGS.replaced },
    }),
    ...both('kms:DisableKey'),
    // The template's key stays.
    onMade(both, 'kms:ScheduleKeyDeletion'),
  ];
}

function onMade(both: (action: string) => Allowance[], action: string): Allowance {
  return both(action)[1] as Allowance;
}

function finding(anyKeyArn: string, owned: Conditions[string]): Allowance[] {
  const conditions = { StringEquals: owned };
  return [
    { actions: ['kms:ListKeys'], resources: ['*'], environment: {} },
    { actions: ['kms:ListResourceTags'], resources: [anyKeyArn], environment: {}, conditions },
  ];
}

function tagged(condition: string, { use }: KeyRing, stage: string): Record<string, string> {
  return {
    [`${condition}/${KEY_TAGS.use}`]: use,
    [`${condition}/${KEY_TAGS.stage}`]: stage,
  };
}

function withoutEmpty({ conditions = {}, ...allowance }: Allowance): Allowance {
  return Object.keys(conditions).length > 0 ? { ...allowance, conditions } : allowance;
}

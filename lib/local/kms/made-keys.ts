import { randomUUID } from 'node:crypto';
import type { AccessRequest } from '../access/policies.ts';
import { type Input, textOf } from '../endpoint/aws-service.ts';
import { awsFailure } from '../failures.ts';
import type { LocalState } from '../state.ts';
import { ACCOUNT_ID, REGION } from '../template/intrinsics.ts';
import { createChangedKeys, createKeyPolicies } from './changed-keys.ts';
import { accessTo } from './conditions.ts';
import { type AnyKey, factsOf, KEY_SPECS, type KeySpec, type Tags } from './keys.ts';
import { describe, requireKept } from './operations.ts';
import { materialOf } from './template-keys.ts';

type FindKey = (id: string) => AnyKey;

/** Keys that functions make, what is changed of keys, and what is asked of them as a whole. */
export type MadeKeys = {
  readonly handles: (operation: string) => boolean;
  readonly access: (operation: string, input: Input, findKey: FindKey) => readonly AccessRequest[];
  readonly run: (operation: string, input: Input, findKey: FindKey) => unknown;
};

const ARN_PREFIX = `arn:aws:kms:${REGION}:${ACCOUNT_ID}:key`;
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
const DEFAULT_WINDOW_DAYS = 30;
const MAX_PAGE = 1000;

type Row = {
  readonly id: string;
  readonly spec: KeySpec;
  readonly usage: string;
  readonly tags: string;
  readonly deletion: number | null;
};

/** Adds the keys made earlier to `keys`, and those made from now on. */
export function createMadeKeys(keys: Map<string, AnyKey>, state: LocalState): MadeKeys {
  const add = ({ id, spec, usage, tags, deletion }: Row): AnyKey => {
    const key: AnyKey = {
      id,
      arn: `${ARN_PREFIX}/${id}`,
      spec,
      usage,
      enabled: true,
      tags: JSON.parse(tags) as Tags,
      ...(deletion !== null && { deletion }),
      material: materialOf(state, id, spec),
    };
    keys.set(id, key);
    return key;
  };
  for (const row of state.db.prepare('SELECT * FROM kms_made_keys').all()) add(row as never as Row);
  const changed = createChangedKeys(keys, state);
  const policies = createKeyPolicies(keys, state);

  const operations: Record<string, (input: Input, findKey: FindKey) => unknown> = {
    CreateKey: (input) => {
      const { spec, usage, tags } = readCreateKey(input);
      const row = { id: randomUUID(), spec, usage, tags: JSON.stringify(tags), deletion: null };
      state.db
        .prepare('INSERT INTO kms_made_keys (id, spec, usage, tags, made) VALUES (?, ?, ?, ?, ?)')
        .run(row.id, row.spec, row.usage, row.tags, Date.now());
      return { KeyMetadata: describe(policies.put(add(row), input)) };
    },
    ...policies.operations,
    TagResource: (input, findKey) => {
      const key = findKey(textOf(input, 'KeyId') ?? '');
      requireKept(key);
      changed.change(key, { tags: { ...key.tags, ...tagsOf(input) } });
      return {};
    },
    DisableKey: (input, findKey) => {
      const key = findKey(textOf(input, 'KeyId') ?? '');
      requireKept(key);
      changed.change(key, { enabled: false });
      return {};
    },
    ListKeys: (input) => {
      const limit = Math.min(Number(input.Limit ?? 100), MAX_PAGE);
      const after = textOf(input, 'Marker') ?? '';
      const left = [...keys.keys()].sort().filter((id) => id > after);
      const page = left.slice(0, limit);
      return {
        Keys: page.map((id) => ({ KeyId: id, KeyArn: keys.get(id)?.arn })),
        Truncated: left.length > limit,
        ...(left.length > limit && { NextMarker: page.at(-1) }),
      };
    },
    ListResourceTags: (input, findKey) => {
      const { tags } = findKey(textOf(input, 'KeyId') ?? '');
      const entries = Object.entries(tags);
      return {
        Tags: entries.map(([TagKey, TagValue]) => ({ TagKey, TagValue })),
        Truncated: false,
      };
    },
    ScheduleKeyDeletion: (input, findKey) => {
      const key = findKey(textOf(input, 'KeyId') ?? '');
      requireKept(key);
      const days = Number(input.PendingWindowInDays ?? DEFAULT_WINDOW_DAYS);
      if (!Number.isInteger(days) || days < 7 || days > 30) {
        throw awsFailure('ValidationException', 'PendingWindowInDays must be from 7 to 30.');
      }
      const deletion = Date.now() + days * DAY_MILLISECONDS;
      keys.set(key.id, { ...key, deletion });
      state.db.prepare('UPDATE kms_made_keys SET deletion = ? WHERE id = ?').run(deletion, key.id);
      const DeletionDate = deletion / 1000;
      return {
        KeyId: key.arn,
        DeletionDate,
        KeyState: 'PendingDeletion',
        PendingWindowInDays: days,
      };
    },
  };
  return {
    handles: (operation) => Object.hasOwn(operations, operation),
    access: accessOf,
    run: (operation, input, findKey) => operations[operation]?.(input, findKey),
  };
}

/** Tags given when a key is made take the permission to tag as well, on no particular key. */
function accessOf(operation: string, input: Input, findKey: FindKey): readonly AccessRequest[] {
  if (operation === 'ListKeys') return [{ action: 'kms:ListKeys', resource: '*' }];
  const tags = tagsOf(input);
  const context: Record<string, string[]> = { 'aws:tagkeys': Object.keys(tags) };
  for (const [name, value] of Object.entries(tags)) {
    context[`aws:requesttag/${name.toLowerCase()}`] = [value];
  }
  if (operation !== 'CreateKey') {
    const asked = textOf(input, 'KeyId') ?? '';
    const key = findKey(asked);
    const access = accessTo(key, operation, input, asked);
    return [{ ...access, context: { ...access.context, ...context } }];
  }
  const { spec, usage } = readCreateKey(input);
  const kind = { 'kms:keyspec': [spec], 'kms:keyusage': [usage] };
  return [
    { action: 'kms:CreateKey', resource: '*', context: { ...context, ...kind } },
    ...(Object.keys(tags).length > 0
      ? [{ action: 'kms:TagResource', resource: `${ARN_PREFIX}/*`, context }]
      : []),
  ];
}

function readCreateKey(input: Input): { spec: KeySpec; usage: string; tags: Tags } {
  const spec = (textOf(input, 'KeySpec') ?? 'SYMMETRIC_DEFAULT') as KeySpec;
  if (!Object.hasOwn(KEY_SPECS, spec)) {
    throw awsFailure(
      'UnsupportedOperationException',
      `${spec} is not supported by the local runtime`,
    );
  }
  const usage = textOf(input, 'KeyUsage') ?? 'ENCRYPT_DECRYPT';
  if (!factsOf(spec).usages.includes(usage)) {
    throw awsFailure('ValidationException', `KeyUsage ${usage} is not compatible with ${spec}`);
  }
  return { spec, usage, tags: tagsOf(input) };
}

function tagsOf(input: Input): Tags {
  const tags = (input.Tags ?? []) as { readonly TagKey: unknown; readonly TagValue: unknown }[];
  return Object.fromEntries(tags.map(({ TagKey, TagValue }) => [String(TagKey), String(TagValue)]));
}

import { DEFAULT_KEY_POLICY } from '../access/key-policies.ts';
import { type Input, textOf } from '../endpoint/aws-service.ts';
import type { LocalState } from '../state.ts';
import type { AnyKey, Tags } from './keys.ts';
import { policyOf } from './template-keys.ts';

/** Keeps what was changed of a key since it was made, by whomever it was made. */
export type ChangedKeys = {
  readonly change: (key: AnyKey, change: Partial<Pick<AnyKey, 'enabled' | 'tags'>>) => void;
};

type Row = { readonly id: string; readonly enabled: number; readonly tags: string };

/** Puts earlier changes onto `keys`: a start over the same templates undoes none, nor does CloudFormation. */
export function createChangedKeys(keys: Map<string, AnyKey>, state: LocalState): ChangedKeys {
  for (const row of state.db.prepare('SELECT * FROM kms_changed_keys').all()) {
    const { id, enabled, tags } = row as never as Row;
    const key = keys.get(id);
    const changed = { ...key?.tags, ...(JSON.parse(tags) as Tags) };
    if (key) keys.set(id, { ...key, enabled: enabled === 1, tags: changed });
  }
  const save = state.db.prepare(
    'INSERT OR REPLACE INTO kms_changed_keys (id, enabled, tags) VALUES (?, ?, ?)',
  );
  return {
    change: (key, change) => {
      const changed = { ...key, ...change };
      save.run(key.id, changed.enabled ? 1 : 0, JSON.stringify(changed.tags));
      keys.set(key.id, changed);
    },
  };
}

/** Who may use keys that functions made, as it was said when they were made or since. */
export function createKeyPolicies(keys: Map<string, AnyKey>, state: LocalState) {
  const set = (key: AnyKey, policy: string) =>
    keys.set(key.id, { ...key, policy: policyOf(JSON.parse(policy)) });
  for (const row of state.db.prepare('SELECT * FROM kms_key_policies').all()) {
    const { id, policy } = row as { id: string; policy: string };
    const key = keys.get(id);
    if (key) set(key, policy);
  }
  const save = state.db.prepare('INSERT OR REPLACE INTO kms_key_policies VALUES (?, ?)');
  const put = (key: AnyKey, input: Input) => {
    const policy = textOf(input, 'Policy');
    if (policy === undefined) return key;
    save.run(key.id, policy);
    set(key, policy);
    return key;
  };
  const operations = {
    GetKeyPolicy: (input: Input, findKey: (id: string) => AnyKey) => {
      const { policy: Statement = DEFAULT_KEY_POLICY } = findKey(textOf(input, 'KeyId') ?? '');
      return { Policy: JSON.stringify({ Version: '2012-10-17', Statement }) };
    },
    PutKeyPolicy: (input: Input, findKey: (id: string) => AnyKey) => {
      put(findKey(textOf(input, 'KeyId') ?? ''), input);
      return {};
    },
  };
  return { put, operations };
}

import type { LocalState } from '../state.ts';
import type { AnyKey, Tags } from './keys.ts';

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

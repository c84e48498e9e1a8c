/** A store in memory: for tests, and for connectors that move no money. */
import type { Store } from './store.ts';

type Entry = { readonly version: number; readonly text: string; readonly expiresAt: number };

/** How many writes pass between two clearings of what has expired. */
const CLEAR_EVERY = 1_000;

export function memoryStore(now: () => number = Date.now): Store {
  const entries = new Map<string, Entry>();
  let writes = 0;
  const live = (key: string) => {
    const entry = entries.get(key);
    return entry && entry.expiresAt > now() ? entry : undefined;
  };
  return {
    async get(key) {
      const entry = live(key);
      return entry && { version: entry.version, value: JSON.parse(entry.text) };
    },
    async put(key, value, expectedVersion, expiresAt) {
      if ((live(key)?.version ?? 0) !== expectedVersion) return false;
      writes += 1;
      if (writes % CLEAR_EVERY === 0) {
        for (const [name, entry] of entries) if (entry.expiresAt <= now()) entries.delete(name);
      }
      entries.set(key, { version: expectedVersion + 1, text: JSON.stringify(value), expiresAt });
      return true;
    },
  };
}

/**
 * A store in one folder, for one process: a file for each key. A file is written next to its place,
 * synced, and moved there, so a crash leaves the old one or the new one.
 */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Store } from './store.ts';

const entry = v.object({
  key: v.string(),
  version: v.number(),
  expiresAt: v.number(),
  value: v.unknown(),
});

type Entry = v.InferOutput<typeof entry>;

/** How many writes pass between two clearings of what has expired. */
const CLEAR_EVERY = 10_000;

export function fileStore(folder: string, now: () => number = Date.now): Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const queues = new Map<string, Promise<unknown>>();
  let writes = 0;
  const placeOf = (key: string) => join(folder, createHash('sha256').update(key).digest('hex'));

  /** One after the other for a key: between reading a version and writing the next nobody comes. */
  const inTurn = <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (queues.get(key) ?? Promise.resolve()).then(work, work);
    queues.set(key, turn);
    const forget = () => {
      if (queues.get(key) === turn) queues.delete(key);
    };
    turn.then(forget, forget);
    return turn;
  };
  const read = async (key: string): Promise<Entry | undefined> => {
    const found = await readEntry(placeOf(key));
    return found?.key === key && found.expiresAt > now() ? found : undefined;
  };
  return {
    async get(key) {
      const found = await read(key);
      return found && { version: found.version, value: found.value };
    },
    put: (key, value, expectedVersion, expiresAt) =>
      inTurn(key, async () => {
        const version = (await read(key))?.version ?? 0;
        if (version !== expectedVersion) return false;
        await replace(placeOf(key), { key, version: version + 1, expiresAt, value });
        writes += 1;
        if (writes % CLEAR_EVERY === 0) await clear(folder, now());
        return true;
      }),
  };
}

/** @throws Error when a file is there and can't be read: nothing may be paid on a guess. */
async function readEntry(place: string): Promise<Entry | undefined> {
  let text: string;
  try {
    text = await readFile(place, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return v.parse(entry, JSON.parse(text));
}

async function replace(place: string, value: Entry): Promise<void> {
  const beside = `${place}.new`;
  const file = await open(beside, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(value));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, place);
}

async function clear(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith('.new')) continue;
    const place = join(folder, name);
    const found = await readEntry(place);
    if (found && found.expiresAt <= now) await rm(place, { force: true });
  }
}

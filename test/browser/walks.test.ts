/**
 * The five first times, by what a person sees and presses: `npm run tools -- browsers` takes the same
 * walks in Firefox and WebKit.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openWorld } from '../support/world.ts';
import { openChromium } from './walks/chromium.ts';
import type { Engine } from './walks/engine.ts';
import { figuresIn } from './walks/figures.ts';
import { type Taken, walk } from './walks/walker.ts';
import { type PreparedWalk, walks } from './walks/walks.ts';

/** How far the words may be from those that the document tells: a word here and there is no news. */
const WORDS_OFF = 0.05;

const world = openWorld();
const told = figuresIn(
  readFileSync(join(import.meta.dirname, '../../docs/guide/modules.md'), 'utf8'),
);
let engine: Engine;

beforeAll(async () => {
  engine = await openChromium();
});
afterAll(async () => {
  await engine.close();
});

test('docs/guide/modules.md tells the figures of each walk', () => {
  expect([...told.keys()]).toEqual(walks.map(({ name }) => name));
});

test.each(walks)(
  'the walk “$name” ends where it is to, as long as docs/guide/modules.md tells',
  async (one) => {
    const figures = told.get(one.name) ?? { screens: 0, taps: 0, words: 0 };
    let taken = await take(one);
    // On a busy machine a part of a screen may come after its words were counted.
    if (taken.words < figures.words * (1 - WORDS_OFF)) taken = await take(one);
    const { screens, taps, words } = taken;
    expect(one.goal).toContain(screens.at(-1));
    expect(taps).toBeGreaterThan(1);
    const how = 'npm run tools -- pictures --walks counts what docs/guide/modules.md tells';
    expect({ screens: screens.length, taps }, `${how}: ${screens}`).toEqual({
      screens: figures.screens,
      taps: figures.taps,
    });
    const off = Math.abs(words - figures.words) / words;
    expect(off, `${how}: ${words} words`).toBeLessThanOrEqual(WORDS_OFF);
  },
);

async function take(one: PreparedWalk): Promise<Taken> {
  return walk(engine, `${inject('service').modulesUrl}${await one.prepare(world)}`, one);
}

/**
 * The five first times, by what a person sees and presses: `npm run test:browsers` takes the same
 * walks in Firefox and WebKit.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openWorld } from '../support/world.ts';
import { openChromium } from './walks/chromium.ts';
import type { Engine } from './walks/engine.ts';
import { figuresIn } from './walks/figures.ts';
import { walk } from './walks/walker.ts';
import { walks } from './walks/walks.ts';

/** How far the words may be from those that the document tells: a word here and there is no news. */
const WORDS_OFF = 0.05;

const world = openWorld();
const told = figuresIn(readFileSync(join(import.meta.dirname, '../../docs/modules.md'), 'utf8'));
let engine: Engine;

beforeAll(async () => {
  engine = await openChromium();
});
afterAll(async () => {
  await engine.close();
});

test('docs/modules.md tells the figures of each walk', () => {
  expect([...told.keys()]).toEqual(walks.map(({ name }) => name));
});

test.each(walks)(
  'the walk “$name” ends where it is to, as long as docs/modules.md tells',
  async (one) => {
    const address = `${inject('service').modulesUrl}${await one.prepare(world)}`;
    const { screens, taps, words } = await walk(engine, address, one);
    expect(one.goal).toContain(screens.at(-1));
    expect(taps).toBeGreaterThan(1);
    const figures = told.get(one.name);
    const how = 'npm run pictures -- --walks counts what docs/modules.md tells';
    expect({ screens: screens.length, taps }, `${how}: ${screens}`).toEqual({
      screens: figures?.screens,
      taps: figures?.taps,
    });
    const off = Math.abs(words - (figures?.words ?? 0)) / words;
    expect(off, `${how}: ${words} words`).toBeLessThanOrEqual(WORDS_OFF);
  },
);

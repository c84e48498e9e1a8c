/**
 * The five first times, by what a person sees and presses: `npm run test:browsers` takes the same
 * walks in Firefox and WebKit.
 */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openWorld } from '../support/world.ts';
import { openChromium } from './walks/chromium.ts';
import type { Engine } from './walks/engine.ts';
import { walk } from './walks/walker.ts';
import { walks } from './walks/walks.ts';

const world = openWorld();
let engine: Engine;

beforeAll(async () => {
  engine = await openChromium();
});
afterAll(async () => {
  await engine.close();
});

test.each(walks)('the walk “$name” ends where it is to', async (one) => {
  const address = `${inject('service').modulesUrl}${await one.prepare(world)}`;
  const { screens, taps, words } = await walk(engine, address, one);
  expect(one.goal).toContain(screens.at(-1));
  expect(taps).toBeGreaterThan(1);
  expect(words).toBeGreaterThan(50);
});

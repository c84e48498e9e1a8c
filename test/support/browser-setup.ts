/** Sees that there is a Chromium, and starts a service for the browser tests alone. */
import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.ts';
import setUpService from './global-setup.ts';

export default function setUp(project: TestProject): Promise<() => Promise<void>> {
  findChromium();
  return setUpService(project);
}

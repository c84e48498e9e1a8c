/** The Chromium that the browser tests drive. */
import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../connectors/browser/find-chromium.ts';

/** No name is looked up but this machine's own: what a page asks of others fails at once. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/** @param more arguments for Chromium. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const { executablePath, env } = findChromium();
  return chromium.launch({
    ...{ executablePath, headless: true, args: [...args, ...more] },
    env: { ...process.env, ...env },
  });
}

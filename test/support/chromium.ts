/** The Chromium that the browser tests drive: the machine's own, which is not ours to bring. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Where Chromium is, installed first where that is possible. @throws Error that says what to do. */
export function findChromium(): string {
  const found = find() ?? (install() && find());
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium, and there is none. Install it (on Debian or Ubuntu: ' +
      'apt-get install chromium) or name one in the variable CHROMIUM.',
  );
}

function find(): string | undefined {
  return places.find((place) => place !== undefined && place !== '' && existsSync(place));
}

/** Only where nobody has to be asked: as root, on a system of Debian's kind. */
function install(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  process.stderr.write('Installing Chromium (apt-get install chromium) …\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args: string[]) =>
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 2] }).status === 0;
  run('update', '-qq');
  return run('install', '-qq', '-y', '--no-install-recommends', 'chromium');
}

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

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), headless: true, args });
}

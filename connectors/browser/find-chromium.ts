/**
 * Which Chromium is driven: the one that `CHROMIUM` names, the one of the package `@sparticuz/chromium`,
 * which nobody has to install, or the machine's own.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export type FoundChromium = {
  readonly executablePath: string;
  /** Beside the variables of this process. */
  readonly env?: Readonly<Record<string, string>>;
};

const root = join(import.meta.dirname, '../..');
const packageFolder = join(root, 'node_modules/@sparticuz/chromium');

/** In the place of the package's own, which looks for fonts where Lambda has them. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** The machine's own, where the package has no build for it. */
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Where Chromium is, unpacked first where it has to be. @throws Error that says what to do. */
export function findChromium(): FoundChromium {
  const named = process.env.CHROMIUM;
  if (named) {
    if (existsSync(named)) return { executablePath: named };
    throw new Error(`CHROMIUM names ${named}, and there is no such file.`);
  }
  const found = findPackaged() ?? findInstalled();
  if (found) return found;
  throw new Error(
    'A Chromium is needed, and there is none: the package @sparticuz/chromium runs on Linux x64 ' +
      'only. Install Chromium or Chrome, or name one in the variable CHROMIUM.',
  );
}

export function findInstalled(): FoundChromium | undefined {
  const executablePath = places.find((place) => existsSync(place));
  return executablePath === undefined ? undefined : { executablePath };
}

function findPackaged(): FoundChromium | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  if (!existsSync(packageFolder)) return undefined;
  const folder = unpack();
  const executablePath = join(folder, 'chromium');
  // The package's own fonts: letters are as wide on every machine, also on one that has none.
  const fonts = { FONTCONFIG_PATH: join(folder, 'fonts'), XDG_CACHE_HOME: join(folder, 'cache') };
  const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
  // Its libraries help where the machine has none, and only there: they may be older than the rest.
  return [fonts, { ...fonts, ...libraries }]
    .map((env) => ({ executablePath, env }))
    .find(({ env }) => runs(executablePath, env));
}

/** Into a folder of its own for each version, which is there as a whole or not at all. */
function unpack(): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const store = join(root, 'node_modules/.cache/chromium');
  const folder = join(store, version);
  if (existsSync(folder)) return folder;
  mkdirSync(store, { recursive: true });
  const work = mkdtempSync(join(store, 'work-'));
  try {
    const script = join(import.meta.dirname, 'unpack-chromium.ts');
    const env = { ...process.env, TMPDIR: work };
    const { status } = spawnSync(process.execPath, [script], { env, stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error('The package @sparticuz/chromium could not be unpacked.');
    writeFileSync(join(work, 'fonts/fonts.conf'), FONTS);
    // Another process may have been as fast.
    if (!existsSync(folder)) renameSync(work, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}

function runs(executablePath: string, more: Readonly<Record<string, string>>): boolean {
  const env = { ...process.env, ...more };
  return spawnSync(executablePath, ['--version'], { env, stdio: 'ignore' }).status === 0;
}

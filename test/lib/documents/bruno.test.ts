import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operations } from '../../../functions/contracts.ts';
import { brunoCollection } from '../../../lib/documents/bruno.ts';
import { describeApi } from '../../../lib/documents/openapi.ts';
import packageFile from '../../../package.json' with { type: 'json' };
import { allOperations } from '../../support/operations.ts';

const folder = join(import.meta.dirname, '../../../bruno');
const files = brunoCollection(describeApi(operations, packageFile.version));

const blockOf = (text: string, name: string) =>
  new RegExp(`^${name} [{[]\\n(.*?)^[}\\]]`, 'ms').exec(text)?.[1] ?? '';

describe('The collection for Bruno', () => {
  test('is in the folder bruno as `npm run docs` writes it, and nothing else is', () => {
    const there = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const read = there.map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]);
    expect(Object.fromEntries(read)).toEqual(files);
  });

  test('has a request for each operation', () => {
    const requests = Object.keys(files).filter((name) => /^(?!env).*\/.*\.bru$/.test(name));
    const expected = allOperations.map(({ group, name }) => `${group}/${name}.bru`);
    expect(requests.toSorted()).toEqual(expected.toSorted());
  });

  test('holds no key, and sends none but the one of the environment', () => {
    const text = Object.values(files).join('\n');
    expect(text).not.toMatch(/bh_[a-z]+_\w/);
    expect(text.match(/token: .*/g)).toContain('token: {{apiKey}}');
    expect(blockOf(files['environments/local.bru'] ?? '', 'vars:secret').trim()).toBe('apiKey');
    expect(blockOf(files['environments/local.bru'] ?? '', 'vars')).not.toMatch(/key:/i);
  });
});

describe.each(allOperations)('the request $name', ({ group, name, operation }) => {
  const text = files[`${group}/${name}.bru`] ?? '';
  const request = blockOf(text, operation.method.toLowerCase());

  test('has the path, the body and the credential of its operation', () => {
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1');
    expect(request).toContain(`url: {{baseUrl}}${path}\n`);
    expect(request).toContain(`body: ${operation.body ? 'json' : 'none'}\n`);
    expect(request).toContain(
      `auth: ${operation.callers.includes('anyone') ? 'none' : 'inherit'}\n`,
    );
    if (operation.body) expect(JSON.parse(blockOf(text, 'body:json'))).toBeTypeOf('object');
  });

  test('uses variables that the environment has', () => {
    const known = blockOf(files['environments/local.bru'] ?? '', 'vars').match(/\w+(?=:( |$))/gm);
    const used = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, variable = '']) => variable);
    expect(used.filter((variable) => !known?.includes(variable))).toEqual([]);
  });

  test('says what it does', () => {
    expect(blockOf(text, 'docs')).toContain(operation.summary.split('\n')[0]);
  });
});

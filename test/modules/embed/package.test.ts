import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildEmbed } from '../../../lib/build/embed.ts';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'billhook-embed-'));
const installed = join(folder, 'node_modules/@billhook/embed');

/** What a host has after installing the package. */
beforeAll(async () => {
  mkdirSync(installed, { recursive: true });
  cpSync(join(root, 'modules/embed/package.json'), join(installed, 'package.json'));
  await buildEmbed(join(installed, 'dist'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const host = `
import { createModule, type ModuleEvent } from '@billhook/embed';
const common = { baseUrl: 'https://modules.example', partner: 'ptn_1', mode: 'modal' } as const;
const told: ModuleEvent[] = [];
const onEvent = (event: ModuleEvent) => told.push(event);
const onAuth = ({ type }: { type: 'auth' }) => type;
const getToken = async () => 'sso';
createModule({ module: 'bill-pay', ...common, getToken, onEvent, onAuth }).open();
createModule({ module: 'card-swap', ...common, token: 'sso', parameters: { startView: 'brands' } });
// @ts-expect-error a parameter of another module
createModule({ module: 'card-swap', ...common, getToken, parameters: { billId: 'bil_1' } });
// @ts-expect-error two tokens
createModule({ module: 'bill-pay', ...common, getToken, token: 'sso' });
// @ts-expect-error no place
createModule({ module: 'bill-pay', ...common, getToken, mode: 'inline' });
// @ts-expect-error no token
createModule({ module: 'bill-pay', ...common });
`;

test.each(['nodenext', 'bundler'])('its types tell a host what is wrong (%s)', (resolution) => {
  writeFileSync(join(folder, 'host.ts'), host);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const module = resolution === 'bundler' ? 'esnext' : resolution;
  const options = ['--noEmit', '--strict', '--types', '', '--lib', 'es2022,dom'];
  const resolved = ['--module', module, '--moduleResolution', resolution, 'host.ts'];
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  try {
    execFileSync(process.execPath, [compiler, ...options, ...resolved], { cwd: folder });
  } catch (error) {
    expect.fail(String((error as { stdout?: Buffer }).stdout));
  }
});

test('it needs no other package, and no window before a module is made', async () => {
  const entry = join(installed, 'dist/index.js');
  expect(readFileSync(entry, 'utf8')).not.toMatch(/^import|\brequire\(/m);
  const { createModule } = await import(pathToFileURL(entry).href);
  expect(createModule).toBeTypeOf('function');
});

test('it is small, and holds its code and types alone', () => {
  const code = readFileSync(join(installed, 'dist/index.js'));
  expect(gzipSync(code).byteLength).toBeLessThan(5 * 1_024);
  const files = readdirSync(join(installed, 'dist'));
  expect(files.filter((file) => !file.endsWith('.d.ts'))).toEqual(['index.js']);
  expect(files).toContain('types.d.ts');
});

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../../../connectors/kit/src/cli.ts';
import { create } from '../../../../connectors/kit/src/create.ts';
import { findFreePort } from '../../../../lib/base/free-port.ts';
import { installPacked } from '../../../support/installed-client.ts';

const kit = ['valibot', 'structured-headers', '@types/node', 'undici-types', 'typescript'];
const parent = await installPacked('kit', ...kit);
const folder = join(parent, 'acme-power');
const pid = join(folder, 'pid');
const keys = join(folder, 'keys/verify.json');
const HEALTH = ['--local', '--keys', keys, '--only', 'wire.health,pay.repeated'];

let url: string;

async function run(...args: string[]) {
  let output = '';
  const code = await main(args, (text) => {
    output += text;
  });
  return { code, output };
}

beforeAll(async () => {
  execFileSync('npm', ['exec', 'billhook-connector', 'create', 'acme-power'], { cwd: parent });
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, PORT: String(port) };
  const connector = spawn(process.execPath, ['server.ts'], { cwd: folder, env, stdio: 'pipe' });
  writeFileSync(pid, String(connector.pid));
  await new Promise<void>((resolve, reject) => {
    connector.stdout?.on('data', (text) => String(text).includes('Serving') && resolve());
    connector.stderr?.on('data', (text) => reject(new Error(String(text))));
    connector.once('exit', () => reject(new Error('The connector ended')));
  });
});

afterAll(() => {
  process.kill(Number(readFileSync(pid, 'utf8')));
  rmSync(parent, { recursive: true, force: true });
});

describe('create', () => {
  test('writes a connector with its name, and keys that nobody else reads', () => {
    expect(readFileSync(join(folder, 'manifest.ts'), 'utf8')).toContain("id: 'acme-power'");
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name).toBe('acme-power');
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toContain('keys/');
    expect(statSync(join(folder, 'keys/connector.json')).mode & 0o077).toBe(0);
    expect(readFileSync(join(folder, 'keys/verify.public.json'), 'utf8')).not.toContain('"d"');
  });

  test('writes what compiles, and has the kit itself beside it', () => {
    const { dependencies, scripts } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const [, packed] = dependencies['@billhook/connector-kit'].split('file:');
    expect(existsSync(join(folder, packed))).toBe(true);
    expect(scripts.check).toBe('tsc');
    execFileSync(join(parent, 'node_modules/.bin/tsc'), { cwd: folder, stdio: 'inherit' });
  });

  test('says so where this Node is too old for what it wrote', () => {
    expect(create(join(parent, 'old-node'), '20.20.2')).toContain('This is Node 20.20.2');
    expect(create(join(parent, 'older-minor'), '22.17.1')).toContain('22.18 or newer');
    expect(create(join(parent, 'new-node'), '22.18.0')).not.toContain('This is Node');
    expect(create(join(parent, 'newer-node'), '24.0.0')).not.toContain('This is Node');
  });

  test('writes nothing over what is there, and takes no other name', async () => {
    const refused = { code: 2, output: `${folder} is not empty\n` };
    expect(await run('create', folder)).toEqual(refused);
    expect((await run('create', join(parent, '1'))).code).toBe(2);
  });
});

describe('verify', () => {
  test('passes what was created, over the network', async () => {
    const { code, output } = await run('verify', url, ...HEALTH);
    expect(output).toContain('PASS  wire.health');
    expect(output).toContain('2 passed, 0 warned, 0 failed, 0 skipped');
    expect(code).toBe(0);
  });

  test.each([
    ['json', /^\{\n {2}"url"/],
    ['junit', /^<\?xml .*<testcase classname="wire" name="health" time="[\d.]+"><\/testcase>/s],
    ['markdown', /^# http.*\| PASS \| `wire.health` \|/s],
  ])('writes %s alone', async (format, shape) => {
    const { output } = await run('verify', url, ...HEALTH, '--format', format);
    expect(output).toMatch(shape);
  });

  test('writes to a file, and goes on showing progress', async () => {
    const out = join(parent, 'report.json');
    const { output } = await run('verify', url, ...HEALTH, '--format', 'json', '--out', out);
    expect(output).toContain('PASS  wire.health');
    const { counts } = JSON.parse(readFileSync(out, 'utf8'));
    expect(counts).toEqual({ PASS: 2, WARN: 0, FAIL: 0, SKIP: 0 });
  });

  test.each([
    ['survives', '', 'PASS  pay.survives', 0],
    ['is lost with what was kept of it', 'rm -r data;', 'What was called never-taken is paid', 1],
  ])('sees with --restart whether a submission %s', async (_, lost, said, code) => {
    // As writing-a-connector.md has it.
    const start = `PORT=${new URL(url).port} ${process.execPath} server.ts & echo $! > pid`;
    const restart = `cd ${folder}; kill $(cat pid); ${lost} ${start}`;
    const only = ['--only', 'pay.survives', '--restart', restart];
    const ran = await run('verify', url, '--local', '--keys', keys, ...only);
    expect(ran).toEqual({ code, output: expect.stringContaining(said) });
  });

  test('warns of an expected failure that passes', async () => {
    const expected = join(parent, 'expected.json');
    const reason = 'The proxy takes signatures away';
    writeFileSync(expected, JSON.stringify([{ id: 'wire.health', reason, until: '2099-01-01' }]));
    const { code, output } = await run('verify', url, ...HEALTH, '--expected', expected);
    expect(output).toContain('WARN  wire.health');
    expect(code).toBe(0);
  });

  test('fails with keys that the connector does not know', async () => {
    const others = ['--keys', join(folder, 'keys/connector.json')];
    const { code, output } = await run('verify', url, ...HEALTH, ...others);
    expect(output).toContain('FAIL  wire.health');
    expect(output).toContain('401');
    expect(code).toBe(1);
  });

  test('ends with 3 if nothing is there', async () => {
    const nobody = `http://127.0.0.1:${await findFreePort()}`;
    expect(await run('verify', nobody, ...HEALTH)).toMatchObject({ code: 3 });
  });

  test.each([
    [['verify'], 'Usage'],
    [['verify', 'http://a', 'b'], 'Usage'],
    [['other', 'http://a'], 'Usage'],
    [['verify', 'nowhere', '--keys', keys], 'is no address'],
    [['verify', 'http://127.0.0.1:1', '--keys', keys], 'Use --local'],
    [['verify', 'https://localhost', '--keys', keys], 'Use --local'],
    [['verify', 'https://connector.example', '--local', '--keys', keys], 'this machine only'],
    [['verify', 'http://connector.example', '--keys', keys], 'https'],
    [['verify', 'https://connector.example/path', '--keys', keys], 'without a path'],
    [['verify', 'http://127.0.0.1:1', '--local'], '--keys'],
    [['verify', 'http://127.0.0.1:1', '--local', '--keys', 'none.json'], 'has no keys'],
    [['verify', 'http://127.0.0.1:1', '--local', '--keys', keys, '--format', 'pdf'], 'no format'],
    [['verify', 'http://127.0.0.1:1', '--local', '--keys', keys, '--expected', keys], 'no list'],
    [['verify', 'http://127.0.0.1:1', '--unknown'], 'unknown'],
  ])('refuses %j', async (args, text) => {
    expect(await run(...args)).toEqual({ code: 2, output: expect.stringContaining(text) });
  });
});

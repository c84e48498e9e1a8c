/** The Python client as a stranger has it: built, installed, type-checked and used. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, test } from 'vitest';
import { createApiClient } from '../../lib/client/api-client.ts';
import { addPartner } from '../support/partners.ts';
import { rsaPair } from '../support/signing.ts';
import { blocksOf } from '../support/snippets.ts';
import { valueFrom } from '../support/world.ts';

const { command, folder } = inject('python');
const service = inject('service');
const { baseUrl } = service;

type Env = Readonly<Record<string, string>>;

/** What Python printed, and what it complained of. @throws Error with both. */
async function run(args: readonly string[], env: Env = {}): Promise<string> {
  const given = { ...process.env, PYTHONPATH: 'tests', PYTHONDONTWRITEBYTECODE: '1', ...env };
  const options = { cwd: folder, env: given, timeout: 200_000 };
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, options);
    return stdout + stderr;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${args.join(' ')}\n${stdout}\n${stderr}`);
  }
}

const newKey = async () => (await addPartner(service)).apiKey;

test('its own tests pass', async () => {
  expect(await run(['-m', 'unittest', 'discover', '-s', 'tests'])).toMatch(
    /^Ran 4\d tests.*OK\s*$/ms,
  );
});

test('its types tell what is wrong to mypy, and are right themselves', async () => {
  const strict = ['-m', 'mypy', '--strict', '--python-version', '3.10'];
  const code = programs.map(({ title, code }) => [fileOf(title), code] as const);
  for (const [file, text] of code) writeFileSync(join(folder, file), text);
  const files = ['tests/host.py', 'tests/against_service.py', ...code.map(([file]) => file)];
  for (const file of files) {
    expect(await run([...strict, '--cache-dir', join(folder, 'mypy'), file])).toMatch('Success');
  }
  const own = await run([...strict, '--cache-dir', join(folder, 'mypy'), '-p', 'billhook']);
  expect(own).toMatch('Success');
});

test('it is used against the service', async () => {
  const env = {
    BILLHOOK_URL: baseUrl,
    BILLHOOK_API_KEY: await newKey(),
    SIGNING_API_KEY: await newKey(),
    ENCRYPTION_API_KEY: await newKey(),
  };
  const printed = await run(['-m', 'unittest', 'tests/against_service.py'], env);
  expect(printed).toMatch(/^Ran 10 tests.*OK\s*$/ms);
});

const readme = new URL('../../clients/python/README.md', import.meta.url);
const programs = blocksOf(readme).filter(({ language }) => language === 'python');
const fileOf = (title: string) => `readme_${title.toLowerCase().replace(/\W+/g, '_')}.py`;

describe('its README', () => {
  let shared: string | undefined;

  test.each([
    ['First requests', /^Regular Company 1: 42\.00, due 2030-12-31/],
    ['Lists', /^1 in all\n\S+ auth\.created\n1\n$/],
    ['Errors', /^gone \S+\n$/],
    ['Retries', /^client\.createClient for the first time\n$/],
    ['Signed requests', /^Another partner\n$/],
    ['Encrypted bodies', /^pm_\w+\n$/],
    ["Your users' apps", /^1 bills\n$/],
  ])('does what it says of: %s', async (title, printed) => {
    const { code } = programs.find((one) => one.title === title) ?? {};
    if (code === undefined) throw new Error('There is no such program');
    // They go on from one another.
    shared ??= await newKey();
    if (title === 'Encrypted bodies') {
      valueFrom(await createApiClient({ baseUrl, apiKey: shared }).partner.createEncryptionKey());
    }
    const keyFile = join(folder, 'key.pem');
    writeFileSync(keyFile, rsaPair().privateKey.export({ format: 'pem', type: 'pkcs8' }));
    writeFileSync(join(folder, fileOf(title)), code);
    const env = { BILLHOOK_URL: baseUrl, BILLHOOK_API_KEY: shared, KEY_FILE: keyFile };
    expect(await run([fileOf(title)], env)).toMatch(printed);
  });

  test('receives a delivery, and refuses another', async () => {
    const { code = '' } = programs.find(({ title }) => title === 'Webhooks') ?? {};
    writeFileSync(join(folder, 'receiver.py'), code);
    writeFileSync(join(folder, 'try_receiver.py'), tryReceiver);
    const env = { WEBHOOK_SECRET: `whsec_${Buffer.from('a secret').toString('base64')}` };
    expect(await run(['try_receiver.py'], env)).toBe('auth.created\n204\n400\n');
  });
});

const tryReceiver = `
import base64, hashlib, hmac, time
from receiver import receive

body = b'{"event":{"type":"auth.created"}}'
at = str(int(time.time()))
digest = hmac.new(b"a secret", b"evt_1." + at.encode() + b"." + body, hashlib.sha256).digest()
signature = "v1," + base64.b64encode(digest).decode()
headers = {"Webhook-Id": "evt_1", "Webhook-Timestamp": at, "Webhook-Signature": signature}
print(receive(headers, body))
print(receive(headers, body + b" "))
`;

/** The operator's command line, run as an operator does: a process of its own beside the service. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiClient } from '../../lib/api-client.ts';
import { startTableServer } from '../../lib/local/dynoxide.ts';
import { findFreePort, type Service, startService } from '../../lib/measure/service-process.ts';
import { scanTable } from '../../lib/measure/table-server.ts';
import { refusal, valueFrom } from '../support/world.ts';

const launcher = join(import.meta.dirname, '../../bin/billhook.mjs');
const folder = mkdtempSync(join(tmpdir(), 'billhook-operator-'));
const KEY = /bh_sandbox_[0-9A-Za-z]{28}_[0-9A-Za-z]{43}/g;

let service: Service;
let tables: Awaited<ReturnType<typeof startTableServer>>;

beforeAll(async () => {
  tables = await startTableServer(join(folder, 'tables.db'));
  const env = { DYNAMODB_ENDPOINT: tables.url };
  service = await startService({ stateDir: join(folder, 'state'), env });
});

afterAll(async () => {
  await service?.stop();
  await tables?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Ended = { readonly code: number; readonly out: string; readonly err: string };

/** What every run printed, to be searched for secrets at the end. */
const printed: string[] = [];

function billhook(...args: string[]): Promise<Ended> {
  return run('--state', service.stateDir, ...args);
}

function run(...args: string[]): Promise<Ended> {
  // Whatever the shell says of AWS must not lead elsewhere.
  const env = { ...process.env, AWS_PROFILE: 'another', AWS_REGION: 'eu-west-3' };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [launcher, ...args], { env }, (_error, out, err) => {
      printed.push(out, err);
      resolve({ code: child.exitCode ?? -1, out, err });
    });
    child.stdin?.end();
  });
}

async function json(...args: string[]) {
  const { code, out, err } = await billhook(...args, '--json');
  expect(err, args.join(' ')).toBe('');
  expect(code, args.join(' ')).toBe(0);
  return JSON.parse(out);
}

const apiOf = (apiKey: string) => createApiClient({ baseUrl: service.baseUrl, apiKey });
const answerTo = async (apiKey: string) => refusalOf(await apiOf(apiKey).partner.getPartner());
const refusalOf = (result: Parameters<typeof refusal>[0]) => (result.ok ? 'ok' : refusal(result));

describe('A partner', () => {
  test('that is created calls with the key that was printed, until it is suspended', async () => {
    const { _id, apiKey, status } = await json('partner', 'create', 'Acme Bank');
    expect(status).toBe('active');
    expect(await answerTo(apiKey)).toBe('ok');
    expect(await json('partner', 'suspend', _id)).toMatchObject({ _id, status: 'suspended' });
    expect(await answerTo(apiKey)).toBe('401 api_key_invalid');
    await json('partner', 'resume', _id);
    expect(await answerTo(apiKey)).toBe('ok');
  });

  test('is listed beside the first one', async () => {
    const { _id } = await json('partner', 'create', 'Listed Bank');
    const { data } = await json('partner', 'list');
    const ids = data.map((one: { _id: string }) => one._id);
    expect(ids).toContain(service.partnerId);
    expect(ids).toContain(_id);
  });

  test('gets the settings that are set, and is told them', async () => {
    const { _id, apiKey } = await json('partner', 'create', 'Settled Bank');
    const set = ['--auth-events', 'on', '--rate-limit', '7', '--burst', '9'];
    await json('partner', 'set', _id, ...set);
    expect(valueFrom(await apiOf(apiKey).partner.getPartner())).toMatchObject({
      authEvents: true,
      rateLimit: { requestsPerSecond: 7, burst: 9 },
    });
    // One of the two leaves the other as it is.
    await json('partner', 'set', _id, '--burst', '20');
    expect(await json('partner', 'show', _id)).toMatchObject({
      rateLimit: { requestsPerSecond: 7, burst: 20 },
    });
    const { data } = await json('audit', _id);
    expect(data.map(({ action }: { action: string }) => action).toSorted()).toEqual([
      'api-key-created',
      'auth-events-changed',
      'partner-created',
      'rate-limit-changed',
      'rate-limit-changed',
    ]);
    expect(new Set(data.map((one: { actor: { kind: string } }) => one.actor.kind))).toEqual(
      new Set(['operator']),
    );
  });
});

describe('A key', () => {
  test('is created, listed and revoked, the last one too', async () => {
    const { _id, apiKey } = await json('partner', 'create', 'Keyed Bank');
    const second = await json('key', 'create', _id, '--expires', '2099-01-01');
    expect(await answerTo(second.apiKey)).toBe('ok');
    const full = await billhook('key', 'create', _id);
    expect(full).toMatchObject({ code: 1, out: '' });
    expect(full.err).toMatch(/^key_limit_reached: /);
    const { data } = await json('key', 'list', _id);
    for (const { keyId } of data) await json('key', 'revoke', _id, keyId, '--yes');
    expect(await answerTo(apiKey)).toBe('401 api_key_invalid');
    expect(await answerTo(second.apiKey)).toBe('401 api_key_invalid');
  });

  test('is not revoked when nobody can be asked', async () => {
    const { _id, apiKey, keyId } = await json('partner', 'create', 'Asked Bank');
    const { code, err } = await billhook('key', 'revoke', _id, keyId);
    expect(code).toBe(2);
    expect(err).toMatch(/--yes/);
    expect(await answerTo(apiKey)).toBe('ok');
  });
});

describe('The pepper', () => {
  test('is rotated while old keys go on, which are hashed anew when used', async () => {
    const { _id, apiKey } = await json('partner', 'create', 'Old Bank');
    const before = await pepperVersionOf(_id);
    expect(await json('pepper', 'rotate', '--yes')).toMatchObject({ version: before + 1 });
    expect(await pepperVersionOf(_id)).toBe(before);
    expect(await answerTo(apiKey)).toBe('ok');
    // An authorizer that knows the pepper before learns of the rotation from a newer key.
    const newer = await json('partner', 'create', 'New Bank');
    expect(await pepperVersionOf(newer._id)).toBe(before + 1);
    for (let round = 0; round < 12; round += 1) {
      const answers = await Promise.all([answerTo(newer.apiKey), answerTo(apiKey)]);
      expect(answers).toEqual(['ok', 'ok']);
    }
    expect(await pepperVersionOf(_id)).toBe(before + 1);
    expect(await answerTo(apiKey)).toBe('ok');
  });

  test('is not rotated again soon, and gives up keys that nobody used, only when forced', async () => {
    const { keyId } = await json('partner', 'create', 'Idle Bank');
    const soon = await billhook('pepper', 'rotate', '--yes');
    expect(soon.code).toBe(1);
    expect(soon.err).toMatch(/less than 10 minutes ago/);
    await json('pepper', 'rotate', '--yes', '--force');
    const forced = await json('pepper', 'rotate', '--yes', '--force');
    expect(forced.lostKeys).toContain(keyId);
    const { data } = await json('audit', 'deployment');
    expect(data.at(-1)).toMatchObject({
      action: 'pepper-rotated',
      detail: { version: forced.version, lostKeys: forced.lostKeys.length },
    });
  });

  async function pepperVersionOf(partnerId: string): Promise<number> {
    const items = await scanTable(tables.url);
    const found = items.find(({ pk, sk }) => pk?.S === partnerId && sk?.S === partnerId);
    const keys = found?.apiKeys as { L: { M: { pepperVersion: { N: string } } }[] } | undefined;
    return Number(keys?.L[0]?.M.pepperVersion.N);
  }
});

describe('Companies', () => {
  test('are imported from a file, in place of those with the same id', async () => {
    const { data } = await json('company', 'list');
    expect(data).toHaveLength(79);
    const { sandboxCompanies } = await import('@billhook/core/sandbox/companies');
    const [first] = sandboxCompanies;
    const file = join(folder, 'companies.json');
    const added = [
      { ...first, name: 'Renamed Company' },
      { ...first, _id: 'co_Imported1', name: 'Imported Company' },
    ];
    writeFileSync(file, JSON.stringify(added));
    const outcome = await json('company', 'import', file, '--yes');
    expect(outcome).toEqual({ imported: 2, replaced: 1 });
    const after = (await json('company', 'list')).data.map(({ name }: { name: string }) => name);
    expect(after).toHaveLength(80);
    expect(after).toEqual(expect.arrayContaining(['Renamed Company', 'Imported Company']));
    const found = await apiOf(service.apiKey).company.getCompany({ companyId: 'co_Imported1' });
    expect(found.ok).toBe(true);
  });

  test.each([
    ['that is no JSON', '{', /cannot be read as JSON/],
    ['of another form', '[{"_id":"co_1"}]', /is no list of companies/],
  ])('are not imported from a file %s', async (_what, content, complaint) => {
    const file = join(folder, 'wrong.json');
    writeFileSync(file, content);
    const { code, err } = await billhook('company', 'import', file, '--yes');
    expect(code).toBe(1);
    expect(err).toMatch(complaint);
  });
});

describe('The command line', () => {
  const groups = ['partner', 'key', 'pepper', 'company'];

  test.each([['--help'], ...groups.map((group) => [group]), ['audit'], ['key', 'revoke']])(
    'has help: %s',
    async (...words) => {
      const { code, out } = await run(...words, '--help');
      expect(code).toBe(0);
      expect(out).toMatch(/^Usage: billhook/);
      expect(out).toContain('--json');
    },
  );

  test.each([
    [['nonsense']],
    [['partner']],
    [['partner', 'show']],
    [['partner', 'set', 'ptn_1']],
    [['partner', 'set', 'ptn_1', '--auth-events', 'maybe']],
    [['partner', 'set', 'ptn_1', '--burst', 'many']],
    [['partner', 'list', '--nonsense']],
    [['partner', 'create', '']],
    [['partner', 'list', '--stage', 'nowhere']],
  ])('of %j is wrong: exit code 2', async (words) => {
    const { code, out, err } = await billhook(...words);
    expect(err).not.toBe('');
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  test.each([
    [['partner', 'show', 'ptn_00000000000000000000'], /^partner_not_found: /],
    [['audit', 'ptn_00000000000000000000'], /^partner_not_found: /],
    [['key', 'create', 'ptn_00000000000000000000'], /^partner_not_found: /],
    [['key', 'revoke', 'ptn_00000000000000000000', 'key_1', '--yes'], /^api_key_not_found: /],
  ])('of %j fails: exit code 1', async (words, complaint) => {
    const { code, out, err } = await billhook(...words);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(complaint);
  });

  test('out of range names the field', async () => {
    const { code, err } = await billhook('partner', 'set', service.partnerId, '--burst', '5001');
    expect(code).toBe(1);
    expect(err).toMatch(/rateLimit.burst: Expected a whole number from 1 to 5000/);
  });

  test('says so where no service runs', async () => {
    const { code, err } = await run('--state', join(folder, 'nothing'), 'partner', 'list');
    expect(code).toBe(1);
    expect(err).toMatch(/No service runs over/);
  });

  test('says so where the service was killed', async () => {
    const state = join(folder, 'killed');
    mkdirSync(state);
    const access = JSON.parse(readFileSync(join(service.stateDir, 'operator.json'), 'utf8'));
    const closed = { ...access, endpointUrl: `http://127.0.0.1:${await findFreePort()}` };
    writeFileSync(join(state, 'operator.json'), JSON.stringify(closed));
    const { code, err } = await run('--state', state, 'partner', 'list');
    expect(code).toBe(1);
    expect(err).toMatch(/it has stopped/);
  });

  test('fails as JSON when asked for JSON', async () => {
    const { code, err } = await billhook('audit', 'ptn_1', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(err)).toEqual({ error: expect.stringMatching(/^partner_not_found/) });
  });

  test('reaches the service with a file that nobody else can read', () => {
    expect(statSync(join(service.stateDir, 'operator.json')).mode & 0o777).toBe(0o600);
  });

  test('printed each key once and no other secret', () => {
    const text = printed.join('\n');
    const keys = text.match(KEY) ?? [];
    expect(keys.length).toBeGreaterThan(5);
    expect(new Set(keys).size).toBe(keys.length);
    expect(text).not.toContain(service.apiKey);
    const { credentials } = JSON.parse(
      readFileSync(join(service.stateDir, 'operator.json'), 'utf8'),
    );
    for (const secret of Object.values<string>(credentials)) expect(text).not.toContain(secret);
  });
});

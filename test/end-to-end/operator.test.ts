/** The operator's command line, run as an operator does: a process of its own beside the service. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findFreePort } from '../../lib/base/free-port.ts';
import { until } from '../../lib/base/until.ts';
import { createApiClient } from '../../lib/client/api-client.ts';
import { type Service, startService } from '../../lib/local/service-process.ts';
import { startTableServer } from '../../lib/local/tables/dynoxide.ts';
import { jwkOf, pemOf, rsaPair, signText } from '../support/signing.ts';
import { scanTable } from '../support/table-server.ts';
import { openWorld, refusal, valueFrom } from '../support/world.ts';

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

test('What a client agreed to is shown, with who passed it on', async () => {
  const { _id, apiKey } = await json('partner', 'create', 'Asking Bank');
  await json('partner', 'set', _id, '--pays-on-adding', 'off');
  const world = openWorld({ baseUrl: service.baseUrl, apiKey });
  const { token } = valueFrom(await world.api.client.createToken({ identifier: 'asked' }));
  const { accessToken, clientId } = valueFrom(await world.api.client.createAccessToken({ token }));
  const { bill } = await world.newBill(clientId);
  expect(bill.settings.recurring).toBe('disabled');
  const consent = { text: 'I agree.', at: bill.auth.created };
  const given = { billId: bill._id, recurring: 'enabled', consent } as const;
  valueFrom(await world.api.payment.updatePaymentSettings(given));
  const { data } = await json('audit', clientId);
  const detail = { billId: bill._id, at: consent.at, textHash: expect.any(String) };
  expect(data).toMatchObject([{ action: 'consent-given', actor: { kind: 'api-key' }, detail }]);
  const end = { billId: bill._id, recurring: 'disabled' } as const;
  valueFrom(await apiOf(accessToken).payment.updatePaymentSettings(end));
  const { family } = JSON.parse(
    Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString(),
  );
  const shown = (await billhook('audit', clientId)).out;
  expect(shown).toContain(`client ${clientId}, tokens ${family}  consent-withdrawn`);
  expect(shown).not.toContain(accessToken);
  expect((await billhook('audit', 'ptn_none')).err).toMatch(/^partner_not_found: /);
});

describe('A partner', () => {
  test('that is created calls with the key that was printed, until it is suspended', async () => {
    const { _id, apiKey, status } = await json('partner', 'create', 'Acme Bank');
    expect(status).toBe('active');
    expect(await answerTo(apiKey)).toBe('ok');
    expect(await json('partner', 'suspend', _id)).toMatchObject({ _id, status: 'suspended' });
    expect(await answerTo(apiKey)).toBe('401 partner_suspended');
    expect(await answerTo(`${apiKey}x`)).toBe('401 api_key_invalid');
    await json('partner', 'resume', _id);
    expect(await answerTo(apiKey)).toBe('ok');
  });

  test('that locked its settings changes them again once the operator has unlocked them', async () => {
    const { _id, apiKey } = await json('partner', 'create', 'Locked Bank');
    const { partner } = apiOf(apiKey);
    valueFrom(await partner.lockSettings());
    expect(refusalOf(await partner.createApiKey())).toBe('403 settings_locked');
    const made = await json('key', 'create', _id, '--scope', 'service');
    expect(made).toMatchObject({ scope: 'service' });
    expect(refusalOf(await apiOf(made.apiKey).partner.createApiKey())).toBe(
      '403 admin_key_required',
    );
    expect((await json('partner', 'show', _id)).locked.keyId).toMatch(/^key_/);
    expect((await billhook('partner', 'unlock', _id)).code).not.toBe(0);
    await json('partner', 'unlock', _id, '--yes');
    expect((await json('payments', 'show')).data).toMatchObject([{ kind: 'partner', id: _id }]);
    await json('payments', 'resume', '--partner', _id, '--yes');
    expect(refusalOf(await partner.createApiKey())).toBe('ok');
    const { data } = await json('audit', _id);
    const actions = data.map(({ action }: { action: string }) => action);
    expect(actions).toContain('partner-locked');
    expect(actions).toContain('partner-unlocked');
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
    await json('partner', 'set', _id, ...set, '--pays-on-adding', 'off');
    expect(valueFrom(await apiOf(apiKey).partner.getPartner())).toMatchObject({
      ...{ authEvents: true, paysOnAdding: false },
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
      'pays-on-adding-changed',
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

describe('Signing', () => {
  const pair = rsaPair();
  const pem = join(folder, 'signing.pem');
  const HEADER = 'canary-of-a-header-value';
  let server: Server;
  let url: string;
  let answer: object;
  let seen: (string | undefined)[];

  beforeAll(async () => {
    writeFileSync(pem, pemOf(pair.publicKey));
    server = createServer((asked, response) => {
      seen.push(asked.headers['x-partner'] as string | undefined);
      response.end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    seen = [];
    answer = { keys: [jwkOf(pair.publicKey, { kid: 'one\u001b[2J' })] };
  });

  const statusOf = (apiKey: string, headers: Record<string, string> = {}) =>
    new Promise<number | undefined>((resolve, reject) => {
      const authorization = `Bearer ${apiKey}`;
      const sent = request(`${service.baseUrl}/partner`, {
        headers: { authorization, ...headers },
      });
      sent.once('response', (response) => resolve(response.resume().statusCode));
      sent.once('error', reject).end();
    });

  function signedStatusOf(apiKey: string) {
    const date = new Date().toISOString();
    const signature = signText(`GET:/v1/partner:${apiKey}:${date}`, pair.privateKey);
    return statusOf(apiKey, { date, signature });
  }

  test('with a key set by hand is required, until it is cleared', async () => {
    const { _id, apiKey } = await json('partner', 'create', 'Signing Bank');
    const nothing = { required: false, requireDigest: false, refuseReplays: false, keys: [] };
    expect(await json('signing', 'show', _id)).toEqual(nothing);
    expect((await billhook('jwks', 'refresh', _id)).err).toMatch(/^jwks_url_missing: /);
    const demands = ['--required', 'on', '--require-digest', 'on', '--refuse-replays', 'on'];
    const set = await json('signing', 'set', _id, '--public-key', pem, ...demands);
    expect(set).toMatchObject({
      ...{ required: true, requireDigest: true, refuseReplays: true },
      keys: [{ fingerprint: expect.any(String) }],
    });
    expect(await signedStatusOf(apiKey)).toBe(200);
    expect(await statusOf(apiKey)).toBe(401);
    const asked = await billhook('signing', 'clear', _id);
    expect(asked.code).toBe(2);
    expect(await statusOf(apiKey)).toBe(401);
    expect(await json('signing', 'clear', _id, '--yes')).toEqual(nothing);
    expect(await statusOf(apiKey)).toBe(200);
    // Without a key nobody holds a signature against anything: the partner's signers go on.
    expect(await signedStatusOf(apiKey)).toBe(200);
    const { data } = await json('audit', _id);
    expect(data.slice(-2)).toMatchObject([
      { action: 'signing-changed', actor: { kind: 'operator' }, detail: { required: true } },
      { action: 'signing-changed', actor: { kind: 'operator' }, detail: { required: false } },
    ]);
  });

  test('keeps the key before for as long as they overlap', async () => {
    const { _id, apiKey } = await json('partner', 'create', 'Overlapping Bank');
    await json('signing', 'set', _id, '--public-key', pem);
    const next = join(folder, 'next.pem');
    writeFileSync(next, pemOf(rsaPair().publicKey));
    const set = await json('signing', 'set', _id, '--public-key', next, '--overlap', '60');
    expect(set.keys).toHaveLength(2);
    expect(await signedStatusOf(apiKey)).toBe(200);
    await json('signing', 'set', _id, '--public-key', next);
    expect(await signedStatusOf(apiKey)).toBe(401);
  });

  test('with keys at an address sends its headers there, and shows them nowhere', async () => {
    const { _id, apiKey } = await json('partner', 'create', 'Fetching Bank');
    const headers = ['--header', `X-Partner: ${HEADER}`];
    const set = await billhook('signing', 'set', _id, '--jwks-url', url, ...headers);
    expect(set).toMatchObject({ code: 0, err: '' });
    expect(set.out).toMatch(/Last refresh .* refreshed: 1 kept/);
    // A key's id is the partner's word: it does nothing to the terminal.
    expect(set.out).toContain('kid one\ufffd[2J');
    expect(await signedStatusOf(apiKey)).toBe(200);
    expect((await json('jwks', 'refresh', _id)).lastRefresh.outcome).toBe('refreshed');
    expect(seen).toEqual([HEADER, HEADER]);
    answer = { keys: [] };
    const { code, out, err } = await billhook('jwks', 'refresh', _id);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^no_usable_key: .* 1 key is now valid\.$/m);
    expect(await json('signing', 'show', _id)).toMatchObject({
      jwksUrl: url,
      hasHeaders: true,
      lastRefresh: { outcome: 'no_usable_key' },
    });
    const { data } = await json('audit', _id);
    expect(data.slice(-3).map(({ action }: { action: string }) => action)).toEqual([
      'signing-changed',
      'signing-refreshed',
      'signing-refreshed',
    ]);
    expect(JSON.stringify(await scanTable(tables.url))).not.toContain(HEADER);
  });

  test.each([
    ['no PEM', 'no PEM', /publicKey: Expected PEM/],
    ['a private key', pemOf(pair.privateKey, 'pkcs1'), /Expected a public key, not a private/],
    ['1024 bits', pemOf(rsaPair(1024).publicKey), /publicKey: Expected a 2048-bit RSA key/],
    ['nothing', '', /publicKey: Expected a value/],
    ['too much', 'x'.repeat(4097), /publicKey: Expected at most 4096 characters/],
  ])('refuses a file of %s', async (_what, content, complaint) => {
    const file = join(folder, 'bad.pem');
    writeFileSync(file, content);
    const { code, out, err } = await billhook(
      ...['signing', 'set', service.partnerId, '--public-key', file],
    );
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(complaint);
  });

  test.each([
    [
      ['--jwks-url', 'https://10.0.0.1/jwks'],
      /jwksUrl: Expected a host with only public addresses/,
    ],
    [
      ['--jwks-url', 'https://a.example/', '--header', 'Host: x'],
      /headers.Host: Expected a header/,
    ],
    [['--public-key', join(folder, 'none.pem')], /cannot be read/],
    [['--required', 'on'], /^no_valid_key: /],
  ])('refuses %j', async (options, complaint) => {
    const { code, out, err } = await billhook('signing', 'set', service.partnerId, ...options);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(complaint);
  });

  test.each([
    [['--jwks-url', 'https://a.example/', '--header', HEADER]],
    [['--jwks-url', 'https://a.example/', '--header', 'X-Partner:', HEADER]],
    [['--jwks-url', 'https://a.example/', '--header', `A: ${HEADER}`, '--header', `a: ${HEADER}`]],
    [['--required', 'on', '--header', `A: ${HEADER}`]],
  ])('does not quote the header that is wrong in %j', async (options) => {
    const { code, err } = await billhook('signing', 'set', service.partnerId, ...options);
    expect(code).toBe(2);
    expect(err).not.toContain(HEADER);
  });

  test('printed no header', () => {
    expect(printed.join('\n')).not.toContain(HEADER);
  });
});

describe('An encryption key', () => {
  test('is created, shown to the partner, and deleted', async () => {
    const { _id, apiKey } = await json('partner', 'create', 'Encrypting Bank');
    const partner = apiOf(apiKey).partner;
    const { keyId, pem } = await json('encryption-key', 'create', _id);
    expect(pem).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    expect(valueFrom(await partner.listEncryptionKeys()).keys).toMatchObject([{ kid: keyId }]);
    expect((await json('encryption-key', 'list', _id)).data).toMatchObject([{ keyId }]);
    const asked = await billhook('encryption-key', 'delete', _id, keyId);
    expect(asked.code).toBe(2);
    await json('encryption-key', 'delete', _id, keyId, '--yes');
    expect(valueFrom(await partner.listEncryptionKeys()).keys).toEqual([]);
    const again = await billhook('encryption-key', 'delete', _id, keyId, '--yes');
    expect(again.code).toBe(1);
    expect(again.err).toMatch(/^encryption_key_not_found: /);
    const { data } = await json('audit', _id);
    const actor = { kind: 'operator' };
    expect(data.slice(-2)).toMatchObject([
      { action: 'encryption-key-created', actor, detail: { keyId } },
      { action: 'encryption-key-deleted', actor, detail: { keyId } },
    ]);
  });

  test('is the second at most', async () => {
    const { _id } = await json('partner', 'create', 'Full Bank');
    await json('encryption-key', 'create', _id);
    await json('encryption-key', 'create', _id);
    const { code, err } = await billhook('encryption-key', 'create', _id);
    expect(code).toBe(1);
    expect(err).toMatch(/^key_limit_reached: /);
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

describe('Modules', () => {
  const write = (name: string, content: string | Buffer) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };

  test('are set from options and files, one after the other, and told', async () => {
    const { _id, apiKey } = await json('partner', 'create', 'Looking Bank');
    const own = { brandColor: '#0a7f5c', radius: 4, density: 'compact', weights: { strong: 700 } };
    const theme = write('theme.json', JSON.stringify(own));
    const texts = write('texts.json', JSON.stringify({ 'search.title': 'Who bills you?' }));
    const font = write('Own Sans.woff2', Buffer.from('wOF2 and so on'));
    const alone = await billhook('modules', 'set', _id, '--strong-font', font);
    expect([alone.code, alone.err]).toEqual([2, expect.stringContaining('Pass --font too')]);
    const origins = ['--origin', 'https://a.example', '--origin', 'http://localhost:8789'];
    const words = ['--app-name', 'Looking', '--bridge-name', 'Bank', '--texts', texts];
    const links = ['--link-help', 'https://a.example/help', '--link-terms', 'https://a.example/t'];
    const files = ['--theme', theme, '--font', font, '--attribution', 'off'];
    const set = await json('modules', 'set', _id, ...origins, ...words, ...links, ...files);
    expect(set).toMatchObject({
      ...{ origins: [origins[1], origins[3]], appName: 'Looking', bridgeName: 'Bank' },
      theme: { ...own, font: { name: 'Own Sans' } },
      ...{ texts: { 'search.title': 'Who bills you?' }, hideAttribution: true },
      fonts: [{ name: 'Own Sans' }],
    });
    expect(valueFrom(await apiOf(apiKey).partner.getModules())).toEqual(set);
    const next = await json('modules', 'set', _id, '--link-help', '', '--app-name', '');
    const { appName: _taken, ...rest } = set;
    expect(next).toEqual({ ...rest, links: { terms: 'https://a.example/t' } });
    const strong = write('Own Sans Bold.woff2', Buffer.from('wOF2 and more'));
    const bold = await json('modules', 'set', _id, '--strong-font', strong);
    const [{ fontId: strongFontId }] = bold.fonts;
    expect(bold.theme).toEqual({ ...set.theme, font: { ...set.theme.font, strongFontId } });
    const shown = await billhook('modules', 'show', _id);
    expect(shown.out).toMatch(/density: compact/);
    expect(shown.out).toMatch(/^Origin +https:\/\/a\.example$/m);
    const { data } = await json('audit', _id);
    // A font and the theme that names it are of one instant.
    const changes = data.filter(({ action }: { action: string }) => action === 'modules-changed');
    const changed = changes.map((one: { detail: { changed: string } }) => one.detail.changed);
    expect(changed.toSorted()).toEqual([
      'appName bridgeName hideAttribution links origins texts theme',
      'appName links',
      'fonts',
      'fonts',
      'theme',
    ]);
  });

  test.each<[string, () => string[], RegExp]>([
    ['an origin with a path', () => ['--origin', 'https://a.example/x'], /origins.0: Expected an/],
    ['a theme of no color', () => ['--theme', write('bad.json', '{"brandColor":"red"}')], /brandC/],
    [
      'a weight of no font',
      () => ['--theme', write('bad.json', '{"weights":{"text":450}}')],
      /text/,
    ],
    ['a font of another format', () => ['--font', write('bad.woff2', 'wOFF')], /woff2: Expected a/],
  ])('are not set to %s', async (_what, options, complaint) => {
    const { code, err } = await billhook('modules', 'set', service.partnerId, ...options());
    expect(err).toMatch(complaint);
    expect(code).toBe(1);
  });
});

describe('Payments', () => {
  /** The status, code and `Retry-After` of an order to pay now. */
  const orderWith =
    (apiKey: string) =>
    async (path: string, body: object = {}) => {
      const response = await fetch(`${service.baseUrl}${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { code } = (await response.json()) as { code?: string };
      return { status: response.status, code, wait: response.headers.get('retry-after') };
    };
  const refused = { status: 503, code: 'payments_paused', wait: '600' };

  const newWorld = async () => {
    const { apiKey } = await json('partner', 'create', 'Paying Bank');
    return { world: openWorld({ baseUrl: service.baseUrl, apiKey }), order: orderWith(apiKey) };
  };

  test('that are paused are refused now and taken for later, until they are resumed', async () => {
    const { world, order } = await newWorld();
    const clientId = await world.newClient();
    await world.addCard(clientId);
    const { bill } = await world.newBill(clientId);
    const { billId, companyId } = { billId: bill._id, companyId: bill.auth.company._id };
    const paused = await json('payments', 'pause', '--company', companyId);
    expect(paused.data).toEqual([
      {
        kind: 'company',
        id: companyId,
        since: expect.any(String),
        by: expect.stringMatching(/^local:/),
      },
    ]);
    // Paused twice, it is paused since the first time.
    expect(await json('payments', 'pause', '--company', companyId)).toEqual(paused);
    expect(await order('/payment/schedule', { billId })).toEqual(refused);
    const payDate = new Date(Date.now() + 3 * 86_400_000).toISOString();
    expect(await order('/payment/schedule', { billId, payDate })).toMatchObject({ status: 200 });
    valueFrom(await world.api.payment.cancelPayment({ billId }));
    await json('payments', 'resume', '--company', companyId, '--yes');
    expect(await json('payments', 'show')).toEqual({ data: [] });
    await world.pay(billId);
    const { data } = await json('audit', 'deployment');
    const detail = { companyId };
    expect(data.slice(-2)).toMatchObject([
      { action: 'payments-paused', actor: { kind: 'operator' }, detail },
      { action: 'payments-resumed', actor: { kind: 'operator' }, detail },
    ]);
  });

  test('of a declined method are not retried while all is paused', async () => {
    const { world, order } = await newWorld();
    const clientId = await world.newClient();
    const methodId = await world.addCard(clientId, { cardNumber: '4000000000000002' });
    const { bill } = await world.newBill(clientId);
    valueFrom(await world.api.payment.schedulePayment({ billId: bill._id }));
    const isDeclined = (entry: { readonly bill: { readonly status: { readonly type: string } } }) =>
      entry.bill.status.type === 'payment-declined';
    await world.billOf(clientId, bill.auth._id, isDeclined);
    const { out } = await billhook('payments', 'pause');
    expect(out).toMatch(/^PAUSED +SINCE +BY\neverything +\S+ +local:/);
    expect(await order(`/payment/${methodId}/retry`)).toEqual(refused);
    expect((await billhook('payments', 'resume', '--yes')).out).toBe('Nothing is paused.\n');
    expect(await order(`/payment/${methodId}/retry`)).toMatchObject({ status: 200 });
    const { data } = await json('audit', 'deployment');
    expect(data.slice(-2)).toMatchObject([
      { action: 'payments-paused', detail: { payments: 'all' } },
      { action: 'payments-resumed', detail: { payments: 'all' } },
    ]);
  });

  test('of a partner are paused by pausing them, or by suspending it', async () => {
    const { _id } = await json('partner', 'create', 'Paused Bank');
    await json('payments', 'pause', '--partner', _id);
    await json('partner', 'suspend', _id);
    const paused = await json('payments', 'show');
    expect(paused.data).toMatchObject([
      { kind: 'partner', id: _id },
      { kind: 'suspended', id: _id },
    ]);
    await json('payments', 'resume', '--partner', _id, '--yes');
    expect((await json('payments', 'show')).data).toMatchObject([{ kind: 'suspended', id: _id }]);
    await json('partner', 'resume', _id);
    expect((await json('payments', 'show')).data).toEqual([]);
    const { data } = await json('audit', _id);
    expect(data.slice(-4).map(({ action }: { action: string }) => action)).toEqual([
      'payments-paused',
      'partner-suspended',
      'payments-resumed',
      'partner-resumed',
    ]);
  });
});

describe('Limits', () => {
  test('are shown, set for all or for a partner, and taken back', async () => {
    const shown = async (...more: string[]) =>
      Object.fromEntries(
        (await json('limits', 'show', ...more)).data.map(
          ({ limit, amount = 'off' }: { limit: string; amount?: string }) => [limit, amount],
        ),
      );
    const usual = { payment: '25000.00', 'client-day': '50000.00', 'partner-day': 'off' };
    const { _id, apiKey } = await json('partner', 'create', 'Limited Bank');
    expect(await shown('--partner', _id)).toEqual(usual);
    const set = await json('limits', 'set', '--partner', _id, '--payment', '99.99');
    const own = { limit: 'payment', amount: '99.99', setFor: 'partner' };
    expect(set.data[0]).toMatchObject({ ...own, by: expect.stringMatching(/^local:/) });
    const world = openWorld({ baseUrl: service.baseUrl, apiKey });
    const clientId = await world.newClient();
    await world.addCard(clientId);
    const { bill } = await world.newBill(clientId);
    const pay = () => world.api.payment.schedulePayment({ billId: bill._id });
    const refused = await pay();
    expect(refused).toMatchObject({ ok: false, status: 409, problem: { code: 'amount_limit' } });
    expect(refused.ok ? '' : refused.problem.detail).toContain('99.99');
    // What allows more is asked about.
    const { code, err } = await billhook('limits', 'set', '--partner', _id, '--payment', 'off');
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
    await json('limits', 'set', '--partner', _id, '--payment', 'default', '--yes');
    expect(await shown('--partner', _id)).toEqual(usual);
    valueFrom(await pay());
    await json('limits', 'set', '--partner-day', '1000000', '--yes');
    expect(await shown()).toEqual({ ...usual, 'partner-day': '1000000.00' });
    const { out } = await billhook('limits', 'set', '--partner-day', 'default', '--yes');
    expect(out).toMatch(/^LIMIT +AMOUNT +SET FOR +SINCE +BY\npayment +25000.00 +default\n/);
    expect((await billhook('limits', 'set', '--partner-day', 'default')).out).toMatch(/^Nothing/);
    const entries = (await json('audit', _id)).data.slice(-2);
    expect(entries).toMatchObject([
      { action: 'limits-changed', detail: { payment: '99.99' }, actor: { kind: 'operator' } },
      { action: 'limits-changed', detail: { payment: 'default' } },
    ]);
    expect((await json('audit', 'deployment')).data.slice(-2)).toMatchObject([
      { action: 'limits-changed', detail: { partnerDay: '1000000.00' } },
      { action: 'limits-changed', detail: { partnerDay: 'default' } },
    ]);
  });
});

describe('Payments that nobody resolves', () => {
  /** Its company answers with another amount than was asked for. */
  const stuckOne = async () => {
    const { _id: partnerId, apiKey } = await json('partner', 'create', 'Stuck Bank');
    const world = openWorld({ baseUrl: service.baseUrl, apiKey });
    const clientId = await world.newClient();
    await world.addCard(clientId);
    const { bill } = await world.newBill(clientId, { status: 'payment-misreported' });
    valueFrom(await world.api.payment.schedulePayment({ billId: bill._id }));
    const paymentId = await until('the unknown outcome', async () => {
      const { data } = await json('payment', 'list', '--stuck');
      return data.find((one: { partnerId: string }) => one.partnerId === partnerId)?._id;
    });
    return { world, partnerId, paymentId, billId: bill._id };
  };
  const evidence = ['--evidence', 'Statement of the company, line 4'];
  const twice = (paymentId: string) => ['--yes', '--confirm', paymentId];

  test('are listed, shown, and settled by evidence', async () => {
    const { world, partnerId, paymentId, billId } = await stuckOne();
    const { out } = await billhook('payment', 'list', '--stuck');
    expect(out).toMatch(/^PAYMENT +AGE +STATE +SETTLED BY +AMOUNT +COMPANY +PARTNER\n/);
    expect(out).toContain(paymentId);
    const shown = await json('payment', 'show', paymentId);
    expect(shown).toMatchObject({ status: 'pending', state: 'unknown', amount: '100.00', billId });
    expect(shown.lastAsked).toMatch(/^20/);
    const settle = ['payment', 'settle', paymentId, ...evidence];
    // Asked twice: neither alone is enough.
    for (const one of [[], ['--yes'], ['--confirm', paymentId], ['--yes', '--confirm', 'pay_1']])
      expect((await billhook(...settle, '--paid', ...one)).code).toBe(2);
    expect((await json('payment', 'show', paymentId)).status).toBe('pending');
    const paid = await until('a while since it was asked', async () => {
      const { code, out: text } = await billhook(
        ...[...settle, '--paid', '--confirmation', 'A-17', '--json'],
        ...twice(paymentId),
      );
      return code === 0 ? JSON.parse(text) : undefined;
    });
    expect(paid).toMatchObject({ status: 'paid', amount: '100.00', confirmation: 'A-17' });
    const { payments } = valueFrom(await world.api.bill.getBill({ billId }));
    expect(payments).toMatchObject([{ amount: '100.00' }]);
    const again = await billhook(...settle, '--paid', ...twice(paymentId));
    expect(again.out).toMatch(/^Nothing to change\n/);
    const other = await billhook(...settle, '--declined', ...twice(paymentId));
    expect(other).toMatchObject({ code: 1, err: expect.stringMatching(/^It has ended otherwise/) });
    const detail = { paymentId, outcome: 'paid', evidence: 'Statement of the company, line 4' };
    expect((await json('audit', partnerId)).data.at(-1)).toMatchObject({
      ...{ action: 'payment-settled', actor: { kind: 'operator' }, detail },
    });
    // What was given back out of another pocket is noted alone.
    const refund = ['payment', 'refund', paymentId, ...evidence, ...twice(paymentId), '--json'];
    const kept = await billhook(...refund, '--kept', '--amount', '12.5');
    expect(JSON.parse(kept.out)).toMatchObject({ status: 'paid' });
    const owed = await billhook(...refund, '--owed');
    expect(JSON.parse(owed.out)).toMatchObject({ status: 'returned' });
    expect((await json('audit', partnerId)).data.slice(-2)).toMatchObject([
      { action: 'payment-refunded', detail: { paymentId, owed: false, amount: '12.50' } },
      { action: 'payment-refunded', detail: { paymentId, owed: true } },
    ]);
    const once = await billhook(...refund.slice(0, -1), '--owed');
    expect(once.out).toMatch(/^Nothing to change\n/);
  });

  test('are not given up while their company is being asked', async () => {
    const { paymentId } = await stuckOne();
    const { code, err } = await billhook(
      ...['payment', 'release', paymentId, ...evidence, ...twice(paymentId)],
    );
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining('at this moment'),
    });
    expect((await json('payment', 'show', paymentId)).status).toBe('pending');
  });
});

describe('Companies', () => {
  /** As long as a warm function believes what it read of a gate. */
  const GATE_MILLISECONDS = 6_000;
  const pass = () => new Promise((resolve) => setTimeout(resolve, GATE_MILLISECONDS));

  test('that are paused let nobody in, and what was ordered waits', async () => {
    const { apiKey } = await json('partner', 'create', 'Waiting Bank');
    const world = openWorld({ baseUrl: service.baseUrl, apiKey });
    const clientId = await world.newClient();
    await world.addCard(clientId);
    const { bill } = await world.newBill(clientId);
    const [billId, companyId] = [bill._id, bill.auth.company._id];
    const paused = await json('company', 'pause', companyId);
    const why = { status: 'maintenance', gate: 'shut', reason: 'paused' };
    expect(paused).toMatchObject({ companyId, ...why, pausedBy: expect.stringMatching(/^local:/) });
    expect(await json('company', 'pause', companyId)).toEqual(paused);
    await pass();
    const { name } = valueFrom(await world.api.company.getCompany({ companyId }));
    const found = valueFrom(await world.api.company.searchCompanies({ query: name }));
    expect(found.data.find(({ _id }) => _id === companyId)?.status).toBe('maintenance');
    const form = { balance: '5.00', dueDate: '12/31/2040' };
    const link = { clientId, companyId, form, items: ['bill' as const] };
    expect(refusalOf(await world.api.auth.createAuth(link))).toBe('409 company_in_maintenance');
    valueFrom(await world.api.payment.schedulePayment({ billId }));
    await pass();
    const { data } = await json('payment', 'list', '--stuck', '--older', '0h');
    const [payment] = data.filter((one: { billId: string }) => one.billId === billId);
    expect(payment).toMatchObject({ state: 'waiting' });
    expect((await billhook('company', 'resume', companyId)).code).toBe(2);
    const resumed = await json('company', 'resume', companyId, '--yes');
    expect(resumed).toMatchObject({ status: 'operational', gate: 'open' });
    const audit = (await json('audit', 'deployment')).data.slice(-2);
    const detail = { companyId };
    expect(audit).toMatchObject([
      { action: 'company-paused', actor: { kind: 'operator' }, detail },
      { action: 'company-resumed', actor: { kind: 'operator' }, detail },
    ]);
    await pass();
    valueFrom(await world.api.auth.createAuth({ ...link, clientId: await world.newClient() }));
    // The sweep comes within the hour; the operator need not do anything.
    expect(await json('payment', 'show', payment._id)).toMatchObject({ status: 'pending' });
  });

  test('of a connector are paused together, and names that nobody has are refused', async () => {
    await json('company', 'pause', 'sandbox');
    const shown = await billhook('company', 'show', 'co_RegularCompany100000');
    expect(shown.out).toMatch(/^Shown as +maintenance$/m);
    expect(shown.out).toMatch(/^Connector paused since +\S+Z$/m);
    await json('company', 'resume', 'sandbox', '--yes');
    expect(await json('company', 'show', 'sandbox')).toEqual({
      connector: 'sandbox',
      gate: 'open',
    });
    const gated = await json('company', 'show', 'co_GatedCompany10000000');
    expect(gated).toMatchObject({ gate: 'open', limits: { sessionsAtOnce: 2 }, sessions: 0 });
    for (const name of ['co_None', 'acme', 'co_'])
      expect((await billhook('company', 'pause', name)).code).toBe(1);
  });

  test('are imported from a file, in place of those with the same id', async () => {
    const { data } = await json('company', 'list');
    expect(data).toHaveLength(80);
    const { sandboxCompanies } = await import('@billhook/core/sandbox/companies');
    const [first] = sandboxCompanies;
    const file = join(folder, 'companies.json');
    const added = [
      { ...first, name: 'Renamed Company' },
      { ...first, _id: 'co_Imported1', name: 'Imported Company' },
    ];
    writeFileSync(file, JSON.stringify(added));
    const outcome = await json('company', 'import', file, '--yes');
    const counts = { added: 1, changed: 1, unchanged: 0, removed: 0 };
    expect(outcome).toEqual({ imported: 2, replaced: 1, ...counts });
    const again = await json('company', 'import', file, '--yes');
    expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    const after = (await json('company', 'list')).data.map(({ name }: { name: string }) => name);
    expect(after).toHaveLength(81);
    expect(after).toEqual(expect.arrayContaining(['Renamed Company', 'Imported Company']));
    // The first partner's key may have been lost with its pepper above.
    const { apiKey } = await json('partner', 'create', 'Importing Bank');
    const found = await apiOf(apiKey).company.getCompany({ companyId: 'co_Imported1' });
    expect(found.ok).toBe(true);
  });

  test.each([
    ['that is no JSON', '{', /cannot be read as JSON/],
    ['of another form', '[{"_id":"co_1"}]', /is not a list of companies/],
  ])('are not imported from a file %s', async (_what, content, complaint) => {
    const file = join(folder, 'wrong.json');
    writeFileSync(file, content);
    const { code, err } = await billhook('company', 'import', file, '--yes');
    expect(code).toBe(1);
    expect(err).toMatch(complaint);
  });
});

test.each([
  ['a file and a source', ['companies.json', '--from', 'nsi'], /Name a file, or pass --from nsi/],
  ['neither', [], /Name a file, or pass --from nsi/],
  ['a part of a directory as all of it', ['--from', 'nsi', '--complete'], /goes with a file/],
  ['what is no country', ['--from', 'nsi', '--country', 'usa'], /two letters/],
])('Companies are not imported from %s', async (_what, words, complaint) => {
  const { code, err } = await billhook('company', 'import', ...words, '--yes');
  expect(code).toBe(2);
  expect(err).toMatch(complaint);
});

describe('The command line', () => {
  const groups = [
    'partner',
    'key',
    'signing',
    'jwks',
    'encryption-key',
    'modules',
    'pepper',
    'company',
    'payments',
    'limits',
    'payment',
  ];

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
    [['signing', 'set', 'ptn_1']],
    [['modules', 'set', 'ptn_1']],
    [['signing', 'set', 'ptn_1', '--public-key', 'a', '--jwks-url', 'b']],
    [['signing', 'set', 'ptn_1', '--required', 'maybe']],
    [['signing', 'set', 'ptn_1', '--required', 'on', '--overlap', '60']],
    [['signing', 'set', 'ptn_1', '--public-key', launcher, '--overlap', 'long']],
    [['encryption-key', 'delete', 'ptn_1']],
    [['payments', 'pause', '--partner', 'ptn_1', '--company', 'co_1']],
    [['payments', 'resume']],
    [['limits', 'set']],
    [['payment', 'list']],
    [['payment', 'list', '--stuck', '--older', 'long']],
    [['payment', 'release', 'pay_1', '--yes', '--confirm', 'pay_1']],
    [['payment', 'settle', 'pay_1', '--evidence', 'x', '--yes', '--confirm', 'pay_1']],
    [['payment', 'settle', 'pay_1', '--paid', '--evidence', ' ']],
    [['payment', 'settle', 'pay_1', '--paid', '--evidence', 'x', '--on', '2999-01-01']],
    [['payment', 'settle', 'pay_1', '--declined', '--evidence', 'x', '--on', '2026-01-01']],
    [['payment', 'refund', 'pay_1', '--evidence', 'x']],
    [['payment', 'refund', 'pay_1', '--owed', '--amount', '1.00', '--evidence', 'x']],
    [['payment', 'refund', 'pay_1', '--kept', '--amount', '0', '--evidence', 'x']],
    [['payment', 'refund', 'pay_1', '--owed', '--on', '2999-01-01', '--evidence', 'x']],
    [['limits', 'set', '--payment', '1e5']],
    [['limits', 'set', '--client-day', '0']],
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
    [['signing', 'show', 'ptn_00000000000000000000'], /^partner_not_found: /],
    [['signing', 'set', 'ptn_00000000000000000000', '--required', 'on'], /^partner_not_found: /],
    [['signing', 'clear', 'ptn_00000000000000000000', '--yes'], /^partner_not_found: /],
    [['jwks', 'refresh', 'ptn_00000000000000000000'], /^partner_not_found: /],
    [['encryption-key', 'create', 'ptn_00000000000000000000'], /^partner_not_found: /],
    [['encryption-key', 'list', 'ptn_00000000000000000000'], /^partner_not_found: /],
    [['encryption-key', 'delete', 'ptn_1', 'key_1', '--yes'], /^partner_not_found: /],
    [['payments', 'pause', '--partner', 'ptn_00000000000000000000'], /^partner_not_found: /],
    [['payment', 'show', 'pay_1'], /^There is no payment pay_1/],
    [['payment', 'list', '--stuck', '--after', 'pay_1'], /^pay_1 is not in the list/],
    [['payment', 'settle', 'pay_1', '--paid', '--evidence', 'x', '--yes'], /^There is no payment/],
    [['limits', 'show', '--partner', 'ptn_1'], /^partner_not_found: /],
    [['limits', 'set', '--partner', 'ptn_1', '--payment', '1'], /^partner_not_found: /],
    [['payments', 'pause', '--company', 'co_none'], /^company_not_found: /],
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
    expect(err).toMatch(/No service is running with the state folder/);
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

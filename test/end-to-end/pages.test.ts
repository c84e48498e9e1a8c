import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createApiClient } from '../../lib/client/api-client.ts';
import { addPartner, type Partner } from '../support/partners.ts';
import { newName, valueFrom } from '../support/world.ts';

const { baseUrl, modulesUrl, stateDir, logFile } = inject('service');
const modules = ['connect', 'card-swap', 'bill-pay', 'preview'];
const origin = 'https://app.partner.example';

let partner: Partner;
let token: string;

beforeAll(async () => {
  partner = await addPartner(inject('service'));
  const api = createApiClient({ baseUrl, apiKey: partner.apiKey });
  valueFrom(await api.partner.updateModules({ origins: [origin, 'capacitor://localhost'] }));
  token = valueFrom(await api.client.createToken({ identifier: newName() })).token;
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${modulesUrl}${path}`, { headers });

/** Whom a page may be framed by. */
async function framing(path: string): Promise<string | undefined> {
  const policy = (await get(path)).headers.get('content-security-policy') ?? '';
  return /frame-ancestors ([^;]*)/.exec(policy)?.[1];
}

describe('a page', () => {
  test.each(modules)('%s loads what it names, and nothing from elsewhere', async (module) => {
    const response = await get(`/${module}?token=${token}`, { 'accept-language': 'es-MX' });
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('<html lang="es"');
    const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    const patterns = [
      /^\/assets\/icon-[\w-]+\.svg$/,
      /^\/assets\/[a-z-]+\.es-[\w-]+\.js$/,
      ...(module === 'preview' ? [/^\/assets\/kit-[\w-]+\.css$/] : []),
    ];
    expect(named).toHaveLength(patterns.length);
    for (const pattern of patterns) expect(named).toContainEqual(expect.stringMatching(pattern));
    for (const address of named) {
      const asset = await get(address, { 'accept-encoding': 'br' });
      expect([asset.status, address]).toEqual([200, address]);
      expect(asset.headers.get('content-type')).toMatch(
        /^(text\/css|text\/javascript|image\/svg\+xml)$/,
      );
      expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(asset.headers.get('x-content-type-options')).toBe('nosniff');
      expect((await asset.text()).length).toBeGreaterThan(0);
    }
  });

  test.each([...modules, 'nothing'])(
    '%s has nothing inline but what its policy names',
    async (module) => {
      const response = await get(`/${module}?token=${token}`);
      const policy = response.headers.get('content-security-policy') ?? '';
      const html = await response.text();
      const inside = (element: string) =>
        [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(
          ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
        );
      expect(inside('script')).toHaveLength(module === 'preview' ? 0 : 1);
      expect(inside('style')).toHaveLength(module === 'preview' ? 0 : 1);
      for (const hash of inside('script')) expect(policy).toContain(`script-src 'self' ${hash};`);
      for (const hash of inside('style')) expect(policy).toContain(`style-src 'self' ${hash};`);
      expect(html).not.toMatch(/<[^>]*\s(on\w+|style)=/);
      for (const part of token.split('.')) expect(html).not.toContain(part);
    },
  );

  test('has the look of its partner, who is shown before its script is there', async () => {
    const lookIn = async (query: string) => {
      const html = await (await get(`/connect${query}`)).text();
      const [, text] =
        /<script type="application\/json" id="look">(.*?)<\/script>/.exec(html) ?? [];
      return text && JSON.parse(text);
    };
    const shown = await (await get(`/v1/module/look/${partner.partnerId}`)).json();
    expect(await lookIn(`?token=${token}`)).toEqual(shown);
    expect(await lookIn(`?partner=${partner.partnerId}`)).toEqual(shown);
    for (const query of ['', '?token=odd', '?partner=ptn_00000000000000000000']) {
      expect(await lookIn(query), query).toBeUndefined();
    }
  });

  test('is compressed on its way, as is what the API answers', async () => {
    const page = await get(`/connect?token=${token}`, { 'accept-encoding': 'gzip, deflate, br' });
    expect(page.headers.get('content-encoding')).toBe('gzip');
    const answer = await fetch(`${modulesUrl}/v1/module/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip, deflate, br' },
      body: JSON.stringify({ token, verifier: 'v'.repeat(43), module: 'account-linking' }),
    });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'gzip']);
  });

  test('is kept nowhere and tells its address to nobody', async () => {
    const { headers } = await get(`/connect?token=${token}`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=63072000/);
    expect(headers.get('content-security-policy')).toContain("trusted-types 'none'");
    expect(headers.get('request-id')).toBeTruthy();
  });

  test('is framed by the origins of the partner that its address names, and by no other', async () => {
    const registered = `${origin} capacitor://localhost`;
    expect(await framing(`/connect?token=${token}`)).toBe(registered);
    expect(await framing(`/bill-pay?partner=${partner.partnerId}`)).toBe(registered);
    const stranger = inject('otherPartner').partnerId;
    for (const query of [
      '',
      '?token=odd',
      `?partner=${stranger}`,
      `?token=${token}&partner=${stranger}`,
    ]) {
      expect(await framing(`/connect${query}`), query.slice(0, 10)).toBe("'none'");
    }
  });

  test.each([
    '/nothing',
    '/account-linking',
    '/favicon.ico',
    '/',
    '/connect/more',
    '/assets',
    '/v1',
  ])('%s is missing, and says so in words', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('There is nothing here');
  });
});

test('a file that is not there is nowhere', async () => {
  expect((await get('/assets/nothing.js')).status).toBe(404);
});

test('the API is there too, at the same origin, behind the same keys', async () => {
  const path = '/v1/company/search';
  const body = JSON.stringify({ query: 'Regular Company 1' });
  const headers = { 'content-type': 'application/json' };
  const send = (more: Record<string, string>) =>
    fetch(`${modulesUrl}${path}`, { method: 'POST', headers: { ...headers, ...more }, body });
  const allowed = await send({ authorization: `Bearer ${partner.apiKey}` });
  expect(allowed.status).toBe(200);
  expect(allowed.headers.get('cache-control')).toBe('no-store');
  expect(allowed.headers.get('access-control-allow-origin')).toBeNull();
  expect((await send({})).status).toBe(401);
});

test('a page takes no other method than GET and HEAD', async () => {
  expect((await fetch(`${modulesUrl}/connect`, { method: 'POST', body: 'a' })).status).toBe(403);
});

test('no query is logged, whether a token stands in it or not', async () => {
  await get(`/connect?token=${token}&locale=es&companyId=co_${newName()}`);
  await get(`/nothing?token=${token}`);
  const folder = join(stateDir, 'logs');
  const files = [logFile, ...readdirSync(folder).map((name) => join(folder, name))];
  expect(files.some((file) => file.includes('showPage'))).toBe(true);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    for (const part of [...token.split('.').slice(1), 'token=', 'companyId=']) {
      expect(text.includes(part), file).toBe(false);
    }
  }
});

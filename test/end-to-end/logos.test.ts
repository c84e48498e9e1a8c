import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createApiClient } from '../../lib/client/api-client.ts';
import { valueFrom } from '../support/world.ts';

const service = inject('service');
const api = createApiClient(service);

type Shown = { readonly name: string; readonly logo: { readonly url: string } & Colored };
type Colored = { readonly svg?: { readonly url: string; readonly color: string } };

let companies: readonly Shown[];

beforeAll(async () => {
  const { data } = valueFrom(await api.company.searchCompanies({}));
  companies = data;
});

/** Opened as a page of a partner's opens it, unless `headers` say otherwise. */
const open = (
  address: string,
  headers: Record<string, string> = { origin: 'https://app.example' },
) => fetch(address, { headers });

const shared = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};
const headersOf = ({ headers }: Response) =>
  Object.fromEntries(
    ['content-type', ...Object.keys(shared)].map((name) => [name, headers.get(name)]),
  );

describe('The logos of the companies', () => {
  test('are pictures, at the address that each company says', async () => {
    expect(companies).toHaveLength(80);
    for (const { name, logo } of companies) {
      expect(logo.url, name).toMatch(/\.png$/);
      const answer = await open(logo.url);
      expect([name, answer.status, headersOf(answer)]).toEqual([
        name,
        200,
        { 'content-type': 'image/png', ...shared },
      ]);
      const png = Buffer.from(await answer.arrayBuffer());
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([192, 192]);
    }
  });

  test('are white drawings too, for a company that has a color', async () => {
    const colored = companies.filter(({ logo }) => logo.svg);
    expect(colored.length).toBeGreaterThan(50);
    for (const { name, logo } of colored) {
      expect(logo.svg?.color, name).toMatch(/^[0-9a-f]{6}$/);
      const answer = await open(logo.svg?.url ?? '');
      expect([name, answer.status, headersOf(answer)]).toEqual([
        name,
        200,
        { 'content-type': 'image/svg+xml', ...shared },
      ]);
      expect(await answer.text()).toMatch(
        /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [\s\S]*#fff/,
      );
    }
  });

  test('are served by the host of the modules, without a key or a cookie', async () => {
    for (const { logo } of companies) {
      expect(new URL(logo.url).origin).toBe(service.modulesUrl);
    }
    const [first] = companies;
    const answer = await open(first?.logo.url ?? '', {});
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('that nobody drew are not there', async () => {
    const [first] = companies;
    const answer = await open(new URL('none.svg', first?.logo.url).href);
    expect(answer.status).toBe(404);
  });
});

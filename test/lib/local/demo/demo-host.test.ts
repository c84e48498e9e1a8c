import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoHost, openDemoHost } from '../../../../lib/local/demo/demo-host.ts';

const modulesUrl = 'http://localhost:8788';
let demo: DemoHost;
let tokens = 0;

beforeAll(async () => {
  demo = await openDemoHost({
    ...{ host: '127.0.0.1', port: 0, modulesUrl, partnerId: 'ptn_1' },
    calls: async () => ({
      token: async () => {
        tokens += 1;
        if (tokens > 1) throw new Error('refused');
        return { token: 'token-1' };
      },
    }),
  });
});
afterAll(() => demo.close());

test('stands on another site than the modules, frames them alone, and is framed by nobody', async () => {
  expect(demo.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const response = await fetch(demo.origin);
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain(`frame-src ${modulesUrl};`);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("default-src 'none'");
  expect(await response.text()).not.toMatch(/<style|\sstyle=|<script>|\son\w+=/);
});

test('gives its own page a token by POST alone, and says when it has none', async () => {
  const ask = (method: string) => fetch(`${demo.origin}/token`, { method });
  expect((await ask('GET')).status).toBe(404);
  expect(await (await ask('POST')).json()).toEqual({ token: 'token-1' });
  expect((await ask('POST')).status).toBe(503);
  const headers = { origin: 'https://other.example' };
  expect((await fetch(`${demo.origin}/token`, { method: 'POST', headers })).status).toBe(404);
});

test('loads the helper that partners install, as scripts', async () => {
  const loaded = new Set<string>();
  const load = async (path: string): Promise<void> => {
    if (loaded.has(path)) return;
    loaded.add(path);
    const response = await fetch(`${demo.origin}${path}`);
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
    const text = await response.text();
    const imports = [...text.matchAll(/^import .* from '\.\/([^']+)'/gm)].map(([, name]) => name);
    for (const name of imports) await load(`/embed/${name}`);
  };
  await load('/embed/index.ts');
  expect(loaded.size).toBeGreaterThan(3);
});

test.each(['/embed/none.ts', '/embed/package.json', '/embed/%2e%2e/kit/api.ts', '/demo-host.ts'])(
  'has no %s',
  async (path) => {
    expect((await fetch(`${demo.origin}${path}`)).status).toBe(404);
  },
);

test('answers to its own name only: a page of another site cannot pass for its own', async () => {
  const { port } = new URL(demo.origin);
  const status = await new Promise((resolve, reject) => {
    const headers = { host: `rebound.example:${port}` };
    const asked = request({ host: '127.0.0.1', port, path: '/settings', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.once('error', reject).end();
  });
  expect(status).toBe(404);
});

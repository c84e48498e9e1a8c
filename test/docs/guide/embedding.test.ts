import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeElement, FakeWindow } from '../../modules/embed/fake-window.ts';

const root = join(import.meta.dirname, '../../..');
const text = readFileSync(join(root, 'docs/guide/embedding.md'), 'utf8');
const MODULES = 'https://modules.example';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billhook-embedding-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllGlobals();
});

/** The first block of a language below a heading. */
function blockOf(language: string, heading: string): string {
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const block = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(section)?.[1];
  if (block === undefined) throw new Error(`No ${language} under '${heading}'`);
  return block;
}

/** Loads an example with the helper's source in the place of the package. */
async function load(code: string, others: Readonly<Record<string, string>> = {}) {
  const entry = join(folder, 'example.tsx');
  writeFileSync(entry, code);
  const outfile = join(folder, 'example.mjs');
  const embed = join(root, 'modules/embed/index.ts');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    plugins: [
      {
        name: 'what the example imports',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^(@billhook\/embed|\/billhook-embed\.js)$/ }, () => ({
            path: embed,
          }));
          onResolve({ filter: /^react/ }, ({ path }) => ({ path: others[path] as string }));
        },
      },
    ],
  });
  return import(pathToFileURL(outfile).href);
}

function openPage() {
  const page = new FakeWindow();
  const named = new Map<string, FakeElement>();
  const getElementById = (id: string) => {
    const element = named.get(id) ?? new FakeElement(id);
    named.set(id, element);
    return element;
  };
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { ...page.document, getElementById });
  const say = (frame: FakeElement, data: unknown) =>
    page.dispatch('message', { source: frame.contentWindow, origin: MODULES, data });
  return { page, getElementById, say };
}

function eventOf(_id: string, type: string, data: object = {}) {
  const payload = { resource: { type: 'auth', id: 'auth_1' }, data };
  return { event: { _id, type, created: '2026-11-22T12:00:00.000Z', payload } };
}

const token = (value: string) => ({
  message: { billhook: 'token', token: value },
  targetOrigin: MODULES,
});

describe('the plain page', () => {
  test('opens linking on a click, gives the token, says what came of it', async () => {
    const code = /<script type="module">(.*)<\/script>/s.exec(blockOf('html', 'A plain page'))?.[1];
    const { page, getElementById, say } = openPage();
    const fetched = vi.fn(async () => new Response('sso-1'));
    vi.stubGlobal('fetch', fetched);
    await load(code as string);
    expect(page.document.body.children).toEqual([]);

    getElementById('link').dispatch('click', {});
    await Promise.resolve();
    const [dialog] = page.document.body.children;
    const frame = dialog?.children[0] as FakeElement;
    expect(frame.src).toContain(`${MODULES}/connect?partner=ptn_`);
    say(frame, { billhook: 'token-wanted' });
    await vi.waitFor(() => expect(frame.contentWindow?.received).toEqual([token('sso-1')]), 60_000);
    expect(fetched).toHaveBeenCalledExactlyOnceWith('/billhook-token', { method: 'POST' });

    say(frame, eventOf('1', 'auth'));
    expect(getElementById('said').textContent).toBe('Your account is linked.');
    say(frame, eventOf('2', 'exit', { reason: 'closed' }));
    expect(getElementById('said').textContent).toBe('Nothing was linked (closed).');
    say(frame, eventOf('3', 'close', { reason: 'closed' }));
    expect(page.document.body.children).toEqual([]);
  });

  test('has a server that makes tokens for its own user, and hands out its files alone', async () => {
    writeFileSync(join(folder, 'server.mjs'), blockOf('js', 'A plain page'));
    writeFileSync(join(folder, 'index.html'), blockOf('html', 'A plain page'));
    writeFileSync(join(folder, 'billhook-embed.js'), 'export {}');
    const asked: unknown[] = [];
    const api = await listen((request, body) => {
      asked.push([request.url, request.headers.authorization, JSON.parse(body)]);
      return JSON.stringify({ token: 'sso-1' });
    });
    const port = await freePort();
    const env = { BILLHOOK_URL: api.url, BILLHOOK_API_KEY: 'key-1', PORT: String(port) };
    const child = spawn(process.execPath, ['server.mjs'], { cwd: folder, env });
    try {
      await once(child.stdout, 'data');
      const at = (path: string, method = 'GET') =>
        fetch(`http://127.0.0.1:${port}${path}`, { method });
      expect(await (await at('/billhook-token', 'POST')).text()).toBe('sso-1');
      for (const path of ['/', '/?x=1', '/?'])
        expect((await at(path)).headers.get('content-type'), path).toBe('text/html');
      expect(await (await at('/billhook-token?x=1', 'POST')).text()).toBe('sso-1');
      const body = { identifier: 'user-1', nonce: true };
      const call = ['/client/create-token', 'Bearer key-1', body];
      expect(asked).toEqual([call, call]);
      expect(await (await at('/billhook-embed.js')).text()).toBe('export {}');
      for (const path of ['/server.mjs', '/billhook-token', '/constructor', '/../server.mjs']) {
        expect((await at(path)).status, path).toBe(404);
      }
    } finally {
      child.kill('SIGKILL');
      api.server.close();
    }
  });
});

describe('the React component', () => {
  const code = () => blockOf('tsx', 'React');

  test('compiles, strictly', () => {
    writeFileSync(join(folder, 'component.tsx'), code());
    const paths = {
      '@billhook/embed': [join(root, 'modules/embed/index.ts')],
      // Its types are those of React, as far as the example goes.
      react: [join(root, 'node_modules/preact/compat/src/index.d.ts')],
    };
    const compilerOptions = {
      strict: true,
      noEmit: true,
      jsx: 'react-jsx',
      jsxImportSource: 'preact',
      lib: ['es2022', 'dom'],
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      types: [],
      paths,
    };
    const config = { compilerOptions, files: ['component.tsx'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    try {
      const compiler = join(root, 'node_modules/typescript/bin/tsc');
      execFileSync(process.execPath, [compiler, '-p', '.'], { cwd: folder });
    } catch (error) {
      expect.fail(String((error as { stdout?: Buffer }).stdout));
    }
  });

  test('in strict mode loads one frame, and tells its latest callbacks once', async () => {
    const react = join(folder, 'react.mjs');
    writeFileSync(
      react,
      `export const useRef = (current) => globalThis.hooks.ref(current);
       export const useEffect = (effect) => { globalThis.hooks.effect = effect; };
       export const jsx = (type, props) => ({ type, props });`,
    );
    const others = { react, 'react/jsx-runtime': react };
    const { BillhookModule } = await load(code(), others);
    const { page, say } = openPage();
    const place = new FakeElement('div');
    const refs: { current: unknown }[] = [];
    let asked = 0;
    const hooks = {
      effect: (): (() => void) => () => {},
      ref: (current: unknown) => {
        refs[asked] ??= { current: asked === 0 ? place : current };
        asked += 1;
        return refs[asked - 1];
      },
    };
    vi.stubGlobal('hooks', hooks);
    const [first, latest, onClose, getToken] = [vi.fn(), vi.fn(), vi.fn(), async () => 'sso-1'];
    const renderWith = (onAuth: () => void) => {
      asked = 0;
      BillhookModule({ module: 'account-linking', getToken, onAuth, onClose });
    };

    renderWith(first);
    const { effect } = hooks;
    effect()();
    const unmount = effect();
    await Promise.resolve();
    expect(place.children).toHaveLength(1);
    renderWith(latest);
    const [frame] = place.children as [FakeElement];
    say(frame, { billhook: 'token-wanted' });
    say(frame, eventOf('1', 'auth'));
    say(frame, eventOf('1', 'auth'));
    await vi.waitFor(() => expect(frame.contentWindow?.received).toEqual([token('sso-1')]), 60_000);
    expect(first).not.toHaveBeenCalled();
    expect(latest).toHaveBeenCalledTimes(1);
    unmount();
    expect(place.children).toEqual([]);
    expect(page.countOf('message')).toBe(0);
    expect(onClose).not.toHaveBeenCalled();
  });
});

type Answer = (request: import('node:http').IncomingMessage, body: string) => string;

async function listen(answer: Answer): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    response.end(answer(request, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function freePort(): Promise<number> {
  const { server } = await listen(() => '');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Serves the built modules with their real pages and headers, and no service behind them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { modulePage } from '@billhook/core/module/html';
import { localeOf, moduleOf, pageHeaders } from '@billhook/core/module/page';
import { buildModules } from '../../lib/build/modules.ts';
import { projectPaths } from '../../lib/build/options.ts';

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
};

export type ModulePages = { readonly origin: string; readonly close: () => Promise<void> };

/** @param framedBy origins that may frame the pages. */
export async function serveModulePages(framedBy: readonly string[] = []): Promise<ModulePages> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-modules-'));
  const assets = await buildModules(projectPaths.modules, folder);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname.startsWith('/assets/')) {
      const file = basename(url.pathname);
      response.setHeader('content-type', types[file.split('.').at(-1) ?? ''] ?? 'text/plain');
      response.end(readFileSync(join(folder, 'assets', file)));
      return;
    }
    const module = moduleOf(url.pathname.slice(1));
    if (!module) {
      response.writeHead(404).end();
      return;
    }
    const locale = localeOf(url.searchParams.get('locale') ?? undefined, undefined);
    response.writeHead(200, pageHeaders(framedBy, true, assets.inline));
    response.end(modulePage(module, locale, assets));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

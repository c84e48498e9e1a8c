#!/usr/bin/env node
// `npx billhook-connector`: for authors of connectors and of companies that a browser reaches, run with the
// project's own Node. Plain JavaScript, as it may be started by any Node from 20 on.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.argv.splice(2, 0, join(dirname(fileURLToPath(import.meta.url)), 'connector.ts'));
await import('./launch.mjs');

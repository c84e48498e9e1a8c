#!/usr/bin/env node
// `npx billhook`: the operator's command line, run with the project's own Node.
// Plain JavaScript, as it may be started by any Node from 20 on.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
// The runtime's logs would appear between the lines of a report. Its logger asks when it is loaded.
process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';
process.argv.splice(2, 0, join(here, 'operator.ts'));
await import('./launch.mjs');

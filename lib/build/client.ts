/** Builds the client of the API, `@billhook/client`: one module file, where it finds Web Crypto, and types. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { emitTypes } from './package-types.ts';

const source = join(import.meta.dirname, '../../clients/typescript');

/** What the package's `imports` choose by platform stays apart. */
const webCryptoApart: Plugin = {
  name: 'web-crypto-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/webcrypto\.ts$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: '#webcrypto', external: true },
    );
  },
};

/** @param out the folder of what is published. */
export async function buildClient(out = join(source, 'dist')): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  const entries = ['index', 'webcrypto', 'webcrypto-node'];
  await build({
    entryPoints: entries.map((name) => join(source, `src/${name}.ts`)),
    outdir: out,
    bundle: true,
    format: 'esm',
    target: ['node18', 'es2022'],
    external: ['node:crypto'],
    legalComments: 'none',
    plugins: [webCryptoApart],
  });
  emitTypes(source, out);
}

if (import.meta.main) await buildClient();

/** Bundles as they are deployed, with their layers where they look for them. */
import Module, { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { buildAll } from '../../../lib/build/build.ts';
import { layerNames } from '../../../lib/build/layers.ts';
import { projectPaths } from '../../../lib/build/options.ts';

export type Built = {
  readonly getBill: typeof import('../../../functions/bill/get-bill.ts').handler;
  readonly authorize: typeof import('../../../functions/gateway/authorize.ts').handler;
  readonly updatePaymentSettings: typeof import('../../../functions/payment/update-payment-settings.ts').handler;
};

/** @param folder takes the bundles. */
export async function loadBuilt(folder: string): Promise<Built> {
  await buildAll({ ...projectPaths, out: folder });
  const layers = layerNames.map((layer) => join(folder, 'layers', layer, 'nodejs/node_modules'));
  process.env.NODE_PATH = layers.join(delimiter);
  (Module as unknown as { readonly _initPaths: () => void })._initPaths();
  const load = createRequire(import.meta.url);
  const handlerOf = (name: string) => load(join(folder, 'functions', name, 'index.js')).handler;
  return {
    getBill: handlerOf('bill/get-bill'),
    authorize: handlerOf('gateway/authorize'),
    updatePaymentSettings: handlerOf('payment/update-payment-settings'),
  };
}

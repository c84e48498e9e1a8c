/** Partners' settings of the hosted modules, and the fonts that they uploaded. */
import { isRootId } from '@billhook/core/base/ids';
import { moduleSettingsKey, rootKey } from '@billhook/core/base/table-keys';
import type { ModuleSettingsRecord } from '@billhook/core/module/settings';
import type { Table, Write } from '../table/types.ts';

export type ModuleSettingsStore = {
  find(partnerId: string): Promise<ModuleSettingsRecord | undefined>;
  /** Inserts a record of version 1; replaces the version before it otherwise. */
  save(settings: ModuleSettingsRecord): Write;
  /** The bytes of a font, whoever's it is: all of them are public. */
  findFont(fontId: string): Promise<Uint8Array | undefined>;
  /** Under the same id are always the same bytes. */
  saveFont(fontId: string, partnerId: string, woff2: Uint8Array): Write;
  eraseFont(fontId: string): Write;
};

type FontItem = { readonly woff2: Uint8Array };

export function moduleSettingsStore(table: Table): ModuleSettingsStore {
  return {
    find: (partnerId) => table.get<ModuleSettingsRecord>(moduleSettingsKey(partnerId)),
    save: (settings) => ({
      put: { ...settings, ...moduleSettingsKey(settings.partnerId) },
      when:
        settings.version === 1 ? { absent: true } : { equals: { version: settings.version - 1 } },
    }),
    async findFont(fontId) {
      if (!isRootId('font', fontId)) return undefined;
      return (await table.get<FontItem>(rootKey(fontId)))?.woff2;
    },
    saveFont: (fontId, partnerId, woff2) => ({ put: { ...rootKey(fontId), partnerId, woff2 } }),
    eraseFont: (fontId) => ({ delete: rootKey(fontId) }),
  };
}

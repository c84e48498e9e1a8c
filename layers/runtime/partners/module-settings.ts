/** Changing what a partner's hosted modules look like, each change told and audited with it. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import { derivedText } from '@billhook/core/base/ids';
import {
  addFont,
  changeModuleSettings,
  type FontEntry,
  type ModuleSettingsRecord,
  noModuleSettings,
  showModuleSettings,
} from '@billhook/core/module/settings';
import type { Actor, AuditDetail } from '@billhook/core/partner/audit';
import { type GivenModuleSettings, MAX_FONT_BYTES } from '@billhook/core/schemas/module';
import { allowsLocalAddresses } from '../aws/environment.ts';
import { strictBase64 } from '../serve/strict-base64.ts';
import { moduleSettingsStore } from '../stores/module-settings-store.ts';
import { attemptWrite, retryConflict } from '../table/retry-conflict.ts';
import type { Table } from '../table/types.ts';
import { settingsAsked } from './settings-change.ts';

type Refusal = 'invalid_request' | 'settings_locked' | 'request_conflict';

type By = {
  readonly partnerId: string;
  readonly actor: Actor;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

const FONT_ID_LENGTH = 20;
/** What every WOFF2 file begins with. */
const WOFF2_SIGNATURE = Buffer.from('wOF2');

/** What is as asked for already is neither written nor told. */
export async function setModules(
  table: Table,
  given: GivenModuleSettings,
  by: By,
): Promise<ModuleSettingsRecord | Failure<Refusal>> {
  const store = moduleSettingsStore(table);
  return retryConflict(async () => {
    const standing = (await store.find(by.partnerId)) ?? noModuleSettings(by.partnerId);
    const changed = changeModuleSettings(standing, given, { allowLocal: allowsLocalAddresses() });
    if (isFailure(changed)) return changed;
    const [before, after] = [standing, changed].map(showModuleSettings);
    if (isDeepStrictEqual(before, after)) return standing;
    const detail = { changed: Object.keys(given).toSorted().join(' ') };
    const noting = await noted(table, by, detail);
    if (isFailure(noting)) return noting;
    return attemptWrite(table, changed, [store.save(changed), ...noting]);
  });
}

/** Its id follows from its bytes and partner: uploaded again, it is the font that is there. */
export async function uploadFont(
  table: Table,
  { name, woff2 }: { readonly name: string; readonly woff2: string },
  by: By,
): Promise<FontEntry | Failure<Refusal>> {
  const bytes = strictBase64(woff2);
  if (!bytes || !isFont(bytes)) {
    const message = `Expected a WOFF2 font of at most ${MAX_FONT_BYTES} bytes, in Base64`;
    return fail('invalid_request', {
      fields: [{ field: 'woff2', code: 'invalid_value', message }],
    });
  }
  const { partnerId } = by;
  const digest = createHash('sha256').update(partnerId).update(bytes).digest();
  const font = { fontId: `font_${derivedText(FONT_ID_LENGTH, digest)}`, name };
  const store = moduleSettingsStore(table);
  return retryConflict(async () => {
    const standing = (await store.find(partnerId)) ?? noModuleSettings(partnerId);
    if (isDeepStrictEqual(standing.fonts?.[0], font)) return font;
    const noting = await noted(table, by, { changed: 'fonts', fontId: font.fontId });
    if (isFailure(noting)) return noting;
    const { settings, removed } = addFont(standing, font);
    return attemptWrite(table, font, [
      store.saveFont(font.fontId, partnerId, bytes),
      ...removed.map(({ fontId }) => store.eraseFont(fontId)),
      store.save(settings),
      ...noting,
    ]);
  });
}

function isFont(bytes: Uint8Array): boolean {
  const begins = WOFF2_SIGNATURE.equals(bytes.subarray(0, WOFF2_SIGNATURE.length));
  return begins && bytes.length <= MAX_FONT_BYTES;
}

function noted(table: Table, { partnerId, actor, now }: By, detail: AuditDetail) {
  return settingsAsked(table, { partnerId, actor, now }, { action: 'modules-changed', detail });
}

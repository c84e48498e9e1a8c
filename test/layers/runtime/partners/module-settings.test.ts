import { moduleSettingsKey, rootKey } from '@billhook/core/base/table-keys';
import { newPartner } from '@billhook/core/partner/partner';
import { MAX_FONT_BYTES } from '@billhook/core/schemas/module';
import { listAudit } from '@billhook/runtime/partners/audit';
import { setModules, uploadFont } from '@billhook/runtime/partners/module-settings';
import { moduleSettingsStore } from '@billhook/runtime/stores/module-settings-store';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';
import { NOW, partnerId } from '../../../support/records.ts';

const by = { partnerId, actor: { kind: 'operator', id: 'me' }, now: NOW } as const;

let table: MemoryTable;

beforeEach(async () => {
  vi.stubEnv('STAGE', 'sandbox');
  table = memoryTable();
  await table.write([
    { put: { ...rootKey(partnerId), ...newPartner({ partnerId, name: 'A', now: '' }) } },
  ]);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const details = async () => (await listAudit(table, partnerId)).map(({ detail }) => detail);
const fontOf = (bytes: Buffer) => ({ name: 'Own', woff2: bytes.toString('base64') });
const woff2 = (text: string) => Buffer.from(`wOF2${text}`);

test('a change is written, told and audited in one transaction, once', async () => {
  const change = { appName: 'Acme', hideAttribution: true };
  const before = table.calls.write;
  expect(await setModules(table, change, by)).toMatchObject(change);
  expect(await setModules(table, change, by)).toMatchObject(change);
  expect(table.calls.write - before).toBe(1);
  expect(await details()).toEqual([{ changed: 'appName hideAttribution' }]);
  const events = [...table.items.values()].filter(
    ({ type }) => type === 'partner.settings-changed',
  );
  expect(events).toHaveLength(1);
});

test('settings that another change overtook are decided on anew', async () => {
  const { get } = table;
  let raced = false;
  const racing: MemoryTable = {
    ...table,
    async get(key) {
      const found = await get(key);
      if (key.sk === moduleSettingsKey(partnerId).sk && !raced) {
        raced = true;
        await setModules(table, { appName: 'First' }, by);
      }
      return found as never;
    },
  };
  await setModules(racing, { bridgeName: 'Second' }, by);
  const settings = await moduleSettingsStore(table).find(partnerId);
  expect(settings).toMatchObject({ appName: 'First', bridgeName: 'Second', version: 2 });
});

test('a font is kept by its bytes, and goes when five newer ones came', async () => {
  const store = moduleSettingsStore(table);
  const upload = async (text: string) => {
    const font = await uploadFont(table, fontOf(woff2(text)), by);
    if ('failure' in font) throw new Error(font.failure);
    return font.fontId;
  };
  const first = await upload('0');
  expect(first).toMatch(/^font_[0-9A-Za-z]{20}$/);
  const writes = table.calls.write;
  expect(await upload('0')).toBe(first);
  expect(table.calls.write).toBe(writes);
  expect(Buffer.from((await store.findFont(first)) ?? [])).toEqual(woff2('0'));
  for (const text of ['1', '2', '3', '4']) await upload(text);
  expect(await store.findFont(first)).toBeDefined();
  await upload('5');
  expect(await store.findFont(first)).toBeUndefined();
  expect((await store.find(partnerId))?.fonts).toHaveLength(5);
});

test.each<[string, string]>([
  ['of another format', Buffer.from('wOFF and more').toString('base64')],
  ['that is none', ''],
  ['one byte too large', woff2('x'.repeat(MAX_FONT_BYTES - 3)).toString('base64')],
  ['in Base64 with more behind it', `${woff2('a').toString('base64')} `],
])('a font %s is refused', async (_what, text) => {
  const refused = { failure: 'invalid_request', fields: [{ field: 'woff2' }] };
  expect(await uploadFont(table, { name: 'Own', woff2: text }, by)).toMatchObject(refused);
});

test('the largest font is taken', async () => {
  const largest = woff2('x'.repeat(MAX_FONT_BYTES - 4));
  expect(await uploadFont(table, fontOf(largest), by)).toMatchObject({ name: 'Own' });
});

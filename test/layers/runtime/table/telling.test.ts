/** Change and event are one transaction, however it goes. */
import { randomBytes } from 'node:crypto';
import { isFailure } from '@billhook/core/base/errors';
import { newOwnedId } from '@billhook/core/base/ids';
import { type EventRecord, presentEvent } from '@billhook/core/events/event';
import { newPartner } from '@billhook/core/partner/partner';
import { settingsChange } from '@billhook/runtime/partners/settings-change';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { eventStore } from '@billhook/runtime/stores/event-store';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { inRequest, tellingFrom } from '@billhook/runtime/table/telling-origin';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';
import {
  authRecord,
  billRecord,
  changedAuth,
  changedBill,
  clientId,
  partnerId,
} from '../../../support/records.ts';

let table: MemoryTable;
beforeEach(() => {
  table = memoryTable();
  vi.stubEnv('STAGE', 'sandbox');
});

const events = () =>
  [...table.items.values()].filter(({ sk }) =>
    String(sk).startsWith('event#'),
  ) as unknown as EventRecord[];

describe('A change', () => {
  test('is written with its events, numbered from 1, and the record knows the last', async () => {
    const bills = billStore(table);
    const bill = billRecord();
    await table.write([bills.save(bill, undefined)]);
    const standing = await bills.findAny(bill._id);
    const next = changedBill(bill, { ...standing, version: 2, customLabel: 'Flat' });
    await table.write([bills.save(next, standing)]);
    expect(events().map(({ type, sequence }) => [type, sequence])).toEqual([
      ['bill.created', 1],
      ['bill.update', 2],
    ]);
    expect(await bills.findAny(bill._id)).toMatchObject({ sequence: 2 });
    expect(events()[0]).toMatchObject({
      clientId,
      partnerId,
      identifier: 'user-1',
      dueKind: 'event',
      dueShard: expect.stringMatching(/^event#\d+$/),
    });
  });

  test('that is made in a session tells that, whichever record is changed', async () => {
    const [auths, bills] = [authStore(table), billStore(table)];
    const [auth, bill] = [authRecord(), billRecord()];
    const session = inRequest(
      { table, auths },
      { caller: { kind: 'client', sessionId: 'visit-1' }, requestId: 'request-1' },
    );
    await session.table.write([auths.save(auth, undefined), bills.save(bill, undefined)]);
    await session.table.write([
      ...auths.erase((await auths.findAny(auth._id)) as typeof auth, [], 0),
      { check: { pk: clientId, sk: bill._id }, when: { exists: true } },
    ]);
    expect(events().map(({ type, sessionId, requestId }) => [type, sessionId, requestId])).toEqual([
      ['auth.created', 'visit-1', 'request-1'],
      ['bill.created', 'visit-1', 'request-1'],
      ['auth.deleted', 'visit-1', 'request-1'],
    ]);
  });

  test('that is made without a session tells none, and partners see no request', async () => {
    const bills = billStore(table);
    const given = { caller: { kind: 'client' }, requestId: 'request-1' };
    await inRequest({ table }, given).table.write([bills.save(billRecord(), undefined)]);
    const [event] = events();
    expect(event).toMatchObject({ requestId: 'request-1' });
    expect(event).not.toHaveProperty('sessionId');
    expect(JSON.stringify(event && presentEvent(event))).not.toContain('request-1');
    expect(inRequest(undefined, given)).toBeUndefined();
    expect(tellingFrom(table, undefined)).toBe(table);
  });

  test('that a link by API key leads to is restricted where it is about the auth', async () => {
    const [auths, bills] = [authStore(table), billStore(table)];
    const auth = authRecord();
    await table.write([auths.save(auth, undefined), bills.save(billRecord(), undefined)]);
    const standing = (await auths.findAny(auth._id)) as typeof auth;
    const hold = { code: 'account_issue_card_not_accepted' } as const;
    const held = changedAuth(standing, { status: 'hold', hold });
    const telling = tellingFrom(table, { byApiKey: true });
    await telling.write([auths.save(held, standing), bills.save(billRecord(), undefined)]);
    expect(events().map(({ type, restricted }) => [type, restricted])).toEqual([
      ['auth.created', undefined],
      ['bill.created', undefined],
      ['auth.hold', true],
      ['bill.created', undefined],
    ]);
  });

  test('that is refused leaves no event', async () => {
    const auths = authStore(table);
    const auth = authRecord();
    await table.write([auths.save(auth, undefined)]);
    const read = { ...auth, version: 2 };
    const late = auths.save(changedAuth(read, { status: 'authenticate' }), read);
    expect(await table.write([late])).toBe('conflict');
    expect(events()).toHaveLength(1);
  });

  test('that tells nothing keeps the number', async () => {
    const auths = authStore(table);
    const auth = authRecord();
    await table.write([auths.save(auth, undefined)]);
    const standing = (await auths.findAny(auth._id)) ?? auth;
    await table.write([auths.save(standing, standing)]);
    expect(await auths.findAny(auth._id)).toMatchObject({ version: 2, sequence: 1 });
  });

  test('cannot be saved over another version than was read', () => {
    const auth = authRecord({ version: 4 });
    expect(() => authStore(table).save(auth, { ...auth, version: 2 })).toThrow();
    expect(() => authStore(table).save(auth, undefined)).toThrow();
  });

  test('of an account that is unlinked and linked again goes on counting', async () => {
    const auths = authStore(table);
    const [auth, bill] = [authRecord(), billRecord({ sequence: 7 })];
    await table.write([auths.save(auth, undefined)]);
    const standing = await auths.findAny(auth._id);
    await table.write(auths.erase(standing ?? auth, [bill], Date.now()));
    expect(events().map(({ sequence }) => sequence)).toEqual([1, 2]);
    const numbers = await auths.numbersOf(auth);
    expect(numbers).toEqual({ sequence: 8, numberedFrom: 8 });
    await table.write([auths.save({ ...authRecord(), ...numbers, _id: auth._id }, undefined)]);
    expect(events().at(-1)).toMatchObject({ type: 'auth.created', sequence: 9 });
  });

  test("of a partner's settings is told by what it was and who did it, not by whom", async () => {
    const partner = newPartner({ partnerId, name: 'A', now: new Date().toISOString() });
    await table.write([partnerStore(table).save(partner)]);
    const actor = { kind: 'operator', id: 'arn:aws:iam::000000000000:user/ada' } as const;
    const next = { ...partner, version: 2 };
    const entry = { action: 'auth-events-changed', detail: { authEvents: true } } as const;
    await table.write(settingsChange(table, next, { actor, now: Date.now() }, entry));
    expect(events()[0]).toMatchObject({
      type: 'partner.settings-changed',
      sequence: 1,
      data: { action: 'auth-events-changed', by: 'operator', detail: { authEvents: true } },
    });
    expect(events()[0]).not.toHaveProperty('clientId');
    expect(JSON.stringify(events())).not.toContain('ada');
  });
});

describe('The log', () => {
  const store = () => eventStore(table);
  const filter = { partnerId };

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const auths = authStore(table);
    for (let second = 0; second < 7; second += 1) {
      vi.setSystemTime(Date.parse('2026-11-21T12:00:00Z') + second * 1000);
      const own = second % 2 === 0 ? clientId : `cl_${'z'.repeat(20)}`;
      const auth = authRecord({ _id: newOwnedId('auth', own, randomBytes), clientId: own });
      await table.write([auths.save(auth, undefined)]);
    }
    vi.useRealTimers();
  });

  const secondsOf = async (
    more: object,
    page: { readonly limit?: number; readonly cursor?: string } = {},
  ) => {
    const listed = await store().list({ ...filter, ...more }, page);
    if (isFailure(listed)) throw new Error(listed.failure);
    const { items, nextCursor } = listed;
    return { seconds: items.map(({ created }) => Number(created.slice(17, 19))), nextCursor };
  };

  test('is the newest first, over all clients or of one', async () => {
    expect((await secondsOf({})).seconds).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect((await secondsOf({ clientId })).seconds).toEqual([6, 4, 2, 0]);
    expect((await secondsOf({ partnerId: `ptn_${'0'.repeat(20)}` })).seconds).toEqual([]);
  });

  test('is the same in pages', async () => {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await secondsOf({}, { limit: 2, cursor });
      seen.push(...page.seconds);
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0]);
  });

  test('holds what was made in a range: its start in it, its end not', async () => {
    const from = Date.parse('2026-11-21T12:00:02Z');
    const to = Date.parse('2026-11-21T12:00:05Z');
    expect((await secondsOf({ from, to })).seconds).toEqual([4, 3, 2]);
    expect((await secondsOf({ from: to, to: from })).seconds).toEqual([]);
  });

  test('can be of one type', async () => {
    expect((await secondsOf({ type: 'auth.created' })).seconds).toHaveLength(7);
    expect((await secondsOf({ type: 'bill.update' })).seconds).toEqual([]);
  });

  test('without a limit is all of it, and looks only so far for one type', async () => {
    const [one] = events();
    for (let number = 0; number < 1_200; number += 1) {
      const sk = `event#V000000${String(number).padStart(6, '0')}`;
      await table.write([{ put: { ...one, sk, pk: clientId, type: 'bill.update' } }]);
    }
    expect((await secondsOf({ clientId })).seconds).toHaveLength(4 + 1_200);
    const found = await secondsOf({ clientId, type: 'auth.created' });
    expect(found.seconds).toEqual([6, 4, 2, 0]);
    const { nextCursor: cursor } = found;
    expect(cursor).toBeDefined();
    const rest = await secondsOf({ clientId, type: 'auth.created' }, { cursor });
    expect(rest).toEqual({ seconds: [], nextCursor: undefined });
  });

  test('refuses the cursor of another list', async () => {
    const { nextCursor } = await secondsOf({ clientId }, { limit: 1 });
    expect(await store().list(filter, { cursor: nextCursor })).toMatchObject({
      failure: 'invalid_cursor',
    });
  });

  test('shows an event to its partner only', async () => {
    const [one] = events();
    const eventId = one?._id ?? '';
    expect(await store().find(eventId, { partnerId })).toMatchObject({ _id: eventId });
    const other = { partnerId: `ptn_${'0'.repeat(20)}` };
    expect(await store().find(eventId, other)).toBeUndefined();
    expect(await store().find('evt_nothing', { partnerId })).toBeUndefined();
  });
});

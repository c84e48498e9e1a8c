import { randomBytes } from 'node:crypto';
import { newRootId } from '@billhook/core/base/ids';
import { deliverySortKey, eventKey, eventRange, newEventId } from '@billhook/core/events/event-id';
import { describe, expect, test } from 'vitest';
import { clientId, NOW, partnerId } from '../../../support/records.ts';

const idAt = (now: number, owner = clientId) => newEventId(owner, now, randomBytes);

describe('The id of an event', () => {
  test.each([
    ['a client', clientId],
    ['a partner', partnerId],
  ])('leads to the collection of %s', (_what, owner) => {
    const id = idAt(NOW, owner);
    expect(id).toMatch(/^evt_[0-9A-Za-z_]{1,60}$/);
    expect(eventKey(id)?.pk).toBe(owner);
    expect(eventKey(id)?.sk).toMatch(/^event#[0-9A-Za-z]{13}$/);
  });

  test('sorts by time within a collection', () => {
    const times = [0, 1, 61, 62, 3_844, NOW - 1, NOW, NOW + 1, Date.parse('2080-01-01')];
    const keys = times.map((time) => eventKey(idAt(time))?.sk ?? '');
    expect(keys.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(keys);
  });

  test.each([
    '',
    'evt_',
    idAt(NOW).replace('evt_', 'bill_'),
    idAt(NOW).slice(0, -1),
    `${idAt(NOW)}0`,
    idAt(NOW).replace(/_c(?=[^_]*$)/, '_x'),
    newRootId('cl', randomBytes),
  ])('is unknown in another form: %j', (id) => {
    expect(eventKey(id)).toBeUndefined();
  });

  test('is within a range from its instant on, and not before it', () => {
    const sk = eventKey(idAt(NOW))?.sk ?? '';
    const holds = (range: Parameters<typeof eventRange>[0]) => {
      const { from, upTo } = eventRange(range);
      return from <= sk && sk <= upTo;
    };
    expect(holds({})).toBe(true);
    expect(holds({ from: NOW })).toBe(true);
    expect(holds({ from: NOW + 1 })).toBe(false);
    expect(holds({ to: NOW + 1 })).toBe(true);
    expect(holds({ to: NOW })).toBe(false);
  });

  test.each([
    ['from long before events', { from: Date.parse('0001-01-01') }, true],
    ['from after all events', { from: Date.parse('2090-01-01') }, false],
    ['from the last year that dates have', { from: Date.parse('9999-12-31') }, false],
    ['before the end of dates', { to: Date.parse('9999-12-31') }, true],
    ['before time began', { to: 0 }, false],
    ['long before that', { to: Date.parse('0001-01-01') }, false],
    ['that is turned round', { from: NOW + 1, to: NOW - 1 }, false],
  ])('is told from a range %s', (_what, range, held) => {
    const sk = eventKey(idAt(NOW))?.sk ?? '';
    const { from, upTo } = eventRange(range);
    expect(from <= sk && sk <= upTo).toBe(held);
  });

  test('names its deliveries beside it', () => {
    const key = eventKey(idAt(NOW)) ?? { pk: '', sk: '' };
    expect(deliverySortKey(key, 'we_1')).toBe(`delivery#${key.sk.slice(6)}#we_1`);
  });
});

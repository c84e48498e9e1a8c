import { beforeEach, describe, expect, test } from 'vitest';
import type { Reached } from '../../../lib/operator/api-group.ts';
import { resend } from '../../../lib/operator/commands/events.ts';

const ok = (value: unknown) => ({ ok: true, value });
const refused = (code: string) => ({ ok: false, problem: { code, detail: '' } });

let log: { _id: string; type: string; parked: string[] }[];
let retried: { eventId: string; endpointId?: string }[];
let asked: { createdFrom: string; cursor?: string }[];
let many = false;

const api = {
  event: {
    listEvents: async (query: { createdFrom: string; cursor?: string }) => {
      asked.push(query);
      // The newest first, two a page.
      const at = Number(query.cursor ?? 0);
      const page = log.toReversed().slice(at, at + 2);
      const data = (many ? Array.from({ length: 100 }, () => page[0]) : page).map((event) => ({
        event,
      }));
      const nextCursor = many || at + 2 < log.length ? String(at + 2) : undefined;
      return ok({ data, nextCursor: many ? '0' : nextCursor });
    },
    getEvent: async ({ eventId }: { eventId: string }) => {
      const { parked = [] } = log.find(({ _id }) => _id === eventId) ?? {};
      const of = (status: string) => (endpointId: string) => ({ endpointId, status });
      return ok({ deliveries: [of('delivered')('whe_well'), ...parked.map(of('parked'))] });
    },
    retryEvent: async (given: { eventId: string; endpointId?: string }) => {
      if (given.endpointId === 'whe_gone') return refused('webhook_endpoint_not_found');
      retried.push(given);
      return ok({ endpointIds: [given.endpointId ?? 'whe_well'] });
    },
  },
  'webhook-endpoint': {
    getWebhookEndpoint: async ({ endpointId: _id }: { endpointId: string }) =>
      _id === 'whe_gone' ? refused('webhook_endpoint_not_found') : ok({ _id, events: ['bill.*'] }),
  },
};
const run = (names: string[], options: object) =>
  resend({ api, remark: () => {} } as unknown as Reached, names, options as Record<string, string>);

beforeEach(() => {
  many = false;
  retried = [];
  asked = [];
  log = [
    { _id: 'evt_1', type: 'bill.created', parked: ['whe_mended', 'whe_gone'] },
    { _id: 'evt_2', type: 'auth.created', parked: [] },
    { _id: 'evt_3', type: 'webhook-endpoint.test', parked: ['whe_mended'] },
    { _id: 'evt_4', type: 'bill.update', parked: ['whe_mended'] },
  ];
});
const since = '2026-11-20T00:00:00Z';

describe('Resending events', () => {
  test('by time sends all of them again, the oldest first, but for tests', async () => {
    await run([], { since });
    expect(retried.map(({ eventId }) => eventId)).toEqual(['evt_1', 'evt_2', 'evt_4']);
    expect(retried.every(({ endpointId }) => endpointId === undefined)).toBe(true);
    expect(asked).toMatchObject([{ createdFrom: '2026-11-20T00:00:00.000Z' }, { cursor: '2' }]);
  });

  test('by time to one endpoint sends what it subscribes to', async () => {
    await run([], { since, endpoint: 'whe_mended' });
    expect(retried).toEqual([
      { eventId: 'evt_1', endpointId: 'whe_mended' },
      { eventId: 'evt_4', endpointId: 'whe_mended' },
    ]);
  });

  test('that failed sends each to the endpoints that put it aside, and leaves deleted ones out', async () => {
    const report = await run([], { since, failed: true });
    expect(retried).toEqual([
      { eventId: 'evt_1', endpointId: 'whe_mended' },
      { eventId: 'evt_4', endpointId: 'whe_mended' },
    ]);
    expect(report?.value).toMatchObject({ data: [{ eventId: 'evt_1' }, { eventId: 'evt_4' }] });
  });

  test('that failed at one endpoint leaves the others’ alone', async () => {
    await run([], { since, failed: true, endpoint: 'whe_well' });
    expect(retried).toEqual([]);
  });

  test('sends nothing to an endpoint that is not there, nor more events than can be meant', async () => {
    await expect(run([], { since, endpoint: 'whe_gone' })).rejects.toThrow(
      'webhook_endpoint_not_found',
    );
    many = true;
    await expect(run([], { since })).rejects.toThrow('There are more than 10000 events');
    expect(retried).toEqual([]);
  });

  test.each([
    [[], {}],
    [['evt_1'], { since }],
  ])('needs ids or a time, and not both', async (names, options) => {
    await expect(run(names, options)).rejects.toThrow('Pass ids of events, or --since');
  });
});

/** Every list of the contracts, page by page (decision: lists-by-cursor). */
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { allOperations } from '../support/operations.ts';
import { addPartner } from '../support/partners.ts';
import { expectRefusal, sendRaw } from '../support/raw.ts';
import { openWorld, valueFrom } from '../support/world.ts';

const lists = allOperations.filter(
  ({ operation: { query } }) =>
    query && 'entries' in query && 'cursor' in (query.entries as object),
);

type Place = { readonly apiKey: string; readonly clientId: string; readonly partnerId: string };
type Page = { readonly data: unknown[]; readonly nextCursor?: string };

/** Two partners of their own, with two clients of the first that have three of everything. */
let own: Place;
let sibling: Place;
let foreign: Place;

beforeAll(async () => {
  const [one, two] = [await addPartner(inject('service')), await addPartner(inject('service'))];
  own = { ...one, clientId: await fill(one.apiKey) };
  sibling = { ...one, clientId: await fill(one.apiKey) };
  foreign = { ...two, clientId: await fill(two.apiKey) };
  for (const { apiKey } of [one, two]) await reportThree(apiKey);
  for (const place of [own, foreign]) {
    await until('the index', async () => {
      const { data } = await read(place, 'listPartnerBills', '');
      const events = await read(place, 'listEvents', 'type=swap.success');
      return data.length >= 3 && events.data.length >= 3;
    });
  }
});

async function fill(apiKey: string): Promise<string> {
  const world = openWorld({ ...inject('service'), apiKey });
  const clientId = await world.newClient();
  for (let number = 1; number <= 3; number += 1) {
    const paymentMethodId = await world.addCard(clientId);
    const company = await world.findCompany(`Regular Company ${number}`);
    const auth = await world.link(clientId, company, {});
    await world.billOf(clientId, auth._id);
    valueFrom(await world.api.swap.createSwap({ authId: auth._id, paymentMethodId }));
  }
  // Pages are compared with the whole: nothing may change meanwhile.
  await until('the swaps', async () => {
    const { data } = valueFrom(await world.api.swap.listSwaps({ clientId }));
    return data.length === 3 && data.every(({ status }) => status.type === 'completed');
  });
  return clientId;
}

/** Three payments that their company reports twice, each a finding. */
async function reportThree(apiKey: string): Promise<void> {
  const world = openWorld({ ...inject('service'), apiKey });
  for (let number = 1; number <= 3; number += 1) {
    const clientId = await world.newClient();
    await world.addCard(clientId);
    const { bill } = await world.newBill(clientId, { status: 'report-twice' });
    await world.pay(bill._id);
  }
  valueFrom(await world.api.sandbox.reconcileNow());
}

/** A list's path for whose it is. A new list with another parameter has to be told its value here. */
function pathOf(place: Place, name: string): string {
  const values: Record<string, string> = { clientId: place.clientId, partnerId: place.partnerId };
  const path = lists.find((list) => list.name === name)?.operation.path ?? '';
  return path.replace(/\{(\w+)\}/g, (_all, parameter) => values[parameter] ?? '');
}

async function read(place: Place, name: string, query: string): Promise<Page> {
  const path = `${pathOf(place, name)}?${query}`;
  const response = await sendRaw({ method: 'GET', path, apiKey: place.apiKey });
  expect(response.status).toBe(200);
  return (await response.json()) as Page;
}

async function cursorOf(place: Place, name: string): Promise<string> {
  const { nextCursor } = await read(place, name, 'limit=1');
  if (!nextCursor) throw new Error(`${name} has no second page`);
  return nextCursor;
}

test('the lists are those that the contracts have', () => {
  expect(lists.length).toBeGreaterThanOrEqual(4);
});

describe.each(lists)('$name', ({ name, operation }) => {
  test('is whole without a limit, and the same in pages, with a cursor only when there is more', async () => {
    const whole = await read(own, name, '');
    expect(whole.data.length).toBeGreaterThanOrEqual(3);
    expect(whole).not.toHaveProperty('nextCursor');
    const pages: unknown[] = [];
    let cursor = '';
    for (let count = 1; ; count += 1) {
      const page = await read(own, name, `limit=1${cursor && `&cursor=${cursor}`}`);
      expect(page.data).toHaveLength(1);
      pages.push(...page.data);
      expect('nextCursor' in page).toBe(count < whole.data.length);
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
    expect(pages).toEqual(whole.data);
    const exact = await read(own, name, `limit=${whole.data.length}`);
    expect(exact).toEqual(whole);
    expect(await read(own, name, 'limit=100')).toEqual(whole);
  });

  test.each(['0', '101', '-1', 'ten', ''])('refuses the limit %j', async (limit) => {
    const path = `${pathOf(own, name)}?limit=${limit}`;
    const request = { method: 'GET', path, apiKey: own.apiKey };
    const problem = await expectRefusal(request, 'invalid_request');
    expect(problem.errors?.map(({ field }) => field)).toEqual(['limit']);
  });

  test('refuses a cursor that is made up, cut short, of another list or of another owner', async () => {
    const mine = await cursorOf(own, name);
    const ofPartner = !operation.path.includes('{clientId}');
    const others = await Promise.all([
      ...lists.filter((list) => list.name !== name).map((list) => cursorOf(own, list.name)),
      cursorOf(foreign, name),
      ...(ofPartner ? [] : [cursorOf(sibling, name)]),
    ]);
    const made = ['ours', 'AAAA', `${mine}A`, mine.slice(0, -3), `${mine}%3D`];
    for (const cursor of [...made, ...others]) {
      const path = `${pathOf(own, name)}?cursor=${cursor}`;
      await expectRefusal({ method: 'GET', path, apiKey: own.apiKey }, 'invalid_cursor');
    }
  });
});

test('a page promises no more when what is left was deleted', async () => {
  const { api } = openWorld({ ...inject('service'), apiKey: own.apiKey });
  const { clientId } = sibling;
  const before = valueFrom(await api.auth.listAuths({ clientId })).data;
  const last = before.at(-1)?._id as string;
  valueFrom(await api.auth.deleteAuth({ authId: last }));
  const page = valueFrom(await api.auth.listAuths({ clientId, limit: before.length - 1 }));
  expect(page.data).toEqual(before.slice(0, -1));
  expect(page).not.toHaveProperty('nextCursor');
});

import { gzipSync } from 'node:zlib';
import type { Operation } from '@billhook/core/api/operation';
import { type GenericSchema, safeParse } from 'valibot';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { examples } from '../../lib/documents/openapi/examples.ts';
import { allOperations } from '../support/operations.ts';
import { addPartner } from '../support/partners.ts';
import { type Place, placesIn, spoil, valueAt } from '../support/places.ts';
import { expectRefusal, type ProblemBody, readProblem, sendRaw } from '../support/raw.ts';
import { snapshot } from '../support/snapshot.ts';
import { newName, openWorld, valueFrom } from '../support/world.ts';
import type { SampleIds } from './cases/case.ts';
import { type Sample, samplesOf, sampleTitles } from './cases/samples.ts';

const MEBIBYTE = 1_048_576;
const world = openWorld();
let ids: SampleIds;
let before: unknown;

beforeAll(async () => {
  const identifier = newName();
  const { clientId } = valueFrom(await world.api.client.createClient({ identifier }));
  const methodId = await world.addCard(clientId);
  const { bill } = await world.newBill(clientId);
  ids = {
    clientId,
    identifier,
    methodId,
    authId: bill.auth._id,
    billId: bill._id,
    companyId: bill.company._id,
  };
  before = await snapshot(clientId);
});

const sampleOf = (title: string) => samplesOf(ids).find((one) => one.title === title) as Sample;
const operationOf = (name: string) =>
  allOperations.find((one) => one.name === name)?.operation as Operation;

const post = ({ name, path }: Sample, body: unknown) => ({
  method: operationOf(name).method,
  path,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** Inside a card of a sync: refused by itself, which `sync.test.ts` shows. */
function isOfOneCard(name: string, place: Place): boolean {
  return name === 'syncClient' && place[0] === 'cards' && place.length > 2;
}

/** Some error names the place, or what holds it where several forms are taken. */
function expectNamed({ errors }: ProblemBody, place: Place) {
  const path = place.join('.');
  const fields = errors?.map(({ field }) => field) ?? [];
  const names = fields.some((field) => field !== '' && `${path}.`.startsWith(`${field}.`));
  expect(names, `${path} in ${fields}`).toBe(true);
}

async function expectNothingChanged() {
  expect(await snapshot(ids.clientId)).toEqual(before);
}

// The limit of calls that lock is for an emergency, and not for these.
const spoiled = sampleTitles.filter(({ name }) => name !== 'lockSettings');
describe.each(spoiled)('$title', ({ title, name }) => {
  test('its sample is valid, so that each refusal has the one reason', () => {
    const parsed = safeParse(operationOf(name).body as GenericSchema, sampleOf(title).body);
    expect(parsed.issues?.[0]?.message).toBeUndefined();
  });

  test('refuses what is no JSON object', async () => {
    const sample = sampleOf(title);
    const whole = JSON.stringify(sample.body);
    for (const body of [whole.slice(0, -1), `${whole}x`, '[]', 'null', '"text"', '1', '{a:1}']) {
      await expectRefusal(post(sample, body), 'invalid_json');
    }
    await expectNothingChanged();
  });

  test('refuses a value of another type anywhere, and names it', async () => {
    const sample = sampleOf(title);
    for (const place of placesIn(sample.body)) {
      if (isOfOneCard(name, place)) continue;
      // No field takes an object with one unknown name, but a form or a meta.
      const wrong = typeof valueAt(sample.body, place) === 'object' ? 'text' : { wrong: [null] };
      const problem = await expectRefusal(
        post(sample, spoil(sample.body, place, wrong)),
        'invalid_request',
      );
      expectNamed(problem, place);
    }
    await expectNothingChanged();
  });

  test('refuses an array in the place of an object', async () => {
    const sample = sampleOf(title);
    for (const place of placesIn(sample.body)) {
      const value = valueAt(sample.body, place);
      if (typeof value !== 'object' || Array.isArray(value) || isOfOneCard(name, place)) continue;
      const request = post(sample, spoil(sample.body, place, []));
      expectNamed(await expectRefusal(request, 'invalid_request'), place);
    }
    await expectNothingChanged();
  });

  test('refuses a body without a required field, and names it', async () => {
    const sample = sampleOf(title);
    for (const place of placesIn(sample.body)) {
      const without = spoil(sample.body, place, undefined);
      if (safeParse(operationOf(name).body as GenericSchema, without).success) continue;
      const problem = await expectRefusal(post(sample, without), 'invalid_request');
      expectNamed(problem, place);
    }
    await expectNothingChanged();
  });

  test('refuses over-long text anywhere, without repeating it', async () => {
    const sample = sampleOf(title);
    for (const place of placesIn(sample.body)) {
      if (typeof valueAt(sample.body, place) !== 'string' || isOfOneCard(name, place)) continue;
      const long = spoil(sample.body, place, 'x'.repeat(100_000));
      const problem = await expectRefusal(post(sample, long), 'invalid_request');
      expect(JSON.stringify(problem).length).toBeLessThan(4_000);
      expect(JSON.stringify(problem)).not.toContain('xxxx');
    }
    await expectNothingChanged();
  });

  test('refuses a value that a closed set does not have', async () => {
    const sample = sampleOf(title);
    for (const place of placesIn(sample.body)) {
      const unknown = spoil(sample.body, place, 'no-such-value');
      if (safeParse(operationOf(name).body as GenericSchema, unknown).success) continue;
      const problem = await expectRefusal(post(sample, unknown), 'invalid_request');
      expect(problem.errors?.length).toBeGreaterThan(0);
    }
    await expectNothingChanged();
  });

  test('refuses a body one byte over 1 MiB, and takes one of exactly 1 MiB', async () => {
    const sample = sampleOf(title);
    const padded = (bytes: number) => {
      const empty = JSON.stringify({ ...sample.body, padding: '' });
      return JSON.stringify({ ...sample.body, padding: 'x'.repeat(bytes - empty.length) });
    };
    await expectRefusal(post(sample, padded(MEBIBYTE + 1)), 'body_too_large');
    await expectRefusal(post(sample, padded(5 * MEBIBYTE)), 'body_too_large');
    await expectNothingChanged();
    const broken = padded(MEBIBYTE).replace(/}$/, '!');
    await expectRefusal(post(sample, broken), 'invalid_json');
  });

  test('refuses another type of content', async () => {
    const sample = sampleOf(title);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', '']) {
      const request = { ...post(sample, sample.body), headers: { 'content-type': type } };
      await expectRefusal(request, 'unsupported_media_type');
    }
    await expectNothingChanged();
  });
});

/** Their addresses are looked up. */
const lookedUp = new Set(['updateSigning', 'createWebhookEndpoint']);
const exemplary = allOperations.filter(
  ({ name, operation }) => operation.body && !lookedUp.has(name),
);

describe("the description's example", () => {
  let baseUrl: string;
  let apiKey: string;

  beforeAll(async () => {
    ({ apiKey } = await addPartner(inject('service')));
    ({ baseUrl } = inject('service'));
  });

  test.each(exemplary)('of $name is not refused for its form', async ({ name, operation }) => {
    const path = operation.path.replace(/\{\w+\}/g, 'none');
    const answered = await fetch(`${baseUrl}${path}`, {
      method: operation.method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(examples[name]?.body),
    });
    const { code } = (await answered.json()) as { code?: string };
    expect([answered.status, code]).not.toContain(400);
  });
});

describe('a body', () => {
  const headers = { 'content-type': 'application/json' };
  const sent = (body: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) => ({
    ...{ method: 'POST', path: '/client', body, headers: { ...headers, ...more } },
  });

  test('that is no UTF-8 is refused, so that no two names become one', async () => {
    for (const byte of [0xff, 0xe9]) {
      const bytes = Buffer.concat([
        Buffer.from('{"identifier":"m'),
        Buffer.of(byte),
        Buffer.from('"}'),
      ]);
      await expectRefusal(sent(new Uint8Array(bytes)), 'invalid_json');
    }
    const latin = sent('{"identifier":"m"}', {
      'content-type': 'application/json; charset=latin1',
    });
    await expectRefusal(latin, 'unsupported_media_type');
  });

  test('that is compressed is refused, with what is accepted', async () => {
    const body = new Uint8Array(gzipSync('{"identifier":"m"}'));
    const response = await sendRaw(sent(body, { 'content-encoding': 'gzip' }));
    expect((await readProblem(response)).code).toBe('unsupported_media_type');
    expect(response.headers.get('accept-encoding')).toBe('identity');
  });
});

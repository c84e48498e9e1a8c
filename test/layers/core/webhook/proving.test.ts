import { showWebhookEndpoint } from '@billhook/core/schemas/webhook-endpoint';
import {
  changeEndpoint,
  type EndpointRecord,
  endGone,
  leavingOf,
  newEndpoint,
  rotateSecret,
} from '@billhook/core/webhook/endpoint';
import {
  beginsProof,
  beginTest,
  isProvingOvertaken,
  isSent,
  MAX_PROOFS_OF_ENDPOINT,
  maySendAgain,
  openingOf,
  prove,
  withProof,
} from '@billhook/core/webhook/proving';
import { describe, expect, test } from 'vitest';
import { NOW, sealed } from '../../../support/records.ts';

const DAY = 24 * 60 * 60 * 1_000;
const url = 'https://example.com/hooks';
const other = 'https://other.example/hooks';
const made = { _id: 'we_1', partnerId: 'ptn_1', url, secret: sealed('secret'), now: NOW };
const fresh = newEndpoint(made);
const proven = { ...fresh, unverified: undefined };
const active = { status: 'active' } as const;

describe('an address is to be proven', () => {
  test.each([
    ['of a new endpoint', fresh, true],
    ['of one that was made by release 0.1.0', proven, false],
    ['that is new', changeEndpoint(proven, { url: other }), true],
    ['that was given again', changeEndpoint(proven, { url }), false],
    ['of one that was enabled again', changeEndpoint(fresh, { status: 'enabled' }), true],
    ['of one whose secret was rotated', rotateSecret(proven, sealed('new'), NOW), false],
    [
      'of one that was disabled and enabled',
      changeEndpoint(changeEndpoint(fresh, { status: 'disabled' }), { status: 'enabled' }),
      true,
    ],
  ])('%s', (_what, endpoint: EndpointRecord, isUnverified) => {
    expect(endpoint.unverified === true).toBe(isUnverified);
    expect(showWebhookEndpoint(endpoint, NOW).status).toBe(isUnverified ? 'unverified' : 'enabled');
  });

  test('and is not any more once it has answered, unless the endpoint has moved since', () => {
    expect(prove(fresh, url)).toMatchObject({ unverified: undefined, version: 2 });
    expect(prove(changeEndpoint(fresh, { url: other }), url)).toBeUndefined();
    expect(prove(proven, url)).toBeUndefined();
  });

  test('also where it answered 410 and is enabled again', () => {
    const gone = endGone(fresh, url);
    expect(gone && showWebhookEndpoint(gone, NOW).status).toBe('disabled');
    expect(gone && changeEndpoint(gone, { status: 'enabled' }).unverified).toBe(true);
  });
});

test.each([
  [proven, active, 'everything'],
  [fresh, active, 'tests'],
  [{ ...fresh, status: 'disabled' }, active, 'nothing'],
  [fresh, { status: 'suspended' }, 'nothing'],
  [proven, { status: 'suspended' }, 'nothing'],
] as const)('endpoint %#: %s %s', (endpoint, partner, opening) => {
  expect(openingOf(endpoint, partner)).toBe(opening);
  expect(isSent({}, opening)).toBe(opening === 'everything');
  expect(isSent({ test: 1 }, opening)).toBe(opening !== 'nothing');
});

describe('a test', () => {
  const event = { type: 'webhook-endpoint.test' } as const;

  test('is overtaken by the one that follows it, and nothing else is', () => {
    expect(isProvingOvertaken({ test: 1 }, { sequence: 1 })).toBe(false);
    expect(isProvingOvertaken({ test: 1 }, { sequence: 2 })).toBe(true);
    expect(isProvingOvertaken({}, { sequence: 2 })).toBe(false);
  });

  test('is not sent again by its event, while the address is not proven', () => {
    expect(maySendAgain(fresh, event)).toBe(false);
    expect(maySendAgain(proven, event)).toBe(true);
    expect(maySendAgain(fresh, { type: 'bill.created' })).toBe(true);
  });

  test.each([
    [{ url: other }, proven, true],
    [{ url }, proven, false],
    [{ url }, fresh, false],
    [{ status: 'enabled' }, fresh, true],
    [{ status: 'enabled' }, proven, false],
    [{ status: 'disabled' }, fresh, false],
    [{ url: other, status: 'disabled' }, proven, false],
    [{ events: ['bill.*'] }, fresh, false],
  ] as const)('is begun by the change %j of endpoint %#: %s', (change, standing, begins) => {
    const changed = changeEndpoint(standing, change);
    expect(beginsProof(changed, standing, change)).toBe(begins);
  });

  test('of an address that is not proven is begun so often a day, however it is begun', () => {
    let endpoint: EndpointRecord = fresh;
    for (let count = 0; count < MAX_PROOFS_OF_ENDPOINT; count += 1) {
      const at = NOW + count * 10_000;
      // Proving an address of one's own in between does not win another ten.
      const moved = changeEndpoint(proven, { url: `${url}/${count}` });
      const standing = { ...moved, proofs: endpoint.proofs };
      const begun = count % 2 ? beginTest(standing, at) : withProof(standing, at);
      if (!('draft' in begun)) throw new Error('It was refused');
      ({ endpoint } = begun);
    }
    const refused = { failure: 'too_many_requests' };
    expect(withProof(endpoint, NOW + 200_000)).toMatchObject(refused);
    expect(beginTest(endpoint, NOW + 200_000)).toMatchObject(refused);
    expect(withProof(endpoint, NOW + DAY)).toHaveProperty('draft');
    expect(beginTest({ ...endpoint, unverified: undefined }, NOW + 200_000)).toHaveProperty(
      'draft',
    );
  });
});

test('a deleted endpoint is told so only where its address was proven', () => {
  expect(leavingOf(proven)).toMatchObject({ status: 'enabled' });
  expect(leavingOf(fresh)).toBeUndefined();
});

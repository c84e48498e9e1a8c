import { takesIdempotencyKey } from '@billhook/core/api/operation';
import type { ErrorCode } from '@billhook/core/base/errors';
import { errors } from '@billhook/core/base/errors';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createApiClient } from '../../lib/client/api-client.ts';
import { apiWith } from '../support/client-access.ts';
import { keyedCall } from '../support/keyed-call.ts';
import { allOperations } from '../support/operations.ts';
import { addPartner } from '../support/partners.ts';
import { snapshot } from '../support/snapshot.ts';
import { openWorld, refusal, valueFrom } from '../support/world.ts';
import { cases } from './cases/all-cases.ts';
import { payWithoutRequiredMethod } from './cases/bills.ts';
import type { OperationCase, SceneOverTable } from './cases/case.ts';
import { localAddresses, makeScene } from './cases/scene.ts';

const service = inject('service');
const { partnerId } = service;
const world = openWorld();
const other = createApiClient({
  baseUrl: service.baseUrl,
  apiKey: inject('otherPartner').apiKey,
  validate: true,
});
let scene: SceneOverTable;

beforeAll(async () => {
  const newPartner = async () => {
    const { apiKey } = await addPartner(service);
    return openWorld({ ...service, apiKey });
  };
  const ground = { world, partnerId, newPartner, apiWith, addresses: localAddresses };
  scene = { ...(await makeScene(ground)), tableUrl: service.tableUrl };
});

describe.each(allOperations)('$name', ({ name, operation }) => {
  const one = cases[name];
  const keyed = keyedCall(operation);

  test('succeeds', async () => {
    const result = await keyed.during(() => one.success(scene, world.api));
    expect(result).toMatchObject({ ok: true, status: 200 });
  });

  if (takesIdempotencyKey(operation)) {
    test('answers the same again under its key as before', () => keyed.expectRepeated());

    test('refuses another request under its key', () => keyed.expectReused());
  }

  const refusals = Object.entries(one.refusals) as [
    ErrorCode,
    NonNullable<OperationCase['refusals'][ErrorCode]>,
  ][];
  if (refusals.length > 0) {
    test.each(refusals)('answers %s, and changes nothing', async (code, attempt) => {
      const before = await snapshot(scene.clientId);
      expect(refusal(await attempt(scene, world.api))).toBe(`${errors[code].status} ${code}`);
      expect(await snapshot(scene.clientId)).toEqual(before);
    });
  }

  if (one.foreign) {
    test.each(one.foreign)(
      'answers another partner %s, and changes nothing',
      async (code, attempt) => {
        const before = await snapshot(scene.clientId);
        expect(refusal(await attempt(scene, other))).toBe(`404 ${code}`);
        expect(await snapshot(scene.clientId)).toEqual(before);
      },
    );
  }
});

test('the same identifier is another client for another partner', async () => {
  const { clientId } = valueFrom(await other.client.createClient({ identifier: scene.identifier }));
  expect(clientId).not.toBe(scene.clientId);
});

test('the bills of another partner are not in the list of a partner', async () => {
  const { partnerId: otherId } = inject('otherPartner');
  const { data } = valueFrom(await other.bill.listPartnerBills({ partnerId: otherId }));
  expect(data.filter(({ bill }) => bill._id === scene.billId)).toEqual([]);
});

test('a company that requires a type of method is not paid before one is assigned', async () => {
  expect(await payWithoutRequiredMethod(world)).toBe('409 payment_method_required');
});

import type { ErrorCode } from '@billhook/core/errors';
import { errors } from '@billhook/core/errors';
import { takesIdempotencyKey } from '@billhook/core/operation';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createApiClient } from '../../lib/client/api-client.ts';
import { keyedCall } from '../support/keyed-call.ts';
import { allOperations } from '../support/operations.ts';
import { snapshot } from '../support/snapshot.ts';
import { newName, openWorld, refusal, valueFrom } from '../support/world.ts';
import { cases } from './cases/all-cases.ts';
import { payWithoutRequiredMethod } from './cases/bills.ts';
import type { OperationCase, Scene } from './cases/case.ts';

const { partnerId } = inject('service');
const world = openWorld();
const other = createApiClient({
  baseUrl: inject('service').baseUrl,
  apiKey: inject('otherPartner').apiKey,
  validate: true,
});
let scene: Scene;

beforeAll(async () => {
  const identifier = newName();
  const { clientId } = valueFrom(await world.api.client.createClient({ identifier }));
  const { token } = valueFrom(await world.api.client.createToken({ identifier }));
  const methodId = await world.addCard(clientId);
  const { bill } = await world.newBill(clientId);
  const company = await world.findCompany('Regular Company 2');
  const challenged = await world.link(clientId, company, { status: 'mfa-required-questions' });
  scene = {
    clientId,
    identifier,
    token,
    methodId,
    partnerId,
    authId: bill.auth._id,
    billId: bill._id,
    companyId: bill.company._id,
    challengeToken: (await world.challengeOf(challenged._id)).token,
    challengedAuthId: challenged._id,
    questionId: challenged.mfa?.mfa?.[0]?.identifier ?? '',
  };
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

  const refusals = Object.entries(one.refusals) as [ErrorCode, OperationCase['success']][];
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
  expect(await payWithoutRequiredMethod()).toBe('409 payment_method_required');
});

/** A client is erased right between what a request reads and what it writes. */
import { createHash, randomBytes } from 'node:crypto';
import { identifierKey } from '@billhook/core/base/table-keys';
import { eraseClient } from '@billhook/runtime/erasing/erase-client';
import { openStores } from '@billhook/runtime/stores/open-stores';
import type { Write } from '@billhook/runtime/table/types';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAuth, deleteAuth, fixHold } from '../../../../functions/auth/contract.ts';
import { handler as runCreateAuth } from '../../../../functions/auth/create-auth.ts';
import { handler as runDeleteAuth } from '../../../../functions/auth/delete-auth.ts';
import { handler as runFixHold } from '../../../../functions/auth/fix-hold.ts';
import { customizeBill } from '../../../../functions/bill/contract.ts';
import { handler as runCustomizeBill } from '../../../../functions/bill/customize-bill.ts';
import { syncClient } from '../../../../functions/client/contract.ts';
import { handler as runSyncClient } from '../../../../functions/client/sync-client.ts';
import { handler as runAddPaymentMethod } from '../../../../functions/payment/add-payment-method.ts';
import { addPaymentMethod, schedulePayment } from '../../../../functions/payment/contract.ts';
import { handler as runSchedulePayment } from '../../../../functions/payment/schedule-payment.ts';
import { createSwap } from '../../../../functions/swap/contract.ts';
import { handler as runCreateSwap } from '../../../../functions/swap/create-swap.ts';
import { apartNames, apartTables } from '../../../support/apart-tables.ts';
import {
  auth,
  beginAnew,
  bill,
  call,
  card,
  companyId,
  held,
  loseNothing,
  type Request,
  table,
  world,
} from '../../../support/lost-answers.ts';
import { keyOf } from '../../../support/memory-table.ts';
import { clientId, partnerId } from '../../../support/records.ts';
import { givenCard } from '../../../support/world.ts';

/** As `beginAnew` has it. */
const IDENTIFIER = 'u';
const { clientId: _its, paymentType: _type, ...syncCard } = givenCard(clientId);

const requests: Readonly<Record<string, Request>> = {
  'linking an account': {
    operation: createAuth,
    handler: runCreateAuth,
    body: {
      ...{ clientId, companyId, items: ['bill'] },
      form: { username: 'ada', password: 'secret' },
    },
  },
  'fixing a hold': { operation: fixHold, handler: runFixHold, path: { authId: held._id } },
  unlinking: { operation: deleteAuth, handler: runDeleteAuth, path: { authId: auth._id } },
  'adding a card': {
    operation: addPaymentMethod,
    handler: runAddPaymentMethod,
    body: { ...givenCard(clientId), cardNumber: '5555555555554444' },
  },
  'syncing cards': {
    operation: syncClient,
    handler: runSyncClient,
    caller: 'partner',
    body: { client: { identifier: IDENTIFIER }, cards: [{ ...syncCard, setAsDefault: true }] },
  },
  'paying a bill': {
    operation: schedulePayment,
    handler: runSchedulePayment,
    body: { billId: bill._id },
  },
  'putting a card on file': {
    operation: createSwap,
    handler: runCreateSwap,
    body: { authId: auth._id, paymentMethodId: card._id },
  },
  'naming a bill': {
    operation: customizeBill,
    handler: runCustomizeBill,
    path: { billId: bill._id },
    body: { customLabel: 'Home' },
  },
};

beforeEach(async () => {
  vi.unstubAllEnvs();
  await beginAnew();
  vi.stubEnv('TOKEN_KEY_ARN', 'arn:aws:kms:key/token');
  const digest = createHash('sha256').update(IDENTIFIER).digest('base64url');
  await table.write([{ put: { ...identifierKey(partnerId, digest), clientId, partnerId } }]);
});
afterAll(() => {
  loseNothing();
  vi.unstubAllEnvs();
});

/** Before the first write of a record of the client, all of it is erased. */
function eraseBeforeWrite(): void {
  const { write } = table;
  table.write = async (writes) => {
    if (!writes.some(isRecord)) return write(writes);
    table.write = write;
    for (const [name, value] of Object.entries(apartNames)) vi.stubEnv(name, value);
    const deps = { ...openStores({ table, random: randomBytes }), aws: apartTables() };
    const run = { clock: () => world.now, deadline: world.now + 60_000 };
    const actor = { kind: 'api-key', id: 'key_a' } as const;
    expect(await eraseClient(deps, { clientId, partnerId, actor }, run)).toMatchObject({
      erasure: 'erased',
    });
    return write(writes);
  };
}

function isRecord(one: Write): boolean {
  return /^(auth|bill|pm|pay|swap)_/.test(keyOf(one).sk);
}

describe('A client is erased in the middle of', () => {
  test.each(Object.entries(requests))('%s: nothing comes of it', async (_, request) => {
    eraseBeforeWrite();
    const { outcome } = await call(request);
    expect(outcome).toMatch(/^(404|409|500) /);
    const left = [...table.items.values()].filter(({ pk }) => pk === clientId);
    expect(left.map(({ sk }) => sk)).toEqual(['pm']);
    expect(world.started).toEqual([]);
  });

  test.each(['adding a card', 'syncing cards'])(
    '%s: the client is not found, as a moment later',
    async (name) => {
      eraseBeforeWrite();
      expect((await call(requests[name] as Request)).outcome).toBe('404 client_not_found');
    },
  );
});

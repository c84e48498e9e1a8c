/**
 * What a session hands over once its account was unlinked: its connector is told to forget it, whatever
 * the session was for (decision: connections-are-forgotten).
 */
import { randomBytes } from 'node:crypto';
import { type AuthRecord, requestLink } from '@billhook/core/auth/auth';
import { deleteAuth } from '@billhook/core/auth/deletion';
import { verifyAttempt } from '@billhook/core/auth/login-attempt';
import { DAY_MILLISECONDS, instantText } from '@billhook/core/base/dates';
import { newOwnedId } from '@billhook/core/base/ids';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { Kept, Session } from '@billhook/core/company/connector';
import type { ForgettingRecord } from '@billhook/core/company/forgetting';
import { attemptIdOf } from '@billhook/core/swap/swap';
import type { CompanySession } from '@billhook/runtime/companies/session';
import { withSession } from '@billhook/runtime/companies/with-session';
import { logInOnce } from '@billhook/runtime/links/log-in';
import { readLinkedBills } from '@billhook/runtime/links/read-bills';
import type { LinkIds } from '@billhook/runtime/links/record';
import { changeKeeping } from '@billhook/runtime/links/record-login';
import { refreshAuth } from '@billhook/runtime/links/refresh-auth';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { forgettingStore } from '@billhook/runtime/stores/forgetting-store';
import { writeSwapBeginning } from '@billhook/runtime/swaps/begin';
import { submitSwap } from '@billhook/runtime/swaps/submit';
import { describe, expect, test, vi } from 'vitest';
import {
  account,
  beginOne,
  fakeConnector,
  linkOne,
  paid,
  paymentScene,
  showAnother,
} from '../../../support/payment-world.ts';
import { clientId, NOW } from '../../../support/records.ts';

const { runtime } = await paymentScene();

let operations = 0;

/** A connection that nobody has been given before, and how its connector is told to forget it. */
function device(): { readonly kept: Kept; readonly operation: string } {
  operations += 1;
  const operation = `forget-${operations}`;
  const farewell = { operation, auth: 'wire-auth', company: 'wire-company', secrets: 'sealed' };
  const connection = { value: 'device', expiresAt: NOW + DAY_MILLISECONDS, farewell };
  return { kept: { connection }, operation };
}

async function forgetting(): Promise<ForgettingRecord[]> {
  const all: ForgettingRecord[] = [];
  for await (const record of forgettingStore(runtime.table).list()) all.push(record);
  return all;
}

async function toldOf(operation: string) {
  const record = (await forgetting()).find((one) => one.operation === operation);
  return record && { record, farewell: await forgettingStore(runtime.table).farewellOf(record) };
}

/** As `DELETE /auth/{authId}` does. */
async function unlink(authId: string): Promise<void> {
  const auth = await runtime.auths.findAny(authId);
  if (!auth) return;
  const found = await Promise.all(auth.billIds.map((id) => runtime.bills.findAny(id)));
  const bills = found.filter((bill) => bill !== undefined) as BillRecord[];
  const { hidden, saved } = deleteAuth(auth, bills, [], instantText(NOW));
  await runtime.table.write([
    ...(hidden ? [runtime.auths.save(hidden, auth)] : runtime.auths.erase(auth, bills, NOW)),
    ...saved.bills.map((bill) =>
      runtime.bills.save(
        bill,
        bills.find(({ _id }) => _id === bill._id),
      ),
    ),
  ]);
}

type Call = 'logIn' | 'listBills' | 'pay' | 'findPayment' | 'swap' | 'findSwap';

/** The company is asked, the account is unlinked meanwhile, and the session is handed a device. */
function handsOver(call: Call, kept: Kept, said: () => unknown) {
  vi.spyOn(fakeConnector, call).mockImplementation((async (session: Session) => {
    await unlink(session.authId);
    session.keep?.(kept);
    return said();
  }) as never);
}

async function linked(): Promise<{ readonly auth: AuthRecord; readonly linkId: string }> {
  const { auth: standing } = await linkOne(runtime, { accountKey: `unlinked-${operations}` });
  const linkId = newOwnedId('link', clientId, randomBytes);
  const link = { linkId, requestedAt: instantText(NOW), items: ['bill' as const] };
  const auth = requestLink(standing, { ...standing, link });
  await runtime.table.write([runtime.auths.save(auth, standing)]);
  return { auth, linkId };
}

async function due(): Promise<AuthRecord> {
  const { auth } = await linkOne(runtime, { accountKey: `unlinked-${operations}` });
  const next = { ...auth, version: auth.version + 1, refresh: { at: instantText(NOW) } };
  await runtime.table.write([runtime.auths.save(next, auth)]);
  return next;
}

const fails = () => {
  throw new Error('The session broke off');
};

const verified = () => ({ kind: 'verified' });

async function logIn() {
  const { auth, linkId } = await linked();
  const ids = { authId: auth._id, linkId };
  const login = await logInOnce(runtime, auth, ids, NOW);
  if (login && 'opened' in login) await recordVerified(ids, login.opened);
}

const recordVerified = (ids: LinkIds, opened: CompanySession | undefined) =>
  changeKeeping(runtime, ids, opened, NOW, verifyAttempt);

async function readOfLink() {
  const { auth, linkId } = await linked();
  await readLinkedBills(runtime, { authId: auth._id, linkId }, NOW);
}

const readDaily = async () => refreshAuth(runtime, (await due())._id, NOW);

async function swapCard() {
  const { auth, method } = await linkOne(runtime, { accountKey: `unlinked-${operations}` });
  const swapId = newOwnedId('swap', clientId, randomBytes);
  const asked = { swapId, paymentMethodId: method._id, now: NOW };
  const swap = await writeSwapBeginning(runtime, { auth, method }, asked);
  if (typeof swap === 'symbol') throw new Error('The swap did not begin');
  await submitSwap(runtime, { swapId, attemptId: attemptIdOf(swap) }, NOW);
}

describe('A connector is told to forget what it hands over once its account is unlinked', () => {
  test.each<[string, Call, () => unknown, () => Promise<unknown>]>([
    ['in a login', 'logIn', verified, logIn],
    ['in a login that breaks off', 'logIn', fails, logIn],
    ['in the reading of a link', 'listBills', () => [account], readOfLink],
    ['in the reading of a link that breaks off', 'listBills', fails, readOfLink],
    ['in the login of a daily reading', 'logIn', verified, readDaily],
    ['in a daily reading', 'listBills', () => [account], readDaily],
    ['in a daily reading that breaks off', 'listBills', fails, readDaily],
    ['in a swap', 'swap', () => ({ kind: 'completed' }), swapCard],
    ['in a swap that breaks off', 'swap', fails, swapCard],
  ])('%s', async (_, call, said, work) => {
    const { kept, operation } = device();
    handsOver(call, kept, said);
    await work().catch(() => {});
    expect(await toldOf(operation)).toEqual({
      record: expect.objectContaining({
        attempts: 0,
        auth: 'wire-auth',
        nextAt: expect.any(String),
      }),
      farewell: kept.connection?.farewell,
    });
    expect(JSON.stringify(await forgetting())).not.toContain('sealed');
  });

  test('in a login that is recorded only after its session', async () => {
    const { kept, operation } = device();
    const { auth, linkId } = await linked();
    vi.spyOn(fakeConnector, 'logIn').mockImplementation((async (session: Session) => {
      session.keep?.(kept);
      return verified();
    }) as never);
    const ids = { authId: auth._id, linkId };
    const login = await logInOnce(runtime, auth, ids, NOW);
    if (!login || !('opened' in login)) throw new Error('Nobody logged in');
    await unlink(auth._id);
    expect(await recordVerified(ids, login.opened)).toBeUndefined();
    expect(await toldOf(operation)).toBeDefined();
  });

  test('in a reading that answers when nobody waits for it any more', async () => {
    const { kept, operation } = device();
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    vi.spyOn(fakeConnector, 'listBills').mockImplementation((async (session: Session) => {
      await asked;
      session.keep?.(kept);
      return [account];
    }) as never);
    const auth = await due();
    expect(await refreshAuth(runtime, auth._id, NOW, 50)).toBe(false);
    await unlink(auth._id);
    answer();
    await vi.waitFor(async () => expect(await toldOf(operation)).toBeDefined(), 60_000);
  });
});

test('an auth that is hidden until its payment ends keeps the device until then', async () => {
  const { kept, operation } = device();
  const { accountKey, ...reported } = showAnother(paid);
  const { payment } = await beginOne(runtime, { accountKey, bill: { reported } });
  handsOver('pay', kept, () => paid);
  expect(await submitPayment(runtime, payment._id, NOW)).toBe('paid');
  expect(await toldOf(operation)).toBeUndefined();
  const hidden = await runtime.auths.findAny(payment.authId);
  expect(hidden?.connection?.farewell?.operation).toBe(operation);
  await runtime.table.write(runtime.auths.erase(hidden as AuthRecord, [], NOW));
  expect(await toldOf(operation)).toBeDefined();
});

test.each<[string, boolean]>([
  ['an account that stays linked', false],
  ['a connection that nobody has to be told of', true],
])('no connector is told of %s', async (_, isUnlinked) => {
  const { kept } = device();
  const { auth } = await linkOne(runtime, { accountKey: `unlinked-${operations}` });
  const before = (await forgetting()).length;
  const { farewell: _none, ...plain } = kept.connection as NonNullable<Kept['connection']>;
  await withSession(runtime, auth, { machineNow: NOW }, async ({ session }) => {
    if (isUnlinked) await unlink(auth._id);
    session.keep?.(isUnlinked ? { connection: plain } : kept);
  });
  expect(await forgetting()).toHaveLength(before);
});

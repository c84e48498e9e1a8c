/** What is given out to workers, and what they may say of it: once each, and nobody else's. */

import { openKey } from '@billhook/connector-kit/wire/keys';
import { encryptSecrets } from '@billhook/connector-kit/wire/secrets';
import type { AuthRecord } from '@billhook/core/auth/auth';
import { leaseOfLink } from '@billhook/core/company/gate/lease-ids';
import { leaseName } from '@billhook/core/company/gate/leases';
import type { Work } from '@billhook/runtime/companies/worker/broker';
import type { WorkMessage } from '@billhook/runtime/companies/worker/given';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { gateStore } from '@billhook/runtime/stores/gate-store';
import { describe, expect, test } from 'vitest';
import { authRecord } from '../../../../support/records.ts';
import {
  billsCall,
  card,
  findCall,
  logInCall,
  payCall,
  takeWork,
  toldBy,
  wireId,
  workWorld,
} from '../../../../support/work-world.ts';

const paid = {
  kind: 'paid',
  amount: { cents: 8_437, currency: 'USD' },
  paidAt: '2026-11-25T12:00:00.000Z',
  confirmation: 'MV-1',
};
const minutes = (count: number) => count * 60_000;
type Taken = NonNullable<Awaited<ReturnType<typeof takeWork>>>;

/** One that is taken by a worker. */
async function taken(world: ReturnType<typeof workWorld>, call = payCall('ada', 'first')) {
  await world.asked(call);
  const queue = call.document.attended ? world.attended : world.unattended;
  return (await takeWork(world, queue.shift())) as Taken;
}

describe('What a worker is given', () => {
  test('is what was asked for, and comes back in secret', async () => {
    const world = workWorld();
    const call = logInCall('ada');
    expect(await world.asked(call)).toMatchObject({ state: 'running' });
    const [message] = world.attended;
    const { work, secretsOf, end } = (await takeWork(world, message)) as Taken;
    expect(work).toMatchObject({
      operation: call.operation,
      name: 'logIn',
      document: call.document,
    });
    expect(await secretsOf(work)).toEqual(call.secrets);
    const key = openKey(work.encryptTo);
    const secrets = encryptSecrets(
      { connection: { value: 'cookies' } },
      key as never,
      work.operation,
    );
    expect(await end({ kind: 'verified' }, { secrets })).toEqual({ kind: 'go-on' });
    expect(await world.poll(call.operation)).toMatchObject({
      ...{ state: 'done', result: { kind: 'verified' }, secrets },
    });
    expect(world.woken).toEqual([call.operation]);
  });

  test('is given once: neither the same ticket, nor another’s, nor none opens anything', async () => {
    const world = workWorld();
    await world.asked(logInCall('ada'));
    await world.asked(logInCall('bob'));
    const [ada, bob] = world.attended as [WorkMessage, WorkMessage];
    expect(await takeWork(world, { ...ada, ticket: bob.ticket })).toBeUndefined();
    expect(await takeWork(world, { ...ada, ticket: '' })).toBeUndefined();
    expect(await takeWork(world, { ...ada, attempt: 2 })).toBeUndefined();
    expect(await takeWork(world, ada)).toBeDefined();
    expect(await takeWork(world, ada)).toBeUndefined();
  });

  test('proves nothing about another operation, nor about another session', async () => {
    const world = workWorld();
    const ada = await taken(world, payCall('ada', 'of ada'));
    const bob = await taken(world, payCall('bob', 'of bob'));
    const { lease } = bob.work;
    const theirs = toldBy(world, { ...ada.work, lease });
    const stop = { kind: 'stop' };
    expect(await theirs.beat()).toEqual(stop);
    expect(await theirs.trying()).toEqual(stop);
    expect(await theirs.commit()).toEqual(stop);
    expect(await theirs.end(paid)).toEqual(stop);
    const { session } = ada.work;
    expect(await world.ask({ do: 'next', session, lease, key: bob.key })).toEqual(stop);
    expect(await world.ask({ do: 'close', session, lease })).toEqual(stop);
    expect(await ada.beat()).toEqual({ kind: 'go-on' });
  });

  test('stands nowhere in the clear, and not at all once it has ended', async () => {
    const world = workWorld();
    const call = payCall('ada', 'first', { secrets: { connection: 'a-cookie-of-hers' } });
    const { end } = await taken(world, call);
    const written = () => JSON.stringify([...world.table.items.values(), ...world.sent]);
    for (const secret of ['correct horse', card.cardNumber, 'a-cookie-of-hers', '"123"']) {
      expect(written()).not.toContain(secret);
    }
    expect(written()).toContain('"secrets"');
    await end({ kind: 'declined' });
    expect(written()).not.toContain('"secrets"');
  });

  test('is asked for again as it was, and refused as another', async () => {
    const world = workWorld();
    const call = payCall('ada', 'first');
    await world.asked(call);
    const { cardCode: _code, ...method } = card;
    const again = { ...call, secrets: { ...call.secrets, method } };
    expect(await world.asked(again)).toMatchObject({ state: 'running' });
    expect(world.sent).toHaveLength(1);
    const other = payCall('ada', 'first', { cents: 8_438 });
    expect(await world.asked(other)).toEqual({ kind: 'refused', code: 'another_body' });
  });
});

describe('A message that is lost', () => {
  test('is sent again after a while, and the first one opens nothing any more', async () => {
    const world = workWorld();
    const { operation } = logInCall('ada');
    await world.asked(logInCall('ada'));
    world.pass(minutes(2));
    await world.poll(operation);
    expect(world.sent).toHaveLength(1);
    world.pass(minutes(2));
    await world.poll(operation);
    const [first, second] = world.sent;
    expect(second).toMatchObject({ id: first?.id, attempt: 2 });
    expect(await takeWork(world, first)).toBeUndefined();
    expect(await takeWork(world, second)).toBeDefined();
  });

  test('because no queue took it, is sent with the next question', async () => {
    let refuses = true;
    const world = workWorld({ refuses: () => refuses });
    expect(await world.asked(logInCall('ada'))).toMatchObject({ state: 'running' });
    refuses = false;
    await world.poll(logInCall('ada').operation);
    expect(world.sent).toHaveLength(1);
  });
});

describe('A worker that is at it', () => {
  test('is shown to whoever waits with each word of it, once that is written', async () => {
    const world = workWorld();
    const { operation } = payCall('ada', 'first');
    const { beat, trying, commit, end } = await taken(world);
    expect(world.beaten).toEqual([]);
    for (const says of [beat, trying, commit]) expect(await says()).toEqual({ kind: 'go-on' });
    expect(world.beaten).toEqual([operation, operation, operation]);
    await end(paid);
    expect(await beat()).toEqual({ kind: 'stop' });
    expect(world.beaten).toHaveLength(3);
  });

  test('is told from a message that nobody has taken yet, and from what has ended', async () => {
    const world = workWorld();
    const call = payCall('ada', 'first');
    expect(await world.carry(call)).not.toHaveProperty('carried');
    const { end } = (await takeWork(world, world.attended[0])) as Taken;
    expect(await world.carry(call)).toMatchObject({ kind: 'state', carried: true });
    await end(paid);
    expect(await world.carry(call)).not.toHaveProperty('carried');
  });
});

describe('A worker that is gone', () => {
  test('is followed by another, if the company was given nothing', async () => {
    const world = workWorld();
    const { operation } = logInCall('ada');
    const first = await taken(world, logInCall('ada') as never);
    world.pass(44_000);
    await first.beat();
    world.pass(44_000);
    await world.poll(operation);
    expect(world.sent).toHaveLength(1);
    world.pass(2_000);
    await world.poll(operation);
    const second = await takeWork(world, world.sent[1]);
    expect(second).toBeDefined();
    // It is there after all, and stops before its next click.
    expect(await first.trying()).toEqual({ kind: 'stop' });
    expect(await second?.trying()).toEqual({ kind: 'go-on' });
  });

  test('is followed by nobody, if it may have given the company the credentials', async () => {
    const world = workWorld();
    const first = await taken(world, logInCall('ada') as never);
    await first.trying();
    world.pass(minutes(1));
    expect(await world.poll(logInCall('ada').operation)).toMatchObject({
      ...{ state: 'done', result: { kind: 'failed', tried: true } },
    });
    expect(world.sent).toHaveLength(1);
  });

  test('before it committed a payment has never taken it, and can’t any more', async () => {
    const world = workWorld();
    const { trying, commit, end } = await taken(world);
    await trying();
    world.pass(minutes(1));
    expect(await world.poll(payCall('ada', 'first').operation)).toMatchObject({
      ...{ state: 'done', result: { kind: 'never-taken' } },
    });
    expect(await commit()).toEqual({ kind: 'stop' });
    await end(paid);
    expect(await world.poll(payCall('ada', 'first').operation)).toMatchObject({
      result: { kind: 'never-taken' },
    });
  });

  test('after it committed a payment leaves it unknown, until the history was read', async () => {
    const world = workWorld();
    const { commit } = await taken(world);
    await commit();
    world.pass(minutes(1));
    expect(await world.poll(payCall('ada', 'first').operation)).toMatchObject({
      ...{ state: 'done', result: { kind: 'unknown' } },
    });
    const question = findCall('ada', 'first');
    expect(await world.asked(question)).toMatchObject({ state: 'running' });
    const { work, end } = (await takeWork(world, world.unattended.shift())) as Taken;
    expect(work).toMatchObject({ name: 'findPayment', committed: { cents: 8_437, card: '4242' } });
    await end(paid);
    expect(await world.poll(question.operation)).toMatchObject({ result: paid });
    expect(await world.poll(payCall('ada', 'first').operation)).toMatchObject({ result: paid });
  });
});

describe('A submission', () => {
  test('that is looked for before anybody took it is refused from then on', async () => {
    const world = workWorld();
    await world.asked(payCall('ada', 'first'));
    const [message] = world.attended;
    expect(await world.asked(findCall('ada', 'first'))).toMatchObject({
      result: { kind: 'never-taken' },
    });
    expect(await takeWork(world, message)).toBeUndefined();
    expect(await world.asked(payCall('ada', 'first'))).toMatchObject({
      result: { kind: 'never-taken' },
    });
  });

  test('that is looked for before it came is refused when it comes', async () => {
    const world = workWorld();
    expect(await world.asked(findCall('ada', 'first'))).toMatchObject({
      result: { kind: 'never-taken' },
    });
    expect(await world.asked(payCall('ada', 'first'))).toMatchObject({
      result: { kind: 'never-taken' },
    });
    expect(world.sent).toEqual([]);
  });

  test('that somebody is at is not known yet', async () => {
    const world = workWorld();
    const { commit, end } = await taken(world);
    expect(await world.asked(findCall('ada', 'first'))).toMatchObject({
      result: { kind: 'not-known' },
    });
    expect(await commit()).toEqual({ kind: 'go-on' });
    await end(paid);
    expect(await world.asked(findCall('ada', 'first'))).toMatchObject({ result: paid });
  });

  test('is committed once, also if the answer to that was lost', async () => {
    const world = workWorld();
    const { commit } = await taken(world);
    expect(await commit(8_437, 1_000)).toEqual({ kind: 'go-on' });
    expect(await commit(8_437, 1_000)).toEqual({ kind: 'go-on' });
    expect(await commit(8_437, 2_000)).toEqual({ kind: 'stop' });
  });

  test.each([
    ['paid without having committed it', false, paid],
    ['paid, of another amount', true, { ...paid, amount: { cents: 1, currency: 'USD' } }],
    ['never taken after it was committed', true, { kind: 'never-taken' }],
    ['not logged in after it was committed', true, { kind: 'not-logged-in' }],
  ])('of which a worker says that it was %s is unknown', async (_what, commits, says) => {
    const world = workWorld();
    const { commit, end } = await taken(world);
    if (commits) await commit();
    await end(says);
    expect(await world.poll(payCall('ada', 'first').operation)).toMatchObject({
      result: { kind: 'unknown' },
    });
  });

  test('that was paid is in the report of its day, and of no other', async () => {
    const world = workWorld();
    const { commit, end } = await taken(world);
    const at = Date.parse('2026-11-25T12:00:00Z');
    await commit(8_437, at);
    await end(paid);
    const on = (day: string) =>
      world.asked({ name: 'settlements', operation: wireId('settlements'), query: { day } });
    expect(await on('2026-11-25')).toMatchObject({
      document: {
        settlements: [{ payment: wireId('first'), submission: 1, confirmation: 'MV-1' }],
        totals: [{ kind: 'paid', count: 1, amount: { cents: 8_437 } }],
      },
    });
    expect(await on('2026-11-26')).toMatchObject({ document: { settlements: [] } });
  });
});

describe('A session that stays open', () => {
  /** Waits for a code. */
  async function waiting() {
    const world = workWorld();
    const first = await taken(world, logInCall('ada') as never);
    const challenge = { kind: 'code-entry', question: {}, sent: true };
    await first.end({ kind: 'mfa-required', challenge } as never, { keepSeconds: 720 });
    const { session, lease } = first.work;
    const next = () => world.ask({ do: 'next', session, lease, key: first.key });
    return { world, session, lease, next };
  }
  const answered = { secrets: { answers: { code: '123456' } } };

  test('gets what comes for its account, and no message is sent', async () => {
    const { world, session, next } = await waiting();
    expect(await next()).toEqual({ kind: 'wait' });
    await world.asked(logInCall('ada', 2, answered));
    const said = (await next()) as Work;
    expect(said).toMatchObject({ kind: 'work', document: { round: 2 } });
    await toldBy(world, said).end({ kind: 'verified', live: session } as never, {
      keepSeconds: 120,
    });
    await world.asked(billsCall('ada', { document: { live: session } }));
    expect(await next()).toMatchObject({ kind: 'work', name: 'listBills' });
    expect(world.sent).toHaveLength(1);
  });

  test('gets nothing that comes for another account', async () => {
    const { world, session, next } = await waiting();
    await world.asked(billsCall('bob', { document: { live: session } }));
    expect(await next()).toEqual({ kind: 'wait' });
    expect(world.sent).toHaveLength(2);
  });

  test('that is gone with a code ends the login: no other code is sent', async () => {
    const { world } = await waiting();
    world.pass(minutes(12) + 1_000);
    expect(await world.asked(logInCall('ada', 2, answered))).toMatchObject({
      state: 'done',
      result: { kind: 'hold', subcode: 'no-mfa-response-received' },
    });
    expect(world.sent).toHaveLength(1);
  });

  test('that died with the answer ends the login, too', async () => {
    const { world } = await waiting();
    await world.asked(logInCall('ada', 2, answered));
    world.pass(minutes(1));
    expect(await world.poll(logInCall('ada').operation)).toMatchObject({
      result: { kind: 'hold', subcode: 'no-mfa-response-received' },
    });
  });

  test('that died before a code was sent is followed by another', async () => {
    const { world } = await waiting();
    await world.asked(logInCall('ada', 2, { document: { codeChoice: 'choice_1' } }));
    world.pass(minutes(1));
    expect(await world.poll(logInCall('ada').operation)).toMatchObject({ state: 'running' });
    expect(world.sent).toHaveLength(2);
  });

  test('is closed by its caller, and by its worker unless something has just come', async () => {
    const one = await waiting();
    await one.world.asked({
      ...{ name: 'endSession', operation: wireId('end'), parts: { handle: one.session } },
    });
    expect(await one.next()).toEqual({ kind: 'stop' });
    const other = await waiting();
    const { world, session, lease } = other;
    await world.asked(logInCall('ada', 2, answered));
    expect(await world.ask({ do: 'close', session, lease })).toEqual({ kind: 'wait' });
    expect(await other.next()).toMatchObject({ kind: 'work' });
  });
});

describe('A session that waits for its user', () => {
  const companyId = 'co_1';
  const lease = { login: 'ada', until: Date.now() + minutes(12) };
  const asks = { kind: 'mfa-required' };

  /** One that has asked for a code, and holds a place at its company by the name of its link. */
  async function asking(result: { readonly kind: string } = asks) {
    const world = workWorld();
    const { table } = world;
    const gates = gateStore(table);
    const auths = authStore(table);
    const stands = async (linkId: string | undefined) => {
      const before = await auths.findAny(authId);
      const link = linkId === undefined ? undefined : ({ linkId } as AuthRecord['link']);
      const next = { ...authRecord(), _id: authId, link, version: (before?.version ?? 0) + 1 };
      await table.write([auths.save(next, before)]);
    };
    await stands('link-1');
    const call = { ...logInCall('ada'), link: { authId, linkId: 'link-1', companyId } };
    const { work, key, end } = await taken(world, call as never);
    const [mine, other] = [leaseOfLink('link-1'), leaseOfLink('link-2')];
    for (const id of [mine, other]) {
      const kept = { id, lasting: id, ...lease };
      await table.write([gates.keepLease(companyId, kept, world.clock())]);
    }
    await end(result, { keepSeconds: 720 });
    const { session, lease: own } = work;
    const places = async () =>
      Object.keys((await gates.findLeases(companyId)) ?? {}).filter((name) =>
        name.startsWith('lease_'),
      );
    const next = () => world.ask({ do: 'next', session, lease: own, key });
    return { world, work, stands, places, next, mine: leaseName(mine), other: leaseName(other) };
  }

  const authId = authRecord()._id;

  test('is closed, and its place free, once another link has taken over', async () => {
    const { next, stands, places, other } = await asking();
    expect(await next()).toEqual({ kind: 'wait' });
    expect(await places()).toHaveLength(2);
    await stands('link-2');
    expect(await next()).toEqual({ kind: 'stop' });
    expect(await places()).toEqual([other]);
    // Nothing opens it any more, the link's return included.
    await stands('link-1');
    expect(await next()).toEqual({ kind: 'stop' });
  });

  test('is closed once its link has ended, or its account is gone', async () => {
    const ended = await asking();
    await ended.stands(undefined);
    expect(await ended.next()).toEqual({ kind: 'stop' });
    const gone = await asking();
    for (const key of [...gone.world.table.items.keys()])
      if (key.includes(authId)) gone.world.table.items.delete(key);
    expect(await gone.next()).toEqual({ kind: 'stop' });
    expect(await gone.places()).toEqual([gone.other]);
  });

  test('stays open where it waits for what comes next, as its link has ended well', async () => {
    const { next, stands, places } = await asking({ kind: 'verified' });
    await stands(undefined);
    expect(await next()).toEqual({ kind: 'wait' });
    expect(await places()).toHaveLength(2);
  });

  test('learns nothing of whose link it is', async () => {
    const { work } = await asking();
    expect(JSON.stringify(work)).not.toContain('link-1');
    expect(JSON.stringify(work)).not.toContain(authId);
  });

  test('refuses a code that comes for a link that is over: no second one is sent', async () => {
    const { world, next, stands } = await asking();
    await stands('link-2');
    await next();
    const answers = { code: '135790' };
    await world.asked(logInCall('ada', 2, { secrets: { answers } }));
    expect(await world.poll(logInCall('ada').operation)).toMatchObject({
      result: { kind: 'hold', subcode: 'no-mfa-response-received' },
    });
    expect(world.sent).toHaveLength(1);
  });
});

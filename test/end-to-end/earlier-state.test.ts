/**
 * The present service over a state folder that an earlier release wrote and was killed amid: a moment
 * after that, and half a year later. Its clock is set, so that both are the same on any day; only the
 * table server has the machine's.
 */
import { createPrivateKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { encryptJwe, publicKeyOf } from '../support/encrypt.ts';
import { expectMirrored } from '../support/event-mirror.ts';
import type { KeptAuth } from '../support/kept/manifest.ts';
import { readEverything } from '../support/kept/read-everything.ts';
import { type KeptService, openKept } from '../support/kept-service.ts';
import { answerChallenge, expectEachChargedOnce, isSignedBy } from '../support/kept-steps.ts';
import { unendedOf } from '../support/ledger.ts';
import { openReceiver } from '../support/receiver.ts';
import { signText } from '../support/signing.ts';
import { untilVerified } from '../support/verified-endpoint.ts';
import { refusal, valueFrom } from '../support/world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** What was left behind is taken up by a sweep within a minute. */
const RECOVERY_SECONDS = 400;

const openings = [
  { at: 'a moment later', after: 20_000, becomes: 'soon' },
  { at: 'half a year later', after: 200 * DAY, becomes: 'later' },
] as const;
/** What each release wrote that a later one must tell apart. */
const releases = [
  {
    release: '0.1.0',
    consentedBy: 'legacy',
    keyLater: ['signs', 'published'],
    rewritten: { 'auths with what their bills begin with': expect.any(Number) },
  },
  { release: '0.1.1', consentedBy: 'partner', keyLater: ['accepted', 'signs'], rewritten: {} },
];
const states = releases.flatMap((left) => openings.map((opening) => ({ ...left, ...opening })));

describe.each(states)('A state of $release, opened $at,', (state) => {
  const { release, after, becomes } = state;
  const soon = becomes === 'soon';
  let kept: KeptService;

  beforeAll(async () => {
    kept = await openKept(`state-${release}`, after);
  });
  afterAll(async () => {
    await kept?.close();
  });

  test('has challenges that are answered, or have ended as those do that nobody answers', async () => {
    const { api, manifest } = kept;
    const asked = manifest.auths.filter(({ answer }) => answer !== undefined);
    expect(asked).toHaveLength(3);
    for (const auth of asked) {
      if (soon) await answerChallenge(api, auth);
      const { reason } = await endOf(auth, auth[becomes]);
      if (soon) continue;
      expect(reason).toMatchObject({
        code: 'authentication_not_completed',
        subcode:
          auth.answer === 'questions' ? 'unanswered-mfa-question' : 'no-mfa-response-received',
      });
      // A user who comes back goes on from there.
      valueFrom(await api.auth.fixHold({ authId: auth.authId }));
      await endOf(auth, 'verified');
    }
  });

  /** An auth once nothing of it is under way, and it is of one of these statuses. */
  function endOf({ authId }: Pick<KeptAuth, 'authId'>, statuses: string) {
    return until(
      `${authId} to be ${statuses}`,
      async () => {
        const { auth, linking } = valueFrom(await kept.api.auth.getAuth({ authId }));
        return !linking && statuses.split(' ').includes(auth.status?.type ?? 'none') && auth;
      },
      RECOVERY_SECONDS,
    );
  }

  test('has links that have ended or end', async () => {
    const { api, manifest } = kept;
    const held: string[] = [];
    for (const auth of manifest.auths.filter((one) => one.answer === undefined)) {
      // A login that was cut off may have been tried, and is not repeated without its user
      // (decision: one-login-a-round): how far it came when the state was kept, nobody knows.
      const ends = auth[becomes].includes('verified') ? `${auth[becomes]} hold` : auth[becomes];
      const { status } = await endOf(auth, ends);
      if (status?.type === 'hold') held.push(auth.authId);
    }
    // With the credentials that were given to the earlier release.
    expect(held.length).toBeGreaterThanOrEqual(1);
    for (const authId of held) {
      valueFrom(await api.auth.fixHold({ authId }));
      await endOf({ authId }, 'verified');
    }
    for (const authId of manifest.deletedAuths) {
      expect(refusal(await api.auth.getAuth({ authId }))).toBe('404 auth_not_found');
    }
  });

  test('makes each payment once, and those of its days as the rules have it', async () => {
    const { api, manifest } = kept;
    for (const { name, billId, ...ends } of manifest.payments) {
      await until(
        `${name} to be ${ends[becomes]}`,
        async () => {
          const { payment } = valueFrom(await api.bill.getBill({ billId }));
          return (payment?.status ?? 'none') === ends[becomes];
        },
        RECOVERY_SECONDS,
      );
    }
    // What was begun by the present release too: the card and the login can still be opened.
    const { billId } = manifest.customized;
    valueFrom(await api.payment.schedulePayment({ billId }));
    const unended = await until(
      'all payments to end',
      async () => {
        const waiting = unendedOf(await kept.ledger());
        return waiting.length === (soon ? 2 : 0) && waiting;
      },
      RECOVERY_SECONDS,
    );
    // The one that is scheduled, and its bill.
    expect(unended).toHaveLength(soon ? 2 : 0);
    expect(valueFrom(await api.bill.getBill({ billId })).payment?.status).toBe('paid');
    expectEachChargedOnce(await kept.ledger());
  });

  test('makes the swap that was under way, and keeps the others', async () => {
    for (const { name, clientId, ...ends } of kept.manifest.swaps) {
      await until(
        `${name} to be ${ends[becomes]}`,
        async () => {
          const { data } = valueFrom(await kept.api.swap.listSwaps({ clientId }));
          return data.length === 1 && data[0]?.status.type === ends[becomes];
        },
        RECOVERY_SECONDS,
      );
    }
  });

  test('delivers what was put aside, and what was to be tried again', async () => {
    const { api, apiWith, manifest, credentials, operate } = kept;
    const { disabled, failing, suspended } = manifest.endpoints;
    await operate('partner', 'resume', manifest.partners.suspended);
    const other = apiWith(credentials.suspended);
    for (const [at, { endpointId, eventIds }, secret] of [
      [api, disabled, credentials.webhookSecrets.disabled],
      [api, failing, credentials.webhookSecrets.failing],
      [other, suspended, credentials.webhookSecrets.suspended],
    ] as const) {
      const own = await openReceiver();
      const change = { endpointId, url: own.url, status: 'enabled' as const };
      valueFrom(await at['webhook-endpoint'].updateWebhookEndpoint(change));
      await untilVerified(at, endpointId);
      if (endpointId !== disabled.endpointId) {
        // They wait for their time, up to a day; who asks for it has them sent at once.
        for (const eventId of eventIds) {
          valueFrom(await at.event.retryEvent({ eventId, endpointId }));
        }
      }
      const came = () => own.delivered.map(({ event }) => event._id);
      await until('the events', async () => eventIds.every((id) => came().includes(id)));
      expect(isSignedBy(own, secret)).toBe(true);
      for (const eventId of eventIds) {
        await until('it to be known as delivered', async () => {
          const { deliveries } = valueFrom(await at.event.getEvent({ eventId }));
          return deliveries.find((one) => one.endpointId === endpointId)?.status === 'delivered';
        });
      }
      await own.close();
    }
  });

  test('takes its keys and signatures, and refuses those that have ended', async () => {
    const { api, apiWith, credentials, manifest, service, now } = kept;
    const asPartner = async (key: string) => {
      const result = await apiWith(key).partner.getPartner();
      return result.ok ? 'ok' : refusal(result);
    };
    expect(await asPartner(credentials.second)).toBe('ok');
    expect(await asPartner(credentials.moved)).toBe('ok');
    expect(await asPartner(credentials.revoked)).toBe('401 api_key_invalid');
    expect(await asPartner(credentials.expired)).toBe('401 api_key_invalid');
    const slow = valueFrom(await apiWith(credentials.slow).partner.getPartner());
    expect(slow.rateLimit).toEqual({ requestsPerSecond: 1, burst: 1 });

    expect(await asPartner(credentials.signed)).toMatch(/^401 /);
    const date = new Date(now()).toISOString();
    const text = `GET:/v1/partner:${credentials.signed}:${date}`;
    const signature = signText(text, createPrivateKey(credentials.signingKey));
    const authorization = `Bearer ${credentials.signed}`;
    const headers = { authorization, date, signature };
    expect((await fetch(`${service.baseUrl}/partner`, { headers })).status).toBe(200);

    const keyId = manifest.encryptionKeyId;
    const key = valueFrom(await api.partner.getEncryptionKey({ keyId }));
    const { identifier, clientId } = credentials.repeated;
    const hash = encryptJwe(publicKeyOf(key), JSON.stringify({ identifier }));
    const answer = await fetch(`${service.baseUrl}/client`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ encrypted: keyId, hash }),
    });
    expect(await answer.json()).toEqual({ clientId });
  });

  test('takes tokens and repetitions for as long as they count', async () => {
    const { api, apiWith, credentials, operate } = kept;
    const { access, clientId, sso, revoked } = credentials.tokens;
    // 0.1.0 left no record of its key: its tokens count as long as before amid the first rotation.
    const { keys } = (await operate('token-key', 'rotate')) as { keys: { state: string }[] };
    expect(keys.map((key) => key.state)).toEqual(soon ? ['signs', 'published'] : state.keyLater);
    const own = await apiWith(access).bill.listBills({ clientId });
    expect(own.ok ? 'ok' : refusal(own)).toBe(soon ? 'ok' : '401 token_invalid');
    const exchanged = await api.client.createAccessToken({ token: sso });
    expect(exchanged.ok ? 'ok' : refusal(exchanged)).toBe(soon ? 'ok' : '401 token_invalid');
    expect((await apiWith(revoked).bill.listBills({ clientId })).status).toBe(401);
    const { identifier, idempotencyKey, clientId: made } = credentials.repeated;
    const again = await api.client.createClient({ identifier }, { idempotencyKey });
    expect(valueFrom(again)).toEqual({ clientId: made });
    expect(again.replayed ?? false).toBe(soon);
  });

  test('keeps what was set', async () => {
    const { api, apiWith, credentials, manifest, operate, now } = kept;
    const { billId, label, amount } = manifest.customized;
    expect(valueFrom(await api.bill.getBill({ billId })).bill).toMatchObject({
      customLabel: label,
      customPaymentAmount: amount,
      hidden: 'true',
      settings: { recurring: 'disabled', notifications: 'disabled' },
    });
    // What was recurring stays, also where no record says who agreed to it.
    const automatic = manifest.payments.find(({ name }) => name === 'automatic');
    const kind = { recurring: 'enabled', consent: { by: state.consentedBy } };
    const still = valueFrom(await api.bill.getBill({ billId: automatic?.billId ?? '' }));
    expect(still.bill.settings).toMatchObject(kind);
    const { fontId } = manifest;
    expect(valueFrom(await api.partner.getModules())).toMatchObject({
      appName: 'Kept Bank',
      origins: ['https://kept.example'],
      theme: { brandColor: '#0a7f5c', font: { fontId } },
      fonts: [{ fontId }],
    });
    const { woff2 } = valueFrom(await api.module.getModuleFont({ fontId }));
    expect(Buffer.from(woff2, 'base64').toString()).toBe('wOF2 of a kept state');
    const moved = apiWith(credentials.moved);
    const { now: there } = valueFrom(await moved.sandbox.getClock());
    const ahead = (Date.parse(there) - now()) / DAY;
    expect(Math.round(ahead)).toBe(manifest.moved.aheadDays);
    const { payments } = valueFrom(await moved.bill.getBill({ billId: manifest.moved.billId }));
    expect(payments.length).toBeGreaterThanOrEqual(manifest.moved.payments);
    const { data } = (await operate('audit', manifest.partners.slow)) as { data: unknown };
    const actions = (data as { action: string }[]).map(({ action }) => action);
    expect(actions.toSorted()).toEqual([
      'api-key-created',
      'api-key-created',
      'partner-created',
      'rate-limit-changed',
    ]);
    // Keys of an address count for a week after they were last fetched.
    expect(await operate('signing', 'show', manifest.partners.moved)).toMatchObject({
      hasHeaders: true,
      keys: soon ? [{ kid: 'kept' }] : [],
    });
  });

  test('shows everything in its old and its new records as the contracts have it', async () => {
    const { api, apiWith, manifest, credentials } = kept;
    const { partners, clients } = manifest;
    const found = await readEverything(api, partners.first, clients);
    for (const [name, count] of Object.entries(manifest.counts)) {
      expect(found[name as keyof typeof found], name).toBeGreaterThanOrEqual(count);
    }
    await readEverything(apiWith(credentials.moved), partners.moved, []);
    await readEverything(apiWith(credentials.suspended), partners.suspended, []);
    if (soon) for (const clientId of clients) await expectMirrored(api, clientId, manifest.keptAt);
  });

  test('says the same once the operator has rewritten it', async () => {
    const { api, manifest, operate } = kept;
    const shown = () =>
      Promise.all(
        manifest.clients.map(async (clientId) =>
          valueFrom(await api.bill.listBills({ clientId })).data.map(({ bill }) => bill),
        ),
      );
    const before = await shown();
    const done = await operate('migrate');
    expect(done).toMatchObject({ rewritten: state.rewritten });
    expect(await operate('migrate')).toMatchObject({ rewritten: {} });
    expect(await shown()).toEqual(before);
  });
});

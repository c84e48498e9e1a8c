import { isFailure } from '@billhook/core/base/errors';
import { asUnset, keepSettings, withEarlier } from '@billhook/core/bill/earlier-settings';
import { presentBill } from '@billhook/core/bill/present-bill';
import { changeBillSettings } from '@billhook/core/bill/settings';
import {
  checkSubscription,
  consentOf,
  impliedConsent,
  partnerConsent,
  readConsent,
  startOf,
  startOn,
  withFirstMethod,
} from '@billhook/core/consent/consent';
import { assignMethod } from '@billhook/core/payment/method-assignment';
import { type GivenConsent, givenConsent } from '@billhook/core/schemas/consent';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { billRecord, methodRecord, NOW } from '../../../support/records.ts';

const textHash = 'a'.repeat(64);
const shown = { textHash, version: '3', locale: 'en-US' };
const told = { text: 'I agree.', at: '2026-11-20T08:00:00+01:00' };
const at = new Date(NOW).toISOString();
const hashOf = (text: string) => `hash of ${text}`;
const read = (given: GivenConsent, by: 'partner' | 'user', latest?: number) =>
  readConsent(given, { by, now: NOW, hashOf, ...(latest !== undefined && { latest }) });

describe('A consent in a request', () => {
  test.each([
    ['the hash of the text that was shown', shown],
    ['the text, and when', told],
    ['the text, with its version and language', { ...told, version: '3', locale: 'es' }],
    ['the text that was shown', { text: 'I agree.', version: '3', locale: 'es' }],
  ])('is %s', (_what, given) => {
    expect(v.safeParse(givenConsent, given).success).toBe(true);
  });

  test.each([
    ['nothing', {}],
    ['a hash alone', { textHash }],
    ['no version', { textHash, locale: 'en' }],
    ['no locale', { textHash, version: '3' }],
    ['a text alone', { text: 'I agree.' }],
    ['a time alone', { at: told.at }],
    ['both a text and a hash', { ...told, textHash }],
    ['a hash that is none', { ...shown, textHash: 'I agree to automatic payments of my bills.' }],
    ['a locale that is none', { ...shown, locale: 'en_US' }],
    ['a time that is none', { ...told, at: 'yesterday' }],
    ['an empty text', { ...told, text: '' }],
  ])('is not %s', (_what, given) => {
    expect(v.safeParse(givenConsent, given).success).toBe(false);
  });

  test('of a user is as the page has shown it, now', () => {
    expect(read(shown, 'user')).toEqual({ by: 'user', at, ...shown });
  });

  test('of a user names the version and language of the text, which is hashed here too', () => {
    expect(read(told, 'user')).toMatchObject({ failure: 'invalid_request' });
    const { version, locale } = shown;
    const kept = { by: 'user', at, textHash: 'hash of I agree.', version, locale };
    expect(read({ ...told, version, locale }, 'user')).toEqual(kept);
  });

  test('of a partner keeps the hash of the text, and the time that the partner says', () => {
    const kept = read(told, 'partner');
    expect(kept).toEqual({
      by: 'partner',
      at: '2026-11-20T07:00:00.000Z',
      textHash: 'hash of I agree.',
    });
    expect(JSON.stringify(kept)).not.toContain('"I agree."');
    expect(read(shown, 'partner')).toEqual({ by: 'partner', at, ...shown });
  });

  test('is not from the future, but for what clocks differ, or a test clock', () => {
    const inMinutes = (minutes: number) => ({
      ...told,
      at: new Date(NOW + minutes * 60_000).toISOString(),
    });
    expect(read(inMinutes(5), 'partner')).not.toHaveProperty('failure');
    expect(read(inMinutes(6), 'partner')).toMatchObject({
      failure: 'invalid_request',
      fields: [{ field: 'consent.at' }],
    });
    expect(read(inMinutes(6), 'partner', NOW + 60 * 60_000)).not.toHaveProperty('failure');
  });
});

const implied = impliedConsent(NOW);
const agreed = { by: 'user', at, ...shown } as const;
const off = billRecord({ recurring: 'disabled', consent: undefined });

describe('Recurring payments', () => {
  test('begin with a consent, or not at all', () => {
    expect(startOn(undefined)).toEqual({ recurring: 'disabled' });
    expect(startOn(agreed)).toEqual({ recurring: 'enabled', consent: agreed });
  });

  test('of an auth from before consents begin as it was linked', () => {
    expect(startOf({ byApiKey: true })).toEqual({
      recurring: 'enabled',
      consent: { by: 'legacy' },
    });
    expect(startOf({ byApiKey: false })).toEqual({ recurring: 'disabled' });
    expect(startOf({})).toEqual({ recurring: 'disabled' });
    expect(startOf({ byApiKey: true, starts: { recurring: 'disabled' } })).toEqual({
      recurring: 'disabled',
    });
  });

  test('that were enabled before consents stay, and are said to be', () => {
    const old = billRecord({ consent: undefined });
    expect(consentOf(old)).toEqual({ by: 'legacy' });
    const { settings, payDate } = presentBill(old, { partnerNow: NOW, sandbox: true });
    expect(settings).toMatchObject({ recurring: 'enabled', consent: { by: 'legacy' } });
    expect(payDate).toBe('2026-11-30T00:00:00.000Z');
    expect(changeBillSettings(old, { schedule: 'day-before' })).toMatchObject({
      consent: undefined,
    });
  });

  test('that are off show neither a consent nor a day', () => {
    const bill = presentBill(off, { partnerNow: NOW, sandbox: true });
    expect(bill.settings).not.toHaveProperty('consent');
    expect(bill).not.toHaveProperty('payDate');
  });

  test('are not enabled without consent, and are disabled without', () => {
    expect(changeBillSettings(off, { recurring: 'enabled' })).toMatchObject({
      failure: 'consent_required',
    });
    expect(changeBillSettings(off, { recurring: 'enabled' }, agreed)).toMatchObject({
      recurring: 'enabled',
      consent: agreed,
    });
    const stopped = changeBillSettings(billRecord(), { recurring: 'disabled' });
    expect(stopped).toMatchObject({ recurring: 'disabled', consent: undefined });
  });

  test('that are on already need no consent; what a user agreed to is kept', () => {
    const bill = billRecord({ consent: agreed });
    expect(changeBillSettings(bill, { recurring: 'enabled' })).toMatchObject({ consent: agreed });
    const byPartner = changeBillSettings(bill, { recurring: 'enabled' }, partnerConsent(NOW));
    expect(byPartner).toMatchObject({ consent: agreed });
    const newer = { ...agreed, version: '4' };
    expect(changeBillSettings(bill, { recurring: 'enabled' }, newer)).toMatchObject({
      consent: newer,
    });
  });
});

describe('An account at a subscription company', () => {
  const subscription = { subscription: true };
  const none = startOn(undefined);

  test('is linked with consent only', () => {
    expect(checkSubscription(subscription, ['bill'], none)?.failure).toBe('consent_required');
    expect(checkSubscription(subscription, ['payment'], none)?.failure).toBe('consent_required');
    expect(checkSubscription(subscription, ['bill'], startOn(agreed))).toBeUndefined();
    expect(checkSubscription({ subscription: false }, ['bill'], none)).toBeUndefined();
  });

  test('needs none where a card is put on file and no bill is read', () => {
    expect(checkSubscription(subscription, ['swap'], none)).toBeUndefined();
  });
});

describe('A first payment method', () => {
  const noConsent = startOn(undefined);

  test.each([
    ['the partner did not say otherwise', { consent: implied }],
    ['it is older than consents', { consent: undefined }],
  ])('pays no bill of which it is only known that %s', (_what, change) => {
    const bill = billRecord(change);
    expect(withFirstMethod(bill, noConsent)).toEqual({
      ...bill,
      recurring: 'disabled',
      consent: undefined,
    });
    expect(withFirstMethod(bill, startOn(implied))).toBe(bill);
    expect(withFirstMethod(bill, startOn(agreed))).toMatchObject({
      ...{ recurring: 'enabled', consent: agreed },
    });
  });

  test.each([
    ['a user agreed to', { consent: { ...agreed, version: '2' } }],
    ['a partner enabled', { consent: partnerConsent(NOW) }],
    ['a partner passed a consent for', { consent: { ...agreed, by: 'partner' as const } }],
    ['was paid before', { payments: [{ amountCents: 100, paidOn: at }] }],
    ['a payment was planned of', { newestPaymentId: 'pay_1' }],
    ['is not recurring', { recurring: 'disabled' as const }],
  ])('leaves a bill as it is that %s', (_what, change) => {
    const bill = billRecord(change);
    expect(withFirstMethod(bill, noConsent)).toBe(bill);
    expect(withFirstMethod(bill, startOn(agreed))).toBe(bill);
  });

  test.each([
    ['implied', { consent: implied }],
    ['older than consents', { consent: undefined }],
  ])('pays no subscription whose consent is %s until its user agrees', (_what, change) => {
    const bill = billRecord({ subscription: true, ...change });
    const card = methodRecord();
    const client = { defaultMethodId: card._id, methods: [card] };
    const shown = (one: typeof bill) => {
      const { withheld, payDate, settings } = presentBill(one, {
        ...{ partnerNow: NOW, sandbox: true, beside: { client } },
      });
      return [withheld?.reason, payDate?.slice(0, 10), settings.recurring];
    };
    const paid = [undefined, '2026-11-30', 'enabled'];
    // What was linked before, and paid by its default, stays so.
    expect(shown(bill)).toEqual(paid);
    expect(withFirstMethod(bill, startOn(implied))).toBe(bill);
    const kept = withFirstMethod(bill, noConsent);
    expect(shown(kept)).toEqual(['not-agreed', undefined, 'enabled']);
    expect(presentBill(kept, { partnerNow: NOW, sandbox: true }).withheld).toBeDefined();
    expect(withFirstMethod(kept, noConsent)).toBe(kept);
    expect(changeBillSettings(kept, { schedule: 'day-before' })).toMatchObject({ notAgreed: true });
    expect(changeBillSettings(kept, { recurring: 'enabled' })).toMatchObject({
      failure: 'consent_required',
    });
    const byPartner = partnerConsent(NOW);
    for (const consent of [agreed, byPartner]) {
      const changed = changeBillSettings(kept, { recurring: 'enabled' }, consent);
      expect(changed).toMatchObject({ consent });
      expect(shown(changed as typeof bill)).toEqual(paid);
    }
    expect(withFirstMethod(kept, startOn(agreed))).toMatchObject({
      ...{ consent: agreed, notAgreed: undefined },
    });
    const assigned = assignMethod(kept, card, undefined);
    expect(isFailure(assigned) || shown(assigned.bill)).toEqual(paid);
  });

  test('that a subscription is kept from pays it no more when the account is linked again', () => {
    const bill = {
      ...billRecord({ subscription: true, consent: implied }),
      notAgreed: true as const,
    };
    const kept = keepSettings(undefined, [bill], NOW)?.accounts[bill.accountFingerprint];
    const linked = { ...asUnset(bill), consent: implied };
    expect(linked.notAgreed).toBeUndefined();
    expect(withEarlier(linked, kept)).toMatchObject({ recurring: 'enabled', notAgreed: true });
    expect(withEarlier({ ...linked, consent: agreed }, kept).notAgreed).toBeUndefined();
  });
});

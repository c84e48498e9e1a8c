/** Who agreed to automatic payments, from the request to the bill and the audit. */
import { createHash, randomBytes } from 'node:crypto';
import type { AuthRecord } from '@billhook/core/auth/auth';
import { newOwnedId } from '@billhook/core/base/ids';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { BillStart } from '@billhook/core/consent/consent';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { listAudit } from '@billhook/runtime/partners/audit';
import { changePartner } from '@billhook/runtime/partners/settings';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { beforeEach, describe, expect, test } from 'vitest';
import { handler as runContinue } from '../../../../functions/auth/continue-auth.ts';
import { continueAuth, createAuth } from '../../../../functions/auth/contract.ts';
import { handler as runCreate } from '../../../../functions/auth/create-auth.ts';
import { handler as runAdd } from '../../../../functions/payment/add-payment-method.ts';
import { addPaymentMethod, updatePaymentSettings } from '../../../../functions/payment/contract.ts';
import { handler as runSettings } from '../../../../functions/payment/update-payment-settings.ts';
import {
  auth,
  beginAnew,
  call,
  card,
  companyId,
  declined,
  table,
} from '../../../support/lost-answers.ts';
import { billRecord, clientId, NOW, partnerId, unnoticed } from '../../../support/records.ts';

type By = 'partner' | 'client';

const textHash = createHash('sha256').update('I agree.').digest('hex');
const shown = { textHash, version: '3', locale: 'en-US' };
const at = new Date(NOW).toISOString();
const subscription = sandboxCompanies.find((company) => company.subscription);

beforeEach(async () => {
  await beginAnew();
  if (subscription) await companyStore(table).merge([subscription]);
});

const bills = billStore(table);
const keep = async (change: Partial<BillRecord>) => {
  const bill = billRecord({
    accountFingerprint: newOwnedId('bill', clientId, randomBytes),
    ...change,
  });
  await table.write([bills.save(...unnoticed(bill))]);
  return bill._id;
};
const setAs = (caller: By, body: object) =>
  call({ operation: updatePaymentSettings, handler: runSettings, body, caller });
const audited = async () =>
  (await listAudit(table, clientId)).map(({ actor, action, detail }) => [
    `${actor.kind} ${actor.tokenFamily ?? actor.id}`,
    action,
    detail,
  ]);

describe('Recurring payments', () => {
  test('are enabled with a token once the user has agreed, which the audit notes', async () => {
    const billId = await keep({ recurring: 'disabled', consent: undefined });
    const enable = { billId, recurring: 'enabled' };
    expect((await setAs('client', enable)).outcome).toBe('409 consent_required');
    const told = { text: 'I agree.', at };
    expect((await setAs('client', { ...enable, consent: told })).outcome).toBe(
      '400 invalid_request',
    );
    expect(await audited()).toEqual([]);
    const done = await setAs('client', { ...enable, consent: shown });
    expect(done.outcome).toEqual({ success: true });
    const consent = { by: 'user', at, ...shown };
    expect(await bills.findAny(billId)).toMatchObject({ recurring: 'enabled', consent });
    const detail = { billId, at, ...shown };
    const given = ['client family_a', 'consent-given', detail];
    expect(await audited()).toEqual([given]);
    expect((await setAs('client', { billId, recurring: 'disabled' })).outcome).toEqual({
      success: true,
    });
    expect(await bills.findAny(billId)).not.toHaveProperty('consent');
    expect(await audited()).toContainEqual(['client family_a', 'consent-withdrawn', { billId }]);
  });

  test('are enabled by a partner with or without the text that its user agreed to', async () => {
    const billId = await keep({ recurring: 'disabled', consent: undefined });
    const enable = { billId, recurring: 'enabled' };
    expect((await setAs('partner', enable)).outcome).toEqual({ success: true });
    const terms = {
      amount: '100.00',
      payDate: '2026-11-30T00:00:00.000Z',
      schedule: 'five-days-before',
    };
    expect((await bills.findAny(billId))?.consent).toEqual({ by: 'partner', at });
    const agreedAt = '2026-11-20T08:00:00.000Z';
    const told = { ...enable, consent: { text: 'I agree.', at: agreedAt } };
    expect((await setAs('partner', told)).outcome).toEqual({ success: true });
    const consent = { by: 'partner', at: agreedAt, textHash, terms };
    expect((await bills.findAny(billId))?.consent).toEqual(consent);
    const first = ['api-key key_a', 'consent-given', { billId, at }];
    const second = ['api-key key_a', 'consent-given', { billId, at: agreedAt, textHash }];
    const entries = await audited();
    expect(entries).toHaveLength(2);
    expect(entries).toEqual(expect.arrayContaining([first, second]));
    expect(JSON.stringify([...table.items.values()])).not.toContain('I agree.');
  });

  test('are not agreed to amid something else', async () => {
    const billId = await keep({ recurring: 'disabled', consent: undefined });
    for (const recurring of [undefined, 'disabled']) {
      const { outcome } = await setAs('client', { billId, recurring, consent: shown });
      expect(outcome).toBe('400 invalid_request');
    }
  });
});

const link = async (caller: By, body: object = {}, company = companyId) => {
  const given = { clientId, companyId: company, items: ['bill'], form: {}, ...body };
  const { outcome } = await call({
    operation: createAuth,
    handler: runCreate,
    body: given,
    caller,
  });
  const { authId } = outcome as { authId?: string };
  return authId === undefined ? outcome : (await authStore(table).findAny(authId))?.starts;
};
const implied = {
  recurring: 'enabled',
  consent: { by: 'partner', at, implied: true },
} as const;
const byUser = { recurring: 'enabled', consent: { by: 'user', at, ...shown } };

async function askFirst(paysOnAdding = false) {
  const actor = { kind: 'operator', id: 'test' } as const;
  await changePartner(table, { partnerId, actor, now: NOW, change: { paysOnAdding } });
}

describe('The bills of a linked account begin', () => {
  test('recurring by API key, on the word of the partner', async () => {
    expect(await link('partner')).toEqual(implied);
    expect(await audited()).toEqual([]);
  });

  test('not recurring by API key where the partner wants that', async () => {
    await askFirst();
    expect(await link('partner')).toEqual({ recurring: 'disabled' });
    const consent = { text: 'I agree.', at };
    const told = { recurring: 'enabled', consent: { by: 'partner', at, textHash } };
    expect(await link('partner', { consent })).toEqual(told);
    await askFirst(true);
    expect(await link('partner')).toEqual(implied);
  });

  test('not recurring by token, unless the user has agreed, which the audit notes', async () => {
    expect(await link('client')).toEqual({ recurring: 'disabled' });
    expect(await audited()).toEqual([]);
    expect(await link('client', { consent: shown })).toEqual(byUser);
    const detail = { authId: expect.any(String), at, ...shown };
    expect(await audited()).toEqual([['client family_a', 'consent-given', detail]]);
  });

  test('at a subscription company with consent, or not at all', async () => {
    const company = subscription?._id;
    expect(await link('client', {}, company)).toBe('409 consent_required');
    expect(await link('client', { consent: shown }, company)).toEqual(byUser);
    expect(await link('partner', {}, company)).toEqual(implied);
    await askFirst();
    expect(await link('partner', {}, company)).toBe('409 consent_required');
  });

  test('as agreed when it was linked, if the client goes on with what is linked', async () => {
    const auths = authStore(table);
    const goOn = async (caller: By, starts: BillStart, body: object = {}) => {
      const standing = (await auths.findAny(auth._id)) as AuthRecord;
      const { version } = standing;
      await table.write([auths.save({ ...standing, starts, version: version + 1 }, standing)]);
      const given = { items: ['payment'], ...body };
      const path = { authId: auth._id };
      await call({ operation: continueAuth, handler: runContinue, path, body: given, caller });
      const after = (await auths.findAny(auth._id)) as AuthRecord;
      const idle = { ...after, link: undefined, version: after.version + 1 };
      await table.write([auths.save(idle, after)]);
      return after.starts;
    };
    const off = { recurring: 'disabled' } as const;
    expect(await goOn('client', implied)).toEqual(implied);
    expect(await goOn('client', off)).toEqual(off);
    expect(await goOn('partner', off)).toEqual(implied);
    expect(await goOn('client', implied, { consent: shown })).toEqual(byUser);
  });
});

const newCard = {
  ...{ clientId, paymentType: 'card', name: 'Ada Tester', cardNumber: '4111111111111111' },
  ...{ cardCode: '123', expMonth: '12', expYear: '2040', zipcode: '94107' },
};

describe("A client's first payment method", () => {
  const add = (caller: By, more: object = {}) =>
    call({ operation: addPaymentMethod, handler: runAdd, body: { ...newCard, ...more }, caller });
  const forget = () => {
    for (const [key, { sk }] of table.items) {
      if (sk === card._id || sk === declined._id) table.items.delete(key);
    }
  };

  test('with a token pays nothing that only its partner has said it may', async () => {
    forget();
    const billId = await keep({});
    expect((await add('client')).outcome).toHaveProperty('paymentMethodId');
    expect(await bills.findAny(billId)).toMatchObject({ recurring: 'disabled' });
  });

  test('with a token leaves what was agreed to', async () => {
    forget();
    const billId = await keep({ consent: { by: 'user', at, ...shown } });
    await add('client');
    expect(await bills.findAny(billId)).toMatchObject({ recurring: 'enabled' });
  });

  test('with a token and its consent pays what only the partner has said it may', async () => {
    forget();
    const billId = await keep({});
    expect((await add('client', { consent: { ...shown, version: '' } })).outcome).toBe(
      '400 invalid_request',
    );
    await add('client', { consent: shown });
    expect(await bills.findAny(billId)).toMatchObject(byUser);
    expect(await audited()).toMatchObject([
      ['client family_a', 'consent-given', { methodId: expect.any(String), ...shown }],
    ]);
  });

  test('by API key pays nothing where the partner wants that', async () => {
    forget();
    const billId = await keep({});
    await askFirst();
    await add('partner');
    expect(await bills.findAny(billId)).toMatchObject({ recurring: 'disabled' });
  });

  test('by API key is as the interface has it', async () => {
    forget();
    const billId = await keep({});
    await add('partner');
    expect(await bills.findAny(billId)).toMatchObject({ recurring: 'enabled' });
  });

  test('is one that finds none: with another on file bills stay', async () => {
    const billId = await keep({});
    await add('client');
    expect(await bills.findAny(billId)).toMatchObject({ recurring: 'enabled' });
  });

  test('stops any number of bills', async () => {
    forget();
    const ids = await Promise.all(Array.from({ length: 60 }, () => keep({})));
    await add('client');
    const after = await Promise.all(ids.map((id) => bills.findAny(id)));
    expect(after.filter((bill) => bill?.recurring === 'enabled')).toEqual([]);
  });
});

describe('A consent that was given in the future', () => {
  const told = { text: 'I agree.', at: new Date(NOW + 60 * 60_000).toISOString() };
  const auth = { clientId, companyId, items: ['bill'], form: {} };
  test.each([
    ['consent.at', createAuth, runCreate, { ...auth, consent: told }],
    ['dataConsent.at', createAuth, runCreate, { ...auth, dataConsent: told }],
    ['authorization.at', addPaymentMethod, runAdd, { ...newCard, authorization: told }],
  ])('is refused by the name of its field, %s', async (field, operation, handler, body) => {
    const { outcome, fields } = await call({ operation, handler, body, caller: 'partner' });
    expect(outcome).toBe('400 invalid_request');
    expect(fields).toEqual([field]);
  });
});

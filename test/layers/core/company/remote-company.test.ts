import { companyOfRow } from '@billhook/core/company/remote-company';
import { expect, test } from 'vitest';
import { rows } from '../../../../connectors/sandbox/directory.ts';
import { manifest } from '../../../../connectors/sandbox/manifest.ts';

const [given] = rows;
if (!given) throw new Error('There is no row');
const row = given;

test.each([
  [['bank', 'card'], true, undefined],
  [['bank'], true, 'bank'],
  [['card'], true, 'card'],
  // Its operator gives it no cards: whoever has only one is told.
  [['bank', 'card'], false, 'bank'],
] as const)(
  'A company that takes %j, with cards: %j, requires %s',
  (methods, takesCards, required) => {
    const one = { ...row, acceptedMethods: [...methods] };
    const company = companyOfRow(one, 'co_a', { ...manifest, takesCards });
    expect(company.requiredPayment).toBe(required);
  },
);

test('A company that is not paid requires no method', () => {
  const one = { ...row, products: ['bill' as const], acceptedMethods: ['bank' as const] };
  expect(companyOfRow(one, 'co_a', { ...manifest, takesCards: true })).not.toHaveProperty(
    'requiredPayment',
  );
});

test('That users choose what goes wrong is said of a company where its connector says so', () => {
  const remoteOf = (inventsFaults?: boolean, mode: 'test' | 'live' = 'test') => {
    const capabilities = { ...manifest.capabilities, inventsFaults };
    return companyOfRow(row, 'co_a', { ...manifest, mode, capabilities, takesCards: true }).remote;
  };
  expect(remoteOf(true)?.capabilities.inventsFaults).toBe(true);
  // A real company’s faults count.
  expect(remoteOf(true, 'live')?.capabilities).not.toHaveProperty('inventsFaults');
  expect(remoteOf()?.capabilities).not.toHaveProperty('inventsFaults');
});

test('A row narrows what its connector says of all of its companies, and never widens it', () => {
  const capabilities = {
    ...manifest.capabilities,
    ...{ unattended: { reads: true, pays: true }, needsCardCode: false, countsFailedLogins: true },
  };
  const limits = { sessionsAtOnce: 10, coolDownSeconds: 60 };
  const source = { ...manifest, capabilities, limits, takesCards: true };
  const at = (own: (typeof row)['capabilities'], of = source) =>
    companyOfRow({ ...row, products: ['bill', 'payment'], capabilities: own }, 'co_a', of);
  const narrow = at({
    unattended: { reads: true, pays: false },
    ...{ needsCardCode: true, countsFailedLogins: false },
    limits: { sessionsAtOnce: 2, sessionsPerMinute: 5, coolDownSeconds: 30 },
  });
  expect(narrow).toMatchObject({ fullyAutomatedBill: true, userPresenceRequired: true });
  expect(narrow.remote?.capabilities).toMatchObject({
    ...{ needsCardCode: true, countsFailedLogins: true },
    limits: { sessionsAtOnce: 2, sessionsAMinute: 5, coolDownSeconds: 60 },
  });
  expect(at({ unattended: { reads: false, pays: true } })).toMatchObject({
    ...{ fullyAutomatedBill: false, userPresenceRequired: true },
  });
  const attended = {
    ...capabilities,
    unattended: { reads: false, pays: false },
    needsCardCode: true,
  };
  const wide = at(
    {
      unattended: { reads: true, pays: true },
      needsCardCode: false,
      limits: { sessionsAtOnce: 99 },
    },
    { ...source, capabilities: attended },
  );
  expect(wide).toMatchObject({ fullyAutomatedBill: false, userPresenceRequired: true });
  expect(wide.remote?.capabilities).toMatchObject({
    ...{ needsCardCode: true, limits: { sessionsAtOnce: 10 } },
  });
  // Rows without a word of it are as they were.
  const plain = companyOfRow(row, 'co_a', source);
  expect(plain).toMatchObject({ userPresenceRequired: false });
  expect(plain.remote?.capabilities).toMatchObject({ needsCardCode: false, limits });
});

test.each([
  [{}, {}, {}],
  [{ billsEvery: 'week', showsPayments: false }, {}, { billsEvery: 'week', showsPayments: false }],
  [{}, { billsEvery: 'week', showsPayments: false }, { billsEvery: 'week', showsPayments: false }],
  [{ showsPayments: false }, { showsPayments: true }, {}],
  [{ showsPayments: true }, {}, {}],
] as const)('Where the manifest says %j and the row %j, the company has %j', (all, own, habits) => {
  const capabilities = { ...manifest.capabilities, ...all };
  const source = { ...manifest, capabilities, takesCards: true };
  const { remote } = companyOfRow({ ...row, capabilities: own }, 'co_a', source);
  const { billsEvery, showsPayments } = remote?.capabilities ?? {};
  expect({ billsEvery, showsPayments }).toEqual(habits);
  // A member that is there without a value would make the row another one at each import.
  const named = Object.keys(remote?.capabilities ?? {});
  expect(named.filter((name) => ['billsEvery', 'showsPayments'].includes(name))).toEqual(
    Object.keys(habits),
  );
});

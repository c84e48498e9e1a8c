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

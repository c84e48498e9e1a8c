import { checkForm } from '@billhook/connector-kit';
import { companiesPage } from '@billhook/connector-kit/protocol/directory';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { companyOfRow, rows } from '../../../connectors/sandbox/directory.ts';
import { NOW, sandbox } from '../../layers/core/sandbox/support.ts';

const { connector } = sandbox();

function checked(rowId: string, form: Record<string, string>) {
  const [row, company] = [rows.find(({ id }) => id === rowId), companyOfRow(rowId)];
  if (!row || !company) throw new Error(`There is no row ${rowId}`);
  return {
    byRow: checkForm(row, form).map(({ field }) => `form.${field}`),
    bySandbox: connector.checkForm(company, form, NOW).map(({ field }) => field),
  };
}

test('Every company has a row, which leads back to it', () => {
  expect(rows.map(({ id }) => companyOfRow(id)?._id)).toEqual(
    sandboxCompanies.map(({ _id }) => _id),
  );
  const page = { companies: [...rows], asOf: '2027-01-31T12:00:00.000Z' };
  expect(v.safeParse(companiesPage, page).issues).toBeUndefined();
});

describe('The rules of a row are those of the sandbox', () => {
  test.each([
    ['RegularCompany100000', {}],
    ['RegularCompany100000', { balance: '100.00', dueDate: '12/01/2026', status: 'anything' }],
    ['RegularCompany100000', { balance: 'a lot', status: 'hold' }],
    ['PebblerunWater000000', { username: 'ada', password: ' ' }],
    ['PebblerunWater000000', { username: 'ada', password: '' }],
    ['PebblerunWater000000', {}],
    ['TarnbeckGas000000000', { username: 'ada', password: 'x' }],
    ['FernwaveInternet0000', { email: 'test', password: 'x' }],
  ])('of %s with %j', (rowId, form) => {
    const { byRow, bySandbox } = checked(rowId, form as Record<string, string>);
    expect(byRow).toEqual(bySandbox);
  });
});

/** The sandbox's own checks find these, and the login refuses them. */
test.each([
  ['an amount that is none', { balance: 'a lot', dueDate: '12/01/2026' }],
  ['a day that is none', { balance: '100.00', dueDate: 'tomorrow' }],
  ['a day to come of what is overdue', { balance: '1', dueDate: '12/01/2026', status: 'overdue' }],
  ['one without the other', { balance: '100.00' }],
])('What a row can’t say: %s', (_, form) => {
  const { byRow, bySandbox } = checked('RegularCompany100000', form);
  expect(byRow).toEqual([]);
  expect(bySandbox).not.toEqual([]);
});

test('What a row can’t say of a name: that it is more than spaces', () => {
  const { byRow, bySandbox } = checked('PebblerunWater000000', { username: ' ', password: 'x' });
  expect([byRow, bySandbox]).toEqual([[], ['form.username']]);
});

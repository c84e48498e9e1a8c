import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { remoteRules } from '@billhook/runtime/companies/remote/rules';
import { expect, test } from 'vitest';
import { rows } from '../../../../../connectors/sandbox/directory.ts';

const row = rows.find(({ id }) => id === 'PebblerunWater000000');
const company = { remote: { row, capabilities: {} } } as never;

test.each([
  [{ username: 'ada', password: 'x' }, []],
  [{ username: 'ada', password: 'x', favouriteColour: 'green' }, []],
  [{ username: 'ada' }, [['form.password', 'required']]],
  [{ username: 'a'.repeat(513), password: 'x' }, [['form.username', 'invalid']]],
])('The form %j is checked by its row', (form, wrong) => {
  const found = remoteRules.checkForm(company, form as Record<string, string>, 0);
  expect(found.map(({ field, code }) => [field, code])).toEqual(wrong);
});

test('A company that no remote connector reaches has no rules of one', () => {
  const [own] = sandboxCompanies;
  expect(() => remoteRules.capabilities(own as never)).toThrow('no connector sandbox');
});

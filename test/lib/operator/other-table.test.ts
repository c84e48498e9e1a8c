import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operatorGroups } from '../../../lib/operator/groups.ts';
import { takeTable, unwritable, useOf } from '../../../lib/operator/other-table.ts';
import { memoryTable } from '../../support/memory-table.ts';

const before = process.env.TABLE_NAME;
beforeEach(() => {
  process.env.TABLE_NAME = 'own';
});
afterEach(() => {
  process.env.TABLE_NAME = before;
  if (before === undefined) delete process.env.TABLE_NAME;
});

const ours = {
  KeySchema: [{ AttributeName: 'pk' }, { AttributeName: 'sk' }],
  GlobalSecondaryIndexes: [{ IndexName: 'byPartner' }, { IndexName: 'byDue' }],
  TableStatus: 'ACTIVE',
};

/** DynamoDB with one table, as it answers. */
function having(name: string, Table: object) {
  const send = async ({ input }: { readonly input: { readonly TableName: string } }) => {
    if (input.TableName === name) return { Table };
    throw Object.assign(new Error('Requested resource not found'), {
      name: 'ResourceNotFoundException',
    });
  };
  return { send } as never;
}

describe('Another table is for commands', () => {
  test('that look, or erase again', async () => {
    const program = new Command();
    for (const { load } of operatorGroups) (await load())(program, () => async () => {});
    const paths = program.commands.flatMap((group) =>
      group.commands.length > 0
        ? group.commands.map((one) => `${group.name()} ${one.name()}`)
        : [group.name()],
    );
    expect(paths.filter((path) => useOf(path) === 'looks').toSorted()).toEqual([
      ...['account list', 'audit', 'company list', 'connector list', 'connector show'],
      ...['connector-key show', 'encryption-key list', 'find', 'key list', 'limits show'],
      ...['modules show', 'partner list', 'partner show', 'payment find', 'payment list'],
      ...['payment show', 'payments kept', 'payments show', 'reconciliation list'],
      ...['reconciliation show', 'signing show', 'token-key show'],
    ]);
    expect(paths.filter((path) => useOf(path) === 'erases')).toEqual([
      'partner erase',
      'client erase',
    ]);
  });

  test('and no others: what a payment is paused by is the stage’s own', async () => {
    await expect(takeTable('restored', 'payments pause', having('restored', ours))).rejects.toThrow(
      'payments pause has no --table',
    );
    expect(process.env.TABLE_NAME).toBe('own');
  });

  test('which write nothing where they look', async () => {
    const table = unwritable(memoryTable());
    await expect(table.write([])).rejects.toThrow('has written');
  });
});

describe('Which table is read', () => {
  test('is said, beside the one that the stage runs on', async () => {
    const said = await takeTable('restored', 'payments show', having('restored', ours));
    expect(said).toBe('The table is restored. The stage runs on own.');
    expect(process.env.TABLE_NAME).toBe('restored');
  });

  test('may be the stage’s own', async () => {
    expect(await takeTable('own', 'payments show', having('own', ours))).toBe(
      'The table is own, which the stage runs on.',
    );
  });

  test.each([
    ['isn’t there', 'restord', ours, 'There is no table restord in this account and region.'],
    ['has other keys', 'restored', { ...ours, KeySchema: [] }, 'restored is no table of Billhook'],
    [
      'lost an index',
      'restored',
      { ...ours, GlobalSecondaryIndexes: [{ IndexName: 'byDue' }] },
      'lacks its indexes',
    ],
    ['isn’t ready', 'restored', { ...ours, TableStatus: 'CREATING' }, 'still being restored'],
  ])('is refused where it %s', async (_why, name, table, message) => {
    const dynamo = having('restored', table);
    await expect(takeTable(name, 'client erase', dynamo)).rejects.toThrow(message);
    expect(process.env.TABLE_NAME).toBe('own');
  });
});

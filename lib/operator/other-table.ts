/**
 * Commands on another table than the one that the stage runs on: a restored one, before it takes that
 * one's place. Those that look may, and those that erase again what a restore brought back.
 */
import type { DescribeTableOutput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Table } from '@billhook/runtime/table/types';
import { refusal, usageError } from './command-group.ts';

/** They change nothing, and have no function of the deployment read its own table. */
const LOOKS = /(?:^| )(?:audit|find|kept|list|show)$/;
const looksElsewhere = new Set(['company show', 'dead-letters list']);
const ERASES = new Set(['client erase', 'partner erase']);

export type Use = 'looks' | 'erases';

/** @returns nothing of a command that works on the stage's own table alone. */
export function useOf(command: string): Use | undefined {
  if (ERASES.has(command)) return 'erases';
  return LOOKS.test(command) && !looksElsewhere.has(command) ? 'looks' : undefined;
}

/**
 * Has the command work on the table of this name.
 * @returns what it says of that. @throws UsageError, or a refusal of a table that isn't one of Billhook's.
 */
export async function takeTable(
  name: string,
  command: string,
  dynamo?: Pick<DynamoDBClient, 'send'>,
): Promise<string> {
  if (!useOf(command)) throw usageError(`${command} has no --table: it works on the stage's own.`);
  await checkTable(name, dynamo);
  const own = process.env.TABLE_NAME;
  process.env.TABLE_NAME = name;
  return own === name
    ? `The table is ${name}, which the stage runs on.`
    : `The table is ${name}. The stage runs on ${own}.`;
}

/** @throws a refusal of one that isn't there, or isn't as the stage's own. */
export async function checkTable(
  TableName: string,
  dynamo?: Pick<DynamoDBClient, 'send'>,
): Promise<void> {
  const sdk = await import('@aws-sdk/client-dynamodb');
  const client = dynamo ?? new sdk.DynamoDBClient({});
  const { Table }: DescribeTableOutput = await client
    .send(new sdk.DescribeTableCommand({ TableName }))
    .catch((error) => {
      if (error.name !== 'ResourceNotFoundException') throw error;
      throw refusal(`There is no table ${TableName} in this account and region.`);
    });
  const keys = Table?.KeySchema?.map(({ AttributeName }) => AttributeName);
  const indexes = Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName);
  const isOurs =
    String(keys) === 'pk,sk' && ['byDue', 'byPartner'].every((one) => indexes?.includes(one));
  if (!isOurs) throw refusal(`${TableName} is no table of Billhook's, or lacks its indexes.`);
  if (Table?.TableStatus === 'CREATING') throw refusal(`${TableName} is still being restored.`);
}

/** For a command that looks: whatever it does, nothing is written. */
export function unwritable(table: Table): Table {
  const write = () => Promise.reject(new Error('A command that looks has written'));
  return { ...table, write };
}

/** How the table's writes are said to DynamoDB. Used by `table.ts` alone. */
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Condition, Key, Write, WriteResult } from './types.ts';

const CONTENTION_ATTEMPTS = 6;
const FIRST_WAIT_MILLISECONDS = 20;

type Expression = {
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
};

/** The table that an item lies in. */
type TableOf = (key: Key) => string;

type SingleWrite = Exclude<Write, { readonly check: unknown }>;

export async function writeOne(
  client: DynamoDBDocumentClient,
  tableOf: TableOf,
  write: SingleWrite,
  writeId: string,
): Promise<WriteResult> {
  const input = {
    ...phrase(write, tableOf, writeId),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
  try {
    await retryContention(() => {
      if ('put' in write) return client.send(new PutCommand(input as never));
      if ('update' in write) return client.send(new UpdateCommand(input as never));
      return client.send(new DeleteCommand(input as never));
    });
    return 'written';
  } catch (error) {
    if (nameOf(error) !== 'ConditionalCheckFailedException') throw error;
    const standing = (error as { Item?: { writeId?: { S?: string } | string } }).Item?.writeId;
    const standingId = typeof standing === 'object' ? standing.S : standing;
    // What was to be deleted is gone: by us, when an answer was lost, or by another; either will do.
    if ('delete' in write && !(error as { Item?: object }).Item) return 'written';
    return standingId === writeId ? 'written' : 'conflict';
  }
}

export async function writeTogether(
  tableOf: TableOf,
  writes: readonly Write[],
  writeId: string,
  send: (input: TransactWriteCommandInput) => Promise<unknown>,
): Promise<WriteResult> {
  const input: TransactWriteCommandInput = {
    // The same token for every attempt: a transaction whose answer was lost is not made twice.
    ClientRequestToken: writeId,
    TransactItems: writes.map((write) => {
      const item = phrase(write, tableOf, writeId);
      if ('put' in write) return { Put: item };
      if ('update' in write) return { Update: item };
      if ('delete' in write) return { Delete: item };
      return { ConditionCheck: item };
    }) as never,
  };
  try {
    await retryContention(() => send(input));
    return 'written';
  } catch (error) {
    if (isRefused(error)) return 'conflict';
    throw error;
  }
}

/**
 * The SDK tries throttled calls again, and not what met the transaction of another. What it tried
 * again is not tried here: the one times the other would take longer than the function has.
 */
async function retryContention(send: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await send();
      return;
    } catch (error) {
      if (attempt === CONTENTION_ATTEMPTS || isRefused(error) || !isContention(error)) throw error;
      await wait(Math.random() * FIRST_WAIT_MILLISECONDS * 2 ** attempt);
    }
  }
}

/** A condition did not hold: trying the same again would be refused again. */
function isRefused(error: unknown): boolean {
  return reasonsOf(error).includes('ConditionalCheckFailed');
}

/** Another transaction held an item, or the table was throttled: the same again may go through. */
function isContention(error: unknown): boolean {
  const name = nameOf(error);
  return (
    name === 'TransactionConflictException' ||
    reasonsOf(error).some((code) =>
      ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'].includes(code),
    )
  );
}

function reasonsOf(error: unknown): string[] {
  if (nameOf(error) !== 'TransactionCanceledException') return [];
  const reasons = (error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons;
  return (reasons ?? []).map(({ Code }) => Code ?? 'None');
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function phrase(write: Write, tableOf: TableOf, writeId: string): Record<string, unknown> {
  const expression = conditionOf(write.when);
  if ('put' in write) {
    return { TableName: tableOf(write.put), Item: { ...write.put, writeId }, ...expression };
  }
  if ('delete' in write) {
    return { TableName: tableOf(write.delete), Key: write.delete, ...expression };
  }
  if ('check' in write) {
    return { TableName: tableOf(write.check), Key: write.check, ...expression };
  }
  const updated = updateOf(write, expression, writeId);
  return { TableName: tableOf(write.update), Key: write.update, ...updated };
}

function updateOf(
  write: Extract<Write, { readonly update: unknown }>,
  expression: Expression,
  writeId: string,
): Record<string, unknown> {
  const names = { ...expression.ExpressionAttributeNames };
  const values = { ...expression.ExpressionAttributeValues };
  const name = (attribute: string) => {
    const placeholder = `#${placeholderOf(attribute)}`;
    names[placeholder] = attribute;
    return placeholder;
  };
  const value = (attribute: string, given: unknown) => {
    const placeholder = `:new_${placeholderOf(attribute)}`;
    values[placeholder] = given;
    return placeholder;
  };
  const sets = Object.entries({ ...write.set, writeId }).map(
    ([attribute, given]) => `${name(attribute)} = ${value(attribute, given)}`,
  );
  for (const [attribute, given] of Object.entries(write.setOnce ?? {})) {
    const path = name(attribute);
    sets.push(`${path} = if_not_exists(${path}, ${value(attribute, given)})`);
  }
  const adds = Object.entries(write.add ?? {}).map(
    ([attribute, given]) => `${name(attribute)} ${value(attribute, given)}`,
  );
  const removes = (write.remove ?? []).map(name);
  const parts = [
    `SET ${sets.join(', ')}`,
    adds.length > 0 ? `ADD ${adds.join(', ')}` : '',
    removes.length > 0 ? `REMOVE ${removes.join(', ')}` : '',
  ];
  return {
    ...expression,
    UpdateExpression: parts.filter(Boolean).join(' '),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
}

/** DynamoDB takes letters, digits and underscores in a placeholder; a name may be made of others' ids. */
function placeholderOf(attribute: string): string {
  return attribute.replaceAll(/\W/g, (other) => `_${other.codePointAt(0)}_`);
}

function conditionOf(condition: Condition | undefined): Expression {
  if (!condition) return {};
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const parts: string[] = [];
  const compare = (given: object = {}, operator: string, prefix: string) => {
    for (const [attribute, expected] of Object.entries(given)) {
      names[`#${attribute}`] = attribute;
      values[`:${prefix}_${attribute}`] = expected;
      parts.push(`#${attribute} ${operator} :${prefix}_${attribute}`);
    }
  };
  compare(condition.equals, '=', 'old');
  compare(condition.atMost, '<=', 'most');
  compare(condition.atLeast, '>=', 'least');
  if (condition.exists) parts.push('attribute_exists(pk)');
  if (condition.absent) parts.push('attribute_not_exists(pk)');
  const all = parts.join(' AND ');
  return {
    ConditionExpression: condition.orAbsent ? `attribute_not_exists(pk) OR (${all})` : all,
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}

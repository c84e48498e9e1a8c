/** The small tables that lie apart, in memory: clients' keys, and the list of who was erased. */
import type { AwsClients } from '@billhook/runtime/aws/clients';

type Input = {
  readonly TableName: string;
  readonly Key?: Readonly<Record<string, unknown>>;
  readonly Item?: Readonly<Record<string, unknown>>;
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
};
type Command = { readonly constructor: { readonly name: string }; readonly input: Input };

export type ApartTables = {
  /** Hand it down as `aws: { dynamo }`. */
  readonly dynamo: NonNullable<AwsClients['dynamo']>;
  readonly items: Map<string, Readonly<Record<string, unknown>>>;
  readonly calls: string[];
};

export const apartNames = { CLIENT_KEYS_TABLE: 'client-keys', ERASURES_TABLE: 'erasures' } as const;

export function apartTables(): ApartTables {
  const items: ApartTables['items'] = new Map();
  const calls: string[] = [];
  const at = (name: string, { pk, sk = '' }: Readonly<Record<string, unknown>> = {}) =>
    `${name} ${pk} ${sk}`;
  const answers: Record<string, (input: Input) => object> = {
    GetCommand: ({ TableName, Key }) => ({ Item: items.get(at(TableName, Key)) }),
    DeleteCommand: ({ TableName, Key }) => {
      items.delete(at(TableName, Key));
      return {};
    },
    PutCommand: ({ TableName, Item = {}, ConditionExpression }) => {
      const place = at(TableName, Item);
      if (ConditionExpression && items.has(place)) {
        throw Object.assign(new Error('refused'), { name: 'ConditionalCheckFailedException' });
      }
      items.set(place, Item);
      return {};
    },
    QueryCommand: ({ TableName, ExpressionAttributeValues }) => {
      const begins = `${TableName} ${ExpressionAttributeValues?.[':kind']} `;
      return {
        Items: [...items].filter(([place]) => place.startsWith(begins)).map(([, item]) => item),
      };
    },
  };
  const send = async (command: Command) => {
    calls.push(command.constructor.name);
    const answer = answers[command.constructor.name];
    if (!answer) throw new Error(`No answer for ${command.constructor.name}`);
    return answer(command.input);
  };
  return { dynamo: { send } as never, items, calls };
}

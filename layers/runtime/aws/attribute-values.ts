/** Values as DynamoDB writes them in JSON, and back: as the SDK's document client does it. */

type Attribute = Readonly<Record<string, unknown>>;

/**
 * An item, a key or the values of an expression. What is undefined is left out.
 * @throws Error for what DynamoDB can't keep.
 */
export function attributesOf(values: object): Record<string, Attribute> {
  const attributes: Record<string, Attribute> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) attributes[name] = attributeOf(value);
  }
  return attributes;
}

function attributeOf(value: unknown): Attribute {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
      return { N: numberOf(value) };
    case 'boolean':
      return { BOOL: value };
    case 'object':
      return objectAttribute(value);
    default:
      throw new Error(`The table can't keep a ${typeof value}`);
  }
}

function objectAttribute(value: object | null): Attribute {
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) {
    return { L: value.filter((one) => one !== undefined).map(attributeOf) };
  }
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  const kind = Object.getPrototypeOf(value)?.constructor?.name ?? 'Object';
  if (kind !== 'Object') throw new Error(`The table can't keep a ${kind}`);
  return { M: attributesOf(value) };
}

function numberOf(value: number): string {
  if (Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  throw new Error(`The table can't keep the number ${value}`);
}

export function valuesOf(attributes: Readonly<Record<string, Attribute>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(attributes))
    values[name] = readValue(attributes[name] as Attribute);
  return values;
}

/** @throws Error for a type that nothing of ours writes. */
function readValue(attribute: Attribute): unknown {
  for (const type in attribute) {
    const value = attribute[type];
    switch (type) {
      case 'S':
        return value;
      case 'N':
        return safeNumber(value as string);
      case 'BOOL':
        return Boolean(value);
      case 'NULL':
        return null;
      case 'M':
        return valuesOf(value as Record<string, Attribute>);
      case 'L':
        return (value as Attribute[]).map(readValue);
      case 'B':
        return new Uint8Array(Buffer.from(value as string, 'base64'));
    }
  }
  throw new Error(`The table has a value of an unknown type: ${Object.keys(attribute)}`);
}

/** The SDK makes a BigInt of what a number can't hold exactly; no record of ours has one. */
function safeNumber(text: string): number | bigint {
  const number = Number(text);
  return Math.abs(number) > Number.MAX_SAFE_INTEGER ? BigInt(text) : number;
}

/** JSON Schemas as types of TypeScript. */
import { nameOf, type Schema } from './description.ts';

const primitives: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** What a caller gives may be read-only; what is answered is the caller's to change. */
export type Direction = 'given' | 'answered';

/** @param depth how far the lines of an object are indented. */
export function typeOf(schema: Schema, direction: Direction, depth = 0): string {
  const inner = (one: Schema) => typeOf(one, direction, depth);
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  // Beside a type, choices only narrow it.
  if (schema.type === undefined) {
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices) return [...new Set(choices.map(inner))].join(' | ');
    if (schema.allOf) return schema.allOf.map((one) => inParentheses(inner(one))).join(' & ');
  }
  if (Array.isArray(schema.type)) {
    return schema.type.map((type: string) => inner({ ...schema, type })).join(' | ');
  }
  if (schema.type === 'array') {
    const items = `${inParentheses(inner(schema.items ?? {}))}[]`;
    return direction === 'given' ? `readonly ${items}` : items;
  }
  if (schema.type === 'object' || schema.properties) return objectType(schema, direction, depth);
  return primitives[String(schema.type)] ?? 'unknown';
}

function objectType(schema: Schema, direction: Direction, depth: number): string {
  const { properties = {}, additionalProperties, required = [] } = schema;
  const fields = Object.entries(properties);
  if (fields.length === 0) {
    if (typeof additionalProperties !== 'object') return 'Record<string, never>';
    return `Record<string, ${typeOf(additionalProperties, direction, depth)}>`;
  }
  const pad = '  '.repeat(depth + 1);
  const lines = fields.map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?';
    const type = typeOf(field, direction, depth + 1);
    return `${comment(field.description, pad)}${pad}${propertyName(name)}${mark}: ${type};\n`;
  });
  return `{\n${lines.join('')}${'  '.repeat(depth)}}`;
}

/** A comment of documentation before what it is about, or nothing. */
export function comment(text: string | undefined, pad = ''): string {
  if (!text) return '';
  const lines = text.replaceAll('*/', '* /').split('\n');
  if (lines.length === 1) return `${pad}/** ${lines[0]} */\n`;
  return `${pad}/**\n${lines.map((line) => `${pad} * ${line}`.trimEnd()).join('\n')}\n${pad} */\n`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : String(value);
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

function inParentheses(type: string): string {
  return /^(?:[\w.]+|\{[^|&]*\})$/.test(type) ? type : `(${type})`;
}

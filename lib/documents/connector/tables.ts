/** The tables of `docs/connect/connector-protocol.md`, from the protocol's declaration. */

import { scenarios } from '@billhook/connector-kit/protocol/manifest';
import {
  operationNames,
  operations,
  type WireOperation,
} from '@billhook/connector-kit/protocol/operations';
import { problems } from '@billhook/connector-kit/protocol/problems';
import { checks } from '@billhook/connector-kit/verify/run';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { exampleText } from './example-text.ts';
import { connectorSchemas } from './schemas.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** The document with everything between its marks written again. @throws Error for an unknown mark. */
export function withConnectorTables(document: string): string {
  const schemas = connectorSchemas();
  const mark = /<!-- ([\w -]+): npm run docs -->\n[\s\S]*?<!-- end -->/g;
  return document.replace(mark, (_, what: string) => {
    const text = tableOf(what, schemas);
    return `<!-- ${what}: npm run docs -->\n${text}\n<!-- end -->`;
  });
}

function tableOf(what: string, schemas: Schemas): string {
  const [kind, name = ''] = what.split(' ', 2);
  if (kind === 'operations') return operationsTable();
  if (kind === 'problems') return problemsTable();
  if (kind === 'scenarios') return scenariosTable();
  if (kind === 'checks') return checksTable();
  if (kind === 'example') return exampleText(name);
  const schema = schemas[name];
  if (kind !== 'document' || !schema) throw new Error(`Nothing is known of ${what}`);
  return membersTable(schema);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function operationsTable(): string {
  const rows = operationNames.map((name) => {
    const { method, path, summary, repeatedBy }: WireOperation = operations[name];
    return [`\`${name}\``, `\`${method} ${path}\``, summary, repeatedBy];
  });
  return table(['Operation', 'Request', '', 'Known again by'], rows);
}

function problemsTable(): string {
  const rows = Object.entries(problems).map(([code, { status, title, callerDoes }]) => [
    `\`${code}\``,
    String(status),
    title,
    callerDoes,
  ]);
  return table(['Code', 'Status', 'When', 'What Billhook does'], rows);
}

function scenariosTable(): string {
  const rows = Object.entries(scenarios).map(([name, text]) => [`\`${name}\``, text]);
  return table(['Scenario', 'The login brings about'], rows);
}

function checksTable(): string {
  const rows = checks.map(({ id, proves, why }) => [`\`${id}\``, proves, why]);
  return table(['Check', 'Proves', 'Otherwise'], rows);
}

/** Members of an object; of one that has kinds, of each of them. */
function membersTable(schema: JsonSchema): string {
  const kinds = schema.oneOf ?? schema.anyOf;
  if (!kinds) return table(['Member', 'Type', '', ''], rowsOf(schema));
  return kinds
    .map((kind) => {
      const [tag, value] = tagOf(kind);
      const rows = rowsOf(kind).filter(([member]) => member !== `\`${tag}\``);
      const title = `\`"${tag}": "${value}"\``;
      return rows.length === 0
        ? `${title}: nothing more.\n`
        : `${title}\n\n${table(['Member', 'Type', '', ''], rows)}\n`;
    })
    .join('\n')
    .trimEnd();
}

function tagOf({ properties = {} }: JsonSchema): readonly [string, unknown] {
  const found = Object.entries(properties).find(
    ([, { const: value }]) => typeof value === 'string',
  );
  return found ? [found[0], found[1].const] : ['', ''];
}

/** Members that every result may have: the document says so once. */
const everywhere = new Set(['fault', 'live', 'liveSeconds', 'wrongMembers']);

function rowsOf({ properties = {}, required = [] }: JsonSchema): string[][] {
  const isResult = Object.hasOwn(properties, 'kind');
  const members = Object.entries(properties).filter(([name]) => !isResult || !everywhere.has(name));
  return members.map(([name, member]) => [
    `\`${name}\``,
    typeOf(member),
    required.includes(name) ? '' : 'optional',
    member.description ?? '',
  ]);
}

function typeOf(schema: JsonSchema): string {
  const { $ref, type, items, enum: values, const: value, format, allOf } = schema;
  const kinds = schema.oneOf ?? schema.anyOf;
  if ($ref) return nameOf($ref);
  if (allOf?.[0]) return typeOf(allOf[0]);
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  if (values) return values.length > 12 ? 'a code' : values.map((one) => `\`${one}\``).join(', ');
  if (kinds) return kinds.map(typeOf).join(' or ');
  if (type === 'array')
    return `list of ${schema.maxItems ? `up to ${schema.maxItems} ` : ''}${items ? typeOf(items) : 'anything'}`;
  if (type === 'object' && schema.properties) {
    return `{ ${Object.keys(schema.properties)
      .map((name) => `\`${name}\``)
      .join(', ')} }`;
  }
  if (type === 'object') return 'object';
  if (type === 'boolean') return type;
  const limits = format ?? limitsOf(schema);
  return limits ? `${type} (${limits})` : (type ?? 'anything');
}

function limitsOf({ minLength, maxLength, minimum, maximum }: JsonSchema): string | undefined {
  if (maxLength !== undefined) return `${minLength ?? 0} to ${maxLength} characters`;
  if (maximum !== undefined) return `${minimum ?? 0} to ${maximum}`;
  return minimum === undefined ? undefined : `from ${minimum}`;
}

function nameOf(reference: string): string {
  const name = reference.split('/').at(-1) ?? '';
  return `[${name}](#${name.toLowerCase()})`;
}

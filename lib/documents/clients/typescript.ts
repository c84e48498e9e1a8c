/** The generated files of the TypeScript client: types of what is sent and answered, and a table of operations. */
import {
  type Described,
  type DescribedOperation,
  nameOf,
  type Parameter,
  pascalCase,
  type Schema,
} from './description.ts';
import { comment, type Direction, typeOf } from './typescript-types.ts';

const HEAD = '// Written by `npm run docs` from the contracts. Not to be changed by hand.\n';

/** The files by their names. */
export function typescriptFiles(described: Described): Readonly<Record<string, string>> {
  return {
    'schemas.ts': schemasFile(described),
    'inputs.ts': inputsFile(described),
    'operations.ts': operationsFile(described.operations),
    'events.ts': eventsFile(described),
    'table.ts': tableFile(described.operations),
  };
}

function schemasFile({ schemas, operations, errorCodes }: Described): string {
  const given = givenNames(schemas, operations);
  const types = Object.entries(schemas).map(([name, schema]) => {
    const direction: Direction = given.has(name) ? 'given' : 'answered';
    return `${comment(schema.description)}export type ${name} = ${typeOf(schema, direction)};\n`;
  });
  return [
    HEAD,
    ...types,
    `/** Every code of an error. */\nexport type ErrorCode =${listOf(errorCodes)};\n`,
    '/** What any operation with a credential can answer. */\n' +
      `export type CommonErrorCode =${listOf(commonCodes(operations))};\n`,
  ].join('\n');
}

function listOf(codes: readonly string[]): string {
  return codes.map((code) => `\n  | '${code}'`).join('');
}

function commonCodes(operations: readonly DescribedOperation[]): string[] {
  const [first, ...others] = operations.filter(({ open }) => !open);
  return (first?.codes ?? []).filter((code) => others.every(({ codes }) => codes.includes(code)));
}

function inputsFile({ schemas, operations }: Described): string {
  const common = commonCodes(operations);
  const types = operations.flatMap((operation) => {
    const { name, response, codes } = operation;
    const type = pascalCase(name);
    const input = inputOf(operation);
    const own = operation.open ? codes : codes.filter((code) => !common.includes(code));
    const listed = `${operation.open ? '' : '\n  | CommonErrorCode'}${listOf(own)}`;
    return [
      ...(input ? [`export type ${type}Input = ${input};\n`] : []),
      `export type ${type}Output = ${typeOf(response, 'answered')};\n`,
      `export type ${type}ErrorCode =${listed};\n`,
    ];
  });
  const text = types.join('\n');
  return `${HEAD}${importOf(['CommonErrorCode', ...Object.keys(schemas)], text, './schemas.ts')}\n${text}`;
}

function inputOf({ pathNames, query, body }: DescribedOperation): string | undefined {
  const fields = [
    ...pathNames.map((name) => `  ${name}: string;\n`),
    ...query.map((one) => `  ${one.name}${one.required ? '' : '?'}: ${queryType(one)};\n`),
  ].join('');
  const parts = [...(fields ? [`{\n${fields}}`] : []), ...(body ? [typeOf(body, 'given')] : [])];
  if (parts.length < 2) return parts[0];
  return parts.map((part) => (part.includes(' | ') ? `(${part})` : part)).join(' & ');
}

/** Numbers travel as text; the client writes them. */
function queryType({ schema }: Parameter): string {
  const isNumber = schema.type === 'string' && schema.pattern?.startsWith('^\\d');
  return isNumber ? 'number' : typeOf(schema, 'given');
}

function operationsFile(operations: readonly DescribedOperation[]): string {
  const groups = Map.groupBy(operations, ({ group }) => group);
  const text = [...groups]
    .map(([group, named]) => `  readonly ${group}: {\n${named.map(methodOf).join('')}  };\n`)
    .join('');
  const names = operations.flatMap((operation) => {
    const type = pascalCase(operation.name);
    return [...(inputOf(operation) ? [`${type}Input`] : []), `${type}Output`, `${type}ErrorCode`];
  });
  return [
    HEAD,
    "import type { Call, Pages } from '../call.ts';\n",
    "import type { CallOptions } from '../options.ts';\n",
    importOf(names, text, './inputs.ts'),
    `\n/** Every operation of the API, by group and name as in its description. */\nexport interface Operations {\n${text}}\n`,
  ].join('');
}

function methodOf(operation: DescribedOperation): string {
  const { name, summary, description, paged, method, path } = operation;
  const type = pascalCase(name);
  const required = operation.pathNames.length > 0 || isRequired(operation);
  const given = inputOf(operation) ? `given${required ? '' : '?'}: ${type}Input, ` : '';
  const about = [summary, ...(description ? ['', description] : []), '', `\`${method} ${path}\``];
  const answer = paged
    ? `Pages<${type}Output, ${type}ErrorCode>`
    : `Call<${type}Output, ${type}ErrorCode>`;
  return `${comment(about.join('\n'), '    ')}    ${name}(${given}options?: CallOptions): ${answer};\n`;
}

/** Whether there is something that a call cannot leave out. */
function isRequired({ query, bodyRequired }: DescribedOperation): boolean {
  return query.some(({ required }) => required) || bodyRequired;
}

function eventsFile({ schemas, events }: Described): string {
  const entries = Object.entries(events).map(([type, body]) => {
    const event = body.properties?.event ?? body;
    return `  '${type}': ${typeOf(event, 'answered', 1)};\n`;
  });
  const text = `/** The events by their types. */\nexport interface Events {\n${entries.join('')}}\n`;
  return `${HEAD}${importOf(Object.keys(schemas), text, './schemas.ts')}\n${text}`;
}

function tableFile(operations: readonly DescribedOperation[]): string {
  const groups = [...Map.groupBy(operations, ({ group }) => group)].map(([group, named]) => {
    const rows = named.map((one) => `    ${one.name}: ${rowOf(one)},\n`).join('');
    return `  ${group}: {\n${rows}  },\n`;
  });
  return `${HEAD}import type { Table } from '../operation.ts';\n\nexport const table: Table = {\n${groups.join('')}};\n`;
}

function rowOf({ method, path, query, body, repeat, open, paged, encrypts }: DescribedOperation) {
  const row = {
    method,
    path,
    repeat,
    ...(query.length > 0 && { query: query.map(({ name }) => name) }),
    ...(body && { body: true }),
    ...(open && { open }),
    ...(paged && { paged }),
    ...(encrypts && { encrypts }),
  };
  return JSON.stringify(row)
    .replace(/"(\w+)":/g, '$1: ')
    .replaceAll('"', "'")
    .replaceAll(',', ', ')
    .replace(/^\{(.*)\}$/, '{ $1 }');
}

/** The schemas that requests are made of. */
function givenNames(
  schemas: Described['schemas'],
  operations: readonly DescribedOperation[],
): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (schema: Schema) => {
    for (const name of referencesIn(schema)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas[name] ?? {});
    }
  };
  for (const { body } of operations) if (body) visit(body);
  return found;
}

function referencesIn(schema: Schema): string[] {
  const references = JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g);
  return [...references].map(([, reference = '']) => nameOf(reference));
}

function importOf(names: readonly string[], text: string, file: string): string {
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const list = [...new Set(used)].sort().map((name) => `  ${name},\n`);
  return list.length > 0 ? `import type {\n${list.join('')}} from '${file}';\n` : '';
}

/** The generated files of the TypeScript client: types of what is sent and answered, and a table of operations. */
import {
  commonCodes,
  type Described,
  type DescribedOperation,
  givenNames,
  nameOf,
  needsInput,
  pascalCase,
} from './description.ts';
import { comment, type Direction, typeOf } from './typescript-types.ts';

const HEAD = '// Written by `npm run docs` from the contracts. Not to be changed by hand.\n';

/** The files by their names. */
export function typescriptFiles(described: Described): Readonly<Record<string, string>> {
  return {
    'schemas.ts': schemasFile(described),
    'calls.ts': callsFile(described),
    'operations.ts': operationsFile(described),
    'events.ts': eventsFile(described),
    'table.ts': tableFile(described.operations),
  };
}

function schemasFile(described: Described): string {
  const given = givenNames(described);
  const types = Object.entries(described.schemas).map(([name, schema]) => {
    const direction: Direction = given.has(name) ? 'given' : 'answered';
    return `${comment(schema.description)}export type ${name} = ${typeOf(schema, direction)};\n`;
  });
  return [HEAD, ...types].join('\n');
}

function listOf(codes: readonly string[]): string {
  return codes.map((code) => `\n  | '${code}'`).join('');
}

function callsFile({ schemas, operations }: Described): string {
  const common = commonCodes(operations);
  const types = operations.flatMap((operation) => {
    const { name, response, codes, open } = operation;
    const type = pascalCase(name);
    const input = inputOf(operation);
    const own = open ? codes : codes.filter((code) => !common.includes(code));
    const listed = `${open ? '' : '\n  | CommonErrorCode'}${listOf(own)}`;
    return [
      ...(input ? [`export type ${type}Arguments = ${input};\n`] : []),
      ...(response.$ref ? [] : [`export type ${type}Answer = ${typeOf(response, 'answered')};\n`]),
      `export type ${type}ErrorCode =${listed};\n`,
    ];
  });
  const text = [
    '/** What any operation with a credential can answer. */\n' +
      `export type CommonErrorCode =${listOf(common)};\n`,
    ...types,
  ].join('\n');
  return `${HEAD}${importOf(Object.keys(schemas), text, './schemas.ts')}\n${text}`;
}

/** Path, query and body in one object. */
function inputOf({ pathNames, query, body }: DescribedOperation): string | undefined {
  const fields = [
    ...pathNames.map((name) => `  ${name}: string;\n`),
    ...query.map(({ name, required, schema }) => {
      return `  ${name}${required ? '' : '?'}: ${typeOf(schema, 'given')};\n`;
    }),
  ].join('');
  const parts = [...(fields ? [`{\n${fields}}`] : []), ...(body ? [typeOf(body, 'given')] : [])];
  return parts.length > 0 ? parts.join(' & ') : undefined;
}

function answerOf({ name, response }: DescribedOperation): string {
  return response.$ref ? nameOf(response.$ref) : `${pascalCase(name)}Answer`;
}

function operationsFile(described: Described): string {
  const { operations, schemas } = described;
  const groups = Map.groupBy(operations, ({ group }) => group);
  const text = [...groups]
    .map(([group, named]) => {
      const methods = named.map((one) => methodOf(one)).join('');
      return `  readonly ${group}: {\n${methods}  };\n`;
    })
    .join('');
  const names = operations.flatMap(({ name }) =>
    ['Arguments', 'Answer', 'ErrorCode'].map((end) => `${pascalCase(name)}${end}`),
  );
  return [
    HEAD,
    "import type { Call, Pages } from '../call.ts';\n",
    "import type { CallOptions } from '../options.ts';\n",
    importOf(names, text, './calls.ts'),
    importOf(Object.keys(schemas), text, './schemas.ts'),
    '\n/** Every operation of the API, by group and name as in its description. */\n',
    `export interface Operations {\n${text}}\n`,
  ].join('');
}

function methodOf(operation: DescribedOperation): string {
  const { name, summary, description, paged, method, path } = operation;
  const type = pascalCase(name);
  const mark = needsInput(operation) ? '' : '?';
  const given = inputOf(operation) ? `given${mark}: ${type}Arguments, ` : '';
  const about = [summary, ...(description ? ['', description] : []), '', `\`${method} ${path}\``];
  const call = `${paged ? 'Pages' : 'Call'}<${answerOf(operation)}, ${type}ErrorCode>`;
  return `${comment(about.join('\n'), '    ')}    ${name}(${given}options?: CallOptions): ${call};\n`;
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

function importOf(names: readonly string[], text: string, file: string): string {
  const code = text.replace(/\/\*\*.*?\*\//gs, '');
  const used = names.filter((name) =>
    new RegExp(`(?<!['"\\w*])\\b${name}\\b(?=[;\\[,>)\\s&|])`).test(code),
  );
  const list = [...new Set(used)].sort().map((name) => `  ${name},\n`);
  return list.length > 0 ? `import type {\n${list.join('')}} from '${file}';\n` : '';
}

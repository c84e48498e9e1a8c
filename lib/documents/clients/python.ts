/** The generated files of the Python client: the types, and a method for each operation. */
import {
  type Described,
  type DescribedOperation,
  givenNames,
  nameOf,
  needsInput,
  pascalCase,
  resolved,
  type Schema,
} from './description.ts';
import { PythonTypes } from './python-types.ts';

const HEAD = '# Written by `npm run docs` from the contracts. Not to be changed by hand.\n';

/** The files by their names. */
export function pythonFiles(described: Described): Readonly<Record<string, string>> {
  const types = new PythonTypes();
  const given = givenNames(described);
  for (const [name, schema] of Object.entries(described.schemas)) {
    types.define(name, schema, given.has(name) ? 'given' : 'answered');
  }
  const methods = described.operations.map((one) => defineMethod(types, described, one));
  return { 'types.py': typesFile(types), 'operations.py': operationsFile(types, methods) };
}

function typesFile({ lines, names }: PythonTypes): string {
  const listed = [...names].sort().map((name) => `    "${name}",\n`);
  const imports =
    'from typing import Any, Dict, List, Literal, Mapping, Sequence, TypeAlias, TypedDict, Union';
  return `${HEAD}from __future__ import annotations\n\n${imports}\n${lines.join('\n')}\n\n\n__all__ = [\n${listed.join('')}]\n`;
}

type Method = { readonly operation: DescribedOperation; readonly text: string };

function defineMethod(
  types: PythonTypes,
  described: Described,
  operation: DescribedOperation,
): Method {
  const type = pascalCase(operation.name);
  const input = inputOf(described, operation);
  if (input) types.define(`${type}Arguments`, input, 'given');
  const output = operation.response.$ref
    ? nameOf(operation.response.$ref)
    : types.typeOf(operation.response, `${type}Answer`, 'answered');
  const item = operation.paged ? itemOf(described, operation) : undefined;
  const optional = needsInput(operation) ? '' : ' | None = None';
  const given = input ? `given: ${type}Arguments${optional}` : '';
  const key = operation.repeat === 'key' ? '        idempotency_key: str | None = None,\n' : '';
  const answer = item ? `Pages[${item}, ${output}]` : output;
  const passed = [
    `"${operation.name}"`,
    ...(input ? ['given'] : ['None']),
    ...(key ? ['idempotency_key'] : ['None']),
    'timeout_seconds',
    'max_retries',
  ].join(', ');
  const call = item
    ? `        return Pages(self._call, ${passed})\n`
    : `        answer: ${answer} = self._call(${passed})\n        return answer\n`;
  const text = `
    def ${snakeCase(operation.name)}(
        self,
${given ? `        ${given},\n` : ''}        *,
${key}        timeout_seconds: float | None = None,
        max_retries: int | None = None,
    ) -> ${answer}:
${docstring(operation)}${call}`;
  return { operation, text };
}

function docstring({ summary, description, method, path }: DescribedOperation): string {
  const text = [summary, ...(description ? ['', description] : []), '', `${method} ${path}`];
  const lines = text.join('\n').replaceAll('\\', '\\\\').replaceAll('"""', "'''").split('\n');
  const pad = (line: string) => (line ? `        ${line}` : '');
  return `        """${lines.map(pad).join('\n').trimStart()}\n        """\n`;
}

/** Path, query and body in one object. */
function inputOf(described: Described, operation: DescribedOperation): Schema | undefined {
  const { pathNames, query, body } = operation;
  const own: [string, Schema][] = [
    ...pathNames.map((name): [string, Schema] => [name, { type: 'string' }]),
    ...query.map(({ name, schema }): [string, Schema] => [name, schema]),
  ];
  const required = [...pathNames, ...query.filter((one) => one.required).map(({ name }) => name)];
  if (!body) {
    if (own.length === 0) return undefined;
    return { type: 'object', properties: Object.fromEntries(own), required };
  }
  if (own.length === 0) return body;
  const merge = (given: Schema): Schema => {
    const schema = resolved(described, given);
    const choices = schema.properties ? undefined : (schema.oneOf ?? schema.anyOf);
    if (choices) return { oneOf: choices.map(merge) };
    return {
      type: 'object',
      properties: { ...Object.fromEntries(own), ...schema.properties },
      required: [...required, ...(schema.required ?? [])],
    };
  };
  return merge(body);
}

/** The type of a list's items. */
function itemOf(described: Described, { response }: DescribedOperation): string {
  const reference = resolved(described, response).properties?.data?.items?.$ref;
  return reference ? nameOf(reference) : 'Any';
}

function operationsFile(types: PythonTypes, methods: readonly Method[]): string {
  const groups = Map.groupBy(methods, ({ operation }) => operation.group);
  const classes = [...groups].map(([group, own]) => {
    const name = pascalCase(group);
    return `\n\nclass ${name}Operations(Group):${own.map(({ text }) => text).join('')}`;
  });
  const table = [...groups].map(([group, own]) => {
    const rows = own.map(({ operation }) => `    "${operation.name}": ${rowOf(operation)},\n`);
    return `    # ${group}\n${rows.join('')}`;
  });
  const attributes = [...groups.keys()].map(
    (group) => `        self.${snakeCase(group)} = ${pascalCase(group)}Operations(call)\n`,
  );
  const text = classes.join('');
  const used = types.names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).sort();
  return `${HEAD}from __future__ import annotations

from typing import Any, Dict

from .._operation import Call, Group, Operation
from .._pages import Pages
from .types import (
${used.map((name) => `    ${name},\n`).join('')})

OPERATIONS: Dict[str, Operation] = {
${table.join('')}}
${text}

class Operations:
    """Every operation of the API, by group and name as in its description."""

    def __init__(self, call: Call) -> None:
${attributes.join('')}`;
}

function rowOf({
  group,
  name,
  method,
  path,
  query,
  body,
  repeat,
  open,
  encrypts,
}: DescribedOperation): string {
  const fields = [
    `"${group}.${name}"`,
    `"${method}"`,
    `"${path}"`,
    `"${repeat}"`,
    ...(query.length > 0
      ? [
          `query=(${query
            .map((one) => `"${one.name}", `)
            .join('')
            .trimEnd()})`,
        ]
      : []),
    ...(body ? ['body=True'] : []),
    ...(open ? ['open=True'] : []),
    ...(encrypts ? [`encrypts="${encrypts}"`] : []),
  ];
  return `Operation(${fields.join(', ')})`;
}

/** `createAuth` → `create_auth`. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

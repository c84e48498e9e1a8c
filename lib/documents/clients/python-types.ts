/** JSON Schemas as types of Python: a `TypedDict` for each object, which is what JSON is there anyway. */
import { nameOf, pascalCase, type Schema } from './description.ts';
import type { Direction } from './typescript-types.ts';

const primitives: Readonly<Record<string, string>> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
};

const keywords = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally ' +
    'for from global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** Types in the order in which they are found, and names for those that have none. */
export class PythonTypes {
  readonly #lines: string[] = [];
  readonly #names: string[] = [];

  get lines(): readonly string[] {
    return this.#lines;
  }

  get names(): readonly string[] {
    return this.#names;
  }

  typeOf(schema: Schema, name: string, direction: Direction): string {
    if (schema.$ref) return nameOf(schema.$ref);
    if (schema.const !== undefined) return literal([schema.const]);
    if (schema.enum) return literal(schema.enum);
    // Beside a type, choices only narrow it.
    if (schema.type === undefined) {
      const choices = schema.oneOf ?? schema.anyOf;
      if (choices) return this.union(choices, name, direction);
      const [whole] = schema.allOf ?? [];
      if (whole) return this.typeOf(whole, name, direction);
    }
    if (Array.isArray(schema.type)) {
      return this.union(
        schema.type.map((type: string) => ({ ...schema, type })),
        name,
        direction,
      );
    }
    if (schema.type === 'array') {
      const items = this.typeOf(schema.items ?? {}, `${name}Item`, direction);
      return `${direction === 'given' ? 'Sequence' : 'List'}[${items}]`;
    }
    if (schema.type === 'object' || schema.properties)
      return this.objectType(schema, name, direction);
    return primitives[String(schema.type)] ?? 'Any';
  }

  private union(choices: readonly Schema[], name: string, direction: Direction): string {
    const types = choices.map((choice, index) =>
      this.typeOf(choice, `${name}${markOf(choice) ?? (index === 0 ? '' : index + 1)}`, direction),
    );
    const different = [...new Set(types)];
    return different.length === 1 ? (different[0] ?? 'Any') : `Union[${different.join(', ')}]`;
  }

  private objectType(schema: Schema, name: string, direction: Direction): string {
    if (Object.keys(schema.properties ?? {}).length > 0) {
      this.defineObject(name, schema, direction);
      return name;
    }
    const { additionalProperties } = schema;
    const value =
      typeof additionalProperties === 'object'
        ? this.typeOf(additionalProperties, `${name}Value`, direction)
        : 'Any';
    return `${direction === 'given' ? 'Mapping' : 'Dict'}[str, ${value}]`;
  }

  /** Python 3.10 has no `NotRequired`: what may be missing is in a class of its own. */
  private defineObject(name: string, schema: Schema, direction: Direction): void {
    const fields = Object.entries(schema.properties ?? {}).map(([field, one]) => {
      if (keywords.has(field) || !/^[A-Za-z_]\w*$/.test(field) || field.startsWith('__')) {
        throw new Error(`${name} has a field that Python cannot name: ${field}`);
      }
      const type = this.typeOf(one, `${name}${pascalCase(field.replace(/^_/, ''))}`, direction);
      return { required: schema.required?.includes(field) ?? false, line: `    ${field}: ${type}` };
    });
    const [required, optional] = [true, false].map((wanted) =>
      fields.filter((field) => field.required === wanted).map(({ line }) => line),
    );
    const head = (own: string, parents: string) => `class ${own}(${parents}):`;
    if (!required?.length) this.add(name, head(name, 'TypedDict, total=False'), optional ?? []);
    else if (!optional?.length) this.add(name, head(name, 'TypedDict'), required);
    else {
      this.add(undefined, head(`_${name}`, 'TypedDict'), required);
      this.add(name, head(name, `_${name}, total=False`), optional);
    }
  }

  private add(name: string | undefined, head: string, fields: readonly string[]): void {
    if (name !== undefined) this.addName(name);
    this.#lines.push('', '', head, ...fields);
  }

  private addName(name: string): void {
    if (this.#names.includes(name)) throw new Error(`Two types of Python are called ${name}`);
    this.#names.push(name);
  }

  define(name: string, schema: Schema, direction: Direction): void {
    const type = this.typeOf(schema, name, direction);
    if (type === name) return;
    this.addName(name);
    this.#lines.push('', '', `${name}: TypeAlias = ${quoted(type)}`);
  }
}

/** What an alias names may be defined further down. */
function quoted(type: string): string {
  return type.includes('"') ? type.replace(/(?<!["\w])[A-Z]\w*(?=[\],]|$)/g, '"$&"') : `"${type}"`;
}

/** What tells an object from the others that may be in its place: `Card` of `paymentType: "card"`. */
function markOf({ properties = {} }: Schema): string | undefined {
  const marked = Object.values(properties).find(({ const: value }) => typeof value === 'string');
  return marked && pascalCase(String(marked.const));
}

function literal(values: readonly unknown[]): string {
  const texts = values.map((value) => {
    if (value === true) return 'True';
    if (value === false) return 'False';
    return value === null ? 'None' : JSON.stringify(value);
  });
  return `Literal[${texts.join(', ')}]`;
}

/**
 * What the parts of a script take from each other, said shortly. esbuild gives each name that one part
 * takes from another a second name; and a part that others need all of becomes a file that only passes
 * its names on. Without both a page is 0.4 KB smaller, and asks for one file less.
 */

export type Part = { readonly file: string; readonly text: string };

/** By the name that others know it by, what it is called in its own file. */
type Exports = ReadonlyMap<string, string>;

/** As esbuild writes them: imports at the top, exports in one list at the end. */
const TOP = /^(?:import(?:\{[^}]*\}from)?"[^"]+";)*/;
const IMPORT = /import\{([^}]*)\}from"\.\/([^"]+)"/g;
const END = /export\{([^}]*)\};?\s*$/;

export function withPlainNames(parts: readonly Part[]): {
  readonly parts: readonly Part[];
  /** Files that only passed names on, and those that have them now. */
  readonly moved: ReadonlyMap<string, string>;
} {
  const exports = new Map(parts.map(({ file, text }) => [file, exportsOf(text)]));
  const passing = parts.flatMap((part) => passedOn(part, exports) ?? []);
  const moved = new Map(passing.map(({ file, to }) => [file, to]));
  const stay = parts.filter(({ file }) => !moved.has(file));
  const taken = new Set(
    stay.flatMap(({ text }) => [...text.matchAll(IMPORT)].map((one) => one[2])),
  );
  const named = stay.map(({ file, text }) => {
    const own = passing.filter(({ to }) => to === file).flatMap(({ names }) => [...names]);
    const all = taken.has(file) ? plain(exports.get(file)) : [...(exports.get(file) ?? [])];
    const list = [...all, ...own].map(([as, name]) => (as === name ? name : `${name} as ${as}`));
    const end = list.length > 0 ? `export{${list.sort().join()}};\n` : '';
    return { file, text: takeByName(text, exports).replace(END, '') + end };
  });
  return { parts: named, moved };
}

function pairs(list: string): (readonly [name: string, as: string])[] {
  return list.split(',').map((one) => {
    const [name = '', as = name] = one.split(' as ');
    return [name, as] as const;
  });
}

function exportsOf(text: string): Exports {
  const [, list = ''] = END.exec(text) ?? [];
  return new Map(list === '' ? [] : pairs(list).map(([name, as]) => [as, name]));
}

function plain(exports: Exports | undefined): (readonly [string, string])[] {
  return [...new Set(exports?.values())].map((name) => [name, name] as const);
}

/** Where a file leads that is nothing but imports of one file's names, and their export. */
function passedOn({ file, text }: Part, exports: ReadonlyMap<string, Exports>) {
  if (text.replace(TOP, '').replace(END, '').trim() !== '') return undefined;
  const found = [...text.matchAll(IMPORT)];
  const [[, list = '', to = ''] = []] = found;
  const there = exports.get(to);
  if (found.length !== 1 || !there) return undefined;
  const local = new Map(pairs(list).map(([name, as]) => [as, there.get(name) ?? '']));
  const names = [...exportsOf(text)].map(([as, name]) => [as, local.get(name) ?? ''] as const);
  return { file, to, names };
}

/** The text with each import by what it is called in its own file. */
function takeByName(text: string, exports: ReadonlyMap<string, Exports>): string {
  return text.replace(IMPORT, (whole, list: string, from: string) => {
    const there = exports.get(from);
    if (!there) return whole;
    const names = pairs(list).map(([name, as]) => [there.get(name) ?? name, as] as const);
    const short = names.map(([name, as]) => (name === as ? name : `${name} as ${as}`));
    return `import{${short.sort().join()}}from"./${from}"`;
  });
}

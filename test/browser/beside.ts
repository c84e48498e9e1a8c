/**
 * Pictures of an earlier checkout and of this one next to each other, as pages that open from their
 * folder: what `npm run tools -- pictures --beside <folder>` writes.
 */
import { closeSync, mkdirSync, openSync, readdirSync, readSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';

type Picture = {
  readonly module: string;
  readonly state: string;
  readonly scheme: string;
  /** In pixels; 0 for strips of walks, which are as wide as they have screens. */
  readonly width: number;
  readonly path: string;
};

type Place = Omit<Picture, 'path'>;

type Pair = Place & { readonly before?: string; readonly now?: string };

export type Written = {
  /** The page that leads to the others. */
  readonly index: string;
  readonly pages: number;
  /** How many pictures there are on both sides. */
  readonly both: number;
  /** States that are on one side only, in whatever scheme and width: `bill-pay.skipped`. */
  readonly onlyBefore: readonly string[];
  readonly onlyNow: readonly string[];
  /** How many pictures lack the other one, of states that are on both sides. */
  readonly single: number;
};

const named = /^(?<module>[^.]+)\.(?<state>.+)\.(?<scheme>light|dark)\.png$/;

/**
 * Writes a page for each module, scheme and width into the folder `beside` below that of now.
 * Both folders are read with those inside them; one may be inside the other.
 * @throws Error where a folder has no pictures, or two of the same.
 */
export function putBeside(before: string, now: string): Written {
  const [earlier, later] = [picturesIn(before, now), picturesIn(now, before)];
  const pairs = [...pairsOf(earlier, later)].sort(byPlace);
  const to = join(now, 'beside');
  mkdirSync(to, { recursive: true });
  const groups = Map.groupBy(pairs, (pair) => titleOf(pair));
  for (const [title, those] of groups) {
    writeFileSync(join(to, fileOf(title)), pageOf(title, those, to));
  }
  const index = join(to, 'index.html');
  writeFileSync(index, indexOf(groups));
  const states = {
    before: new Set(earlier.map(stateOf)),
    now: new Set(later.map(stateOf)),
  };
  return {
    index,
    pages: groups.size,
    both: pairs.filter((pair) => pair.before && pair.now).length,
    onlyBefore: [...states.before.difference(states.now)].sort(),
    onlyNow: [...states.now.difference(states.before)].sort(),
    single: pairs.filter(
      (pair) =>
        !(pair.before && pair.now) &&
        states.before.has(stateOf(pair)) &&
        states.now.has(stateOf(pair)),
    ).length,
  };
}

function picturesIn(folder: string, other: string): Picture[] {
  const inOther = (path: string) =>
    resolve(other).startsWith(resolve(folder) + sep) &&
    resolve(path).startsWith(resolve(other) + sep);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => !inOther(path));
  const pictures = paths.flatMap((path) => {
    const { module, state, scheme } = named.exec(basename(path))?.groups ?? {};
    if (!module || !state || !scheme) return [];
    return { module, state, scheme, width: module === 'walk' ? 0 : widthOf(path), path };
  });
  if (pictures.length === 0) throw new Error(`There are no pictures in ${folder}`);
  return pictures;
}

/** From the first chunk of a PNG. */
function widthOf(path: string): number {
  const head = Buffer.alloc(24);
  const file = openSync(path, 'r');
  try {
    readSync(file, head);
  } finally {
    closeSync(file);
  }
  return head.readUInt32BE(16);
}

function pairsOf(before: readonly Picture[], now: readonly Picture[]): Iterable<Pair> {
  const pairs = new Map<string, Pair>();
  for (const [side, pictures] of Object.entries({ before, now })) {
    for (const { path, ...place } of pictures) {
      const pair: Pair = pairs.get(nameOf(place)) ?? place;
      const twin = pair[side as 'before' | 'now'];
      if (twin) throw new Error(`${twin} and ${path} are of the same state: remove one`);
      pairs.set(nameOf(place), { ...pair, [side]: path });
    }
  }
  return pairs.values();
}

function byPlace(one: Place, two: Place): number {
  return nameOf(one).localeCompare(nameOf(two), 'en', { numeric: true });
}

function stateOf({ module, state }: Place): string {
  return `${module}.${state}`;
}

function nameOf(place: Place): string {
  return [stateOf(place), place.scheme, ...(place.width ? [place.width] : [])].join(', ');
}

function titleOf({ module, scheme, width }: Place): string {
  return [module, scheme, ...(width ? [width] : [])].join(', ');
}

function fileOf(title: string): string {
  return `${title.replaceAll(', ', '.')}.html`;
}

const style = `
  body { margin: 24px; font: 15px/1.5 system-ui, sans-serif; background: #d6dbe3; color: #1b2230 }
  section { margin: 0 0 48px }
  h2 { margin: 0 0 8px; font-size: 17px }
  div { display: grid; grid-template-columns: repeat(2, minmax(0, max-content)); gap: 8px 24px }
  figure { margin: 0 }
  figcaption { font-weight: 600 }
  img { max-width: 100%; border: 1px solid #9aa3b2 }
`;

function htmlOf(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title>
<style>${style}</style><h1>${escaped(title)}</h1>\n${body}</html>\n`;
}

function pageOf(title: string, pairs: readonly Pair[], to: string): string {
  const sides = { before: 'Before', now: 'Now' } as const;
  const sections = pairs.map((pair) => {
    const figures = (['before', 'now'] as const).map((side) => {
      const path = pair[side];
      const address = path && addressOf(path, to);
      const shown = address
        ? `<a href="${address}"><img loading="lazy" src="${address}" alt=""></a>`
        : '<p>Not there</p>';
      return `<figure><figcaption>${sides[side]}</figcaption>${shown}</figure>`;
    });
    return `<section><h2>${escaped(pair.state)}</h2><div>${figures.join('')}</div></section>`;
  });
  return htmlOf(title, `<p><a href="index.html">All pages</a></p>\n${sections.join('\n')}`);
}

function indexOf(groups: ReadonlyMap<string, readonly Pair[]>): string {
  const rows = [...groups].map(([title, pairs]) => {
    const only = (not: 'before' | 'now', text: string) => {
      const states = pairs.filter((pair) => !pair[not]).map(({ state }) => escaped(state));
      return states.length > 0 ? `<br>${text}: ${states.join(', ')}` : '';
    };
    const link = `<a href="${escaped(encodeURIComponent(fileOf(title)))}">${escaped(title)}</a>`;
    return `<p>${link}: ${pairs.length}${only('now', 'Only before')}${only('before', 'Only now')}</p>`;
  });
  return htmlOf('Before and now', rows.join('\n'));
}

/** Relative, so that both folders can be moved together. */
function addressOf(path: string, from: string): string {
  return escaped(relative(from, path).split(sep).map(encodeURIComponent).join('/'));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** The figures of the walks as `docs/guide/modules.md` tells them. */

type Figures = { readonly screens: number; readonly taps: number; readonly words: number };

const row = /^\| (?<walk>[A-Z][\w ]+) \| (?<screens>\d+) \| (?<taps>\d+) \| (?<words>\d+) \|$/gm;

/** @returns those of now, by the name of the walk, in the order of the table. */
export function figuresIn(document: string): ReadonlyMap<string, Figures> {
  return new Map(
    [...document.matchAll(row)].map(({ groups = {} }) => [
      groups.walk?.toLowerCase() ?? '',
      { screens: Number(groups.screens), taps: Number(groups.taps), words: Number(groups.words) },
    ]),
  );
}

/**
 * How well a name matches: the lower, the better. Each word typed adds the rank of the word of the name
 * that it matches best. All of it fits a byte: eight words at most, `MISSPELT` with two mistakes each.
 */
export const rank = {
  /** The whole name, whatever its words are divided by. */
  exact: 0,
  /** Of any other name, before its words are added. */
  name: 1,
  /** Of a word typed. */
  whole: 0,
  beginning: 4,
  part: 8,
  /** The words of the name have what was typed only if they are written in one. */
  joined: 8,
  /** What a name loses for not beginning with what was typed. */
  notAtBeginning: 2,
  /** What a name loses, where there are mistakes, for having more words than were typed. */
  moreWords: 1,
  none: 255,
} as const;

/** Of a word with mistakes; two more where it is only the beginning of the word of the name. */
export function rankOfMistakes(mistakes: number, isBeginning: boolean): number {
  return 12 + mistakes * 4 + (isBeginning ? 2 : 0);
}

/** Names that people take for one another, and names that are made to be (decision: names-that-mislead). */

/** Letters of other scripts, and digits, that look like a Latin letter in most fonts. */
const looksLike: Readonly<Record<string, string>> = {
  // Cyrillic
  а: 'a',
  в: 'b',
  е: 'e',
  ѕ: 's',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  һ: 'h',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  // Greek
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  // Digits, and letters that look like one another
  '0': 'o',
  '1': 'l',
  i: 'l',
  '3': 'e',
  '5': 's',
  ı: 'l',
  ł: 'l',
  ø: 'o',
};

/** Accents, and letters that fonts leave out, such as the fillers of Hangul. */
const unseen = /\p{M}|\p{Default_Ignorable_Code_Point}/gu;

/** The same for names that look or read alike: case, accents, spaces, signs and look-alike letters gone. */
export function looksOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(unseen, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return looksOfLetters(words.map(lettersOf).join(''));
}

/** What a word of a name looks like by itself, in lower case: `and` counts in no name. */
export function lettersOf(word: string): string {
  const seen = word.replace(unseen, '');
  return seen === 'and' ? '' : Array.from(seen, (letter) => looksLike[letter] ?? letter).join('');
}

/** What a name looks like whose words, in one, look like this. */
export function looksOfLetters(letters: string): string {
  // Two letters that together look like one.
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w');
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Lisu}/u,
];

/** Whether a word of it has letters of two scripts that look alike: nobody names a company so. */
export function mixesScripts(name: string): boolean {
  const words = name.split(/[^\p{L}\p{N}]+/u);
  return words.some((word) => scripts.filter((script) => script.test(word)).length > 1);
}

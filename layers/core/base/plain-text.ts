/** Codes and numbers, which people type on any keyboard and paste with what stood around them. */

/** Blanks and dashes of any kind, and characters that cannot be seen, such as marks of direction. */
const BETWEEN = /[\s\p{Pd}\u2212\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const DIGIT = /\p{Nd}/u;

/** `123456` for ` 123-456 `, and for its digits of another width or script (Unicode NFKC). */
export function plainText(typed: string): string {
  const plain = typed.normalize('NFKC').replace(BETWEEN, '');
  return plain.replace(/(?!\d)\p{Nd}/gu, (digit) => String(valueOfDigit(digit)));
}

/** In Unicode each script has its ten digits in a row. */
function valueOfDigit(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (DIGIT.test(String.fromCodePoint(point - value - 1))) value += 1;
  return value % 10;
}

/** What people send for a code or a number of digits: typed on any keyboard, pasted with what stood around it. */
export function pastedForms(digits: string): (readonly [what: string, typed: string])[] {
  const apart = (between: string) => digits.slice(0, 3) + between + digits.slice(3);
  const inScript = (zero: number) =>
    digits.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  return [
    ['a blank', apart(' ')],
    ['a dash', apart('-')],
    ['an en dash', apart('\u2013')],
    ['a minus sign', apart('\u2212')],
    ['blanks around it', ` ${digits} `],
    ['a line break', `${digits}\r\n`],
    ['no-break blanks', apart('\u00a0\u202f')],
    ['a zero-width blank', apart('\u200b')],
    ['a byte order mark', `\ufeff${digits}`],
    ['marks of direction', `\u200e\u2066${digits}\u2069`],
    ['a variation selector', apart('\ufe0f')],
    ['digits of full width', inScript(0xff10)],
    ['Arabic digits', inScript(0x660)],
    ['Persian digits', inScript(0x6f0)],
    ['Devanagari digits', inScript(0x966)],
  ];
}

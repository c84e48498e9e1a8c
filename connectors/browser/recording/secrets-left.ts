/** What looks like somebody's secret or name in a recording, whoever's it is. */

const published = new Set(['4242424242424242', '4111111111111111', '4000000000000002']);

/** Each with what it is called to whoever has to remove it: never what was found. */
const looks: readonly (readonly [string, (text: string) => boolean])[] = [
  ['a card number', (text) => numbersIn(text).some(isCard)],
  ['an e-mail address', (text) => emailsIn(text).some((one) => !/\.example$/i.test(one))],
  ['a signed token', (text) => /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/.test(text)],
  ['a bearer token', (text) => /\bBearer\s+(?!stand-in)[\w.~+/-]{8,}/i.test(text)],
  ['a cookie', (text) => cookiesIn(text).some((value) => value !== '' && !isStandIn(value))],
  ['a private key', (text) => /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)],
  [
    'a social security number',
    (text) => /\b(?!000|666)\d{3}-(?!00)\d{2}-(?!0000)\d{4}\b/.test(text),
  ],
  ['a password in a field', (text) => passwordsIn(text).some((value) => !isStandIn(value))],
];

export function secretsLeftIn(text: string): string[] {
  return looks.filter(([, holds]) => holds(text)).map(([name]) => name);
}

/** As `Stand-ins` makes them. */
function isStandIn(value: string): boolean {
  return /^stand-in-\d+$/.test(value);
}

const numbersIn = (text: string) =>
  [...text.matchAll(/(?<![\w.])\d(?:[ -]?\d){12,18}(?![\w.])/g)].map(([one]) =>
    one.replace(/\D/g, ''),
  );

function isCard(digits: string): boolean {
  if (published.has(digits) || !/^[2-6]/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const emailsIn = (text: string) =>
  [...text.matchAll(/[\w.+-]+(?:@|%40|&#64;)((?:[\w-]+\.)+[a-z]{2,})/gi)].map(
    ([, host = '']) => host,
  );

const cookiesIn = (text: string) =>
  [...text.matchAll(/"set-cookie":\s*(\[[^\]]*\]|"[^"]*")/gi)].flatMap(([, listed = '']) =>
    [...listed.matchAll(/"[^"=;]+=([^;"]*)/g)].map(([, value = '']) => value),
  );

const passwordsIn = (text: string) =>
  [...text.matchAll(/type=\\?["']?password\\?["']?[^>]*?\svalue=\\?["']([^"'\\]+)/gi)].map(
    ([, value = '']) => value,
  );

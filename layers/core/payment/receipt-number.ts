/**
 * The confirmation number of a payment, which follows from its id: `BH-7K4Q-29`. Of one client's payments no two
 * are alike in practice, of all payments some are (decision: receipt-numbers).
 */
const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Without what sounds or looks like another: 0 and O, 1, I and L, U and V. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const PREFIX = 'BH';
const LENGTH = 6;
/** Of the id's own part, which is random: as many as a number holds exactly. */
const READ_CHARACTERS = 8;

export function receiptNumber(paymentId: string): string {
  let rest = 0;
  for (const character of paymentId.slice(-READ_CHARACTERS)) {
    rest = rest * BASE_62.length + Math.max(0, BASE_62.indexOf(character));
  }
  let text = '';
  while (text.length < LENGTH) {
    text += ALPHABET[rest % ALPHABET.length];
    rest = Math.floor(rest / ALPHABET.length);
  }
  return `${PREFIX}-${text.slice(0, 4)}-${text.slice(4)}`;
}

/** A number as somebody says or types it: `bh 7k4q29`. Nothing where it is none. */
export function readReceiptNumber(typed: string): string | undefined {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '');
  const parts = /^BH([2-9A-HJKMNP-TV-Z]{4})([2-9A-HJKMNP-TV-Z]{2})$/.exec(plain);
  return parts ? `${PREFIX}-${parts[1]}-${parts[2]}` : undefined;
}

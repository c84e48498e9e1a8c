/**
 * A partner's name for a user as a page shows it (decision: pages-show-for-whom): enough for the user
 * to tell that it is not theirs, and not to learn whose it is.
 */

/** As many, however long the name is: its length tells something too. */
const HIDDEN = '•••';
/** Of a very long name nothing more is seen. */
const MAX_SHOWN = 2;
const MAX_DOMAIN_LENGTH = 60;
/** Nothing that turns the direction of the text around, or is not seen. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Of an address of email, its domain stays. */
export function maskedName(identifier: string): string {
  const name = identifier.replace(UNSEEN, '');
  const at = name.lastIndexOf('@');
  const domain = name.slice(at);
  const isAddress = at > 0 && domain.length > 1 && domain.length <= MAX_DOMAIN_LENGTH;
  return isAddress ? `${masked(name.slice(0, at))}${domain}` : masked(name);
}

/** At least half of it is hidden. */
function masked(name: string): string {
  const characters = [...name];
  const shown = Math.min(MAX_SHOWN, Math.floor(characters.length / 4));
  const end = shown > 0 ? characters.slice(-shown) : [];
  const start = characters.slice(0, Math.max(shown, characters.length > 1 ? 1 : 0));
  return [...start, HIDDEN, ...end].join('');
}

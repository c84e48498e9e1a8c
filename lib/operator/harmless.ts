/**
 * Names, texts and key ids are the words of partners and their users: none of them commands the
 * operator's terminal, hides in it, or turns the order of what is read
 * (decision: no-words-command-the-terminal).
 */

/** Control characters, formatting ones such as those that turn the direction, and line separators. */
const harmful = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A line, with a mark for each character that does more than be read. */
export function harmless(line: string): string {
  return line.replace(harmful, '\ufffd');
}

/** A text of our own, which may have several lines. */
export function harmlessText(text: string): string {
  return text.split('\n').map(harmless).join('\n');
}

/** JSON in which these characters are escaped: a program reads what was there. */
export function harmlessJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(harmful, (found) =>
    found === '\n' ? found : escaped(found),
  );
}

function escaped(found: string): string {
  const units = Array.from({ length: found.length }, (_, index) => found.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

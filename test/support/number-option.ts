/**
 * The number that an option of a script was given. One that is none would be measured as something else,
 * or as nothing.
 * @param text as `parseArgs` of `node:util` has it.
 * @param least what it is at the least, in the option's own unit.
 * @throws Error with what the option takes.
 */
export function parseNumber(option: string, text = '', least = 0): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= least && Number.isFinite(value)) return value;
  const what = least === 0 ? 'a number' : `a number from ${least} on`;
  throw new Error(`--${option} takes ${what}, and not ${text}`);
}

/** The same for a script that has nothing to end yet: it says so in one line, and ends. */
export function numberOption(option: string, text = '', least = 0): number {
  try {
    return parseNumber(option, text, least);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
}

/**
 * The number that an option of a script was given. One that is none would be measured as something else,
 * or as nothing: the script says so, and ends.
 * @param text as `parseArgs` of `node:util` has it.
 * @param least what it is at the least, in the option's own unit.
 */
export function numberOption(option: string, text = '', least = 0): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= least && Number.isFinite(value)) return value;
  const what = least === 0 ? 'a number' : `a number from ${least} on`;
  process.stderr.write(`--${option} must be ${what}, not '${text}'\n`);
  process.exit(2);
}

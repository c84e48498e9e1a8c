/** Looks for secrets in whatever was written, in the forms that they take there. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Text in itself, in UTF-16, in hexadecimal, and in Base64 at each of the three alignments. */
export function formsOf(text: string): string[] {
  const base64 = [0, 1, 2].map((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
    // The first and last characters also depend on what stands around the text.
    return bytes
      .toString('base64')
      .replace(/=+$/, '')
      .slice(shift === 0 ? 0 : shift + 1, -2);
  });
  const wide = Buffer.from(text, 'utf16le').toString('latin1');
  return [text, wide, Buffer.from(text).toString('hex'), ...base64];
}

export function filesBelow(path: string): string[] {
  return (
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !file.includes('/runtime/'))
      // A connector's store is about to give it its own name.
      .filter((file) => !file.endsWith('.new'))
  );
}

/** Which of them is in which file. */
export function foundIn(
  files: readonly string[],
  canaries: Readonly<Record<string, string>>,
): string[] {
  return files.flatMap((file) => {
    const text = readFileSync(file).toString('latin1');
    return Object.entries(canaries)
      .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
      .map(([what]) => `${what} in ${file} (${statSync(file).size} bytes)`);
  });
}

/** What a file of `layers` imports of `layers`, as paths from the root. */
import { posix } from 'node:path';
import { read } from './house.ts';

const PACKAGE = /^@billhook\/(core|runtime)\//;

export function importedFiles(file: string): string[] {
  return importsOf(read(file), file);
}

/** Those in a text that stands where the file does. */
export function importsOf(text: string, file: string): string[] {
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport\(|\bimport)\s*'([^']+)'/g)];
  return specifiers.flatMap(([, specifier = '']) => {
    if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
    return PACKAGE.test(specifier) ? specifier.replace(PACKAGE, 'layers/$1/') : [];
  });
}

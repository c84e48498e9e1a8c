/** What runs of an instance's browsers, from outside: not by what the worker itself goes by. */
import { readdirSync, readFileSync } from 'node:fs';

export type Running = { readonly pid: number; readonly home: string };

/** Processes whose home is in the folder. */
export function processesIn(folder: string): readonly Running[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const variables = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
        const home = variables.find((one) => one.startsWith(`HOME=${folder}/`));
        return home === undefined ? [] : [{ pid: Number(name), home }];
      } catch {
        return [];
      }
    });
}

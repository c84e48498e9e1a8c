/** `tools/lanes/clients/generators.md` as steps to run: a section a generator, in the order of the page. */

/** A block of the page: commands, or a program with the file that it is written to. */
export type Step =
  | { readonly kind: 'commands'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string; readonly text: string };

export type Section = {
  readonly title: string;
  readonly steps: readonly Step[];
  /** The commands that the machine has to have: `mvn`, `go`. */
  readonly needs: readonly string[];
};

/** What `npm test` has anyway, and what a shell brings. */
const brought: ReadonlySet<string> = new Set(['npm', 'npx', 'mkdir', 'cd']);

export function sectionsOf(page: string): Section[] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const [title = ''] = text.split('\n');
      const steps = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, block]) =>
        stepOf(title, language ?? '', block ?? ''),
      );
      const commands = steps.flatMap((step) => (step.kind === 'commands' ? [step.text] : []));
      return { title, steps, needs: needsOf(commands.join('')) };
    });
}

function stepOf(title: string, language: string, text: string): Step {
  if (language === 'sh') return { kind: 'commands', text };
  const path = /^(?:\/\/|#) ([\w./-]+)\n/.exec(text)?.[1];
  if (!path) throw new Error(`${title}: expected a program to begin with a comment of its file`);
  return { kind: 'file', path, text };
}

function needsOf(commands: string): string[] {
  // A line that goes on has one command.
  const lines = commands.replaceAll('\\\n', ' ').split('\n');
  const names = lines.map((line) => line.trim().split(/\s/)[0] ?? '');
  // What has a folder is made by the commands themselves.
  const outside = names.filter((name) => name && !name.includes('/') && !brought.has(name));
  return [...new Set(outside)];
}

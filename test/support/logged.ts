import { vi } from 'vitest';

export type LoggedLine = Readonly<Record<string, unknown>>;

/** What was logged while it ran, line by line, by whatever way. */
export async function logged(run: () => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [];
  const keep = (line: unknown) => lines.push(String(line)) > 0;
  const spies = [
    ...[process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation(keep),
    ),
    ...(['info', 'error', 'log', 'warn'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(keep as never),
    ),
  ];
  try {
    await run();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return lines;
}

/** The same, each line with its fields. */
export async function loggedFields(run: () => Promise<unknown>): Promise<LoggedLine[]> {
  return (await logged(run)).map((line) => JSON.parse(line));
}

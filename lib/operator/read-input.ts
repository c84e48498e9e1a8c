/** What an operator gives in files and options, read as strictly as a partner's own call. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { refusal } from './command-group.ts';

/** @throws a refusal that names what is wrong, and never what was given */
export function checkedBy<S extends v.GenericSchema>(schema: S, given: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, given);
  if (parsed.success) return parsed.output;
  const lines = parsed.issues.map((issue) => `  ${v.getDotPath(issue)}: ${complaintOf(issue)}`);
  throw refusal(['invalid_request: The request is not valid.', ...lines].join('\n'));
}

function complaintOf({ message, type, requirement }: v.BaseIssue<unknown>): string {
  if (type === 'max_length') return `Expected at most ${requirement} characters`;
  if (type === 'max_value') return `Expected at most ${requirement}`;
  if (type === 'min_length') return 'Expected a value';
  return message;
}

/** @throws a refusal */
export function readFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw refusal(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** @throws a refusal */
export function readJsonFile(file: string): unknown {
  const text = readFile(file).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw refusal(`${file} is not JSON`);
  }
}

/** Of an option that may be repeated. */
export function collected(one: string, before: readonly string[] = []): string[] {
  return [...before, one];
}

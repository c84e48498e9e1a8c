import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runOperator } from '../../../lib/operator/program.ts';

let said = '';
beforeEach(() => {
  said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

/** On a state folder that nothing runs with: a command line that is right gets as far as that. */
const run = (...args: string[]) => runOperator(['--state', join(tmpdir(), 'no-service'), ...args]);

describe('What is looked for', () => {
  test.each([
    ['has a hyphen first', '-Zk3jG9vO1q8nT5w_x2yB7dL4mS6hR0cF-uVpEaIiQg'],
    ['has two', '--k3jG9vO1q8nT5w_x2yB7dL4mS6hR0cF-uVpEaIiQgA-1'],
    ['has none', 'pay_1'],
  ])('may be an id of a connector’s log that %s', async (_how, id) => {
    expect(await run('find', id, '--json')).toBe(1);
    expect(said).toContain('No service is running');
  });

  test('is one thing, so a misspelt option is wrong usage', async () => {
    expect(await run('find', 'pay_1', '--dayz')).toBe(2);
    expect(said).toContain('too many arguments');
  });
});

test('Another command takes no option that it does not know', async () => {
  expect(await run('company', 'list', '-Z')).toBe(2);
  expect(said).toContain("unknown option '-Z'");
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runSection } from './run-section.ts';
import type { Section } from './sections.ts';

const folder = mkdtempSync(join(tmpdir(), 'billhook-clients-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
const description = join(import.meta.dirname, '../../../openapi-clients.json');
const ground = { folder, description, baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'bh_test' };

const section = (text: string, needs: readonly string[] = []): Section => ({
  title: 'One',
  needs,
  steps: [
    { kind: 'file', path: 'a/program.sh', text: 'echo "$BILLHOOK_URL"; echo bill_not_found\n' },
    { kind: 'commands', text },
  ],
});

test('a section passes whose program ran to its last line, in its own folder', async () => {
  const text = 'test -s openapi-clients.json\nsh a/program.sh\n';
  expect(await runSection(section(text), ground)).toMatchObject({ kind: 'passed' });
});

test.each([
  ['whose commands fail', 'false\nsh a/program.sh\n'],
  ['whose program ends before its last line', 'echo Paying\n'],
])('a section fails %s', async (_why, text) => {
  const own = mkdtempSync(join(folder, 'own-'));
  expect(await runSection(section(text), { ...ground, folder: own })).toMatchObject({
    kind: 'failed',
  });
});

test('a section is skipped, and says why, on a machine that lacks what it needs', async () => {
  expect(await runSection(section('true\n', ['sh', 'no-such-command']), ground)).toEqual({
    kind: 'skipped',
    reason: 'no no-such-command',
  });
});

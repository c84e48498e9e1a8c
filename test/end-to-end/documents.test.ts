import { expect, inject, test } from 'vitest';
import { addPartner } from '../support/partners.ts';
import { canRun, runSnippet, snippetsOf } from '../support/snippets.ts';

const document = new URL('../../docs/security/tokens.md', import.meta.url);
const snippets = snippetsOf(document).map((snippet, index) => ({ ...snippet, number: index + 1 }));

test('the document has a snippet in each language', () => {
  expect(snippets.map(({ language }) => language)).toEqual(['sh', 'js', 'python', 'js']);
});

test.each(snippets)('tokens.md, $title: snippet $number in $language runs', async (snippet) => {
  // A machine without the interpreter proves nothing of the snippet, and is no fault of it.
  if (!(await canRun(snippet))) return;
  const { baseUrl, apiKey } = inject('service');
  const output = await runSnippet(snippet, { BILLHOOK_URL: baseUrl, BILLHOOK_API_KEY: apiKey });
  expect(output.trim()).not.toBe('');
});

test('idempotency.md: its snippet is carried out once, and answered alike twice', async () => {
  const [snippet] = snippetsOf(new URL('../../docs/idempotency.md', import.meta.url));
  if (!snippet) throw new Error('The document has no snippet');
  if (!(await canRun(snippet))) return;
  const { baseUrl, apiKey } = inject('service');
  const output = await runSnippet(snippet, { BILLHOOK_URL: baseUrl, BILLHOOK_API_KEY: apiKey });
  const answers = output.match(/\{"clientId":"\w+"\}/g);
  expect(answers).toHaveLength(2);
  expect(new Set(answers).size).toBe(1);
  expect(output.match(/^idempotent-replayed: true/gm)).toHaveLength(1);
});

test('sandbox.md: its commands, which go on from one another, do what it says', {
  timeout: 250_000,
}, async () => {
  const parts = snippetsOf(new URL('../../docs/sandbox.md', import.meta.url));
  const [first] = parts;
  if (!first) throw new Error('The document has no commands');
  if (!(await canRun(first))) return;
  const { baseUrl, stateDir, tableUrl } = inject('service');
  // A partner of its own: its clock is moved.
  const { apiKey } = await addPartner({ stateDir, tableUrl });
  const code = ['set -eu\n', ...parts.map((part) => part.code)].join('');
  const output = await runSnippet(
    { ...first, code },
    { BILLHOOK_URL: baseUrl, BILLHOOK_API_KEY: apiKey },
  );
  const lines = output.split('\n').filter((line) => /^\w+$/.test(line));
  expect(lines).toEqual([...Array(3).fill('verified'), ...Array(2).fill('completed'), '1', '2']);
});

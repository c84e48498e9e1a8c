import { expect, inject, test } from 'vitest';
import { addPartner } from '../support/partners.ts';
import { runSnippet, snippetsOf } from '../support/snippets.ts';
import { isThere } from './interpreters.ts';

const { baseUrl, apiKey } = inject('service');
const env = { BILLHOOK_URL: baseUrl, BILLHOOK_API_KEY: apiKey };

const tokens = snippetsOf(new URL('../../docs/guide/tokens.md', import.meta.url))
  .map((snippet, index) => ({ ...snippet, number: index + 1 }))
  .filter(({ language }) => language !== 'js');

for (const snippet of tokens) {
  const { title, number, language } = snippet;
  const run = test.skipIf(!isThere(language));
  run(`tokens.md, ${title}: snippet ${number} in ${language} runs`, async () => {
    expect((await runSnippet(snippet, env)).trim()).not.toBe('');
  });
}

const inShell = test.skipIf(!isThere('sh'));

inShell('README: the first requests link an account and pay its bill', async () => {
  const parts = snippetsOf(new URL('../../README.md', import.meta.url));
  const first = parts.filter(({ title }) => title === 'First requests');
  const code = first
    .filter(({ language }) => language === 'sh')
    .map((part) => part.code)
    .join('\n')
    .replace('.billhook/sandbox.json', `${inject('service').stateDir}/sandbox.json`);
  const lines = (await runSnippet({ language: 'sh', title: 'README', code }, env))
    .trim()
    .split('\n');
  const { bill, payments } = JSON.parse(lines.at(-1) ?? '');
  expect(bill).toMatchObject({ status: { type: 'paid' }, balance: '0.00' });
  expect(payments).toHaveLength(1);
});

inShell('idempotency.md: its snippet is carried out once, and answered alike twice', async () => {
  const [snippet] = snippetsOf(new URL('../../docs/guide/idempotency.md', import.meta.url));
  if (!snippet) throw new Error('The document has no snippet');
  expect(snippet.language).toBe('sh');
  const output = await runSnippet(snippet, env);
  const answers = output.match(/\{"clientId":"\w+"\}/g);
  expect(answers).toHaveLength(2);
  expect(new Set(answers).size).toBe(1);
  expect(output.match(/^idempotent-replayed: true/gm)).toHaveLength(1);
});

inShell(
  'sandbox.md: its commands, which go on from one another, do what it says',
  {
    timeout: 250_000,
  },
  async () => {
    const parts = snippetsOf(new URL('../../docs/guide/sandbox.md', import.meta.url));
    const [first] = parts;
    if (!first) throw new Error('The document has no commands');
    expect(new Set(parts.map(({ language }) => language))).toEqual(new Set(['sh']));
    // A partner of its own: its clock is moved.
    const own = await addPartner(inject('service'));
    const code = ['set -eu\n', ...parts.map((part) => part.code)].join('');
    const output = await runSnippet({ ...first, code }, { ...env, BILLHOOK_API_KEY: own.apiKey });
    const lines = output.split('\n').filter((line) => /^\w+$/.test(line));
    expect(lines).toEqual([...Array(3).fill('verified'), ...Array(2).fill('completed'), '1', '2']);
  },
);

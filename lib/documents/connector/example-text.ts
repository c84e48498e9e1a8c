/** The examples as the documentation shows them: messages as they are on the wire. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExampleMessage, ExampleName, Examples } from './make-examples.ts';
import type { Vectors } from './make-vectors.ts';

const kit = join(import.meta.dirname, '../../../connectors/kit');

export function readExamples(): Examples {
  return JSON.parse(readFileSync(join(kit, 'examples.json'), 'utf8'));
}

export function readVectors(): Vectors {
  return JSON.parse(readFileSync(join(kit, 'vectors.json'), 'utf8'));
}

export function exampleText(name: string): string {
  const examples = readExamples();
  if (name === 'keys') return fenced('json', JSON.stringify(examples.keys, null, 2));
  if (name === 'secrets') return fenced('json', JSON.stringify(examples.secrets));
  const [message = '', part] = name.split('-', 2);
  const shown = examples.messages[message as ExampleName];
  if (!shown) throw new Error(`There is no example ${name}`);
  if (part === 'base') return fenced('text', shown.base.join('\n'));
  return fenced('http', messageText(shown));
}

function messageText({ method, url, status, headers, body }: ExampleMessage): string {
  const { pathname = '', host = '' } = url ? new URL(url) : {};
  const first = method
    ? [`${method} ${pathname} HTTP/1.1`, `host: ${host}`]
    : [`HTTP/1.1 ${status} OK`];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [...first, ...lines, '', body].join('\n');
}

function fenced(language: string, text: string): string {
  return ['```', language, '\n', text, '\n```'].join('');
}

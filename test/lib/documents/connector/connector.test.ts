import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationNames, operations } from '@billhook/connector-kit/protocol/operations';
import { describe, expect, test } from 'vitest';
import { readExamples } from '../../../../lib/documents/connector/example-text.ts';
import { examplesVerify, makeExamples } from '../../../../lib/documents/connector/make-examples.ts';
import { describeConnector } from '../../../../lib/documents/connector/openapi.ts';
import { connectorSchemas } from '../../../../lib/documents/connector/schemas.ts';
import { withConnectorTables } from '../../../../lib/documents/connector/tables.ts';
import packageFile from '../../../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const description = describeConnector(packageFile.version);

describe('What is generated of the connector protocol', () => {
  test('is current: npm run docs -- connector', () => {
    expect(JSON.parse(read('connectors/kit/openapi.json'))).toEqual(
      JSON.parse(JSON.stringify(description)),
    );
    const document = read('docs/connect/connector-protocol.md');
    expect(withConnectorTables(document)).toBe(document);
  });

  test('describes every operation, and refers to nothing that is not there', () => {
    const text = JSON.stringify(description);
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    expect(ids.toSorted()).toEqual([...operationNames, 'report'].toSorted());
    const names = new Set(Object.keys(connectorSchemas()));
    const referred = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
    expect(referred.filter((name) => !names.has(name ?? ''))).toEqual([]);
  });

  test('shows the body of every response that has more than that it is done', () => {
    const document = read('docs/connect/connector-protocol.md');
    const names = Object.keys(connectorSchemas()).filter((name) => name.endsWith('Response'));
    expect(names.filter((name) => !document.includes(`\n### ${name}\n`))).toEqual([
      ...['ForgetResponse', 'EndSessionResponse'],
    ]);
  });

  test('says truly what a question about a payment lacks of the payment', () => {
    const { pay, findPayment } = operations;
    const asked = Object.keys(findPayment.request.entries);
    const lacks = Object.keys(pay.request.entries).filter((member) => !asked.includes(member));
    const said = `the same request without ${lacks.map((one) => `\`${one}\``).join(', ')} and \`method\``;
    expect(read('docs/connect/connector-protocol.md')).toContain(said);
  });

  test('leads to a heading for each document that a table names', () => {
    const document = read('docs/connect/connector-protocol.md');
    const headings = [...document.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
      text
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const links = [...document.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor]) => anchor);
    expect(links.filter((anchor) => !headings.includes(anchor ?? ''))).toEqual([]);
  });

  test('refuses a mark that means nothing', () => {
    const document = '<!-- document Nothing: npm run docs -->\n<!-- end -->';
    expect(() => withConnectorTables(document)).toThrow('Nothing is known of document Nothing');
  });
});

describe('The examples', () => {
  const examples = readExamples();

  test('verify and open with the keys that are published with them', async () => {
    expect(await examplesVerify(examples)).toBe(true);
    expect(await examplesVerify(await makeExamples())).toBe(true);
  });

  test.each(['request', 'response', 'report', 'manifest'] as const)(
    'do not verify with another body of the %s',
    async (name) => {
      const { messages } = examples;
      const body = `${messages[name].body} `;
      const changed = {
        ...examples,
        messages: { ...messages, [name]: { ...messages[name], body } },
      };
      expect(await examplesVerify(changed)).toBe(false);
    },
  );

  test('have the signature base that is covered', () => {
    const { base, headers } = examples.messages.response;
    const input = headers['signature-input']?.replace('billhook=', '');
    expect(base.at(-1)).toBe(`"@signature-params": ${input}`);
    expect(base).toContain(`"content-digest": ${headers['content-digest']}`);
  });
});

/** The description's examples: as the description says, and as the service takes and answers. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { examples } from '../../lib/documents/openapi/examples.ts';
import type { JsonSchema } from '../../lib/documents/openapi/json-schema.ts';
import whole from '../../openapi.json' with { type: 'json' };
import simple from '../../openapi-clients.json' with { type: 'json' };
import { violations } from '../support/json-schema.ts';
import { allOperations } from '../support/operations.ts';

type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example: object }>>;
type Described = {
  readonly summary: string;
  readonly description?: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly 200: { readonly content: Content } };
};
type Document = typeof whole | typeof simple;

const json = 'application/json';

function describedIn(document: Document, path: string, method: string): Described {
  const { paths } = document as unknown as { paths: Record<string, Record<string, Described>> };
  return paths[path]?.[method.toLowerCase()] as Described;
}

test('there are examples of the operations, and of nothing else', () => {
  expect(Object.keys(examples).toSorted()).toEqual(
    allOperations.map(({ name }) => name).toSorted(),
  );
});

describe.each(allOperations)('$name', ({ name, operation }) => {
  test.each([
    ['openapi.json', whole],
    ['openapi-clients.json', simple],
  ] as const)('has a description, and examples that are as it says, in %s', (_file, document) => {
    const one = describedIn(document, operation.path, operation.method);
    expect(one.description ?? '').toMatch(/^[A-Z`].*\.$/s);
    expect(one.description).not.toBe(one.summary);
    const answer = one.responses[200].content[json];
    const contents = [answer, one.requestBody?.content[json]].filter((content) => content);
    expect(contents).toHaveLength(operation.body ? 2 : 1);
    for (const content of contents) {
      const { schema, example } = content as Content[string];
      expect(violations(document as never, schema, example)).toEqual([]);
    }
  });

  test('has a response that the service could give', () => {
    const { response } = examples[name] ?? {};
    expect(v.parse(operation.response, response)).toEqual(response);
  });

  test('has a body that the service takes', () => {
    if (!operation.body) return;
    const { issues } = v.safeParse(operation.body, examples[name]?.body);
    expect(issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).toBeUndefined();
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sectionsOf } from './sections.ts';

const page = readFileSync(new URL('generators.md', import.meta.url), 'utf8');
const guide = readFileSync(new URL('../../../docs/guide/clients.md', import.meta.url), 'utf8');

describe('tools/lanes/clients/generators.md', () => {
  const sections = sectionsOf(page);

  test('has a section for each of eight generators, with what its machine needs', () => {
    expect(sections.map(({ title, needs }) => [title, needs])).toEqual([
      ['openapi-typescript', []],
      ['hey-api', []],
      ['orval', []],
      ['openapi-generator for TypeScript', ['mvn', 'java']],
      ['openapi-generator for Java', ['mvn', 'java']],
      ['openapi-generator for Python', ['mvn', 'java', 'python3']],
      ['openapi-python-client', ['python3']],
      ['oapi-codegen', ['go']],
    ]);
  });

  test.each(sections)('generates, writes a program and runs it: $title', ({ steps }) => {
    const kinds = steps.map(({ kind }) => kind);
    expect([kinds[0], kinds.at(-1)]).toEqual(['commands', 'commands']);
    expect(kinds).toContain('file');
    const programs = steps.flatMap((step) => (step.kind === 'file' ? [step.text] : []));
    // The same steps in each language, and the code of a problem at the end.
    for (const part of ['Regular Company 1', '42.00', '4111111111111111', 'none']) {
      expect(programs.join('\n')).toContain(part);
    }
  });

  test.each(sections)('pins the versions of what it installs: $title', ({ steps }) => {
    const commands = steps
      .flatMap((step) => (step.kind === 'commands' ? [step.text] : []))
      .join('');
    for (const [, names = ''] of commands.matchAll(/^npm install (.*)$/gm)) {
      expect(names.split(' ').filter((name) => !/.@\d+\.\d+\.\d+$/.test(name))).toEqual([]);
    }
    expect(commands).not.toContain('latest');
    expect(commands).toMatch(/[@=:]v?\d+\.\d+\.\d+/);
  });

  test('installs the versions that the guide names', () => {
    const rows = guide.match(/^\| .*$/gm) ?? [];
    const named = rows.flatMap((row) => row.match(/\d+\.\d+\.\d+/g) ?? []);
    expect(named).toHaveLength(7);
    expect(named.filter((version) => !page.includes(version))).toEqual([]);
  });
});

describe('a section', () => {
  test('is run in the order of its blocks', () => {
    const text = '# T\n\n## One\n\n```sh\ngo x\n```\n\n```go\n// a/b.go\npackage a\n```\n';
    expect(sectionsOf(text)).toEqual([
      {
        title: 'One',
        needs: ['go'],
        steps: [
          { kind: 'commands', text: 'go x\n' },
          { kind: 'file', path: 'a/b.go', text: '// a/b.go\npackage a\n' },
        ],
      },
    ]);
  });

  test('needs what stands at the beginning of a line, and not what it makes itself', () => {
    const [section] = sectionsOf(
      '## A\n```sh\njava -jar x \\\n  generate -g y\nvenv/bin/pip z\n```\n',
    );
    expect(section?.needs).toEqual(['java']);
  });

  test('whose program has no file is refused', () => {
    expect(() => sectionsOf('## A\n```ts\nconst a = 1;\n```\n')).toThrow('A: expected a program');
  });
});

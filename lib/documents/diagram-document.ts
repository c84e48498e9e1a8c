/** The documents that show the picture of the architecture. */
import type { Stack } from '../local/template/assembly.ts';
import { drawArchitecture } from './diagram.ts';
import { drawWorkflows } from './diagram-workflows.ts';

const BEGIN = '<!-- architecture: npm run docs -->';
const END = '<!-- end of architecture -->';

/** `docs/architecture.md`, whole. */
export function architectureDocument(stacks: readonly Stack[]): string {
  const workflows = drawWorkflows(stacks).map(
    ({ name, diagram }) => `## ${name}\n\n${mermaid(diagram)}`,
  );
  return [
    '# Architecture',
    'Generated from the synthesized stacks by `npm run docs`; a test compares the two. A box is ' +
      'a stack; an arrow from a stack is what the roles of its functions allow.',
    mermaid(drawArchitecture(stacks)),
    ...workflows,
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

/** The README with the picture between its two marks. */
export function withArchitecture(readme: string, stacks: readonly Stack[]): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin < 0 || end < begin) throw new Error('The README has no markers for the architecture');
  const picture = `${BEGIN}\n\n${mermaid(drawArchitecture(stacks))}\n\n`;
  return readme.slice(0, begin) + picture + readme.slice(end);
}

function mermaid(diagram: string): string {
  return `\`\`\`mermaid\n${diagram}\n\`\`\``;
}

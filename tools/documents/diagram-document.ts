/** The document that shows the picture of the architecture. */
import type { Stack } from '../../lib/local/template/assembly.ts';
import { drawArchitecture } from './diagram.ts';
import { drawWorkflows } from './diagram-workflows.ts';

/** `docs/contribute/architecture.md`, whole. */
export function architectureDocument(stacks: readonly Stack[]): string {
  const workflows = drawWorkflows(stacks).map(
    ({ name, diagram }) => `## ${name}\n\n${mermaid(diagram)}`,
  );
  return [
    '# Architecture',
    'For contributors: all stacks and workflows, generated from the synthesized stacks by `npm run docs`. A box is a stack. An arrow from a stack shows what the roles of its functions allow. The pictures below it are the workflows. The [README](../../README.md#architecture) has a picture with fewer boxes.',
    mermaid(drawArchitecture(stacks)),
    ...workflows,
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

function mermaid(diagram: string): string {
  return `\`\`\`mermaid\n${diagram}\n\`\`\``;
}

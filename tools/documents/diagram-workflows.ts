/** The pictures of the workflows, drawn from their definitions in the templates as Mermaid text. */
import type { Stack, TemplateResource } from '../../lib/local/template/assembly.ts';
import { labelOf } from './diagram.ts';
import { resourcesOf } from './diagram-names.ts';

/** A Mermaid state diagram of each workflow, from its definition in the template. */
export function drawWorkflows(stacks: readonly Stack[]): { name: string; diagram: string }[] {
  return stacks.flatMap(({ template }) =>
    resourcesOf(template, 'AWS::StepFunctions::StateMachine').map(([id, resource]) => ({
      name: labelOf(id, resource),
      diagram: drawMachine(definitionOf(resource)),
    })),
  );
}

type MachineState = {
  readonly Type: string;
  readonly Next?: string;
  readonly Default?: string;
  readonly Choices?: readonly { readonly Next: string; readonly StringEquals?: string }[];
  readonly Catch?: readonly { readonly Next: string; readonly ErrorEquals: readonly string[] }[];
};

type Definition = { readonly StartAt: string; readonly States: Record<string, MachineState> };

function definitionOf({ Properties }: TemplateResource): Definition {
  const text = Properties?.DefinitionString as string | { 'Fn::Join': [string, unknown[]] };
  const parts = typeof text === 'string' ? [text] : text['Fn::Join'][1];
  return JSON.parse(parts.map((part) => (typeof part === 'string' ? part : 'arn')).join(''));
}

function drawMachine({ StartAt, States }: Definition): string {
  const names = Object.keys(States);
  const node = (name: string) => `s${names.indexOf(name)}`;
  const arrows = names.flatMap((name) =>
    arrowsOf(States[name] as MachineState).map((arrow) => {
      const to = arrow.to === undefined ? '[*]' : node(arrow.to);
      return `  ${node(name)} --> ${to}${arrow.label ? `: ${arrow.label}` : ''}`;
    }),
  );
  return [
    'stateDiagram-v2',
    ...names.map((name) => `  state "${name}" as ${node(name)}`),
    `  [*] --> ${node(StartAt)}`,
    ...new Set(arrows),
  ].join('\n');
}

function arrowsOf(state: MachineState): { to?: string; label?: string }[] {
  if (state.Type === 'Succeed' || state.Type === 'Fail') return [{}];
  return [
    ...(state.Choices ?? []).map(({ Next, StringEquals }) => ({ to: Next, label: StringEquals })),
    ...(state.Default ? [{ to: state.Default, label: 'otherwise' }] : []),
    ...(state.Next ? [{ to: state.Next }] : []),
    ...(state.Catch ?? []).map(({ Next, ErrorEquals }) => ({
      to: Next,
      label: ErrorEquals.includes('States.ALL') ? 'failed' : 'timed out',
    })),
  ];
}

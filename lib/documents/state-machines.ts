/** The state machines of the service as a document: a Mermaid diagram and a table of each. */
import { authStates } from '@billhook/core/states/auth-states';
import { billStates } from '@billhook/core/states/bill-states';
import { paymentMethodStates } from '@billhook/core/states/payment-method-states';
import { paymentStates } from '@billhook/core/states/payment-states';
import { casesOf, type StateMachine } from '@billhook/core/states/state-machine';
import { swapStates } from '@billhook/core/states/swap-states';

export const stateMachines: readonly StateMachine[] = [
  authStates,
  billStates,
  paymentStates,
  paymentMethodStates,
  swapStates,
];

/** `docs/states.md`, whole. */
export function statesDocument(machines: readonly StateMachine[] = stateMachines): string {
  return [
    '# States',
    'Drawn by `npm run docs` from the tables in `layers/core/states`, which the rules look their refusals up in; a test compares, and tests try every pair of a state and a trigger. A machine tells of one record, all others being as they have to be.',
    ...machines.map(describeMachine),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

function describeMachine(machine: StateMachine): string {
  const states = Object.entries(machine.states).map(
    ([state, meaning]) => `| \`${state}\` | ${meaning} |`,
  );
  return [
    `## ${machine.name}`,
    machine.about,
    `\`\`\`mermaid\n${drawMachine(machine)}\n\`\`\``,
    ['| State | |', '|---|---|', ...states].join('\n'),
    ...Object.keys(machine.triggers).map((trigger) => describeTrigger(machine, trigger)),
  ].join('\n\n');
}

/** A Mermaid state diagram: an arrow for each change of state, its triggers beside it. */
export function drawMachine(machine: StateMachine): string {
  const states = Object.keys(machine.states);
  const node = (state: string) => `s${states.indexOf(state)}`;
  const arrows = new Map<string, string[]>();
  for (const from of states) {
    for (const trigger of Object.keys(machine.triggers)) {
      for (const to of new Set(targetsOf(machine, from, trigger))) {
        if (to === from) continue;
        const arrow = `${node(from)} --> ${node(to)}`;
        arrows.set(arrow, [...(arrows.get(arrow) ?? []), trigger]);
      }
    }
  }
  return [
    'stateDiagram-v2',
    ...states.map((state) => `  state "${state}" as ${node(state)}`),
    ...Object.keys(machine.begins).map((state) => `  [*] --> ${node(state)}`),
    ...[...arrows].map(([arrow, triggers]) => `  ${arrow}: ${triggers.join(', ')}`),
  ].join('\n');
}

function targetsOf(machine: StateMachine, state: string, trigger: string): string[] {
  return casesOf(machine, state, trigger).flatMap((one) => ('to' in one ? [one.to].flat() : []));
}

/** A row for all states that a trigger comes to the same in. */
function describeTrigger(machine: StateMachine, trigger: string): string {
  const rows = new Map<string, string[]>();
  for (const state of Object.keys(machine.states)) {
    for (const one of casesOf(machine, state, trigger)) {
      const when = one.when ? `When ${one.when}` : '';
      const row = `${when} | ${resultOf(one)}`;
      rows.set(row, [...(rows.get(row) ?? []), `\`${state}\``]);
    }
  }
  return [
    `### ${machine.name}: ${trigger}`,
    `By ${machine.triggers[trigger]?.by}.`,
    [
      '| In | When | Comes to |',
      '|---|---|---|',
      ...[...rows].map(([row, states]) => `| ${states.join(', ')} | ${row} |`),
    ].join('\n'),
  ].join('\n\n');
}

function resultOf(one: ReturnType<typeof casesOf>[number]): string {
  if ('refused' in one) return `Refused: \`${one.refused}\``;
  if ('ignored' in one) return `Nothing changes. ${one.ignored}`;
  if ('stays' in one) return `Stays. ${one.stays}`;
  const targets = [one.to].flat().map((to) => `\`${to}\``);
  return `${targets.join(' or ')}. ${one.because}`;
}

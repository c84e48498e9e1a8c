/** The state machines of the service as a document: a Mermaid diagram of each, and its table. */
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

/** `docs/guide/states.md`, whole. */
export function statesDocument(machines: readonly StateMachine[] = stateMachines): string {
  return [
    '# States',
    'For partners: a picture of each record, its states, and the triggers that move it from one to another. Below each picture is the whole table, folded away: what every trigger does in every state. A picture and its table are about one record, and assume that all other records allow the change.',
    'Generated from `layers/core/states` by `npm run docs`. The rules read the same tables, and tests try every pair of a state and a trigger.',
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
    `<details>\n<summary>${machine.name}: states and triggers as tables</summary>`,
    ['| State | |', '|---|---|', ...states].join('\n'),
    [
      '| Trigger | In | When | Result |',
      '|---|---|---|---|',
      ...Object.keys(machine.triggers).flatMap((trigger) => describeTrigger(machine, trigger)),
    ].join('\n'),
    '</details>',
  ].join('\n\n');
}

type Arrow = { readonly from: string; readonly to: string; readonly trigger: string };

/** A Mermaid state diagram. States that the same triggers lead to and from share a box. */
export function drawMachine(machine: StateMachine): string {
  const states = Object.keys(machine.states);
  const arrows = states.flatMap((from) => arrowsFrom(machine, from));
  const begins = Object.keys(machine.begins);
  const boxes = new Map<string, string[]>();
  for (const state of states) {
    const alike = [...boxes.keys()].find((first) => areAlike(arrows, begins, first, state));
    boxes.set(alike ?? state, [...(boxes.get(alike ?? state) ?? []), state]);
  }
  const firsts = [...boxes.keys()];
  const node = (state: string) =>
    `s${firsts.findIndex((first) => boxes.get(first)?.includes(state))}`;
  const drawn = new Map<string, Set<string>>();
  for (const { from, to, trigger } of arrows) {
    const arrow = `${node(from)} --> ${node(to)}`;
    drawn.set(arrow, new Set([...(drawn.get(arrow) ?? []), trigger]));
  }
  return [
    'stateDiagram-v2',
    ...firsts.map((first) => `  state "${boxes.get(first)?.join(', ')}" as ${node(first)}`),
    ...new Set(begins.map((state) => `  [*] --> ${node(state)}`)),
    ...[...drawn].map(([arrow, triggers]) => `  ${arrow}: ${[...triggers].join(', ')}`),
  ].join('\n');
}

function arrowsFrom(machine: StateMachine, from: string): Arrow[] {
  return Object.keys(machine.triggers).flatMap((trigger) =>
    [...new Set(targetsOf(machine, from, trigger))]
      .filter((to) => to !== from)
      .map((to) => ({ from, to, trigger })),
  );
}

/** Whether the picture stays the same when two states change places. */
function areAlike(
  arrows: readonly Arrow[],
  begins: readonly string[],
  one: string,
  other: string,
): boolean {
  if (begins.includes(one) !== begins.includes(other)) return false;
  const swapped = (state: string) => (state === one ? other : state === other ? one : state);
  const text = ({ from, to, trigger }: Arrow) => `${from} ${to} ${trigger}`;
  const all = new Set(arrows.map(text));
  return arrows.every(({ from, to, trigger }) =>
    all.has(text({ from: swapped(from), to: swapped(to), trigger })),
  );
}

function targetsOf(machine: StateMachine, state: string, trigger: string): string[] {
  return casesOf(machine, state, trigger).flatMap((one) => ('to' in one ? [one.to].flat() : []));
}

/** A row for all states that a trigger has the same result in. The first says what triggers it. */
function describeTrigger(machine: StateMachine, trigger: string): string[] {
  const rows = new Map<string, string[]>();
  for (const state of Object.keys(machine.states)) {
    for (const one of casesOf(machine, state, trigger)) {
      const when = one.when ? `When ${one.when}` : '';
      const row = `${when} | ${resultOf(one)}`;
      rows.set(row, [...(rows.get(row) ?? []), state]);
    }
  }
  const name = `**${trigger}**: ${machine.triggers[trigger]?.by}`;
  return [...rows].map(
    ([row, states], index) =>
      `| ${index === 0 ? name : ''} | ${namesOf(machine, states)} | ${row} |`,
  );
}

/** Up to here, what is left out is named instead. */
const MOST_LEFT_OUT = 2;

function namesOf(machine: StateMachine, states: readonly string[]): string {
  const quote = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  const others = Object.keys(machine.states).filter((state) => !states.includes(state));
  if (others.length === 0) return 'any state';
  const isShorter = others.length <= MOST_LEFT_OUT && states.length > others.length + 1;
  return isShorter ? `any but ${quote(others)}` : quote(states);
}

function resultOf(one: ReturnType<typeof casesOf>[number]): string {
  if ('refused' in one) return `Refused: \`${one.refused}\``;
  if ('ignored' in one) return `Nothing changes. ${one.ignored}`;
  if ('stays' in one) return `The state stays the same. ${one.stays}`;
  const targets = [one.to].flat().map((to) => `\`${to}\``);
  return `${targets.join(' or ')}. ${one.because}`;
}

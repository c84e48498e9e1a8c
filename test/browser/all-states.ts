/** The states of all modules. */
import { billStates } from './bill-states.ts';
import { lineStates } from './line-states.ts';
import { previewStates } from './preview-states.ts';
import { linkingStates, type State } from './states.ts';
import { swapStates } from './swap-states.ts';
import { taskStates } from './task-states.ts';

export const allStates: readonly State[] = [
  ...linkingStates,
  ...taskStates,
  ...billStates,
  ...lineStates,
  ...swapStates,
  ...previewStates,
];

/** @throws Error */
export function stateOf(page: State['page'], name: string): State {
  const state = allStates.find((one) => one.page === page && one.name === name);
  if (!state) throw new Error(`There is no state ${name}`);
  return state;
}

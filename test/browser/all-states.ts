/** The states of all modules. */
import { linkingStates, type State } from './states.ts';

export const allStates: readonly State[] = [...linkingStates];

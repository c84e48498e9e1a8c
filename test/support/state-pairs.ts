/**
 * Every pair of a state and a trigger of a machine, tried: what came of it over all variants is what
 * the table says, no more and no less.
 */
import { errors } from '@billhook/core/base/errors';
import {
  casesOf,
  type StateMachine,
  type StateOf,
  type TriggerOf,
} from '@billhook/core/states/state-machine';
import { describe, expect, test } from 'vitest';

/** What a trigger came to: a refusal, or the state after it and whether anything changed. */
export type Came =
  | { readonly refused: string }
  | { readonly state: string; readonly changed: boolean };

export type Trial<M extends StateMachine, V> = {
  /** Records in each state, in all the ways that matter to some trigger. */
  readonly variants: Readonly<Record<StateOf<M>, readonly V[]>>;
  readonly act: Readonly<Record<TriggerOf<M>, (variant: V) => Came | readonly Came[]>>;
  readonly stateOf: (variant: V) => string;
};

export type Pair = { readonly state: string; readonly trigger: string };

export function pairsOf(machine: StateMachine): Pair[] {
  return Object.keys(machine.triggers).flatMap((trigger) =>
    Object.keys(machine.states).map((state) => ({ state, trigger })),
  );
}

/** What is unknown has no record that a rule could ask: end-to-end tests show what it is answered. */
function isUnknown(machine: StateMachine, { state, trigger }: Pair): boolean {
  return casesOf(machine, state, trigger).every(
    (one) => 'refused' in one && errors[one.refused].status === 404,
  );
}

/** The words for what a table allows in a state. */
function expectedOf(machine: StateMachine, { state, trigger }: Pair): Set<string> {
  return new Set(
    casesOf(machine, state, trigger).flatMap((one) => {
      if ('refused' in one) return [`refused ${one.refused}`];
      if ('ignored' in one) return ['nothing changed'];
      return 'stays' in one ? [`is ${state}`] : [one.to].flat().map((to) => `is ${to}`);
    }),
  );
}

export function tryEveryPair<M extends StateMachine, V>(machine: M, trial: Trial<M, V>): void {
  const states = Object.keys(machine.states) as StateOf<M>[];

  test.each(states)('%s: the variants are in it', (state) => {
    for (const variant of trial.variants[state]) expect(trial.stateOf(variant)).toBe(state);
  });

  const pairs = pairsOf(machine).filter((pair) => !isUnknown(machine, pair));
  describe.each(pairs)('$state, $trigger', (pair) => {
    test('comes to what the table says', () => {
      const { state, trigger } = pair as { state: StateOf<M>; trigger: TriggerOf<M> };
      const expected = expectedOf(machine, pair);
      const seen = new Set(
        trial.variants[state]
          .flatMap((variant) => trial.act[trigger](variant))
          .map((came) => wordOf(came, expected)),
      );
      expect([...seen].toSorted()).toEqual([...expected].toSorted());
    });
  });
}

/** A record that is as it was had nothing changed, or stayed in its state: as the table puts it. */
function wordOf(came: Came, expected: ReadonlySet<string>): string {
  if ('refused' in came) return `refused ${came.refused}`;
  const ignored = !came.changed && expected.has('nothing changed');
  return ignored ? 'nothing changed' : `is ${came.state}`;
}

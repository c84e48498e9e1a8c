/**
 * State machines as plain data. The rules look their refusals up in them, `docs/guide/states.md` is drawn
 * from them, and the tests of each pair of a state and a trigger are driven by them.
 *
 * A machine tells of one record alone, all others being as they have to be: whether a bill can be
 * paid depends on its payment, its auth and the method too, each of which answers for itself.
 */
import { type ErrorCode, type Failure, fail } from '../base/errors.ts';

/** What a trigger comes to in a state. `when` tells several cases of one pair apart. */
export type Case<S extends string> = { readonly when?: string } & (
  | { readonly to: S | readonly S[]; readonly because: string }
  /** Accepted: the state stays what it is, whatever else changes. */
  | { readonly stays: string }
  /** Nothing changes at all. */
  | { readonly ignored: string }
  | { readonly refused: ErrorCode }
);

type Cell<S extends string> = Case<S> | readonly Case<S>[];

export type Trigger<S extends string> = {
  /** What brings it about: a route, or what runs unattended. */
  readonly by: string;
  /** The operation by which a caller brings it about. */
  readonly operation?: string;
  readonly in: Readonly<Partial<Record<S, Cell<S>>>>;
  /** What it comes to in every state that `in` does not name. */
  readonly otherwise?: Cell<S>;
};

export type StateMachine<S extends string = string, T extends string = string> = {
  readonly name: string;
  readonly about: string;
  /** Each state with what it means. */
  readonly states: Readonly<Record<S, string>>;
  /** The states that a record begins in, each with what begins it. */
  readonly begins: Readonly<Partial<Record<S, string>>>;
  readonly triggers: Readonly<Record<T, Trigger<S>>>;
};

export type StateOf<M extends StateMachine> = keyof M['states'] & string;
export type TriggerOf<M extends StateMachine> = keyof M['triggers'] & string;

type CodesIn<C> = C extends readonly (infer One)[]
  ? CodesIn<One>
  : C extends { readonly refused: infer Code extends ErrorCode }
    ? Code
    : never;

type CodesOf<T> = T extends { readonly in: infer I }
  ? CodesIn<I[keyof I]> | (T extends { readonly otherwise: infer O } ? CodesIn<O> : never)
  : never;

/** The codes by which a trigger is refused, over all states. */
export type RefusalOf<M extends StateMachine, T extends TriggerOf<M>> = CodesOf<M['triggers'][T]>;

/** All that a trigger may come to in a state. */
export function casesOf(
  machine: StateMachine,
  state: string,
  trigger: string,
): readonly Case<string>[] {
  const known = machine.triggers[trigger];
  const cell = known?.in[state] ?? known?.otherwise;
  // A pair that nobody thought of is a hole in the table, and a test looks for holes.
  if (!cell) throw new Error(`${machine.name}: ${trigger} in ${state} is not in the table`);
  return Array.isArray(cell) ? cell : [cell as Case<string>];
}

/** The refusal of a trigger in a state that refuses it in every case; nothing in all others. */
export function refusalOf<M extends StateMachine, T extends TriggerOf<M>>(
  machine: M,
  state: StateOf<M>,
  trigger: T,
): Failure<RefusalOf<M, T>> | undefined {
  const cases = casesOf(machine, state, trigger);
  return cases.every((one) => 'refused' in one) ? refuse(machine, state, trigger) : undefined;
}

/** The refusal in the one case of a state in which its rule refuses. @throws Error without one. */
export function refuse<M extends StateMachine, T extends TriggerOf<M>>(
  machine: M,
  state: StateOf<M>,
  trigger: T,
): Failure<RefusalOf<M, T>> {
  const refused = casesOf(machine, state, trigger).find((one) => 'refused' in one);
  if (!refused) throw new Error(`${machine.name}: ${trigger} in ${state} is never refused`);
  return fail(refused.refused as RefusalOf<M, T>);
}

/** Whether nothing at all changes in this state. */
export function ignores<M extends StateMachine>(
  machine: M,
  state: StateOf<M>,
  trigger: TriggerOf<M>,
): boolean {
  return casesOf(machine, state, trigger).every((one) => 'ignored' in one);
}

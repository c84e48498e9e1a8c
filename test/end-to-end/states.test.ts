/**
 * Each pair of a state and a trigger that a caller can bring about on the sandbox: what the tables of
 * `layers/core/states` allow is accepted and leads where they say, everything else is refused with
 * their code and changes nothing.
 */
import { errors } from '@billhook/core/base/errors';
import { authStates } from '@billhook/core/states/auth-states';
import { billStates } from '@billhook/core/states/bill-states';
import { paymentMethodStates } from '@billhook/core/states/payment-method-states';
import { paymentStates } from '@billhook/core/states/payment-states';
import { type Case, casesOf, type StateMachine } from '@billhook/core/states/state-machine';
import { swapStates } from '@billhook/core/states/swap-states';
import { describe, expect, test } from 'vitest';
import { snapshot } from '../support/snapshot.ts';
import { pairsOf } from '../support/state-pairs.ts';
import { refusal } from '../support/world.ts';
import { auths } from './cases/auth-states.ts';
import { ACCEPTED, bills, methods, payments, type Reached, untilIn } from './cases/states.ts';
import { swaps } from './cases/swap-states.ts';

/** What no caller can bring about here, and why: tests of the rules have all of it. */
const outOfReach: { readonly [machine: string]: { readonly [what: string]: string } } = {
  Auth: {
    linking: 'It is over within moments.',
    'mfa-required-questions answer-questions auth_not_awaiting_answers':
      'Once they are answered, the outcome follows within moments.',
    'authenticate continue accepted':
      'The sandbox changes no login form: changed-forms.test.ts has it.',
  },
  Bill: {
    // The sandbox shows neither of the two (decision: derived-bill-status).
    pending: 'The sandbox never shows it, and it is over within moments.',
    'payment-required': 'The sandbox never shows it.',
    'payment-declined schedule payment_method_required':
      'Only companies that need the user take a payment with a method that is not assigned.',
  },
  Payment: {
    'scheduled schedule accepted': 'Only with the test clock: a payment that waits is approved.',
    pending: 'It is over within moments.',
    held: 'Its auth is on hold with it, and that is looked at first.',
    returned: 'Only with the test clock: late-payments.test.ts has it.',
  },
  'Payment method': {
    pending: 'It is over within moments.',
  },
  Swap: {
    pending: 'It is over within moments.',
    'in-progress': 'It is over within moments.',
  },
};

/** States that may be over before they are seen, and what follows them. */
const followed: { readonly [state: string]: readonly string[] } = {
  pending: ['paid', 'verified', 'declined', 'payment-declined'],
  linking: ['verified'],
  authenticate: ['verified'],
  hold: ['verified'],
  'mfa-required-questions': ['verified'],
  'mfa-required-code': ['verified'],
  'mfa-required-prompt': ['verified'],
};

type Attempt = {
  readonly state: string;
  readonly trigger: string;
  /** The code of a refusal, or `accepted`. */
  readonly outcome: string;
  readonly leadsTo: readonly string[];
};

function attemptsOf(machine: StateMachine): Attempt[] {
  const known = outOfReach[machine.name] ?? {};
  return pairsOf(machine)
    .filter(({ trigger }) => machine.triggers[trigger]?.operation !== undefined)
    .flatMap((pair) => {
      const all = casesOf(machine, pair.state, pair.trigger).filter((one) => !('ignored' in one));
      const outcomes = [...new Set(all.map(outcomeOf))];
      return outcomes.map((outcome) => ({
        ...pair,
        outcome,
        leadsTo: all
          .filter((one) => outcomeOf(one) === outcome)
          .flatMap((one) => endsOf(one, pair.state)),
      }));
    })
    .filter(({ state, trigger, outcome }) => {
      return !(state in known) && !(`${state} ${trigger} ${outcome}` in known);
    });
}

function outcomeOf(one: Case<string>): string {
  return 'refused' in one ? one.refused : ACCEPTED;
}

function endsOf(one: Case<string>, state: string): readonly string[] {
  const targets = 'to' in one ? [one.to].flat() : [state];
  return targets.flatMap((target) => [target, ...(followed[target] ?? [])]);
}

function tryAll<S extends { readonly clientId: string }>(
  machine: StateMachine,
  reached: Reached<S>,
): void {
  /** What is refused changes nothing: one record a state stands for all of them. */
  const shared = new Map<string, Promise<S>>();
  const sceneOf = ({ state, trigger, outcome }: Attempt): Promise<S> => {
    const special = reached.special[`${state} ${trigger} ${outcome}`];
    const make = special ?? reached.scenes[state];
    if (!make) throw new Error(`Nothing leads to ${state}`);
    if (special || outcome === ACCEPTED) return make();
    const scene = shared.get(state) ?? make();
    shared.set(state, scene);
    return scene;
  };

  describe(machine.name, () => {
    // Each has a client of its own, or one that nobody changes, and mostly waits for an outcome.
    test.concurrent.each(attemptsOf(machine))('$state, $trigger: $outcome', async (attempt) => {
      const given = await sceneOf(attempt);
      const before = await snapshot(given.clientId);
      const act = reached.act[attempt.trigger];
      if (!act) throw new Error(`Nothing brings ${attempt.trigger} about`);
      const result = await act(given);
      if (attempt.outcome === ACCEPTED) {
        expect(result).toMatchObject({ ok: true, status: 200 });
        await untilIn(reached, given, attempt.leadsTo);
        return;
      }
      const code = attempt.outcome as keyof typeof errors;
      expect(refusal(result)).toBe(`${errors[code].status} ${code}`);
      expect(await snapshot(given.clientId)).toEqual(before);
    });
  });
}

tryAll(authStates, auths);
tryAll(billStates, bills);
tryAll(paymentStates, payments);
tryAll(paymentMethodStates, methods);
tryAll(swapStates, swaps);

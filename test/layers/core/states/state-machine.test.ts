import { errors } from '@billhook/core/base/errors';
import { billStates } from '@billhook/core/states/bill-states';
import { paymentMethodStates } from '@billhook/core/states/payment-method-states';
import { paymentStates } from '@billhook/core/states/payment-states';
import {
  casesOf,
  ignores,
  refusalOf,
  refuse,
  type StateMachine,
} from '@billhook/core/states/state-machine';
import { describe, expect, test } from 'vitest';
import { stateMachines } from '../../../../lib/documents/state-machines.ts';
import { allOperations } from '../../../support/operations.ts';
import { pairsOf } from '../../../support/state-pairs.ts';

const machines = stateMachines.map((machine) => [machine.name, machine] as const);

describe.each(machines)('the states of %s', (_, machine: StateMachine) => {
  const states = Object.keys(machine.states);
  const all = pairsOf(machine).map((pair) => ({
    ...pair,
    cases: casesOf(machine, pair.state, pair.trigger),
  }));

  test('have an answer to every trigger, and lead to states only', () => {
    for (const { cases } of all) {
      expect(cases.length).toBeGreaterThan(0);
      for (const one of cases) {
        if ('to' in one) for (const to of [one.to].flat()) expect(states).toContain(to);
      }
    }
    for (const { in: named } of Object.values(machine.triggers)) {
      for (const state of Object.keys(named)) expect(states).toContain(state);
    }
  });

  test('tell several cases of a pair apart', () => {
    for (const { state, trigger, cases } of all) {
      const told = cases.every((one) => one.when !== undefined) || cases.length === 1;
      expect(told, `${trigger} in ${state}`).toBe(true);
    }
  });

  test('can each be reached from where a record begins', () => {
    const reached = new Set(Object.keys(machine.begins));
    for (const state of reached) {
      for (const { cases } of all.filter((pair) => pair.state === state)) {
        for (const one of cases) if ('to' in one) for (const to of [one.to].flat()) reached.add(to);
      }
    }
    expect([...reached].toSorted()).toEqual(states.toSorted());
  });

  test('refuse with 409, what is unknown with 404, and with codes that the operation declares', () => {
    for (const { state, trigger, cases } of all) {
      const operation = allOperations.find(
        ({ name }) => name === machine.triggers[trigger]?.operation,
      )?.operation;
      for (const one of cases) {
        if (!('refused' in one)) continue;
        const gone = state === 'removed' || state === 'deleted';
        // A challenge is known by its token alone: one that is not open is unknown.
        const statuses = gone || one.refused === 'challenge_not_found' ? [404, 409] : [409];
        expect(statuses, `${trigger} in ${state}`).toContain(errors[one.refused].status);
        if (operation) expect(operation.errors, `${trigger} in ${state}`).toContain(one.refused);
      }
    }
  });

  test('are changed over the API by operations that there are', () => {
    const names = allOperations.map(({ name }) => name);
    for (const { operation } of Object.values(machine.triggers)) {
      if (operation !== undefined) expect(names).toContain(operation);
    }
  });
});

describe('looking a pair up', () => {
  test('finds the refusal of a state that always refuses', () => {
    expect(refusalOf(paymentStates, 'pending', 'cancel')).toEqual({ failure: 'payment_pending' });
  });

  test('finds none where some case allows, and the code where the rule refuses', () => {
    expect(refusalOf(paymentMethodStates, 'declined', 'retry')).toBeUndefined();
    expect(refuse(paymentMethodStates, 'declined', 'retry')).toEqual({
      failure: 'bill_not_payable',
    });
  });

  test('throws where nothing is refused', () => {
    expect(() => refuse(billStates, 'upcoming', 'settings')).toThrow('is never refused');
  });

  test('knows where nothing changes', () => {
    expect(ignores(paymentStates, 'paid', 'declined')).toBe(true);
    expect(ignores(paymentStates, 'pending', 'declined')).toBe(false);
  });
});

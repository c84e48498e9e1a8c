/** The cases' valid bodies, for tests that spoil them. */
import { parameterNames } from '../../../lib/documents/openapi.ts';
import { allOperations } from '../../support/operations.ts';
import { cases } from './all-cases.ts';
import { type SampleIds, unknown } from './case.ts';

export type Sample = {
  /** The operation's name, with what the sample is of where there are several. */
  readonly title: string;
  readonly name: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
};

const given = allOperations.flatMap(({ name, operation }) => {
  const { sample = {} } = cases[name];
  const named = typeof sample === 'function' ? { '': sample } : sample;
  return Object.entries(named).map(([what, bodyOf]) => ({
    title: what ? `${name} (${what})` : name,
    name,
    operation,
    bodyOf,
  }));
});

/** What is known of the samples before their ids are. */
export const sampleTitles = given.map(({ title, name }) => ({ title, name }));

export function samplesOf(ids: SampleIds): Sample[] {
  return given.map(({ title, name, operation, bodyOf }) => ({
    title,
    name,
    path: pathFor(operation.path, ids),
    body: bodyOf(ids) as Record<string, unknown>,
  }));
}

/** What no id is given for does not exist. */
function pathFor(path: string, ids: SampleIds): string {
  const values: Readonly<Record<string, string>> = {
    ...unknown,
    ...ids,
    paymentMethodId: ids.methodId,
  };
  return parameterNames(path).reduce((one, name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Expected {${name}} among the ids of case.ts`);
    return one.replace(`{${name}}`, value);
  }, path);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StateMachine } from '@billhook/core/states/state-machine';
import { expect, test } from 'vitest';
import { drawMachine, statesDocument } from '../../../lib/documents/state-machines.ts';

const door = {
  name: 'Door',
  about: 'A door.',
  states: { open: 'One can go through.', shut: 'One cannot.' },
  begins: { shut: 'the carpenter' },
  triggers: {
    push: {
      by: 'a hand',
      in: {
        shut: [
          { to: 'open', when: 'it is not locked', because: 'It gives way.' },
          { refused: 'forbidden', when: 'it is locked' },
        ],
      },
      otherwise: { stays: 'It is open.' },
    },
  },
} as const satisfies StateMachine;

test('the document of the states is drawn from the tables', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../docs/guide/states.md'), 'utf8');
  expect(document, 'npm run docs').toBe(statesDocument());
});

test('a machine is drawn with its beginning and its changes', () => {
  expect(drawMachine(door).split('\n')).toEqual([
    'stateDiagram-v2',
    '  state "open" as s0',
    '  state "shut" as s1',
    '  [*] --> s1',
    '  s1 --> s0: push',
  ]);
});

test('states that the same triggers lead to and from share a box', () => {
  const { push } = door.triggers;
  const states = { ...door.states, ajar: 'Nearly shut.' };
  const cases = { ...push.in, ajar: push.in.shut };
  const nearly = { ...door, states, triggers: { push: { ...push, in: cases } } };
  const begun = { ...nearly, begins: { shut: 'the carpenter', ajar: 'another' } };
  expect(drawMachine(begun).split('\n')).toEqual([
    'stateDiagram-v2',
    '  state "open" as s0',
    '  state "shut, ajar" as s1',
    '  [*] --> s1',
    '  s1 --> s0: push',
  ]);
  // Only one of the two begins.
  expect(drawMachine(nearly)).toContain('state "ajar" as s2');
});

test('the tables are folded away below the picture', () => {
  const document = statesDocument([door]);
  const folded = /<details>\n<summary>.+<\/summary>\n\n(.*)\n\n<\/details>\n$/s.exec(document);
  expect(folded?.[1]).toContain('| `open` | One can go through. |');
  expect(folded?.[1]).toContain('| **push**: a hand | `open` |');
  expect(folded?.[1]).not.toContain('mermaid');
});

test('where a trigger has one result in nearly every state, the others are named', () => {
  const states = { ...door.states, ajar: 'Nearly shut.', gone: 'No door.' };
  const document = statesDocument([{ ...door, states }]);
  expect(document).toContain('| any but `shut` |  | The state stays the same. It is open. |');
  const stays = { otherwise: { stays: 'It is heavy.' }, in: {}, by: 'a child' };
  expect(statesDocument([{ ...door, triggers: { push: stays } }])).toContain('| any state |');
});

test('a trigger is told with all its cases', () => {
  const document = statesDocument([door]);
  expect(document).toContain('| `open` |  | The state stays the same. It is open. |');
  expect(document).toContain('| `shut` | When it is not locked | `open`. It gives way. |');
  expect(document).toContain('| `shut` | When it is locked | Refused: `forbidden` |');
});

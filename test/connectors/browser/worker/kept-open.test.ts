/** What a worker says of the session that it leaves open: never more than its process has left. */
import { expect, test } from 'vitest';
import { ANSWER_SECONDS } from '../../../../connectors/browser/author.ts';
import { keptOpen } from '../../../../connectors/browser/worker/kept-open.ts';

const verified = { kind: 'verified', ...{ live: 'one', liveSeconds: 120 } };
const asks = { kind: 'mfa-required' };
const failed = { kind: 'authenticate' };

test.each([
  ['a login, with time left', verified, 800, { result: verified, seconds: 120 }],
  [
    'a login shortly before the end',
    verified,
    45.9,
    { result: { ...verified, liveSeconds: 45 }, seconds: 45 },
  ],
  ['a login at the end', verified, 0.9, { result: { kind: 'verified' } }],
  ['a login after the end', verified, -3, { result: { kind: 'verified' } }],
  ['a question, with time left', asks, 800, { result: asks, seconds: ANSWER_SECONDS }],
  ['a question shortly before the end', asks, 30, { result: asks, seconds: 30 }],
  ['what leaves nothing open', failed, 800, { result: failed }],
] as const)('after %s', (_name, said, secondsLeft, expected) => {
  expect(keptOpen(said, secondsLeft * 1000)).toEqual(expected);
});

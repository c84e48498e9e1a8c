import { companyLimits, needsLease, strictest } from '@billhook/core/company/gate/limits';
import * as v from 'valibot';
import { expect, test } from 'vitest';

test.each([
  ['none', undefined, undefined, {}],
  ['those of the connector alone', { sessionsAtOnce: 3 }, undefined, { sessionsAtOnce: 3 }],
  ['those of the operator alone', undefined, { sessionsAMinute: 9 }, { sessionsAMinute: 9 }],
  ['the lower of two', { sessionsAtOnce: 3 }, { sessionsAtOnce: 2 }, { sessionsAtOnce: 2 }],
  [
    'the longer time to cool down',
    { coolDownSeconds: 60 },
    { coolDownSeconds: 600 },
    { coolDownSeconds: 600 },
  ],
  [
    'each by itself',
    { sessionsAtOnce: 1, readingsPerLoginADay: 4 },
    { sessionsAtOnce: 5, readingsPerLoginADay: 2, sessionsAtOncePerLogin: 1 },
    { sessionsAtOnce: 1, readingsPerLoginADay: 2, sessionsAtOncePerLogin: 1 },
  ],
])('the limits that count are %s', (_name, ofConnector, ofCompany, expected) => {
  expect(strictest(ofConnector, ofCompany)).toEqual(expected);
});

test.each([
  ['nothing', {}, false],
  ['readings a day', { readingsPerLoginADay: 1 }, false],
  ['a time to cool down', { coolDownSeconds: 60 }, false],
  ['sessions at once', { sessionsAtOnce: 1 }, true],
  ['sessions at once of a login', { sessionsAtOncePerLogin: 1 }, true],
  ['sessions a minute', { sessionsAMinute: 1 }, true],
])('a limit of %s needs a lease: %s %s', (_name, limits, expected) => {
  expect(needsLease(limits)).toBe(expected);
});

test.each([
  [{}, true],
  [{ sessionsAtOnce: 1 }, true],
  [{ sessionsAtOnce: 200 }, true],
  [{ sessionsAtOnce: 0 }, false],
  [{ sessionsAtOnce: 201 }, false],
  [{ sessionsAMinute: 1.5 }, false],
  [{ coolDownSeconds: 86_400 }, true],
  [{ coolDownSeconds: 86_401 }, false],
  [{ sessionsAtonce: 1 }, false],
])('an operator may give %o: %s', (limits, expected) => {
  expect(v.is(companyLimits, limits)).toBe(expected);
});

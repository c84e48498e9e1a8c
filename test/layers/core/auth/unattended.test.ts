import { isRefused, recordRefusal } from '@billhook/core/auth/unattended';
import { expect, test } from 'vitest';
import { authRecord, NOW, sealed } from '../../../support/records.ts';

const begun = authRecord({ refreshAt: '2026-11-22T00:00:00.000Z' });
const wrong = { kind: 'authenticate' } as const;
const held = { kind: 'hold', code: 'account_issue_verify_identity' } as const;
const question = { question: 'Which pet?', identifier: 'pet' };
const asked = {
  kind: 'mfa-required',
  challenge: { kind: 'questions', questions: [question] },
} as const;
const link = {
  linkId: 'link_1',
  requestedAt: '2026-11-21T00:00:00.000Z',
  items: ['bill'] as const,
};

test.each([
  [wrong, 'authenticate', undefined],
  [held, 'hold', { code: held.code, subcode: undefined }],
  [asked, 'hold', { code: 'authentication_not_completed', subcode: 'no-mfa-response-received' }],
] as const)('a session that is told %j', (refused, status, hold) => {
  const after = recordRefusal(begun, begun, refused, NOW);
  expect(after).toMatchObject({ status });
  expect(after.hold).toEqual(hold);
  // What only the user can mend is not read again without the user.
  expect(after.refresh?.at).toBeUndefined();
  expect(isRefused(after)).toBe(status === 'authenticate');
});

const others = { ...sealed('password'), dataKey: new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]) };
test.each([
  ['whose user is linking it', { ...begun, link }],
  ['that was deleted', { ...begun, deletedAt: '2026-11-21T00:00:00.000Z' }],
  ['that has other credentials by now', { ...begun, credentials: others }],
])('says nothing of an auth %s', (_what, standing) => {
  expect(recordRefusal(standing, begun, wrong, NOW)).toBe(standing);
});

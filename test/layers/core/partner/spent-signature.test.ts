import { refusedAsSpent, spentSignature } from '@billhook/core/partner/spent-signature';
import { expect, test } from 'vitest';

const spent = (keyDigest: string | undefined, requestId: string) =>
  spentSignature({ keyDigest, requestId, until: 1_000 });

test.each([
  ['another request without a key', spent(undefined, 'a'), spent(undefined, 'b'), false],
  ['another request with a key', spent(undefined, 'a'), spent('k', 'b'), false],
  ['another key', spent('j', 'a'), spent('k', 'b'), false],
  ['the key left out', spent('k', 'a'), spent(undefined, 'b'), false],
  ['the same key', spent('k', 'a'), spent('k', 'b'), true],
  [
    'the same request, whose write was not heard of',
    spent(undefined, 'a'),
    spent(undefined, 'a'),
    true,
  ],
])('a used signature with %s', (_what, standing, next, passes) => {
  expect(refusedAsSpent(standing, next)?.failure).toBe(passes ? undefined : 'signature_used');
});

test('what is kept outlives the window of the signature', () => {
  expect(spent(undefined, 'a').expiresAt).toBe(1_300);
  expect(spent(undefined, 'a')).not.toHaveProperty('keyDigest');
});

import { pictureOf } from '@billhook/core/company/logo-picture';
import { expect, test } from 'vitest';
import { jpegOf, pngOf, webpOf } from '../../../support/pictures.ts';

test.each([
  ['a PNG', pngOf(64, 32), 'png', 'image/png'],
  ['a JPEG', jpegOf(64, 32), 'jpg', 'image/jpeg'],
  ['a JPEG that goes on in steps', jpegOf(64, 32, 0xc2), 'jpg', 'image/jpeg'],
  ['a lossy WebP', webpOf('VP8 ', 64, 32), 'webp', 'image/webp'],
  ['a lossless WebP', webpOf('VP8L', 64, 32), 'webp', 'image/webp'],
  ['a WebP with more in it', webpOf('VP8X', 64, 32), 'webp', 'image/webp'],
  ['one as large as may be', pngOf(2_048, 2_048), 'png', 'image/png'],
])('%s is a picture', (_what, bytes, extension, contentType) => {
  expect(pictureOf(bytes)).toEqual({ extension, contentType });
});

test.each([
  ['no bytes', Buffer.alloc(0), 'is-no-picture'],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'is-no-picture'],
  ['a script', Buffer.from('alert(1)'), 'is-no-picture'],
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'), 'is-drawing'],
  ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00'), 'is-no-picture'],
  ['the beginning of a PNG', pngOf(64, 32).subarray(0, 20), 'is-no-picture'],
  ['the beginning of a JPEG', jpegOf(64, 32).subarray(0, 3), 'is-no-picture'],
  [
    'a JPEG without a frame',
    Buffer.from('ffd8ffe00004000000000000000000ffd9', 'hex'),
    'is-no-picture',
  ],
  ['the beginning of a WebP', webpOf('VP8 ', 64, 32).subarray(0, 20), 'is-no-picture'],
  ['a WebP of another kind', webpOf('VPXX', 64, 32), 'is-no-picture'],
  ['a picture without a width', pngOf(0, 32), 'is-no-picture'],
  ['a PNG that fills a memory', pngOf(60_000, 60_000), 'too-many-pixels'],
  ['a JPEG that does', jpegOf(60_000, 16), 'too-many-pixels'],
  ['a WebP that does', webpOf('VP8X', 16, 16_000), 'too-many-pixels'],
])('%s is none', (_what, bytes, fault) => {
  expect(pictureOf(bytes)).toBe(fault);
});

test('a JPEG whose segments have no length ends', () => {
  const bytes = Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    Buffer.from('ffe00000'.repeat(100), 'hex'),
  ]);
  expect(pictureOf(bytes)).toBe('is-no-picture');
});

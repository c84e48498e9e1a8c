import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { commentOf, indexedPng } from './indexed-png.ts';

/** The parts of a PNG file by their types. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return chunks;
}

/** Each pixel's color, as a reader of PNG finds it. */
function colorsOf(png: Buffer, width: number): string[] {
  const chunks = chunksOf(png);
  const palette = chunks.get('PLTE') ?? Buffer.alloc(0);
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  return [...rows]
    .filter((_, at) => at % (width + 1) !== 0)
    .map((index) => palette.subarray(index * 3, index * 3 + 3).toString('hex'));
}

const pixels = (...colors: readonly number[]) =>
  Uint8Array.from(colors.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255, 255]));

describe('A PNG of few colors', () => {
  const png = indexedPng(
    { width: 2, height: 2, rgba: pixels(0xff0000, 0x00ff00, 0x0000ff, 0xff0000) },
    'from here',
  );

  test('has them as they were', () => {
    expect(colorsOf(png, 2)).toEqual(['ff0000', '00ff00', '0000ff', 'ff0000']);
    expect(chunksOf(png).get('PLTE')).toHaveLength(9);
  });

  test('keeps a comment', () => {
    expect(commentOf(png)).toBe('from here');
  });
});

test('More colors than there is room for become the nearest of fewer', () => {
  const shades = Array.from(
    { length: 1024 },
    (_, index) => ((index >> 5) << 19) | ((index & 31) << 3),
  );
  const colors = colorsOf(indexedPng({ width: 32, height: 32, rgba: pixels(...shades) }, ''), 32);
  expect(new Set(colors).size).toBeLessThanOrEqual(256);
  for (const [at, color] of colors.entries()) {
    const far = Math.abs(Number.parseInt(color.slice(0, 2), 16) - ((shades[at] ?? 0) >> 16));
    // Of 32 shades of a color 9 are left: every 32nd of 256.
    expect(far).toBeLessThanOrEqual(16);
  }
});

test('A file without a comment has none', () => {
  expect(commentOf(Buffer.alloc(8))).toBeUndefined();
});

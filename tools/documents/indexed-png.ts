/** PNG files of few colors, small enough to be kept with the sources. */
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MAX_COLORS = 256;
const INDEXED = 3;
const BEST = 9;

export type Pixels = {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, opacity, row after row. Opacity is left out. */
  readonly rgba: Uint8Array;
};

/** @param comment kept in the file; `commentOf` reads it. */
export function indexedPng({ width, height, rgba }: Pixels, comment: string): Buffer {
  const { palette, indexes } = toPalette(rgba);
  // Each row begins with its filter: none, which suits few colors best.
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1) {
    rows.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, INDEXED, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`Comment\0${comment}`, 'latin1')),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: BEST })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** What `indexedPng` was given. */
export function commentOf(png: Buffer): string | undefined {
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const text = png.toString('latin1', at + 8, at + 8 + length);
    if (type === 'tEXt' && text.startsWith('Comment\0')) return text.slice('Comment\0'.length);
    at += length + 12;
  }
  return undefined;
}

/** As many shades as there is room for: the most there can be is met by leaving out the last bits. */
function toPalette(rgba: Uint8Array): { palette: Buffer; indexes: Uint8Array } {
  for (let lost = 0; lost < 8; lost += 1) {
    const shades = new Map<number, number>();
    const indexes = new Uint8Array(rgba.length / 4);
    const shadeOf = (value = 0) => Math.min(255, Math.round(value / 2 ** lost) * 2 ** lost);
    for (let at = 0; at < indexes.length && shades.size <= MAX_COLORS; at += 1) {
      const [red, green, blue] = [0, 1, 2].map((part) => shadeOf(rgba[at * 4 + part]));
      const color = ((red ?? 0) << 16) | ((green ?? 0) << 8) | (blue ?? 0);
      const index = shades.get(color) ?? shades.size;
      shades.set(color, index);
      indexes[at] = index;
    }
    if (shades.size > MAX_COLORS) continue;
    const parts = [...shades.keys()].flatMap((color) => [
      color >> 16,
      (color >> 8) & 255,
      color & 255,
    ]);
    return { palette: Buffer.from(parts), indexes };
  }
  throw new Error('No palette has room for this image');
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}

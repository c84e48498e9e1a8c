/** Pictures as far as their formats say how large they are: PNG, JPEG, WebP. */

/** A whole one if both sides are 1: a pixel. Others end behind their header. */
export function pngOf(width: number, height: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const beginning = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  return Buffer.concat([beginning, size, Buffer.from('0806000000', 'hex')]);
}

/** @param mark of the frame: 0xc0 is baseline, 0xc2 progressive. */
export function jpegOf(width: number, height: number, mark = 0xc0): Buffer {
  const frame = Buffer.from([0xff, mark, 0, 17, 8, 0, 0, 0, 0, 3, 0, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), frame]);
}

export function webpOf(kind: string, width: number, height: number): Buffer {
  const head = Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'),
    Buffer.from(kind),
    Buffer.alloc(20),
  ]);
  if (kind === 'VP8X') {
    head.writeUIntLE(width - 1, 24, 3);
    head.writeUIntLE(height - 1, 27, 3);
  } else if (kind === 'VP8L') head.writeUInt32LE(((height - 1) << 14) | (width - 1), 21);
  else {
    head.writeUInt16LE(width, 26);
    head.writeUInt16LE(height, 28);
  }
  return head;
}

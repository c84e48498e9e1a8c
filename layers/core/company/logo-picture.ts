/** Whether bytes that somebody else serves as a logo are a picture that we serve as one. */

/** Of a file. */
export const MAX_LOGO_BYTES = 65_536;
/** Of a side: a small file may be a picture that fills the memory of whoever shows it. */
const MAX_LOGO_PIXELS = 2_048;

export type LogoPicture = { readonly contentType: string; readonly extension: string };
export type LogoFault = 'is-drawing' | 'is-no-picture' | 'too-many-pixels';

/** What the bytes say counts, and not what their server calls them. */
export function pictureOf(bytes: Uint8Array): LogoPicture | LogoFault {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { sizeOf, ...picture } of formats) {
    const size = sizeOf(file);
    if (!size) continue;
    if (size.some((side) => side < 1)) return 'is-no-picture';
    return size.every((side) => side <= MAX_LOGO_PIXELS) ? picture : 'too-many-pixels';
  }
  return /<svg[\s>]/i.test(file.toString('latin1')) ? 'is-drawing' : 'is-no-picture';
}

/** Width and height; nothing where the file is none of the format. */
type SizeOf = (file: Buffer) => readonly [number, number] | undefined;

const formats: readonly (LogoPicture & { readonly sizeOf: SizeOf })[] = [
  { contentType: 'image/png', extension: 'png', sizeOf: pngSize },
  { contentType: 'image/jpeg', extension: 'jpg', sizeOf: jpegSize },
  { contentType: 'image/webp', extension: 'webp', sizeOf: webpSize },
];

const PNG_BEGINNING = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function pngSize(file: Buffer): ReturnType<SizeOf> {
  const sizes = PNG_BEGINNING.length;
  const isPng = file.length >= sizes + 8 && file.subarray(0, sizes).equals(PNG_BEGINNING);
  return isPng ? [file.readUInt32BE(sizes), file.readUInt32BE(sizes + 4)] : undefined;
}

/** Segments that hold the picture's size; those between them with other marks are no frames. */
const isFrame = (mark: number) =>
  mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);

function jpegSize(file: Buffer): ReturnType<SizeOf> {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= file.length && file[at] === 0xff) {
    const mark = file[at + 1] ?? 0;
    if (isFrame(mark)) return [file.readUInt16BE(at + 7), file.readUInt16BE(at + 5)];
    // A mark may be preceded by any number of such bytes.
    at += mark === 0xff ? 1 : 2 + file.readUInt16BE(at + 2);
  }
  return undefined;
}

function webpSize(file: Buffer): ReturnType<SizeOf> {
  const name = (start: number) => file.toString('latin1', start, start + 4);
  if (file.length < 30 || name(0) !== 'RIFF' || name(8) !== 'WEBP') return undefined;
  if (name(12) === 'VP8X') return [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1];
  if (name(12) === 'VP8 ') return [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff];
  if (name(12) !== 'VP8L') return undefined;
  const bits = file.readUInt32LE(21);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

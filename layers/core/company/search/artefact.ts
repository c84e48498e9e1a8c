/**
 * The index as bytes: a header, the length of each array, then the arrays, each at a multiple of eight
 * bytes, so that they are used where they lie. Numbers are little-endian, as on every machine of Lambda.
 */
import { crc32 } from 'node:zlib';
import { type ArrayName, arrayKinds, type IndexArrays } from './index-arrays.ts';

/** `bdix` in ASCII. */
const MARK = 0x78696462;
/** Raised when arrays are added or mean something else: a function reads its own format only. */
export const ARTEFACT_FORMAT = 1;
const ALIGNMENT = 8;

const names = Object.keys(arrayKinds) as ArrayName[];
/** Mark, format, bytes of all, checksum of what follows the header; then a length for each array. */
const HEADER_NUMBERS = 4;
const HEADER_BYTES = aligned((HEADER_NUMBERS + names.length) * 4);

/** Of each array without its `Starts`: how many lists there are, as another array knows it. */
const startsOf: readonly (readonly [starts: ArrayName, values: ArrayName, owners?: ArrayName])[] = [
  ['idStarts', 'ids', 'flags'],
  ['letterStarts', 'letters', 'shared'],
  ['namesOfWordStarts', 'namesOfWord', 'shared'],
  ['wordsOfNameStarts', 'wordsOfName', 'flags'],
  ['wordsOfTripleStarts', 'wordsOfTriple'],
  ['categoriesOfNameStarts', 'categoriesOfName', 'flags'],
  ['namesOfCategoryStarts', 'namesOfCategory'],
];

export function writeArtefact(arrays: IndexArrays): Uint8Array {
  const total = names.reduce((sum, name) => sum + aligned(arrays[name].byteLength), HEADER_BYTES);
  const bytes = new Uint8Array(total);
  const header = new Uint32Array(bytes.buffer, 0, HEADER_BYTES / 4);
  let at = HEADER_BYTES;
  for (const [number, name] of names.entries()) {
    const { buffer, byteOffset, byteLength, length } = arrays[name];
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    header[HEADER_NUMBERS + number] = length;
    at += aligned(byteLength);
  }
  header.set([MARK, ARTEFACT_FORMAT, total]);
  header[3] = checksumOf(bytes);
  return bytes;
}

/** Nothing when they are of another format, or when anything of them was lost or changed. */
export function readArtefact(given: Uint8Array): IndexArrays | undefined {
  if (given.length < HEADER_BYTES || given.length % ALIGNMENT !== 0) return undefined;
  const bytes = given.byteOffset % ALIGNMENT === 0 ? given : given.slice();
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_BYTES / 4);
  if (header[0] !== MARK || header[1] !== ARTEFACT_FORMAT || header[2] !== bytes.length) {
    return undefined;
  }
  if (header[3] !== checksumOf(bytes)) return undefined;
  const arrays: Partial<Record<ArrayName, IndexArrays[ArrayName]>> = {};
  let at = HEADER_BYTES;
  for (const [number, name] of names.entries()) {
    const kind = arrayKinds[name];
    const length = header[HEADER_NUMBERS + number] as number;
    const end = at + length * kind.BYTES_PER_ELEMENT;
    if (end > bytes.length) return undefined;
    arrays[name] = new kind(bytes.buffer as ArrayBuffer, bytes.byteOffset + at, length);
    at = aligned(end);
  }
  const complete = arrays as IndexArrays;
  return at === bytes.length && fitsTogether(complete) ? complete : undefined;
}

function fitsTogether(arrays: IndexArrays): boolean {
  return startsOf.every(([starts, values, owners]) => {
    const lists = arrays[starts].length - 1;
    const counted = owners === undefined || arrays[owners].length === lists;
    return counted && arrays[starts].at(-1) === arrays[values].length;
  });
}

/** Of all that follows the first 16 bytes. */
function checksumOf(bytes: Uint8Array): number {
  return crc32(bytes.subarray(HEADER_NUMBERS * 4));
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

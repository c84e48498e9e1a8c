/**
 * The directory of companies as a search needs it (decision: directory-of-generations): each import
 * writes a generation of parts, then one item says that it counts. Nothing of a generation is changed
 * once it counts.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type DirectoryPart, directoryKey, directoryPartKey } from '@billhook/core/base/table-keys';
import { type CompanyChange, DIGEST_BYTES, type Digest } from '@billhook/core/company/import-plan';
import { readArtefact, writeArtefact } from '@billhook/core/company/search/artefact';
import { type IndexArrays, idsOf } from '@billhook/core/company/search/index-arrays';
import type { Table, Write } from '../table/types.ts';

/** How many items each part of a generation has. */
export type PartCounts = Readonly<Partial<Record<DirectoryPart, number>>>;

export type Generation = { readonly generation: string; readonly parts: PartCounts };

/** Which generation counts. */
export type CurrentDirectory = Generation & {
  /** Raised with each import. */
  readonly version: number;
  readonly count: number;
  readonly importedAt: string;
  /** Functions may still be reading it. */
  readonly previous?: Generation;
  /** What nobody reads any more, until it is deleted. */
  readonly leftovers?: readonly Generation[];
};

/** Bytes of an item, of the 400 KB that it may have. */
const PART_BYTES = 350_000;
const NO_DIGEST = '00'.repeat(DIGEST_BYTES);
/** Higher levels take ten times as long for two percent less. */
const LEVEL = 9;
/** Of the buffers between: of the 16 KB that they have otherwise it would take hundreds. */
const chunkSize = 256 * 1024;
const compression = {
  chunkSize,
  params: {
    [constants.ZSTD_c_compressionLevel]: LEVEL,
    [constants.ZSTD_c_checksumFlag]: 1,
  },
};

type PartItem = { readonly bytes: Uint8Array };

export type DirectoryStore = {
  /** One read unit. */
  current(): Promise<CurrentDirectory | undefined>;
  /** Nothing when a part is gone, damaged, or of another release. */
  index(from: Generation): Promise<IndexArrays | undefined>;
  /** The digests of the index's companies, by their numbers. */
  digests(from: Generation): Promise<Uint8Array | undefined>;
  changes(from: Generation): Promise<readonly CompanyChange[] | undefined>;
  /** Ids of companies that modules may show first. */
  shown(from: Generation): Promise<readonly string[]>;
};

export function directoryStore(table: Table): DirectoryStore {
  const read = async (from: Generation, part: DirectoryPart) => {
    const count = from.parts[part] ?? 0;
    const items = await Promise.all(
      Array.from({ length: count }, (_, number) =>
        table.get<PartItem>(directoryPartKey(from.generation, part, number)),
      ),
    );
    if (count === 0 || items.includes(undefined)) return undefined;
    const packed = Buffer.concat(items.flatMap((item) => (item ? [item.bytes] : [])));
    try {
      return zstdDecompressSync(packed, { chunkSize });
    } catch {
      // What it was meant to be can't be told.
      return undefined;
    }
  };
  const readJson = async <T>(from: Generation, part: DirectoryPart) => {
    const bytes = await read(from, part);
    return bytes && (JSON.parse(bytes.toString('utf8')) as T);
  };
  return {
    current: () => table.get<CurrentDirectory>(directoryKey),
    async index(from) {
      const bytes = await read(from, 'index');
      return bytes && readArtefact(bytes);
    },
    digests: (from) => read(from, 'digests'),
    changes: (from) => readJson<CompanyChange[]>(from, 'changes'),
    shown: async (from) => (await readJson<string[]>(from, 'shown')) ?? [],
  };
}

/** The writes of a part of a generation, each of one item. */
export function partWrites(
  generation: string,
  part: DirectoryPart,
  content: Uint8Array | string,
): Write[] {
  const packed = zstdCompressSync(content, compression);
  return Array.from({ length: Math.ceil(packed.length / PART_BYTES) }, (_, number) => ({
    put: {
      ...directoryPartKey(generation, part, number),
      bytes: packed.subarray(number * PART_BYTES, (number + 1) * PART_BYTES),
    },
  }));
}

export function indexWrites(generation: string, arrays: IndexArrays): Write[] {
  return partWrites(generation, 'index', writeArtefact(arrays));
}

export function digestWrites(
  generation: string,
  arrays: IndexArrays,
  digests: ReadonlyMap<string, Digest>,
): Write[] {
  const hex = idsOf(arrays).map((id) => digests.get(id) ?? NO_DIGEST);
  return partWrites(generation, 'digests', Buffer.from(hex.join(''), 'hex'));
}

/** Deletes all items of a generation. Those that are gone already stay gone. */
export function deletionsOf({ generation, parts }: Generation): Write[] {
  return Object.entries(parts).flatMap(([part, count = 0]) =>
    Array.from({ length: count }, (_, number) => ({
      delete: directoryPartKey(generation, part as DirectoryPart, number),
    })),
  );
}

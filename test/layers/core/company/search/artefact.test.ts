import { readArtefact, writeArtefact } from '@billhook/core/company/search/artefact';
import { buildArrays } from '@billhook/core/company/search/build-arrays';
import { companyFacts } from '@billhook/core/company/search/facts';
import { factsInArrays } from '@billhook/core/company/search/facts-in-arrays';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { describe, expect, test } from 'vitest';

const facts = sandboxCompanies.map(companyFacts);
const arrays = buildArrays(facts);
const bytes = writeArtefact(arrays);

describe('The index as bytes', () => {
  test('is read as it was written', () => {
    expect(readArtefact(bytes)).toEqual(arrays);
  });

  test('is read wherever it lies in memory', () => {
    const moved = new Uint8Array(bytes.length + 3);
    moved.set(bytes, 3);
    expect(readArtefact(moved.subarray(3))).toEqual(arrays);
  });

  test('of no company is read too', () => {
    const none = buildArrays([]);
    expect(readArtefact(writeArtefact(none))).toEqual(none);
  });

  test('has the facts that it was built from', () => {
    const found = new Map(factsInArrays(arrays).map((one) => [one.id, one]));
    expect(found.size).toBe(facts.length);
    for (const { id, place, categories, ...rest } of facts) {
      const one = found.get(id);
      expect(one).toMatchObject(rest);
      expect(one?.categories.toSorted()).toEqual([...categories].toSorted());
      expect(one?.place?.lat).toBe(place && Math.fround(place.lat));
    }
    expect(buildArrays([...found.values()])).toEqual(arrays);
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['its beginning', bytes.slice(0, bytes.length - 8)],
    ['more than it', Uint8Array.from([...bytes, ...new Array(8).fill(0)])],
    ['an odd number of bytes', bytes.slice(0, bytes.length - 1)],
    ['its header', bytes.slice(0, 64)],
  ])('is not read from %s', (_what, given) => {
    expect(readArtefact(given)).toBeUndefined();
  });

  test('is not read with any one byte changed', () => {
    for (let at = 0; at < bytes.length; at += 37) {
      const damaged = bytes.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      expect(readArtefact(damaged), `byte ${at}`).toBeUndefined();
    }
  });
});

import { afterEach, expect, test, vi } from 'vitest';
import { fontsOf } from '../../../../modules/kit/look/fonts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a partner’s font comes from our own API; one that does not come is done without', async () => {
  const loaded: FakeFontFace[] = [];
  class FakeFontFace {
    readonly name: string;
    readonly bytes: Uint8Array;
    readonly weight: string;
    constructor(name: string, bytes: Uint8Array, { weight }: { readonly weight: string }) {
      this.name = name;
      this.bytes = bytes;
      this.weight = weight;
    }
    async load() {
      loaded.push(this);
      return this;
    }
  }
  vi.stubGlobal('FontFace', FakeFontFace);
  const asked: string[] = [];
  const answers = [Response.json({ woff2: btoa('wOF2\x00') }), new Response('', { status: 404 })];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return answers.shift() ?? Promise.reject(new Error('offline'));
  });
  for (let time = 0; time < 3; time += 1) {
    await Promise.all(fontsOf({ font: { name: 'Inter', fontId: 'font/1' } }));
  }
  expect(asked).toEqual(Array(3).fill('/v1/module/font/font%2F1'));
  expect(loaded.map(({ name, bytes }) => [name, [...bytes]])).toEqual([
    ['Billhook Partner', [0x77, 0x4f, 0x46, 0x32, 0]],
  ]);
  const weightsOf = async (more: object, font: object = {}) => {
    loaded.length = 0;
    answers.push(Response.json({ woff2: '' }), Response.json({ woff2: '' }));
    await Promise.all(fontsOf({ font: { name: 'Inter', fontId: 'one', ...font }, ...more }));
    answers.length = 0;
    return loaded.map(({ weight }) => weight);
  };
  expect(await weightsOf({})).toEqual(['normal']);
  expect(await weightsOf({ weights: { strong: 700 } })).toEqual(['100 900']);
  expect(await weightsOf({}, { strongFontId: 'two' })).toEqual(['100 549', '550 900']);
});

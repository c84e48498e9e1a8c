import { expect, test } from 'vitest';
import { logoLook } from '../../../../modules/kit/look/logo-look.ts';

const url = 'https://logos.example/one.png';
const svg = { url: 'https://logos.example/one.svg', color: '1f6f43' };

test.each([
  [
    'an SVG stands on its color',
    { url, background: false, svg },
    svg.url,
    { color: '#1f6f43', textColor: '#fff' },
  ],
  [
    'an SVG goes before all else',
    { url, background: true, svg },
    svg.url,
    { color: '#1f6f43', textColor: '#fff' },
  ],
  [
    'an image that is no background stands on white',
    { url, background: false },
    url,
    { background: false },
  ],
  [
    'an image that is one has the name over it',
    { url, background: true },
    url,
    { background: true },
  ],
])('%s', (_what, logo, source, look) => {
  expect(logoLook(logo)).toEqual({ source, ...look });
});

test.each([
  ['000000', '#fff'],
  ['ffffff', '#000'],
  ['b44d12', '#fff'],
  ['f2b01e', '#000'],
  ['737373', '#fff'],
  ['787878', '#000'],
])('initials on %s are %s, which has 4.5:1', (color, textColor) => {
  expect(logoLook({ url, background: false, svg: { url, color } })).toMatchObject({ textColor });
});

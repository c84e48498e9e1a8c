/** The preview: of no partner, of one that has set much, and with mistakes in its form. */
import type { Page } from 'playwright-core';
import { look } from './scene.ts';
import type { State } from './states.ts';

const colored = {
  ...look,
  theme: {
    brandColor: '#ffcc00',
    colorScheme: 'light' as const,
    light: { background: '#fffdf5', surface: '#f4efe2' },
    dark: { background: '#101418' },
    radius: 16,
  },
};

async function mistype(page: Page): Promise<void> {
  await page.getByLabel('Brand', { exact: true }).fill('red');
  await page.getByLabel('Corners, in pixels', { exact: true }).fill('99');
  await page.getByLabel('Logo on light').fill('http://harbor.example/logo.png');
}

export const previewStates: readonly State[] = [
  { name: 'none', page: 'preview', screen: 'preview' },
  { name: 'partner', page: 'preview', query: 'partner=ptn_1', screen: 'preview' },
  {
    name: 'colored',
    page: 'preview',
    query: 'partner=ptn_1',
    answers: { 'GET /module/look/ptn_1': colored },
    screen: 'preview',
  },
  { name: 'mistyped', page: 'preview', act: mistype, screen: 'preview' },
  { name: 'unknown', page: 'preview', query: 'partner=ptn_9', screen: 'preview' },
];

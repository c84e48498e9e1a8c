/**
 * `npm run tools -- logos`: makes the pictures in `logos/png` from the drawings in `logos`, for apps that show no
 * SVG. Only those whose drawing or color has changed.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectPaths } from '../../lib/build/options.ts';
import { launchChromium } from '../../test/support/chromium.ts';
import { commentOf, indexedPng } from './indexed-png.ts';
import { groundOf, LOGO_PIXELS, readDrawings, sourceOf } from './read-drawings.ts';

const browser = await launchChromium();
try {
  const page = await browser.newPage();
  for (const drawn of readDrawings()) {
    const file = join(projectPaths.logos, 'png', `${drawn.path}.png`);
    const source = sourceOf(drawn);
    if (existsSync(file) && commentOf(readFileSync(file)) === source) continue;
    const given = { ground: groundOf(drawn), drawing: drawn.drawing, size: LOGO_PIXELS };
    const rgba = await page.evaluate(paint, given);
    mkdirSync(dirname(file), { recursive: true });
    const pixels = { width: LOGO_PIXELS, height: LOGO_PIXELS, rgba: Uint8Array.from(rgba) };
    writeFileSync(file, indexedPng(pixels, source));
    console.log(`Drew ${drawn.path}`);
  }
} finally {
  await browser.close();
}

type Given = { readonly ground: string; readonly drawing: string; readonly size: number };

/** Runs in the browser. */
async function paint({ ground, drawing, size }: Given): Promise<number[]> {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas');
  context.fillStyle = ground;
  context.fillRect(0, 0, size, size);
  const image = new Image(size, size);
  // Without a size of its own an SVG is drawn at any.
  const sized = drawing.replace('<svg ', `<svg width="${size}" height="${size}" `);
  image.src = `data:image/svg+xml,${encodeURIComponent(sized)}`;
  await image.decode();
  context.drawImage(image, 0, 0, size, size);
  return [...context.getImageData(0, 0, size, size).data];
}

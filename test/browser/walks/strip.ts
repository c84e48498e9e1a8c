/** Puts the pictures of a walk beside each other. */
import { launchChromium } from '../../support/chromium.ts';
import { HEIGHT, WIDTH } from './engine.ts';

const SHOWN_WIDTH = 260;
const GAP = 16;

/** @param pictures PNG in Base64. @returns one PNG. */
export async function stripOf(pictures: readonly string[]): Promise<Buffer> {
  const browser = await launchChromium();
  try {
    const width = pictures.length * (SHOWN_WIDTH + GAP) + GAP;
    const height = Math.round((SHOWN_WIDTH * HEIGHT) / WIDTH) + 2 * GAP;
    const page = await browser.newPage({ viewport: { width, height } });
    const images = pictures.map((data) => `<img src="data:image/png;base64,${data}">`);
    await page.setContent(`<style>
      body { margin: 0; padding: ${GAP}px; display: flex; gap: ${GAP}px; background: #dfe3ea }
      img { width: ${SHOWN_WIDTH}px; border-radius: 12px }
    </style>${images.join('')}`);
    await page.waitForFunction('[...document.images].every((image) => image.complete)');
    return await page.screenshot();
  } finally {
    await browser.close();
  }
}

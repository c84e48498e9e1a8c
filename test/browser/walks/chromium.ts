/** Chromium, by the tool that the other browser tests use. */
import { launchChromium } from '../../support/chromium.ts';
import { type Engine, HEIGHT, WIDTH } from './engine.ts';

export async function openChromium(scheme: 'light' | 'dark' = 'light'): Promise<Engine> {
  const browser = await launchChromium();
  const context = await browser.newContext({
    viewport: { width: WIDTH, height: HEIGHT },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  const page = await context.newPage();
  return {
    name: `Chromium ${browser.version()}`,
    open: async (address) => {
      await page.goto(address);
    },
    evaluate: <T>(expression: string) => page.evaluate<T>(expression),
    press: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    picture: async () => (await page.screenshot()).toString('base64'),
    close: () => browser.close(),
  };
}

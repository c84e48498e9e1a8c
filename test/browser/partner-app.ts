/** A partner's app: a page on an origin of its own that frames a module and keeps what it hears. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page } from 'playwright-core';

export type HeardEvent = {
  readonly _id: string;
  readonly type: string;
  readonly created: string;
  readonly sessionId?: string;
  readonly payload: {
    readonly resource: { readonly type: string; readonly id?: string };
    readonly data: Readonly<Record<string, unknown>>;
  };
};

export type PartnerApp = { readonly origin: string; readonly close: () => Promise<void> };

const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';

/** Keeps each message with its origin; the module is framed by what `frame` is given. */
const html = `<!doctype html><title>A partner's app</title><main></main><script>
  window.heard = [];
  addEventListener('message', ({ origin, data }) => { if (data.event) heard.push({ origin, ...data }); });
</script>`;

export async function servePartnerApp(): Promise<PartnerApp> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Opens the app and frames the module in it. */
export async function frameModule(
  page: Page,
  app: Pick<PartnerApp, 'origin'>,
  address: string,
): Promise<Frame> {
  await page.goto(app.origin);
  await page.evaluate(
    ([src = '', sandbox = '']) => {
      const frame = document.createElement('iframe');
      frame.sandbox.value = sandbox;
      frame.title = 'Module';
      frame.width = '390';
      frame.height = '800';
      frame.src = src;
      document.querySelector('main')?.append(frame);
    },
    [address, SANDBOX],
  );
  const handle = await page.waitForSelector('iframe');
  const frame = await handle.contentFrame();
  if (!frame) throw new Error('The frame has no content');
  return frame;
}

/** What the app has heard so far, in its order. */
export async function heardBy(
  page: Page,
): Promise<{ readonly origin: string; readonly event: HeardEvent }[]> {
  return page.evaluate(() => (globalThis as unknown as { readonly heard: never[] }).heard);
}

import type { RequestListener } from 'node:http';
import { createServer, request as httpsRequest, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { LogoPicture } from '@billhook/core/company/logo-picture';
import { fetchLogos, mayPass } from '@billhook/runtime/companies/remote/fetch-logos';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { certificateFor } from '../../../../support/certificate.ts';
import { jpegOf, pngOf } from '../../../../support/pictures.ts';

const PUBLIC = '93.184.216.34';
const HOST = 'logos.example';
const address = `https://${HOST}/a.png`;
const ours = (picture: LogoPicture) => `https://ours.example/logo.${picture.extension}`;

let server: Server;
let ca: string;
let answer: RequestListener;
let kept: Buffer[];
let open: number;
let mostOpen: number;

beforeAll(async () => {
  const { key, cert } = certificateFor(HOST);
  ca = cert;
  server = createServer({ key, cert }, (...given) => answer(...given));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  kept = [];
  [open, mostOpen] = [0, 0];
  answer = (_, response) => response.end(pngOf(64, 64));
});

const publicly = async () => [PUBLIC];

/** Only what never ends is to be cut off: a busy machine takes its time for the rest. */
const fetchFrom = (
  addresses: readonly string[],
  resolve = publicly,
  timeoutMilliseconds = 10_000,
) =>
  fetchLogos(addresses, {
    ...{ allowLocal: false, resolve, timeoutMilliseconds },
    request: (options) => {
      const { port } = server.address() as AddressInfo;
      return httpsRequest({ ...options, host: '127.0.0.1', port, ca });
    },
    keep: async (bytes, picture) => {
      kept.push(Buffer.from(bytes));
      return ours(picture);
    },
  });

describe('A logo', () => {
  test('that is a picture is kept, and has an address of ours', async () => {
    const url = ours({ contentType: 'image/png', extension: 'png' });
    expect(await fetchFrom([address])).toEqual([{ address, url }]);
    expect(kept).toEqual([pngOf(64, 64)]);
  });

  test('is what its bytes say, whatever its server calls it', async () => {
    answer = (_, response) => response.setHeader('content-type', 'text/html').end(jpegOf(9, 9));
    expect(await fetchFrom([address])).toEqual([{ address, url: 'https://ours.example/logo.jpg' }]);
  });

  test.each<[string, string, RequestListener]>([
    [
      'a page that calls itself a PNG',
      'is-no-picture',
      (_, response) => response.setHeader('content-type', 'image/png').end('<html></html>'),
    ],
    ['a drawing', 'is-drawing', (_, response) => response.end('<svg onload="alert(1)"></svg>')],
    ['nothing', 'is-no-picture', (_, response) => response.end()],
    [
      'a huge file',
      'too-large',
      (_, response) => response.end(Buffer.concat([pngOf(64, 64), Buffer.alloc(70_000)])),
    ],
    ['a file without an end', 'too-large', (_, response) => flood(response)],
    ['a picture of many pixels', 'too-many-pixels', (_, response) => response.end(pngOf(9_999, 9))],
    [
      'a redirect',
      'redirected',
      (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ],
    ['a page that is not there', 'refused', (_, response) => response.writeHead(404).end('no')],
    ['a server that fails', 'not-now', (_, response) => response.writeHead(503).end()],
    ['a response that ends early', 'answer_broken', (_, response) => void response.destroy()],
    ['a server that says nothing', 'timed_out', () => {}],
    [
      'a server that drips',
      'timed_out',
      (_, response) => {
        const drop = setInterval(() => response.write(' '), 50);
        response.once('close', () => clearInterval(drop));
      },
    ],
  ])('that is %s is not kept: %s', async (_what, because, listener) => {
    answer = listener;
    const timeout = because === 'timed_out' ? 300 : undefined;
    expect(await fetchFrom([address], publicly, timeout)).toEqual([{ address, because }]);
    expect(kept).toEqual([]);
  });

  test.each([['10.0.0.1'], ['127.0.0.1'], ['169.254.169.254'], ['::1']])(
    'at %s is not asked for',
    async (private_) => {
      const fetched = await fetchFrom([address], async () => [private_]);
      expect(fetched).toEqual([{ address, because: 'address_refused' }]);
    },
  );
});

function flood(response: Parameters<RequestListener>[1]): void {
  response.write(pngOf(64, 64));
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(16_384)));
  };
  response.on('drain', more);
  more();
}

test('A few are fetched at once, and one that fails costs the others nothing', async () => {
  answer = ({ url }, response) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    setTimeout(() => {
      open -= 1;
      if (url === '/7.png') response.writeHead(404).end();
      else response.end(pngOf(64, 64));
    }, 20);
  };
  const addresses = Array.from({ length: 30 }, (_, index) => `https://${HOST}/${index}.png`);
  const fetched = await fetchFrom(addresses);
  expect(fetched.map((logo) => logo.address)).toEqual(addresses);
  expect(fetched.filter((logo) => 'because' in logo)).toEqual([
    { address: addresses[7], because: 'refused' },
  ]);
  expect(mostOpen).toBeGreaterThan(1);
  expect(mostOpen).toBeLessThanOrEqual(8);
});

test('Only what may go well the next time is tried again', () => {
  expect((['not-now', 'timed_out', 'connection_failed'] as const).map(mayPass)).toEqual([
    ...[true, true, true],
  ]);
  expect(
    (['is-drawing', 'too-large', 'redirected', 'address_refused'] as const).map(mayPass),
  ).toEqual([false, false, false, false]);
});

/** Sends requests over the network, without redirects, and with limits. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { MAX_BODY_BYTES } from '../protocol/limits.ts';
import type { WireResponse } from '../wire/message.ts';
import type { Transport } from './probe.ts';

const TIMEOUT_MILLISECONDS = 40_000;

/** `fetch` would write the address another way than it was signed. */
export const overHttp: Transport = ({ method, url, headers, body }) =>
  new Promise<WireResponse>((resolve, reject) => {
    const open = url.startsWith('https:') ? httpsRequest : httpRequest;
    const given = Object.entries(headers).filter(([, value]) => value !== undefined);
    const request = open(url, {
      method,
      headers: { ...Object.fromEntries(given), 'content-length': String(body.length) },
      timeout: TIMEOUT_MILLISECONDS,
    });
    request.on('timeout', () => request.destroy(new Error('The connector took too long')));
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > 4 * MAX_BODY_BYTES) response.destroy(new Error('The response is too large'));
        chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () => {
        const read = Object.entries(response.headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(', ') : value,
        ]);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(read),
          body: Buffer.concat(chunks),
        });
      });
    });
    request.end(body);
  });

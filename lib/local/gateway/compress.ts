/** Compresses responses as API Gateway does once its API says from which size on. */
import { deflateSync, gzipSync } from 'node:zlib';
import { type GatewayRequest, headerOf } from './event.ts';
import type { HttpResponse } from './responses.ts';

const encoders = { gzip: gzipSync, deflate: deflateSync } as const;
type Encoding = keyof typeof encoders;

/**
 * The response as it goes to the caller. It is compressed where what the caller prefers is a coding
 * that API Gateway knows: one that would rather have Brotli gets it as it is.
 * @param minimum bytes, of the API; nothing is compressed without one.
 */
export function compressed(
  request: GatewayRequest,
  response: HttpResponse,
  minimum: number | undefined,
): HttpResponse {
  if (minimum === undefined || Buffer.byteLength(response.body) < minimum) return response;
  if (response.headers.some(([name]) => name.toLowerCase() === 'content-encoding')) return response;
  const encoding = preferred(headerOf(request, 'accept-encoding'));
  if (!isKnown(encoding)) return response;
  return {
    ...response,
    headers: [...response.headers, ['content-encoding', encoding]],
    body: encoders[encoding](response.body),
  };
}

/** Of several that are as good the first. */
function preferred(accepted = ''): string | undefined {
  const offers = accepted.split(',').map((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((one) => one.startsWith('q='))?.slice('q='.length);
    return { name, quality: quality === undefined ? 1 : Number(quality) };
  });
  const [best] = offers
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  return best?.name;
}

function isKnown(name: string | undefined): name is Encoding {
  return name !== undefined && Object.hasOwn(encoders, name);
}

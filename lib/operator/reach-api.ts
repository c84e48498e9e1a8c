/**
 * Which API a partner's command calls, and with which key: what the command line says, else what the
 * environment does, else the service of this machine with its first partner.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusal, usageError } from './command-group.ts';

export type ApiPlace = { readonly baseUrl: string; readonly apiKey: string };

export type ApiOptions = { readonly url?: string; readonly apiKey?: string };

export type Environment = {
  readonly BILLHOOK_URL?: string;
  readonly BILLHOOK_API_KEY?: string;
};

/** As long as the slowest operation may take. */
const CALL_MILLISECONDS = 30_000;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** @throws UsageError, or a refusal where no service runs here. */
export function findApi(
  stateDir: string,
  { url, apiKey }: ApiOptions,
  environment: Environment,
): ApiPlace {
  const given = url ?? (environment.BILLHOOK_URL || undefined);
  const key = apiKey ?? (environment.BILLHOOK_API_KEY || undefined);
  if (given === undefined) {
    const local = readLocal(stateDir);
    return { baseUrl: local.baseUrl, apiKey: key ?? local.apiKey };
  }
  const baseUrl = checkedUrl(given);
  if (key !== undefined) return { baseUrl, apiKey: key };
  // Another's address is never shown the key of the service that happens to run here.
  const local = LOOPBACK.test(new URL(baseUrl).hostname) ? readLocal(stateDir) : undefined;
  if (local?.baseUrl === baseUrl) return local;
  throw usageError('Pass the API key too: --api-key, or BILLHOOK_API_KEY.');
}

/** `fetch` that says what became of a call in words of ours, and gives up in the end. */
export function patientFetch({ baseUrl }: Pick<ApiPlace, 'baseUrl'>): typeof fetch {
  return async (input, init) => {
    const late = AbortSignal.timeout(CALL_MILLISECONDS);
    const signal = init?.signal ? AbortSignal.any([late, init.signal]) : late;
    try {
      // The API never redirects; a server that does is not the API, and gets no key.
      return await fetch(input, { ...init, signal, redirect: 'error' });
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      const { name, cause } = error as Error & { cause?: Error & { code?: string } };
      const why =
        name === 'TimeoutError'
          ? `no response within ${CALL_MILLISECONDS / 1000} s`
          : (cause?.code ?? cause?.message ?? name);
      throw refusal(`${baseUrl} cannot be reached: ${why}.`);
    }
  };
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw usageError('--url must be an https URL.');
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    throw usageError('--url must be https: an API key is not sent unencrypted.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path === '' ? '/v1' : path}`;
}

/** What `npm start` wrote down. */
function readLocal(stateDir: string): ApiPlace {
  const file = join(stateDir, 'sandbox.json');
  try {
    const { baseUrl, apiKey } = JSON.parse(readFileSync(file, 'utf8')) as ApiPlace;
    return { baseUrl, apiKey };
  } catch {
    throw refusal(
      `No service has been started here (${file} is missing). Run npm start, or pass --url.`,
    );
  }
}

/** Listens to a browser, and keeps what its website said: text alone, and nothing that was sent. */
import type { BrowserContext, Request, Response } from 'playwright-core';
import type { Exchange } from './recording.ts';
import type { StandIns } from './stand-ins.ts';

const MOST_BYTES = 512 * 1024;
/** Of what is no text the page needs nothing to work. */
const texts = /^(text\/|application\/(json|javascript|xml|xhtml\+xml|[\w.]+\+json))/;

export type Traffic = {
  /** Everything so far, replaced. @throws SecretLeft when that was not enough. */
  readonly exchanges: () => Promise<Exchange[]>;
};

/** @param address of the company: of other hosts nothing is kept. */
export function listen(context: BrowserContext, address: string, standIns: StandIns): Traffic {
  const { origin } = new URL(address);
  const heard: Promise<Exchange | undefined>[] = [];
  context.on('response', (response) => {
    if (new URL(response.url()).origin === origin) heard.push(read(response, origin, standIns));
  });
  return {
    async exchanges() {
      const all = (await Promise.all(heard)).filter((one) => one !== undefined);
      // What was learned from the last of them may be in the first.
      const replaced = all.map((one) => replacedIn(one, standIns));
      const twice = replaced.map((one) => replacedIn(one, standIns));
      standIns.check(JSON.stringify(twice));
      return twice;
    },
  };
}

async function read(
  response: Response,
  origin: string,
  standIns: StandIns,
): Promise<Exchange | undefined> {
  const request = response.request();
  const all = await response.headersArray().catch(() => []);
  const type = all.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  const cookies = all.filter(({ name }) => name.toLowerCase() === 'set-cookie');
  const own = cookies.map(({ value }) => withoutValue(value, standIns));
  const authorization = await request.headerValue('authorization').catch(() => null);
  const [, token] = /^\S+\s+(\S+)$/.exec(authorization ?? '') ?? [];
  if (token) standIns.learn(token, 'token');
  const location = all.find(({ name }) => name.toLowerCase() === 'location')?.value;
  const isText = texts.test(type);
  // A redirect has none.
  const body = isText ? await response.text().catch(() => '') : '';
  if (!isText && location === undefined) return undefined;
  if (Buffer.byteLength(body) > MOST_BYTES) return undefined;
  learnTokens(body, type, standIns);
  const { pathname, search } = new URL(request.url());
  return {
    method: request.method(),
    path: `${pathname}${search}`,
    fields: fieldsOf(request),
    status: response.status(),
    headers: {
      ...(type && { 'content-type': type }),
      ...(location !== undefined && { location: location.replace(origin, '') }),
      ...(own.length > 0 && { 'set-cookie': own }),
    },
    body: body.replaceAll(origin, ''),
  };
}

function withoutValue(cookie: string, standIns: StandIns): string {
  const [pair = '', ...rest] = cookie.split(';');
  const at = pair.indexOf('=');
  const value = pair.slice(at + 1);
  const replaced = value === '' ? '' : standIns.learn(value, 'token');
  return [`${pair.slice(0, at)}=${replaced}`, ...rest].join(';');
}

/** What a page sends back without anybody reading it: tokens in hidden fields, and in documents. */
function learnTokens(body: string, type: string, standIns: StandIns): void {
  if (type.includes('html')) {
    for (const [input] of body.matchAll(/<input\b[^>]*>/gi)) {
      const [, value = ''] = /\svalue=["']?([^"'\s>]+)/i.exec(input) ?? [];
      if (/type=["']?(?:hidden|password)/i.test(input)) standIns.learn(value, 'token');
    }
    for (const [, value = ''] of body.matchAll(/<meta[^>]*csrf[^>]*content=["']([^"']+)/gi))
      standIns.learn(value, 'token');
  }
  if (!type.includes('json')) return;
  const random = /^(?=.*\d)(?=.*[A-Za-z])[\w.~+/=-]{12,}$/;
  for (const [, name = '', value = ''] of body.matchAll(/"(\w+)"\s*:\s*"([^"\\]+)"/g)) {
    const isToken = /token|secret|session|challenge|key|nonce|quote|id$/i.test(name);
    if (isToken && random.test(value)) standIns.learn(value, 'token');
  }
}

function replacedIn(exchange: Exchange, { replace }: StandIns): Exchange {
  return { ...exchange, path: replace(exchange.path), body: replace(exchange.body) };
}

function fieldsOf(request: Request): string[] {
  const sent = request.postData() ?? '';
  const type = request.headers()['content-type'] ?? '';
  return namesIn(sent, type);
}

/** The names of what is sent, of a form or of a JSON object. */
export function namesIn(sent: string, type: string): string[] {
  if (!sent) return [];
  if (!type.includes('json')) return [...new Set(new URLSearchParams(sent).keys())].sort();
  try {
    const value: unknown = JSON.parse(sent);
    return typeof value === 'object' && value !== null ? Object.keys(value).sort() : [];
  } catch {
    return [];
  }
}

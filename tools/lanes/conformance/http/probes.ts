/** What is sent, and what may come back: a status, and the code of an error in the one shape. */
import { gzipSync } from 'node:zlib';

export type Probe = {
  readonly name: string;
  readonly parts: (host: string, key: string) => readonly (string | Uint8Array)[];
  /** `400 invalid_json`; a status alone where the answer is not ours to shape, 0 for a closed connection. */
  readonly expected: readonly string[];
  /** Headers that the answer has to have. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly responses?: number;
  readonly ends?: boolean;
  /** A response to HEAD names the length of a body that does not come. */
  readonly bodiless?: boolean;
};

type Request = {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string | Uint8Array;
  readonly type?: string;
  readonly more?: string;
  readonly key?: boolean;
};

const JSON_BODY = '{"identifier":"probe"}';

/** A request that is right but for what is given. */
function request({
  method = 'POST',
  path = '/client',
  body,
  type,
  more = '',
  key = true,
}: Request) {
  return (host: string, apiKey: string) => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const lines = [
      `${method} /v1${path} HTTP/1.1`,
      `Host: ${host}`,
      ...(key ? [`Authorization: Bearer ${apiKey}`] : []),
      ...(type === '' ? [] : [`Content-Type: ${type ?? 'application/json'}`]),
      ...(bytes ? [`Content-Length: ${bytes.length}`] : []),
    ];
    return [`${lines.join('\r\n')}\r\n${more}\r\n`, ...(bytes ? [bytes] : [])];
  };
}

const probe = (name: string, given: Request, ...expected: string[]): Probe => ({
  ...{ name, parts: request(given), expected },
});
const json = (name: string, body: string | Uint8Array, ...expected: string[]) =>
  probe(`body: ${name}`, { body }, ...expected);
const typed = (type: string, expected: string) =>
  probe(`type: ${type || 'none'}`, { body: JSON_BODY, type }, expected);
const get = (name: string, path: string, ...expected: string[]) =>
  probe(`path: ${name}`, { method: 'GET', path, type: '' }, ...expected);
const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((one) => (typeof one === 'string' ? Buffer.from(one) : Buffer.of(one))));

const bodies: readonly Probe[] = [
  json('bytes that are no UTF-8', bytes('{"identifier":"a', 0xff, '"}'), '400 invalid_json'),
  json('overlong UTF-8', bytes('{"identifier":"a', 0xc0, 0x80, '"}'), '400 invalid_json'),
  json(
    'a surrogate as bytes',
    bytes('{"identifier":"a', 0xed, 0xa0, 0x80, '"}'),
    '400 invalid_json',
  ),
  json('UTF-16', Buffer.from(JSON_BODY, 'utf16le'), '400 invalid_json'),
  json('half a character', '{"identifier":"a\\ud800"}', '400 invalid_json'),
  json('an array', '[]', '400 invalid_json'),
  json('null', 'null', '400 invalid_json'),
  json('more behind it', `${JSON_BODY}x`, '400 invalid_json'),
  json('a comma too many', '{"identifier":"a",}', '400 invalid_json'),
  json(
    'arrays in arrays',
    `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    '400 invalid_json',
    '400 invalid_request',
  ),
  json('an array for an object', '{"identifier":"a","meta":[]}', '400 invalid_request'),
  json(
    'a name of every object',
    '{"identifier":"probe","__proto__":{"x":1},"constructor":1}',
    '200',
  ),
  json('one byte over 1 MiB', `{"x":"${'a'.repeat(1_048_577 - 8)}"}`, '413 body_too_large'),
  probe('body: none', { type: '' }, '400 invalid_request'),
  {
    ...probe(
      'body: gzip',
      { body: gzipSync(JSON_BODY), more: 'Content-Encoding: gzip\r\n' },
      '415 unsupported_media_type',
    ),
    headers: { 'accept-encoding': 'identity' },
  },
];

const types: readonly Probe[] = [
  ...[
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/vnd.x+json',
    'application/json;',
  ].map((type) => typed(type, '200')),
  ...[
    'text/plain',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/jsonx',
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
    '',
  ].map((type) => typed(type, '415 unsupported_media_type')),
];

const methods: readonly Probe[] = [
  ...['HEAD', 'PATCH', 'OPTIONS', 'TRACE'].map((method) => ({
    ...probe(
      `method: ${method}`,
      { method, path: '/partner', type: '' },
      '405',
      '405 method_not_allowed',
    ),
    headers: { allow: 'GET' },
    bodiless: method === 'HEAD',
  })),
  {
    ...probe(
      'method: preflight',
      {
        method: 'OPTIONS',
        path: '/bill/list/x',
        type: '',
        key: false,
        more: 'Origin: https://a.example\r\nAccess-Control-Request-Method: GET\r\n',
      },
      '204',
    ),
    headers: { 'access-control-allow-origin': '*' },
  },
  {
    ...probe(
      'method: no key',
      { method: 'GET', path: '/partner', type: '', key: false },
      '401 api_key_missing',
    ),
    headers: { 'www-authenticate': 'Bearer realm="billhook"' },
  },
];

const headers: readonly Probe[] = [
  ...['constructor', '__proto__', 'toString'].map((name) =>
    probe(
      `header: ${name}`,
      { method: 'GET', path: '/partner', type: '', more: `${name}: 1\r\n` },
      '200',
    ),
  ),
  probe(
    'header: 11 KiB',
    { method: 'GET', path: '/partner', type: '', more: `X: ${'a'.repeat(11_000)}\r\n` },
    '400 invalid_request',
    '431',
  ),
  probe(
    'header: two keys',
    { body: JSON_BODY, more: 'Idempotency-Key: a\r\nIdempotency-Key: b\r\n' },
    '400 invalid_request',
    '200',
  ),
  probe(
    'header: an empty key',
    { body: JSON_BODY, more: 'Idempotency-Key: \r\n' },
    '400 invalid_request',
    '200',
  ),
];

const paths: readonly Probe[] = [
  get('a slash in an id', '/bill/a%2Fb', '404 bill_not_found'),
  get('a null byte', '/bill/%00', '404 bill_not_found'),
  get('dots', '/bill/..%2fpartner', '404 bill_not_found'),
  get('broken escapes', '/bill/%zz', '404 bill_not_found', '400'),
  get('bytes that are no UTF-8', '/bill/%ff', '404 bill_not_found'),
  get('a long id', `/bill/${'a'.repeat(5_000)}`, '404 bill_not_found', '400 invalid_request'),
  get('another case', '/Partner', '404 route_not_found'),
  get('a limit that is none', '/event/list?limit=1e1', '400 invalid_request'),
  get('a limit twice', '/event/list?limit=1&limit=2', '400 invalid_request'),
  get('a cursor that is none', '/event/list?cursor=%00', '400 invalid_cursor'),
];

/** Framing is the gateway's; what counts is that it neither hangs nor takes one request for two. */
const framing: readonly Probe[] = [
  framed(
    'chunks',
    'Transfer-Encoding: chunked\r\n',
    [`${JSON_BODY.length.toString(16)}\r\n${JSON_BODY}\r\n0\r\n\r\n`],
    '200',
  ),
  framed('a chunk of no size', 'Transfer-Encoding: chunked\r\n', ['zz\r\n'], '400'),
  framed(
    'chunks and a length',
    `Transfer-Encoding: chunked\r\nContent-Length: ${JSON_BODY.length}\r\n`,
    [`${JSON_BODY.length.toString(16)}\r\n${JSON_BODY}\r\n0\r\n\r\n`],
    '400',
  ),
  framed('two lengths', 'Content-Length: 5\r\nContent-Length: 22\r\n', [JSON_BODY], '400'),
  framed('a length below zero', 'Content-Length: -1\r\n', [], '400'),
  {
    ...framed('an end before its length', 'Content-Length: 100\r\n', [JSON_BODY], '0', '400'),
    ends: true,
  },
  framed(
    'a body that waits',
    `Expect: 100-continue\r\nContent-Length: ${JSON_BODY.length}\r\n`,
    [JSON_BODY],
    '200',
  ),
  {
    name: 'framing: no host',
    parts: () => ['GET /v1/partner HTTP/1.1\r\n\r\n'],
    expected: ['400'],
  },
  {
    name: 'framing: no HTTP',
    parts: () => [Uint8Array.of(0x16, 3, 1, 0), '\r\n\r\n'],
    expected: ['400', '0'],
  },
  {
    name: 'framing: five in a row',
    parts: (host, key) => [
      `GET /v1/partner HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n\r\n`.repeat(5),
    ],
    ...{ responses: 5, expected: ['200'] },
  },
];

function framed(
  name: string,
  lines: string,
  rest: readonly string[],
  ...expected: string[]
): Probe {
  const parts = (host: string, key: string) => [
    `POST /v1/client HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${lines}\r\n`,
    ...rest,
  ];
  return { name: `framing: ${name}`, parts, expected };
}

export const probes: readonly Probe[] = [
  ...bodies,
  ...types,
  ...methods,
  ...headers,
  ...paths,
  ...framing,
];

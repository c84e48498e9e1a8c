/**
 * A collection for Bruno, made from the description: a request an operation, in plain files. It holds no
 * credential: keys are secret variables of an environment, which Bruno keeps elsewhere.
 */
import type { ApiDescription } from './openapi.ts';

type Parameter = { readonly name?: string; readonly in?: string; readonly $ref?: string };
type Described = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly 200: { readonly content: Content } };
};
type Content = { readonly 'application/json': { readonly example?: unknown } };

/** Variables of the environment that hold an id: requests take them, and responses set them. */
const IDS = {
  clientId: '',
  companyId: 'co_RegularCompany100000',
  authId: '',
  billId: '',
  paymentId: '',
  paymentMethodId: '',
  partnerId: '',
  endpointId: '',
  eventId: '',
  keyId: '',
  fontId: '',
};

/** What responses tell of ids elsewhere than under their own names. */
const found: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listBills: { billId: 'res.body.data[0].bill._id' },
  getBill: { paymentId: 'res.body.payments[0]._id' },
  listAuths: { authId: 'res.body.data[0]._id' },
  searchCompanies: { companyId: 'res.body.data[0]._id' },
  listPaymentMethods: { paymentMethodId: 'res.body.data[0]._id' },
  getPartner: { partnerId: 'res.body._id' },
  listEvents: { eventId: 'res.body.data[0].event._id' },
  createWebhookEndpoint: { endpointId: 'res.body._id' },
};

/** The files by their names. */
export function brunoCollection(description: ApiDescription): Readonly<Record<string, string>> {
  const requests = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({
      path,
      method,
      operation: one as unknown as Described,
    })),
  );
  // In an order of their own: that of the contracts' exports is the loader's.
  requests.sort((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1));
  const files = requests.map(({ path, method, operation }, index) => [
    `${operation.tags[0]}/${operation.operationId}.bru`,
    requestFile(path, method, operation, index + 1),
  ]);
  return {
    'bruno.json': `${JSON.stringify({ version: '1', name: 'Billhook', type: 'collection' }, null, 2)}\n`,
    'collection.bru': blocks([
      ['meta', ['type: collection']],
      ['auth', ['mode: bearer']],
      ['auth:bearer', ['token: {{apiKey}}']],
      [
        'docs',
        [
          'Made from the description of the API. Choose the environment `local`, and set its secret',
          'variable `apiKey` to the key that `npm start` prints. Requests keep the ids that they are',
          'answered, for the requests that need them.',
        ],
      ],
    ]),
    'environments/local.bru': blocks([
      [
        'vars',
        [
          'baseUrl: http://localhost:8787/v1',
          ...Object.entries(IDS).map(([name, value]) => `${name}: ${value}`.trimEnd()),
        ],
      ],
    ]).concat('vars:secret [\n  apiKey\n]\n'),
    ...Object.fromEntries(files),
  };
}

function requestFile(path: string, method: string, operation: Described, index: number): string {
  const { operationId, summary, description, security, parameters = [], requestBody } = operation;
  const example = requestBody?.content['application/json'].example;
  const names = (place: string) =>
    parameters.filter((one) => one.in === place).map(({ name = '' }) => name);
  const keyed = parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'));
  const open = security?.length === 0;
  const kept = Object.entries(keptOf(operation));
  return blocks([
    ['meta', [`name: ${operationId}`, 'type: http', `seq: ${index}`]],
    [
      method,
      [
        `url: {{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`,
        `body: ${requestBody ? 'json' : 'none'}`,
        `auth: ${open ? 'none' : 'inherit'}`,
      ],
    ],
    // What is optional is there, and switched off.
    ['params:query', names('query').map((name) => `~${name}:`)],
    ['params:path', names('path').map((name) => `${name}: {{${name}}}`)],
    ['headers', keyed ? ['~Idempotency-Key: {{$randomUUID}}'] : []],
    ['body:json', requestBody ? jsonLines(example) : []],
    ['vars:post-response', kept.map(([name, from]) => `${name}: ${from}`)],
    ['docs', [summary, ...(description ? ['', description] : [])]],
  ]);
}

/** Ids that a response has at its top, or where it is known. */
function keptOf({ operationId, responses }: Described): Readonly<Record<string, string>> {
  const answered = responses[200].content['application/json'].example ?? {};
  const own = Object.keys(answered).filter((name) => name in IDS);
  return {
    ...Object.fromEntries(own.map((name) => [name, `res.body.${name}`])),
    ...found[operationId],
  };
}

/** An example with variables in the place of ids. */
function jsonLines(example: unknown): string[] {
  const text = JSON.stringify(
    example,
    (name, value) => (name in IDS && typeof value === 'string' ? `{{${name}}}` : value),
    2,
  );
  return text.split('\n');
}

type Block = readonly [name: string, lines: readonly string[]];

function blocks(all: readonly Block[]): string {
  return all
    .filter(([, lines]) => lines.length > 0)
    .map(([name, lines]) => `${name} {\n${lines.map(indented).join('\n')}\n}\n\n`)
    .join('')
    .replace(/\n\n$/, '\n');
}

function indented(line: string): string {
  return line === '' ? '' : `  ${line}`;
}

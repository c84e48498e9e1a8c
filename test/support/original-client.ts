/**
 * A client of the original service, written from its public facts alone: it knows nothing of Billhook,
 * and imports nothing of it. What a partner has to change is passed in: the address, the keys, and how
 * a webhook is verified.
 */
import {
  constants,
  createCipheriv,
  type KeyObject,
  publicEncrypt,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type OriginalSettings = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly signingKey: KeyObject;
  /** Of the service, as its portal showed it. */
  readonly encryptionKey: { readonly kid: string; readonly x5c: readonly string[] };
};

// biome-ignore lint/suspicious/noExplicitAny: it was written without types.
type Loose = any;

export type OriginalClient = {
  readonly get: (path: string) => Promise<Loose>;
  readonly delete: (path: string) => Promise<Loose>;
  readonly post: (path: string, body?: object) => Promise<Loose>;
};

export function originalClient(settings: OriginalSettings): OriginalClient {
  const { origin, pathname } = new URL(settings.baseUrl);
  const call = async (method: string, path: string, body?: string) => {
    const signed = `${pathname}${path}`;
    const date = new Date().toISOString();
    const text = `${method}:${signed}:${settings.apiKey}:${date}`;
    const response = await fetch(`${origin}${signed}`, {
      method,
      headers: {
        Authorization: `Bearer ${settings.apiKey}`,
        Date: date,
        Signature: signature(text, settings.signingKey),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response.json();
  };
  return {
    get: (path) => call('GET', path),
    delete: (path) => call('DELETE', path),
    post: (path, body) =>
      call('POST', path, body && JSON.stringify(encrypted(JSON.stringify(body), settings))),
  };
}

function signature(text: string, key: KeyObject): string {
  const padding = constants.RSA_PKCS1_PADDING;
  return sign('RSA-SHA256', Buffer.from(text), { key, padding }).toString('base64');
}

function encrypted(text: string, { encryptionKey }: OriginalSettings) {
  const [certificate = ''] = encryptionKey.x5c;
  const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'));
  const [key, iv] = [randomBytes(32), randomBytes(16)];
  const wrapped = publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
    Buffer.from(`${key.toString('base64')}|${iv.toString('base64')}`),
  );
  const cipher = createCipheriv('aes-256-ctr', key, iv);
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return {
    encrypted: encryptionKey.kid,
    hash: `${wrapped.toString('base64')}|${body.toString('base64')}`,
  };
}

export type OriginalEvent = {
  readonly _id: string;
  readonly type: string;
  readonly created: string;
  readonly payload: { readonly resource: { type: string; id: string }; readonly data: Loose };
};

/**
 * What the original documents of each event, read as its clients do: what is missing throws, and what it
 * does not document is not looked at.
 */
export function readOriginal({ type, created, payload }: OriginalEvent): string {
  const { resource, data } = payload;
  if (Number.isNaN(Date.parse(created))) throw new Error(`${type} has no time`);
  const read = documented[type];
  if (!read) return 'ignored';
  const [about, ...said] = read(data);
  if (resource.type !== about || !resource.id) throw new Error(`${type} is about ${resource.type}`);
  const missing = said.findIndex((one) => one === undefined || one === null || one === '');
  if (missing >= 0) throw new Error(`${type} lacks number ${missing} of what is read`);
  return said.map(String).join(' ');
}

type Documented = (data: Loose) => readonly [about: string, ...said: unknown[]];

const ofAuth: Documented = ({ company }) => ['client', company.name];
const ofPayment: Documented = ({ company, amount, paymentMethod, surcharge }) => [
  ...(['bill', company.name, Number(amount).toFixed(2)] as const),
  paymentMethod.card?.number ?? paymentMethod.bank.accountNumber,
  ...(surcharge ? [surcharge.type, surcharge.rate.toFixed(2)] : []),
];
const ofSwap: Documented = ({ clientId, company, paymentMethod }) => [
  ...(['swap', clientId, company.name, paymentMethod._id] as const),
];
const changed = ({ previous, current }: Loose) => [previous ?? 'none', current];

export const documented: Readonly<Record<string, Documented>> = {
  'auth.success': ofAuth,
  'auth.failed': ofAuth,
  'auth.invalid': ofAuth,
  'auth.needs-resync': ofAuth,
  'auth.deleted': ofAuth,
  'auth.hold': ({ hold, company }) => ['client', hold.code, hold.text, company.name],
  'auth.security-input-required': ({ method, input, token }) => ['client', method, input, token],
  'bill.created': ({ auth }) => ['bill', auth._id],
  'bill.update': ({ company, bill }) => ['bill', company.name, ...changed(bill.balance)],
  'bill.upcoming': ({ company }) => ['bill', company.name],
  'bill.scheduled-payment-notice': ({ company, bill }) => [
    ...(['bill', company.name, ...changed(bill.dueDate)] as const),
  ],
  'bill.payment.scheduled': ofPayment,
  'bill.payment.sent': ofPayment,
  'bill.payment.failed': ofPayment,
  'bill.payment.cancelled': ofPayment,
  'swap.success': ofSwap,
  'swap.hold': ofSwap,
};

export type OriginalReceiver = {
  readonly url: string;
  /** What was verified, in its order. */
  readonly events: readonly OriginalEvent[];
  /** What did not verify. */
  readonly rejected: number;
  /** The first event of a type that is as wanted, once it has come. */
  readonly next: (
    type: string,
    wanted?: (event: OriginalEvent) => boolean,
  ) => Promise<OriginalEvent>;
  readonly close: () => Promise<void>;
};

/** Takes webhooks, each of which is verified. */
export async function originalReceiver(
  verify: (headers: IncomingHttpHeaders, body: string) => Promise<boolean>,
): Promise<OriginalReceiver> {
  const events: OriginalEvent[] = [];
  let rejected = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const verified = await verify(request.headers, body);
    if (verified) events.push(JSON.parse(body).event);
    else rejected += 1;
    response.writeHead(verified ? 200 : 401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    events,
    get rejected() {
      return rejected;
    },
    async next(type, wanted = () => true) {
      const until = Date.now() + 45_000;
      for (;;) {
        const found = events.find((event) => event.type === type && wanted(event));
        if (found) return found;
        if (Date.now() > until) {
          throw new Error(`No ${type} came: ${events.map((event) => event.type).join(' ')}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

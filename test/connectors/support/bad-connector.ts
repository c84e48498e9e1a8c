/**
 * A connector with one fault: the good one, and somebody in front of it who has the keys of both sides.
 * They change what goes in and what comes out, and sign it again, as a wrong implementation would.
 */
import type { Author, ServerOptions } from '@billhook/connector-kit';
import { openKeySet } from '@billhook/connector-kit/wire/keys';
import type { WireRequest, WireResponse } from '@billhook/connector-kit/wire/message';
import { agreementOf, decryptSecrets, encryptSecrets } from '@billhook/connector-kit/wire/secrets';
import {
  newNonce,
  signerOf,
  signRequest,
  signResponse,
} from '@billhook/connector-kit/wire/signature';
import { PASSWORD } from '../../../connectors/kit/template/company.ts';
import { manifest } from '../../../connectors/kit/template/manifest.ts';
import {
  connectorKeys,
  fullManifest,
  goodConnector,
  goodOptions,
  suiteKeys,
} from './good-connector.ts';

type Json = Record<string, unknown>;

export type Fault = {
  readonly options?: Partial<ServerOptions>;
  readonly author?: (author: Author) => Partial<Author>;
  readonly request?: (request: WireRequest) => WireRequest | Promise<WireRequest>;
  readonly response?: (
    response: WireResponse,
    request: WireRequest,
  ) => WireResponse | Promise<WireResponse>;
};

export function badConnector({ options, author, request: before, response: after }: Fault) {
  const good = goodOptions(options);
  const connector = goodConnector({
    ...options,
    ...(author && { author: { ...good.author, ...author(good.author) } }),
  });
  return {
    async handle(request: WireRequest): Promise<WireResponse> {
      const changed = before ? await before(request) : request;
      const response = await connector.handle(changed);
      // The signature is over the request as it was changed: it is made again over the first one.
      const signed = changed === request ? response : await signAgain(response, request);
      return after ? after(signed, request) : signed;
    },
  };
}

const now = () => Math.floor(Date.now() / 1000);

/** The request as the suite would have signed it. */
export function resigned(request: WireRequest): Promise<WireRequest> {
  const signing = { signer: signerOf(suiteKeys.signing), created: now(), nonce: newNonce() };
  return signRequest(request, signing);
}

export function nonceOf({ headers }: WireRequest | WireResponse): string {
  return /;nonce="([^"]+)"/.exec(headers['signature-input'] ?? '')?.[1] ?? newNonce();
}

export function signAgain(
  response: WireResponse,
  request: WireRequest,
  created = now(),
): Promise<WireResponse> {
  const isManifest = request.url.includes('/.well-known/');
  const signing = { signer: signerOf(connectorKeys.signing), created, nonce: nonceOf(request) };
  return signResponse(response, request, signing, isManifest ? 'manifest' : 'response');
}

export function bodyOf({ body }: WireRequest | WireResponse): Json {
  return body.length > 0 ? (JSON.parse(Buffer.from(body).toString()) as Json) : {};
}

/** Fixes what should have been refused, if this is it. */
export function accepts(
  isIt: (request: WireRequest) => boolean,
  fix: (request: WireRequest) => WireRequest = (request) => request,
): Fault {
  return {
    // The manifest is asked for without a signature.
    request: (request) =>
      request.url.includes('/v1/') && isIt(request) ? resigned(fix(request)) : request,
  };
}

/** Another response to requests whose address contains this. */
export function responds(
  part: string,
  change: (response: WireResponse, request: WireRequest) => WireResponse,
): Fault {
  return {
    response: (response, request) =>
      request.url.includes(part) ? signAgain(change(response, request), request) : response,
  };
}

/** Another body of the same status. */
export function says(
  part: string,
  change: (body: Json, request: WireRequest) => unknown,
  status?: number,
): Fault {
  return responds(part, (response, request) => ({
    ...response,
    ...(status !== undefined && { status }),
    body: Buffer.from(JSON.stringify(change(bodyOf(response), request))),
  }));
}

/** Sends the request on with another body. */
export function rewrites(part: string, change: (body: Json) => Json): Fault {
  return accepts(
    ({ url }) => url.includes(part),
    (request) => ({ ...request, body: Buffer.from(JSON.stringify(change(bodyOf(request)))) }),
  );
}

/** Has fields of its own, and reads of a login form nothing else: that is no fault. */
export const dropsUnknownFields: Fault = {
  options: {
    manifest: {
      ...manifest,
      testLogins: [
        {
          scenario: 'signs-in',
          company: 'example-power',
          form: { customer: 'signs-in', pin: PASSWORD },
        },
      ],
    },
  },
  author: ({ logIn }) => ({
    logIn: ({ form: { customer = '', pin = '' }, ...session }, run) =>
      logIn({ ...session, form: { username: customer, password: pin } }, run),
  }),
  async request(request) {
    if (!request.url.includes('/v1/logins/')) return request;
    const { secrets, ...document } = bodyOf(request);
    const operation = request.headers['billhook-operation'] ?? '';
    const own = agreementOf(connectorKeys.encryption);
    const opened = await decryptSecrets(String(secrets), [own], operation);
    const key = openKeySet(fullManifest().keys)?.find(({ use }) => use === 'enc');
    if (!opened || !key) return request;
    const { form, ...rest } = opened.value as { form: Json };
    const kept = { ...rest, form: { customer: form.customer, pin: form.pin } };
    const body = { ...document, secrets: encryptSecrets(kept, key, operation) };
    return resigned({ ...request, body: Buffer.from(JSON.stringify(body)) });
  },
};

/** Takes each request for another submission: nothing is ever repeated. */
export function forgetful(kind: 'payment' | 'swap'): Fault {
  const isSubmission = /\/submissions\/\d+$/;
  return accepts(
    ({ url }) => isSubmission.test(url) && url.includes(`/${kind}s/`),
    (request) => {
      const id = newNonce();
      const url = request.url.replace(/(\/v1\/\w+\/)[^/]+/, `$1${id}`);
      const body = Buffer.from(JSON.stringify({ ...bodyOf(request), [kind]: id }));
      return { ...request, url, body };
    },
  );
}

/** Signatures, refusals and documents. */

import * as v from 'valibot';
import { MAX_BODY_BYTES } from '../../protocol/limits.ts';
import { problemDocument } from '../../protocol/problems.ts';
import { newOwnKeys } from '../../wire/keys.ts';
import type { WireRequest } from '../../wire/message.ts';
import { digestOf, signerOf, tagOf } from '../../wire/signature.ts';
import { type Check, must } from '../check.ts';
import type { Probe, Reply } from '../probe.ts';

const echo = { document: { text: 'hello' } };

function isRefused({ status, code }: Reply, wanted: number, ...codes: readonly string[]): void {
  must(status === wanted, `The status is ${status}, and not ${wanted}`);
  must(codes.length === 0 || codes.includes(code ?? ''), `The code is ${code ?? 'missing'}`);
}

/** Sends a request that is signed and then changed. */
function changed(change: (request: WireRequest) => Partial<WireRequest>) {
  return async (probe: Probe) => {
    const request = await probe.sign(probe.build('echo', echo));
    isRefused(await probe.sendAsIs({ ...request, ...change(request) }), 401);
  };
}

function withHeaders(headers: WireRequest['headers']) {
  return (request: WireRequest) => ({ headers: { ...request.headers, ...headers } });
}

const otherBody = Buffer.from('{"text":"other"}');
const signatureWhy = 'Whoever reaches the connector could log in and pay in Billhook’s name.';

export const wireChecks: readonly Check[] = [
  {
    id: 'wire.health',
    proves: 'A signed request gets a signed response.',
    why: 'Billhook believes nothing that is not signed.',
    async run(probe) {
      const reply = await probe.call('health');
      must(reply.status === 200, `The status is ${reply.status} (${reply.code ?? 'no code'})`);
      must(reply.isSigned, 'The signature of the response does not verify');
    },
  },
  {
    id: 'wire.clock',
    proves: 'The connector’s clock is right.',
    why: 'Signatures count for 60 seconds.',
    async run(probe) {
      const { body } = await probe.call('health');
      const time = Date.parse((body as { time?: string } | undefined)?.time ?? '');
      const seconds = Math.abs(Date.now() - time) / 1000;
      must(seconds <= 60, `It is ${Math.round(seconds)} seconds off`);
    },
  },
  {
    id: 'wire.response-bound',
    proves: 'A response is signed over the very request that it is to.',
    why: 'An old response could be taken for a new one.',
    async run(probe) {
      const first = await probe.call('echo', echo);
      const second = await probe.call('echo', echo);
      must(first.isSigned && second.isSigned, 'The signature of a response does not verify');
      const input = first.response.headers['signature-input'] ?? '';
      must(
        ['"@method";req', '"@target-uri";req', '"content-digest";req'].every((one) =>
          input.includes(one),
        ),
        'The signature does not cover the request',
      );
    },
  },
  {
    id: 'wire.response-headers',
    proves: 'A response names protocol, connector and operation.',
    why: 'They are covered by the signature, so they have to be right.',
    async run(probe) {
      const { request, response } = await probe.call('health');
      for (const name of ['billhook-protocol', 'billhook-connector', 'billhook-operation']) {
        must(response.headers[name] === request.headers[name], `${name} differs`);
      }
    },
  },
  {
    id: 'wire.problem-signed',
    proves: 'The refusal of a signed request is signed too.',
    why: 'Somebody in between could make every payment look refused.',
    async run(probe) {
      const reply = await probe.call('echo', { document: { text: 7 } });
      must(reply.status === 400, `The status is ${reply.status}`);
      must(reply.isSigned, 'The signature does not verify');
    },
  },
  {
    id: 'wire.problem-document',
    proves: 'A refusal is a problem document with a code.',
    why: 'Billhook decides by the code what to do next.',
    async run(probe) {
      const reply = await probe.call('echo', { document: { text: 7 } });
      const type = reply.response.headers['content-type'] ?? '';
      must(type.startsWith('application/problem+json'), `The content type is ${type}`);
      must(v.is(problemDocument, reply.body), 'It is no problem document of the protocol');
    },
  },
  {
    id: 'wire.unsigned',
    proves: 'A request without a signature is refused.',
    why: signatureWhy,
    async run(probe) {
      const request = probe.build('echo', echo);
      const headers = { ...request.headers, 'content-digest': digestOf(request.body) };
      isRefused(await probe.sendAsIs({ ...request, headers }), 401);
    },
  },
  {
    id: 'wire.other-body',
    proves: 'A body that is not the digest’s is refused.',
    why: 'The amount of a payment is in the body.',
    run: changed(() => ({ body: otherBody })),
  },
  {
    id: 'wire.other-digest',
    proves: 'A digest that is not the signature’s is refused.',
    why: 'The amount of a payment is in the body.',
    run: changed((request) => ({
      body: otherBody,
      ...withHeaders({ 'content-digest': digestOf(otherBody) })(request),
    })),
  },
  {
    id: 'wire.other-target',
    proves: 'A signature for another address is refused.',
    why: 'A signed reading could be turned into something else.',
    run: changed(({ url }) => ({ url: `${url}?x=1` })),
  },
  {
    id: 'wire.other-method',
    proves: 'A signature for another method is refused.',
    why: 'The end of a session could be turned into something else.',
    async run(probe) {
      const request = await probe.sign({ ...probe.build('echo', echo), method: 'PUT' });
      isRefused(await probe.sendAsIs({ ...request, method: 'POST' }), 401);
    },
  },
  {
    id: 'wire.other-operation',
    proves: 'A signature for another operation is refused.',
    why: 'One operation could be answered with the outcome of another.',
    run: changed(withHeaders({ 'billhook-operation': 'another-operation-0001' })),
  },
  {
    id: 'wire.stranger',
    proves: 'A key that no caller has is refused.',
    why: signatureWhy,
    async run(probe) {
      const signer = signerOf(newOwnKeys().signing);
      isRefused(await probe.sendAsIs(await probe.sign(probe.build('echo', echo), { signer })), 401);
    },
  },
  {
    id: 'wire.stolen-name',
    proves: 'A signature by another key under a caller’s key id is refused.',
    why: 'Key ids are public.',
    async run(probe) {
      const signer = { ...signerOf(newOwnKeys().signing), kid: probe.signer.kid };
      isRefused(await probe.sendAsIs(await probe.sign(probe.build('echo', echo), { signer })), 401);
    },
  },
  {
    id: 'wire.other-tag',
    proves: 'A signature with the tag of a report is refused.',
    why: 'What was signed as one thing must not count as another.',
    async run(probe) {
      const request = await probe.sign(probe.build('echo', echo), { kind: 'report' });
      isRefused(await probe.sendAsIs(request), 401);
    },
  },
  {
    id: 'wire.fewer-components',
    proves: 'A signature that does not cover the digest is refused.',
    why: 'A signature that covers less could be put on another body.',
    async run(probe) {
      isRefused(await probe.sendAsIs(await signLess(probe)), 401);
    },
  },
  {
    id: 'wire.old',
    proves: 'A signature of two minutes ago is refused.',
    why: 'A request that somebody kept could be sent again.',
    async run(probe) {
      const request = await probe.sign(probe.build('echo', echo), { seconds: -120 });
      isRefused(await probe.sendAsIs(request), 401);
    },
  },
  {
    id: 'wire.future',
    proves: 'A signature from two minutes ahead is refused.',
    why: 'It would count for longer than its nonce is remembered.',
    async run(probe) {
      const request = await probe.sign(probe.build('echo', echo), { seconds: 120 });
      isRefused(await probe.sendAsIs(request), 401);
    },
  },
  {
    id: 'wire.replay',
    proves: 'A signature counts once.',
    why: 'A request that somebody saw could be sent again.',
    async run(probe) {
      const request = await probe.sign(probe.build('echo', echo));
      must((await probe.sendAsIs(request)).status === 200, 'The first one is refused');
      isRefused(await probe.sendAsIs(request), 401);
    },
  },
  {
    id: 'wire.other-connector',
    proves: 'A request for another connector is refused.',
    why: 'Two connectors that one operator runs must not be mixed up.',
    async run(probe) {
      const request = probe.build('echo', echo);
      const headers = { ...request.headers, 'billhook-connector': 'another-connector' };
      isRefused(await probe.sendAsIs(await probe.sign({ ...request, headers })), 401);
    },
  },
  {
    id: 'wire.other-protocol',
    proves: 'A request of another protocol is refused.',
    why: 'It could mean something else.',
    async run(probe) {
      const request = probe.build('echo', echo);
      const headers = { ...request.headers, 'billhook-protocol': '99' };
      const reply = await probe.sendAsIs(await probe.sign({ ...request, headers }));
      isRefused(reply, 400, 'unsupported_protocol');
    },
  },
  {
    id: 'wire.unknown-path',
    proves: 'An address that the protocol does not have is 404.',
    why: 'Later protocols have more of them.',
    async run(probe) {
      const request = probe.build('health');
      const url = `${probe.baseUrl}/v1/nothing-here`;
      isRefused(await probe.sendAsIs(await probe.sign({ ...request, url })), 404);
    },
  },
  {
    id: 'wire.too-large',
    proves: 'A body of more than 256 KiB is refused.',
    why: 'A few of them would fill the memory.',
    async run(probe) {
      const text = 'a'.repeat(MAX_BODY_BYTES);
      isRefused(await probe.call('echo', { document: { text } }), 413);
    },
  },
  {
    id: 'wire.media-type',
    proves: 'A body that is not sent as JSON is refused.',
    why: 'What it is would be a guess.',
    async run(probe) {
      const request = probe.build('echo', echo);
      const headers = { ...request.headers, 'content-type': 'text/plain' };
      isRefused(await probe.sendAsIs(await probe.sign({ ...request, headers })), 415);
    },
  },
  {
    id: 'wire.not-json',
    proves: 'A body that is no JSON is refused.',
    why: 'It must not end in an error of the connector.',
    async run(probe) {
      const request = { ...probe.build('echo', echo), body: Buffer.from('{"text":') };
      isRefused(await probe.sendAsIs(await probe.sign(request)), 400, 'malformed');
    },
  },
  {
    id: 'wire.unknown-members',
    proves: 'Members that the protocol does not have are ignored.',
    why: 'Later releases of Billhook send more of them.',
    async run(probe) {
      const reply = await probe.call('echo', { document: { text: 'hello', later: { a: 1 } } });
      must(reply.status === 200, `The status is ${reply.status} (${reply.code ?? 'no code'})`);
    },
  },
];

/** A signature as RFC 9421 has it, over everything but the digest. */
async function signLess(probe: Probe): Promise<WireRequest> {
  const request = await probe.sign(probe.build('echo', echo));
  const names = [
    '@method',
    '@target-uri',
    'billhook-protocol',
    'billhook-connector',
    'billhook-operation',
  ];
  const own: Record<string, string> = { '@method': request.method, '@target-uri': request.url };
  const created = Math.floor(Date.now() / 1000);
  const list = names.map((name) => `"${name}"`).join(' ');
  const { kid, sign } = probe.signer;
  const input = `(${list});created=${created};keyid="${kid}";nonce="${created}-0123456789abcdef";tag="${tagOf('request')}"`;
  const lines = names.map((name) => `"${name}": ${own[name] ?? request.headers[name]}`);
  const base = Buffer.from([...lines, `"@signature-params": ${input}`].join('\n'));
  const signature = Buffer.from(await sign(base)).toString('base64');
  return {
    ...request,
    headers: {
      ...request.headers,
      'signature-input': `billhook=${input}`,
      signature: `billhook=:${signature}:`,
    },
  };
}

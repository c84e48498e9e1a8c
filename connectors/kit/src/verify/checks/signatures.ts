/** Signatures that must not count. */
import { newOwnKeys } from '../../wire/keys.ts';
import type { WireRequest } from '../../wire/message.ts';
import { digestOf, signerOf } from '../../wire/signature.ts';
import { tagOf } from '../../wire/signature-base.ts';
import { echo, isRefused } from '../asks.ts';
import { type Check, must } from '../check.ts';
import type { Probe } from '../probe.ts';

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

export const signatureChecks: readonly Check[] = [
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

/** Signatures, refusals and documents. */

import * as v from 'valibot';
import { parseDateTime } from '../../protocol/dates.ts';
import { MAX_BODY_BYTES } from '../../protocol/limits.ts';
import { problemDocument } from '../../protocol/problems.ts';
import { echo, isRefused } from '../asks.ts';
import { type Check, must } from '../check.ts';

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
      const said = String((body as { time?: unknown } | undefined)?.time);
      const time = parseDateTime(said);
      must(time !== undefined, 'It says no date and time that exist');
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

/** Certificates of requests, of a connector that says that it takes them. */
import { CERTIFICATE_SECONDS } from '../../protocol/limits.ts';
import { CERTIFICATE_HEADER, type Certified, certify } from '../../wire/certificate.ts';
import { newOwnKeys } from '../../wire/keys.ts';
import { signerOf } from '../../wire/signature.ts';
import { echo, isRefused } from '../asks.ts';
import { type Check, CheckSkipped, must } from '../check.ts';
import type { Probe } from '../probe.ts';

const why = 'Whoever gets hold of a certificate could log in and pay in Billhook’s name.';

/** A request that is signed by a certified key, or as if it were. */
async function sent(
  probe: Probe,
  { certificate, signer }: Certified,
): Promise<ReturnType<Probe['sendAsIs']>> {
  const { headers, ...request } = probe.build('echo', echo);
  const certified = { ...request, headers: { ...headers, [CERTIFICATE_HEADER]: certificate } };
  return probe.sendAsIs(await probe.sign(certified, { signer }));
}

function certified({ signer, manifest }: Probe, more: { connector?: string; ago?: number } = {}) {
  if (!manifest.requestCertificates)
    throw new CheckSkipped('The manifest does not say `requestCertificates`');
  const { connector = manifest.id, ago = 0 } = more;
  return certify(signer, { connector, now: Date.now() / 1000 - ago });
}

export const certificateChecks: readonly Check[] = [
  {
    id: 'certificate.counts',
    proves: 'A request that a certified key has signed is answered.',
    why: 'Billhook signs so where the manifest says `requestCertificates`.',
    async run(probe) {
      const key = await certified(probe);
      const { status, code } = await sent(probe, key);
      must(status === 200, `The status is ${status} (${code ?? 'no code'})`);
      // One certificate is for many requests.
      const again = await sent(probe, key);
      must(again.status === 200, `The second request got the status ${again.status}`);
    },
  },
  {
    id: 'certificate.over',
    proves: 'A certificate that is over is refused.',
    why,
    run: async (probe) =>
      isRefused(await sent(probe, await certified(probe, { ago: CERTIFICATE_SECONDS + 1 })), 401),
  },
  {
    id: 'certificate.other-connector',
    proves: 'A certificate for another connector is refused.',
    why: 'Another connector could log in and pay at this one.',
    run: async (probe) =>
      isRefused(await sent(probe, await certified(probe, { connector: 'another-one' })), 401),
  },
  {
    id: 'certificate.other-key',
    proves: 'A request that another key than the certified one has signed is refused.',
    why,
    async run(probe) {
      const { certificate } = await certified(probe);
      const signer = signerOf(newOwnKeys().signing);
      isRefused(await sent(probe, { certificate, signer }), 401);
    },
  },
  {
    id: 'certificate.stranger',
    proves: 'A certificate by a key that no caller has is refused.',
    why,
    async run(probe) {
      const own = signerOf(newOwnKeys().signing);
      isRefused(await sent(probe, await certified({ ...probe, signer: own })), 401);
    },
  },
  {
    id: 'certificate.chain',
    proves: 'A certificate by a key that is itself certified is refused.',
    why: 'A key of 15 minutes could make itself last for ever.',
    async run(probe) {
      const { signer } = await certified(probe);
      isRefused(await sent(probe, await certified({ ...probe, signer })), 401);
    },
  },
];

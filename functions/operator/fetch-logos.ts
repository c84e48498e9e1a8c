import { logInfo } from '@billhook/runtime/aws/logger';
import { openLogoFiles } from '@billhook/runtime/aws/logo-files';
import { type FetchedLogo, fetchLogos } from '@billhook/runtime/companies/remote/fetch-logos';
import * as v from 'valibot';

/** So many take less than the function's time, even if each of them times out. */
const MAX_LOGOS = 40;

const address = v.pipe(v.string(), v.maxLength(500));
const input = v.object({ addresses: v.pipe(v.array(address), v.maxLength(MAX_LOGOS)) });

/** Called by the operator's command line during an import. Safe to repeat. */
export async function handler(event: unknown): Promise<{ readonly logos: FetchedLogo[] }> {
  const { addresses } = v.parse(input, event);
  const logos = await fetchLogos(addresses, { keep: openLogoFiles() });
  logInfo('Logos were fetched', { count: logos.filter((logo) => 'url' in logo).length });
  return { logos };
}

/**
 * Logos that rows name, fetched by the deployment during an import: users' browsers never ask somebody
 * else's server for one (decision: logos-of-connectors).
 */
import {
  type FetchedLogo,
  type LogoFailure,
  mayPass,
} from '@billhook/runtime/companies/remote/fetch-logos';
import type { Service } from '../command-group.ts';
import { findLogoFetcher } from '../connect.ts';
import { invoke } from './invoke.ts';

/** Fetches at most `MAX_AT_ONCE` of them. @throws Error where the deployment can't. */
export type FetchLogos = (addresses: readonly string[]) => Promise<readonly FetchedLogo[]>;

export type Logos = {
  /** Where we serve them, by the addresses that rows name. */
  readonly stored: ReadonlyMap<string, string>;
  readonly failed: ReadonlyMap<string, LogoFailure>;
  /** Some that failed may be had with another import, although their rows stay as they are. */
  readonly mayPass: boolean;
};

/** As many as the function takes in one call. */
export const MAX_AT_ONCE = 40;
const CALLS_AT_ONCE = 4;

/** By the deployment; nothing where it has no host that would serve them. */
export async function logoFetcher({ stage }: Pick<Service, 'stage'>) {
  const functionArn = await findLogoFetcher(stage);
  if (functionArn === undefined) return undefined;
  const { LambdaClient } = await import('@aws-sdk/client-lambda');
  const client = new LambdaClient({});
  const fetch: FetchLogos = async (addresses) => {
    const { logos } = (await invoke(client, functionArn, { addresses })) as {
      readonly logos: readonly FetchedLogo[];
    };
    return logos;
  };
  return fetch;
}

/** A logo that can't be had costs an import nothing. */
export async function fetchAll(
  fetch: FetchLogos,
  addresses: ReadonlySet<string>,
  progress?: (done: number, all: number) => void,
): Promise<Logos> {
  const stored = new Map<string, string>();
  const failed = new Map<string, LogoFailure>();
  const all = [...addresses];
  const batches = Array.from({ length: Math.ceil(all.length / MAX_AT_ONCE) }, (_, index) =>
    all.slice(index * MAX_AT_ONCE, (index + 1) * MAX_AT_ONCE),
  ).values();
  const inTurn = async () => {
    for (const batch of batches) {
      const logos = await fetch(batch).catch(() =>
        batch.map((address) => ({ address, because: 'not-now' as const })),
      );
      for (const logo of logos) {
        if ('url' in logo) stored.set(logo.address, logo.url);
        else failed.set(logo.address, logo.because);
      }
      progress?.(stored.size + failed.size, all.length);
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, inTurn));
  return { stored, failed, mayPass: [...failed.values()].some(mayPass) };
}

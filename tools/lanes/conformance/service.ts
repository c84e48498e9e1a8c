/** The service that is tried: a process of its own, and partners that no limit slows down. */
import { join } from 'node:path';
import { operate } from '../../../lib/base/operate.ts';
import { type Service, startService } from '../../../lib/local/service-process.ts';

export type ApiKey = { readonly partnerId: string; readonly apiKey: string };

const REQUESTS_PER_SECOND = '1000';
const BURST = '5000';

export function startTriedService(folder: string): Promise<Service> {
  return startService({ stateDir: join(folder, 'state') });
}

export async function addTriedPartner({ stateDir }: Service): Promise<ApiKey> {
  const { _id: partnerId, apiKey } = await operate(
    { stateDir },
    'partner',
    'create',
    'Conformance',
  );
  const limits = ['--rate-limit', REQUESTS_PER_SECOND, '--burst', BURST];
  await operate({ stateDir }, 'partner', 'set', partnerId, ...limits);
  return { partnerId, apiKey };
}

/** `billhook partner erase`: a partner and all of its users. */
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import { erasePartner } from '@billhook/runtime/erasing/erase-partner';
import { scanPartner } from '@billhook/runtime/erasing/scan-partner';
import { openEncryptionKms } from '@billhook/runtime/partners/encryption-kms';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import type { Options, Report, Service } from '../command-group.ts';
import { hourFromNow, openErasing } from './open.ts';

/** Its requests are rejected from the second answer on, also where clients' money is still under way. */
export async function askAndErase(
  service: Service,
  partnerId: string,
  { confirm }: Options,
): Promise<Report | Failure> {
  const { table, aws, actor } = service;
  const deps = openErasing(service);
  const partner = await partnerStore(table).find(partnerId);
  if (!partner) return fail('partner_not_found');
  await service.confirm(`Erase partner ${partnerId} (${partner.name}) and all of its users?`);
  const given = confirm === undefined ? undefined : String(confirm);
  await service.retype('What is erased cannot be brought back.', partnerId, given);
  const kms = openEncryptionKms(aws);
  const run = { ...deps, kms, scan: scanPartner(aws) };
  const done = await erasePartner(run, { partnerId, actor }, hourFromNow());
  if (isFailure(done)) return done;
  const { erased, busy, left } = done;
  const gone = busy.length + left.length === 0;
  return {
    value: { partnerId, erased: gone, clients: erased, busy, left },
    lines: [
      `${erased} users are erased.`,
      ...left.map((id) => `${id} is not gone yet.`),
      ...busy.map((id) => `${id} has money under way: npx billhook payment list --stuck`),
      gone
        ? `Partner ${partnerId} is erased.`
        : `Partner ${partnerId} is suspended, not erased. Repeat the command later.`,
    ],
  };
}

/** The first partner of a stack: its key stands in Secrets Manager, so that a fresh stack is usable. */
import { randomBytes } from 'node:crypto';
import { instantText } from '@billhook/core/base/dates';
import { newRootId } from '@billhook/core/base/ids';
import { newPartner } from '@billhook/core/partner/partner';
import * as v from 'valibot';
import type { Secrets } from '../aws/secrets.ts';
import { apiKeyRecord, newApiKey } from '../callers/api-keys.ts';
import type { Peppers } from '../callers/pepper.ts';
import { partnerStore } from '../stores/partner-store.ts';
import { writeSurely, writeUnlessChanged } from '../table/intended-writes.ts';
import type { Table } from '../table/types.ts';
import { auditEntry } from './audit.ts';

/** A fresh secret holds empty texts. */
const given = v.pipe(v.string(), v.minLength(1));
const firstPartner = v.object({ partnerId: given, apiKey: given });

type SeedDeps = {
  readonly table: Table;
  readonly secrets: Secrets;
  readonly peppers: Peppers;
};

/**
 * Secret first, record after it: a crash between the two is made good by the next run, which finds
 * the secret and puts the record that it names.
 */
export async function seedFirstPartner(
  { table, secrets, peppers }: SeedDeps,
  secretArn: string,
  now: number,
): Promise<string> {
  const known = await readFirstPartner(secrets, secretArn);
  const { partnerId, apiKey } = known ?? makePartner();
  if (!known) {
    await secrets.replace(secretArn, JSON.stringify({ partnerId, apiKey }));
  }
  const partners = partnerStore(table);
  // One that stands already is left as it is; the list of all is made good.
  if (await partners.find(partnerId)) {
    await writeSurely(table, [partners.enlist(partnerId)]);
    return partnerId;
  }
  const created = instantText(now);
  const apiKeys = [{ ...(await apiKeyRecord(peppers, apiKey, created)), scope: 'admin' as const }];
  const partner = newPartner({ partnerId, name: 'First partner', now: created, apiKeys });
  const actor = { kind: 'operator', id: 'deployment' } as const;
  const audit = auditEntry({ partnerId, actor, action: 'partner-created', now });
  // Another run of the same deployment may have put it there meanwhile, from the same secret.
  await writeUnlessChanged(table, [partners.save(partner), partners.enlist(partnerId), audit]);
  return partnerId;
}

function makePartner() {
  const partnerId = newRootId('ptn', randomBytes);
  return { partnerId, apiKey: newApiKey(partnerId) };
}

async function readFirstPartner(secrets: Secrets, secretArn: string) {
  const text = await secrets.readText(secretArn);
  try {
    const parsed = v.safeParse(firstPartner, JSON.parse(text ?? 'null'));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** What an operator may change of a partner, and what is said of it in the audit. */
import { type Failure, fail } from '../base/errors.ts';
import type { AuditAction, AuditDetail } from './audit.ts';
import { defaultRateLimit, type PartnerRecord, type RateLimit } from './partner.ts';
import { MAX_BURST, MAX_REQUESTS_PER_SECOND } from './rate-limit.ts';

export type SettingsChange = {
  readonly status?: PartnerRecord['status'];
  readonly authEvents?: boolean;
  readonly paysOnAdding?: boolean;
  readonly rateLimit?: Partial<RateLimit>;
};

export type ChangedPartner = {
  /** The same record, when everything is as asked for already. */
  readonly partner: PartnerRecord;
  readonly entries: readonly { readonly action: AuditAction; readonly detail?: AuditDetail }[];
};

type Entry = ChangedPartner['entries'][number];

export function changePartnerSettings(
  partner: PartnerRecord,
  change: SettingsChange,
): ChangedPartner | Failure<'invalid_request'> {
  const rateLimit = { ...(partner.rateLimit ?? defaultRateLimit), ...given(change.rateLimit) };
  const problem = checkRateLimit(rateLimit);
  if (problem) return problem;
  const status = change.status ?? partner.status;
  const authEvents = change.authEvents ?? partner.authEvents ?? false;
  const paysOnAdding = change.paysOnAdding ?? partner.paysOnAdding ?? true;
  const entries: Entry[] = [];
  if (status !== partner.status) {
    entries.push({ action: status === 'suspended' ? 'partner-suspended' : 'partner-resumed' });
  }
  if (authEvents !== (partner.authEvents ?? false)) {
    entries.push({ action: 'auth-events-changed', detail: { authEvents } });
  }
  if (paysOnAdding !== (partner.paysOnAdding ?? true)) {
    entries.push({ action: 'pays-on-adding-changed', detail: { paysOnAdding } });
  }
  if (!isSame(rateLimit, partner.rateLimit ?? defaultRateLimit)) {
    entries.push({ action: 'rate-limit-changed', detail: rateLimit });
  }
  if (entries.length === 0) return { partner, entries };
  const version = partner.version + 1;
  const settings = { status, authEvents, paysOnAdding, rateLimit };
  return { partner: { ...partner, version, ...settings }, entries };
}

function checkRateLimit(limit: RateLimit): Failure<'invalid_request'> | undefined {
  const limits = [
    ['requestsPerSecond', MAX_REQUESTS_PER_SECOND],
    ['burst', MAX_BURST],
  ] as const;
  const fields = limits
    .filter(([field, maximum]) => !isWithin(limit[field], maximum))
    .map(([field, maximum]) => ({
      field: `rateLimit.${field}`,
      code: 'out_of_range',
      message: `Expected a whole number from 1 to ${maximum}`,
    }));
  return fields.length > 0 ? fail('invalid_request', { fields }) : undefined;
}

function isWithin(value: number, maximum: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= maximum;
}

function isSame(one: RateLimit, other: RateLimit): boolean {
  return one.requestsPerSecond === other.requestsPerSecond && one.burst === other.burst;
}

/** Without what was left out. */
function given(limit: Partial<RateLimit> = {}): Partial<RateLimit> {
  return Object.fromEntries(Object.entries(limit).filter(([, value]) => value !== undefined));
}

/** What a caller says that a user has agreed to (decision: automatic-payments-need-consent). */
import { createHash } from 'node:crypto';
import { type Failure, isFailure } from '@billhook/core/base/errors';
import type { Owner } from '@billhook/core/base/owner';
import type { BillRecord } from '@billhook/core/bill/bill';
import {
  type BillStart,
  impliedConsent,
  partnerConsent,
  readConsent,
  startOn,
} from '@billhook/core/consent/consent';
import type { Actor, ConsentAction } from '@billhook/core/partner/audit';
import type { Consent, GivenConsent } from '@billhook/core/schemas/consent';
import { partnerStore } from '../stores/partner-store.ts';
import { partnerMoment } from '../table/partner-time.ts';
import type { Table, Write } from '../table/types.ts';
import { clientAuditEntry } from './audit.ts';

/** Whoever sends requests; a partner by the API key that it used. */
export type ConsentCaller = Owner & { readonly keyId?: string };

/** The consent that a request contains, if it contains one. @param field which an error names. */
export async function consentGiven(
  table: Table,
  caller: Owner,
  given: GivenConsent | undefined,
  machineNow: number,
  field?: 'authorization' | 'dataConsent',
): Promise<Consent | undefined | Failure<'invalid_request'>> {
  if (!given) return undefined;
  const by = caller.kind === 'client' ? 'user' : 'partner';
  const heard = { by, now: machineNow, hashOf, field } as const;
  const consent = readConsent(given, heard);
  if (!isFailure(consent) || given.at === undefined) return consent;
  // By the partner's test clock it may not be in the future.
  const { partnerNow } = await partnerMoment(table, caller.partnerId, machineNow);
  return readConsent(given, { ...heard, latest: partnerNow });
}

/** On what ground the caller may enable recurring payments now. */
export function settingsConsent(
  caller: Owner,
  given: Consent | undefined,
  machineNow: number,
): Consent | undefined {
  return given ?? (caller.kind === 'partner' ? partnerConsent(machineNow) : undefined);
}

/** What the bills of an account begin with that the caller links. */
export async function linkStart(
  table: Table,
  caller: Owner,
  given: GivenConsent | undefined,
  machineNow: number,
  leavesDue?: boolean,
): Promise<BillStart | Failure<'invalid_request'>> {
  const consent = await consentGiven(table, caller, given, machineNow);
  if (isFailure(consent)) return consent;
  if (consent || caller.kind === 'client') return startOn(consent, leavesDue);
  const partner = await partnerStore(table).find(caller.partnerId);
  const implied = partner?.paysOnAdding === false ? undefined : impliedConsent(machineNow);
  return startOn(implied, leavesDue);
}

/** What was agreed, of what begins with it. */
export function consentIn(starts: BillStart): Consent | undefined {
  return starts.recurring === 'enabled' ? starts.consent : undefined;
}

/** The audit's entry of a consent, where there is one that was passed. */
export function consentEntries(
  caller: ConsentCaller,
  { clientId, consent, ...about }: About,
  machineNow: number,
): Write[] {
  if (!consent || consent.implied) return [];
  const { textHash, version, locale, at } = consent;
  const facts = { ...about, at, textHash, version, locale };
  return [entry(caller, clientId, 'consent-given', facts, machineNow)];
}

/** The same of the text under which a payment method was saved. */
export function authorizationEntries(
  caller: ConsentCaller,
  { clientId, consent, ...about }: About,
  machineNow: number,
): Write[] {
  if (!consent) return [];
  const { textHash, version, locale, at } = consent;
  const facts = { ...about, at, textHash, version, locale };
  return [entry(caller, clientId, 'authorization-given', facts, machineNow)];
}

type About = {
  readonly clientId: string;
  readonly consent: Consent | undefined;
  /** What it is about, where that is not automatic payment. */
  readonly about?: 'data';
  readonly authId?: string;
  readonly billId?: string;
  readonly methodId?: string;
};

/** The same of a change of a bill's settings, which may withdraw it. */
export function settingsEntries(
  caller: ConsentCaller,
  { before, after }: { readonly before: BillRecord; readonly after: BillRecord },
  machineNow: number,
): Write[] {
  const { _id: billId, clientId, consent } = after;
  if (before.recurring === 'enabled' && after.recurring === 'disabled') {
    return [entry(caller, clientId, 'consent-withdrawn', { billId }, machineNow)];
  }
  if (consent === before.consent) return [];
  return consentEntries(caller, { clientId, billId, consent }, machineNow);
}

function entry(
  caller: ConsentCaller,
  clientId: string,
  action: ConsentAction,
  facts: Readonly<Record<string, string | undefined>>,
  now: number,
): Write {
  const known = Object.entries(facts).filter((fact): fact is [string, string] => !!fact[1]);
  const detail = Object.fromEntries(known);
  return clientAuditEntry(clientId, { actor: actorOf(caller), action, now, detail });
}

function actorOf(caller: ConsentCaller): Actor {
  if (caller.kind === 'partner') return { kind: 'api-key', id: caller.keyId ?? '' };
  const { clientId: id, tokenFamily } = caller;
  return { kind: 'client', id, ...(tokenFamily !== undefined && { tokenFamily }) };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

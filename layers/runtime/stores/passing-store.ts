/** Codes and answers in the table without recovery: what a change of their record writes there. */
import { type AuthRecord, goesOn, type Link } from '@billhook/core/auth/auth';
import { connectionName, liveName } from '@billhook/core/auth/connections';
import {
  farewellKey,
  hasPassed,
  isPassingRef,
  type PassingAnswers,
  type PassingCode,
  type PassingFarewell,
  type PassingRef,
  type PassingSession,
  passingKey,
  passingUntil,
} from '@billhook/core/auth/passing';
import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import { type Sealed, withFields, withoutField } from '@billhook/core/base/sealed';
import type { Farewell } from '@billhook/core/company/connector';
import { codeCounts, type PaymentMethodRecord } from '@billhook/core/method/payment-method';
import type { Table, Write } from '../table/types.ts';

/** A user may take a day to answer the next question of the same link. */
const ANSWERS_MILLISECONDS = 2 * DAY_MILLISECONDS;

/**
 * A method as it is stored, without its code, and what is to be written of the code. One that release
 * 0.1.0 stored with the method stays there until it is dropped.
 */
export function splitCode(
  method: PaymentMethodRecord,
  before: PaymentMethodRecord | undefined,
): { readonly stored: PaymentMethodRecord; readonly along: readonly Write[] } {
  const { cardCode: field } = method.sealed.fields;
  const key = passingKey(method.clientId, method._id);
  if (field && field !== before?.sealed.fields.cardCode) {
    if (method.codeDropsAt === undefined) throw new Error('A code of a card has no end');
    const code: PassingCode = { field, ...passingUntil(Date.parse(method.codeDropsAt)) };
    const stored = { ...method, sealed: withoutField(method.sealed, 'cardCode') };
    return { stored, along: [{ put: { ...key, ...code } }] };
  }
  const dropped = before?.codeDropsAt !== undefined && method.codeDropsAt === undefined;
  return { stored: method, along: dropped ? [{ delete: key }] : [] };
}

/** What goes with a method that is removed. */
export function dropCode({ _id, clientId, codeDropsAt }: PaymentMethodRecord): readonly Write[] {
  return codeDropsAt === undefined ? [] : [{ delete: passingKey(clientId, _id) }];
}

/** What a company is to be given of a method: its code only while that counts. */
export async function sealedWithCode(
  table: Table,
  method: PaymentMethodRecord,
  machineNow: number,
): Promise<Sealed> {
  const { sealed, clientId, _id } = method;
  if (!codeCounts(method, machineNow)) return withoutField(sealed, 'cardCode');
  if (sealed.fields.cardCode) return sealed;
  const code = await table.get<PassingCode>(passingKey(clientId, _id));
  if (!code || hasPassed(code, machineNow)) return sealed;
  return withFields(sealed, { cardCode: code.field });
}

/** Keeps the answers of a round of a link; the record has the reference. */
export function keepAnswers(
  { clientId }: Pick<AuthRecord, 'clientId'>,
  { linkId, security }: Link,
  sealed: Sealed,
  machineNow: number,
): { readonly ref: PassingRef; readonly write: Write } {
  // Each step that was accepted so far has its own.
  const passing = `${linkId}#${(security?.answers.length ?? 0) + 1}`;
  const answers: PassingAnswers = { sealed, ...passingUntil(machineNow + ANSWERS_MILLISECONDS) };
  return { ref: { passing }, write: { put: { ...passingKey(clientId, passing), ...answers } } };
}

/** The answers of a link, sealed; those that have expired are missing. */
export async function answersOf(
  table: Table,
  clientId: string,
  { security }: Link,
  machineNow: number,
): Promise<readonly Sealed[]> {
  const found = await Promise.all(
    (security?.answers ?? []).map(async (one) => {
      if (!isPassingRef(one)) return one;
      const kept = await table.get<PassingAnswers>(passingKey(clientId, one.passing));
      return kept && !hasPassed(kept, machineNow) ? kept.sealed : undefined;
    }),
  );
  return found.filter((one) => one !== undefined);
}

/** What a session has left for the next one, while it counts. */
export async function storedSession(
  table: Table,
  clientId: string,
  name: string,
): Promise<PassingSession['field'] | undefined> {
  return (await table.get<PassingSession>(passingKey(clientId, name)))?.field;
}

/** @param until milliseconds since the epoch; whoever reads it looks at the record's own end too. */
export function keepSession(
  clientId: string,
  name: string,
  field: PassingSession['field'],
  until: number,
): Write {
  const left: PassingSession = { field, ...passingUntil(until) };
  return { put: { ...passingKey(clientId, name), ...left } };
}

/** @param until milliseconds since the epoch. */
export function keepFarewell(farewell: Farewell, until: number): Write {
  const passing: PassingFarewell = { farewell, ...passingUntil(until) };
  return { put: { ...farewellKey(farewell.operation), ...passing } };
}

/**
 * What goes with answers that have done their work, and with sessions that nobody needs again. What tells
 * a connector to forget stays where it is to be sent: of an auth that is removed, and of a connection in
 * whose place another connector's stands.
 */
export function dropPassing(before: AuthRecord | undefined, after?: AuthRecord): readonly Write[] {
  const left = new Set(refsOf(after));
  const dropped = refsOf(before)
    .filter((passing) => !left.has(passing))
    .map((passing) => ({ delete: passingKey(before?.clientId ?? '', passing) }));
  const { farewell, connector } = before?.connection ?? {};
  const { connection } = after ?? {};
  const isReplaced = after && connection?.farewell?.operation !== farewell?.operation;
  const isTakenOver = connection !== undefined && connection.connector !== connector;
  return isReplaced && !isTakenOver && farewell
    ? [...dropped, { delete: farewellKey(farewell.operation) }]
    : dropped;
}

function refsOf(auth: AuthRecord | undefined): string[] {
  if (!auth) return [];
  const { link, connection } = auth;
  const answers = link?.security?.answers ?? [];
  return [
    ...answers.flatMap((one) => (isPassingRef(one) ? one.passing : [])),
    ...(connection ? [connectionName(auth._id)] : []),
    // What pays or swaps after the link uses the link's session; it ends by itself in minutes.
    ...(link?.live && !goesOn(link) ? [liveName(link.linkId)] : []),
  ];
}

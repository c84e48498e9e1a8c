/** docs/operate/data.md names every kind of record that there is, and says of each what there is to say. */

import { randomBytes } from 'node:crypto';
import { newOwnedId, newRootId } from '@billhook/core/base/ids';
import * as keys from '@billhook/core/base/table-keys';
import { eventKey, newEventId } from '@billhook/core/events/event-id';
import { deliveryKey } from '@billhook/core/webhook/delivery';
import { describe, expect, test } from 'vitest';
import { openErasureWorld } from '../support/erasure-world.ts';
import { recordKinds } from '../support/record-kinds.ts';

const kinds = recordKinds();
const [client, partner, endpoint] = (['cl', 'ptn', 'we'] as const).map((kind) =>
  newRootId(kind, randomBytes),
) as [string, string, string];
const authId = newOwnedId('auth', client, randomBytes);
const day = '2026-11-22';
const digest = 'Abc-_123';
const eventOf = (owner: string) => newEventId(owner, Date.parse(day), randomBytes);
const inPartition = (pk: string) => ({ pk, sk: `${day}#a` });

/** What each function and constant for keys comes to, by its name. */
const made: Readonly<Record<string, readonly (keys.ItemKey | undefined)[]>> = {
  clientKey: [keys.clientKey(client)],
  ownedKey: (['auth', 'bill', 'pm', 'pay', 'swap'] as const).map((kind) =>
    keys.ownedKey(kind, newOwnedId(kind, client, randomBytes)),
  ),
  tokenKeysKey: [keys.tokenKeysKey],
  connectorSigningKeysKey: [keys.connectorSigningKeysKey],
  connectorEncryptionKeysKey: [keys.connectorEncryptionKeysKey],
  rootKey: [partner, 'co_a', 'font_a', 'key_a'].map(keys.rootKey),
  identifierKey: [keys.identifierKey(partner, digest)],
  accountNameKey: [keys.accountNameKey('co_a', digest)],
  ledgerKey: [keys.ledgerKey('co_a', digest)],
  statementKey: [keys.statementKey('co_a', digest, day)],
  activityKey: [keys.activityKey(client, 'link')],
  approvalKey: [keys.approvalKey(client, newOwnedId('pay', client, randomBytes))],
  idempotencyKey: [client, partner].map((owner) => keys.idempotencyKey(owner, digest)),
  answerBudgetKey: [client, partner].map((owner) => keys.answerBudgetKey(owner, day)),
  auditPartition: [client, partner, 'deployment'].map((owner) =>
    inPartition(keys.auditPartition(owner)),
  ),
  PARTNERS_PARTITION: [keys.partnerEntryKey(partner)],
  partnerEntryKey: [keys.partnerEntryKey(partner)],
  CLOCKS_PARTITION: [keys.clockKey(partner)],
  clockKey: [keys.clockKey(partner)],
  pausesKey: [keys.pausesKey],
  popularKey: [keys.popularKey(partner)],
  sharedPopularKey: [keys.sharedPopularKey],
  directoryKey: [keys.directoryKey],
  directoryImportKey: [keys.directoryImportKey],
  directoryPartKey: (['index', 'digests', 'changes', 'shown'] as const).map((part) =>
    keys.directoryPartKey('a1', part, 0),
  ),
  GATES_PARTITION: [keys.gateKey('company', 'co_a'), keys.gateKey('connector', 'sandbox')],
  gateKey: [keys.gateKey('company', 'co_a'), keys.gateKey('connector', 'sandbox')],
  CONNECTORS_PARTITION: [keys.connectorKey('example')],
  connectorKey: [keys.connectorKey('example')],
  connectorCheckKey: [keys.connectorCheckKey('check_a')],
  FORGETTING_PARTITION: [keys.forgettingKey(digest)],
  forgettingKey: [keys.forgettingKey(digest)],
  UNCLEAR_PARTITION: [keys.unclearKey(authId)],
  unclearKey: [keys.unclearKey(authId)],
  workKey: [keys.workKey(digest)],
  workPaidPartition: [{ pk: keys.workPaidPartition('browser', '2026-11-25'), sk: `${digest}-1` }],
  wirePaymentKey: [keys.wirePaymentKey('example', digest)],
  leasesKey: [keys.leasesKey('co_a')],
  lookKey: [keys.lookKey('co_a')],
  outcomesKey: [keys.outcomesKey('co_a', day)],
  readingsKey: [keys.readingsKey('co_a', digest, day)],
  refreshSweepKey: [keys.refreshSweepKey(keys.refreshShard(3))],
  runningKey: [keys.runningKey('sandbox', 'login-1_a')],
  clientDayKey: [keys.clientDayKey(client, day)],
  partnerDayPartition: [inPartition(keys.partnerDayPartition(partner, day))],
  numbersKey: [keys.numbersKey(client, authId)],
  earlierKey: [keys.earlierKey(client, 'co_a')],
  keptPartition: [inPartition(keys.keptPartition(partner))],
  keptPaymentKey: [keys.keptPaymentKey(partner, day, 'kept_a')],
  returnableKey: [keys.returnableKey(digest)],
  reconciliationPartition: [partner, 'deployment'].flatMap((owner) =>
    [
      'finding#fnd_a',
      `line#${day}#01#fnd_a`,
      `report#${day}`,
      `run#${day}`,
      `collected#${day}#sandbox#${day}`,
    ].map((sk) => ({ pk: keys.reconciliationPartition(owner), sk })),
  ),
  settlementPartition: [{ pk: keys.settlementPartition('sandbox', 'pay_a'), sk: 'pay_a paid A-1' }],
  sandboxSettledPartition: [{ pk: keys.sandboxSettledPartition(day), sk: 'pay_a#0' }],
  rateKey: [client, partner, `${partner}#users`, `${client}#refused#sso#${digest}`].map(
    keys.rateKey,
  ),
  migrationKey: [keys.migrationKey],
  spentSignatureKey: [keys.spentSignatureKey(partner, digest)],
  leavingEndpointKey: [keys.leavingEndpointKey(partner, endpoint)],
  endpointKey: [keys.endpointKey(partner, endpoint)],
  moduleSettingsKey: [keys.moduleSettingsKey(partner)],
  endpointCountKey: [keys.endpointCountKey(partner)],
  proofCountKey: [keys.proofCountKey(partner, day)],
  endpointQueueKey: [keys.endpointQueueKey(partner, endpoint)],
};

const kindsOf = (key: keys.ItemKey) =>
  kinds.filter(({ matches }) => matches(key)).map(({ name }) => name);

describe('docs/operate/data.md', () => {
  test('is tried with every key that there is a function for', () => {
    const names = Object.keys(keys).filter((name) => /(Key|Partition|_PARTITION)$/.test(name));
    expect(names.length).toBeGreaterThan(20);
    expect(Object.keys(made).toSorted()).toEqual(names.toSorted());
  });

  test.each(Object.entries(made))('names what %s makes, once', (_name, all) => {
    for (const key of all) {
      expect(key && kindsOf(key), JSON.stringify(key)).toHaveLength(1);
    }
  });

  test('names events and their deliveries, of clients and partners', () => {
    for (const owner of [client, partner]) {
      const eventId = eventOf(owner);
      for (const key of [eventKey(eventId), deliveryKey({ eventId, endpointId: endpoint })]) {
        expect(key && kindsOf(key), JSON.stringify(key)).toHaveLength(1);
      }
    }
  });

  test('names whatever a client leaves', async () => {
    const { table } = await openErasureWorld();
    for (const item of table.items.values()) {
      const { pk, sk } = item as keys.ItemKey;
      expect(kindsOf({ pk, sk }), `${pk} ${sk}`).toHaveLength(1);
    }
  });

  test('says of each kind what it contains, how long it is kept, and what deletes it', () => {
    expect(kinds.length).toBeGreaterThan(35);
    expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
    for (const { name, says } of kinds) {
      const [contains, kept, deletes] = says;
      expect([contains, kept].every(Boolean), name).toBe(true);
      // What nothing deletes says so by its time.
      expect(deletes || /Until erased|Without end/.test(kept ?? ''), name).toBeTruthy();
    }
  });
});

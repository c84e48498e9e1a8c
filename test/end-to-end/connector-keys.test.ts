/** A deployment's keys for connectors, and reports of connectors, at a service of their own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newOwnKeys, openKeySet } from '@billhook/connector-kit/wire/keys';
import { signerOf } from '@billhook/connector-kit/wire/signature';
import { connectorKey, ownedKey, wirePaymentKey } from '@billhook/core/base/table-keys';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { openTable } from '@billhook/runtime/table/table';
import type { Table } from '@billhook/runtime/table/types';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sendReport } from '../../connectors/kit/src/server/report.ts';
import { operate } from '../../lib/base/operate.ts';
import { until } from '../../lib/base/until.ts';
import { type Service, startService } from '../../lib/local/service-process.ts';
import { startTableServer, type TableServer } from '../../lib/local/tables/dynoxide.ts';
import { findTable } from '../support/table-server.ts';
import { dueDate, openWorld, valueFrom } from '../support/world.ts';

/** The sweep comes once a minute. */
const SWEEP_SECONDS = 130;

const folder = mkdtempSync(join(tmpdir(), 'billhook-connector-keys-'));
const stateDir = join(folder, 'state');
let tables: TableServer;
let service: Service;
let table: Table;

beforeAll(async () => {
  tables = await startTableServer(join(folder, 'tables.db'));
  service = await startService({ stateDir, env: { DYNAMODB_ENDPOINT: tables.url } });
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', tables.url);
  table = openTable({ name: await findTable(tables.url) });
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await service.stop();
  await tables.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Set = { readonly keys: readonly { readonly use: string; readonly kid: string }[] };
const published = async (): Promise<Set> => {
  const response = await fetch(`${service.baseUrl}/.well-known/billhook-connector-keys`);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
  return (await response.json()) as Set;
};
const usesOf = ({ keys }: Set) => keys.map(({ use }) => use);

describe('The keys for connectors', () => {
  test('are those that the operator is shown, and replaced when he says so', async () => {
    const set = await published();
    expect(usesOf(set)).toEqual(['sig', 'enc']);
    expect(openKeySet(set)).toBeDefined();
    const shown = (await operate({ stateDir }, 'connector-key', 'show')) as { keySet: Set };
    expect(shown.keySet).toEqual(set);
    const begun = (await operate({ stateDir }, 'connector-key', 'rotate')) as { keySet: Set };
    expect(usesOf(begun.keySet)).toEqual(['sig', 'sig', 'enc', 'enc']);
    const all = await until('the new keys', async () => {
      const now = await published();
      return now.keys.length === 4 ? now : undefined;
    });
    expect(all).toEqual(begun.keySet);
    expect([all.keys[0], all.keys[2]]).toEqual(set.keys);
  });
});

describe('A report', () => {
  const keys = newOwnKeys();
  const wireId = 'w'.repeat(43);
  const report = (operation: string, own = keys) =>
    sendReport(
      {
        connectorId: 'network',
        signer: signerOf(own.signing),
        now: Date.now,
        fetch,
        log: () => {},
        signal: AbortSignal.timeout(30_000),
      },
      { name: 'this', reportsTo: service.baseUrl.replace(/\/v1$/, '') },
      { operation, sequence: 2, state: 'done', result: { kind: 'declined' } } as never,
    );

  test('has a payment asked about within a minute, and nobody believes it', async () => {
    const { api, newClient, addCard, newBill } = openWorld(service);
    const clientId = await newClient();
    await addCard(clientId);
    const form = { balance: '60.00', dueDate: dueDate(20), status: 'payment-accepted' };
    const { bill } = await newBill(clientId, form);
    valueFrom(await api.payment.schedulePayment({ billId: bill._id }));
    const { payment } = await until('the payment to be accepted', async () => {
      const read = valueFrom(await api.bill.getBill({ billId: bill._id }));
      return read.payment?.acceptedAt ? read : undefined;
    });
    const paymentId = payment?._id ?? '';
    const key = ownedKey('pay', paymentId);
    if (!key) throw new Error('The id of the payment is malformed');
    const asksNow = async () => (await table.get<StoredPayment>(key))?.accepted?.asks;
    expect(await asksNow()).toBe(0);
    const publicKeys = [keys.signing.publicJwk, keys.encryption.publicJwk];
    const connector = { id: 'network', version: 1, keys: publicKeys, manifest: {} };
    await table.write([
      { put: { ...connectorKey('network'), ...connector, baseUrl: 'https://c.example' } },
      { put: { ...wirePaymentKey('network', wireId), paymentId } },
    ]);
    expect(await report(`${wireId}-1`, newOwnKeys())).toBe(false);
    expect(await report(`${'x'.repeat(43)}-1`)).toBe(false);
    expect(await report(`${wireId}-1`)).toBe(true);
    await until('the company to be asked', async () => (await asksNow()) === 1, SWEEP_SECONDS);
    const after = valueFrom(await api.bill.getBill({ billId: bill._id }));
    expect(after.payment).toMatchObject({ status: 'pending', amount: '60.00' });
  });

  test('that nobody has signed is told nothing, whatever it is about', async () => {
    const answers = await Promise.all(
      [`${wireId}-1`, 'x'.repeat(20)].map(async (operation) => {
        const response = await fetch(`${service.baseUrl}/connector/operations/${operation}`, {
          method: 'POST',
          headers: { 'billhook-connector': 'network', 'billhook-protocol': '1' },
          body: '{}',
        });
        const { status, headers } = response;
        return { status, type: headers.get('content-type'), body: await response.text() };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 404, type: 'application/problem+json' });
  });
});

/**
 * A company of a remote connector changes: its login form, its logo. What its operator, its users and a
 * partner see.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Author, CompaniesPage, Session } from '@billhook/connector-kit';
import { addDays, type Day, dayOf } from '@billhook/core/base/dates';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthor } from '../../connectors/kit/template/connector.ts';
import { manifest } from '../../connectors/kit/template/manifest.ts';
import { until } from '../../lib/base/until.ts';
import { type Service, startService } from '../../lib/local/service-process.ts';
import { certificateFor } from '../support/certificate.ts';
import { pngOf } from '../support/pictures.ts';
import { commandsOn, serveBeside } from '../support/remote-service.ts';
import { openWorld, valueFrom, type World } from '../support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'billhook-changed-forms-'));
const { id } = manifest;
const template = createAuthor(200);

const form = { username: 'ada', password: 'correct horse' };
/** Paid by itself five days before. */
const dueOn = addDays(dayOf(Date.now()), 20);

const pin = {
  ...{ name: 'pin', label: 'Account PIN', kind: 'password', characters: 'digits' },
  ...{ minLength: 4, maxLength: 6 },
} as const;

const { key, cert } = certificateFor('127.0.0.1');
const certificateFile = join(folder, 'authority.pem');
writeFileSync(certificateFile, cert);
const logo = pngOf(64, 64);
/** What was asked of the server of the logo. */
let fetches = 0;
const logoServer: Server = createServer({ key, cert }, ({ url }, response) => {
  fetches += 1;
  if (url === '/logo.png') response.end(logo);
  else response.end('<html></html>');
});
/** Of the row, if it names one. */
let logoPath: string | undefined;

let asksPin = false;
/** The forms that the company was given, one for each login. */
const logins: Session['form'][] = [];
const charged: string[] = [];

const author: Author = {
  ...template,
  companies: async (...asked) => {
    const page = (await template.companies(...asked)) as CompaniesPage;
    const { port } = (logoServer.address() ?? {}) as AddressInfo;
    const companies = page.companies.map((row) => {
      if (!('login' in row)) return row;
      const fields = asksPin ? [...row.login.fields, pin] : row.login.fields;
      const login = { ...row.login, fields };
      if (logoPath === undefined) return { ...row, login };
      const hosts = [...row.hosts, '127.0.0.1'];
      return { ...row, login, hosts, logo: `https://127.0.0.1:${port}${logoPath}` };
    });
    return { ...page, companies } as CompaniesPage;
  },
  logIn: (session, run) => {
    logins.push(session.form);
    return template.logIn(session, run);
  },
  listBills: async (session, run) => {
    const listed = await template.listBills?.(session, run);
    if (listed?.kind !== 'bills') return listed as never;
    return { ...listed, bills: listed.bills.map((bill) => ({ ...bill, dueOn })) };
  },
  pay: (session, order, run) => {
    charged.push(session.form.pin ?? 'without the PIN');
    return template.pay?.(session, order, run) ?? { kind: 'unknown' };
  },
};

let service: Service;
let world: World;
let served: Awaited<ReturnType<typeof serveBeside>>;
const { billhook, json } = commandsOn(() => service.stateDir);

beforeAll(async () => {
  await new Promise<void>((resolve) => logoServer.listen(0, '127.0.0.1', resolve));
  // The server of the logo has a certificate of its own.
  const env = { NODE_EXTRA_CA_CERTS: certificateFile };
  service = await startService({ stateDir: join(folder, 'state'), env });
  world = openWorld(service);
  served = await serveBeside(service, author);
  await json('connector', 'add', served.baseUrl, '--cards', '--confirm', id);
  await json('connector', 'import', id, '--yes');
  // What its checks did when it was registered.
  logins.length = 0;
  charged.length = 0;
});

afterAll(async () => {
  served?.close();
  logoServer.closeAllConnections();
  logoServer.close();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function clockTo(day: Day): Promise<void> {
  valueFrom(await world.api.sandbox.setClock({ now: `${day}T12:00:00Z` }));
  await until('the clock to have followed', async () => {
    const { advancing } = valueFrom(await world.api.sandbox.getClock());
    return advancing ? undefined : true;
  });
}

const eventTypes = async (clientId: string) =>
  valueFrom(await world.api.event.listEvents({ clientId })).data.map(({ event }) => event.type);

test('A logo is fetched once, and users get it from the modules’ host', async () => {
  logoPath = '/page.png';
  const refused = await json('connector', 'import', id, '--all', '--yes');
  expect(Object.values(refused.logos.failed)).toEqual(['is-no-picture']);
  expect((await world.findCompany('Example Power')).logo.url).toContain('none.png');

  logoPath = '/logo.png';
  const before = fetches;
  const imported = await json('connector', 'import', id, '--all', '--yes');
  expect(imported).toMatchObject({ changed: 1, logos: { stored: 1, failed: {} } });
  await json('connector', 'import', id, '--all', '--yes');
  expect(fetches - before).toBe(1);

  // A search knows of an import after some seconds.
  const url = await until('the company to have its logo', async () => {
    const query = 'Example Power';
    const { data } = valueFrom(await world.api.company.searchCompanies({ query }));
    const shown = data.find(({ name }) => name === query)?.logo.url;
    return shown?.includes('none.png') ? undefined : shown;
  });
  expect(url).toMatch(/\/assets\/company-logos\/[0-9a-f]{64}\.png$/);
  const shown = await fetch(url);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(logo);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  expect((await fetch(new URL('none.png', url))).status).toBe(404);
});

test('An account is asked for the new field alone, and goes on with it', async () => {
  const clientId = await world.newClient();
  await world.addCard(clientId);
  const company = await world.findCompany('Example Power');
  const { _id: authId } = await world.link(clientId, company, form);
  const { bill } = await world.billOf(clientId, authId);
  expect(bill).toMatchObject({ balance: '1000.00', status: { type: 'upcoming' } });

  // The operator: a new secret waits for a word, and the preview says who will be asked.
  asksPin = true;
  const waits = await json('connector', 'import', id, '--all', '--yes');
  const row = { row: 'example-power', change: 'login-changed', accounts: 1 };
  const asks = { all: ['Account PIN'], some: [] };
  expect(waits).toMatchObject({ changed: 0, waiting: 1, rows: [{ ...row, asks }] });
  const accepted = ['--all', '--accept', 'example-power', '--yes'];
  const { code, err } = await billhook('connector', 'import', id, ...accepted);
  expect([code, err]).toEqual([0, expect.stringContaining('users are asked for Account PIN')]);

  // The next reading logs nobody in.
  const before = logins.length;
  await clockTo(addDays(dayOf(Date.now()), 2));
  const asked = valueFrom(await world.api.auth.getAuth({ authId }));
  expect(asked.auth).toMatchObject({ status: { type: 'authenticate' }, asksFor: ['pin'] });
  expect(logins).toHaveLength(before);
  expect(await eventTypes(clientId)).toContain('auth.invalid');

  // The day on which it would be paid passes: nothing is, and nothing is called failed.
  await clockTo(addDays(dueOn, -4));
  const waiting = valueFrom(await world.api.bill.getBill({ billId: bill._id }));
  expect(waiting).toMatchObject({ payments: [], bill: { auth: { asksFor: ['pin'] } } });
  expect(await eventTypes(clientId)).not.toContain('bill.payment.failed');
  expect([logins.length, charged]).toEqual([before, []]);

  const wrong = await world.api.auth.continueAuth({ authId, items: ['bill'], form: { pin: '12' } });
  expect(wrong).toMatchObject({
    problem: { code: 'invalid_form', errors: [{ field: 'form.pin', code: 'invalid' }] },
  });
  const all = { ...form, pin: '1234' };
  const given = { authId, items: ['bill' as const], form: { pin: '1234' } };
  valueFrom(await world.api.auth.continueAuth(given));
  expect(await world.linkedAuth(authId)).toMatchObject({ status: { type: 'verified' } });
  expect(logins.slice(before)).toEqual([all]);

  await clockTo(addDays(dueOn, -3));
  const paid = await until('the payment', async () => {
    const found = valueFrom(await world.api.bill.getBill({ billId: bill._id }));
    return found.payments.length > 0 ? found.payments : undefined;
  });
  expect(paid).toMatchObject([{ amount: '1000.00' }]);
  expect(charged).toEqual(['1234']);
});

/** The conformance suite, against a browser at each stand-in's website. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnectorServer, memoryStore } from '@billhook/connector-kit';
import { runChecks } from '@billhook/connector-kit/verify/run';
import { keySetOf, newOwnKeys } from '@billhook/connector-kit/wire/keys';
import { expect, test } from 'vitest';
import { createBrowserAuthor } from '../../../connectors/browser/author.ts';
import { companiesAt } from '../../../connectors/browser/companies/all.ts';
import { manifest } from '../../../connectors/browser/manifest.ts';
import { openSubmissions } from '../../../connectors/browser/submissions.ts';
import { makeTestCustomers, manifestAt } from '../../../connectors/browser/test-customers.ts';
import { type StandInName, standInNames } from '../../../connectors/stand-ins/companies.ts';
import { startStandIn } from '../../../connectors/stand-ins/start.ts';

const BASE_URL = 'https://browser.example';

type Checks = Readonly<Record<StandInName, readonly string[]>>;

const rounds = Number(process.env.BROWSER_ROUNDS);
/** Each check opens a browser or two: `npm run tools -- browser-companies` runs them all. */
const everyday: Checks = {
  utility: ['login.code', 'login.unattended-code', 'bills.read', 'pay.card', 'pay.settled'],
  mobile: ['login.unattended-code', 'pay.card'],
  streaming: ['login.code', 'swap.completed'],
};
/** A whole walk at each, for `npm test`. */
const walks: Checks = {
  utility: ['login.code', 'pay.card'],
  mobile: ['pay.card'],
  streaming: ['swap.completed'],
};

test.each(standInNames)(
  'It passes the checks of what it claims, at %s',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'billhook-suite-'));
    const site = await startStandIn(name, { folder });
    // Of what the browser says of itself, the card on file is at another company.
    const beside = name === 'utility' ? await startStandIn('streaming', { folder }) : undefined;
    if (beside) await makeTestCustomers(site, beside);
    const own = name === 'utility' ? manifest : await manifestAt(name, site);
    const ids = own.testLogins?.map(({ company }) => company);
    const addresses = { [name]: site.url, ...(beside && { [beside.name]: beside.url }) };
    const companies = companiesAt(addresses).filter(({ row }) => ids?.includes(row.id));
    const author = createBrowserAuthor(companies, openSubmissions(join(folder, 'done')));
    const keys = newOwnKeys();
    const connector = createConnectorServer({
      ...{ manifest: own, baseUrl: BASE_URL, keys: newOwnKeys(), author },
      callers: [{ name: 'verify', keys: keySetOf(keys.signing, keys.encryption) }],
      store: memoryStore(),
      fingerprintSecret: 'a secret of the tests, which is long enough',
      answerSeconds: 5,
    });
    try {
      const only = rounds > 1 ? undefined : (rounds ? everyday : walks)[name];
      const ran = await runChecks({
        ...{ baseUrl: BASE_URL, keys, today: new Date().toISOString().slice(0, 10) },
        send: (request) => connector.handle(request),
        ...(only && { only }),
      });
      if (!('results' in ran)) throw new Error(ran.unreachable);
      const others = ran.results.filter(({ verdict }) => verdict !== 'PASS' && verdict !== 'SKIP');
      expect(others.map(({ id, verdict, detail }) => `${verdict} ${id}: ${detail}`)).toEqual([]);
      const passed = ran.results.filter(({ verdict }) => verdict === 'PASS').map(({ id }) => id);
      expect(passed).toEqual(expect.arrayContaining([...(only ?? everyday[name])]));
    } finally {
      connector.close();
      await author.close();
      await Promise.all([site.stop(), beside?.stop()]);
      rmSync(folder, { recursive: true, force: true });
    }
  },
  900_000,
);

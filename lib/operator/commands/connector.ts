/** `billhook connector`: remote connectors, and the companies that they reach. */

import { randomBytes } from 'node:crypto';
import { checkUrl } from '@billhook/core/base/address-safety';
import { verifiedOf } from '@billhook/core/company/connector-check';
import { BROWSER_CONNECTOR } from '@billhook/core/company/registered-connector';
import { allowsLocalAddresses, privateConnectors } from '@billhook/runtime/aws/environment';
import { importInTurn } from '@billhook/runtime/companies/import-companies';
import { listCompanies } from '@billhook/runtime/companies/stored-directory';
import {
  changeConnector,
  refreshConnector,
  registerConnector,
  removeConnector,
  renewWorker,
} from '@billhook/runtime/partners/register-connector';
import { connectorStore } from '@billhook/runtime/stores/connector-store';
import { gateStore } from '@billhook/runtime/stores/gate-store';
import {
  type CommandGroup,
  columns,
  type Options,
  type Report,
  refusal,
  type Service,
  usageError,
} from '../command-group.ts';
import { browserCompanies, browserManifest } from '../connector/browser.ts';
import { beginCheck, endCheck } from '../connector/check.ts';
import { countAccounts } from '../connector/count-accounts.ts';
import { forgetAccounts, forgettingOf } from '../connector/forget-accounts.ts';
import { importCompaniesOf } from '../connector/import.ts';
import { findConnector, phraseOfManifest } from '../connector/reach.ts';
import { followOf, phraseOf, reasonOf, refusals, told, verdictOf } from '../connector/verdict.ts';
import { scanOf } from '../migrate/scan-table.ts';
import { change as switchGateOf } from './company-gate.ts';

export const connectorCommands: CommandGroup = (program, does) => {
  const group = program
    .command('connector')
    .description('Remote connectors: services that reach companies');
  group
    .command('add <url>')
    .description(
      'Check a connector and register it, after you have confirmed its keys; or "browser", which comes with the deployment',
    )
    .option('--cards', 'give it card numbers; it has to say that it handles them')
    .option('--confirm <id>', 'the id of the connector, in place of typing it')
    .action(does((service, [url = ''], options) => add(service, url, options)));
  group.command('list').description('List all connectors').action(does(list));
  group
    .command('show <connector>')
    .description('Show what a connector is and can do, and its keys')
    .action(does((service, [id = '']) => show(service, id)));
  group
    .command('verify <connector>')
    .description('Run the conformance suite against it; in the sandbox alone')
    .action(does((service, [id = '']) => verify(service, id)));
  group
    .command('refresh <connector>')
    .description('Read its manifest again: new keys count if one that is pinned has signed them')
    .action(does((service, [id = '']) => refresh(service, id)));
  group
    .command('import <connector>')
    .description('Import its companies, or what changed of them, after showing it')
    .option('--all', 'read all of them, and remove what is gone')
    .option('--accept <row...>', 'import these rows although they wait for you, or "all"')
    .option('--same <file>', 'JSON that says which rows are companies of the directory already')
    .option('--no-count', 'do not count linked accounts: that reads the whole table')
    .action(does((service, [id = ''], options) => importCompaniesOf(service, id, options)));
  group
    .command('pause <connector>')
    .description('Let no session begin at any of its companies')
    .action(does((service, [id = '']) => switchGateOf(service, id, true)));
  group
    .command('resume <connector>')
    .description('End a pause: what waited is tried again within the hour')
    .action(does((service, [id = '']) => switchGateOf(service, id, false)));
  group
    .command('remove <connector>')
    .description('Ask nothing of it any more, and remove its companies from the directory')
    .option('--forget', 'have it forget the accounts that are linked through it')
    .option('--confirm <id>', 'the id of the connector, in place of typing it')
    .action(does((service, [id = ''], options) => remove(service, id, options)));
};

async function add(service: Service, url: string, { cards, confirm }: Options): Promise<Report> {
  if (url === BROWSER_CONNECTOR) return addBrowser(service, { cards, confirm });
  const baseUrl = originOf(url);
  const follow = await followOf(service, (line) => {
    if (line.verdict !== 'PASS' && line.verdict !== 'SKIP') told(line).forEach(service.remark);
  });
  const check = await beginCheck(follow, { baseUrl });
  const { manifest } = check;
  if (!manifest) throw refusal(reasonOf(check));
  const { id, capabilities } = manifest;
  // Before its test logins pay anything.
  if (confirm !== undefined && confirm !== id) {
    throw usageError(
      `It is called ${id}, and not ${confirm}: compare its keys, and pass its own id`,
    );
  }
  if (cards && !capabilities.handlesCards) {
    throw usageError('It says that it handles no cards: leave --cards out.');
  }
  const { remark } = service;
  remark(`${id}: ${manifest.name}, version ${manifest.version}`);
  remark(phraseOfManifest(manifest));
  if (capabilities.handlesCards && !cards) remark(WITHOUT_CARDS);
  for (const { use, kid } of manifest.keys.keys) remark(`key to ${keyUses[use]}: ${kid}`);
  const verified = verdictOf(service, await endCheck(follow, check));
  // No stage can see the other's connectors: which hosts are of which is for a person to know.
  await service.retype(
    `A ${manifest.mode} connector at ${new URL(baseUrl).host}: its keys count from now on.`,
    id,
    text(confirm),
  );
  const takesCards = cards === true;
  const { actor } = service;
  const confirmed = { baseUrl, takesCards, actor, ...(verified && { verified }) };
  const deps = { table: service.table, clock: Date.now };
  const registered = await registerConnector(deps, { manifest }, confirmed);
  if (!registered) throw refusal('Somebody else has registered it meanwhile.');
  const shown = await show(service, id);
  return {
    ...shown,
    lines: [...shown.lines, '', `Registered. Next: npx billhook connector import ${id}`],
  };
}

/** It comes with the deployment: there are no keys to confirm, and nothing that could lie. */
async function addBrowser(service: Service, { cards, confirm }: Options): Promise<Report> {
  const { stage, remark, actor, table } = service;
  const companies = browserCompanies(stage);
  if (companies.length === 0) {
    throw refusal(
      'There is no file of a company that the browser could reach: see docs/connect/browser-connectors.md.',
    );
  }
  const manifest = browserManifest(stage);
  const { id } = manifest;
  remark(`${id}: ${phraseOfManifest(manifest)}`);
  for (const { row, basis } of companies) remark(`${row.name} (${basis})`);
  if (!cards) remark(WITHOUT_CARDS);
  await service.retype(
    'It signs in as users do, as far as these companies allow it.',
    id,
    text(confirm),
  );
  const confirmed = {
    baseUrl: '',
    takesCards: cards === true,
    actor,
    transport: 'worker',
  } as const;
  if (!(await registerConnector({ table, clock: Date.now }, { manifest }, confirmed))) {
    throw refusal(refusals['registered-already']);
  }
  const shown = await show(service, id);
  const next = `Registered. Next: npx billhook connector import ${id}`;
  return { ...shown, lines: [...shown.lines, '', next] };
}

const WITHOUT_CARDS =
  'Without --cards, it is given no card: nothing is paid by card there, and no card put on file.';

const keyUses = { sig: 'sign', enc: 'encrypt to' } as const;

function text(option: Options[string]): string | undefined {
  return typeof option === 'string' ? option : undefined;
}

function originOf(url: string): string {
  if (!URL.canParse(url)) throw usageError(`${url} is no address`);
  const { origin, hostname, pathname, search } = new URL(url);
  if (pathname !== '/' || search) throw usageError('Expected an address without a path');
  const problem = checkUrl(origin, allowsLocalAddresses());
  const isPrivate = problem === 'not-public' && Object.hasOwn(privateConnectors(), hostname);
  if (problem && !isPrivate) throw usageError(`${origin} can’t be used: ${problem}`);
  return origin;
}

const OWN_ADDRESS = 'a browser of this deployment';

async function list({ table }: Service): Promise<Report> {
  const gates = await gateStore(table).list('connector');
  const shown = (await connectorStore(table).list()).map(
    ({ id, baseUrl, manifest, removedAt, takesCards }) => ({
      id,
      state: removedAt ? 'removed' : gates.get(id)?.paused ? 'paused' : 'active',
      mode: manifest.mode,
      takesCards,
      baseUrl,
    }),
  );
  const rows = shown.map(({ id, state, mode, takesCards, baseUrl }) => [
    id,
    state,
    mode,
    takesCards ? 'yes' : 'no',
    baseUrl || OWN_ADDRESS,
  ]);
  return {
    value: { data: shown },
    lines: columns([['CONNECTOR', 'STATE', 'MODE', 'CARDS', 'ADDRESS'], ...rows]),
  };
}

async function show(service: Service, id: string): Promise<Report> {
  const connector = await connectorStore(service.table).find(id);
  if (!connector) throw refusal(`There is no connector ${id}`);
  const { version: _version, claims = {}, ...shown } = connector;
  const { baseUrl, manifest, keys, takesCards, registeredAt, removedAt, verified } = connector;
  const forgetting = await forgettingOf(service.table, id);
  const { waiting, givenUp } = forgetting;
  const lines = columns([
    ['Connector', `${id}: ${manifest.name}, version ${manifest.version}`],
    ['Address', baseUrl || OWN_ADDRESS],
    ['Can do', phraseOfManifest(manifest)],
    ['Given cards', takesCards ? 'yes' : 'no'],
    ['Registered', registeredAt],
    ...(removedAt ? [['Removed', removedAt]] : []),
    ...(verified ? [['Verified', `${verified.at}. ${phraseOf(verified)}`]] : []),
    ...(connector.companiesAsOf ? [['Companies as of', connector.companiesAsOf]] : []),
    ...keys.map(({ use, kid }) => [`Key to ${keyUses[use]}`, kid]),
    ...(waiting > 0 ? [['Accounts to forget', String(waiting)]] : []),
    ...givenUp.map(({ auth, since }) => ['Never told to forget', `${auth}, unlinked ${since}`]),
  ]);
  return { value: { ...shown, claims: Object.keys(claims).length, forgetting }, lines };
}

async function verify(service: Service, id: string): Promise<Report> {
  const standing = await findConnector(service, id);
  if (standing.transport === 'worker') {
    throw refusal(
      'It has no address to run the suite against: npm run tools -- browser-companies does.',
    );
  }
  if (standing.manifest.mode !== 'test') {
    throw refusal('The suite pays and is declined: it runs against test connectors alone.');
  }
  const follow = await followOf(service, (line) => told(line).forEach(service.remark));
  const begun = await beginCheck(follow, { baseUrl: standing.baseUrl, connector: id });
  const check = await endCheck(follow, begun);
  if (check.state === 'refused') throw refusal(reasonOf(check));
  const { results } = check;
  const verified = verifiedOf(results, Date.now());
  const deps = { table: service.table, clock: Date.now };
  await changeConnector(deps, standing, { verified }, service.actor);
  const failed = results.filter(({ verdict }) => verdict === 'FAIL').map(({ id: name }) => name);
  if (failed.length > 0) throw refusal(`${phraseOf(verified)}: ${failed.join(', ')}`);
  return { value: { ...verified, results }, lines: [phraseOf(verified)] };
}

async function refresh(service: Service, id: string): Promise<Report> {
  const standing = await findConnector(service, id);
  const deps = { table: service.table, clock: Date.now };
  if (standing.transport === 'worker') {
    const manifest = browserManifest(service.stage);
    if (!(await renewWorker(deps, standing, manifest, service.actor)))
      throw refusal('Somebody else has changed the connector meanwhile: try again.');
    return show(service, id);
  }
  const after = await refreshConnector(deps, standing, service.actor);
  if (typeof after === 'string') throw refusal(`${refusals[after]}: it stays as it was.`);
  const shown = await show(service, id);
  const said = after === standing ? 'Nothing has changed' : 'It was read again';
  return { ...shown, lines: [said, ...shown.lines] };
}

async function remove(service: Service, id: string, { confirm, forget }: Options): Promise<Report> {
  const standing = await findConnector(service, id);
  const { table, actor } = service;
  const tableName = process.env.TABLE_NAME ?? '';
  const own = (await listCompanies(table)).filter(({ connector }) => connector === id);
  const companyIds = own.map(({ _id }) => _id);
  const accounts = await countAccounts(tableName, new Set(companyIds));
  const linked = [...accounts.values()].reduce((sum, count) => sum + count, 0);
  service.remark(
    `Companies: ${companyIds.length}, with ${linked} linked accounts. Their bills are read no more, and nothing is paid there. What is under way can’t be found out any more.`,
  );
  await service.retype('Nothing is asked of it any more.', id, text(confirm));
  const outside = { table, clock: Date.now, random: randomBytes };
  await importInTurn(outside, { companies: [], removes: companyIds });
  const removed = await removeConnector({ table, clock: Date.now }, standing, actor);
  if (!removed) throw refusal('Somebody else has changed it meanwhile: try again.');
  const forgets = forget ? await forgetAccounts(table, scanOf(tableName), id, service.now) : 0;
  const told = `Accounts that it is told to forget within the hour: ${forgets}`;
  return {
    value: { connector: id, companies: companyIds.length, accounts: linked, forgets },
    lines: [
      `Removed ${id}. Companies removed with it: ${companyIds.length}`,
      ...(forget ? [told] : []),
    ],
  };
}

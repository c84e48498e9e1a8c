/** What the helper, the modules and the document say of each other. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { moduleAddress } from '../../../modules/embed/address.ts';
import type { ModuleEventType, ModuleParameters } from '../../../modules/embed/index.ts';
import type { HostEventType } from '../../../modules/kit/host.ts';
import { type Parameters, readParameters } from '../../../modules/kit/parameters.ts';

const document = readFileSync(new URL('../../../docs/guide/embedding.md', import.meta.url), 'utf8');

/** Each type of event that the modules send, and whether hosts may build on it. */
const contractual: Readonly<Record<HostEventType & ModuleEventType, boolean>> = {
  auth: true,
  exit: true,
  alive: true,
  finish: true,
  ready: false,
  step: false,
  error: false,
  resize: false,
  'open-url': false,
  'session-expiring': false,
  close: false,
};

/** Compiles only as long as both sides know the same types of events. */
const fromModules: ModuleEventType[] = [] as HostEventType[];
const fromHelper: HostEventType[] = [] as ModuleEventType[];

/** What the modules read of their address, by the name it has there. */
const read: Readonly<Record<Exclude<keyof Parameters, 'wrong'>, string>> = {
  token: 'token',
  partner: 'partner',
  sessionId: 'sessionId',
  extended: 'events',
  companyId: 'companyId',
  billId: 'billId',
  swapId: 'swapId',
  paymentMethodId: 'paymentMethodId',
  items: 'items',
  cardPaymentsOnly: 'cardPaymentsOnly',
  startView: 'startView',
  skipOnboarding: 'skipOnboarding',
  suggestedCompanyIds: 'suggestedCompanyIds',
  returnUrl: 'returnUrl',
  modal: 'modal',
};

/** First cells of the rows below a heading. */
function rowsOf(heading: string): string[][] {
  const section = document.split(/^##+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('the document’s table of events has each once, and says which are contractual', () => {
  const told = rowsOf('Events').map(([type = '', , isContractual]) => [
    type.replaceAll('`', ''),
    isContractual === 'yes',
  ]);
  expect(told).toEqual(Object.entries(contractual));
  expect([fromModules, fromHelper]).toEqual([[], []]);
});

test('the document’s tables of parameters have all that the modules read', () => {
  const told = rowsOf('URL parameters').map(([name = '']) => name.replaceAll('`', ''));
  // The language is the server's to choose, which serves the page in it.
  expect(new Set(told)).toEqual(new Set([...Object.values(read), 'locale']));
});

test('the modules read of the helper’s address what the host asked for', () => {
  const parameters: ModuleParameters['account-linking'] = {
    companyId: 'com_1',
    billId: 'bil_1',
    swapId: 'swp_1',
    paymentMethodId: 'pm_1',
    cardPaymentsOnly: true,
    items: ['bill', 'payment'],
  };
  const { search, hash } = moduleAddress({
    module: 'account-linking',
    baseUrl: 'https://modules.example',
    partner: 'ptn_1',
    token: 'a.b-c_d',
    tokenBy: 'fragment',
    sessionId: 'visit-1',
    mode: 'modal',
    parameters,
  });
  expect(readParameters(search, hash)).toEqual({
    ...parameters,
    token: 'a.b-c_d',
    partner: 'ptn_1',
    sessionId: 'visit-1',
    skipOnboarding: false,
    suggestedCompanyIds: [],
    wrong: [],
    modal: true,
    extended: true,
  });
});

test('the document’s own frame has the sandbox that the helper’s has', () => {
  const source = readFileSync(new URL('../../../modules/embed/frame.ts', import.meta.url), 'utf8');
  const [sandbox] = /allow-scripts allow-same-origin [\w\s-]+/.exec(source) ?? [];
  expect(sandbox).toBeDefined();
  expect(document).toContain(`sandbox="${sandbox}"`);
});

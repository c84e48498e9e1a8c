/**
 * What the house weighs: figures that may only fall. Each has the limit of the day that it was last
 * lowered; raising one needs its reason next to it.
 */
import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { filesIn, read, root, wings } from './house.ts';

export type Figure = { readonly name: string; readonly limit: number; readonly value: number };

/** Generated pages of docs; all others are written by hand. */
const GENERATED_PAGES =
  /^docs\/(?:guide\/(?:states|event-types|hold-codes)|operate\/(?:alarms|costs)|contribute\/architecture|connect\/connector-protocol)\.md$/;
/** Code that a tool wrote, and what a release left. */
const GENERATED = /\/generated\/|\/_generated\/|^test\/fixtures\/|\/fixture\//;

const files = [...readdirSync(root), ...wings.flatMap(filesIn)];
const code = files.filter((path) => /\.(?:tsx?|m?js|py)$/.test(path) && !GENERATED.test(path));
const isTest = (path: string) => path.startsWith('test/') || path.endsWith('.test.ts');
const isTool = (path: string) => path.startsWith('tools/') && !isTest(path);
const product = code.filter((path) => !isTest(path) && !isTool(path));
const core = code.filter((path) => path.startsWith('layers/core/'));

const coreRooms = new Set(core.map((path) => path.split('/')[2]));

const linesOf = (paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + read(path).split('\n').length - 1, 0);
const wordsOf = (paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + (read(path).match(/\S+/g)?.length ?? 0), 0);

/** The members of a type that may be missing: its own, at its first level. */
function optionalMembers(record: string): number {
  const start = new RegExp(`^(?:export )?type ${record} = [^\\n]*\\{\\n`, 'm');
  const [file] = core.filter((path) => start.test(read(path)));
  if (file === undefined) throw new Error(`layers/core has no type ${record}`);
  const [, body = ''] = read(file).split(start);
  return body.slice(0, body.indexOf('\n}')).match(/^ {2}readonly \w+\?:/gm)?.length ?? 0;
}

/** What a bill has in every state, and what it has in some. */
const billTypes = [
  ...['BillOf', 'BillReading', 'BillHistory', 'BillSettings', 'BillNotes'],
  ...['Unplanned', 'Declined'],
];
/** The same of a payment. */
const paymentTypes = ['PaymentOrder', 'Planned', 'Begun', 'Asked', 'Settling', 'Settled'];

/** The same of an auth. */
const authTypes = [
  ...['LinkedAccount', 'PlannedReading', 'LinkedLogin', 'LastAsked'],
  ...['Refused', 'Held', 'Challenged'],
];

const mostOptional = (types: readonly string[]) => Math.max(...types.map(optionalMembers));

/** `const { confirmation: _confirmation, ...rest }`: members that a new state drops by hand. */
const droppedMembers = () =>
  core.reduce((sum, path) => sum + (read(path).match(/: _\w+/g)?.length ?? 0), 0);

/** For the list of them. */
export function twinNames(): string[] {
  const files = new Map<string, string[]>();
  for (const path of code.filter((each) => each.startsWith('layers/'))) {
    const names = read(path).matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm);
    for (const [, name = ''] of names) files.set(name, [...(files.get(name) ?? []), path]);
  }
  return [...files]
    .filter(([, paths]) => paths.length > 1)
    .map(([name]) => name)
    .sort();
}

const pages = files.filter(
  (path) => /^(?:docs\/.*|[A-Z]+)\.md$/.test(path) && posix.basename(path) !== 'CHANGELOG.md',
);

export function figures(): Figure[] {
  const byHand = pages.filter((path) => !GENERATED_PAGES.test(path));
  return [
    // Raised for proofs that a page takes back in one figure, or puts in doubt; for what a role opens of the
    // vault; and for input as it is really sent: pasted numbers, spellings of queries, key files.
    // Raised for a payment's states, which are types, for one decision about it, and for its sentence.
    // Raised for certificates of requests, and for checks of what honest companies have: locks, nightly reports.
    // Raised for a search that compares a misspelled word with the names that it can be of.
    // Raised for modules that say the same of money on each screen, and ask bill by bill.
    // Raised for what to do about each alarm, for money given back, and for dead letters.
    // Raised for a payment's own method, and for modules with reasons, days and amounts of their own.
    // Raised for a demo that is a bank's app, and says what became of the money.
    // Raised for a restore that pays nothing twice, and for a doctor of the deployment.
    { name: 'lines of the product', limit: 132_000, value: linesOf(product) },
    // Raised for mutants of the rules, for releases whose bytes are signed, and for the stand-ins' logos.
    // Raised for the page of alarms, and for costs counted in templates, and for the packaged Node.
    // Raised for the page of alarms, and for an upgrade over an earlier release in the emulator.
    // Raised for frames that come late while something moves.
    // Raised for a restore that is rehearsed.
    { name: 'lines of tools', limit: 10_670, value: linesOf(code.filter(isTool)) },
    // Raised for a lock that stops money, and for a test of each input as it is really sent.
    // Raised for payments as they are stored, what is decided about them, and that bills show what happens.
    // Raised for one machine of an operation in two places, certificates, and companies that lock accounts.
    // Raised for screens whose money agrees with what is charged, and for roles that keys refuse.
    // Raised for rings of focus, long names and the first font, looked at on each screen, for the demo and what moves.
    // Raised for alarms that lead to their sections, costs counted in templates, and dead letters.
    // Raised for payments that a restore lost, and for a stage broken in ten ways.
    { name: 'lines of tests', limit: 126_200, value: linesOf(code.filter(isTest)) },
    // Raised for what clients of the original service have to change, and for who opens what.
    // Raised for why requests are certified, and what one account's bad data does.
    // Raised for money that is given back.
    // Raised for the assessor's page, how to report a weakness, who uses which key, and mixtures of releases.
    // Raised for restores, doctor and a second region.
    // Raised for what a bank has to arrange before it deploys, and a pipeline.
    { name: 'words of docs, by hand', limit: 73_433, value: wordsOf(byHand) },
    // Raised for certificates, the order in which a request is looked at, and new checks of the suite.
    // Raised for what to do about each alarm, and for the types of events, which are a page.
    {
      name: 'words of docs, generated',
      limit: 29_600,
      value: wordsOf(pages.filter((path) => GENERATED_PAGES.test(path))),
    },
    { name: 'scripts', limit: 13, value: Object.keys(packageFile.scripts).length },
    { name: 'rooms of core', limit: 20, value: coreRooms.size },
    { name: 'optional members of a payment', limit: 8, value: mostOptional(paymentTypes) },
    { name: 'optional members of a bill', limit: 7, value: mostOptional(billTypes) },
    { name: 'optional members of an auth', limit: 6, value: mostOptional(authTypes) },
    { name: 'members that core drops by hand', limit: 2, value: droppedMembers() },
    { name: 'names that two files of layers export', limit: 0, value: twinNames().length },
  ];
}

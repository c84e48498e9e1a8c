/** The workshop's commands: what `npm run tools -- <name>` runs, and what the list of them says. */

export type Command = {
  readonly says: string;
  readonly script: string;
  readonly args?: readonly string[];
};

/** Tests at another size than everyday's: vitest in the mode that sets it. */
const tests = (says: string, mode: string, ...args: string[]): Command => ({
  says,
  script: 'node_modules/vitest/vitest.mjs',
  args: ['run', '--mode', mode, ...args],
});

export const commands: Readonly<Record<string, Command>> = {
  figures: { says: 'what the house weighs, next to its limits', script: 'tools/figures.ts' },
  check: { says: 'types, lint, format and unused code', script: 'tools/check.ts' },
  all: tests('the tests that npm test leaves out', 'all'),
  docs: {
    says: 'writes openapi.json and generated documents',
    script: 'tools/documents/documents.ts',
  },
  costs: {
    says: 'requests and prices of each operation, in docs/operate/costs.md',
    script: 'tools/bench/costs.ts',
  },
  logos: { says: 'draws the sandbox companies’ logos', script: 'tools/documents/draw-logos.ts' },
  pictures: {
    says: 'pictures of each screen and state of the modules',
    script: 'test/browser/pictures.ts',
  },

  mutants: {
    says: 'small mistakes in the rules, against their unit tests',
    script: 'tools/mutants/mutants.ts',
  },
  histories: {
    says: 'payments with a process that dies, and readings that mislead',
    script: 'test/batteries/histories/run-histories.ts',
  },
  disturb: {
    says: 'payments at a service that is disturbed, and killed',
    script: 'test/batteries/disturb/run-disturb.ts',
  },
  'browser-battery': {
    says: 'customers of the stand-ins, each with a fault',
    script: 'test/connectors/browser/battery/run-battery.ts',
  },
  requests: {
    says: 'malformed requests to each operation',
    script: 'test/batteries/requests/run-requests.ts',
  },
  deliveries: {
    says: 'webhooks to endpoints that fail',
    script: 'test/batteries/deliveries/run-deliveries.ts',
  },
  method: {
    says: 'payments through the connector to Method',
    script: 'test/connectors/method/battery/run-battery.ts',
  },
  year: { says: 'a year of households', script: 'tools/lanes/year.ts' },
  model: tests('walks compared with the model', 'model', '--project', 'model'),
  'model-service': tests(
    'walks against the running service',
    'model',
    '--project',
    'end-to-end',
    'walks',
    'test-clock',
  ),
  batteries: tests(
    'much at once over a service in memory',
    'batteries',
    '--project',
    'model',
    'test/batteries',
  ),
  fuzz: tests('generated bad requests', 'fuzz', '--project', 'end-to-end', 'fuzz'),
  remote: tests(
    'end-to-end tests with companies behind the wire',
    'remote',
    '--project',
    'end-to-end',
  ),
  themes: tests('contrast of 100,000 brands', 'themes', '--project', 'unit', 'theme-colors'),
  'browser-companies': tests(
    'the browser at companies’ websites',
    'browser-companies',
    '--project',
    'unit',
    'test/connectors/browser',
  ),
  interpreters: tests(
    'the documents’ examples in shell, Python and Go',
    'interpreters',
    '--project',
    'interpreters',
  ),
  'python-client': tests('the Python client', 'python-client', '--project', 'python-client'),
  browsers: {
    says: 'walks through the modules in Firefox and WebKit',
    script: 'test/browser/walks/run-browsers.ts',
  },
  'walk-stand-in': {
    says: 'links and pays at an invented company, in pictures',
    script: 'test/browser/walks/stand-in.ts',
  },

  clients: { says: 'clients from eight generators', script: 'tools/lanes/clients.ts' },
  conformance: {
    says: 'other people’s tools and test vectors',
    script: 'tools/lanes/conformance.ts',
  },
  deploy: { says: 'deploys into an emulator of AWS', script: 'tools/lanes/deploy.ts' },
  'lint-templates': {
    says: 'templates of both stages with cfn-lint',
    script: 'tools/lanes/lint-templates.ts',
  },

  'bench-init': { says: 'start-up and size of each function', script: 'tools/bench/init.ts' },
  'bench-warm': { says: 'processor time of a warm function', script: 'tools/bench/warm.ts' },
  'bench-load': { says: 'the service under load', script: 'tools/bench/load.ts' },
  'bench-memory': { says: 'memory of npm start', script: 'tools/bench/memory.ts' },
  'bench-search': { says: 'a directory of 100,000 companies', script: 'tools/bench/search.ts' },
  'bench-modules': { says: 'size and speed of the modules', script: 'tools/bench/modules.ts' },

  release: { says: 'prepares a release', script: 'tools/release/release.ts' },
  'keep-state': {
    says: 'keeps a state folder for tests of upgrades',
    script: 'tools/release/keep-state.ts',
  },
  sbom: { says: 'a bill of materials', script: 'tools/release/sbom.ts' },
  advisories: {
    says: 'published advisories about packages',
    script: 'tools/release/advisories.ts',
  },
};

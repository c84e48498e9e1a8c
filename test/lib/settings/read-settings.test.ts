import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSettings, type SettingsSource } from '../../../lib/settings/read-settings.ts';
import { nothingSet } from '../../../lib/settings/stage-settings.ts';
import type { Stage } from '../../../lib/stacks/stage.ts';

const example = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../stages/production.example.json'), 'utf8'),
);
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/abc-123';
const modules = { domain: 'pay.example.com', certificateArn };

let root: string;
let warnings: string[];

beforeEach(() => {
  warnings = [];
  root = mkdtempSync(join(tmpdir(), 'billhook-settings-'));
  mkdirSync(join(root, 'stages'));
});
afterEach(() => rmSync(root, { recursive: true }));

function put(stage: Stage, settings: unknown): void {
  const text = typeof settings === 'string' ? settings : JSON.stringify(settings);
  writeFileSync(join(root, 'stages', `${stage}.json`), text);
}

const read = (stage: Stage, more: Partial<SettingsSource> = {}) =>
  readSettings({ stage, root, warn: (line) => void warnings.push(line), ...more });

describe('Production', () => {
  test('is not made without its file', () => {
    expect(() => read('production')).toThrow(/^stages\/production\.json is missing/);
  });

  test('is made with the example', () => {
    put('production', example);
    const said = Object.entries(example).filter(([, value]) => value !== null);
    expect(read('production')).toEqual(Object.fromEntries(said));
    expect(warnings).toEqual([]);
  });

  test('does without what is null', () => {
    put('production', nothingSet);
    expect(read('production')).toEqual({});
  });

  test.each(Object.keys(nothingSet))(
    'has to say %s, so that nothing goes by forgetting',
    (name) => {
      const { [name]: _, ...rest } = example;
      put('production', rest);
      expect(() => read('production')).toThrow(
        `stages/production.json can't be used (docs/operate/deployments.md):\n  ${name} is missing: say what it is, or null to do without`,
      );
    },
  );

  test('says at once what is wrong and what is missing', () => {
    const { alarmEmail: _, ...rest } = example;
    put('production', { ...rest, concurrency: { companies: 1 } });
    expect(() => read('production')).toThrow(/companies must be .*\n {2}alarmEmail is missing/);
  });

  test('takes from -c what its file says too, and says that it need not be said', () => {
    put('production', { ...nothingSet, modules, concurrency: { companies: 6 } });
    const context = {
      modulesDomain: modules.domain,
      modulesCertificateArn: certificateArn,
      companyConcurrency: '6',
    };
    expect(read('production', { context })).toMatchObject({ modules });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^-c modulesDomain, -c modulesCertificateArn, -c company/);
  });

  test.each([
    ['null', null, 'pay.example.com'],
    ['another name', modules, 'bills.example.com'],
  ])('does not take from -c what its file says is %s', (_what, inFile, modulesDomain) => {
    put('production', { ...nothingSet, modules: inFile });
    expect(() => read('production', { context: { modulesDomain } })).toThrow(
      'modules is not what -c modulesDomain says: leave -c modulesDomain out',
    );
  });
});

describe('A sandbox', () => {
  test('has a default for everything', () => {
    expect(read('sandbox')).toEqual({});
    put('sandbox', { alarmEmail: 'on-call@example.com' });
    expect(read('sandbox')).toEqual({ alarmEmail: 'on-call@example.com' });
  });

  test('still takes from -c what its file leaves out', () => {
    const context = { companyConcurrency: '2', vaultBreakGlassRole: example.breakGlassRole };
    expect(read('sandbox', { context })).toEqual({
      concurrency: { companies: 2 },
      breakGlassRole: example.breakGlassRole,
    });
    expect(warnings[0]).toContain('put it into stages/sandbox.json');
  });
});

describe('Another place', () => {
  test('is another file, by its path', () => {
    const file = join(root, 'elsewhere.json');
    writeFileSync(file, JSON.stringify(nothingSet));
    expect(read('production', { elsewhere: file })).toEqual({});
    expect(() => read('sandbox', { elsewhere: 'no-such.json' })).toThrow('no-such.json is missing');
  });

  test('is none at all, for a service on one machine', () => {
    put('sandbox', { alarmEmail: 'on-call@example.com' });
    expect(read('sandbox', { elsewhere: 'none' })).toEqual({});
  });
});

const boundary = 'arn:aws:iam::123456789012:policy/boundary';
const ownApi = { domain: 'api.example.com', certificateArn };
const COUNT = 'must be a whole number from 2 on';
const RATE = 'must be a whole number from 100 to 100000';
const { companyNetwork } = example;
const ROLES = 'must be a list of ARNs of roles, without wildcards';
const ROLE = 'breakGlassRole must be the ARN of one role, without wildcards';
const EAST = 'modules.certificateArn must be the ARN of an ACM certificate in us-east-1';
const HOST = 'modules.domain must be a host name';
const RANGE = 'privateConnectors.hosts.connector.bank.internal';
const NAME = "must be by a host name, such as 'connector.bank.internal'";
const notPrivate = [
  ...['8.8.8.0/24', '127.0.0.0/8', '169.254.0.0/16', '0.0.0.0/0', '10.0.0.0/7', '100.64.0.0/10'],
  ...['10.1.2.3/24', '10.1.2.3', '10.0.0.0/33', 'fe80::/10', '::1/128', '::/0', '10.0.0.0/', ''],
];
const notHosts = [
  '10.1.2.3',
  'localhost',
  'Bank.internal',
  '*.bank.internal',
  'bank.internal:8443',
];
const within = (host: string, ranges: readonly string[]) => ({
  privateConnectors: { hosts: { [host]: ranges } },
});

describe('What is wrong is refused by its name', () => {
  const wrong: readonly (readonly [string, unknown])[] = [
    ['region must be a region', { region: 'Ireland' }],
    ...notPrivate.map((range) => [RANGE, within('connector.bank.internal', [range])] as const),
    [RANGE, within('connector.bank.internal', [])],
    ...notHosts.map(
      (host) => [`privateConnectors.hosts.${host} ${NAME}`, within(host, ['10.1.2.0/24'])] as const,
    ),
    ['privateConnectors.hosts is missing', { privateConnectors: {} }],
    [
      'privateConnectors.network.securityGroupIds is missing',
      { privateConnectors: { hosts: {}, network: { subnetIds: ['subnet-0123456789abcdef0'] } } },
    ],
    [
      'privateConnectors.network.subnetIds',
      {
        privateConnectors: {
          hosts: {},
          network: { subnetIds: ['vpc-1'], securityGroupIds: ['sg-0123456789abcdef0'] },
        },
      },
    ],
    [`${HOST}`, { modules: { ...modules, domain: 'https://pay.example.com' } }],
    [
      "api.domain must be a host name, such as 'api.example.com'",
      { api: { ...modules, domain: 'https://api.example.com' } },
    ],
    [`${HOST}`, { modules: { ...modules, domain: 'pay' } }],
    [EAST, { modules: { ...modules, certificateArn: certificateArn.replace('us', 'eu') } }],
    [EAST, { modules: { ...modules, certificateArn: 'arn:aws:s3:::bucket' } }],
    ['modules.certificateArn is missing', { modules: { domain: 'pay.example.com' } }],
    ['modules.domain is missing', { modules: { certificateArn } }],
    ['modules must have a domain and a certificateArn', { modules: 'pay.example.com' }],
    [
      "api.certificateArn must be the ARN of an ACM certificate in the stage's region, eu-west-1",
      { region: 'eu-west-1', api: { ...modules, domain: 'api.example.com' } },
    ],
    [
      'api.domain must be another name than modules.domain',
      { region: 'us-east-1', modules, api: modules },
    ],
    ['alarmEmail must be an e-mail address', { alarmEmail: 'on-call' }],
    ['alarmEmail must be an e-mail address', { alarmEmail: ['on-call@example.com'] }],
    ...[
      'arn:aws:iam::123456789012:role/*',
      'arn:aws:iam::123456789012:role/on-call?',
      'arn:aws:iam::*:role/on-call',
      'arn:aws:iam::123456789012:user/on-call',
      'on-call',
      '',
      true,
    ].map((breakGlassRole) => [ROLE, { breakGlassRole }] as const),
    [`keyRoles.TokenKey ${ROLES}`, { keyRoles: { TokenKey: [] } }],
    [`keyRoles.TokenKey ${ROLES}`, { keyRoles: { TokenKey: example.breakGlassRole } }],
    [
      `keyRoles.TokenKey.0 ${ROLES}`,
      { keyRoles: { TokenKey: ['arn:aws:iam::123456789012:role/*'] } },
    ],
    ['keyRoles.VaultKey is not a setting', { keyRoles: { VaultKey: [] } }],
    [`concurrency.companies ${COUNT}`, { concurrency: { companies: 1 } }],
    [`concurrency.companies ${COUNT}`, { concurrency: { companies: 'many' } }],
    [`concurrency.authorizer ${COUNT}`, { concurrency: { authorizer: 0 } }],
    [`concurrency.payments ${COUNT}`, { concurrency: { payments: 2.5 } }],
    ['concurrency.times must be a whole number from 1 to 50', { concurrency: { times: 0 } }],
    ['concurrency.times must be a whole number from 1 to 50', { concurrency: { times: 51 } }],
    ['concurrency.times must be a whole number from 1 to 50', { concurrency: { times: 1.5 } }],
    ['concurrency must be an object with companies', { concurrency: 6 }],
    [`requestsPerSecond ${RATE}`, { requestsPerSecond: 99 }],
    [`requestsPerSecond ${RATE}`, { requestsPerSecond: 100_001 }],
    [`requestsPerSecond ${RATE}`, { requestsPerSecond: 150.5 }],
    [`requestsPerSecond ${RATE}`, { requestsPerSecond: '5000' }],
    ...['bank', 'https://bank.example', '*', '*.*.example', '10.0.0.1'].map(
      (host) =>
        [
          'companyNetwork.hosts.0 must be a list of host names',
          { companyNetwork: { ...companyNetwork, hosts: [host] } },
        ] as const,
    ),
    [
      'companyNetwork.hosts is missing',
      { companyNetwork: { ...companyNetwork, hosts: undefined } },
    ],
    [
      'privateConnectors.network is said twice',
      {
        companyNetwork,
        privateConnectors: {
          ...example.privateConnectors,
          network: {
            subnetIds: ['subnet-0123456789abcdef0'],
            securityGroupIds: ['sg-0123456789abcdef0'],
          },
        },
      },
    ],
    ...[0, 1.5, '1'].map(
      (edgeSecret) => ['edgeSecret must be a whole number from 1 on', { edgeSecret }] as const,
    ),
    ['paymentsPaused must be true or false', { paymentsPaused: 'yes' }],
    ['restoredTable.streamArn is missing', { restoredTable: { name: 'restored' } }],
    [
      'restoredTable.streamArn must be the ARN of the stream of that table',
      {
        restoredTable: {
          name: 'restored',
          streamArn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/another/stream/2026',
        },
      },
    ],
    ...[123456789012, '12345', '1234-5678-9012', ''].map(
      (account) => ['account must be the 12 digits', { account }] as const,
    ),
    ...['aws:team', 'AWS:team', 'service', 'stage', '', 'a*b', 'x'.repeat(129)].map(
      (name) => [`tags.${name} must be up to 128`, { tags: { [name]: 'x' } }] as const,
    ),
    ['tags.team must be up to 256', { tags: { team: 'a<b' } }],
    ['tags.team must be up to 256', { tags: { team: 1 } }],
    [
      'tags must be at most 40',
      { tags: Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`tag${at}`, 'x'])) },
    ],
    ['tags must be at most 40', { tags: 'team' }],
    ...['boundary', true, example.breakGlassRole, `${boundary}*`].map(
      (permissionsBoundary) =>
        ['permissionsBoundary must be the ARN of a managed', { permissionsBoundary }] as const,
    ),
    ...[0, 99.5, '500'].map(
      (budget) =>
        [
          'budget must be a whole number of dollars',
          { budget, alarmEmail: 'a@b.example' },
        ] as const,
    ),
    ['budget needs alarmEmail', { budget: 500 }],
    ['api.only must be true or false', { api: { ...ownApi, only: 'yes' } }],
    ...[
      'https://bank.example/clients.pem',
      's3://bank/',
      's3://bank/clients.txt',
      's3://B/a.pem',
    ].map(
      (bundle) =>
        [
          'api.clientCertificates.bundle must be an object of S3',
          { api: { ...ownApi, only: true, clientCertificates: { bundle } } },
        ] as const,
    ),
    [
      'api.only must be true with clientCertificates',
      { api: { ...ownApi, clientCertificates: { bundle: 's3://bank/clients.pem' } } },
    ],
    ['modulesDomain is not a setting', { modulesDomain: 'pay.example.com' }],
    ['concurrency.company is not a setting', { concurrency: { company: 6 } }],
    ['the file must be an object', []],
    ['the file must be an object', null],
  ];
  test.each(wrong)('%s: %j', (message, settings) => {
    put('sandbox', settings);
    expect(() => read('sandbox')).toThrow(`:\n  ${message}`);
  });

  test('also in production, which says all else', () => {
    put('production', { ...example, alarmEmail: 'on-call' });
    expect(() => read('production')).toThrow('\n  alarmEmail must be an e-mail address');
  });

  test('with everything that is wrong at once', () => {
    put('sandbox', { alarmEmail: 'on-call', breakGlassRole: 'on-call' });
    expect(() => read('sandbox')).toThrow(/alarmEmail .*\n {2}breakGlassRole /);
  });

  test('and so is what -c says', () => {
    for (const companyConcurrency of ['1', 'many', '2.5']) {
      const context = { companyConcurrency };
      expect(() => read('sandbox', { context })).toThrow(`concurrency.companies ${COUNT}`);
    }
    const context = { modulesDomain: 'pay.example.com' };
    expect(() => read('sandbox', { context })).toThrow('modules.certificateArn is missing');
  });

  test('and an account that the shell is not signed in to', () => {
    put('sandbox', { account: '123456789012' });
    const from = (account?: string) => read('sandbox', { shell: { account } });
    expect(() => from('210987654321')).toThrow(
      'account is 123456789012, and the shell is signed in to 210987654321',
    );
    expect(from('123456789012')).toEqual(from());
  });

  test.each([...Object.keys(nothingSet), '@aws-cdk/core:permissionsBoundary'])(
    'and -c %s, which would do nothing',
    (name) => {
      const field = name.replace('@aws-cdk/core:', '');
      expect(() => read('sandbox', { context: { [name]: 'x' } })).toThrow(
        `-c ${name} does nothing: say ${field} in stages/sandbox.json`,
      );
    },
  );

  test('and what is no JSON', () => {
    put('sandbox', '{ alarmEmail: 1 }');
    expect(() => read('sandbox')).toThrow('stages/sandbox.json is not JSON');
  });

  test('where the shell says which region the stage is in, too', () => {
    put('sandbox', { api: { ...modules, domain: 'api.example.com' } });
    const at = (region: string) => read('sandbox', { shell: { region } });
    expect(() => at('eu-west-1')).toThrow("the stage's region, eu-west-1");
    expect(at('us-east-1').api?.domain).toBe('api.example.com');
  });
});

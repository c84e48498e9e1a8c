import { expect, test } from 'vitest';
import { findTableStore, type Machine } from '../../../../lib/local/tables/find-table-store.ts';
import manifest from '../../../../package.json' with { type: 'json' };

type Invented = {
  readonly platform?: string;
  readonly arch?: string;
  readonly packages?: readonly string[];
  readonly files?: readonly string[];
  readonly env?: Machine['env'];
};

/** Links lead to a file of the same name below /real. */
function find({ platform = 'darwin', arch = 'arm64', packages = [], files = [], env }: Invented) {
  const exists = (file: string) => files.includes(file);
  return findTableStore({
    platform,
    arch,
    home: '/home/dev',
    env: { PATH: '/bin:/opt/bin', ...env },
    packageFolder: (name) => (packages.includes(name) ? `/modules/${name}` : undefined),
    exists,
    canRun: exists,
    realPath: (file) => `/real${file}`,
  });
}

const packaged = {
  packages: ['@dynoxide/darwin-arm64'],
  files: ['/modules/@dynoxide/darwin-arm64/dynoxide'],
};
const java = '/opt/bin/java';
const jar = '/home/dev/dynamodb_local_latest/DynamoDBLocal.jar';
const everything = {
  packages: packaged.packages,
  files: [...packaged.files, '/opt/bin/dynoxide', java, jar],
};
const fromPath = { kind: 'dynoxide', binary: '/opt/bin/dynoxide', locked: false };

test.each<[string, Invented, unknown]>([
  [
    'DYNAMODB_ENDPOINT before all that is installed',
    { ...everything, env: { DYNAMODB_ENDPOINT: 'http://127.0.0.1:8000/' } },
    { kind: 'endpoint', url: 'http://127.0.0.1:8000' },
  ],
  [
    'the package before what is on the path',
    everything,
    { kind: 'dynoxide', binary: packaged.files[0], locked: false },
  ],
  [
    'the package that the lock file pins, which need not be checked',
    {
      platform: 'linux',
      arch: 'x64',
      packages: ['@dynoxide/linux-x64'],
      files: ['/modules/@dynoxide/linux-x64/dynoxide'],
    },
    { kind: 'dynoxide', binary: '/modules/@dynoxide/linux-x64/dynoxide', locked: true },
  ],
  [
    'a dynoxide on the path before DynamoDB Local',
    { files: ['/opt/bin/dynoxide', java, jar] },
    fromPath,
  ],
  [
    'the path where the package is without its binary',
    { packages: packaged.packages, files: ['/opt/bin/dynoxide'] },
    fromPath,
  ],
  [
    'the path where only the package of another platform is there',
    { ...packaged, arch: 'x64', files: [...packaged.files, '/opt/bin/dynoxide'] },
    fromPath,
  ],
  ['the path on a platform without a package', { ...everything, platform: 'plan9' }, fromPath],
  ['DynamoDB Local where Java is', { files: [java, jar] }, { kind: 'dynamodb-local', java, jar }],
  [
    'the jar that DYNAMODB_LOCAL_JAR names before the usual folder',
    { files: [java, jar, '/jars/d.jar'], env: { DYNAMODB_LOCAL_JAR: '/jars/d.jar' } },
    { kind: 'dynamodb-local', java, jar: '/jars/d.jar' },
  ],
  [
    "the jar of Homebrew's script, and the Java of JAVA_HOME",
    {
      files: ['/opt/bin/dynamodb-local', '/real/opt/bin/DynamoDBLocal.jar', java, '/jdk/bin/java'],
      env: { JAVA_HOME: '/jdk' },
    },
    {
      kind: 'dynamodb-local',
      java: '/jdk/bin/java',
      jar: '/real/opt/bin/DynamoDBLocal.jar',
    },
  ],
  [
    'names and paths of Windows',
    {
      platform: 'win32',
      arch: 'x64',
      files: ['C:\\tools\\dynoxide.exe'],
      env: { PATH: 'C:\\windows;C:\\tools' },
    },
    { kind: 'dynoxide', binary: 'C:\\tools\\dynoxide.exe', locked: false },
  ],
])('finds %s', (_what, invented, store) => {
  expect(find(invented)).toEqual(store);
});

const version = manifest.optionalDependencies['@dynoxide/linux-x64'];

test.each<[string, Invented, string]>([
  ['Mac', {}, `npm install --no-save @dynoxide/darwin-arm64@${version}`],
  ['Intel Mac', { arch: 'x64' }, `npm install --no-save @dynoxide/darwin-x64@${version}`],
  ['Linux on ARM', { platform: 'linux' }, `npm install --no-save @dynoxide/linux-arm64@${version}`],
  [
    'Windows PC',
    { platform: 'win32', arch: 'x64', env: { PATH: '' } },
    `npm install --no-save @dynoxide/win32-x64@${version}`,
  ],
  [
    'Linux PC, where the lock file has it',
    { platform: 'linux', arch: 'x64' },
    'npm ci --include=optional',
  ],
  ['platform without a package', { platform: 'plan9' }, 'cargo install dynoxide-rs'],
  [
    'platform without a package, with Homebrew',
    { platform: 'linux', arch: 'riscv64', files: ['/opt/bin/brew'] },
    'brew install nubo-db/tap/dynoxide',
  ],
  ['Mac with a Java and no jar', { files: [java] }, 'npm install --no-save @dynoxide/darwin-arm64'],
])('says the one command to run on a %s without any', (_what, invented, command) => {
  expect(find(invented)).toEqual({
    failure: expect.stringMatching(/^There is no DynamoDB for \S+\. Run: [^\n]+$/),
  });
  expect(find(invented)).toEqual({ failure: expect.stringContaining(command) });
});

test('a relative folder on the path is not looked into', () => {
  const files = ['bin/dynoxide', 'dynoxide', './dynoxide'];
  expect(find({ files, env: { PATH: ':.:bin' } })).toHaveProperty('failure');
});

test('a jar that DYNAMODB_LOCAL_JAR names and that is not there is said', () => {
  expect(find({ files: [java, jar], env: { DYNAMODB_LOCAL_JAR: '/jars/d.jar' } })).toEqual({
    failure: 'DYNAMODB_LOCAL_JAR names /jars/d.jar, and there is no such file.',
  });
});

test('a jar without Java is said', () => {
  expect(find({ files: [jar] })).toEqual({
    failure: expect.stringMatching(/needs Java 17 or later.* Run: npm install --no-save/),
  });
});

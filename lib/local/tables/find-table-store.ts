import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };

/** What keeps the tables, and how it comes to run. */
export type TableStore =
  | { readonly kind: 'endpoint'; readonly url: string }
  /** `locked`: the one of package-lock.json, which all tests ran against. */
  | { readonly kind: 'dynoxide'; readonly binary: string; readonly locked: boolean }
  | { readonly kind: 'dynamodb-local'; readonly java: string; readonly jar: string };

/** What the choice depends on; invented in tests. */
export type Machine = {
  readonly platform: string;
  readonly arch: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of an installed package. */
  readonly packageFolder: (name: string) => string | undefined;
  readonly exists: (file: string) => boolean;
  readonly canRun: (file: string) => boolean;
  readonly realPath: (file: string) => string;
};

const LOCKED_PACKAGE = '@dynoxide/linux-x64';
const VERSION = manifest.optionalDependencies[LOCKED_PACKAGE];

/** What dynoxide publishes for each release. Not every registry has them all. */
const PUBLISHED = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'];

const JAR = 'DynamoDBLocal.jar';
/** Where DynamoDB Local's archive is unpacked, below the home folder. */
const JAR_FOLDERS = ['dynamodb_local_latest', 'dynamodb_local', 'dynamodb-local'];

/**
 * The server that `DYNAMODB_ENDPOINT` names, or else the first that is there: the installed
 * dynoxide, a `dynoxide` on the path, DynamoDB Local. Nothing is downloaded.
 * @returns what to do, in one line, when there is none.
 */
export function findTableStore(machine: Machine): TableStore | { readonly failure: string } {
  const { DYNAMODB_ENDPOINT: endpoint } = machine.env;
  if (endpoint) return { kind: 'endpoint', url: endpoint.replace(/\/$/, '') };
  const binary = findPackaged(machine);
  if (binary) return { kind: 'dynoxide', binary, locked: packageOf(machine) === LOCKED_PACKAGE };
  const onPath = findOnPath(machine, 'dynoxide');
  if (onPath) return { kind: 'dynoxide', binary: onPath, locked: false };
  return findDynamoDbLocal(machine) ?? { failure: sayWhatToRun(machine) };
}

function packageOf({ platform, arch }: Machine): string {
  return `@dynoxide/${platform}-${arch}`;
}

function findPackaged(machine: Machine): string | undefined {
  const folder = machine.packageFolder(packageOf(machine));
  if (folder === undefined) return undefined;
  const file = pathsOf(machine).join(folder, programName(machine, 'dynoxide'));
  return machine.exists(file) ? file : undefined;
}

function findDynamoDbLocal(
  machine: Machine,
): TableStore | { readonly failure: string } | undefined {
  const { DYNAMODB_LOCAL_JAR: named } = machine.env;
  if (named && !machine.exists(named)) {
    return { failure: `DYNAMODB_LOCAL_JAR names ${named}, and there is no such file.` };
  }
  const jar = named || findJar(machine);
  if (!jar) return undefined;
  const java = findJava(machine);
  if (java) return { kind: 'dynamodb-local', java, jar };
  return {
    failure: `DynamoDB Local (${jar}) needs Java 17 or later, and there is no java on the path. ${sayWhatToRun(machine)}`,
  };
}

function findJar(machine: Machine): string | undefined {
  const { dirname, join } = pathsOf(machine);
  // Homebrew puts a script on the path, which is a link to one next to the jar.
  const script = findOnPath(machine, 'dynamodb-local');
  const folders = JAR_FOLDERS.map((folder) => join(machine.home, folder));
  if (script) folders.unshift(dirname(machine.realPath(script)));
  return folders.map((folder) => join(folder, JAR)).find(machine.exists);
}

function findJava(machine: Machine): string | undefined {
  const { JAVA_HOME: home } = machine.env;
  const own = home && pathsOf(machine).join(home, 'bin', programName(machine, 'java'));
  return own && machine.canRun(own) ? own : findOnPath(machine, 'java');
}

function findOnPath(machine: Machine, program: string): string | undefined {
  const { delimiter, isAbsolute, join } = pathsOf(machine);
  const path = machine.env.PATH ?? machine.env.Path ?? '';
  return (
    path
      .split(delimiter)
      // An empty or relative entry would run what lies in the current folder.
      .filter((folder) => isAbsolute(folder))
      .map((folder) => join(folder, programName(machine, program)))
      .find(machine.canRun)
  );
}

function sayWhatToRun(machine: Machine): string {
  const { platform, arch } = machine;
  const target = `${platform}-${arch}`;
  const run = (command: string) =>
    `There is no DynamoDB for ${target}. Run: ${command} (docs/contribute/platforms.md lists other ways)`;
  if (packageOf(machine) === LOCKED_PACKAGE) return run('npm ci --include=optional');
  if (PUBLISHED.includes(target)) {
    return run(`npm install --no-save ${packageOf(machine)}@${VERSION}`);
  }
  if (findOnPath(machine, 'brew')) return run('brew install nubo-db/tap/dynoxide');
  return run('cargo install dynoxide-rs');
}

function programName({ platform }: Pick<Machine, 'platform'>, name: string): string {
  return platform === 'win32' ? `${name}.exe` : name;
}

function pathsOf({ platform }: Pick<Machine, 'platform'>) {
  return platform === 'win32' ? win32 : posix;
}

export function thisMachine(env: Machine['env']): Machine {
  const require = createRequire(import.meta.url);
  return {
    platform: process.platform,
    arch: process.arch,
    home: homedir(),
    env,
    packageFolder: (name) => {
      try {
        return pathsOf(process).dirname(require.resolve(`${name}/package.json`));
      } catch {
        return undefined;
      }
    },
    exists: existsSync,
    canRun: (file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    },
    realPath: (file) => realpathSync(file),
  };
}

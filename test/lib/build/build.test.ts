import { execFile, spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { defaultProvider } from '@billhook/runtime/aws/environment-credentials';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAll } from '../../../lib/build/build.ts';
import {
  type BuiltFunction,
  builtFunctions,
  functionsOf,
} from '../../../lib/build/built-functions.ts';
import { functionFolder } from '../../../lib/build/function-folder.ts';
import { layerNames } from '../../../lib/build/layers.ts';
import { projectPaths } from '../../../lib/build/options.ts';
import { hasSmallClient } from '../../../lib/build/small-client.ts';
import { grantsOf } from '../../../lib/constructs/grants.ts';
import { type Stage, stages } from '../../../lib/stacks/stage.ts';
import { granted } from '../../support/granted.ts';

const everything = {
  ...granted,
  machineArns: {
    'link-account': 'arn:link-account',
    'pay-bill': 'arn:pay-bill',
    'swap-card': 'arn:swap-card',
    'advance-clock': 'arn:advance-clock',
  },
};

// Outside of the project, as in Lambda: no `node_modules` above it could stand in for a layer.
const folder = mkdtempSync(join(tmpdir(), 'billhook-build-'));
const out = join(folder, 'dist');
const packageFolders = layerNames.map((name) => join(out, 'layers', name, 'nodejs/node_modules'));

beforeAll(() => buildAll({ ...projectPaths, out }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('A build', () => {
  test.each(stages)(
    'makes each function of %s load, with the variables that it declares',
    async (stage) => {
      const functions = functionsOf(stage).map((built) => ({
        path: built.path,
        file: join(functionFolder(built, stage, out), 'index.js'),
        environment: { STAGE: stage, ...grantsOf(built.declaration.uses, everything).environment },
      }));
      const script = join(folder, 'load.cjs');
      writeFileSync(script, loadScript);
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [script, JSON.stringify(functions)],
        {
          cwd: folder,
          env: { AWS_REGION: 'us-east-1', NODE_PATH: packageFolders.join(delimiter) },
        },
      );
      const loaded = JSON.parse(stdout) as Record<string, string>;
      expect(loaded).toEqual(Object.fromEntries(functions.map(({ path }) => [path, 'function'])));
    },
    60_000,
  );

  test('leaves third-party clients in the layer, and out of the functions', () => {
    // What each of the SDK's clients carries in its text.
    const marks =
      /DynamoDB_20120810|TrentService|AWSStepFunctions|x-amz-sdk-invocation-id|@aws-lambda-powertools/;
    const layer = globSync('layers/**/*.js', { cwd: out });
    expect(layer.some((file) => marks.test(readFileSync(join(out, file), 'utf8')))).toBe(true);
    const small = builtFunctions.filter(hasSmallClient).map(({ path }) => path);
    for (const file of globSync('functions/**/index.js', { cwd: out })) {
      const text = readFileSync(join(out, file), 'utf8');
      // The small client is no third party's, and says itself what it calls.
      const own = small.includes(dirname(relative('functions', file)));
      expect(marks.test(own ? text.replaceAll('DynamoDB_20120810', '') : text), file).toBe(false);
      expect(/require\("@(aws-sdk|smithy|aws-lambda-powertools)/.test(text), file).toBe(false);
    }
  });

  test('loads the client of the table for the functions that use it, and for no other', () => {
    // What only reads has a small client of its own, which is part of its bundle.
    const script = join(folder, 'clients.cjs');
    writeFileSync(script, clientsScript);
    const functions = builtFunctions.map(({ path, declaration }) => ({
      path,
      file: join(out, 'functions', path, 'index.js'),
      environment: { STAGE: 'sandbox', ...grantsOf(declaration.uses, everything).environment },
    }));
    const { stdout } = spawnSync(process.execPath, [script, JSON.stringify(functions)], {
      encoding: 'utf8',
      env: { AWS_REGION: 'us-east-1', NODE_PATH: packageFolders.join(delimiter) },
    });
    const idle = builtFunctions.filter(
      (one) => !one.declaration.uses.table?.length || hasSmallClient(one),
    );
    expect(JSON.parse(stdout)).toEqual(idle.map(({ path }) => path));
    expect(idle.length).toBeGreaterThan(0);
  });

  test('gives the small client to those that only read, and to nobody who can begin a payment', () => {
    const small = builtFunctions.filter(hasSmallClient);
    const text = ({ path }: BuiltFunction) =>
      readFileSync(join(out, 'functions', path, 'index.js'), 'utf8');
    expect(small.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['bill/get-bill', 'bill/list-partner-bills', 'partner/get-partner']),
    );
    for (const one of small) {
      const { table, ...others } = one.declaration.uses;
      expect(others, one.path).toEqual({});
      expect([...(table ?? [])].join(), one.path).toMatch(
        /^((get|get-many|query|query-index),?)+$/,
      );
      expect(text(one), one.path).toContain('DynamoDB_20120810');
    }
    const others = builtFunctions.filter((one) => !hasSmallClient(one));
    for (const one of others) expect(text(one), one.path).not.toContain('DynamoDB_20120810');
  });

  test('leaves the sandbox out of every function of production', () => {
    const marks = [...sandboxCompanies.map(({ name }) => name), 'testswap'];
    const textOf = (stage: Stage, built: BuiltFunction) =>
      readFileSync(join(functionFolder(built, stage, out), 'index.js'), 'utf8');
    const holdsSandbox = (stage: Stage) =>
      functionsOf(stage)
        .filter((built) => marks.some((mark) => textOf(stage, built).includes(mark)))
        .map(({ path }) => path);
    expect(holdsSandbox('production')).toEqual([]);
    expect(holdsSandbox('sandbox')).toContain('workflow/log-in');
  });

  test('leaves no raw packages in the layers', () => {
    for (const [index, name] of layerNames.entries()) {
      const packages = globSync('*/*', { cwd: packageFolders[index] });
      expect(packages).toEqual([join('@billhook', name)]);
    }
  });

  test('makes an entry of each package that the runtime imports from, and of no other', () => {
    const packageFolder = join(packageFolders[0] ?? '', '@billhook/runtime');
    const entries = globSync('**/*.js', { cwd: packageFolder, exclude: ['shared/**'] });
    const sources = globSync('**/*.ts', { cwd: join(projectPaths.layers, 'runtime') });
    const imported = sources.flatMap((file) => {
      const text = readFileSync(join(projectPaths.layers, 'runtime', file), 'utf8');
      const imports = text.match(/^import (?!type )[^;]+;/gm) ?? [];
      return imports.flatMap((line) => /'@aws-[\w-]+\/([\w-]+)'/.exec(line)?.[1] ?? []);
    });
    const packages = [...new Set(imported)].sort();
    expect(packages.length).toBeGreaterThan(5);
    expect(entries.sort()).toEqual(packages.map((name) => `third-party/${name}.js`));
  });

  test('loads the logger with the first line, and crypto when something of it is used', () => {
    const file = join(out, 'functions/company/list-categories/index.js');
    const script = join(folder, 'late.cjs');
    writeFileSync(script, lateScript);
    const { stdout } = spawnSync(process.execPath, [script, file], {
      encoding: 'utf8',
      env: { AWS_REGION: 'us-east-1', STAGE: 'sandbox', NODE_PATH: packageFolders.join(delimiter) },
    });
    const [before, statusCode, after] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect(before).toEqual({ files: 1, crypto: false });
    expect(statusCode).toBe(200);
    expect(after.files).toBeGreaterThan(1);
  });

  // Both come back with an upgrade of the SDK that imports them in another way.
  test.each([
    {
      what: 'credential provider that Lambda never uses',
      marks: ['credential_process', 'AWS_CONTAINER_CREDENTIALS', 'WEB_IDENTITY', 'sso_session'],
    },
    { what: 'event stream', marks: [':message-type', ':event-type'] },
    { what: 'module for files, which settings of the SDK are read with', marks: ['fs/promises'] },
  ])('takes along no $what', ({ marks }) => {
    const files = globSync('{layers/runtime,functions}/**/*.js', { cwd: out });
    const holding = files.filter((file) => {
      const text = readFileSync(join(out, file), 'utf8');
      return marks.some((mark) => text.includes(mark));
    });
    expect(holding).toEqual([]);
  });

  test('names each function whose handler is missing, after building the others', async () => {
    const functions = join(folder, 'functions');
    cpSync(projectPaths.functions, functions, {
      recursive: true,
      filter: (source) => !source.endsWith('create-auth.ts'),
    });
    // The copies find the project's packages where the originals do.
    symlinkSync(join(projectPaths.functions, '../node_modules'), join(folder, 'node_modules'));
    const paths = { ...projectPaths, functions, out: join(folder, 'partial') };
    await expect(buildAll(paths)).rejects.toThrow(
      /auth\.createAuth is declared, but .*create-auth\.ts is missing/,
    );
    rmSync(join(folder, 'node_modules'));
    expect(globSync('functions/*/*/index.js', { cwd: paths.out })).toHaveLength(
      builtFunctions.length - 1,
    );
  });
});

describe('The credentials of a built function', () => {
  const names = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'] as const;
  const before = names.map((name) => [name, process.env[name]] as const);
  afterAll(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  test('are those that Lambda puts in the environment', async () => {
    for (const name of names) process.env[name] = name.toLowerCase();
    expect(await defaultProvider()()).toEqual({
      accessKeyId: 'aws_access_key_id',
      secretAccessKey: 'aws_secret_access_key',
      sessionToken: 'aws_session_token',
    });
  });

  test('are missed loudly', async () => {
    delete process.env.AWS_ACCESS_KEY_ID;
    await expect(defaultProvider()()).rejects.toThrow('are not set');
  });
});

/** Each function with its own variables only: a module that reads another one fails here. */
const loadScript = `
const always = { ...process.env };
const loaded = {};
for (const { path, file, environment } of JSON.parse(process.argv[2])) {
  process.env = { ...always, ...environment };
  for (const cached of Object.keys(require.cache)) delete require.cache[cached];
  loaded[path] = typeof require(file).handler;
}
console.log(JSON.stringify(loaded));
`;

/** What is loaded before and after a call. */
const lateScript = `
const { handler } = require(process.argv[2]);
const loaded = () => ({
  files: Object.keys(require.cache).length - 1,
  crypto: process.moduleLoadList.includes('NativeModule crypto'),
});
const before = loaded();
const requestContext = { extendedRequestId: 'one', authorizer: { kind: 'partner', partnerId: 'one', keyId: 'one' } };
handler({ httpMethod: 'GET', headers: {}, requestContext }).then(({ statusCode }) => {
  console.log(JSON.stringify([before, statusCode, loaded()]));
});
`;

/** Prints the functions that do without the client of the table. */
const clientsScript = `
const always = { ...process.env };
const without = [];
for (const { path, file, environment } of JSON.parse(process.argv[2])) {
  process.env = { ...always, ...environment };
  for (const cached of Object.keys(require.cache)) delete require.cache[cached];
  require(file);
  if (!Object.keys(require.cache).some((name) => /lib-dynamodb/.test(name))) without.push(path);
}
console.log(JSON.stringify(without));
`;

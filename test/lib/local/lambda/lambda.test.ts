import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { until } from '../../../../lib/base/until.ts';
import { createFunctions, type Functions } from '../../../../lib/local/lambda/lambda.ts';
import type { Model, Resource } from '../../../../lib/local/template/model.ts';

const LAYER_CONTENT = { Content: { S3Key: 'layer.zip' } };
const folder = mkdtempSync(join(tmpdir(), 'billhook-lambda-'));
let functions: Functions;
let logged: Record<string, string>;

afterEach(() => functions.stop());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens functions of which each has its code, and a variable `NAME` with its name. */
function open(codes: Readonly<Record<string, string>>, timeoutSeconds = 5): Functions {
  const resources = Object.entries(codes).map(([name, code]) => {
    const codeFolder = join(folder, name);
    mkdirSync(codeFolder, { recursive: true });
    writeFileSync(join(codeFolder, 'package.json'), '{}');
    writeFileSync(join(codeFolder, 'state.js'), 'exports.calls = 0;');
    writeFileSync(join(codeFolder, 'index.js'), code);
    return {
      ref: name,
      arn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
      assets: new Map([['code', codeFolder]]),
      properties: () => ({
        Code: { S3Key: 'code.zip' },
        Handler: 'index.handler',
        Timeout: timeoutSeconds,
        Layers: ['layer'],
        Environment: { Variables: { NAME: name } },
      }),
    } as unknown as Resource;
  });
  const layer = join(folder, 'layer');
  mkdirSync(join(layer, 'nodejs/node_modules/counter'), { recursive: true });
  writeFileSync(join(layer, 'nodejs/node_modules/counter/index.js'), 'exports.loads = 0;');
  const layers = [
    { ref: 'layer', assets: new Map([['layer', layer]]), properties: () => LAYER_CONTENT },
  ] as unknown as Resource[];
  const ofType: Record<string, readonly Resource[]> = {
    'AWS::Lambda::Function': resources,
    'AWS::Lambda::LayerVersion': layers,
  };
  const model = { ofType: (type: string) => ofType[type] ?? [] } as unknown as Model;
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b', sessionToken: 'c' };
  logged = {};
  functions = createFunctions({
    model,
    callers: { issue: () => credentials } as never,
    endpointUrl: 'http://127.0.0.1:1',
    runtimePackages: folder,
    log: (name, text) => {
      logged[name] = `${logged[name] ?? ''}${text}`;
    },
  });
  return functions;
}

async function call(name: string, event: unknown = {}) {
  const { payload, functionError } = await functions.invoke(name, event);
  return functionError ? JSON.parse(payload).errorType : JSON.parse(payload);
}

const COUNTING = `
const state = require('./state.js');
exports.handler = async ({ wait = 0 }) => {
  const before = process.env.NAME;
  state.calls += 1;
  console.log('call of ' + process.env.NAME);
  await new Promise((wake) => setTimeout(wake, wait));
  return [before, process.env.NAME, state.calls];
};`;

test('functions that share a thread have variables, modules and a log of their own', async () => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
  open(Object.fromEntries(names.map((name) => [name, COUNTING])));
  const answers = await Promise.all(names.map((name) => call(name, { wait: 30 })));
  expect(answers).toEqual(names.map((name) => [name, name, 1]));
  expect(logged).toEqual(Object.fromEntries(names.map((name) => [name, `call of ${name}\n`])));
});

test('functions that share a thread share what they load of a layer', async () => {
  const loading = `const counter = require('counter');
    counter.loads += 1;
    exports.handler = async () => counter.loads;`;
  open({ one: loading, two: loading });
  expect(await call('one')).toBe(1);
  expect(await call('two')).toBe(2);
});

test('an environment takes one call at a time, and keeps its modules for the next', async () => {
  open({ one: COUNTING });
  // Longer than a busy machine takes to open the fourth.
  const atOnce = await Promise.all([1, 2, 3, 4, 5].map(() => call('one', { wait: 1_000 })));
  // Four environments, of which the first that is free takes the fifth call.
  expect(atOnce.map(([, , calls]) => calls).toSorted()).toEqual([1, 1, 1, 1, 2]);
});

test('what a function leaves running keeps its variables', async () => {
  const leaving = `exports.handler = async () => {
    setTimeout(() => console.log('late: ' + process.env.NAME), 40);
  };`;
  open({ one: leaving, two: leaving, three: COUNTING, four: COUNTING });
  await Promise.all(['one', 'two'].map((name) => call(name)));
  await Promise.all(['three', 'four'].map((name) => call(name, { wait: 80 })));
  await until('the late lines', async () => (logged.one && logged.two ? true : undefined));
  expect(logged).toMatchObject({ one: 'late: one\n', two: 'late: two\n' });
});

test('a function that takes too long ends alone, and starts anew', async () => {
  const hanging = `${COUNTING}
    const counting = exports.handler;
    exports.handler = (event) => (event.hang ? new Promise(() => {}) : counting(event));`;
  const names = ['one', 'two', 'three', 'four'];
  open(Object.fromEntries(names.map((name) => [name, hanging])), 1);
  for (const name of names) expect(await call(name)).toEqual([name, name, 1]);
  const [hung, ...others] = await Promise.all([
    call('one', { hang: true }),
    ...names.slice(1).map((name) => call(name, { wait: 900 })),
  ]);
  expect(hung).toBe('Sandbox.Timedout');
  expect(others).toEqual(names.slice(1).map((name) => [name, name, 2]));
  expect(logged.one).toContain('Task timed out after 1.00 seconds');
  expect(await call('one')).toEqual(['one', 'one', 1]);
});

test('a function that ends its process fails, and starts anew', async () => {
  open({ one: `${COUNTING} exports.handler = async ({ end }) => { if (end) process.exit(1); };` });
  expect(await call('one', { end: true })).toBe('Runtime.ExitError');
  expect(await call('one')).toBeNull();
});

test('a function that cannot be loaded says why, and is loaded again at the next call', async () => {
  open({ one: "require('./absent.js');", two: 'exports.other = 1;' });
  expect(await call('one')).toBe('Runtime.ImportModuleError');
  expect(await call('two')).toBe('Runtime.HandlerNotFound');
  writeFileSync(join(folder, 'one', 'absent.js'), '');
  writeFileSync(join(folder, 'one', 'index.js'), COUNTING);
  expect(await call('one')).toEqual(['one', 'one', 1]);
});

test('a call that waits when all is stopped fails, and nothing is started for it', async () => {
  open({ one: COUNTING });
  const calls = Array.from({ length: 9 }, () => call('one', { wait: 3_000 }));
  await until('the first calls', async () => (logged.one ? true : undefined));
  await functions.stop();
  expect(await Promise.all(calls)).toEqual(Array(9).fill('Runtime.ExitError'));
  expect(await call('one')).toBe('Runtime.ExitError');
});

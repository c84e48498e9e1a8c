import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

type Logging = typeof import('@billhook/runtime/aws/logger');

let logFailure: Logging['logFailure'];
let logInfo: Logging['logInfo'];

// The other tests are silent; the level is read when the logger is made.
beforeAll(async () => {
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO');
  vi.resetModules();
  ({ logFailure, logInfo } = await import('@billhook/runtime/aws/logger'));
});

afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

afterEach(() => vi.restoreAllMocks());

function written(run: () => void): string {
  const lines: string[] = [];
  for (const level of ['info', 'error', 'log', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((line) => lines.push(String(line)) as never);
  }
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  }
  run();
  return lines.join('\n');
}

test('ids are logged, everything else that is passed is not', () => {
  const fields = { clientId: 'cl_a', password: 'hunter2', body: { cardNumber: '4111' } };
  const line = written(() => logInfo('Done', fields));
  expect(line).toContain('cl_a');
  expect(line).not.toMatch(/hunter2|4111/);
});

test('what is wrong at a remote connector is logged', () => {
  const fields = { connectorId: 'example', trouble: 'another-key' };
  expect(written(() => logInfo('Its manifest is not taken', fields))).toContain('another-key');
});

test('an error is logged by name and place, never by its message', () => {
  const error = new TypeError('cannot read 4111111111111111');
  const line = written(() => logFailure('Failed', error, { requestId: 'r-1' }));
  expect(line).toContain('TypeError');
  expect(line).toContain('r-1');
  expect(line).not.toContain('4111');
});

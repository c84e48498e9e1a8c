import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loggedFields } from '../../../support/logged.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');

let openWorkflows: typeof import('@billhook/runtime/aws/workflows').openWorkflows;

// The other tests are silent; the level is read when the logger is made.
beforeAll(async () => {
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO');
  vi.resetModules();
  ({ openWorkflows } = await import('@billhook/runtime/aws/workflows'));
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});
beforeEach(() => {
  vi.stubEnv('STAGE', 'production');
});

function signalling(name: string) {
  const send = async () => {
    throw Object.assign(new Error('quotes the token-of-a-task'), { name });
  };
  const { signalLinkAccount } = openWorkflows({ stepFunctions: { send } as never }, () => NOW);
  return signalLinkAccount('token-of-a-task');
}

test.each(['AccessDeniedException', 'ThrottlingException', 'ServiceUnavailable'])(
  'a signal that is not taken, for %s, fails nobody, and is counted for the operator',
  async (name) => {
    const lines = await loggedFields(async () => {
      expect(await signalling(name)).toBe('failed');
    });
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('token-of-a-task');
    expect(lines[0]).toMatchObject({
      ...{ level: 'ERROR', operation: 'link-account', errorName: name },
      ...{ Stage: 'production', UnsentSignals: 1 },
      _aws: {
        Timestamp: NOW,
        CloudWatchMetrics: [{ Metrics: [{ Name: 'UnsentSignals', Unit: 'Count' }] }],
      },
    });
  },
);

test.each(['TaskDoesNotExist', 'TaskTimedOut', 'InvalidToken'])(
  'that nobody waits any more, for %s, is nothing to tell the operator',
  async (name) => {
    const lines = await loggedFields(async () => {
      expect(await signalling(name)).toBe('gone');
    });
    expect(lines).toEqual([]);
  },
);

import { describe, expect, test } from 'vitest';
import { checks, runChecks } from '../../../../../connectors/kit/src/verify/run.ts';
import { BASE_URL, goodConnector, suiteKeys } from '../../../support/good-connector.ts';

const TODAY = '2026-11-23';

describe('A good connector', () => {
  test('passes every check', async () => {
    const connector = goodConnector();
    const ran = await runChecks({
      baseUrl: BASE_URL,
      send: (request) => connector.handle(request),
      keys: suiteKeys,
      today: TODAY,
      secondMilliseconds: 100,
      reportsOf: undefined,
    });
    if (!('results' in ran)) throw new Error(ran.unreachable);
    const others = ran.results.filter(({ verdict }) => verdict !== 'PASS');
    expect(others.map(({ id, verdict, detail }) => ({ id, verdict, detail }))).toEqual([
      { id: 'report.arrives', verdict: 'SKIP', detail: expect.any(String) },
    ]);
    expect(ran.results.length).toBe(checks.length);
  });
});

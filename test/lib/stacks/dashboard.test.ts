import { describe, expect, test } from 'vitest';
import { functionsOf } from '../../../lib/build/built-functions.ts';
import { type Stage, stages } from '../../../lib/stacks/stage.ts';
import { isEmitted, widgetsOf } from './metrics.ts';
import { resourcesOf } from './synthesis.ts';

describe.each(stages)('The dashboard of %s', (stage) => {
  const widgets = widgetsOf(stage);

  test('asks for metrics that are sent, of what is deployed', () => {
    const asked = widgets.flatMap(({ metrics }) => metrics);
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((one) => !isEmitted(one))).toEqual([]);
    const acls = resourcesOf(stage, 'AWS::WAFv2::WebACL');
    const [blocked] = asked.filter(({ namespace }) => namespace === 'AWS/WAFV2');
    expect(acls.map(({ Properties }) => Properties.VisibilityConfig.MetricName)).toEqual([
      blocked?.dimensions.WebACL,
    ]);
    const names = resourcesOf(stage, 'AWS::ApiGateway::RestApi').map(
      ({ Properties }) => Properties.Name,
    );
    for (const { dimensions } of asked) expect([...names, undefined]).toContain(dimensions.ApiName);
  });

  test('has no graph without anything to show', () => {
    for (const { title, metrics, expressions } of widgets) {
      expect(metrics.length + expressions.length, title).toBeGreaterThan(0);
    }
  });

  test.each(['Functions: errors', 'Functions: slowest invocations'])(
    'finds every function: %s',
    (title) => {
      const [search] = widgets.find((one) => one.title === title)?.expressions ?? [];
      const other = stages.find((one) => one !== stage) as Stage;
      const names = functionNames(stage);
      expect(names.length).toBeGreaterThan(functionsOf(stage).length - 1);
      expect(names.filter((name) => !isFound(search, name))).toEqual([]);
      expect(functionNames(other).filter((name) => isFound(search, name))).toEqual([]);
      expect(isFound(search, 'somebody-elses-sandbox-production')).toBe(false);
    },
  );
});

/** The names that CloudFormation gives: stack, logical id and something random, cut to 64 characters. */
function functionNames(stage: Stage): string[] {
  return resourcesOf(stage, 'AWS::Lambda::Function')
    .filter(({ part }) => part !== 'module-host')
    .map(({ part, id, Properties }) => {
      expect(Properties.FunctionName, id).toBeUndefined();
      return `${`billhook-${stage}-${part}`.slice(0, 24)}-${id.slice(0, 26)}-lKp4XzT7abcd`;
    });
}

/**
 * Whether a search of CloudWatch finds a function of this name. A term in quotes is the whole name; one
 * without is a word of it. All terms have to be found.
 */
function isFound(search: string | undefined, name: string): boolean {
  const [, schema, terms = ''] =
    /^SEARCH\('\{([^}]*)\} ([^']*)', '\w+', \d+\)$/.exec(search ?? '') ?? [];
  expect(schema).toBe('AWS/Lambda,FunctionName');
  const asked = [...terms.matchAll(/FunctionName=(?:"([^"]*)"|(\S+))/g)];
  expect(asked.length, search).toBeGreaterThan(0);
  const words = name.split(/[^A-Za-z0-9]+/);
  return asked.every(([, exact, word]) => (word ? words.includes(word) : exact === name));
}

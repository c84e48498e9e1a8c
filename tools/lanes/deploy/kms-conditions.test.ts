/**
 * Each condition of the templates on a call of KMS, tried with the check that the local runtime makes
 * of every call: a call that meets all conditions of its statement is allowed, and one that breaks a
 * single one of them is refused. The emulator of `npm run tools -- deploy` ignores these conditions.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type AccessRequest,
  evaluate,
  type Statement,
} from '../../../lib/local/access/policies.ts';
import { createKms } from '../../../lib/local/kms/kms.ts';
import { openState } from '../../../lib/local/state.ts';
import { createModel, type Model } from '../../../lib/local/template/model.ts';
import { type Stage, stages } from '../../../lib/stacks/stage.ts';
import { type Facts, trials } from '../../../test/lib/stacks/kms-trials.ts';
import { synthesize } from '../../../test/lib/stacks/synthesis.ts';
import { KMS_CONDITIONS } from './fits.ts';

type Condition = {
  readonly operator: string;
  readonly key: string;
  readonly values: readonly string[];
};

/** One statement on calls of KMS; `holder` is a role or a key. */
type Found = { readonly stage: Stage; readonly holder: string; readonly statement: Statement };

const models = new Map<Stage, Model>(
  stages.map((stage) => [
    stage,
    createModel(
      synthesize(stage).map(({ name, resources, outputs, conditions }) => ({
        name,
        template: { Resources: resources, Outputs: outputs, Conditions: conditions },
        assets: new Map(),
      })),
    ),
  ]),
);

type Document = { readonly Statement?: readonly Statement[] };

const found: readonly Found[] = stages.flatMap((stage) =>
  (models.get(stage)?.resources ?? [])
    .filter(({ type }) => /^AWS::(IAM::(Role|Policy|ManagedPolicy)|KMS::Key)$/.test(type))
    .flatMap((resource) => {
      const { Policies = [], PolicyDocument, KeyPolicy } = resource.properties();
      const inline = (Policies as { PolicyDocument: Document }[]).map((one) => one.PolicyDocument);
      return [...inline, PolicyDocument as Document, KeyPolicy as Document]
        .flatMap((document) => document?.Statement ?? [])
        .filter(({ Action, Condition: on }) => on && [Action].flat().some(isOfKms))
        .map((statement) => ({ stage, holder: resource.logicalId, statement }));
    }),
);

function isOfKms(action: string | undefined): boolean {
  return action === '*' || action?.startsWith('kms:') === true;
}

function conditionsOf({ Condition: blocks = {} }: Statement): Condition[] {
  return Object.entries(blocks).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, values]) => ({
      operator,
      key,
      values: [values].flat().map(String),
    })),
  );
}

const nameOf = ({ operator, key }: Condition) => `${operator} ${key}`;

/** The same statement is in many roles: each is tried once. */
const distinct = [
  ...new Map(found.map((one) => [`${one.stage} ${JSON.stringify(one.statement)}`, one])).values(),
];
const names = [
  ...new Set(distinct.flatMap(({ statement }) => conditionsOf(statement).map(nameOf))),
];

describe('the conditions on calls of KMS', () => {
  test('are there', () => {
    for (const stage of stages) {
      expect(found.filter((one) => one.stage === stage).length, stage).toBeGreaterThan(50);
    }
    for (const { operator, key } of KMS_CONDITIONS) expect(names).toContain(`${operator} ${key}`);
  });

  test('each have a call that breaks them', () => {
    expect(names.filter((name) => Object.keys(trials[name]?.breaks ?? {}).length === 0)).toEqual(
      [],
    );
  });

  test('are all that calls are tried for', () => {
    expect(Object.keys(trials).filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe.each(stages)('in the stage %s', (stage) => {
  const kms = createKms(
    models.get(stage) as Model,
    openState(mkdtempSync(join(tmpdir(), 'billhook-kms-conditions-'))),
  );

  const rows = distinct
    .filter((one) => one.stage === stage)
    .flatMap(({ holder, statement }) =>
      [statement.Action].flat().map((action) => ({
        holder,
        statement,
        operation: String(action)
          .replace('ReEncrypt*', 'ReEncryptFrom')
          .replace(/^kms:|\*$/g, ''),
      })),
    );

  test.each(rows)(
    '$operation in $holder is allowed or denied as conditions say',
    ({ statement, operation }) => {
      const met = statement.Effect === 'Deny' ? 'denied' : 'allowed';
      expect(decide(statement, operation, factsThatMeet(statement))).toBe(met);
    },
  );

  const broken = rows.flatMap((row) =>
    conditionsOf(row.statement).flatMap((condition) =>
      Object.entries(trials[nameOf(condition)]?.breaks ?? {}).map(([how, change]) => ({
        ...row,
        condition: nameOf(condition),
        how,
        facts: change(factsThatMeet(row.statement), condition.key, condition.values[0] ?? ''),
      })),
    ),
  );

  test.each(broken)(
    '$operation in $holder is left alone by $condition with $how',
    ({ statement, operation, facts }) => {
      expect(decide(statement, operation, facts)).toBe('not-allowed');
    },
  );

  function decide(statement: Statement, operation: string, facts: Facts): string {
    const requests = requestsOf(statement, operation, facts).filter(
      ({ action }) => action === `kms:${operation}`,
    );
    expect(requests).toHaveLength(1);
    return requests.map((request) => evaluate([statement], request)).join();
  }

  /** As the local runtime asks for them when a function makes the call. */
  function requestsOf(
    { Resource }: Statement,
    operation: string,
    facts: Facts,
  ): readonly AccessRequest[] {
    const tags = (given: Facts['keyTags']) =>
      Object.entries(given).map(([TagKey, TagValue]) => ({ TagKey, TagValue }));
    const kind = { KeySpec: facts.spec, KeyUsage: facts.usage };
    const input = {
      ...(operation === 'CreateKey' && kind),
      ...(Object.keys(facts.requestTags).length > 0 && { Tags: tags(facts.requestTags) }),
      EncryptionContext: facts.encryption,
      EncryptionAlgorithm: facts.algorithm,
    };
    const asked = operation === 'CreateKey' ? {} : { KeyId: keyOf(String(Resource), kind, facts) };
    const named = operation === 'CreateKey' || String(Resource).endsWith('*') ? {} : facts.keyTags;
    const source = [
      ...Object.entries(facts.source).map(([key, value]) => [key, [value]]),
      // A key of the templates is no other for the trial: it is as if it had been tagged.
      ...Object.entries(named).map(([tag, value]) => [`aws:resourcetag/${tag}`, [value]]),
    ];
    return kms.access(operation, { ...input, ...asked }).map((request) => ({
      ...request,
      context: { ...request.context, ...Object.fromEntries(source) },
    }));

    /** The key that the statement names, or one made for the call where it names any. */
    function keyOf(resource: string, made: object, { keyTags }: Facts): string {
      if (!resource.endsWith('*')) return resource;
      const { KeyMetadata } = kms.run('CreateKey', { ...made, Tags: tags(keyTags) }) as {
        KeyMetadata: { Arn: string };
      };
      return KeyMetadata.Arn;
    }
  }
});

function factsThatMeet(statement: Statement): Facts {
  const nothing: Facts = { keyTags: {}, requestTags: {}, encryption: {}, source: {} };
  return conditionsOf(statement).reduce((facts, condition) => {
    const { meet } = trials[nameOf(condition)] ?? {};
    return meet ? meet(facts, condition.key, condition.values[0] ?? '') : facts;
  }, nothing);
}

/**
 * Each condition of the templates on a call of KMS, tried with the check that the local runtime makes
 * of every call: a call that meets all conditions of its statement is allowed, and one that breaks a
 * single one of them is refused. The emulator of `npm run test:deploy` ignores these conditions.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { KMS_CONDITION_KEYS } from '../../../lib/emulator/fits.ts';
import { createKms } from '../../../lib/local/kms.ts';
import { createModel, type Model } from '../../../lib/local/model.ts';
import { type AccessRequest, evaluate, type Statement } from '../../../lib/local/policies.ts';
import { openState } from '../../../lib/local/state.ts';
import { type Stage, stages } from '../../../lib/stage.ts';
import { synthesize } from './synthesis.ts';

/** What a call comes to as far as a condition can ask. */
type Facts = {
  /** Of the key that is used or made. */
  readonly spec?: string;
  readonly usage?: string;
  readonly keyTags: Readonly<Record<string, string>>;
  readonly requestTags: Readonly<Record<string, string>>;
  readonly encryption: Readonly<Record<string, string>>;
  readonly algorithm?: string;
  /** What the service that calls says of itself. */
  readonly source: Readonly<Record<string, string>>;
};

type Change = (facts: Facts, key: string, wanted: string) => Facts;

/** How a call meets a condition on a key, and each way that breaks it. A key that is new needs an entry. */
type Trial = { readonly meet: Change; readonly breaks: Readonly<Record<string, Change>> };

const afterSlash = (key: string) => key.slice(key.indexOf('/') + 1);
const without = (given: Readonly<Record<string, string>>, name: string) =>
  Object.fromEntries(Object.entries(given).filter(([one]) => one !== name));

const tagTrial = (place: 'keyTags' | 'requestTags'): Trial => {
  const change =
    (value?: string): Change =>
    (facts, key, wanted) => {
      const rest = without(facts[place], afterSlash(key));
      return { ...facts, [place]: { ...rest, [afterSlash(key)]: value ?? wanted } };
    };
  return {
    meet: change(),
    breaks: {
      'another value': change('another'),
      'no such tag': (facts, key) => ({
        ...facts,
        [place]: without(facts[place], afterSlash(key)),
      }),
    },
  };
};

const contextTrial = (another: string): Trial => {
  const nameOf = (key: string) => key.slice('kms:EncryptionContext:'.length);
  const put =
    (value?: string): Change =>
    (facts, key, wanted) => ({
      ...facts,
      encryption: { ...facts.encryption, [nameOf(key)]: value ?? wanted },
    });
  return {
    meet: put(),
    breaks: {
      'another value': put(another),
      'no encryption context': (facts) => ({ ...facts, encryption: {} }),
    },
  };
};

const trials: Readonly<Record<string, Trial>> = {
  'StringEquals kms:KeySpec': {
    meet: (facts, _key, spec) => ({ ...facts, spec }),
    breaks: { 'a larger key': (facts) => ({ ...facts, spec: 'RSA_4096' }) },
  },
  'StringEquals kms:KeyUsage': {
    meet: (facts, _key, usage) => ({ ...facts, usage }),
    breaks: { 'a key that signs': (facts) => ({ ...facts, usage: 'SIGN_VERIFY' }) },
  },
  'StringEquals kms:EncryptionAlgorithm': {
    meet: (facts, _key, algorithm) => ({ ...facts, algorithm }),
    breaks: {
      'another algorithm': (facts) => ({ ...facts, algorithm: 'SYMMETRIC_DEFAULT' }),
      'no algorithm': (facts) => ({ ...facts, algorithm: undefined }),
    },
  },
  'StringEquals kms:EncryptionContext:purpose': contextTrial('card'),
  'ArnLike kms:EncryptionContext:aws:logs:arn': contextTrial(
    'arn:aws:logs:us-east-1:111111111111:log-group:another-account',
  ),
  'StringEquals aws:RequestTag/billhook:use': tagTrial('requestTags'),
  'StringEquals aws:RequestTag/billhook:stage': tagTrial('requestTags'),
  'StringEquals aws:ResourceTag/billhook:use': tagTrial('keyTags'),
  'StringEquals aws:ResourceTag/billhook:stage': tagTrial('keyTags'),
  'Null aws:ResourceTag/billhook:use': {
    meet: (facts, key) => ({ ...facts, keyTags: without(facts.keyTags, afterSlash(key)) }),
    breaks: { 'a key that has the tag': tagTrial('keyTags').meet },
  },
  'Null aws:ResourceTag/billhook:stage': {
    meet: (facts, key) => ({ ...facts, keyTags: without(facts.keyTags, afterSlash(key)) }),
    breaks: { 'a key that has the tag': tagTrial('keyTags').meet },
  },
  'StringEquals aws:SourceAccount': {
    meet: (facts, _key, account) => ({ ...facts, source: { 'aws:sourceaccount': account } }),
    breaks: {
      'another account': (facts) => ({
        ...facts,
        source: { 'aws:sourceaccount': '111111111111' },
      }),
      'no account': (facts) => ({ ...facts, source: {} }),
    },
  },
};

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
    for (const key of KMS_CONDITION_KEYS) expect(names).toContain(`StringEquals ${key}`);
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
        operation: String(action).replace(/^kms:|\*$/g, ''),
      })),
    );

  test.each(rows)(
    '$operation in $holder is allowed as conditions say',
    ({ statement, operation }) => {
      expect(decide(statement, operation, factsThatMeet(statement))).toBe('allowed');
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
    '$operation in $holder is refused by $condition with $how',
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
    const source = Object.entries(facts.source).map(([key, value]) => [key, [value]]);
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

import type {
  FunctionDeclaration,
  QueueDeclaration,
  QueuedTask,
  QueueName,
  StreamDeclaration,
  Uses,
} from '@billhook/core/api/operation';
import { needsClientKey, type SealedKind } from '@billhook/core/base/sealed';
import { describe, expect, test } from 'vitest';
import { fileNameOf } from '../../../functions/contracts.ts';
import { type BuiltFunction, functionsOf } from '../../../lib/build/built-functions.ts';
import { evaluate } from '../../../lib/local/access/policies.ts';
import { stages } from '../../../lib/stacks/stage.ts';
import { allOperations } from '../../support/operations.ts';
import { type Found, type Json, resourcesOf } from './synthesis.ts';

/** A folder of the modules' bucket: its files are named by what is in them. */
const companyLogos = 'AssetsBucket/assets/company-logos/*';

/** What no resource can be named for; everything else is granted on named resources. */
const grantedOnEverything: Readonly<Record<string, string>> = {
  'xray:PutTraceSegments': 'X-Ray has no resources to name',
  'xray:PutTelemetryRecords': 'X-Ray has no resources to name',
  'xray:GetSamplingRules': 'X-Ray has no resources to name',
  'xray:GetSamplingTargets': 'X-Ray has no resources to name',
  'kms:CreateKey': 'a key has no name before it is made; tags and kind are conditions',
  'kms:TagResource': 'tags given at the making of a key; the tags are conditions',
  'kms:ListKeys': 'lists names; what the keys are, it does not tell',
  'kms:GetPublicKey':
    'made by partners or by a rotation, told by their kind; a public half is no secret',
  'kms:Decrypt': 'made by partners, told by their tags, which are conditions',
  'kms:ScheduleKeyDeletion':
    'made by partners or by a rotation, told by their tags, which are conditions',
  'kms:Sign': 'made by a rotation, told by their tags, which are conditions',
  'kms:DeriveSharedSecret': 'made by a rotation, told by their tags, which are conditions',
  'kms:GetKeyPolicy': 'made by a rotation, told by their tags, which are conditions',
  'kms:PutKeyPolicy': 'made by a rotation, told by their tags, which are conditions',
  'kms:DisableKey': 'made by a rotation, told by their tags, which are conditions',
  'kms:ListResourceTags':
    'made by partners or by a rotation, told by their tags, which are conditions',
  'dynamodb:ListStreams': 'a list of names, which has no resource',
  'logs:CreateLogDelivery': 'log deliveries have no names before they are made',
  'logs:GetLogDelivery': 'log deliveries have no names before they are made',
  'logs:UpdateLogDelivery': 'log deliveries have no names before they are made',
  'logs:DeleteLogDelivery': 'log deliveries have no names before they are made',
  'logs:ListLogDeliveries': 'log deliveries have no names before they are made',
  'logs:PutResourcePolicy': 'resource policies of logs have no ARNs',
  'logs:DescribeResourcePolicies': 'resource policies of logs have no ARNs',
  'logs:DescribeLogGroups': 'lists groups of which it names none',
};

/** What every function may do, whatever it declares. */
const always = [
  'logs:CreateLogStream on its log group',
  'logs:PutLogEvents on its log group',
  'xray:PutTelemetryRecords on *',
  'xray:PutTraceSegments on *',
];

/** What Lambda does in a function's name: reading what feeds it, and being in a network. */
const lambdasOwn =
  /^(?:sqs:(?:Receive|Delete|Get)|dynamodb:\w*(?:DescribeStream|Records|ShardI)|ec2:)/;

describe.each([
  ...stages,
  ...(['production with a browser', 'production with private connectors'] as const),
])('Code of %s', (variant) => {
  const roles = resourcesOf(variant, 'AWS::IAM::Role').map(({ Properties }) =>
    allStatementsOf(Properties).map(({ Action, Resource, ...rest }) => ({
      ...(rest as object),
      ...{ Effect: rest.Effect, Action: listOf(Action).map(String) },
      Resource: listOf(Resource).map((arn) => JSON.stringify(arn)),
    })),
  );

  test('takes no message of a queue and no record of the stream, although its role may', () => {
    const context = { 'lambda:sourcefunctionarn': ['arn:aws:lambda:us-east-1:1:function:a'] };
    let tried = 0;
    for (const statements of roles) {
      const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
      for (const { Action, Resource } of allowed) {
        const requests = Action.filter((action) => lambdasOwn.test(action)).flatMap((action) =>
          Resource.map((resource) => ({ action, resource })),
        );
        for (const request of requests) {
          expect(evaluate(statements, request)).toBe('allowed');
          expect(evaluate(statements, { ...request, context }), request.action).toBe('denied');
        }
        tried += requests.length;
      }
    }
    expect(tried).toBeGreaterThan(25);
  });
});

/** Written out again, apart from the table in lib/constructs/grants.ts that the roles are made by. */
const grantsOfTable: Readonly<Record<string, readonly string[]>> = {
  get: ['dynamodb:GetItem on Table'],
  'get-many': ['dynamodb:BatchGetItem on Table'],
  query: ['dynamodb:Query on Table'],
  'query-index': ['dynamodb:Query on Table/index/byDue', 'dynamodb:Query on Table/index/byPartner'],
  put: ['dynamodb:PutItem on Table'],
  update: ['dynamodb:UpdateItem on Table'],
  delete: ['dynamodb:DeleteItem on Table'],
  check: ['dynamodb:ConditionCheckItem on Table'],
};

/** Who writes the main table lets codes and answers go with what they belong to. */
function grantsOfPassing({ table = [], passing = [] }: Uses): string[] {
  const drops = table.includes('put') || table.includes('delete');
  return [
    ...(passing.includes('get') ? ['dynamodb:GetItem on PassingTable'] : []),
    ...(passing.includes('put') ? ['dynamodb:PutItem on PassingTable'] : []),
    ...(drops ? ['dynamodb:DeleteItem on PassingTable'] : []),
  ];
}

/** What DynamoDB does with the table's key in the caller's name. */
function grantsOfTableKey({ table = [], vault = {}, erases }: Uses): string[] {
  // Of the tables that lie apart as well: sealing can make a client's key, erasing deletes it.
  const apart = [
    ...(needsClientKey(vault.seal) || erases ? ['put'] : []),
    ...(needsClientKey(vault.open) ? ['get'] : []),
  ];
  const actions = [...table, ...apart];
  if (actions.length === 0) return [];
  const writes = actions.some((action) => /^(put|update|delete)$/.test(action));
  return [
    ...['Decrypt', 'DescribeKey'],
    ...(writes ? ['Encrypt', 'GenerateDataKey', 'GenerateDataKeyWithoutPlaintext'] : []),
    ...(writes ? ['ReEncryptFrom', 'ReEncryptTo'] : []),
  ].map((action) => `kms:${action} on TableKey`);
}

const anyKey = 'arn:AWS::Partition:kms:AWS::Region:AWS::AccountId:key/*';

/** The same for the keys that partners make. */
const grantsOfEncryptionKeys: Readonly<Record<string, readonly string[]>> = {
  create: ['kms:CreateKey on *', 'kms:TagResource on *', `kms:GetPublicKey on ${anyKey}`],
  decrypt: [`kms:Decrypt on ${anyKey}`],
  delete: [`kms:ScheduleKeyDeletion on ${anyKey}`],
  find: ['kms:ListKeys on *', `kms:ListResourceTags on ${anyKey}`],
};

/** The first key of a ring is the template's; those after it are made by the rotation. */
const onBoth = (action: string, key: string) => [
  `kms:${action} on ${key}`,
  `kms:${action} on ${anyKey}`,
];
const grantsOfRotation = (key: string) => [
  ...['kms:CreateKey on *', 'kms:TagResource on *'],
  ...onBoth('TagResource', key),
  ...onBoth('DisableKey', key),
  ...onBoth('GetKeyPolicy', key),
  ...[`kms:PutKeyPolicy on ${anyKey}`, `kms:ScheduleKeyDeletion on ${anyKey}`],
  `kms:ListResourceTags on ${anyKey}`,
];
/** What is the same for all rings stands once: the list of keys, and public halves by their kind. */
function grantsOfAllRotations({ tokenKey = [], connectorKeys = [] }: Uses): string[] {
  const kinds = new Set([
    ...(tokenKey.includes('rotate') ? ['SIGN_VERIFY'] : []),
    ...(connectorKeys.includes('rotate') ? ['SIGN_VERIFY', 'KEY_AGREEMENT'] : []),
  ]);
  const list = kinds.size > 0 ? ['kms:ListKeys on *'] : [];
  return [...list, ...[...kinds].map(() => `kms:GetPublicKey on ${anyKey}`)];
}
const grantsOfTokenKeys: Readonly<Record<string, readonly string[]>> = {
  sign: onBoth('Sign', 'TokenKey'),
  verify: onBoth('GetPublicKey', 'TokenKey'),
  rotate: grantsOfRotation('TokenKey'),
};
const grantsOfListing = [
  ...onBoth('GetPublicKey', 'ConnectorSigningKey'),
  ...onBoth('GetPublicKey', 'ConnectorEncryptionKey'),
];
const grantsOfConnectorKeys: Readonly<Record<string, readonly string[]>> = {
  list: grantsOfListing,
  open: [...grantsOfListing, ...onBoth('DeriveSharedSecret', 'ConnectorEncryptionKey')],
  use: [
    ...grantsOfListing,
    ...onBoth('Sign', 'ConnectorSigningKey'),
    ...onBoth('DeriveSharedSecret', 'ConnectorEncryptionKey'),
  ],
  rotate: [
    ...grantsOfRotation('ConnectorSigningKey'),
    ...grantsOfRotation('ConnectorEncryptionKey'),
  ],
};

describe.each(stages)('The functions of %s', (stage) => {
  const functions = resourcesOf(stage, 'AWS::Lambda::Function').filter(isDeclared);
  const roles = resourcesOf(stage, 'AWS::IAM::Role').filter(isDeclared);
  const deployedFunctions = functionsOf(stage);

  test('are those of the contracts', () => {
    const deployed = functions.map(
      ({ Properties }) => variablesOf(Properties).POWERTOOLS_SERVICE_NAME,
    );
    expect(deployed.sort()).toEqual(deployedFunctions.map(({ path }) => path).sort());
  });

  test.each(deployedFunctions)(
    '$path may do what it declares, and nothing else',
    ({ path, declaration }) => {
      const found = functionOf(path);
      const role = roleOf(found);
      expect(role.Properties.ManagedPolicyArns).toBeUndefined();
      expect(role.Properties.Policies).toHaveLength(1);
      const granted = grantsOf(statementsOf(role.Properties));
      expect(granted.sort()).toEqual(
        [
          ...[...always, ...expectedGrants(declaration.uses)],
          ...[...grantsOfSource(declaration), ...grantsOfQueuedTask(path, declaration)],
        ].sort(),
      );
    },
  );

  test.each(deployedFunctions)(
    '$path is told what it declares to use, and nothing else',
    (built) => {
      const names = Object.keys(variablesOf(functionOf(built.path).Properties));
      expect(names.sort()).toEqual(expectedVariables(built).sort());
    },
  );

  test('have roles of their own', () => {
    const used = functions.map((one) => `${one.part}/${roleOf(one).id}`);
    expect(new Set(used).size).toBe(functions.length);
  });

  test('have no other policies than those in their roles', () => {
    expect(resourcesOf(stage, 'AWS::IAM::Policy')).toEqual([]);
    expect(resourcesOf(stage, 'AWS::IAM::ManagedPolicy')).toEqual([]);
  });

  test('run on Node 24 and ARM, traced if requests call them, with the layer and a log group that is encrypted and ends', () => {
    for (const { part, id, Properties } of functions) {
      expect(Properties, id).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        TracingConfig: {
          Mode: ['schedule', 'stream'].includes(part) ? 'PassThrough' : 'Active',
        },
      });
      expect(Properties.Layers, id).toHaveLength(1);
      const [group] = resourcesOf(stage, 'AWS::Logs::LogGroup').filter(
        (one) => one.part === part && one.id === Properties.LoggingConfig.LogGroup.Ref,
      );
      expect(group?.Properties.RetentionInDays, id).toBe(stage === 'production' ? 365 : 30);
      expect(group?.Properties.KmsKeyId, id).toBeDefined();
    }
  });

  test.each(deployedFunctions)(
    '$path has an alarm that says what users suffer',
    ({ declaration }) => {
      const alarms = resourcesOf(stage, 'AWS::CloudWatch::Alarm').filter(({ Properties }) =>
        Properties.AlarmDescription.includes(` fails. ${declaration.impact} See `),
      );
      expect(alarms).toHaveLength(1);
      expect(alarms[0]?.Properties.AlarmActions).toHaveLength(1);
    },
  );

  test('are granted nothing on everything but what AWS forces', () => {
    for (const { part, id, Properties } of roles) {
      for (const grant of grantsOf(statementsOf(Properties))) {
        const [action = '', resource = ''] = grant.split(' on ');
        expect(action, `${part}/${id}`).not.toContain('*');
        if (!resource.includes('*') || resource === companyLogos) continue;
        expect(Object.keys(grantedOnEverything), `${part}/${id}`).toContain(action);
      }
    }
  });

  test('use keys that were made only by their tags and kind, and decrypt by OAEP only', () => {
    const found = roles
      .flatMap(({ Properties }) => statementsOf(Properties))
      .filter(({ Resource }) => listOf(Resource).some((one) => nameOf(one).includes('*')))
      .flatMap(({ Action, Condition }) =>
        listOf(Action).map((action) => ({ action: String(action), Condition })),
      )
      .filter(({ action }) => action.startsWith('kms:'));
    const wanted = [
      ...conditionsOfEncryptionKeys(stage),
      ...conditionsOfRing(stage, 'token-signing'),
      ...conditionsOfRing(stage, 'connector-signing'),
      ...conditionsOfRing(stage, 'connector-encryption', 'KEY_AGREEMENT'),
    ];
    const actions = new Set(wanted.map(([action]) => action));
    expect(new Set(found.map(({ action }) => action))).toEqual(actions);
    for (const { action, Condition } of found) {
      const conditions = wanted.flatMap(([of, one]) => (of === action ? [one] : []));
      expect(conditions, action).toContainEqual(Condition);
    }
  });

  test('have the keys that sign tokens only where they are declared, and sign with none replaced', () => {
    for (const { path, declaration } of deployedFunctions) {
      const statements = statementsOf(roleOf(functionOf(path)).Properties).filter(
        (one) =>
          JSON.stringify(one).includes('token-signing') ||
          listOf(one.Resource).some((resource) => nameOf(resource) === 'TokenKey'),
      );
      expect(statements.length > 0, path).toBe((declaration.uses.tokenKey ?? []).length > 0);
      for (const { Action, Condition } of statements) {
        if (Action !== 'kms:Sign') continue;
        expect(Condition, path).toMatchObject({
          Null: { 'aws:ResourceTag/billhook:replaced': 'true' },
        });
      }
    }
  });

  test('use the keys for connectors only where companies are reached', () => {
    const use = /^kms:(Sign|DeriveSharedSecret)$/;
    const using = deployedFunctions.filter(({ path }) =>
      statementsOf(roleOf(functionOf(path)).Properties).some(
        (one) =>
          listOf(one.Action).some((action) => use.test(String(action))) &&
          /connector-|Connector(Signing|Encryption)Key/.test(JSON.stringify(one)),
      ),
    );
    const inSandbox = [
      ...['schedule/follow-test-clocks', 'workflow/advance-clock', 'sandbox/reconcile-now'],
    ];
    expect(using.map(({ path }) => path).sort()).toEqual(
      [
        ...['workflow/log-in', 'workflow/read-bills', 'workflow/submit-payment'],
        ...['workflow/ask-payment', 'workflow/submit-swap'],
        ...['stream/read-accounts', 'schedule/reconcile-payments', 'schedule/refresh-connectors'],
        // It opens what was written down for a browser.
        ...['operator/check-connector', 'connector/serve-browser', 'operator/read-settlements'],
        ...(stage === 'sandbox' ? inSandbox : []),
      ].sort(),
    );
  });

  test('read codes, answers and connections of the table without recovery only where companies need them', () => {
    const reading = deployedFunctions.filter(({ declaration }) =>
      declaration.uses.passing?.includes('get'),
    );
    const clocks = ['schedule/follow-test-clocks', 'workflow/advance-clock'];
    expect(reading.map(({ path }) => path).sort()).toEqual(
      [
        // Pages that connectors did not know, which say nothing of anybody.
        'operator/open-pages',
        // What tells a connector to forget a connection, which it can't open itself.
        'schedule/refresh-connectors',
        'connector/serve-browser',
        'stream/read-accounts',
        'workflow/ask-payment',
        'workflow/log-in',
        'workflow/read-bills',
        'workflow/submit-payment',
        'workflow/submit-swap',
        ...(stage === 'sandbox' ? clocks : []),
      ].sort(),
    );
  });

  test('use the table’s key only through DynamoDB', () => {
    const found = roles
      .flatMap(({ Properties }) => statementsOf(Properties))
      .filter(({ Resource }) => listOf(Resource).some((one) => nameOf(one) === 'TableKey'));
    expect(found.length).toBeGreaterThan(50);
    for (const { Condition } of found) {
      expect(Condition).toEqual({
        StringLike: {
          'kms:ViaService': { 'Fn::Join': ['', ['dynamodb.', { Ref: 'AWS::Region' }, '.*']] },
        },
      });
    }
  });

  test('decrypt with keys of partners exactly where an operation reads the body of a POST', () => {
    const decrypting = functions
      .filter((one) =>
        grantsOf(statementsOf(roleOf(one).Properties)).includes(`kms:Decrypt on ${anyKey}`),
      )
      .map(({ Properties }) => variablesOf(Properties).POWERTOOLS_SERVICE_NAME);
    const posts = allOperations
      .filter(({ operation }) => operation.method === 'POST' && operation.body)
      // Who is no partner's has no partner's key.
      .filter(({ operation }) => !operation.callers.includes('anyone'))
      .map(({ group, name }) => `${group}/${fileNameOf(name)}`);
    expect(posts.length).toBeGreaterThan(12);
    expect(decrypting.sort()).toEqual(posts.sort());
  });

  test('keep answers where an operation takes an idempotency key, and nowhere else', () => {
    const keeping = deployedFunctions.filter(({ path }) => takesKey(path));
    for (const { path, declaration } of deployedFunctions) {
      const keeps = declaration.uses.vault?.open?.includes('answer') ?? false;
      expect(keeps, path).toBe(takesKey(path));
    }
    expect(keeping.length).toBeGreaterThan(12);
  });

  /** Written out again: a POST whose caller is known, and that changes something. */
  function takesKey(path: string): boolean {
    if (path === 'company/search-companies') return false;
    return allOperations.some(
      ({ group, name, operation: { method, callers } }) =>
        path === `${group}/${fileNameOf(name)}` && method === 'POST' && !callers.includes('anyone'),
    );
  }

  function functionOf(path: string): Found {
    return functions.find(
      ({ Properties }) => variablesOf(Properties).POWERTOOLS_SERVICE_NAME === path,
    ) as Found;
  }

  function roleOf({ part, Properties }: Found): Found {
    const [id] = Properties.Role['Fn::GetAtt'];
    return roles.find((role) => role.part === part && role.id === id) as Found;
  }
});

type WantedCondition = readonly [action: string, condition: object | undefined];

const tagsOf = (name: string, use: string, stage: string) => ({
  [`${name}/billhook:use`]: use,
  [`${name}/billhook:stage`]: stage,
});
/** A key that has such tags already, of another stage perhaps, keeps them. */
const untagged = {
  'aws:ResourceTag/billhook:use': 'true',
  'aws:ResourceTag/billhook:stage': 'true',
};

function conditionsOfEncryptionKeys(stage: string): WantedCondition[] {
  const kind = { 'kms:KeySpec': 'RSA_2048', 'kms:KeyUsage': 'ENCRYPT_DECRYPT' };
  const requested = tagsOf('aws:RequestTag', 'payload-encryption', stage);
  const owned = { ...tagsOf('aws:ResourceTag', 'payload-encryption', stage), ...kind };
  const algorithms = ['RSAES_OAEP_SHA_1', 'RSAES_OAEP_SHA_256'];
  return [
    ['kms:CreateKey', { StringEquals: { ...requested, ...kind } }],
    ['kms:TagResource', { StringEquals: requested, Null: untagged }],
    ['kms:ListKeys', undefined],
    // Tags of a new key would be known minutes later.
    ['kms:GetPublicKey', { StringEquals: kind }],
    ['kms:Decrypt', { StringEquals: { ...owned, 'kms:EncryptionAlgorithm': algorithms } }],
    ['kms:ScheduleKeyDeletion', { StringEquals: owned }],
    ['kms:ListResourceTags', { StringEquals: owned }],
  ];
}

function conditionsOfRing(stage: string, use: string, usage = 'SIGN_VERIFY'): WantedCondition[] {
  const kind = { 'kms:KeySpec': 'ECC_NIST_P256', 'kms:KeyUsage': usage };
  const requested = tagsOf('aws:RequestTag', use, stage);
  const StringEquals = { ...tagsOf('aws:ResourceTag', use, stage), ...kind };
  const replacing = {
    StringEquals: { ...StringEquals, 'aws:RequestTag/billhook:replaced': 'yes' },
    'ForAllValues:StringEquals': { 'aws:TagKeys': 'billhook:replaced' },
  };
  return [
    ['kms:CreateKey', { StringEquals: { ...requested, ...kind } }],
    ['kms:TagResource', { StringEquals: requested, Null: untagged }],
    ['kms:TagResource', replacing],
    ['kms:GetPublicKey', { StringEquals }],
    // Of a key just made: its tags are known minutes later.
    ['kms:GetPublicKey', { StringEquals: kind }],
    usage === 'SIGN_VERIFY'
      ? ['kms:Sign', { StringEquals, Null: { 'aws:ResourceTag/billhook:replaced': 'true' } }]
      : ['kms:DeriveSharedSecret', { StringEquals }],
    ...[
      'GetKeyPolicy',
      'PutKeyPolicy',
      'DisableKey',
      'ScheduleKeyDeletion',
      'ListResourceTags',
    ].map((action): WantedCondition => [`kms:${action}`, { StringEquals }]),
  ];
}

/** All but the CDK's own function, which copies files: `module-host.test.ts` looks at that one. */
function isDeclared({ part }: Found): boolean {
  // The browser's worker has no declaration, and a test of its own.
  return part !== 'module-host' && part !== 'browser';
}

function expectedGrants(uses: Uses): string[] {
  return [
    ...(uses.table ?? []).flatMap((action) => grantsOfTable[action] ?? [`nothing for ${action}`]),
    ...grantsOfPassing(uses),
    ...grantsOfTableKey(uses),
    ...grantsOfVault(uses),
    ...grantsOfClientKeys(uses),
    ...(uses.fingerprint ? ['kms:GenerateMac on FingerprintKey'] : []),
    ...(uses.tokenKey ?? []).flatMap((use) => grantsOfTokenKeys[use] ?? []),
    ...(uses.connectorKeys ?? []).flatMap((use) => grantsOfConnectorKeys[use] ?? []),
    ...grantsOfAllRotations(uses),
    ...(uses.encryptionKeys ?? []).flatMap((use) => grantsOfEncryptionKeys[use] ?? []),
    ...(uses.pepper ? ['secretsmanager:GetSecretValue on Pepper'] : []),
    ...(uses.firstPartner
      ? [
          'secretsmanager:GetSecretValue on FirstPartner',
          'secretsmanager:PutSecretValue on FirstPartner',
        ]
      : []),
    ...(uses.starts ?? []).map(
      (name) => `states:StartExecution on ${name.replace('-', '')}Machine`,
    ),
    ...(uses.signals ?? []).map(
      (name) => `states:SendTaskSuccess on ${name.replace('-', '')}Machine`,
    ),
    ...(uses.beats ?? []).map(
      (name) => `states:SendTaskHeartbeat on ${name.replace('-', '')}Machine`,
    ),
    ...(uses.publishes ? ['events:PutEvents on Bus'] : []),
    ...(uses.putsLogos ? [`s3:PutObject on ${companyLogos}`] : []),
    ...(uses.sends ?? []).map((name) => `sqs:SendMessage on ${queueNames[name]}`),
  ];
}

/** One for kinds that records tell apart, and one for those that a purpose does. */
function grantsOfVault({ vault = {} }: Uses): string[] {
  const ofClients = (used: readonly SealedKind[] = []) => (needsClientKey(used) ? ['client'] : []);
  const statements = (action: string, kinds: readonly string[]) => {
    const purposes = kinds.filter((kind) => /^(answer|webhook|page|client)$/.test(kind));
    const records = kinds.length - purposes.length;
    return [records, purposes.length].flatMap((count) =>
      count > 0 ? [`kms:${action} on VaultKey`] : [],
    );
  };
  const opening = [
    ...(vault.open ?? []),
    ...ofClients([...(vault.open ?? []), ...(vault.seal ?? [])]),
  ];
  return [
    ...statements('GenerateDataKey', [...(vault.seal ?? []), ...ofClients(vault.seal)]),
    ...statements('Decrypt', opening),
  ];
}

/** Whoever works with what is sealed of clients needs their keys; only erasing deletes one. */
function grantsOfClientKeys({ vault = {}, erases }: Uses): string[] {
  const seals = needsClientKey(vault.seal);
  return [
    ...(seals || needsClientKey(vault.open) ? ['dynamodb:GetItem on ClientKeys'] : []),
    ...(seals ? ['dynamodb:PutItem on ClientKeys'] : []),
    ...(erases ? ['dynamodb:DeleteItem on ClientKeys', 'dynamodb:PutItem on Erasures'] : []),
  ];
}

const queueNames: Readonly<Record<QueueName, string>> = {
  events: 'EventsQueue',
  endpoints: 'EndpointsQueue',
  readings: 'ReadingsQueue',
  attended: 'AttendedQueue',
  unattended: 'UnattendedQueue',
};

const messages = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];

/** What Lambda does in the function's name. */
function grantsOfSource(declaration: FunctionDeclaration): string[] {
  const { sortKeyPrefix, queue } = declaration as Partial<StreamDeclaration & QueueDeclaration>;
  const stream = ['DescribeStream', 'GetRecords', 'GetShardIterator'];
  return [
    ...(sortKeyPrefix
      ? [
          ...stream.map((action) => `dynamodb:${action} on TableStream`),
          'dynamodb:ListStreams on *',
          'sqs:SendMessage on StreamFailures',
        ]
      : []),
    ...(queue ? messages.map((action) => `sqs:${action} on ${queueNames[queue]}`) : []),
  ];
}

/** The workflow of each task that it hands on by a queue. */
const workflowOf: Readonly<Record<string, string>> = {
  'workflow/log-in': 'linkaccountMachine',
  'workflow/read-bills': 'linkaccountMachine',
  'workflow/submit-payment': 'paybillMachine',
  'workflow/ask-payment': 'paybillMachine',
  'workflow/submit-swap': 'swapcardMachine',
  'workflow/advance-clock': 'advanceclockMachine',
};

/** Reading its own queue, and telling its own workflow what came of it. */
function grantsOfQueuedTask(path: string, declaration: FunctionDeclaration): string[] {
  const { patienceSeconds } = declaration as Partial<QueuedTask>;
  if (patienceSeconds === undefined) return [];
  const name = path.replace('workflow/', '').replace(/-(\w)/, (_, letter) => letter.toUpperCase());
  return [
    ...messages.map((action) => `sqs:${action} on ${name}workQueue`),
    ...['Success', 'Failure'].map((end) => `states:SendTask${end} on ${workflowOf[path]}`),
  ];
}

function expectedVariables({ declaration: { uses } }: BuiltFunction): string[] {
  return [
    'STAGE',
    'POWERTOOLS_SERVICE_NAME',
    'POWERTOOLS_LOG_LEVEL',
    ...((uses.table ?? []).length > 0 ? ['TABLE_NAME'] : []),
    ...(grantsOfPassing(uses).length > 0 ? ['PASSING_TABLE_NAME'] : []),
    ...(uses.vault ? ['VAULT_KEY_ARN'] : []),
    ...(grantsOfClientKeys(uses).length > 0 ? ['CLIENT_KEYS_TABLE'] : []),
    ...(uses.erases ? ['ERASURES_TABLE'] : []),
    ...(uses.fingerprint ? ['FINGERPRINT_KEY_ARN'] : []),
    ...((uses.tokenKey ?? []).length > 0 ? ['TOKEN_KEY_ARN'] : []),
    ...((uses.connectorKeys ?? []).length > 0
      ? ['CONNECTOR_SIGNING_KEY_ARN', 'CONNECTOR_ENCRYPTION_KEY_ARN']
      : []),
    ...(uses.pepper ? ['PEPPER_SECRET_ARN'] : []),
    ...(uses.firstPartner ? ['FIRST_PARTNER_SECRET_ARN'] : []),
    ...(uses.starts?.includes('link-account') ? ['LINK_ACCOUNT_ARN'] : []),
    ...(uses.starts?.includes('pay-bill') ? ['PAY_BILL_ARN'] : []),
    ...(uses.starts?.includes('swap-card') ? ['SWAP_CARD_ARN'] : []),
    ...(uses.starts?.includes('advance-clock') ? ['ADVANCE_CLOCK_ARN'] : []),
    ...(uses.publishes ? ['EVENT_BUS_NAME'] : []),
    ...(uses.putsLogos ? ['LOGOS_BUCKET', 'LOGOS_URL'] : []),
    ...(uses.sends?.includes('events') ? ['EVENTS_QUEUE_URL'] : []),
    ...(uses.sends?.includes('endpoints') ? ['ENDPOINTS_QUEUE_URL'] : []),
    ...(uses.sends?.includes('readings') ? ['READINGS_QUEUE_URL'] : []),
    ...(uses.sends?.includes('attended') ? ['ATTENDED_QUEUE_URL'] : []),
    ...(uses.sends?.includes('unattended') ? ['UNATTENDED_QUEUE_URL'] : []),
  ];
}

function variablesOf(properties: Found['Properties']): Record<string, string> {
  return properties.Environment.Variables;
}

/** What it may do; what its code may not, although Lambda does it in its name, is tried by itself. */
function statementsOf(properties: Found['Properties']): Statement[] {
  return allStatementsOf(properties).filter(({ Effect }) => Effect === 'Allow');
}

function allStatementsOf(properties: Found['Properties']): Statement[] {
  return (properties.Policies ?? []).flatMap((policy: Json) => policy.PolicyDocument.Statement);
}

type Statement = {
  readonly Effect: string;
  readonly Action: unknown;
  readonly Resource: unknown;
  readonly Condition?: unknown;
};

/** `dynamodb:GetItem on Table`: each action with each resource. */
function grantsOf(statements: readonly Statement[]): string[] {
  return statements.flatMap(({ Action, Resource }) =>
    listOf(Action).flatMap((action) =>
      listOf(Resource).map((resource) => `${action} on ${nameOf(resource)}`),
    ),
  );
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** What a resource's ARN in the template comes from. */
function nameOf(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const { Ref, ...functions } = resource as Record<string, Json>;
  if (typeof Ref === 'string') return shortName(Ref);
  if (functions['Fn::Join']) return functions['Fn::Join'][1].map(nameOf).join('');
  if (functions['Fn::GetAtt']) return shortName(functions['Fn::GetAtt'][0]);
  const output: string = functions['Fn::GetStackOutput'].OutputName;
  return shortName(
    output.replace(/^PublishOutput(FnGetAtt|Ref)/, '').replace(/Arn(?=[0-9A-F]{8}$)/, ''),
  );
}

/** Without the hashes that CDK adds. */
function shortName(id: string): string {
  if (/Logs[0-9A-F]{8}$/.test(id)) return 'its log group';
  return id.replace(/([0-9A-F]{8})+$/, '');
}

/** A stage as AWS describes it: whole, and broken in ways that nothing else shows. */
import { instantText } from '@billhook/core/base/dates';
import { newPause } from '@billhook/core/partner/payment-pause';
import { pauseStore } from '@billhook/runtime/stores/pause-store';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { examine, type Patient } from '../../../lib/operator/doctor/checks.ts';
import { type DoctorClients, findDeployment } from '../../../lib/operator/doctor/deployment.ts';
import type { Stage } from '../../../lib/stacks/stage.ts';
import { type MemoryTable, memoryTable } from '../../support/memory-table.ts';
import { NOW } from '../../support/records.ts';

const DAY = 24 * 60 * 60 * 1000;
const outputs = {
  data: {
    TableName: 'main',
    ClientKeysTableName: 'client-keys',
    ErasuresTableName: 'erasures',
    PassingTableName: 'passing',
    AlarmTopicArn: 'arn:aws:sns:eu-west-1:123456789012:alarms',
  },
  operator: { Version: '0.1.1', Settings: 'abc' },
} as Record<string, Record<string, string>>;
const resources = {
  data: [
    ['TableKey', 'AWS::KMS::Key', 'key-1'],
    ['TokenKey', 'AWS::KMS::Key', 'key-2'],
  ],
  schedule: [['sweepRule', 'AWS::Events::Rule', 'billhook-sweep']],
  stream: [['EventsDeadLetters0123ABCD', 'AWS::SQS::Queue', 'https://queue/dead']],
} as Record<string, readonly (readonly [string, string, string])[]>;

/** What AWS answers, by the call and what it is about. A test changes an entry. */
type Answers = Record<string, (input: Readonly<Record<string, string>>) => unknown>;

const enabled = {
  ContinuousBackupsStatus: 'ENABLED',
  PointInTimeRecoveryDescription: {
    PointInTimeRecoveryStatus: 'ENABLED',
    RecoveryPeriodInDays: 35,
    EarliestRestorableDateTime: new Date(NOW - 30 * DAY),
  },
};
const backups: Record<string, unknown> = {
  'client-keys': {
    ...enabled,
    PointInTimeRecoveryDescription: {
      ...enabled.PointInTimeRecoveryDescription,
      RecoveryPeriodInDays: 7,
    },
  },
  passing: { PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'DISABLED' } },
};

let answers: Answers;
let skew: number;
let table: MemoryTable;
beforeEach(() => {
  vi.stubEnv('TOKEN_KEY_ARN', 'arn:aws:kms:eu-west-1:123456789012:key/key-2');
  vi.stubEnv('CONNECTOR_SIGNING_KEY_ARN', 'arn:aws:kms:eu-west-1:123456789012:key/key-3');
  vi.stubEnv('CONNECTOR_ENCRYPTION_KEY_ARN', 'arn:aws:kms:eu-west-1:123456789012:key/key-4');
  skew = 0;
  table = memoryTable();
  answers = {
    DescribeStacksCommand: () => ({
      Stacks: [
        ...['data', 'schedule', 'stream', 'operator'].map((part) => ({
          StackName: `billhook-sandbox-${part}`,
          StackStatus: 'UPDATE_COMPLETE',
          Outputs: Object.entries(outputs[part] ?? {}).map(([OutputKey, OutputValue]) => ({
            OutputKey,
            OutputValue,
          })),
        })),
        { StackName: 'billhook-production-data', StackStatus: 'UPDATE_ROLLBACK_FAILED' },
        {
          StackName: 'CDKToolkit',
          StackStatus: 'CREATE_COMPLETE',
          Outputs: [{ OutputKey: 'BootstrapVersion', OutputValue: '31' }],
        },
      ],
    }),
    ListStackResourcesCommand: ({ StackName }) => ({
      StackResourceSummaries: (resources[String(StackName).slice(17)] ?? []).map(
        ([LogicalResourceId, ResourceType, PhysicalResourceId]) => ({
          ...{ LogicalResourceId, ResourceType, PhysicalResourceId },
        }),
      ),
    }),
    GetCallerIdentityCommand: () => ({ Account: '123456789012', Arn: 'arn:aws:iam::1:user/ada' }),
    GetAccountSettingsCommand: () => ({
      AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 950 },
    }),
    DescribeRuleCommand: ({ Name }) => ({ Name, State: 'ENABLED' }),
    GetQueueAttributesCommand: () => ({ Attributes: { ApproximateNumberOfMessages: '0' } }),
    DescribeContinuousBackupsCommand: ({ TableName = '' }) => ({
      ContinuousBackupsDescription: backups[TableName] ?? enabled,
    }),
    DescribeTableCommand: () => ({
      Table: {
        DeletionProtectionEnabled: true,
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
      },
    }),
    DescribeKeyCommand: ({ KeyId }) => ({
      KeyMetadata: {
        KeyState: 'Enabled',
        KeySpec: KeyId === 'key-1' ? 'SYMMETRIC_DEFAULT' : 'ECC_NIST_P256',
      },
    }),
    GetKeyRotationStatusCommand: () => ({ KeyRotationEnabled: true }),
    ListSubscriptionsByTopicCommand: () => ({
      Subscriptions: [{ Endpoint: 'on-call@example.com', SubscriptionArn: 'arn:aws:sns:…:1' }],
    }),
  };
});
afterEach(() => vi.unstubAllEnvs());

function clients(): DoctorClients {
  const send = async (command: { readonly input: Readonly<Record<string, string>> }) => {
    const answer = answers[command.constructor.name];
    if (!answer) throw new Error(`Nothing answers ${command.constructor.name}`);
    return answer(command.input);
  };
  const one = { send } as never;
  const config = { region: async () => 'eu-west-1', systemClockOffset: skew };
  return {
    ...{ cloudFormation: one, dynamo: one, eventBridge: one, kms: one, lambda: one, sns: one },
    ...{ sqs: one, sts: { send, config } as never },
  };
}

async function look(intended: Partial<Patient['intended']> = {}, stage: Stage = 'sandbox') {
  const given = clients();
  const deployment = await findDeployment(given, stage);
  const meant = { version: '0.1.1', settings: 'abc', region: 'eu-west-1', ...intended };
  const patient = { clients: given, deployment, table, intended: meant, now: NOW };
  return (await examine(patient)).filter(({ state }) => state !== 'ok');
}

describe('A stage that is whole', () => {
  test('needs nothing, and another stage of its account is none of its business', async () => {
    expect(await look()).toEqual([]);
  });
});

/** Each by what AWS answers then, and by the line that names it. */
const broken: Readonly<Record<string, readonly [RegExp, () => unknown]>> = {
  'a deployment that failed': [
    /The stack data is UPDATE_ROLLBACK_FAILED/,
    () => {
      const before = answers.DescribeStacksCommand as () => { Stacks: { StackStatus: string }[] };
      answers.DescribeStacksCommand = () => {
        const [data, ...others] = before().Stacks;
        return { Stacks: [{ ...data, StackStatus: 'UPDATE_ROLLBACK_FAILED' }, ...others] };
      };
    },
  ],
  'ten functions at a time': [
    /Only 10 functions/,
    () => {
      answers.GetAccountSettingsCommand = () => ({
        AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 },
      });
    },
  ],
  'a schedule that is off': [
    /The schedule sweepRule is off/,
    () => {
      answers.DescribeRuleCommand = ({ Name }) => ({ Name, State: 'DISABLED' });
    },
  ],
  'dead letters': [
    /3 messages are in EventsDeadLetters/,
    () => {
      answers.GetQueueAttributesCommand = () => ({
        Attributes: { ApproximateNumberOfMessages: '3' },
      });
    },
  ],
  'a table that cannot be set back': [
    /The table main can't be set back/,
    () => {
      const before = answers.DescribeContinuousBackupsCommand;
      answers.DescribeContinuousBackupsCommand = (input) =>
        input.TableName === 'main'
          ? { ContinuousBackupsDescription: backups.passing }
          : before?.(input);
    },
  ],
  'a table that can be deleted': [
    /can be deleted by mistake/,
    () => {
      answers.DescribeTableCommand = () => ({
        Table: { DeletionProtectionEnabled: false, StreamSpecification: { StreamEnabled: true } },
      });
    },
  ],
  'a key that is to be deleted': [
    /The key TableKey is PendingDeletion/,
    () => {
      const before = answers.DescribeKeyCommand;
      answers.DescribeKeyCommand = (input) =>
        input.KeyId === 'key-1'
          ? { KeyMetadata: { KeyState: 'PendingDeletion', KeySpec: 'SYMMETRIC_DEFAULT' } }
          : before?.(input);
    },
  ],
  'alarms that nobody confirmed': [
    /on-call@example.com has not confirmed/,
    () => {
      answers.ListSubscriptionsByTopicCommand = () => ({
        Subscriptions: [
          { Endpoint: 'on-call@example.com', SubscriptionArn: 'PendingConfirmation' },
        ],
      });
    },
  ],
  'payments that are paused': [
    /Payments are paused since .* by local:ada: everything/,
    () =>
      table.write([pauseStore(table).pause({ kind: 'everything' }, newPause('local:ada', NOW))]),
  ],
  'a company whose sessions fail': [
    /Sessions at co_A fail/,
    () => {
      const since = NOW - DAY;
      const breaker = { state: 'open', since, until: NOW + DAY, opened: 1 };
      return table.write([{ put: { pk: 'gates', sk: 'company#co_A', version: 1, breaker } }]);
    },
  ],
  'a clock that is wrong': [
    /The clock of this machine is wrong by 600 s/,
    () => {
      skew = 600_000;
    },
  ],
};

describe('A stage that is broken is named by doctor', () => {
  test.each(Object.entries(broken))(
    'by one line with what to do: %s',
    async (_name, [line, breaks]) => {
      await breaks();
      const lines = await look();
      expect(lines).toEqual([
        {
          check: expect.any(String),
          state: 'wrong',
          said: expect.stringMatching(line),
          todo: expect.any(String),
        },
      ]);
    },
  );

  test('in all ways at once, with another release, other settings and another region', async () => {
    for (const [, breaks] of Object.values(broken)) await breaks();
    const lines = await look({ version: '0.2.0', settings: 'def', region: 'us-east-1' });
    const said = lines.map((one) => one.said);
    for (const [line] of Object.values(broken))
      expect(said).toContainEqual(expect.stringMatching(line));
    expect(said).toContain('Release 0.1.1 is deployed, here is 0.2.0');
    expect(said).toContain('Other settings are deployed than stages/sandbox.json has');
    expect(said).toContain('Your shell is in eu-west-1, the settings say us-east-1');
    expect(lines).toHaveLength(Object.keys(broken).length + 3);
  });

  test('as unknown where its operator may not look, and all else is said', async () => {
    answers.GetAccountSettingsCommand = () => {
      throw Object.assign(new Error('is not authorized to perform: lambda:GetAccountSettings'), {
        name: 'AccessDeniedException',
      });
    };
    expect(await look()).toMatchObject([
      { check: 'quotas', state: 'unknown', said: expect.stringContaining('AccessDenied') },
    ]);
  });
});

test('What an operator may have meant is a note', async () => {
  const pause = newPause('local:ada', NOW);
  await table.write([pauseStore(table).pause({ kind: 'company', id: 'co_A' }, pause)]);
  await table.write([{ put: { pk: 'gates', sk: 'connector#method', version: 1, paused: pause } }]);
  const since = instantText(NOW);
  expect((await look()).map(({ state, said, todo }) => [state, said, todo])).toEqual([
    [
      ...['note', `Payments are paused since ${since} by local:ada: company co_A`],
      'npx billhook payments resume --company co_A',
    ],
    [
      ...['note', `Sessions are paused since ${since}: connector method`],
      'npx billhook connector resume method',
    ],
  ]);
});

test.each([
  ['sandbox', 'live'],
  ['staging', 'test'],
  ['production', 'test'],
] as const)('A connector of the other mode is wrong: in %s, a %s one', async (stage, other) => {
  const item = (id: string) => ({ pk: 'connectors', sk: id, id, verified: { failed: 0 } });
  for (const mode of ['test', 'live'])
    await table.write([{ put: { ...item(mode), manifest: { mode } } }]);
  const lines = (await look({}, stage)).filter(({ check }) => check === 'connectors');
  expect(lines.map(({ said }) => said)).toEqual([`The connector ${other} is a ${other} one`]);
});

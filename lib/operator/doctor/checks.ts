/** What `billhook doctor` looks at: each check says what it found, and what to do. It changes nothing. */
import { DescribeContinuousBackupsCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DescribeRuleCommand } from '@aws-sdk/client-eventbridge';
import { DescribeKeyCommand, GetKeyRotationStatusCommand } from '@aws-sdk/client-kms';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import { keyRings } from '@billhook/core/key-rings/rings';
import { overdueOf } from '@billhook/core/key-rings/rotation';
import { listPauses } from '@billhook/core/partner/payment-pause';
import { standingKeys } from '@billhook/runtime/key-rotation/rotate';
import { connectorStore } from '@billhook/runtime/stores/connector-store';
import { gateStore } from '@billhook/runtime/stores/gate-store';
import { pauseStore } from '@billhook/runtime/stores/pause-store';
import type { Table } from '@billhook/runtime/table/types';
import { deadLetterQueues, QUEUE_STACKS } from '../commands/dead-letters.ts';
import { BOOTSTRAP, type Deployment, type DoctorClients } from './deployment.ts';

export type Line = {
  readonly check: string;
  /** `note`: it may be meant so, and fails no pipeline. */
  readonly state: 'ok' | 'note' | 'wrong' | 'unknown';
  readonly said: string;
  readonly todo?: string;
};

type Finding = Omit<Line, 'check'>;

export type Patient = {
  readonly clients: DoctorClients;
  readonly deployment: Deployment;
  readonly table: Table;
  /** What this folder would deploy. */
  readonly intended: {
    readonly version: string;
    /** Missing where the settings can't be read. */
    readonly settings?: string;
    readonly region?: string;
    readonly account?: string;
  };
  readonly now: number;
};

const ok = (said: string): Finding => ({ state: 'ok', said });
const note = (said: string, todo: string): Finding => ({ state: 'note', said, todo });
const wrong = (said: string, todo: string): Finding => ({ state: 'wrong', said, todo });

/** What a check found, or that all is well. */
const unless = (found: readonly Finding[], well: string) => (found.length > 0 ? found : [ok(well)]);

type Check = (patient: Patient) => Promise<readonly Finding[]>;

/** The version of the bootstrap that the stacks' templates ask for. */
const LEAST_BOOTSTRAP = 6;
/** Functions at once, below which users and sweeps stop each other; a new account has 10. */
const LEAST_CONCURRENCY = 100;
const MOST_SKEW_MILLISECONDS = 60_000;
const DAYS_OF_CLIENT_KEYS = 7;

const checks: Readonly<Record<string, Check>> = {
  'account and region': async ({ clients: { sts }, deployment, intended }) => {
    const { Account = '' } = await sts.send(new GetCallerIdentityCommand({}));
    const region = await sts.config.region();
    const { account = Account, region: meant = region } = intended;
    return unless(
      [
        ...(account === Account
          ? []
          : [
              wrong(
                `Your credentials are of account ${Account}, the settings say ${account}`,
                'Use credentials of that account',
              ),
            ]),
        ...(meant === region
          ? []
          : [
              wrong(
                `Your shell is in ${region}, the settings say ${meant}`,
                `export AWS_REGION=${meant}`,
              ),
            ]),
      ],
      `${deployment.stage} is in account ${Account}, ${region}`,
    );
  },
  clock: async ({ clients: { sts } }) => {
    await sts.send(new GetCallerIdentityCommand({}));
    const skew = Math.abs(sts.config.systemClockOffset);
    if (skew < MOST_SKEW_MILLISECONDS) return [ok('This machine has the time of AWS')];
    const said = `The clock of this machine is wrong by ${Math.round(skew / 1000)} s`;
    return [wrong(said, 'Set it: pauses and the audit carry its time')];
  },
  stacks: async ({ deployment: { stacks } }) => {
    const bad = [...stacks].filter(
      ([, { StackStatus = '' }]) => !/^(CREATE|UPDATE|IMPORT)_COMPLETE$/.test(StackStatus),
    );
    return unless(
      bad.map(([part, { StackStatus }]) =>
        wrong(`The stack ${part} is ${StackStatus}`, 'docs/operate/deployments.md says what to do'),
      ),
      `${stacks.size} stacks are deployed`,
    );
  },
  version: async ({ deployment, intended }) => {
    const deployed = deployment.output('operator', 'Version');
    return deployed === intended.version
      ? [ok(`Release ${deployed} is deployed`)]
      : [
          wrong(
            `Release ${deployed ?? 'before doctor'} is deployed, here is ${intended.version}`,
            'Deploy, or use the folder of that release',
          ),
        ];
  },
  settings: async ({ deployment: { output, stage }, intended }) => {
    const file = `stages/${stage}.json`;
    if (intended.settings === undefined)
      return [
        {
          state: 'unknown',
          said: `${file} can't be read here`,
          todo: 'Run doctor in the folder that you deploy from',
        },
      ];
    return output('operator', 'Settings') === intended.settings
      ? [ok(`The settings are those of ${file}`)]
      : [
          wrong(
            `Other settings are deployed than ${file} has`,
            `npx cdk diff -c stage=${stage} --all`,
          ),
        ];
  },
  bootstrap: async ({ deployment: { output } }) => {
    const version = Number(output(BOOTSTRAP, 'BootstrapVersion') ?? 0);
    return version >= LEAST_BOOTSTRAP
      ? [ok(`The account is bootstrapped, version ${version}`)]
      : [
          wrong(
            `The account's bootstrap has version ${version}, ${LEAST_BOOTSTRAP} is needed`,
            'npx cdk bootstrap',
          ),
        ];
  },
  quotas: async ({ clients: { lambda } }) => {
    const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
    const { UnreservedConcurrentExecutions: free = 0 } = AccountLimit ?? {};
    return free >= LEAST_CONCURRENCY
      ? [ok(`${free} functions may run at a time`)]
      : [
          wrong(
            `Only ${free} functions may run at a time`,
            'Ask AWS for more: docs/operate/concurrency.md',
          ),
        ];
  },
  schedules: async ({ clients: { eventBridge }, deployment }) => {
    const rules = await deployment.resources('schedule', 'AWS::Events::Rule');
    const states = await Promise.all(
      [...rules].map(async ([id, Name]) => {
        const { State } = await eventBridge.send(new DescribeRuleCommand({ Name }));
        return { id, Name, State };
      }),
    );
    const off = states.filter(({ State }) => State !== 'ENABLED');
    return unless(
      off.map(({ id, Name }) =>
        wrong(`The schedule ${id} is off`, `aws events enable-rule --name ${Name}`),
      ),
      `${states.length} schedules are on`,
    );
  },
  'dead letters': async ({ clients: { sqs }, deployment }) => {
    const parts = QUEUE_STACKS.filter((part) => deployment.stacks.has(part));
    const queues = await Promise.all(
      parts.map((part) => deployment.resources(part, 'AWS::SQS::Queue')),
    );
    const dead = queues.flatMap(deadLetterQueues);
    const counted = await Promise.all(
      dead.map(async ({ name, url: QueueUrl }) => {
        const AttributeNames = ['ApproximateNumberOfMessages' as const];
        const { Attributes } = await sqs.send(
          new GetQueueAttributesCommand({ QueueUrl, AttributeNames }),
        );
        return { name, count: Number(Attributes?.ApproximateNumberOfMessages ?? 0) };
      }),
    );
    const full = counted.filter(({ count }) => count > 0);
    return unless(
      full.map(({ name, count }) =>
        wrong(`${count} messages are in ${name}`, `npx billhook dead-letters read ${name}`),
      ),
      `${dead.length} dead-letter queues are empty`,
    );
  },
  recovery: async ({ clients: { dynamo }, deployment: { output } }) => {
    const backupsOf = async (TableName: string) => {
      const { ContinuousBackupsDescription: said } = await dynamo.send(
        new DescribeContinuousBackupsCommand({ TableName }),
      );
      return said?.PointInTimeRecoveryDescription ?? {};
    };
    const named = (name: string) => output('data', name) ?? '';
    const main = named('TableName');
    const [backups, keys, erasures, passing] = await Promise.all([
      backupsOf(main),
      backupsOf(named('ClientKeysTableName')),
      backupsOf(named('ErasuresTableName')),
      backupsOf(named('PassingTableName')),
    ]);
    const { Table } = await dynamo.send(new DescribeTableCommand({ TableName: main }));
    const turnOn = (name: string) =>
      `aws dynamodb update-continuous-backups --table-name ${name} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true`;
    const isOn = (one: typeof keys) => one.PointInTimeRecoveryStatus === 'ENABLED';
    const days = keys.RecoveryPeriodInDays ?? 35;
    return unless(
      [
        ...(isOn(backups) ? [] : [wrong(`The table ${main} can't be set back`, turnOn(main))]),
        ...(isOn(erasures)
          ? []
          : [wrong('The list of erasures can’t be set back', turnOn(named('ErasuresTableName')))]),
        ...(days <= DAYS_OF_CLIENT_KEYS
          ? []
          : [
              wrong(
                `Erased clients' keys can be restored for ${days} days`,
                'Deploy the stack data: they may be for 7',
              ),
            ]),
        ...(isOn(passing)
          ? [
              wrong(
                'Card codes are backed up: the table of codes can be set back',
                'Deploy the stack data, which turns it off',
              ),
            ]
          : []),
        ...(Table?.DeletionProtectionEnabled
          ? []
          : [
              wrong(
                `The table ${main} can be deleted by mistake`,
                `aws dynamodb update-table --table-name ${main} --deletion-protection-enabled`,
              ),
            ]),
        ...(Table?.StreamSpecification?.StreamEnabled
          ? []
          : [
              wrong(
                `The table ${main} has no stream: events come late`,
                'docs/operate/restoring.md turns it on',
              ),
            ]),
      ],
      `The table can be set back to ${backups.EarliestRestorableDateTime?.toISOString() ?? 'any moment since it was made'}`,
    );
  },
  keys: async ({ clients: { kms }, deployment, table, now }) => {
    const keys = await deployment.resources('data', 'AWS::KMS::Key');
    const found = await Promise.all(
      [...keys].map(async ([id, KeyId]): Promise<Finding[]> => {
        const { KeyMetadata } = await kms.send(new DescribeKeyCommand({ KeyId }));
        if (KeyMetadata?.KeyState !== 'Enabled')
          return [
            wrong(
              `The key ${id} is ${KeyMetadata?.KeyState}`,
              `aws kms cancel-key-deletion, or enable-key, --key-id ${KeyId}`,
            ),
          ];
        if (KeyMetadata.KeySpec !== 'SYMMETRIC_DEFAULT') return [];
        const { KeyRotationEnabled } = await kms.send(new GetKeyRotationStatusCommand({ KeyId }));
        // The vault's, the table's and those of logs and alarms.
        return KeyRotationEnabled
          ? []
          : [
              wrong(
                `The key ${id} isn't replaced each year`,
                `aws kms enable-key-rotation --key-id ${KeyId}`,
              ),
            ];
      }),
    );
    const rings = await Promise.all(
      Object.values(keyRings).map(async (ring): Promise<Finding[]> => {
        const late = overdueOf(await standingKeys({ table, ring }, now), ring, now);
        return late > DAY_MILLISECONDS
          ? [
              wrong(
                `A step of ${ring.description} is due since ${Math.floor(late / DAY_MILLISECONDS)} days`,
                'docs/operate/token-key.md',
              ),
            ]
          : [];
      }),
    );
    return unless(
      [...found, ...rings].flat(),
      `${keys.size} keys are enabled, and replaced in time`,
    );
  },
  subscriptions: async ({ clients: { sns }, deployment: { output } }) => {
    const topics = ['AlarmTopicArn', 'DaytimeAlarmTopicArn'].flatMap(
      (name) => output('data', name) ?? [],
    );
    const found = await Promise.all(
      topics.map(async (TopicArn): Promise<Finding[]> => {
        const { Subscriptions = [] } = await sns.send(
          new ListSubscriptionsByTopicCommand({ TopicArn }),
        );
        const open = Subscriptions.filter(
          ({ SubscriptionArn }) => SubscriptionArn === 'PendingConfirmation',
        );
        if (open.length > 0)
          return open.map(({ Endpoint }) =>
            wrong(
              `${Endpoint} has not confirmed its subscription to alarms`,
              'Open the link in the message of AWS, or deploy alarmEmail again',
            ),
          );
        return Subscriptions.length > 0
          ? []
          : [
              wrong(
                `No one is subscribed to ${TopicArn}`,
                'Set alarmEmail, or subscribe to the topic',
              ),
            ];
      }),
    );
    return unless(found.flat(), 'Alarms are sent to a confirmed address');
  },
  paused: async ({ table, deployment: { output } }) => {
    const pauses = listPauses(await pauseStore(table).find());
    const held = output('data', 'PaymentsPaused')
      ? [
          wrong(
            'No payment is made: the setting paymentsPaused',
            'docs/operate/restoring.md says when to end it',
          ),
        ]
      : [];
    const restored = output('data', 'OwnTableName');
    const lists = await Promise.all(
      (['company', 'connector'] as const).map(async (kind) =>
        [...(await gateStore(table).list(kind))].map(([id, gate]) => ({
          what: `${kind} ${id}`,
          gate,
        })),
      ),
    );
    return unless(
      [
        ...held,
        ...(restored
          ? [
              note(
                'The stage runs on a restored table',
                `Keep the setting restoredTable; ${restored} is its own`,
              ),
            ]
          : []),
        ...pauses.flatMap((one) => {
          if (one.kind === 'stage') return [];
          const [what, option] =
            'id' in one
              ? [`${one.kind} ${one.id}`, ` --${one.kind} ${one.id}`]
              : ['everything', ''];
          const said = `Payments are paused since ${one.since} by ${one.by}: ${what}`;
          if (one.kind === 'suspended')
            return [note(said, `npx billhook partner resume ${one.id}`)];
          const todo = `npx billhook payments resume${option}`;
          return [one.kind === 'everything' ? wrong(said, todo) : note(said, todo)];
        }),
        ...lists
          .flat()
          .filter(({ gate }) => gate.paused)
          .map(({ what, gate }) =>
            note(
              `Sessions are paused since ${gate.paused?.since}: ${what}`,
              `npx billhook ${what.replace(' ', ' resume ')}`,
            ),
          ),
      ],
      'Nothing is paused',
    );
  },
  connectors: async ({ table, deployment: { stage }, now }) => {
    const all = (await connectorStore(table).list()).filter(
      ({ removedAt }) => removedAt === undefined,
    );
    const mode = stage === 'sandbox' ? 'test' : 'live';
    const failing = [...(await gateStore(table).list('company'))].filter(
      ([, { breaker }]) => breaker?.state === 'open' && breaker.until > now,
    );
    return unless(
      [
        ...all.flatMap(({ id, manifest, verified }) => [
          ...(manifest.mode === mode
            ? []
            : [
                wrong(
                  `The connector ${id} is a ${manifest.mode} one`,
                  `npx billhook connector remove ${id}`,
                ),
              ]),
          ...(verified && verified.failed > 0
            ? [
                wrong(
                  `The connector ${id} fails ${verified.failed} checks of the suite`,
                  `npx billhook connector verify ${id}`,
                ),
              ]
            : []),
          ...(verified
            ? []
            : [
                note(
                  `The connector ${id} was never verified`,
                  `npx billhook connector verify ${id}`,
                ),
              ]),
        ]),
        ...failing.map(([id]) =>
          wrong(`Sessions at ${id} fail, and wait`, `npx billhook company show ${id}`),
        ),
      ],
      `${all.length} connectors are registered, and none fails`,
    );
  },
};

/** Each check by itself: what can't be read says so, and hides nothing else. */
export async function examine(patient: Patient): Promise<Line[]> {
  const lines = await Promise.all(
    Object.entries(checks).map(async ([check, look]): Promise<Line[]> => {
      const found = await look(patient).catch((error: Error): Finding[] => [
        {
          state: 'unknown',
          said: `${error.name}: ${error.message}`,
          todo: 'docs/operate/command-line.md has the permissions',
        },
      ]);
      return found.map((one) => ({ check, ...one }));
    }),
  );
  return lines.flat();
}

/** `billhook connector-key`: the keys by which connectors know this deployment. */
import { isFailure } from '@billhook/core/base/errors';
import { type KeyRing, keyRings } from '@billhook/core/key-rings/rings';
import {
  KEYS_KNOWN_MILLISECONDS,
  type KeyRingRecord,
  nextStep,
} from '@billhook/core/key-rings/rotation';
import { openConnectorKeys } from '@billhook/runtime/key-rings/connector-keys';
import { openRingKms } from '@billhook/runtime/key-rotation/ring-kms';
import {
  goOnWithRotation,
  type RotationDeps,
  revokeKeys,
  standingKeys,
} from '@billhook/runtime/key-rotation/rotate';
import {
  type CommandGroup,
  type Options,
  type Report,
  refusal,
  type Service,
} from '../command-group.ts';
import { ringReport } from '../key-ring-report.ts';

/** By what each is to connectors. */
const rings: readonly (readonly [use: string, title: string, ring: KeyRing])[] = [
  ['sig', 'Requests to connectors are signed (sig):', keyRings.connectorSigning],
  ['enc', 'Connectors encrypt to us (enc):', keyRings.connectorEncryption],
];

export const connectorKeyCommands: CommandGroup = (program, does) => {
  const group = program
    .command('connector-key')
    .description('The keys by which connectors know this deployment');
  group
    .command('show')
    .description('Show which keys count, what comes next, and the key set to give to connectors')
    .action(does(show));
  group
    .command('rotate')
    .description('Publish a new key of each use; repeated once all connectors have them, use them')
    .option('--now', 'the keys are stolen: end them at once, so that connectors refuse everything')
    .option('--confirm <stage>', 'with --now: the stage, where nobody can be asked')
    .action(
      does((service, _names, options) =>
        options.now ? revoke(service, options) : rotate(service),
      ),
    );
};

async function show(service: Service): Promise<Report> {
  return reportOf(service, await standing(service));
}

async function rotate(service: Service): Promise<Report> {
  const { actor, now } = service;
  const before = await standing(service);
  const switches = before.some((record, index) => isSwitched(record, rings[index]?.[2], now));
  if (switches) {
    await service.confirm(
      'Use the new keys now? A connector that does not have them refuses every request.',
    );
  }
  const after: KeyRingRecord[] = [];
  for (const deps of open(service)) {
    after.push(await goOnWithRotation(deps, { actor, now, begin: true }));
  }
  const begins = after.some(({ next }, index) => next && !before[index]?.next);
  const report = await reportOf(service, after);
  return { ...report, lines: [...said({ begins, switches }), '', ...report.lines] };
}

/** Whether asking for it means that the published key is used from now on. */
function isSwitched(record: KeyRingRecord, ring: KeyRing | undefined, now: number): boolean {
  if (!ring) return false;
  const { step, at } = nextStep(record, ring);
  return step === 'switch' && at <= now;
}

function said({ begins, switches }: { readonly begins: boolean; readonly switches: boolean }) {
  if (begins)
    return [
      'A new key of each use is published. Give the key set to whoever runs a connector of yours.',
      'When all of them have it, and from the time below on, run this again: then it is used.',
    ];
  if (switches) return ['The new keys are used. The old ones are accepted for 31 days more.'];
  return ['A rotation is under way, so no other was begun.'];
}

async function revoke(service: Service, { confirm }: Options) {
  const { actor, now, remark, stage } = service;
  const all = open(service);
  await service.confirm(
    'End the keys for connectors at once? No company is reached until its connector has the new ones.',
  );
  const given = confirm === undefined ? undefined : String(confirm);
  await service.retype('Connectors that do not have the new keys refuse all.', stage, given);
  const revoked: KeyRingRecord[] = [];
  for (const deps of all) {
    const one = await revokeKeys(deps, { actor, now });
    if (isFailure(one)) return one;
    revoked.push(one);
  }
  remark('Other keys are used. Waiting until no function goes on with the old ones…');
  await new Promise((resolve) => setTimeout(resolve, KEYS_KNOWN_MILLISECONDS));
  const report = await reportOf(service, revoked);
  const lines = [
    'The keys that there were are not used any more, and KMS has disabled them.',
    'Whoever runs a connector of yours has to replace them now: until then it refuses every request.',
  ];
  return { ...report, lines: [...lines, '', ...report.lines] };
}

function standing(service: Service): Promise<KeyRingRecord[]> {
  return Promise.all(open(service).map((deps) => standingKeys(deps, service.now)));
}

function open({ table, aws }: Service): RotationDeps[] {
  if (!process.env.CONNECTOR_SIGNING_KEY_ARN || !process.env.CONNECTOR_ENCRYPTION_KEY_ARN)
    throw refusal('The stacks are of a version that has no keys for connectors: deploy first.');
  return rings.map(([, , ring]) => ({ table, ring, kms: openRingKms(ring, aws) }));
}

/** With the key set as it is published from now on: each reads the table anew. */
async function reportOf(
  { table, aws, now }: Service,
  records: readonly KeyRingRecord[],
): Promise<Report> {
  const keySet = await openConnectorKeys({ table, aws, clock: () => now }).published();
  const shown = rings.map(([use, title, ring], index) => {
    const record = records[index];
    if (!record) throw new Error('A ring of keys is missing');
    const { value, lines } = ringReport(record, ring);
    return { use, value, lines: [title, ...lines, ''] };
  });
  return {
    value: { ...Object.fromEntries(shown.map(({ use, value }) => [use, value])), keySet },
    lines: [
      ...shown.flatMap(({ lines }) => lines),
      'The key set, also at GET /v1/.well-known/billhook-connector-keys:',
      ...JSON.stringify(keySet, undefined, 2).split('\n'),
    ],
  };
}

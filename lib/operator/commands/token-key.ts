/** `billhook token-key`: the keys that sign users' tokens. */
import { instantText } from '@billhook/core/dates';
import { isFailure } from '@billhook/core/errors';
import {
  ACCEPTED_MILLISECONDS,
  isSettled,
  KEYS_KNOWN_MILLISECONDS,
  nextStep,
  PUBLISHED_MILLISECONDS,
  ROTATED_AFTER_MILLISECONDS,
  type TokenKeysRecord,
  tokenKeyIdOf,
} from '@billhook/core/token-keys/rotation';
import {
  goOnWithRotation,
  revokeTokenKeys,
  standingTokenKeys,
} from '@billhook/runtime/token-keys/rotate';
import { openTokenKms } from '@billhook/runtime/token-keys/token-kms';
import {
  type CommandGroup,
  columns,
  type Options,
  type Report,
  refusal,
  type Service,
} from '../command-group.ts';

export const tokenKeyCommands: CommandGroup = (program, does) => {
  const group = program.command('token-key').description("The key that signs users' tokens");
  group
    .command('show')
    .description('Show which keys sign and are accepted, until when, and what is due')
    .action(does(show));
  group
    .command('rotate')
    .description('Replace the key in steps that log nobody out; repeating it begins no second one')
    .option('--now', 'the key is stolen: end it at once, so that all users have to sign in again')
    .option('--confirm <stage>', 'with --now: the stage, where nobody can be asked')
    .action(
      does((service, _names, options) =>
        options.now ? revoke(service, options) : rotate(service),
      ),
    );
};

async function show(service: Service): Promise<Report> {
  const { table } = open(service);
  return reportOf(await standingTokenKeys(table, service.now));
}

async function rotate(service: Service): Promise<Report> {
  const { actor, now } = service;
  const deps = open(service);
  const begins = isSettled(await standingTokenKeys(deps.table, now));
  const report = reportOf(await goOnWithRotation(deps, { actor, now, begin: true }));
  const said = begins
    ? 'A new key is published. The schedule does the rest; nobody is logged out.'
    : 'A rotation is under way, so no other was begun. The schedule does the rest.';
  return { ...report, lines: [said, '', ...report.lines] };
}

async function revoke(service: Service, { confirm }: Options) {
  const { actor, now, remark, stage } = service;
  const deps = open(service);
  await service.confirm(
    'End the key that signs tokens at once? All users of all partners have to sign in again.',
  );
  const given = confirm === undefined ? undefined : String(confirm);
  await service.retype('No token that was made until now is accepted any more.', stage, given);
  const revoked = await revokeTokenKeys(deps, { actor, now });
  if (isFailure(revoked)) return revoked;
  remark('Another key signs. Waiting until no function accepts the old one…');
  await new Promise((resolve) => setTimeout(resolve, KEYS_KNOWN_MILLISECONDS));
  const report = reportOf(revoked);
  const said = [
    'No token that was made before is accepted any more: all users have to sign in again.',
    'Tell partners that verify tokens themselves to fetch the keys now: they may keep them for an hour.',
  ];
  return { ...report, lines: [...said, '', ...report.lines] };
}

function open({ table, aws }: Service) {
  if (!process.env.TOKEN_KEY_ARN)
    throw refusal('The stacks are of a version that cannot rotate the token key: deploy first.');
  return { table, kms: openTokenKms(aws) };
}

function reportOf(record: TokenKeysRecord): Report {
  const { signing, next, previous, making, leaving = [] } = record;
  const later = (since: string, time: number) => instantText(Date.parse(since) + time);
  const keys = [
    ...(previous
      ? [{ state: 'accepted', ...previous, until: later(previous.since, ACCEPTED_MILLISECONDS) }]
      : []),
    { state: 'signs', ...signing },
    ...(next
      ? [{ state: 'published', ...next, signsFrom: later(next.since, PUBLISHED_MILLISECONDS) }]
      : []),
  ].map(({ keyArn, closed: _closed, ...key }: Shown) => ({ keyId: tokenKeyIdOf(keyArn), ...key }));
  const { step, at } = nextStep(record);
  const due = { step, at: instantText(at) };
  const rows = keys.map(({ keyId, state, since, until, signsFrom }) => [
    keyId,
    state,
    since,
    (until && `accepted until ${until}`) ?? (signsFrom && `signs from ${signsFrom}`) ?? '',
  ]);
  return {
    value: { keys, making: making !== undefined, toGiveUp: leaving.length, next: due },
    lines: [
      ...columns([['KEY', 'STATE', 'SINCE', ''], ...rows]),
      ...(making ? [`A key is being made since ${making.since}.`] : []),
      ...(leaving.length > 0 ? [`${leaving.length} old keys are still to be ended at KMS.`] : []),
      ...(isSettled(record)
        ? [`It is replaced from ${later(signing.since, ROTATED_AFTER_MILLISECONDS)} on.`]
        : [`Next step: ${step}, from ${due.at} on.`]),
    ],
  };
}

type Shown = {
  readonly keyArn: string;
  readonly closed?: true;
  readonly state: string;
  readonly since: string;
  readonly until?: string;
  readonly signsFrom?: string;
};

/** `billhook token-key`: the keys that sign users' tokens. */
import { isFailure } from '@billhook/core/base/errors';
import { keyRings } from '@billhook/core/key-rings/rings';
import { isSettled, KEYS_KNOWN_MILLISECONDS } from '@billhook/core/key-rings/rotation';
import { openRingKms } from '@billhook/runtime/key-rotation/ring-kms';
import { goOnWithRotation, revokeKeys, standingKeys } from '@billhook/runtime/key-rotation/rotate';
import {
  type CommandGroup,
  type Options,
  type Report,
  refusal,
  type Service,
} from '../command-group.ts';
import { ringReport } from '../key-ring-report.ts';

const ring = keyRings.token;

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
  return ringReport(await standingKeys(open(service), service.now), ring);
}

async function rotate(service: Service): Promise<Report> {
  const { actor, now } = service;
  const deps = open(service);
  const begins = isSettled(await standingKeys(deps, now));
  const report = ringReport(await goOnWithRotation(deps, { actor, now, begin: true }), ring);
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
  const revoked = await revokeKeys(deps, { actor, now });
  if (isFailure(revoked)) return revoked;
  remark('Another key signs. Waiting until no function accepts the old one…');
  await new Promise((resolve) => setTimeout(resolve, KEYS_KNOWN_MILLISECONDS));
  const report = ringReport(revoked, ring);
  const said = [
    'No token that was made before is accepted any more: all users have to sign in again.',
    'Tell partners that verify tokens themselves to fetch the keys now: they may keep them for an hour.',
  ];
  return { ...report, lines: [...said, '', ...report.lines] };
}

function open({ table, aws }: Service) {
  if (!process.env.TOKEN_KEY_ARN)
    throw refusal('The stacks are of a version that cannot rotate the token key: deploy first.');
  return { table, ring, kms: openRingKms(ring, aws) };
}

/** `billhook signing`: what a partner's requests are signed with. */
import { fail, isFailure } from '@billhook/core/base/errors';
import type { SigningSettings } from '@billhook/core/partner/signing';
import { givenSigning, showSigning } from '@billhook/core/schemas/signing';
import { openVault } from '@billhook/runtime/aws/vault';
import { type GivenSigning, setSigning } from '@billhook/runtime/partners/signing-keys';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { Option } from 'commander';
import {
  type CommandGroup,
  columns,
  type Options,
  type Report,
  type Service,
  usageError,
  wholeNumber,
} from '../command-group.ts';
import { checkedBy, collected, readFile } from '../read-input.ts';

export const signingCommands: CommandGroup = (program, does) => {
  const group = program
    .command('signing')
    .description("Keys that partners' requests are signed with");
  group
    .command('show <partnerId>')
    .description('Show the signing keys of a partner, and where they come from')
    .action(does((service, [partnerId = '']) => show(service, partnerId)));
  group
    .command('set <partnerId>')
    .description('Set the key that requests are signed with, or the URL of the keys')
    .option('--public-key <file>', 'a public key in PEM, RSA 2048')
    .option('--jwks-url <url>', 'URL to fetch the keys from, immediately and then daily')
    .option(
      '--header <name: value>',
      'sent to the URL, stored encrypted; repeat it for more (if none is given, the current ones stay)',
      collected,
    )
    .addOption(
      new Option('--required <on|off>', 'reject requests that are not signed').choices([
        'on',
        'off',
      ]),
    )
    .addOption(
      new Option(
        '--require-digest <on|off>',
        'reject signatures that do not cover the body; needs --required',
      ).choices(['on', 'off']),
    )
    .addOption(
      new Option(
        '--refuse-replays <on|off>',
        'let each signature count once; needs --require-digest',
      ).choices(['on', 'off']),
    )
    .option('--overlap <seconds>', 'how long the previous key stays valid (0)')
    .action(does((service, [partnerId = ''], options) => set(service, partnerId, options)));
  group
    .command('clear <partnerId>')
    .description('Remove the keys and their URL, and no longer require signatures')
    .action(does((service, [partnerId = '']) => clear(service, partnerId)));
};

async function show({ table, now }: Service, partnerId: string) {
  const partner = await partnerStore(table).find(partnerId);
  return partner ? reportOf(partner.signing, now) : fail('partner_not_found');
}

async function set(service: Service, partnerId: string, options: Options) {
  const given = givenBy(options);
  if (!(await partnerStore(service.table).find(partnerId))) return fail('partner_not_found');
  return save(service, partnerId, given);
}

/** Frees a partner that locked itself out, and undoes what the thief of an API key has set. */
async function clear(service: Service, partnerId: string) {
  if (!(await partnerStore(service.table).find(partnerId))) return fail('partner_not_found');
  await service.confirm(
    `Remove the signing keys of ${partnerId}? From then on no signature is required or checked: an API key alone is enough for every request.`,
  );
  return save(service, partnerId, { publicKey: null, jwksUrl: null, required: false });
}

async function save({ table, aws, actor, now }: Service, partnerId: string, given: GivenSigning) {
  const signing = await setSigning({ table, vault: openVault(aws) }, given, {
    partnerId,
    actor,
    now,
  });
  return isFailure(signing) ? signing : reportOf(signing, now);
}

function givenBy(options: Options): GivenSigning {
  const { publicKey, jwksUrl, header, overlap } = options;
  const demands = demandsOf(options);
  if (publicKey !== undefined && jwksUrl !== undefined) {
    throw usageError('Pass either a key or a URL');
  }
  if (publicKey === undefined && jwksUrl === undefined && Object.keys(demands).length === 0) {
    throw usageError(
      'Pass a key (--public-key), a URL (--jwks-url), --required, --require-digest or --refuse-replays',
    );
  }
  if (header !== undefined && jwksUrl === undefined) throw usageError('--header needs --jwks-url');
  if (overlap !== undefined && publicKey === undefined) {
    throw usageError('--overlap needs --public-key');
  }
  return checkedBy(givenSigning, {
    ...(publicKey !== undefined && { publicKey: readFile(String(publicKey)).toString('utf8') }),
    ...(jwksUrl !== undefined && { jwksUrl }),
    ...(Array.isArray(header) && { headers: readHeaders(header) }),
    ...demands,
    ...(overlap !== undefined && { overlapSeconds: wholeNumber('--overlap', overlap) }),
  });
}

function demandsOf(options: Options): Partial<Record<(typeof demandNames)[number], boolean>> {
  const given = demandNames.filter((name) => options[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, options[name] === 'on']));
}

const demandNames = ['required', 'requireDigest', 'refuseReplays'] as const;

/** Values are secrets: no complaint quotes what was given. */
function readHeaders(given: readonly string[]): Record<string, string> {
  const headers = new Map<string, [name: string, value: string]>();
  for (const one of given) {
    const colon = one.indexOf(':');
    if (colon < 1) throw usageError("--header must be 'Name: value'");
    const name = one.slice(0, colon).trim();
    if (headers.has(name.toLowerCase())) throw usageError('--header names the same header twice');
    headers.set(name.toLowerCase(), [name, one.slice(colon + 1).trim()]);
  }
  return Object.fromEntries(headers.values());
}

function reportOf(settings: SigningSettings | undefined, now: number): Report {
  const shown = showSigning(settings, now);
  const { required, requireDigest, refuseReplays } = shown;
  const { keys, jwksUrl, hasHeaders, lastRefresh, nextRefreshAt } = shown;
  const source = jwksUrl === undefined ? [] : [['Address', jwksUrl]];
  const headers = hasHeaders ? [['Headers', 'sealed']] : [];
  const refreshes = lastRefresh
    ? [
        ['Last refresh', `${lastRefresh.at}  ${lastRefresh.outcome}: ${lastRefresh.detail}`],
        ['Next refresh', nextRefreshAt ?? ''],
      ]
    : [];
  const rows = keys.map(({ fingerprint, addedAt, expiresAt, kid }) => [
    'Key',
    [
      fingerprint,
      `since ${addedAt}`,
      ...(expiresAt ? [`until ${expiresAt}`] : []),
      ...(kid === undefined ? [] : [`kid ${kid}`]),
    ].join('  '),
  ]);
  return {
    value: shown,
    lines: columns([
      ['Required', required ? 'yes' : 'no'],
      ['Digest required', requireDigest ? 'yes' : 'no'],
      ['Replays refused', refuseReplays ? 'yes' : 'no'],
      ...source,
      ...headers,
      ...refreshes,
      ...(rows.length > 0 ? rows : [['Keys', 'none']]),
    ]),
  };
}

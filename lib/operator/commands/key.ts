import { openPeppers } from '@billhook/runtime/callers/pepper';
/** `billhook key`: a partner's API keys. */

import { fail, isFailure } from '@billhook/core/base/errors';
import { isLiveKey } from '@billhook/core/partner/api-key';
import { type KeyScope, keyScopes, scopeOf } from '@billhook/core/partner/scope';
import { showApiKey } from '@billhook/core/schemas/partner';
import { issueApiKey, retireApiKey } from '@billhook/runtime/partners/api-keys';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { Option } from 'commander';
import { type CommandGroup, columns, type Report, type Service } from '../command-group.ts';

export const keyCommands: CommandGroup = (program, does) => {
  const group = program.command('key').description("Partners' API keys");
  group
    .command('create <partnerId>')
    .description(
      'Create an API key, which is printed only once; a partner can have two live keys of each scope',
    )
    .option('--expires <instant>', 'when the key expires, ISO 8601')
    .addOption(
      new Option(
        '--scope <scope>',
        'what the key can do: service for servers, admin also changes keys and settings (admin)',
      ).choices(keyScopes),
    )
    .action(
      does((service, [partnerId = ''], { expires, scope }) =>
        create(service, partnerId, {
          ...(expires !== undefined && { expires: String(expires) }),
          ...(scope !== undefined && { scope: scope as KeyScope }),
        }),
      ),
    );
  group
    .command('list <partnerId>')
    .description('List the keys of a partner')
    .action(does((service, [partnerId = '']) => list(service, partnerId)));
  group
    .command('revoke <partnerId> <keyId>')
    .description('Revoke a key permanently, even the last live one')
    .action(does((service, [partnerId = '', keyId = '']) => revoke(service, partnerId, keyId)));
};

async function create(
  { table, aws, actor, now }: Service,
  partnerId: string,
  given: { readonly expires?: string; readonly scope?: KeyScope },
) {
  if (!(await partnerStore(table).find(partnerId))) return fail('partner_not_found');
  const issued = await issueApiKey(
    { table, peppers: openPeppers({ aws }) },
    { ...given, partnerId, actor, now },
  );
  if (isFailure(issued)) return issued;
  const { apiKey, record } = issued;
  return {
    value: { ...showApiKey(record), apiKey },
    lines: [
      `Key id   ${record.keyId}`,
      `Scope    ${scopeOf(record)}`,
      `API key  ${apiKey}`,
      '',
      'The API key is not shown again.',
    ],
  };
}

async function list({ table, now }: Service, partnerId: string) {
  const partner = await partnerStore(table).find(partnerId);
  if (!partner) return fail('partner_not_found');
  const rows = partner.apiKeys.map((key) => [
    key.keyId,
    scopeOf(key),
    isLiveKey(key, now) ? 'live' : key.revoked ? 'revoked' : 'expired',
    key.created,
    key.expires ?? '',
  ]);
  const report: Report = {
    value: { data: partner.apiKeys.map(showApiKey) },
    lines: columns([['KEY', 'SCOPE', 'STATE', 'CREATED', 'EXPIRES'], ...rows]),
  };
  return report;
}

async function revoke(service: Service, partnerId: string, keyId: string) {
  const { table, actor, now, confirm } = service;
  await confirm(`Permanently revoke ${keyId} of ${partnerId}?`);
  const retired = await retireApiKey(table, { partnerId, keyId, actor, now });
  if (isFailure(retired)) return retired;
  const left = retired.apiKeys.filter((key) => isLiveKey(key, now)).length;
  return {
    value: { keyId, revoked: true, liveKeys: left },
    lines: [`Revoked. The partner has ${left} live ${left === 1 ? 'key' : 'keys'} left.`],
  };
}

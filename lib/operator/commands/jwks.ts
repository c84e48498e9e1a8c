/** `billhook jwks`: the signing keys that are fetched from a partner's address. */
import { fail, isFailure } from '@billhook/core/base/errors';
import { showSigning } from '@billhook/core/schemas/signing';
import { openVault } from '@billhook/runtime/aws/vault';
import { refreshSigning } from '@billhook/runtime/partners/signing-keys';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { type CommandGroup, refusal, type Service } from '../command-group.ts';

export const jwksCommands: CommandGroup = (program, does) => {
  const group = program.command('jwks').description("Signing keys at partners' URLs");
  group
    .command('refresh <partnerId>')
    .description('Fetch the signing keys of a partner now; fails if they cannot be fetched')
    .action(does((service, [partnerId = '']) => refresh(service, partnerId)));
};

async function refresh({ table, aws, actor, now }: Service, partnerId: string) {
  if (!(await partnerStore(table).find(partnerId))) return fail('partner_not_found');
  const signing = await refreshSigning({ table, vault: openVault(aws) }, { partnerId, actor, now });
  if (isFailure(signing)) return signing;
  const shown = showSigning(signing, now);
  const { outcome, detail } = shown.lastRefresh ?? {};
  const count = `${shown.keys.length} ${shown.keys.length === 1 ? 'key is' : 'keys are'} now valid.`;
  // The partner's record has it even if the fetch failed.
  if (outcome !== 'refreshed') throw refusal(`${outcome}: ${detail} ${count}`);
  return { value: shown, lines: [`${outcome}: ${detail} ${count}`] };
}

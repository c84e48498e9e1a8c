import { openEncryptionKms } from '@billhook/runtime/partners/encryption-kms';
/** `billhook encryption-key`: the key pairs that a partner's bodies are encrypted with. */

import { fail, isFailure } from '@billhook/core/base/errors';
import { type EncryptionKeyRecord, findEncryptionKey } from '@billhook/core/partner/encryption-key';
import { deleteEncryptionKey, makeEncryptionKey } from '@billhook/runtime/partners/encryption-keys';
import { requireEncryption } from '@billhook/runtime/partners/require-encryption';
import { pemOf, publishedJwkOf } from '@billhook/runtime/partners/show-encryption-key';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { type CommandGroup, columns, type Service, usageError } from '../command-group.ts';

export const encryptionKeyCommands: CommandGroup = (program, does) => {
  const group = program
    .command('encryption-key')
    .description("Key pairs for encrypting partners' bodies");
  group
    .command('create <partnerId>')
    .description(
      'Create a key pair in KMS and print its public key; a partner can have at most two',
    )
    .action(does((service, [partnerId = '']) => create(service, partnerId)));
  group
    .command('list <partnerId>')
    .description('List the live encryption keys of a partner')
    .action(does((service, [partnerId = '']) => list(service, partnerId)));
  group
    .command('delete <partnerId> <keyId>')
    .description('Delete a key pair: bodies encrypted with it are rejected')
    .action(does((service, [partnerId = '', keyId = '']) => remove(service, partnerId, keyId)));
  group
    .command('require <partnerId> <on|off>')
    .description('Reject bodies with a card, a code, a login or an answer that are not encrypted')
    .action(
      does((service, [partnerId = '', required = '']) => demand(service, partnerId, required)),
    );
};

async function demand({ table, actor, now }: Service, partnerId: string, given: string) {
  if (given !== 'on' && given !== 'off') throw usageError('Pass on or off');
  if (!(await partnerStore(table).find(partnerId))) return fail('partner_not_found');
  const required = given === 'on';
  const changed = await requireEncryption(table, { partnerId, required, actor, now });
  if (isFailure(changed)) return changed;
  const line = required ? 'Encryption is required.' : 'Encryption is not required.';
  return { value: { required }, lines: [line] };
}

async function create({ table, aws, actor, now }: Service, partnerId: string) {
  if (!(await partnerStore(table).find(partnerId))) return fail('partner_not_found');
  const key = await makeEncryptionKey(
    { table, kms: openEncryptionKms(aws) },
    { partnerId, actor, now },
  );
  if (isFailure(key)) return key;
  const pem = pemOf(key);
  return {
    value: { ...show(key), pem },
    lines: [`Key id  ${key.keyId}`, '', ...pem.trimEnd().split('\n')],
  };
}

async function list({ table }: Service, partnerId: string) {
  const partner = await partnerStore(table).find(partnerId);
  if (!partner) return fail('partner_not_found');
  const keys = partner.encryptionKeys ?? [];
  const rows = keys.map(({ keyId, created }) => [keyId, created]);
  return { value: { data: keys.map(show) }, lines: columns([['KEY', 'CREATED'], ...rows]) };
}

async function remove(service: Service, partnerId: string, keyId: string) {
  const { table, aws, actor, now, confirm } = service;
  const partner = await partnerStore(table).find(partnerId);
  if (!partner) return fail('partner_not_found');
  if (!findEncryptionKey(partner, keyId)) return fail('encryption_key_not_found');
  await confirm(
    `Delete ${keyId} of ${partnerId}? Bodies encrypted with it are rejected from then on.`,
  );
  const deleted = await deleteEncryptionKey(
    { table, kms: openEncryptionKms(aws) },
    { partnerId, keyId, actor, now },
  );
  if (isFailure(deleted)) return deleted;
  return {
    value: { keyId, deleted: true },
    lines: ['Deleted. KMS destroys the private key in a week.'],
  };
}

function show(key: EncryptionKeyRecord) {
  return { keyId: key.keyId, created: key.created, ...publishedJwkOf(key) };
}

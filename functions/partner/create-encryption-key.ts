import { isFailure } from '@billhook/core/base/errors';
import { derivedText } from '@billhook/core/base/ids';
import { makeEncryptionKey } from '@billhook/runtime/partners/encryption-keys';
import { openEncryptionKms } from '@billhook/runtime/partners/encryption-kms';
import { pemOf, publishedJwkOf } from '@billhook/runtime/partners/show-encryption-key';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { createEncryptionKey } from './contract.ts';

/** 20 characters of base 62 are 119 bits. */
const REQUEST_LENGTH = 20;

const open = ({ table, aws }: Outside) => ({ table, kms: openEncryptionKms(aws) });

export const handler = serve(
  createEncryptionKey,
  open,
  async ({ caller, machineNow, idBytes }, runtime) => {
    const actor = { kind: 'api-key', id: caller.keyId } as const;
    const { partnerId } = caller;
    const madeFor = derivedText(REQUEST_LENGTH, idBytes('encryption-key'));
    const key = await makeEncryptionKey(runtime, { partnerId, actor, now: machineNow, madeFor });
    return isFailure(key) ? key : { ...publishedJwkOf(key), pem: pemOf(key) };
  },
);

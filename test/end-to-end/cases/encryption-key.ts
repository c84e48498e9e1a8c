import { valueFrom } from '../../support/world.ts';
import { type Cases, RACE, type Scene, unknown } from './case.ts';

const DAILY_KEYS = 10;

/** A partner of its own: keys are few, and every case needs some. */
async function newPartner(scene: Scene) {
  return (await scene.newPartner()).api.partner;
}

async function withKeys(scene: Scene, count: number) {
  const partner = await newPartner(scene);
  const keyIds: string[] = [];
  for (let made = 0; made < count; made += 1) {
    keyIds.push(valueFrom(await partner.createEncryptionKey()).kid);
  }
  return { partner, keyId: keyIds.at(-1) ?? '' };
}

const keyId = unknown.encryptionKeyId;

export const encryptionKeyCases = {
  createEncryptionKey: {
    route: 'POST /partner/public-keys',
    asClient: 'forbidden',
    success: async (scene) => (await newPartner(scene)).createEncryptionKey(),
    refusals: {
      key_limit_reached: async (scene) => (await withKeys(scene, 2)).partner.createEncryptionKey(),
      daily_key_limit_reached: async (scene) => {
        const partner = await newPartner(scene);
        for (let made = 0; made < DAILY_KEYS; made += 1) {
          const { kid } = valueFrom(await partner.createEncryptionKey());
          valueFrom(await partner.deleteEncryptionKey({ keyId: kid }));
        }
        return partner.createEncryptionKey();
      },
    },
    elsewhere: { request_conflict: RACE },
  },
  updateEncryption: {
    route: 'PUT /partner/encryption',
    asClient: 'forbidden',
    sample: () => ({ required: false }),
    success: async (scene) => {
      const { partner } = await withKeys(scene, 1);
      return partner.updateEncryption({ required: true });
    },
    refusals: {
      no_encryption_key: async (scene) =>
        (await newPartner(scene)).updateEncryption({ required: true }),
    },
    elsewhere: { request_conflict: RACE },
  },
  listEncryptionKeys: {
    route: 'GET /partner/public-keys',
    asClient: 'forbidden',
    success: async (scene) => (await withKeys(scene, 1)).partner.listEncryptionKeys(),
    refusals: {},
  },
  getLatestEncryptionKey: {
    route: 'GET /partner/public-keys/latest',
    asClient: 'forbidden',
    success: async (scene) => (await withKeys(scene, 1)).partner.getLatestEncryptionKey(),
    refusals: {
      encryption_key_not_found: async (scene) => (await newPartner(scene)).getLatestEncryptionKey(),
    },
  },
  getEncryptionKey: {
    route: 'GET /partner/public-keys/{keyId}',
    asClient: 'forbidden',
    success: async (scene) => {
      const { partner, keyId } = await withKeys(scene, 1);
      return partner.getEncryptionKey({ keyId });
    },
    refusals: {
      encryption_key_not_found: (_scene, api) => api.partner.getEncryptionKey({ keyId }),
    },
    foreign: [
      [
        'encryption_key_not_found',
        async (scene, other) =>
          other.partner.getEncryptionKey({ keyId: (await withKeys(scene, 1)).keyId }),
      ],
    ],
  },
  deleteEncryptionKey: {
    route: 'DELETE /partner/public-keys/{keyId}',
    asClient: 'forbidden',
    success: async (scene) => {
      const { partner, keyId } = await withKeys(scene, 1);
      return partner.deleteEncryptionKey({ keyId });
    },
    refusals: {
      encryption_key_not_found: (_scene, api) => api.partner.deleteEncryptionKey({ keyId }),
      no_encryption_key: async (scene) => {
        const { partner, keyId } = await withKeys(scene, 1);
        valueFrom(await partner.updateEncryption({ required: true }));
        return partner.deleteEncryptionKey({ keyId });
      },
    },
    elsewhere: { request_conflict: RACE },
    foreign: [
      [
        'encryption_key_not_found',
        async (scene, other) =>
          other.partner.deleteEncryptionKey({ keyId: (await withKeys(scene, 1)).keyId }),
      ],
    ],
  },
} satisfies Cases;
